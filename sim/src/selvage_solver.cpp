// One step: for every substep predict, bend, touch, tether, limit strain from the coarsest level to the
// finest, touch again, and turn the result into velocities.
//
// Contact is on the finest level only: a frictionless push on a coarse level would take the normal force away
// from the friction cone, and the cloth would slide off what it should rest on. Mass-weighted coarse nodes
// make the corrections keep the linear momentum.
#include "selvage_solver.h"

#include "contact_kernel.h"
#include "mesh_solver.h"
#include "sim/momentum.h"
#include "simd.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kCoarsest = 3; // nodes along the shorter side
constexpr float kCompression =
    0.1F; // –, share of a compression that the first fine sweep takes out: folds live
constexpr float kBendingTime = 0.02F;    // s, of the damping that goes with bending
constexpr float kBendingAheadMax = 4.0F; // substeps
constexpr float kBendingCap = 0.1F;      // of the explicit bending's stability limit
constexpr int32_t kHoldersMax = 64;
constexpr float kUnbounded = 1e30F; // m²

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// x, y and z of a per-slot array.
using Arrays = std::vector<float> (&)[3];

void copyPositions(const GridLevel &level, Arrays to) {
    std::copy(level.x.begin(), level.x.end(), to[0].begin());
    std::copy(level.y.begin(), level.y.end(), to[1].begin());
    std::copy(level.z.begin(), level.z.end(), to[2].begin());
}

std::vector<float> *axes(GridLevel &level, int axis) {
    return axis == 0 ? &level.x : axis == 1 ? &level.y : &level.z;
}

void load(const Cloth &cloth, GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const int32_t s = grid.slotOf[i];
        fine.put(s, cloth.position[i]);
        for (int axis = 0; axis < 3; ++axis) {
            grid.velocity[axis][u(s)] = cloth.velocity[i][axis];
        }
    }
}

void store(Cloth &cloth, const GridSolver &grid) {
    const GridLevel &fine = grid.levels.front();
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const size_t s = u(grid.slotOf[i]);
        cloth.position[i] = {fine.x[s], fine.y[s], fine.z[s]};
        cloth.velocity[i] = {grid.velocity[0][s], grid.velocity[1][s], grid.velocity[2][s]};
    }
}

// Masses of the coarse nodes: what each really moves when its displacement is interpolated.
void weighLevels(const Cloth &cloth, GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    std::fill(fine.w.begin(), fine.w.end(), 0.0F);
    float meanMass = 0.0F;
    for (const float m : cloth.mass) {
        meanMass += m / static_cast<float>(cloth.mass.size());
    }
    for (size_t i = 0; i < cloth.mass.size(); ++i) {
        fine.w[u(grid.slotOf[i])] = cloth.fixed[i] != 0 ? 0.0F : meanMass / cloth.mass[i];
    }
    for (size_t l = 1; l < grid.levels.size(); ++l) {
        const GridLevel &finer = grid.levels[l - 1];
        GridLevel &level = grid.levels[l];
        for (int32_t r = 0; r < level.rows; ++r) {
            for (int32_t c = 0; c < level.columns; ++c) {
                const float borderX = c == 0 || c == level.columns - 1 ? 2.0F : 1.0F;
                const float borderY = r == 0 || r == level.rows - 1 ? 2.0F : 1.0F;
                const size_t from = u(finer.slot(level.sourceColumn[u(c)], level.sourceRow[u(r)]));
                level.w[u(level.slot(c, r))] = finer.w[from] == 0.0F ? 0.0F : borderX * borderY;
            }
        }
    }
}

// The coarse cell and weights of a fixed particle at fine column and row; nothing when it is a node of the
// level.
bool anchorAt(const GridLevel &level, int32_t column, int32_t row, const std::vector<int32_t> &columnAt,
              const std::vector<int32_t> &rowAt, GridAnchor &anchor) {
    const auto cellOf = [](const std::vector<int32_t> &at, int32_t i, int32_t &low, float &t) {
        low = static_cast<int32_t>(std::upper_bound(at.begin(), at.end(), i) - at.begin()) - 1;
        low = std::min(low, static_cast<int32_t>(at.size()) - 2);
        t = static_cast<float>(i - at[u(low)]) / static_cast<float>(at[u(low + 1)] - at[u(low)]);
    };
    int32_t c = 0;
    int32_t r = 0;
    float s = 0.0F;
    float t = 0.0F;
    cellOf(columnAt, column, c, s);
    cellOf(rowAt, row, r, t);
    const bool onNode = (s == 0.0F || s == 1.0F) && (t == 0.0F || t == 1.0F);
    anchor = {{level.slot(c, r), level.slot(c + 1, r), level.slot(c, r + 1), level.slot(c + 1, r + 1)},
              {(1.0F - s) * (1.0F - t), s * (1.0F - t), (1.0F - s) * t, s * t}};
    return !onNode;
}

void placeAnchors(const Cloth &cloth, GridSolver &grid) {
    const int32_t columns = cloth.topology->columnCount;
    for (size_t l = 1; l < grid.levels.size(); ++l) {
        GridLevel &level = grid.levels[l];
        level.anchors.clear();
        for (int32_t i = 0; i < cloth.particleCount(); ++i) {
            GridAnchor anchor;
            if (cloth.fixed[u(i)] != 0 && level.anchors.size() < level.anchors.capacity() &&
                anchorAt(level, i % columns, i / columns, level.fineColumn, level.fineRow, anchor)) {
                level.anchors.push_back(anchor);
            }
        }
    }
}

// A few particles that stand for everything fixed: spread out, the first one found first.
void chooseHolders(const Cloth &cloth, GridSolver &grid) {
    const auto &uv = cloth.topology->restUv;
    grid.holders.clear();
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0 || grid.holders.size() >= u(kHoldersMax)) {
            continue;
        }
        const bool isNear = std::any_of(grid.holders.begin(), grid.holders.end(), [&](int32_t other) {
            return glm::distance(uv[u(i)], uv[u(other)]) < 2.0F * kPivotTolerance;
        });
        if (!isNear) {
            grid.holders.push_back(i);
        }
    }
}

// Two tethers for every particle, to two places that hold the cloth: it can be no farther from them than in
// the flat fabric (exact for a convex outline).
void tieTethers(const Cloth &cloth, GridSolver &grid) {
    const auto &uv = cloth.topology->restUv;
    grid.tetherCount = std::min<int>(2, static_cast<int>(grid.holders.size()));
    for (int k = 0; k < grid.tetherCount; ++k) {
        const int32_t holder = k == 0 ? grid.holders.front() : grid.holders.back();
        grid.tetherHolder[k] = grid.slotOf[u(holder)];
        for (int32_t i = 0; i < cloth.particleCount(); ++i) {
            const Vec2 d = uv[u(i)] - uv[u(holder)];
            // Whatever is fixed stays where it is told to be.
            grid.tetherReach[k][u(grid.slotOf[u(i)])] = cloth.fixed[u(i)] != 0 ? kUnbounded : glm::dot(d, d);
        }
    }
}

void refresh(const Cloth &cloth, ClothSolver &solver) {
    weighLevels(cloth, *solver.grid);
    placeAnchors(cloth, *solver.grid);
    chooseHolders(cloth, *solver.grid);
    tieTethers(cloth, *solver.grid);
}

void predict(const Cloth &cloth, GridSolver &grid, float d, const Vec3 &gravity) {
    GridLevel &fine = grid.levels.front();
    const float keep = std::exp(-cloth.fabric.damping * d);
    copyPositions(fine, grid.previous);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> &x = *axes(fine, axis);
        std::vector<float> &v = grid.velocity[axis];
        const float fall = gravity[axis] * d;
        for (size_t i = 0; i < x.size(); ++i) {
            v[i] = keep * v[i] + fall;
            x[i] += d * v[i];
        }
    }
    copyPositions(fine, grid.target);
}

void moveFixed(const Cloth &cloth, GridSolver &grid) {
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        if (cloth.fixed[i] != 0) {
            grid.levels.front().put(grid.slotOf[i], cloth.fixedTarget[i]);
        }
    }
}

// Second differences of `count` triples a, b, c of neighbours: adds their gradient, the energy being
// 1/2 |a - 2 b + c|². The three outputs may overlap, so each has a loop of its own.
SELVAGE_AVX2_CLONES void addBends(const float *const in[3], float *const out[3], float *__restrict second,
                                  int32_t count) {
    const float *a = in[0];
    const float *b = in[1];
    const float *c = in[2];
    for (int32_t k = 0; k < count; ++k) {
        second[k] = a[k] - 2.0F * b[k] + c[k];
    }
    float *outA = out[0];
    for (int32_t k = 0; k < count; ++k) {
        outA[k] += second[k];
    }
    float *outB = out[1];
    for (int32_t k = 0; k < count; ++k) {
        outB[k] -= 2.0F * second[k];
    }
    float *outC = out[2];
    for (int32_t k = 0; k < count; ++k) {
        outC[k] += second[k];
    }
}

void bendTriples(const float *in, float *out, const size_t (&at)[3], float *second, int32_t count) {
    const float *const ins[3] = {in + at[0], in + at[1], in + at[2]};
    float *const outs[3] = {out + at[0], out + at[1], out + at[2]};
    addBends(ins, outs, second, count);
}

// Along one axis of space, over all rows and columns. `in` and `out` are per slot.
void bendAxis(GridLevel &fine, const float *in, float *out) {
    float *second = fine.blend.data();
    const int32_t odds = fine.columns - fine.evens;
    const size_t s = u(fine.stride);
    for (int32_t r = 0; r < fine.rows; ++r) {
        const size_t e = u(r) * s;
        const size_t o = e + u(fine.evens);
        bendTriples(in, out, {e, o, e + 1}, second, fine.evens - 1);
        bendTriples(in, out, {o, e + 1, o + 1}, second, odds - 1);
        if (r + 2 < fine.rows) {
            bendTriples(in, out, {e, e + s, e + 2 * s}, second, fine.columns);
        }
    }
}

// Explicit bending, E = B/(2 h²) sum |x_{i-1} - 2 x_i + x_{i+1}|² along rows and columns, measured a little
// ahead in time (x_old + a (y - x_old)), which damps it. Clipped where the explicit form would not be stable.
void bendCloth(const Cloth &cloth, GridSolver &grid, float d) {
    GridLevel &fine = grid.levels.front();
    const float ahead = std::min(kBendingTime / d, kBendingAheadMax);
    const float cell = cloth.topology->restUv[1].x - cloth.topology->restUv[0].x;
    const float mass = cloth.fabric.arealDensity * cell * cell;
    const float wanted = d * d * bendingRigidity(cloth) / (cell * cell * mass);
    const float factor = std::min(wanted, kBendingCap / (2.0F * ahead + 1.0F));
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> &x = *axes(fine, axis);
        std::vector<float> &b = grid.bent[axis];
        std::vector<float> &out = grid.bend[axis];
        for (size_t i = 0; i < x.size(); ++i) {
            b[i] = grid.previous[axis][i] + ahead * (x[i] - grid.previous[axis][i]);
            out[i] = 0.0F;
        }
        bendAxis(fine, b.data(), out.data());
        for (size_t i = 0; i < x.size(); ++i) {
            x[i] -= fine.w[i] > 0.0F ? factor * out[i] : 0.0F;
        }
    }
}

template <ColliderShape shape>
void touchOne(const Cloth &cloth, const ContactScene &scene, int32_t index, GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    const ContactFrame frame = makeContactFrame(cloth.fabric, scene, index);
    for (int32_t s = 0; s < fine.rows * fine.stride; ++s) {
        const Vec3 local = frame.toLocal * (fine.at(s) - frame.pose.position);
        if (isFarFrom<shape>(*frame.collider, frame.thickness, local) || fine.w[u(s)] == 0.0F) {
            continue;
        }
        Vec3 now = fine.at(s);
        const Vec3 start(grid.previous[0][u(s)], grid.previous[1][u(s)], grid.previous[2][u(s)]);
        touchParticle<shape>(frame, scene, start, now, grid.contacts[u(s)]);
        fine.put(s, now);
    }
}

void touchColliders(const Cloth &cloth, const ContactScene &scene, GridSolver &grid) {
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        switch (scene.colliders[u(c)].shape) {
        case ColliderShape::Plane:
            touchOne<ColliderShape::Plane>(cloth, scene, c, grid);
            break;
        case ColliderShape::Sphere:
            touchOne<ColliderShape::Sphere>(cloth, scene, c, grid);
            break;
        case ColliderShape::Box:
            touchOne<ColliderShape::Box>(cloth, scene, c, grid);
            break;
        }
    }
}

// Brings every slot within the given distance of one holder.
SELVAGE_AVX2_CLONES void pullTowards(const Vec3 &holder, const float *__restrict reach, GridLevel &level) {
    float *__restrict x = level.x.data();
    float *__restrict y = level.y.data();
    float *__restrict z = level.z.data();
    const int32_t count = level.rows * level.stride;
    for (int32_t i = 0; i < count; ++i) {
        const float dx = x[i] - holder.x;
        const float dy = y[i] - holder.y;
        const float dz = z[i] - holder.z;
        const float squared = std::max(dx * dx + dy * dy + dz * dz, 1e-12F);
        const float scale = std::sqrt(std::min(1.0F, reach[i] / squared));
        x[i] = holder.x + dx * scale;
        y[i] = holder.y + dy * scale;
        z[i] = holder.z + dz * scale;
    }
}

void pullTethers(GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    for (int k = 0; k < grid.tetherCount; ++k) {
        pullTowards(fine.at(grid.tetherHolder[k]), grid.tetherReach[k].data(), fine);
    }
}

void limitCoarse(GridSolver &grid) {
    for (size_t l = 1; l < grid.levels.size(); ++l) {
        injectPositions(grid.levels[l - 1], grid.levels[l]);
    }
    for (size_t l = grid.levels.size() - 1; l >= 1; --l) {
        for (const bool backwards : {false, true}) {
            sweepLevel(grid.levels[l], 0.0F, backwards);
            holdAnchors(grid.levels[l]);
        }
        prolongDisplacement(grid.levels[l], grid.levels[l - 1]);
    }
}

// Without pins and contacts the corrections must not change the angular momentum.
void keepMomentum(Cloth &cloth, ClothSolver &solver, float d) {
    GridSolver &grid = *solver.grid;
    GridLevel &fine = grid.levels.front();
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const size_t s = u(grid.slotOf[i]);
        solver.start[i] = {grid.previous[0][s], grid.previous[1][s], grid.previous[2][s]};
        const Vec3 target(grid.target[0][s], grid.target[1][s], grid.target[2][s]);
        solver.change[i] = (fine.at(grid.slotOf[i]) - target) / d;
        solver.correction[i] = Vec3(0.0F);
    }
    Pivot pivot;
    correctMomentum(pivot, {solver.start, cloth.mass, cloth.fixed, solver.change}, solver.correction);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const int32_t s = grid.slotOf[i];
        fine.put(s, fine.at(s) + d * solver.correction[i]);
    }
}

// v += (x - target) / d; a particle pushed out of a solid does not fly off it.
void finishVelocities(const ContactScene &scene, GridSolver &grid, float d) {
    GridLevel &fine = grid.levels.front();
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<float> &x = *axes(fine, axis);
        std::vector<float> &v = grid.velocity[axis];
        for (size_t i = 0; i < x.size(); ++i) {
            grid.bend[axis][i] = v[i]; // as predicted, for the contacts
            v[i] = fine.w[i] > 0.0F ? v[i] + (x[i] - grid.target[axis][i]) / d
                                    : (x[i] - grid.previous[axis][i]) / d;
        }
    }
    for (size_t i = 0; i < grid.contacts.size(); ++i) {
        const ContactState &contact = grid.contacts[i];
        if (contact.collider < 0) {
            continue;
        }
        const Vec3 surface =
            surfaceMotion(scene.colliders[u(contact.collider)], scene, fine.at(static_cast<int32_t>(i))) / d;
        Vec3 v(grid.velocity[0][i], grid.velocity[1][i], grid.velocity[2][i]);
        const Vec3 predicted(grid.bend[0][i], grid.bend[1][i], grid.bend[2][i]);
        const float leaving = glm::dot(v - surface, contact.normal);
        const float allowed = std::max(0.0F, glm::dot(predicted - surface, contact.normal));
        v -= std::max(0.0F, leaving - allowed) * contact.normal;
        for (int axis = 0; axis < 3; ++axis) {
            grid.velocity[axis][i] = v[axis];
        }
    }
}

// What the obstacles gave the cloth in this substep (N s).
Vec3 impulseOfContacts(const Cloth &cloth, const GridSolver &grid, float d) {
    Vec3 impulse(0.0F);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const ContactState &contact = grid.contacts[u(grid.slotOf[i])];
        if (contact.collider >= 0) {
            impulse += cloth.mass[i] / d * (contact.pushed * contact.normal + contact.friction);
        }
    }
    return impulse;
}

int32_t countContacts(const GridSolver &grid) {
    return static_cast<int32_t>(std::count_if(grid.contacts.begin(), grid.contacts.end(),
                                              [](const ContactState &c) { return c.collider >= 0; }));
}

void substep(Cloth &cloth, ClothSolver &solver, const ContactScene &scene, const Vec3 &gravity,
             AdvanceReport &report) {
    GridSolver &grid = *solver.grid;
    GridLevel &fine = grid.levels.front();
    std::fill(grid.contacts.begin(), grid.contacts.end(), ContactState{});
    predict(cloth, grid, scene.dt, gravity);
    moveFixed(cloth, grid);
    bendCloth(cloth, grid, scene.dt);
    touchColliders(cloth, scene, grid);
    pullTethers(grid);
    limitCoarse(grid);
    sweepLevel(fine, kCompression, false);
    touchColliders(cloth, scene, grid);
    sweepLevel(fine, 0.0F, true);
    touchColliders(cloth, scene, grid);
    report.contacts = countContacts(grid);
    report.sweeps += 2;
    if (report.contacts > 0) {
        report.contactImpulse += impulseOfContacts(cloth, grid, scene.dt);
    }
    if (report.contacts == 0 && grid.holders.empty()) {
        keepMomentum(cloth, solver, scene.dt);
    }
    finishVelocities(scene, grid, scene.dt);
}

} // namespace

float bendingRigidity(const Cloth &cloth) {
    // A flexion spring over two cells stores, at a right angle, what this rigidity stores in the second
    // difference.
    const float cell = cloth.topology->restUv[1].x - cloth.topology->restUv[0].x;
    return 0.04F * cloth.fabric.flexionStiffness * cell * cell;
}

std::shared_ptr<GridSolver> makeGridSolver(const Cloth &cloth) {
    auto grid = std::make_shared<GridSolver>();
    const ClothTopology &topology = *cloth.topology;
    std::vector<float> columnAt;
    std::vector<float> rowAt;
    columnAt.reserve(u(topology.columnCount));
    rowAt.reserve(u(topology.rowCount));
    for (int32_t c = 0; c < topology.columnCount; ++c) {
        columnAt.push_back(topology.restUv[u(c)].x);
    }
    for (int32_t r = 0; r < topology.rowCount; ++r) {
        rowAt.push_back(topology.restUv[u(r * topology.columnCount)].y);
    }
    grid->levels.push_back(makeGridLevel(columnAt, rowAt));
    while (std::min(grid->levels.back().columns, grid->levels.back().rows) > kCoarsest) {
        grid->levels.push_back(makeCoarserLevel(grid->levels.back(), columnAt, rowAt));
    }
    const GridLevel &fine = grid->levels.front();
    for (int32_t i = 0; i < topology.particleCount; ++i) {
        grid->slotOf.push_back(fine.slot(i % topology.columnCount, i / topology.columnCount));
    }
    for (int axis = 0; axis < 3; ++axis) {
        for (auto *arrays : {&grid->velocity, &grid->target, &grid->bent, &grid->bend, &grid->previous}) {
            (*arrays)[axis].assign(fine.x.size(), 0.0F);
        }
    }
    grid->contacts.assign(fine.x.size(), ContactState{});
    for (auto &reach : grid->tetherReach) {
        reach.assign(fine.x.size(), kUnbounded);
    }
    grid->holders.reserve(u(kHoldersMax));
    return grid;
}

Result<void> prepareSelvage(const Cloth &, ClothSolver &solver) {
    if (!solver.grid && !solver.mesh) {
        return Error{"the integrator selvage: expected a cloth with triangles"};
    }
    return {};
}

void advanceSelvage(Cloth &cloth, ClothSolver &solver, const AdvanceSettings &settings,
                    AdvanceReport &report) {
    if (!solver.filterValid || solver.filterOwner == nullptr ||
        solver.filterOwner->advance != advanceSelvage) {
        solver.mesh ? refreshMeshSolver(cloth, *solver.mesh) : refresh(cloth, solver);
        solver.filterOwner = findIntegrator("selvage");
        solver.filterValid = true;
    }
    if (solver.mesh) {
        advanceMesh(cloth, solver, settings, report);
        return;
    }
    GridSolver &grid = *solver.grid;
    load(cloth, grid);
    const auto count = static_cast<float>(settings.substeps);
    for (int32_t s = 0; s < settings.substeps; ++s) {
        const ContactScene scene{settings.colliders, static_cast<float>(s) / count,
                                 static_cast<float>(s + 1) / count, settings.dt / count};
        settings.aimFixed(settings.context, scene.substepEnd, scene.dt);
        substep(cloth, solver, scene, settings.gravity, report);
    }
    store(cloth, grid);
}

} // namespace selvage
