// Every stage is a loop over a block without branches, so that it runs in wide vectors; most blocks are far
// from everything and end after the first stage.
#include "grid_contact.h"

#include "collider_pass.h"
#include "maths/index.h"
#include "mesh_measure.h"
#include "sim/workers.h"
#include "swept_contact.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kLanes = 16;
constexpr size_t kFewSolids = 4; // are not worth a box around the cloth

template <ColliderShape shape>
SELVAGE_INLINE inline bool isNear(const Pass &pass, const Block &local, int32_t count) {
    int32_t near = 0;
    const float radius = pass.collider->radius + pass.thickness;
    for (int32_t k = 0; k < count; ++k) {
        if constexpr (shape == ColliderShape::Plane) {
            near |= local.y[k] <= pass.thickness ? 1 : 0;
        } else if constexpr (shape == ColliderShape::Sphere) {
            const float squared =
                fused(local.x[k], local.x[k], fused(local.y[k], local.y[k], local.z[k] * local.z[k]));
            near |= squared <= radius * radius ? 1 : 0;
        } else {
            const float x = std::max(pass.low.x - local.x[k], local.x[k] - pass.high.x);
            const float y = std::max(pass.low.y - local.y[k], local.y[k] - pass.high.y);
            const float z = std::max(pass.low.z - local.z[k], local.z[k] - pass.high.z);
            const float outside = std::max(x, std::max(y, z));
            near |= outside <= 0.0F ? 1 : 0;
        }
    }
    return near != 0;
}

template <ColliderShape shape>
SELVAGE_INLINE inline void measure(const Pass &pass, const Block &local, const float *w, int32_t count,
                                   Pushes &pushes) {
    int32_t any = 0;
    int32_t deep = 0;
    for (int32_t k = 0; k < count; ++k) {
        const Sample s = sampleShape<shape>(*pass.collider, local.x[k], local.y[k], local.z[k]);
        pushes.normal.x[k] = s.x;
        pushes.normal.y[k] = s.y;
        pushes.normal.z[k] = s.z;
        const float depth = w[k] > 0.0F ? pass.thickness - s.distance : 0.0F;
        pushes.depth[k] = depth;
        any |= depth > 0.0F ? 1 : 0;
        deep |= depth > kDeep ? 1 : 0;
    }
    pushes.any = any != 0;
    pushes.deep = deep != 0;
}

// What was inside at the start of the substep comes out slowly. Returns whether anything was.
SELVAGE_INLINE inline bool slowDownMesh(const Pass &pass, const Block &startLocal, int32_t count,
                                        Pushes &pushes) {
    float most = 0.0F; // m, that is left for later
    for (int32_t k = 0; k < count; ++k) {
        if (pushes.depth[k] > kDeep) {
            const VoxelSample s = sampleVoxels(pass.collider->mesh->voxels,
                                               {startLocal.x[k], startLocal.y[k], startLocal.z[k]});
            const float held = std::max(0.0F, pass.thickness - s.distance - pass.recovery);
            pushes.depth[k] -= held;
            most = std::max(most, held);
        }
    }
    return most > 0.0F;
}

// The same for an analytic solid.
template <ColliderShape shape>
SELVAGE_INLINE inline bool slowDown(const Pass &pass, const Block &startLocal, int32_t count,
                                    Pushes &pushes) {
    int32_t any = 0;
    for (int32_t k = 0; k < count; ++k) {
        const Sample s =
            sampleShape<shape>(*pass.collider, startLocal.x[k], startLocal.y[k], startLocal.z[k]);
        const float depth = std::max(0.0F, pass.thickness - s.distance - pass.recovery);
        const float held = pushes.depth[k] > kDeep ? depth : 0.0F;
        pushes.depth[k] -= held;
        any |= held > 0.0F ? 1 : 0;
    }
    return any != 0;
}

// Pointers to one block of the particles and their contacts.
struct BlockAt {
    float *x;
    float *y;
    float *z;
    const float *startX;
    const float *startY;
    const float *startZ;
    int32_t *collider;
    float *normalX;
    float *normalY;
    float *normalZ;
    float *pushed;
    float *frictionX;
    float *frictionY;
    float *frictionZ;
};

BlockAt blockAt(const GridParticles &p, GridContacts &c, int32_t first) {
    const size_t i = u(first);
    return {p.now[0]->data() + i,        p.now[1]->data() + i,        p.now[2]->data() + i,
            (*p.previous)[0].data() + i, (*p.previous)[1].data() + i, (*p.previous)[2].data() + i,
            c.collider.data() + i,       c.normal[0].data() + i,      c.normal[1].data() + i,
            c.normal[2].data() + i,      c.pushed.data() + i,         c.friction[0].data() + i,
            c.friction[1].data() + i,    c.friction[2].data() + i};
}

// Pushes out along the normal and re-decides the friction: see resolve() of contact_kernel.h.
SELVAGE_INLINE inline void resolveBlock(const Pass &pass, const Pushes &pushes, const Block &surfaceStep,
                                        int32_t count, const BlockAt &at) {
    const Block &normal = pushes.normal;
    const Mat3 &m = pass.toWorld;
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        const float depth = std::max(pushes.depth[k], 0.0F);
        const bool touches = depth > 0.0F;
        const bool known = at.collider[k] == pass.index;
        const float nx = m[0][0] * normal.x[k] + m[1][0] * normal.y[k] + m[2][0] * normal.z[k];
        const float ny = m[0][1] * normal.x[k] + m[1][1] * normal.y[k] + m[2][1] * normal.z[k];
        const float nz = m[0][2] * normal.x[k] + m[1][2] * normal.y[k] + m[2][2] * normal.z[k];
        const float x = fused(depth, nx, at.x[k]);
        const float y = fused(depth, ny, at.y[k]);
        const float z = fused(depth, nz, at.z[k]);
        const float pushed = (known ? at.pushed[k] : 0.0F) + depth;
        const float fx = known ? at.frictionX[k] : 0.0F;
        const float fy = known ? at.frictionY[k] : 0.0F;
        const float fz = known ? at.frictionZ[k] : 0.0F;
        // Sliding relative to the surface so far.
        const float sx = x - at.startX[k] - surfaceStep.x[k];
        const float sy = y - at.startY[k] - surfaceStep.y[k];
        const float sz = z - at.startZ[k] - surfaceStep.z[k];
        const float along = sx * nx + sy * ny + sz * nz;
        const float wx = fx - (sx - along * nx);
        const float wy = fy - (sy - along * ny);
        const float wz = fz - (sz - along * nz);
        const float size = std::sqrt(wx * wx + wy * wy + wz * wz);
        const float limit = pass.friction * pushed;
        const float scale = size > limit ? limit / std::max(size, 1e-30F) : 1.0F;
        at.x[k] = touches ? x + (wx * scale - fx) : at.x[k];
        at.y[k] = touches ? y + (wy * scale - fy) : at.y[k];
        at.z[k] = touches ? z + (wz * scale - fz) : at.z[k];
        at.normalX[k] = touches ? nx : at.normalX[k];
        at.normalY[k] = touches ? ny : at.normalY[k];
        at.normalZ[k] = touches ? nz : at.normalZ[k];
        at.frictionX[k] = touches ? wx * scale : at.frictionX[k];
        at.frictionY[k] = touches ? wy * scale : at.frictionY[k];
        at.frictionZ[k] = touches ? wz * scale : at.frictionZ[k];
        at.pushed[k] = touches ? pushed : at.pushed[k];
        at.collider[k] = touches ? pass.index : at.collider[k];
    }
}

// What happened in some blocks: flags.
enum Touched : uint8_t { Nothing = 0, Touches = 1, Recovers = 2 };

template <ColliderShape shape, bool swept>
SELVAGE_INLINE inline uint8_t touchBlock(const Pass &pass, const GridParticles &particles,
                                         GridContacts &contacts, int32_t first, int32_t count) {
    const BlockAt at = blockAt(particles, contacts, first);
    const float *w = particles.w->data() + u(first);
    Block local;
    Block other; // where they were at the start
    transform(pass.toLocal, at.x, at.y, at.z, count, local);
    if constexpr (swept) {
        transform(pass.startToLocal, at.startX, at.startY, at.startZ, count, other);
        if (!isWayNear(pass, other, local, count)) {
            return Nothing;
        }
    } else if (!isNear<shape>(pass, local, count)) {
        return Nothing;
    }
    Pushes pushes;
    if constexpr (shape == ColliderShape::Mesh) {
        measureMesh(pass, local, w, count, pushes);
    } else {
        measure<shape>(pass, local, w, count, pushes);
    }
    if constexpr (swept) {
        sweep<shape>(pass, other, local, w, count, pushes);
    }
    if (!pushes.any) {
        return Nothing;
    }
    bool recovers = false;
    if (pushes.deep) {
        transform(pass.startToLocal, at.startX, at.startY, at.startZ, count, other);
        if constexpr (shape == ColliderShape::Mesh) {
            recovers = slowDownMesh(pass, other, count, pushes);
        } else {
            recovers = slowDown<shape>(pass, other, count, pushes);
        }
    }
    transform(pass.surfaceStep, at.x, at.y, at.z, count, other);
    resolveBlock(pass, pushes, other, count, at);
    return recovers ? Touches | Recovers : Touches;
}

template <ColliderShape shape, bool swept>
SELVAGE_INLINE inline uint8_t touchBlocks(const Pass &pass, const GridParticles &particles,
                                          GridContacts &contacts, int32_t begin, int32_t end) {
    uint8_t touched = Nothing;
    for (int32_t b = begin; b < end; ++b) {
        const int32_t first = b * kBlock;
        touched |= touchBlock<shape, swept>(pass, particles, contacts, first,
                                            std::min(kBlock, particles.count - first));
    }
    return touched;
}

template <ColliderShape shape>
uint8_t touchWide(const Pass &pass, const GridParticles &particles, GridContacts &contacts, int32_t begin,
                  int32_t end) {
    uint8_t touched = Nothing;
    if (pass.swept) {
        runWide([&]() SELVAGE_INLINE {
            touched = touchBlocks<shape, true>(pass, particles, contacts, begin, end);
        });
    } else {
        runWide([&]() SELVAGE_INLINE {
            touched = touchBlocks<shape, false>(pass, particles, contacts, begin, end);
        });
    }
    return touched;
}

uint8_t touchRange(const Pass &pass, const GridParticles &particles, GridContacts &contacts, int32_t begin,
                   int32_t end) {
    switch (pass.collider->shape) {
    case ColliderShape::Plane:
        return touchWide<ColliderShape::Plane>(pass, particles, contacts, begin, end);
    case ColliderShape::Sphere:
        return touchWide<ColliderShape::Sphere>(pass, particles, contacts, begin, end);
    case ColliderShape::Box:
        return touchWide<ColliderShape::Box>(pass, particles, contacts, begin, end);
    case ColliderShape::Capsule:
        return touchWide<ColliderShape::Capsule>(pass, particles, contacts, begin, end);
    case ColliderShape::Ellipsoid:
        return touchWide<ColliderShape::Ellipsoid>(pass, particles, contacts, begin, end);
    case ColliderShape::Mesh:
        return touchWide<ColliderShape::Mesh>(pass, particles, contacts, begin, end);
    }
    return Nothing;
}

// Calls add(first, count) for as many particles at a time as there are lanes.
template <typename Add> void forLanes(int32_t count, const Add &add) {
    runWide([&]() SELVAGE_INLINE {
        int32_t first = 0;
        for (; first + kLanes <= count; first += kLanes) {
            add(first, kLanes);
        }
        add(first, count - first);
    });
}

// m, that any particle has gone in this substep.
float longestWay(const GridParticles &particles) {
    float lanes[kLanes] = {}; // m², of every one of so many
    const Axes &start = *particles.previous;
    const auto add = [&](int32_t first, int32_t count) SELVAGE_INLINE {
        const size_t at = u(first);
        const float *x = particles.now[0]->data() + at;
        const float *y = particles.now[1]->data() + at;
        const float *z = particles.now[2]->data() + at;
        const float *startX = start[0].data() + at;
        const float *startY = start[1].data() + at;
        const float *startZ = start[2].data() + at;
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < count; ++k) {
            const float wayX = x[k] - startX[k];
            const float wayY = y[k] - startY[k];
            const float wayZ = z[k] - startZ[k];
            lanes[k] = std::max(lanes[k], fused(wayX, wayX, fused(wayY, wayY, wayZ * wayZ)));
        }
    };
    forLanes(particles.count, add);
    return std::sqrt(*std::max_element(lanes, lanes + kLanes));
}

// A box around the places of a cloth's free particles, now and at the start of the substep.
Extent extentOf(const GridParticles &particles) {
    Extent extent;
    for (int axis = 0; axis < 3; ++axis) {
        float low[kLanes];
        float high[kLanes];
        std::fill(low, low + kLanes, kFarAway);
        std::fill(high, high + kLanes, -kFarAway);
        const auto add = [&](int32_t first, int32_t count) SELVAGE_INLINE {
            const float *w = particles.w->data() + u(first);
            const float *now = particles.now[static_cast<size_t>(axis)]->data() + u(first);
            const float *start = (*particles.previous)[static_cast<size_t>(axis)].data() + u(first);
            SELVAGE_INDEPENDENT
            for (int32_t k = 0; k < count; ++k) {
                const float least = std::min(now[k], start[k]);
                const float most = std::max(now[k], start[k]);
                low[k] = std::min(low[k], w[k] > 0.0F ? least : kFarAway);
                high[k] = std::max(high[k], w[k] > 0.0F ? most : -kFarAway);
            }
        };
        forLanes(particles.count, add);
        extent.low[axis] = *std::min_element(low, low + kLanes);
        extent.high[axis] = *std::max_element(high, high + kLanes);
    }
    return extent;
}

// A cheap test that is true only where no free particle comes near the solid.
bool isBeyond(const Pass &pass, const Extent &extent) {
    const Extent there = joined(transformed(pass.toLocal, extent), transformed(pass.startToLocal, extent));
    return areApart(there, extentOf(*pass.collider), pass.thickness + kRounding);
}

// Calls body(pass) for the solids that edges may touch.
template <typename Body>
void forSharp(const Fabric &fabric, const ContactScene &scene, float way, float longest, const Body &body) {
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        if (isSharpFor(scene.colliders[u(c)], longest, fabric.thickness)) {
            body(makePass(fabric, scene, c, way));
        }
    }
}

// The longest way (m) relative to any of them; 0 without any.
float longestWayAtSharp(const Fabric &fabric, const ContactScene &scene, float way, float longest) {
    float most = 0.0F;
    forSharp(fabric, scene, way, longest, [&](const Pass &pass) { most = std::max(most, pass.way); });
    return most;
}

// Keeps the lists of near features up to date.
void listNear(const Fabric &fabric, const ContactScene &scene, const GridParticles &particles, float way,
              ClothFeatures &features) {
    const float most = longestWayAtSharp(fabric, scene, way, features.longest);
    if (most == 0.0F || nearHolds(features, most)) {
        return;
    }
    beginNear(most, features);
    forSharp(fabric, scene, way, features.longest,
             [&](const Pass &pass) { addNear(pass, particles, features); });
    endNear(features);
}

} // namespace

GridContacts makeGridContacts(const ClothTopology &topology, size_t slots) {
    GridContacts contacts;
    contacts.features.longest = longestEdge(topology);
    contacts.collider.assign(slots, -1);
    contacts.pushed.assign(slots, 0.0F);
    contacts.blocks.resize(slots / kSlotBlock + 1);
    for (size_t axis = 0; axis < 3; ++axis) {
        contacts.normal[axis].assign(slots, 0.0F);
        contacts.friction[axis].assign(slots, 0.0F);
    }
    return contacts;
}

bool needsFeatures(const GridContacts &contacts, const Fabric &fabric, std::span<const Collider> colliders) {
    return std::any_of(colliders.begin(), colliders.end(), [&](const Collider &collider) {
        return isSharpFor(collider, contacts.features.longest, fabric.thickness);
    });
}

void clearContacts(GridContacts &contacts, Workers &workers) {
    contacts.recovers = false;
    if (!contacts.any) {
        return;
    }
    contacts.any = false;
    // What was pushed is read only where the collider is known.
    int32_t *collider = contacts.collider.data();
    workers.forBlocks(static_cast<int32_t>(contacts.collider.size()), kBlocksAtOnce * kBlock,
                      [&](int32_t begin, int32_t end) { std::fill(collider + begin, collider + end, -1); });
}

void touchColliders(const Fabric &fabric, const ContactScene &scene, const GridParticles &particles,
                    GridContacts &contacts, Workers &workers) {
    const int32_t blocks = (particles.count + kBlock - 1) / kBlock;
    const float way = longestWay(particles);
    const bool many = scene.colliders.size() > kFewSolids;
    Extent extent = many ? extentOf(particles) : Extent{};
    listNear(fabric, scene, particles, way, contacts.features);
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        const Pass pass = makePass(fabric, scene, c, way);
        std::atomic<uint8_t> touched{Nothing};
        if (!isBeyond(pass, extent)) {
            workers.forBlocks(blocks, kBlocksAtOnce, [&](int32_t begin, int32_t end) {
                const uint8_t here = touchRange(pass, particles, contacts, begin, end);
                if (here != Nothing) {
                    touched.fetch_or(here, std::memory_order_relaxed);
                }
            });
        }
        if (isSharpFor(*pass.collider, contacts.features.longest, pass.thickness) &&
            touchEdges(pass, particles, contacts.features, contacts)) {
            touched.fetch_or(Touches);
        }
        if (many && touched.load() != Nothing) { // and moved
            extent = extentOf(particles);
        }
        contacts.any |= (touched.load() & Touches) != 0;
        contacts.recovers |= (touched.load() & Recovers) != 0;
    }
}

void keepFeaturesOut(const Fabric &fabric, const ContactScene &scene, const GridParticles &particles,
                     GridContacts &contacts) {
    ClothFeatures &features = contacts.features;
    const float way = longestWay(particles);
    listNear(fabric, scene, particles, way, features);
    float most = 0.0F; // m
    forSharp(fabric, scene, way, features.longest, [&](const Pass &pass) {
        contacts.any |= keepOut(pass, particles, features, contacts);
        most = std::max(most, pass.way);
    });
    features.spent += most;
}

} // namespace selvage
