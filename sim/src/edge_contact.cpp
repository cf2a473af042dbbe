// The distance to a convex solid is convex along an edge, so that halving finds the nearest point of the edge
// in a fixed number of steps, for 64 edges at a time; the push there goes to the two ends by their weights.
// Where edges go far in a substep they are stopped on their way first, like particles: behind the tangent
// plane at the place where the edge first comes near lies all of the solid, and both ends may go beyond that
// plane only by the depth of the solid's core. So they can turn about a rod, but never pass its axis.
#include "edge_contact.h"

#include "corner_contact.h"
#include "feature_press.h"
#include "maths/index.h"
#include "thin_contact.h"

namespace selvage {

namespace {

constexpr int32_t kHalvings = 10;    // to a thousandth of an edge
constexpr float kSlackShare = 0.25F; // –, of the longest edge, that lists of what is near allow for
constexpr float kWays = 2.5F;        // –, of the way so far in the substep, the same
constexpr float kUnbounded = 1e30F;  // m
constexpr float kDeepShare = 0.25F;  // –, of the thickness: pushed edges that are nearer are cut
constexpr float kTolerance = 1e-5F;  // m, less is not pushed

// Calls body(edges, count) for a block at a time.
template <typename Body> void forBlocks(const std::vector<EdgeSlots> &all, const Body &body) {
    const auto count = static_cast<int32_t>(all.size());
    for (int32_t first = 0; first < count; first += kBlock) {
        body(&all[u(first)], std::min(kBlock, count - first));
    }
}

// Whether something that is not flat is within `reach` (m) of a point.
template <ColliderShape shape>
SELVAGE_INLINE inline bool isSharpNear(const Pass &pass, float reach, float x, float y, float z) {
    const float outX = std::max(pass.low.x - x, x - pass.high.x);
    const float outY = std::max(pass.low.y - y, y - pass.high.y);
    const float outZ = std::max(pass.low.z - z, z - pass.high.z);
    const float most = std::max(outX, std::max(outY, outZ));
    if constexpr (shape == ColliderShape::Mesh) {
        return isNearThin(pass.collider->mesh->voxels, {x, y, z});
    } else if constexpr (shape == ColliderShape::Box) { // near two of its sides at least
        const float second = std::max(std::min(outX, outY), std::min(std::max(outX, outY), outZ));
        return (most < reach) & (second > -reach);
    } else {
        return most < reach;
    }
}

struct Ends {
    Block a;
    Block b;
};

// Finds the slots that the edges around may touch from.
template <ColliderShape shape>
void findNear(const Pass &pass, const GridParticles &p, ClothFeatures &features) {
    const float reach = features.longest + features.slack;
    for (int32_t first = 0; first < p.count; first += kBlock) {
        const int32_t count = std::min(kBlock, p.count - first);
        int32_t near[kBlock];
        int32_t any = 0;
        runWide([&]() SELVAGE_INLINE {
            Block local;
            transform(pass.toLocal, p.now[0]->data() + u(first), p.now[1]->data() + u(first),
                      p.now[2]->data() + u(first), count, local);
            for (int32_t k = 0; k < count; ++k) {
                near[k] = isSharpNear<shape>(pass, reach, local.x[k], local.y[k], local.z[k]) ? 1 : 0;
                any |= near[k];
            }
        });
        for (int32_t k = 0; any != 0 && k < count; ++k) {
            uint64_t &bits = features.isNear[u(first + k)];
            if (near[k] != 0 && bits == 0) {
                features.near.push_back(first + k);
            }
            bits |= near[k] != 0 ? bitOf(pass) : 0;
            features.anyNear |= bits;
        }
    }
}

void loadEnds(const Affine &toLocal, const Axes *axes, const GridParticles &p, const EdgeSlots *edges,
              int32_t count, Ends &ends) {
    Ends world;
    for (int32_t k = 0; k < count; ++k) {
        const Vec3 a = axes != nullptr ? at(*axes, edges[k].a) : nowAt(p, edges[k].a);
        const Vec3 b = axes != nullptr ? at(*axes, edges[k].b) : nowAt(p, edges[k].b);
        world.a.x[k] = a.x;
        world.a.y[k] = a.y;
        world.a.z[k] = a.z;
        world.b.x[k] = b.x;
        world.b.y[k] = b.y;
        world.b.z[k] = b.z;
    }
    runWide([&]() SELVAGE_INLINE {
        transform(toLocal, world.a.x, world.a.y, world.a.z, count, ends.a);
        transform(toLocal, world.b.x, world.b.y, world.b.z, count, ends.b);
    });
}

// The least distance that an edge can have, by the tangents of the distance at its ends. The distance is
// convex: it lies above both.
template <ColliderShape shape>
SELVAGE_INLINE inline float leastDistance(const Collider &collider, const Ends &ends, int32_t k) {
    const float x = ends.b.x[k] - ends.a.x[k];
    const float y = ends.b.y[k] - ends.a.y[k];
    const float z = ends.b.z[k] - ends.a.z[k];
    const Sample a = sampleShape<shape>(collider, ends.a.x[k], ends.a.y[k], ends.a.z[k]);
    const Sample b = sampleShape<shape>(collider, ends.b.x[k], ends.b.y[k], ends.b.z[k]);
    const float fall = std::min(fused(a.x, x, fused(a.y, y, a.z * z)), 0.0F); // m, from a on
    const float rise = std::max(fused(b.x, x, fused(b.y, y, b.z * z)), 0.0F); // m, up to b
    const float both = std::max(rise - fall, 1e-12F);
    // a.distance + t fall = b.distance - (1 - t) rise
    const float t = std::min(std::max((a.distance - b.distance + rise) / both, 0.0F), 1.0F);
    return std::max(fused(t, fall, a.distance), fused(t - 1.0F, rise, b.distance));
}

// The nearest points of edges.
struct Nearest {
    float share[kBlock]; // –, from a to b
    Block point;         // m
    float distance[kBlock];
    Block normal;
};

// Of an edge whose nearest point lies between two of its points. At a rim the normal jumps: the one across
// the edge lies between those of the two.
template <ColliderShape shape>
SELVAGE_INLINE inline void settle(const Collider &collider, const Ends &ends, float low, float high,
                                  int32_t k, Nearest &out) {
    const float x = ends.b.x[k] - ends.a.x[k];
    const float y = ends.b.y[k] - ends.a.y[k];
    const float z = ends.b.z[k] - ends.a.z[k];
    const Sample a = sampleShape<shape>(collider, fused(low, x, ends.a.x[k]), fused(low, y, ends.a.y[k]),
                                        fused(low, z, ends.a.z[k]));
    const Sample b = sampleShape<shape>(collider, fused(high, x, ends.a.x[k]), fused(high, y, ends.a.y[k]),
                                        fused(high, z, ends.a.z[k]));
    const float fall = std::max(-fused(a.x, x, fused(a.y, y, a.z * z)), 0.0F);
    const float rise = std::max(fused(b.x, x, fused(b.y, y, b.z * z)), 0.0F);
    const float both = fall + rise;
    // Of b's normal. Normals that face each other are those of two sides between which the edge goes through.
    const bool opposite = fused(a.x, b.x, fused(a.y, b.y, a.z * b.z)) < -0.9F;
    const float part = opposite ? 0.0F : (both > 0.0F ? fall / std::max(both, 1e-12F) : 0.5F);
    const float nx = fused(part, b.x - a.x, a.x);
    const float ny = fused(part, b.y - a.y, a.y);
    const float nz = fused(part, b.z - a.z, a.z);
    const float inverse = 1.0F / std::max(std::sqrt(fused(nx, nx, fused(ny, ny, nz * nz))), 1e-9F);
    const float t = 0.5F * (low + high);
    out.share[k] = t;
    out.point.x[k] = fused(t, x, ends.a.x[k]);
    out.point.y[k] = fused(t, y, ends.a.y[k]);
    out.point.z[k] = fused(t, z, ends.a.z[k]);
    out.distance[k] = std::min(a.distance, b.distance);
    out.normal.x[k] = nx * inverse;
    out.normal.y[k] = ny * inverse;
    out.normal.z[k] = nz * inverse;
}

template <ColliderShape shape>
SELVAGE_INLINE inline void findNearest(const Collider &collider, const Ends &ends, int32_t count,
                                       Nearest &out) {
    float low[kBlock];
    float high[kBlock];
    for (int32_t k = 0; k < count; ++k) {
        low[k] = 0.0F;
        high[k] = 1.0F;
    }
    for (int32_t step = 0; step < kHalvings; ++step) {
        for (int32_t k = 0; k < count; ++k) {
            const float x = ends.b.x[k] - ends.a.x[k];
            const float y = ends.b.y[k] - ends.a.y[k];
            const float z = ends.b.z[k] - ends.a.z[k];
            const float t = 0.5F * (low[k] + high[k]);
            const Sample s = sampleShape<shape>(collider, fused(t, x, ends.a.x[k]), fused(t, y, ends.a.y[k]),
                                                fused(t, z, ends.a.z[k]));
            const bool rises = fused(s.x, x, fused(s.y, y, s.z * z)) > 0.0F;
            high[k] = rises ? t : high[k];
            low[k] = rises ? low[k] : t;
        }
    }
    for (int32_t k = 0; k < count; ++k) {
        settle<shape>(collider, ends, low[k], high[k], k, out);
    }
}

SELVAGE_INLINE inline float wayOf(const Block &from, const Block &to, int32_t k) {
    const float x = to.x[k] - from.x[k];
    const float y = to.y[k] - from.y[k];
    const float z = to.z[k] - from.z[k];
    return std::sqrt(fused(x, x, fused(y, y, z * z)));
}

// Where edges were at the start of the substep, and their planes: behind the tangent plane at an edge's
// nearest point lies all of the solid, before it all of the edge.
struct Planes {
    Nearest nearest;
    Ends start; // m, in the collider's frame
};

template <ColliderShape shape>
void findPlanes(const Pass &pass, const GridParticles &p, const EdgeSlots *edges, int32_t count,
                Planes &planes) {
    loadEnds(pass.startToLocal, p.previous, p, edges, count, planes.start);
    runWide([&]()
                SELVAGE_INLINE { findNearest<shape>(*pass.collider, planes.start, count, planes.nearest); });
}

// Both ends of edges that go far stay before their edge's plane: for one substep a fast edge does not turn
// about what it meets.
template <ColliderShape shape>
bool stopEdges(const Pass &pass, const GridParticles &p, const EdgeSlots *edges, int32_t count,
               GridContacts &contacts) {
    Planes planes;
    findPlanes<shape>(pass, p, edges, count, planes);
    const float core = coreDepth(*pass.collider);
    bool any = false;
    for (int32_t k = 0; k < count; ++k) {
        const float distance = planes.nearest.distance[k];
        const Vec3 normal = in(planes.nearest.normal, k);
        const float plane = glm::dot(normal, in(planes.nearest.point, k)) - distance;
        for (const int32_t slot : {edges[k].a, edges[k].b}) {
            const float depth = plane - glm::dot(normal, apply(pass.toLocal, nowAt(p, slot)));
            if (depth > 0.0F && distance > -kUnseenShare * core && weightAt(p, slot) > 0.0F) {
                press(pass, p, contacts, slot, depth * (pass.toWorld * normal));
                any = true;
            }
        }
    }
    return any;
}

// What the pushes left over: shortens the ways of both ends so that they stay before their edge's plane. As
// all planes are those of the start, from where every way begins, shortening one breaks no other.
template <ColliderShape shape>
void cutEdges(const Pass &pass, const GridParticles &p, const EdgeSlots *edges, int32_t count, Keep keep,
              ClothFeatures &features) {
    Planes planes;
    findPlanes<shape>(pass, p, edges, count, planes);
    for (int32_t k = 0; k < count; ++k) {
        const float distance = planes.nearest.distance[k];
        if (distance > 0.0F) {
            const Vec3 normal = in(planes.nearest.normal, k);
            const PartingPlane plane{normal, glm::dot(normal, in(planes.nearest.point, k)) - distance +
                                                 gapOf(pass, distance)};
            keepBefore(pass, p, features, keep, {edges[k].a, in(planes.start.a, k)}, plane);
            keepBefore(pass, p, features, keep, {edges[k].b, in(planes.start.b, k)}, plane);
        }
    }
}

// The same for particles, which edges may have pushed.
template <ColliderShape shape>
void cutParticles(const Pass &pass, const GridParticles &p, Keep keep, ClothFeatures &features) {
    for (const int32_t slot : features.near) {
        if (!isNear(pass, features, slot)) {
            continue;
        }
        const Vec3 start = apply(pass.startToLocal, at(*p.previous, slot));
        const Sample s = sampleShape<shape>(*pass.collider, start.x, start.y, start.z);
        if (s.distance > 0.0F && s.distance < pass.way) {
            const Vec3 normal(s.x, s.y, s.z);
            keepBefore(pass, p, features, keep, {slot, start},
                       {normal, glm::dot(normal, start) - s.distance + gapOf(pass, s.distance)});
        }
    }
}

// m, of a push by `depth`, by which what was inside at the start of the substep comes out slowly.
template <ColliderShape shape>
float slowed(const Pass &pass, const Vec3 &start, float depth, GridContacts &contacts) {
    if (depth <= kDeep) {
        return depth;
    }
    const Vec3 local = apply(pass.startToLocal, start);
    const Sample s = sampleShape<shape>(*pass.collider, local.x, local.y, local.z);
    const float held = std::max(0.0F, pass.thickness - s.distance - pass.recovery);
    contacts.recovers |= held > 0.0F;
    return depth - held;
}

// Pushes the nearest point of every edge out of the solid.
template <ColliderShape shape>
bool pushEdges(const Pass &pass, const GridParticles &p, const EdgeSlots *edges, int32_t count,
               GridContacts &contacts) {
    Ends ends;
    Nearest nearest;
    loadEnds(pass.toLocal, nullptr, p, edges, count, ends);
    runWide([&]() SELVAGE_INLINE { findNearest<shape>(*pass.collider, ends, count, nearest); });
    bool any = false;
    for (int32_t k = 0; k < count; ++k) {
        if (nearest.distance[k] > pass.thickness) {
            continue;
        }
        const float t = nearest.share[k];
        const auto [a, b] = edges[k];
        const Vec3 normal(nearest.normal.x[k], nearest.normal.y[k], nearest.normal.z[k]);
        const Vec3 point(nearest.point.x[k], nearest.point.y[k], nearest.point.z[k]);
        // Its neighbours may have moved it since.
        const Vec3 local = apply(pass.toLocal, (1.0F - t) * nowAt(p, a) + t * nowAt(p, b));
        float depth = pass.thickness - nearest.distance[k] - glm::dot(normal, local - point);
        const Vec3 start = (1.0F - t) * at(*p.previous, a) + t * at(*p.previous, b);
        depth = slowed<shape>(pass, start, depth, contacts);
        if (depth > kTolerance) {
            pressTogether<2>(pass, p, contacts, {a, b}, {1.0F - t, t}, depth * (pass.toWorld * normal));
            any = true;
        }
    }
    return any;
}

// Calls body(edges, count) for the edges near the solid, a block at a time.
template <typename Body> void forNear(const Pass &pass, const ClothFeatures &features, const Body &body) {
    const uint64_t bit = bitOf(pass);
    EdgeSlots block[kBlock];
    int32_t count = 0;
    for (size_t e = 0; e < features.edges.size(); ++e) {
        if ((features.edgeNear[e] & bit) != 0) {
            block[count++] = features.edges[e];
        }
        if (count == kBlock) {
            body(block, count);
            count = 0;
        }
    }
    if (count > 0) {
        body(block, count);
    }
}

// Finds those of the near edges that the solid is nearer to than `distance` (m), and those that go so far
// that they may pass through it.
template <ColliderShape shape>
void findTouching(const Pass &pass, const GridParticles &p, float distance, ClothFeatures &features) {
    features.touching.clear();
    forNear(pass, features, [&](const EdgeSlots *edges, int32_t count) {
        float beyond[kBlock]; // m, that it is or goes farther than it may
        Ends now;
        Ends start;
        loadEnds(pass.toLocal, nullptr, p, edges, count, now);
        runWide([&]() SELVAGE_INLINE {
            for (int32_t k = 0; k < count; ++k) {
                beyond[k] = distance - leastDistance<shape>(*pass.collider, now, k);
            }
        });
        if (pass.swept) {
            loadEnds(pass.startToLocal, p.previous, p, edges, count, start);
            runWide([&]() SELVAGE_INLINE {
                for (int32_t k = 0; k < count; ++k) {
                    const float way = std::max(wayOf(start.a, now.a, k), wayOf(start.b, now.b, k));
                    const float least = leastDistance<shape>(*pass.collider, start, k);
                    beyond[k] = std::max(beyond[k], way - std::max(pass.sweptWay, least));
                }
            });
        }
        for (int32_t k = 0; k < count; ++k) {
            if (beyond[k] > 0.0F) {
                features.touching.push_back(edges[k]);
            }
        }
    });
}

template <ColliderShape shape>
bool touch(const Pass &pass, const GridParticles &p, ClothFeatures &features, GridContacts &contacts) {
    bool any = false;
    if (pass.swept) {
        findTouching<shape>(pass, p, -kUnbounded, features);
        forBlocks(features.touching, [&](const EdgeSlots *edges, int32_t count) {
            any |= stopEdges<shape>(pass, p, edges, count, contacts);
        });
    }
    findTouching<shape>(pass, p, pass.thickness - kTolerance, features);
    forBlocks(features.touching, [&](const EdgeSlots *edges, int32_t count) {
        any |= pushEdges<shape>(pass, p, edges, count, contacts);
    });
    return any;
}

// Takes back what a particle may not keep of its way since the start of the substep, from where the solid
// would have carried it.
void shorten(const Pass &pass, const GridParticles &p, ClothFeatures &features, int32_t slot) {
    float &share = features.share[u(slot)];
    if (share < 1.0F && weightAt(p, slot) > 0.0F) {
        const Vec3 now = nowAt(p, slot);
        const Vec3 kept = glm::mix(at(*p.previous, slot) + apply(pass.surfaceStep, now), now, share);
        for (size_t axis = 0; axis < 3; ++axis) {
            (*p.now[axis])[u(slot)] = kept[static_cast<int>(axis)];
        }
    }
    share = 1.0F;
}

template <ColliderShape shape> void cut(const Pass &pass, const GridParticles &p, ClothFeatures &features) {
    findTouching<shape>(pass, p, kDeepShare * pass.thickness, features);
    for (const Keep keep : {Keep::OnPlane, Keep::ByShortening}) {
        forBlocks(features.touching, [&](const EdgeSlots *edges, int32_t count) {
            cutEdges<shape>(pass, p, edges, count, keep, features);
        });
        cutParticles<shape>(pass, p, keep, features);
        cutAtCorners(pass, p, keep, features);
    }
    for (const int32_t slot : features.near) {
        if (!isNear(pass, features, slot)) {
            continue;
        }
        shorten(pass, p, features, slot);
        for (int32_t e = features.edgeStart[u(slot)]; e < features.edgeStart[u(slot + 1)]; ++e) {
            shorten(pass, p, features, features.edgeEnd[u(e)]);
        }
    }
}

// Calls body with the shape of those solids whose edges matter.
template <typename Body> void withShape(ColliderShape shape, const Body &body) {
    switch (shape) {
    case ColliderShape::Sphere:
        body.template operator()<ColliderShape::Sphere>();
        break;
    case ColliderShape::Box:
        body.template operator()<ColliderShape::Box>();
        break;
    case ColliderShape::Capsule:
        body.template operator()<ColliderShape::Capsule>();
        break;
    case ColliderShape::Ellipsoid:
        body.template operator()<ColliderShape::Ellipsoid>();
        break;
    case ColliderShape::Plane:
    case ColliderShape::Mesh:
        break;
    }
}

} // namespace

void forgetNear(ClothFeatures &features) {
    features.slack = -1.0F;
    features.spent = 0.0F;
}

bool nearHolds(const ClothFeatures &features, float way) {
    return features.spent + way <= features.slack;
}

void beginNear(float way, ClothFeatures &features) {
    for (const int32_t slot : features.near) {
        features.isNear[u(slot)] = 0;
    }
    features.near.clear();
    features.anyNear = 0;
    features.edges.clear();
    features.edgeNear.clear();
    features.slack = kSlackShare * features.longest + kWays * way;
    features.spent = way; // since the start of the substep
}

void addNear(const Pass &pass, const GridParticles &particles, ClothFeatures &features) {
    if (pass.collider->shape == ColliderShape::Mesh) {
        findNear<ColliderShape::Mesh>(pass, particles, features);
    }
    withShape(pass.collider->shape,
              [&]<ColliderShape shape>() { findNear<shape>(pass, particles, features); });
}

// All edges around near slots, each once.
void endNear(ClothFeatures &features) {
    for (const int32_t slot : features.near) {
        for (int32_t e = features.edgeStart[u(slot)]; e < features.edgeStart[u(slot + 1)]; ++e) {
            const int32_t other = features.edgeEnd[u(e)];
            if (features.isNear[u(other)] == 0 || slot < other) {
                features.edges.push_back({slot, other});
                features.edgeNear.push_back(features.isNear[u(slot)] | features.isNear[u(other)]);
            }
        }
    }
}

bool touchEdges(const Pass &pass, const GridParticles &particles, ClothFeatures &features,
                GridContacts &contacts) {
    if (!isNearAny(pass, features)) {
        return false;
    }
    if (pass.collider->shape == ColliderShape::Mesh) {
        return touchThin(pass, particles, features, contacts);
    }
    bool any = false;
    withShape(pass.collider->shape,
              [&]<ColliderShape shape>() { any = touch<shape>(pass, particles, features, contacts); });
    return any;
}

bool keepOut(const Pass &pass, const GridParticles &particles, ClothFeatures &features,
             GridContacts &contacts) {
    if (!isNearAny(pass, features)) {
        return false;
    }
    const bool any = touchCorners(pass, particles, features, contacts);
    withShape(pass.collider->shape, [&]<ColliderShape shape>() { cut<shape>(pass, particles, features); });
    return any;
}

} // namespace selvage
