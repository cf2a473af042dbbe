// Mesh to voxels: which bricks lie near the surface; then, brick by brick on all workers, the exact distance
// of every corner and which side it is on. Corners between which no surface can pass (their distances
// together exceed the way between them) lie on the same side, so that a few winding numbers decide a brick;
// where those disagree the mesh has a hole there and every corner is asked by itself.
#include "sim/voxel_solid.h"

#include "maths/index.h"
#include "sim/workers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kCorners = kBrickCorners * kBrickCorners * kBrickCorners;
constexpr int32_t kVoxels = kBrickVoxels * kBrickVoxels * kBrickVoxels;
constexpr float kBrickRadius = 0.8660254F * static_cast<float>(kBrickVoxels); // voxels, centre to corner
constexpr int32_t kCoarseMax = 4'000'000; // bricks of the whole grid, empty ones too
constexpr int32_t kProgressSteps = 16;
constexpr int32_t kSideSamples = 2000;
constexpr float kUnlimited = std::numeric_limits<float>::max();
constexpr float kGrow = 1.3F; // of the voxels where the memory would not do

struct Build {
    VoxelSolid &solid;
    const MeshTree &whole;           // for the sides
    const MeshTree &surface;         // without what is buried, for the distances
    float band;                      // m, from the surface: bricks within are kept
    std::vector<glm::ivec3> place;   // of every brick that is kept
    std::vector<uint8_t> nearHole{}; // of every brick of the grid

    bool anyHole{false};

    bool isNearHole(int32_t brick) const { return nearHole[u(indexOf(place[u(brick)]))] != 0; }
    float side() const { return solid.voxel * static_cast<float>(kBrickVoxels); }
    // m, a corner is not told how much farther it is than that: no cell with such a corner is within the
    // band.
    float limit() const { return band + 2.0F * solid.voxel; }
    Vec3 cornerOf(const glm::ivec3 &brick) const { return solid.origin + side() * Vec3(brick); }
    int32_t indexOf(const glm::ivec3 &b) const { return (b.z * solid.bricks.y + b.y) * solid.bricks.x + b.x; }
};

void layGrid(Build &build) {
    VoxelSolid &solid = build.solid;
    const Vec3 margin(build.band + solid.voxel);
    solid.origin = solid.low - margin;
    const Vec3 size = solid.high - solid.low + 2.0F * margin;
    while (true) {
        const Vec3 count = glm::ceil(size / build.side());
        if (count.x * count.y * count.z <= static_cast<float>(kCoarseMax)) {
            solid.bricks = glm::max(glm::ivec3(count), glm::ivec3(1));
            return;
        }
        solid.voxel *= kGrow;
    }
}

// Marks the bricks that a triangle's box, widened by the band, overlaps, unless its plane passes them by.
void markTriangle(const Build &build, const MeshTree::Triangle &t, std::vector<uint8_t> &marked) {
    const Vec3 low = glm::min(glm::min(t.a, t.b), t.c) - build.band;
    const Vec3 high = glm::max(glm::max(t.a, t.b), t.c) + build.band;
    const glm::ivec3 last = build.solid.bricks - 1;
    const glm::ivec3 from =
        glm::clamp(glm::ivec3(glm::floor((low - build.solid.origin) / build.side())), glm::ivec3(0), last);
    const glm::ivec3 to =
        glm::clamp(glm::ivec3(glm::floor((high - build.solid.origin) / build.side())), glm::ivec3(0), last);
    const Vec3 normal = glm::normalize(glm::cross(t.b - t.a, t.c - t.a));
    const float half = 0.5F * build.side();
    const float span = half * (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z)) + build.band;
    for (int32_t z = from.z; z <= to.z; ++z) {
        for (int32_t y = from.y; y <= to.y; ++y) {
            for (int32_t x = from.x; x <= to.x; ++x) {
                const Vec3 centre = build.cornerOf({x, y, z}) + half;
                if (std::abs(glm::dot(normal, centre - t.a)) <= span) {
                    marked[u(build.indexOf({x, y, z}))] = 1;
                }
            }
        }
    }
}

// The edges of one triangle only, as pairs of positions.
std::vector<std::array<Vec3, 2>> borderEdges(std::span<const Vec3> position,
                                             std::span<const int32_t> triangles) {
    std::vector<std::array<int32_t, 2>> edges;
    for (size_t k = 0; k < triangles.size(); ++k) {
        const int32_t a = triangles[k];
        const int32_t b = triangles[k / 3 * 3 + (k + 1) % 3];
        edges.push_back({std::min(a, b), std::max(a, b)});
    }
    std::sort(edges.begin(), edges.end());
    std::vector<std::array<Vec3, 2>> border;
    for (size_t k = 0; k < edges.size(); ++k) {
        const bool first = k == 0 || edges[k] != edges[k - 1];
        const bool last = k + 1 == edges.size() || edges[k] != edges[k + 1];
        if (first && last) {
            border.push_back({position[u(edges[k][0])], position[u(edges[k][1])]});
        }
    }
    return border;
}

// Marks the bricks within one brick of a border edge.
void markHoles(Build &build, std::span<const std::array<Vec3, 2>> border) {
    const glm::ivec3 last = build.solid.bricks - 1;
    build.anyHole = !border.empty();
    build.nearHole.assign(u(build.solid.bricks.x * build.solid.bricks.y * build.solid.bricks.z), 0);
    for (const auto &[a, b] : border) {
        const float pieces = std::ceil(glm::distance(a, b) / build.side());
        for (float k = 0.0F; k <= pieces; k += 1.0F) {
            const Vec3 point = a + k / std::max(pieces, 1.0F) * (b - a);
            const glm::ivec3 at(glm::floor((point - build.solid.origin) / build.side()));
            const glm::ivec3 from = glm::clamp(at - 1, glm::ivec3(0), last);
            const glm::ivec3 to = glm::clamp(at + 1, glm::ivec3(0), last);
            for (int32_t z = from.z; z <= to.z; ++z) {
                for (int32_t y = from.y; y <= to.y; ++y) {
                    for (int32_t x = from.x; x <= to.x; ++x) {
                        build.nearHole[u(build.indexOf({x, y, z}))] = 1;
                    }
                }
            }
        }
    }
}

// The bricks within the band of the surface, by their centres' distances.
void chooseBricks(Build &build, Workers &workers) {
    std::vector<uint8_t> marked(u(build.solid.bricks.x * build.solid.bricks.y * build.solid.bricks.z), 0);
    for (const MeshTree::Triangle &t : build.surface.triangles) {
        markTriangle(build, t, marked);
    }
    const float limit = build.band + kBrickRadius * build.solid.voxel;
    const auto count = static_cast<int32_t>(marked.size());
    workers.forBlocks(count, 256, [&](int32_t begin, int32_t end) {
        for (int32_t b = begin; b < end; ++b) {
            if (marked[u(b)] != 0) {
                const glm::ivec3 at(b % build.solid.bricks.x, b / build.solid.bricks.x % build.solid.bricks.y,
                                    b / (build.solid.bricks.x * build.solid.bricks.y));
                const Vec3 centre = build.cornerOf(at) + 0.5F * build.side();
                marked[u(b)] = closestPoint(build.surface, centre, limit).slot >= 0 ? 1 : 0;
            }
        }
    });
    build.place.clear();
    build.solid.brick.assign(marked.size(), VoxelSolid::kOutside);
    for (int32_t b = 0; b < count; ++b) {
        if (marked[u(b)] != 0) {
            build.solid.brick[u(b)] = static_cast<int32_t>(build.place.size());
            build.place.emplace_back(b % build.solid.bricks.x,
                                     b / build.solid.bricks.x % build.solid.bricks.y,
                                     b / (build.solid.bricks.x * build.solid.bricks.y));
        }
    }
}

// A lattice of points of which the distance is known and the side is wanted.
struct Lattice {
    glm::ivec3 count;
    float step; // m
    Vec3 first; // m

    int32_t size() const { return count.x * count.y * count.z; }
    Vec3 at(int32_t i) const {
        return first + step * Vec3(i % count.x, i / count.x % count.y, i / (count.x * count.y));
    }
};

// Groups of neighbours that are on one side: labels 0, 1, … of every point, the lowest point of each group
// first.
int32_t groupPoints(const Lattice &lattice, const float *distance, int32_t *label, int32_t *queue) {
    constexpr float kClearly = 1.001F; // –: on both sides of a face across the lattice they sum up to a step
    const int32_t steps[3] = {1, lattice.count.x, lattice.count.x * lattice.count.y};
    std::fill_n(label, lattice.size(), -1);
    int32_t groups = 0;
    for (int32_t seed = 0; seed < lattice.size(); ++seed) {
        if (label[seed] >= 0) {
            continue;
        }
        int32_t filled = 0;
        queue[filled++] = seed;
        label[seed] = groups;
        for (int32_t k = 0; k < filled; ++k) {
            const int32_t i = queue[k];
            const int32_t place[3] = {i % lattice.count.x, i / lattice.count.x % lattice.count.y,
                                      i / (lattice.count.x * lattice.count.y)};
            for (int axis = 0; axis < 3; ++axis) {
                for (const int32_t way : {-1, 1}) {
                    const int32_t next = i + way * steps[axis];
                    const int32_t to = place[axis] + way;
                    if (to >= 0 && to < lattice.count[axis] && label[next] < 0 &&
                        distance[i] + distance[next] > kClearly * lattice.step) {
                        label[next] = groups;
                        queue[filled++] = next;
                    }
                }
            }
        }
        ++groups;
    }
    return groups;
}

bool isInside(float winding) {
    return winding > kInsideWinding;
}

// Gives the distances of a lattice their signs.
class SideFinder {
public:
    // eachAlone: no corner is to be judged by its neighbours.
    void apply(const MeshTree &tree, const Lattice &lattice, bool eachAlone, float *distance) {
        if (eachAlone) {
            for (int32_t i = 0; i < lattice.size(); ++i) {
                distance[i] = isInside(windingNumber(tree, lattice.at(i))) ? -distance[i] : distance[i];
            }
            return;
        }
        const auto size = u(lattice.size());
        label_.resize(size);
        queue_.resize(size);
        const int32_t groups = groupPoints(lattice, distance, label_.data(), queue_.data());
        members_.assign(u(groups), {});
        for (int32_t i = 0; i < lattice.size(); ++i) {
            Group &group = members_[u(label_[u(i)])];
            const bool deepest = group.count == 0 || distance[i] > distance[group.deepest];
            group.deepest = deepest ? i : group.deepest;
            group.last = i;
            group.first = group.count++ == 0 ? i : group.first;
        }
        for (Group &group : members_) {
            judge(tree, lattice, group);
        }
        for (int32_t i = 0; i < lattice.size(); ++i) {
            const Group &group = members_[u(label_[u(i)])];
            const bool inside = group.unclear ? isInside(windingNumber(tree, lattice.at(i))) : group.inside;
            distance[i] = inside ? -distance[i] : distance[i];
        }
    }

private:
    struct Group {
        int32_t first{0};
        int32_t last{0};
        int32_t deepest{0}; // farthest from the surface
        int32_t count{0};
        bool inside{false};
        bool unclear{false};
    };

    // Three points stand for a group; one for a group of few.
    static void judge(const MeshTree &tree, const Lattice &lattice, Group &group) {
        constexpr int32_t kFew = 8;
        const float deepest = windingNumber(tree, lattice.at(group.deepest));
        group.inside = isInside(deepest);
        if (group.count <= kFew) {
            return;
        }
        for (const float w : {deepest, windingNumber(tree, lattice.at(group.first)),
                              windingNumber(tree, lattice.at(group.last))}) {
            group.unclear |= isInside(w) != group.inside || std::abs(w - kInsideWinding) < kClearWinding;
        }
    }

    std::vector<int32_t> label_;
    std::vector<int32_t> queue_;
    std::vector<Group> members_;
};

int16_t toUnits(float distance, float unit) {
    return static_cast<int16_t>(std::lround(std::clamp(distance / unit, -32767.0F, 32767.0F)));
}

// The distances of a lattice, none more than `limit`, each search starting from the neighbour's nearest
// triangle.
void measureLattice(const MeshTree &tree, const Lattice &lattice, float limit, float *distance,
                    int32_t *slot) {
    int32_t seed = -1;
    for (int32_t i = 0; i < lattice.size(); ++i) {
        const ClosestPoint found = closestPoint(tree, lattice.at(i), limit, seed);
        seed = found.slot;
        distance[i] = found.distance;
        if (slot != nullptr) {
            slot[i] = found.slot;
        }
    }
}

void fillCorners(const Build &build, int32_t brick, SideFinder &sides) {
    const Lattice lattice{glm::ivec3(kBrickCorners), build.solid.voxel,
                          build.cornerOf(build.place[u(brick)])};
    std::array<float, kCorners> distance;
    measureLattice(build.surface, lattice, build.limit(), distance.data(), nullptr);
    sides.apply(build.whole, lattice, build.isNearHole(brick), distance.data());
    uint32_t *out = build.solid.corners.data() + u(brick) * kBrickWords;
    for (size_t i = 0; i < distance.size(); ++i) {
        const auto half = static_cast<uint16_t>(toUnits(distance[i], build.solid.unit));
        out[i / 2] |= static_cast<uint32_t>(half) << (i % 2 * 16);
    }
}

PlaneVoxel packPlane(float distance, float unit, const Vec3 &normal) {
    Vec3 n = normal / (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
    if (n.z < 0.0F) {
        const Vec2 folded(1.0F - std::abs(n.y), 1.0F - std::abs(n.x));
        n.x = n.x >= 0.0F ? folded.x : -folded.x;
        n.y = n.y >= 0.0F ? folded.y : -folded.y;
    }
    PlaneVoxel voxel;
    voxel.distance = toUnits(distance, unit);
    voxel.normalU = static_cast<int8_t>(std::lround(n.x * 127.0F));
    voxel.normalV = static_cast<int8_t>(std::lround(n.y * 127.0F));
    return voxel;
}

void fillPlanes(const Build &build, int32_t brick, SideFinder &sides) {
    const Lattice lattice{glm::ivec3(kBrickVoxels), build.solid.voxel,
                          build.cornerOf(build.place[u(brick)]) + 0.5F * build.solid.voxel};
    std::array<float, kVoxels> distance;
    std::array<int32_t, kVoxels> slot;
    measureLattice(build.surface, lattice, kUnlimited, distance.data(), slot.data());
    sides.apply(build.whole, lattice, build.isNearHole(brick), distance.data());
    PlaneVoxel *out = build.solid.planes.data() + u(brick) * kVoxels;
    for (int32_t i = 0; i < kVoxels; ++i) {
        const Vec3 centre = lattice.at(i);
        const MeshTree::Triangle &t = build.surface.triangles[u(slot[u(i)])];
        const ClosestPoint found =
            closestPoint(build.surface, centre, std::abs(distance[u(i)]) * 1.001F + 1e-6F, slot[u(i)]);
        const Vec3 away = centre - found.point;
        // M 4.2.2: N = ±(CP - VC)/|CP - VC|; where the centre lies on the surface, the triangle's own.
        const bool apart = std::abs(distance[u(i)]) > 1e-3F * build.solid.voxel;
        const Vec3 normal = apart ? away / distance[u(i)] : glm::cross(t.b - t.a, t.c - t.a);
        out[i] = packPlane(distance[u(i)], build.solid.unit, glm::normalize(normal));
    }
}

void fillCoarse(const Build &build, Workers &workers) {
    VoxelSolid &solid = build.solid;
    const glm::ivec3 count = solid.bricks + 1;
    solid.coarse.assign(u(count.x * count.y * count.z), 0.0F);
    workers.forBlocks(count.z, 1, [&](int32_t begin, int32_t end) {
        SideFinder sides;
        for (int32_t z = begin; z < end; ++z) {
            const Lattice layer{{count.x, count.y, 1}, build.side(), build.cornerOf({0, 0, z})};
            float *distance = solid.coarse.data() + u(z * count.x * count.y);
            measureLattice(build.surface, layer, kUnlimited, distance, nullptr);
            sides.apply(build.whole, layer, build.anyHole, distance);
        }
    });
    for (int32_t b = 0; b < static_cast<int32_t>(solid.brick.size()); ++b) {
        if (solid.brick[u(b)] < 0) {
            const int32_t x = b % solid.bricks.x;
            const int32_t y = b / solid.bricks.x % solid.bricks.y;
            const int32_t z = b / (solid.bricks.x * solid.bricks.y);
            const float corner = solid.coarse[u((z * count.y + y) * count.x + x)];
            solid.brick[u(b)] = corner < 0.0F ? VoxelSolid::kInside : VoxelSolid::kOutside;
        }
    }
}

void fillBricks(const Build &build, Workers &workers, const VoxelProgress &progress) {
    const auto count = static_cast<int32_t>(build.place.size());
    const bool planes = build.solid.mode == VoxelMode::NearestPlane;
    build.solid.planes.resize(planes ? u(count) * kVoxels : 0);
    build.solid.corners.resize(planes ? 0 : u(count) * kBrickWords);
    for (int32_t step = 0; step < kProgressSteps; ++step) {
        const int32_t from = count * step / kProgressSteps;
        const int32_t to = count * (step + 1) / kProgressSteps;
        workers.forBlocks(to - from, 4, [&](int32_t begin, int32_t end) {
            SideFinder sides;
            for (int32_t b = from + begin; b < from + end; ++b) {
                if (planes) {
                    fillPlanes(build, b, sides);
                } else {
                    fillCorners(build, b, sides);
                }
            }
        });
        if (progress) {
            progress(static_cast<float>(step + 1) / static_cast<float>(kProgressSteps));
        }
    }
}

size_t bytesWanted(const Build &build) {
    const size_t brick = build.solid.mode == VoxelMode::NearestPlane ? kVoxels * sizeof(PlaneVoxel)
                                                                     : kBrickWords * sizeof(uint32_t);
    return build.place.size() * brick + build.solid.brick.size() * (sizeof(int32_t) + sizeof(float));
}

} // namespace

VoxelSolid buildVoxelSolid(std::span<const Vec3> position, std::span<const int32_t> triangles,
                           const VoxelOptions &options, Workers &workers, const VoxelProgress &progress) {
    const MeshTree whole = makeMeshTree(position, triangles);
    VoxelSolid solid;
    solid.mode = options.mode;
    solid.voxel = options.accuracy / kVoxelsPerAccuracy;
    solid.reach = options.reach;
    solid.low = whole.nodes[0].low;
    solid.high = whole.nodes[0].high;
    solid.clearShare = clearShare(whole, kSideSamples);
    const MeshTree surface = makeSurfaceTree(position, triangles, whole, 0.1F * solid.voxel, workers);
    Build build{solid, whole, surface, options.reach, {}, {}};
    for (bool fits = false; !fits; solid.voxel *= fits ? 1.0F : kGrow) {
        build.band = std::max(options.reach, solid.voxel);
        layGrid(build);
        chooseBricks(build, workers);
        fits = bytesWanted(build) <= options.bytesMax;
    }
    solid.reach = build.band;
    solid.perVoxel = 1.0F / solid.voxel;
    solid.unit = (build.band + 2.0F * kBrickRadius * solid.voxel) / 32767.0F;
    markHoles(build, borderEdges(position, triangles));
    fillCoarse(build, workers);
    fillBricks(build, workers, progress);
    findThinParts(solid);
    return solid;
}

} // namespace selvage
