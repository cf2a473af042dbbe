// Checks of a mesh, its springs and areas, and the irregular sheet.
#include "sim/mesh_cloth.h"

#include "maths/index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace selvage {

namespace {

constexpr float kAlong = 0.9238795F;  // cos 22.5 degrees
constexpr float kThinnest = 1e-4F;    // –, height of a triangle over its longest side
constexpr float kJitter = 0.3F;       // –, of the spacing
constexpr float kCellShareMin = 0.1F; // –, of a cell, that either triangle of a jittered cell has at least

bool isFinite(const Vec2 &v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

bool isFinite(const Vec3 &v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

Vec2 cornerOf(const MeshShape &shape, size_t corner) {
    return shape.cornerUv.empty() ? shape.uv[u(shape.triangles[corner])] : shape.cornerUv[corner];
}

std::string nameOf(const MeshShape &shape, size_t triangle) {
    std::string name = "triangle " + std::to_string(triangle) + " (particles ";
    name += std::to_string(shape.triangles[3 * triangle]) + ", ";
    name += std::to_string(shape.triangles[3 * triangle + 1]) + ", ";
    return name + std::to_string(shape.triangles[3 * triangle + 2]) + ")";
}

Result<void> checkSizes(const MeshShape &shape, const Fabric &fabric) {
    const size_t n = shape.uv.size();
    const auto count = [](size_t value) { return std::to_string(value); };
    if (shape.triangles.empty() || shape.triangles.size() % 3 != 0) {
        return Error{"the mesh: expected three corners for each of one or more triangles, got " +
                     count(shape.triangles.size()) + " corners"};
    }
    if (!shape.cornerUv.empty() && shape.cornerUv.size() != shape.triangles.size()) {
        return Error{"the mesh: expected a place in the flat fabric for each of " +
                     count(shape.triangles.size()) + " corners, got " + count(shape.cornerUv.size())};
    }
    if (!shape.position.empty() && shape.position.size() != n) {
        return Error{"the mesh: expected a position for each of " + count(n) + " particles, got " +
                     count(shape.position.size())};
    }
    if (!(fabric.arealDensity > 0.0F)) {
        return Error{std::string("the fabric ") + fabric.name + ": expected a weight above 0 kg/m², got " +
                     std::to_string(fabric.arealDensity)};
    }
    return {};
}

Result<void> checkParticles(const MeshShape &shape) {
    std::vector<uint8_t> used(shape.uv.size(), 0);
    for (size_t c = 0; c < shape.triangles.size(); ++c) {
        const int32_t i = shape.triangles[c];
        if (i < 0 || u(i) >= shape.uv.size()) {
            return Error{nameOf(shape, c / 3) + ": there is no particle " + std::to_string(i) +
                         "; expected 0 to " + std::to_string(shape.uv.size()) + " less one"};
        }
        used[u(i)] = 1;
    }
    for (size_t i = 0; i < used.size(); ++i) {
        if (used[i] == 0) {
            return Error{"particle " + std::to_string(i) + ": expected to be the corner of a triangle"};
        }
        if (!isFinite(shape.uv[i]) || (!shape.position.empty() && !isFinite(shape.position[i]))) {
            return Error{"particle " + std::to_string(i) + ": expected finite coordinates"};
        }
    }
    return {};
}

Result<void> checkTriangles(const MeshShape &shape) {
    for (size_t t = 0; t < shape.triangles.size() / 3; ++t) {
        const Vec2 a = cornerOf(shape, 3 * t);
        const Vec2 b = cornerOf(shape, 3 * t + 1);
        const Vec2 c = cornerOf(shape, 3 * t + 2);
        if (!isFinite(a) || !isFinite(b) || !isFinite(c)) {
            return Error{nameOf(shape, t) + ": expected finite coordinates"};
        }
        const float longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
        const float area = std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
        const std::array<int32_t, 3> i{shape.triangles[3 * t], shape.triangles[3 * t + 1],
                                       shape.triangles[3 * t + 2]};
        const bool repeats = i[0] == i[1] || i[1] == i[2] || i[2] == i[0];
        if (repeats || !(area > kThinnest * longest * longest)) {
            return Error{nameOf(shape, t) +
                         ": expected three corners that are not in line, its longest side is " +
                         std::to_string(longest) + " m and its area " + std::to_string(0.5F * area) + " m²"};
        }
    }
    return {};
}

// Half an edge as one triangle has it.
struct Side {
    int32_t low;
    int32_t high;
    int32_t corner; // where it starts
};

class MeshBuilder {
public:
    MeshBuilder(const MeshShape &shape, ClothTopology &topology) : shape_(shape), topology_(topology) {}

    void build() {
        topology_.triangles = shape_.triangles;
        topology_.restUv = shape_.uv;
        topology_.cornerUv = shape_.cornerUv;
        addAreas();
        gatherSides();
        addEdges();
        addFlexion();
        finishTopology(topology_);
    }

private:
    size_t following(size_t corner) const { return corner % 3 == 2 ? corner - 2 : corner + 1; }

    void addAreas() {
        topology_.restArea.assign(shape_.uv.size(), 0.0F);
        for (size_t c = 0; c < shape_.triangles.size(); c += 3) {
            const Vec2 a = cornerOf(shape_, c);
            const Vec2 p = cornerOf(shape_, c + 1) - a;
            const Vec2 q = cornerOf(shape_, c + 2) - a;
            const float share = std::abs(p.x * q.y - p.y * q.x) / 6.0F;
            for (size_t k = 0; k < 3; ++k) {
                topology_.restArea[u(shape_.triangles[c + k])] += share;
            }
        }
    }

    // Sorted so that the sides of one edge are together, in the order of their triangles.
    void gatherSides() {
        for (size_t c = 0; c < shape_.triangles.size(); ++c) {
            const int32_t a = shape_.triangles[c];
            const int32_t b = shape_.triangles[following(c)];
            sides_.push_back({std::min(a, b), std::max(a, b), static_cast<int32_t>(c)});
        }
        std::sort(sides_.begin(), sides_.end(), [](const Side &p, const Side &q) {
            return p.low != q.low ? p.low < q.low : p.high != q.high ? p.high < q.high : p.corner < q.corner;
        });
    }

    size_t endOfEdge(size_t begin) const {
        size_t end = begin + 1;
        while (end < sides_.size() && sides_[end].low == sides_[begin].low &&
               sides_[end].high == sides_[begin].high) {
            ++end;
        }
        return end;
    }

    Vec2 along(const Side &side) const {
        return cornerOf(shape_, following(u(side.corner))) - cornerOf(shape_, u(side.corner));
    }

    // In the order in which the triangles bring them, which keeps neighbours together.
    void addEdges() {
        std::vector<std::pair<int32_t, Spring>> edges;
        for (size_t begin = 0; begin < sides_.size(); begin = endOfEdge(begin)) {
            float length = 0.0F;
            const size_t end = endOfEdge(begin);
            for (size_t s = begin; s < end; ++s) {
                length += glm::length(along(sides_[s])) / static_cast<float>(end - begin);
            }
            const float strip = areaAt(begin, end) / length;
            edges.emplace_back(sides_[begin].corner, Spring{sides_[begin].low, sides_[begin].high, length,
                                                            kindOf(along(sides_[begin])), strip / length});
        }
        std::sort(edges.begin(), edges.end(), [](const auto &p, const auto &q) { return p.first < q.first; });
        for (const auto &[corner, spring] : edges) {
            topology_.keptSprings.push_back(spring);
        }
    }

    static SpringKind kindOf(const Vec2 &way) {
        const float length = glm::length(way);
        if (std::abs(way.x) >= kAlong * length) {
            return SpringKind::Weft;
        }
        return std::abs(way.y) >= kAlong * length ? SpringKind::Warp : SpringKind::Shear;
    }

    // Of the triangles at an edge (m²).
    float areaAt(size_t begin, size_t end) const {
        float area = 0.0F;
        for (size_t s = begin; s < end; ++s) {
            area += 0.5F * glm::length(along(sides_[s])) * apexOf(sides_[s]).y;
        }
        return area;
    }

    // Across an edge, between the far corners of its first two triangles, laid flat side by side.
    void addFlexion() {
        std::vector<Spring> across;
        for (size_t begin = 0; begin < sides_.size(); begin = endOfEdge(begin)) {
            if (endOfEdge(begin) - begin < 2) {
                continue;
            }
            const Vec2 p = apexOf(sides_[begin]);
            const Vec2 q = apexOf(sides_[begin + 1]);
            const float length = std::hypot(p.x - q.x, p.y + q.y);
            const int32_t a = farCorner(sides_[begin]);
            const int32_t b = farCorner(sides_[begin + 1]);
            if (a != b && length > 0.0F) {
                // Over two triangles, half its length apart; see kFlexionShare.
                const float strip = areaAt(begin, begin + 2) / length;
                const float shape = strip / (0.5F * length) / (kFlexionShare * length * length);
                across.push_back({std::min(a, b), std::max(a, b), length, SpringKind::Flexion, shape});
            }
        }
        const auto before = [](const Spring &p, const Spring &q) {
            return p.a != q.a ? p.a < q.a : p.b < q.b;
        };
        std::stable_sort(across.begin(), across.end(), before);
        for (size_t i = 0; i < across.size(); ++i) {
            if (i == 0 || before(across[i - 1], across[i])) {
                topology_.keptSprings.push_back(across[i]);
            }
        }
    }

    int32_t farCorner(const Side &side) const {
        return shape_.triangles[following(following(u(side.corner)))];
    }

    // A triangle's far corner seen from the edge: x along it from its lower particle, y away from it.
    Vec2 apexOf(const Side &side) const {
        const size_t far = following(following(u(side.corner)));
        const bool startsLow = shape_.triangles[u(side.corner)] == side.low;
        const Vec2 origin = cornerOf(shape_, startsLow ? u(side.corner) : following(u(side.corner)));
        const Vec2 way = (startsLow ? 1.0F : -1.0F) * along(side) / glm::length(along(side));
        const Vec2 d = cornerOf(shape_, far) - origin;
        return {glm::dot(d, way), std::abs(way.x * d.y - way.y * d.x)};
    }

    const MeshShape &shape_;
    ClothTopology &topology_;
    std::vector<Side> sides_;
};

// Every bit of it is the same on every machine, which the library's distributions do not promise.
float uniform(std::mt19937_64 &random) {
    return static_cast<float>(random() >> 40U) / static_cast<float>(1U << 24U);
}

float areaOf(const Vec2 &a, const Vec2 &b, const Vec2 &c) {
    return 0.5F * ((b.y - a.y) * (c.x - a.x) - (b.x - a.x) * (c.y - a.y));
}

Vec2 spacingOf(const GridSize &size) {
    return {size.width / static_cast<float>(size.columns - 1),
            size.height / static_cast<float>(size.rows - 1)};
}

void placeJittered(const GridSize &size, std::mt19937_64 &random, MeshShape &shape) {
    for (int32_t row = 0; row < size.rows; ++row) {
        for (int32_t column = 0; column < size.columns; ++column) {
            const float moveX = kJitter * (2.0F * uniform(random) - 1.0F);
            const float moveY = kJitter * (2.0F * uniform(random) - 1.0F);
            const bool atX = column == 0 || column == size.columns - 1;
            const bool atY = row == 0 || row == size.rows - 1;
            const Vec2 at(static_cast<float>(column) + (atX ? 0.0F : moveX),
                          static_cast<float>(row) + (atY ? 0.0F : moveY));
            shape.uv.push_back(at * spacingOf(size));
        }
    }
}

// Along a random diagonal, unless that leaves a triangle too thin.
void cutCells(const GridSize &size, std::mt19937_64 &random, MeshShape &shape) {
    const Vec2 spacing = spacingOf(size);
    const auto share = [&](int32_t a, int32_t b, int32_t c) {
        return areaOf(shape.uv[u(a)], shape.uv[u(b)], shape.uv[u(c)]) / (spacing.x * spacing.y);
    };
    for (int32_t row = 0; row + 1 < size.rows; ++row) {
        for (int32_t column = 0; column + 1 < size.columns; ++column) {
            const int32_t p00 = row * size.columns + column;
            const int32_t p10 = p00 + 1;
            const int32_t p01 = p00 + size.columns;
            const int32_t p11 = p01 + 1;
            const float falling = std::min(share(p00, p01, p11), share(p00, p11, p10));
            const float rising = std::min(share(p00, p01, p10), share(p10, p01, p11));
            const bool wantsFalling = uniform(random) < 0.5F;
            const bool isFalling =
                std::min(falling, rising) >= kCellShareMin ? wantsFalling : falling > rising;
            if (isFalling) {
                shape.triangles.insert(shape.triangles.end(), {p00, p01, p11, p00, p11, p10});
            } else {
                shape.triangles.insert(shape.triangles.end(), {p00, p01, p10, p10, p01, p11});
            }
        }
    }
}

void placeFlat(Cloth &cloth, const Pose &pose) {
    Vec2 low = cloth.topology->restUv.front();
    Vec2 high = low;
    for (const Vec2 &uv : cloth.topology->restUv) {
        low = glm::min(low, uv);
        high = glm::max(high, uv);
    }
    const Vec2 middle = 0.5F * (low + high);
    for (const Vec2 &uv : cloth.topology->restUv) {
        cloth.position.push_back(transformPoint(pose, Vec3(uv.x - middle.x, 0.0F, uv.y - middle.y)));
    }
}

} // namespace

Result<Cloth> makeMeshCloth(const MeshShape &shape, const Fabric &fabric, const Pose &pose) {
    // Each relies on what the one before found right.
    if (const auto checked = checkSizes(shape, fabric); !checked) {
        return checked.error();
    }
    if (const auto checked = checkParticles(shape); !checked) {
        return checked.error();
    }
    if (const auto checked = checkTriangles(shape); !checked) {
        return checked.error();
    }
    auto topology = std::make_shared<ClothTopology>();
    topology->particleCount = static_cast<int32_t>(shape.uv.size());
    MeshBuilder(shape, *topology).build();

    Cloth cloth;
    cloth.topology = topology;
    cloth.fabric = fabric;
    if (shape.position.empty()) {
        placeFlat(cloth, pose);
    }
    for (const Vec3 &x : shape.position) {
        cloth.position.push_back(transformPoint(pose, x));
    }
    const size_t n = shape.uv.size();
    cloth.velocity.assign(n, Vec3(0.0F));
    cloth.mass.resize(n);
    cloth.fixed.assign(n, 0);
    cloth.fixedTarget = cloth.position;
    updateMasses(cloth);
    return cloth;
}

Vec2 restCorner(const ClothTopology &topology, int32_t triangle, int32_t k) {
    const size_t corner = u(3 * triangle + k);
    return topology.cornerUv.empty() ? topology.restUv[u(topology.triangles[corner])]
                                     : topology.cornerUv[corner];
}

MeshShape irregularSheet(const GridSize &size, uint64_t seed) {
    MeshShape shape;
    std::mt19937_64 random(seed);
    placeJittered(size, random, shape);
    cutCells(size, random, shape);
    return shape;
}

} // namespace selvage
