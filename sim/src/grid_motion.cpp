// Blocks of slots; sums are kept per lane and added in a fixed order, so that they do not depend on workers
// or vector width.
#include "grid_motion.h"

#include "collider_pass.h"
#include "maths/index.h"
#include "sim/workers.h"
#include "wide.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>

namespace selvage {

namespace {

constexpr int32_t kLanes = 16;

template <typename Body> void forSlots(int32_t count, Workers &workers, const Body &body) {
    const int32_t blocks = (count + kBlock - 1) / kBlock;
    workers.forBlocks(blocks, kBlocksAtOnce, [&](int32_t begin, int32_t end) {
        body(begin * kBlock, std::min(end * kBlock, count));
    });
}

// Slots of one block.
struct Slots {
    int32_t first;
    int32_t count;
};

// What the slots of a block touch.
struct BlockSurfaces {
    float step[3][kBlock];     // m, displacement
    float restitution[kBlock]; // –
};

// The surface's displacement over the substep, zero for those at rest, and its restitution, of the collider
// each slot touches.
void findSurfaces(const ContactScene &scene, const GridParticles &particles, const GridContacts &contacts,
                  int32_t first, int32_t count, BlockSurfaces &surfaces) {
    surfaces = {};
    for (int32_t k = 0; k < count; ++k) {
        const size_t s = u(first + k);
        if (contacts.collider[s] >= 0) {
            const Vec3 point((*particles.now[0])[s], (*particles.now[1])[s], (*particles.now[2])[s]);
            const Collider &collider = scene.colliders[u(contacts.collider[s])];
            const Vec3 step = surfaceMotion(collider, scene, point);
            surfaces.restitution[k] = collider.restitution;
            for (int axis = 0; axis < 3; ++axis) {
                surfaces.step[axis][k] = step[axis];
            }
        }
    }
}

bool touchesAny(const GridContacts &contacts, int32_t first, int32_t count) {
    return std::any_of(contacts.collider.begin() + first, contacts.collider.begin() + first + count,
                       [](int32_t c) { return c >= 0; });
}

bool anyMovesOrBounces(const ContactScene &scene) {
    return std::any_of(scene.colliders.begin(), scene.colliders.end(), [](const Collider &c) {
        return c.restitution > 0.0F || c.pose.position != c.previousPose.position ||
               c.pose.orientation != c.previousPose.orientation;
    });
}

// Takes out of the velocities `next` what leaves the surface faster than it was going to (plastic contact,
// Desbrun et al. 1999, §6) or than it bounces back (Newton's restitution, relative to the surface), and adds
// what it leaves too slowly for that; what is added is pushed, too. `velocity`: before the constraints; gets
// the result. `surfaces`: nullptr where all are at rest and none bounces.
template <bool acting>
SELVAGE_INLINE inline void land(GridContacts &contacts, const Slots &slots, float perSecond,
                                const BlockSurfaces *surfaces, const float (&next)[3][kBlock],
                                float *const (&velocity)[3]) {
    const auto [first, count] = slots;
    const float *nx = contacts.normal[0].data() + u(first);
    const float *ny = contacts.normal[1].data() + u(first);
    const float *nz = contacts.normal[2].data() + u(first);
    const int32_t *collider = contacts.collider.data() + u(first);
    float *pushed = contacts.pushed.data() + u(first);
    float *vx = velocity[0];
    float *vy = velocity[1];
    float *vz = velocity[2];
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        float leaving = next[0][k] * nx[k] + next[1][k] * ny[k] + next[2][k] * nz[k];
        float predicted = vx[k] * nx[k] + vy[k] * ny[k] + vz[k] * nz[k];
        float allowed = std::max(0.0F, predicted);
        float missing = 0.0F;
        if constexpr (acting) {
            const auto &step = surfaces->step;
            const float surface = (step[0][k] * nx[k] + step[1][k] * ny[k] + step[2][k] * nz[k]) * perSecond;
            leaving -= surface;
            predicted -= surface;
            const float back = predicted < -kBounceSpeed ? -surfaces->restitution[k] * predicted : 0.0F;
            allowed = std::max(back, std::max(0.0F, predicted));
            missing = back > 0.0F ? std::max(0.0F, back - leaving) : 0.0F;
            pushed[k] += collider[k] >= 0 ? missing / perSecond : 0.0F;
        }
        const float excess = std::max(0.0F, leaving - allowed);
        const float taken = collider[k] >= 0 ? excess - missing : 0.0F;
        vx[k] = next[0][k] - taken * nx[k];
        vy[k] = next[1][k] - taken * ny[k];
        vz[k] = next[2][k] - taken * nz[k];
    }
}

// What the block's slots got from the obstacles.
SELVAGE_INLINE inline BlockContact sumContacts(const GridContacts &contacts, const float *w, int32_t first,
                                               int32_t count) {
    const size_t at = u(first);
    const int32_t *collider = contacts.collider.data() + at;
    const float *pushed = contacts.pushed.data() + at;
    float mass[kBlock]; // 0 = touches nothing
    BlockContact sum;
    for (int32_t k = 0; k < count; ++k) {
        const bool touches = collider[k] >= 0;
        mass[k] = touches ? 1.0F / w[k] : 0.0F;
        sum.count += touches ? 1 : 0;
    }
    for (size_t axis = 0; axis < 3; ++axis) {
        const float *normal = contacts.normal[axis].data() + at;
        const float *friction = contacts.friction[axis].data() + at;
        float lanes[kLanes] = {};
        const auto add = [&](int32_t from, int32_t some) SELVAGE_INLINE {
            for (int32_t k = 0; k < some; ++k) {
                const float m = mass[from + k];
                const float moved = m * fused(pushed[from + k], normal[from + k], friction[from + k]);
                lanes[k] += m > 0.0F ? moved : 0.0F;
            }
        };
        int32_t from = 0;
        for (; from + kLanes <= count; from += kLanes) {
            add(from, kLanes);
        }
        add(from, count - from);
        for (const float lane : lanes) {
            sum.pushed[static_cast<int>(axis)] += lane;
        }
    }
    return sum;
}

// m/s: the fastest that anything has a reason to be that is pulled by what comes out of a solid.
float calmSpeed(const ContactScene &scene, const GridParticles &particles) {
    float fastest = 0.0F;
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        fastest = std::max(fastest, surfaceWayOf(makeContactFrame(Fabric{}, scene, c)) / scene.dt);
    }
    for (int32_t s = 0; s < particles.count; ++s) {
        if ((*particles.w)[u(s)] == 0.0F) {
            const Vec3 way((*particles.now[0])[u(s)] - (*particles.previous)[0][u(s)],
                           (*particles.now[1])[u(s)] - (*particles.previous)[1][u(s)],
                           (*particles.now[2])[u(s)] - (*particles.previous)[2][u(s)]);
            fastest = std::max(fastest, glm::length(way) / scene.dt);
        }
    }
    return kRecoveryPull + fastest;
}

// Shortens the ways of those that the constraints made faster than `speed` (m/s).
SELVAGE_INLINE inline void calm(const GridParticles &particles, float dt, float speed, int32_t first,
                                int32_t count) {
    const size_t at = u(first);
    const float *w = particles.w->data() + at;
    for (int32_t k = 0; k < count; ++k) {
        float way[3];
        float waySquared = 0.0F;
        float speedSquared = 0.0F;
        for (size_t axis = 0; axis < 3; ++axis) {
            const float v = (*particles.velocity)[axis][at + u(k)];
            way[axis] = (*particles.now[axis])[at + u(k)] - (*particles.previous)[axis][at + u(k)];
            waySquared = fused(way[axis], way[axis], waySquared);
            speedSquared = fused(v, v, speedSquared);
        }
        const float most = dt * std::sqrt(std::max(speed * speed, speedSquared));
        const bool calmed = w[k] > 0.0F && waySquared > most * most;
        const float share = calmed ? most / std::sqrt(waySquared) : 1.0F;
        for (size_t axis = 0; axis < 3; ++axis) {
            float &x = (*particles.now[axis])[at + u(k)];
            x = calmed ? fused(share, way[axis], (*particles.previous)[axis][at + u(k)]) : x;
        }
    }
}

// The velocities that the way of a block's slots means: into `next`, which may be where they are.
SELVAGE_INLINE inline void deriveVelocities(const GridParticles &particles, float dt, int32_t first,
                                            int32_t count, float *const (&next)[3]) {
    const float perSecond = 1.0F / dt;
    const float *w = particles.w->data() + u(first);
    for (size_t axis = 0; axis < 3; ++axis) {
        const float *x = particles.now[axis]->data() + u(first);
        const float *previous = (*particles.previous)[axis].data() + u(first);
        const float *v = (*particles.velocity)[axis].data() + u(first);
        float *out = next[axis];
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < count; ++k) {
            const float target = fused(dt, v[k], previous[k]);
            out[k] = w[k] > 0.0F ? fused(x[k] - target, perSecond, v[k]) : (x[k] - previous[k]) * perSecond;
        }
    }
}

SELVAGE_INLINE inline void finishBlock(const ContactScene &scene, const GridParticles &particles,
                                       GridContacts &contacts, bool acting, int32_t first, int32_t count) {
    Axes &velocity = *particles.velocity;
    float *const now[3] = {velocity[0].data() + u(first), velocity[1].data() + u(first),
                           velocity[2].data() + u(first)};
    BlockContact &sum = contacts.blocks[u(first / kBlock)];
    if (!contacts.any || !touchesAny(contacts, first, count)) {
        deriveVelocities(particles, scene.dt, first, count, now);
        sum = BlockContact{};
        return;
    }
    float next[3][kBlock];
    float *const apart[3] = {next[0], next[1], next[2]};
    deriveVelocities(particles, scene.dt, first, count, apart);
    if (acting) {
        BlockSurfaces surfaces;
        findSurfaces(scene, particles, contacts, first, count, surfaces);
        land<true>(contacts, {first, count}, 1.0F / scene.dt, &surfaces, next, now);
    } else {
        land<false>(contacts, {first, count}, 1.0F / scene.dt, nullptr, next, now);
    }
    sum = sumContacts(contacts, particles.w->data() + u(first), first, count);
}

// Mass moments, in masses of weight one: about a reference point, of positions r and displacements u.
enum Moment : uint8_t { Mass, RX, RY, RZ, UX, UY, UZ, TX, TY, TZ, XX, YY, ZZ, XY, YZ, ZX, MomentCount };
using Moments = std::array<double, MomentCount>;

struct LaneMoments {
    float d;     // s, of the substep
    Vec3 centre; // m, the reference point
    float lane[MomentCount][kLanes];
};

// One group of kLanes slots. `valid`: how many of them there are.
SELVAGE_INLINE inline void addMoments(const GridParticles &p, const GridContacts &contacts, int32_t first,
                                      int32_t valid, LaneMoments &moments) {
    auto &sums = moments.lane;
    const size_t at = u(first);
    const float *w = p.w->data() + at;
    const float *r[3];
    const float *x[3];
    const float *v[3];
    const float *n[3];
    const float *f[3];
    for (size_t axis = 0; axis < 3; ++axis) {
        r[axis] = (*p.previous)[axis].data() + at;
        x[axis] = p.now[axis]->data() + at;
        v[axis] = (*p.velocity)[axis].data() + at;
        n[axis] = contacts.normal[axis].data() + at;
        f[axis] = contacts.friction[axis].data() + at;
    }
    const float *pushed = contacts.pushed.data() + at;
    const int32_t *collider = contacts.collider.data() + at;
    for (int32_t k = 0; k < valid; ++k) {
        const float m = w[k] > 0.0F ? 1.0F / w[k] : 0.0F;
        const bool touches = collider[k] >= 0;
        float rel[3];
        float moved[3];
        for (int axis = 0; axis < 3; ++axis) {
            rel[axis] = r[axis][k] - moments.centre[axis];
            const float byContact = touches ? fused(pushed[k], n[axis][k], f[axis][k]) : 0.0F;
            moved[axis] = m * (x[axis][k] - fused(moments.d, v[axis][k], r[axis][k]) - byContact);
        }
        const float mx = m * rel[0];
        const float my = m * rel[1];
        const float mz = m * rel[2];
        sums[Mass][k] += m;
        sums[RX][k] += mx;
        sums[RY][k] += my;
        sums[RZ][k] += mz;
        sums[UX][k] += moved[0];
        sums[UY][k] += moved[1];
        sums[UZ][k] += moved[2];
        sums[TX][k] += rel[1] * moved[2] - rel[2] * moved[1];
        sums[TY][k] += rel[2] * moved[0] - rel[0] * moved[2];
        sums[TZ][k] += rel[0] * moved[1] - rel[1] * moved[0];
        sums[XX][k] += mx * rel[0];
        sums[YY][k] += my * rel[1];
        sums[ZZ][k] += mz * rel[2];
        sums[XY][k] += mx * rel[1];
        sums[YZ][k] += my * rel[2];
        sums[ZX][k] += mz * rel[0];
    }
}

Moments sumMoments(const GridParticles &p, const GridContacts &contacts, float d, const Vec3 &centre) {
    LaneMoments sums{d, centre, {}};
    runWide([&]() SELVAGE_INLINE {
        int32_t first = 0;
        for (; first + kLanes <= p.count; first += kLanes) {
            addMoments(p, contacts, first, kLanes, sums);
        }
        addMoments(p, contacts, first, p.count - first, sums);
    });
    Moments moments{};
    for (size_t m = 0; m < MomentCount; ++m) {
        for (const float lane : sums.lane[m]) {
            moments[m] += static_cast<double>(lane);
        }
    }
    return moments;
}

using Vec3d = Eigen::Vector3d;
using Mat3d = Eigen::Matrix3d;

// The turn (rad over the substep) that takes the angular impulse out; none about directions without extent.
Vec3d turnOf(const Moments &m, const Vec3d &centre) {
    constexpr double kCutoff = 1e-4;
    Mat3d second;
    second << m[XX], m[XY], m[ZX], m[XY], m[YY], m[YZ], m[ZX], m[YZ], m[ZZ];
    second -= m[Mass] * centre * centre.transpose();
    const Mat3d inertia = second.trace() * Mat3d::Identity() - second;
    const Vec3d impulse = Vec3d(m[TX], m[TY], m[TZ]) - centre.cross(Vec3d(m[UX], m[UY], m[UZ]));
    Eigen::SelfAdjointEigenSolver<Mat3d> eigen;
    eigen.computeDirect(inertia);
    Vec3d turn = Vec3d::Zero();
    for (int k = 0; k < 3; ++k) {
        const double moment = eigen.eigenvalues()[k];
        if (moment > kCutoff * eigen.eigenvalues()[2] && moment > 0.0) {
            const Vec3d axis = eigen.eigenvectors().col(k);
            turn -= axis * (axis.dot(impulse) / moment);
        }
    }
    return turn;
}

} // namespace

void predictPositions(const Vec3 &gravity, float keep, float d, const GridParticles &particles,
                      Workers &workers) {
    forSlots(particles.count, workers, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (size_t axis = 0; axis < 3; ++axis) {
                float *x = particles.now[axis]->data();
                float *start = (*particles.previous)[axis].data();
                float *v = (*particles.velocity)[axis].data();
                const float fall = gravity[static_cast<int>(axis)] * d;
                SELVAGE_INDEPENDENT
                for (int32_t i = begin; i < end; ++i) {
                    v[i] = fused(keep, v[i], fall);
                    start[i] = x[i];
                    x[i] = fused(d, v[i], x[i]);
                }
            }
        });
    });
}

void finishVelocities(const ContactScene &scene, const GridParticles &particles, GridContacts &contacts,
                      Workers &workers) {
    const bool acting = contacts.any && anyMovesOrBounces(scene);
    forSlots(particles.count, workers, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t first = begin; first < end; first += kBlock) {
                finishBlock(scene, particles, contacts, acting, first, std::min(kBlock, end - first));
            }
        });
    });
}

void calmRecovered(const ContactScene &scene, const GridParticles &particles, GridContacts &contacts,
                   Workers &workers) {
    contacts.calming = contacts.recovers ? kRecoveryTime : std::max(0.0F, contacts.calming - scene.dt);
    if (contacts.calming <= 0.0F) {
        return;
    }
    const float most = calmSpeed(scene, particles); // m/s
    forSlots(particles.count, workers, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE { calm(particles, scene.dt, most, begin, end - begin); });
    });
}

void keepMomentum(const GridParticles &particles, const GridContacts &contacts, float d) {
    const Axes &previous = *particles.previous;
    const Vec3 reference(previous[0][0], previous[1][0], previous[2][0]);
    const Moments m = sumMoments(particles, contacts, d, reference);
    const Vec3d centre = Vec3d(m[RX], m[RY], m[RZ]) / m[Mass];
    const Vec3d mean = Vec3d(m[UX], m[UY], m[UZ]) / m[Mass];
    const Vec3d turn = turnOf(m, centre);
    // u -= mean, u += turn x (r - centre)
    const Vec3d back = -mean - turn.cross(centre);
    const Vec3 offset(static_cast<float>(back.x()), static_cast<float>(back.y()),
                      static_cast<float>(back.z()));
    const Vec3 t(static_cast<float>(turn.x()), static_cast<float>(turn.y()), static_cast<float>(turn.z()));
    runWide([&]() SELVAGE_INLINE {
        float *x = particles.now[0]->data();
        float *y = particles.now[1]->data();
        float *z = particles.now[2]->data();
        const float *px = previous[0].data();
        const float *py = previous[1].data();
        const float *pz = previous[2].data();
        SELVAGE_INDEPENDENT
        for (int32_t i = 0; i < particles.count; ++i) {
            const float rx = px[i] - reference.x;
            const float ry = py[i] - reference.y;
            const float rz = pz[i] - reference.z;
            x[i] += t.y * rz - t.z * ry + offset.x;
            y[i] += t.z * rx - t.x * rz + offset.y;
            z[i] += t.x * ry - t.y * rx + offset.z;
        }
    });
}

Vec3 impulseOf(const GridContacts &contacts, float unitMass, float d) {
    glm::dvec3 sum(0.0);
    for (const BlockContact &block : contacts.blocks) {
        sum += glm::dvec3(block.pushed);
    }
    return Vec3(sum * static_cast<double>(unitMass) / static_cast<double>(d));
}

int32_t countContacts(const GridContacts &contacts) {
    int32_t count = 0;
    for (const BlockContact &block : contacts.blocks) {
        count += block.count;
    }
    return count;
}

} // namespace selvage
