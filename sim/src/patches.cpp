// Triangles are joined in pairs in the order of the mesh; then features go to the first patch that has them
// in the right place, and what is left over to patches that are copies without triangles.
#include "patches.h"

#include "disjoint_sets.h"
#include "maths/index.h"
#include "sim/mesh_cloth.h"
#include "sim/springs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace selvage {

namespace {

using Edge = std::pair<int32_t, int32_t>; // the smaller vertex first

Edge edgeOf(int32_t a, int32_t b) {
    return {std::min(a, b), std::max(a, b)};
}

struct Corners {
    std::array<int32_t, 4> v{};
    bool two{false};             // triangles
    bool across{false};          // see kAcross
    std::array<int32_t, 2> of{}; // which ones; of a single one twice the same
};

class Builder {
public:
    explicit Builder(std::span<const Cloth> cloths) : offsets_(vertexOffsets(cloths)) {
        for (size_t c = 0; c < cloths.size(); ++c) {
            const ClothTopology &topology = *cloths[c].topology;
            for (size_t k = 0; k < topology.triangles.size(); ++k) {
                triangle_.push_back(topology.triangles[k] + offsets_[c]);
                flat_.push_back(
                    restCorner(topology, static_cast<int32_t>(k / 3), static_cast<int32_t>(k % 3)));
            }
        }
        owned_.assign(u(offsets_.back()), 0);
    }

    Patches build() {
        patches_.vertexCount = offsets_.back();
        for (const Corners &corners : joinTriangles()) {
            addWithFeatures(corners);
        }
        addLeftOvers();
        placeInFlatCloth();
        return std::move(patches_);
    }

private:
    std::array<int32_t, 3> triangle(int32_t t) const {
        return {triangle_[u(3 * t)], triangle_[u(3 * t + 1)], triangle_[u(3 * t + 2)]};
    }

    // Whether the edge between two triangles is no seam.
    bool isFlatOver(const Edge &edge, int32_t t, int32_t other) const {
        return flatAt(t, edge.first) == flatAt(other, edge.first) &&
               flatAt(t, edge.second) == flatAt(other, edge.second);
    }

    // m, of a vertex of the triangle.
    Vec2 flatAt(int32_t t, int32_t vertex) const {
        const size_t first = 3 * u(t);
        return flat_[triangle_[first] == vertex       ? first
                     : triangle_[first + 1] == vertex ? first + 1
                                                      : first + 2];
    }

    // The first neighbour over no seam that is not taken yet, with the corner opposite to the common edge; -1
    // = none.
    std::pair<int32_t, int32_t> neighbourOver(const Edge &edge, int32_t t) const {
        for (const int32_t other : sharing_.at(edge)) {
            if (other != t && taken_[u(other)] == 0 && isFlatOver(edge, t, other)) {
                for (const int32_t v : triangle(other)) {
                    if (v != edge.first && v != edge.second) {
                        return {other, v};
                    }
                }
            }
        }
        return {-1, -1};
    }

    std::vector<Corners> joinTriangles() {
        const auto count = static_cast<int32_t>(triangle_.size() / 3);
        taken_.assign(u(count), 0);
        for (int32_t t = 0; t < count; ++t) {
            const auto v = triangle(t);
            for (size_t k = 0; k < 3; ++k) {
                sharing_[edgeOf(v[k], v[(k + 1) % 3])].push_back(t);
            }
        }
        std::vector<Corners> joined;
        for (int32_t t = 0; t < count; ++t) {
            if (taken_[u(t)] == 0) {
                joined.push_back(join(t));
            }
        }
        return joined;
    }

    // Over the edge whose neighbour comes next in the mesh.
    Corners join(int32_t t) {
        taken_[u(t)] = 1;
        const auto v = triangle(t);
        Corners best{{v[0], v[1], v[2], v[0]}, false, false, {t, t}};
        int32_t nearest = -1;
        for (size_t k = 0; k < 3; ++k) {
            const auto [other, apex] = neighbourOver(edgeOf(v[k], v[(k + 1) % 3]), t);
            if (other >= 0 && (nearest < 0 || other < nearest)) {
                nearest = other;
                best = {{v[(k + 2) % 3], v[k], v[(k + 1) % 3], apex}, true, false, {t, other}};
            }
        }
        if (nearest >= 0) {
            taken_[u(nearest)] = 1;
        }
        return best;
    }

    // The corners in the orders that leave the same side up; the second half across.
    static std::vector<Corners> turned(const Corners &c) {
        if (!c.two) {
            return {c,
                    {{c.v[1], c.v[2], c.v[0], c.v[1]}, false, false, c.of},
                    {{c.v[2], c.v[0], c.v[1], c.v[2]}, false, false, c.of}};
        }
        return {c,
                {{c.v[3], c.v[2], c.v[1], c.v[0]}, true, false, c.of},
                {{c.v[1], c.v[3], c.v[0], c.v[2]}, true, true, c.of},
                {{c.v[2], c.v[0], c.v[3], c.v[1]}, true, true, c.of}};
    }

    static std::array<Edge, kEdgesPerPatch> ownEdgesOf(const Corners &c) {
        const auto diagonal = diagonalOf(c.across ? kAcross : 0);
        return {edgeOf(c.v[0], c.v[1]), edgeOf(c.v[0], c.v[2]), edgeOf(c.v[diagonal[0]], c.v[diagonal[1]])};
    }

    // Those features that nobody owns yet.
    int32_t freeParts(const Corners &corners) const {
        int32_t parts = owned_[u(corners.v[0])] == 0 ? kOwnVertex : 0;
        const auto edges = ownEdgesOf(corners);
        for (size_t e = 0; e < kEdgesPerPatch; ++e) {
            parts |= ownedEdges_.count(edges[e]) == 0 ? kOwnEdge << e : 0;
        }
        return parts;
    }

    void add(const Corners &corners, int32_t triangles) {
        const int32_t parts = freeParts(corners);
        owned_[u(corners.v[0])] = 1;
        for (const Edge &edge : ownEdgesOf(corners)) {
            ownedEdges_.insert(edge);
        }
        patches_.corners.push_back(corners.v);
        of_.push_back(corners.of);
        patches_.parts.push_back(parts | triangles | (corners.two ? 0 : kSingle) |
                                 (corners.across ? kAcross : 0));
        ++patches_.count;
    }

    // Turned so that it owns most; so that it owns its first vertex among equals.
    void addWithFeatures(const Corners &corners) {
        const auto orders = turned(corners);
        const auto rank = [&](const Corners &c) {
            return std::pair(std::popcount(static_cast<uint32_t>(freeParts(c))), -c.v[0]);
        };
        add(*std::max_element(orders.begin(), orders.end(),
                              [&](const Corners &a, const Corners &b) { return rank(a) < rank(b); }),
            corners.two ? 3 * kTriangle : kTriangle);
        patchCorners_.push_back(corners);
    }

    void addLeftOvers() {
        for (const Corners &corners : patchCorners_) {
            for (const Corners &order : turned(corners)) {
                if (freeParts(order) != 0) {
                    add(order, 0);
                }
            }
        }
    }

    // Which flat piece of cloth each triangle is of: on over every edge that is no seam.
    std::vector<int32_t> findPieces() const {
        DisjointSets pieces(triangle_.size() / 3);
        for (const auto &[edge, triangles] : sharing_) {
            for (const int32_t other : triangles) {
                if (isFlatOver(edge, triangles.front(), other)) {
                    pieces.join(triangles.front(), other);
                }
            }
        }
        std::vector<int32_t> piece(triangle_.size() / 3);
        for (size_t t = 0; t < piece.size(); ++t) {
            piece[t] = pieces.of(static_cast<int32_t>(t));
        }
        return piece;
    }

    // m, per piece, named by one of its triangles: so that no two are close.
    std::vector<float> findShifts(std::span<const int32_t> piece) const {
        std::vector<float> most(piece.size(), 0.0F);
        for (size_t k = 0; k < flat_.size(); ++k) {
            float &of = most[u(piece[k / 3])];
            of = std::max(of, std::abs(flat_[k].x));
        }
        std::vector<float> shift(piece.size(), 0.0F);
        float low = 0.0F;
        for (size_t t = 0; t < piece.size(); ++t) {
            if (u(piece[t]) == t) {
                shift[t] = low + most[t];
                low = shift[t] + most[t] + 1.0F;
            }
        }
        return shift;
    }

    // m, of the lower triangle over the diagonal.
    static float flatHeight(const std::array<Vec2, 4> &uv, int32_t parts) {
        const auto diagonal = diagonalOf(parts);
        const Vec2 start = uv[diagonal[0]];
        const Vec2 along = uv[diagonal[1]] - start;
        const auto over = [&](const Vec2 &corner) {
            const Vec2 d = corner - start;
            return std::abs(along.x * d.y - along.y * d.x) / std::max(glm::length(along), 1e-9F);
        };
        const bool across = (parts & kAcross) != 0;
        const float first = over(uv[across ? 1 : 0]);
        return (parts & kSingle) != 0 ? first : std::min(first, over(uv[across ? 2 : 3]));
    }

    void placeInFlatCloth() {
        const std::vector<int32_t> piece = findPieces();
        const std::vector<float> shift = findShifts(piece);
        for (size_t p = 0; p < patches_.corners.size(); ++p) {
            const auto [first, second] = of_[p];
            const auto v = triangle(first);
            std::array<Vec2, 4> uv{};
            for (size_t k = 0; k < 4; ++k) {
                const int32_t corner = patches_.corners[p][k];
                uv[k] = flatAt(std::find(v.begin(), v.end(), corner) != v.end() ? first : second, corner);
            }
            const Vec2 d = uv[3] == uv[0] ? uv[1] - uv[0] : uv[3] - uv[0];
            const Vec2 e = uv[3] == uv[0] ? uv[2] - uv[0] : uv[2] - uv[1];
            const Vec2 middle = 0.25F * (uv[0] + uv[1] + uv[2] + uv[3]);
            patches_.restU.push_back(middle.x + shift[u(piece[u(first)])]);
            patches_.restV.push_back(middle.y);
            patches_.size.push_back(std::sqrt(0.5F * std::abs(d.x * e.y - d.y * e.x)));
            const bool single = (patches_.parts[p] & kSingle) != 0;
            patches_.across.push_back(
                single ? 0.0F : std::min(glm::distance(uv[0], uv[3]), glm::distance(uv[1], uv[2])));
            patches_.height.push_back(flatHeight(uv, patches_.parts[p]));
        }
    }

    std::vector<int32_t> offsets_;
    std::vector<int32_t> triangle_;          // 3 per triangle, of all cloths
    std::vector<Vec2> flat_;                 // m, of each of these
    std::vector<std::array<int32_t, 2>> of_; // triangles, per patch
    std::vector<uint8_t> owned_;             // vertices
    std::vector<uint8_t> taken_;             // triangles
    std::map<Edge, std::vector<int32_t>> sharing_;
    std::set<Edge> ownedEdges_;
    std::vector<Corners> patchCorners_;
    Patches patches_;
};

} // namespace

std::vector<int32_t> vertexOffsets(std::span<const Cloth> cloths) {
    std::vector<int32_t> offsets{0};
    for (const Cloth &cloth : cloths) {
        offsets.push_back(offsets.back() + cloth.particleCount());
    }
    return offsets;
}

float meanEdge(std::span<const Cloth> cloths) {
    constexpr float kWithoutSprings = 0.01F; // m
    double length = 0.0;
    size_t count = 0;
    for (const Cloth &cloth : cloths) {
        forStructural(*cloth.topology, [&](int32_t, int32_t, float restLength) {
            length += static_cast<double>(restLength);
            ++count;
        });
    }
    return count > 0 ? static_cast<float>(length / static_cast<double>(count)) : kWithoutSprings;
}

Patches makePatches(std::span<const Cloth> cloths) {
    return Builder(cloths).build();
}

} // namespace selvage
