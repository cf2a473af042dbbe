// Triangles are joined in pairs in the order of the mesh; then features go to the first patch with room for
// them, and what is left over at the borders to patches that are copies without triangles.
#include "patches.h"

#include <algorithm>
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
    bool two{false}; // triangles
};

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

class Builder {
public:
    explicit Builder(std::span<const Cloth> cloths) : cloths_(cloths), offsets_(vertexOffsets(cloths)) {
        for (size_t c = 0; c < cloths.size(); ++c) {
            const auto &triangles = cloths[c].topology->triangles;
            for (const int32_t v : triangles) {
                triangle_.push_back(v + offsets_[c]);
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

    // The first neighbour that is not taken yet, with the corner opposite to the common edge; -1 = none.
    std::pair<int32_t, int32_t> neighbourOver(const Edge &edge, int32_t t) const {
        for (const int32_t other : sharing_.at(edge)) {
            if (other != t && taken_[u(other)] == 0) {
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
        Corners best{{v[0], v[1], v[2], v[0]}, false};
        int32_t nearest = -1;
        for (size_t k = 0; k < 3; ++k) {
            const auto [other, apex] = neighbourOver(edgeOf(v[k], v[(k + 1) % 3]), t);
            if (other >= 0 && (nearest < 0 || other < nearest)) {
                nearest = other;
                best = {{v[(k + 2) % 3], v[k], v[(k + 1) % 3], apex}, true};
            }
        }
        if (nearest >= 0) {
            taken_[u(nearest)] = 1;
        }
        return best;
    }

    static std::vector<Edge> edgesOf(const Corners &c) {
        std::vector<Edge> edges{edgeOf(c.v[0], c.v[1]), edgeOf(c.v[2], c.v[0]), edgeOf(c.v[1], c.v[2])};
        if (c.two) {
            edges.push_back(edgeOf(c.v[1], c.v[3]));
            edges.push_back(edgeOf(c.v[3], c.v[2]));
        }
        return edges;
    }

    void addWithFeatures(const Corners &corners) {
        const int32_t triangles = corners.two ? 3 * kTriangle : kTriangle;
        const size_t p = add(corners, triangles);
        takeFeatures(p, corners);
        patchCorners_.push_back(corners);
    }

    size_t add(const Corners &corners, int32_t parts) {
        for (size_t k = 0; k < 4; ++k) {
            patches_.corner[k].push_back(corners.v[k]);
        }
        patches_.ownVertex.push_back(corners.v[0]);
        for (size_t k = 0; k < kEdgesPerPatch; ++k) {
            patches_.edgeA[k].push_back(corners.v[0]);
            patches_.edgeB[k].push_back(corners.v[0]);
        }
        patches_.parts.push_back(parts);
        return u(patches_.count++);
    }

    // As many as there is room for. Returns whether it took any.
    bool takeFeatures(size_t p, const Corners &corners) {
        const int32_t before = patches_.parts[p];
        for (const int32_t v : corners.v) {
            if (owned_[u(v)] == 0) {
                owned_[u(v)] = 1;
                patches_.ownVertex[p] = v;
                patches_.parts[p] |= kOwnVertex;
                break;
            }
        }
        size_t room = 0;
        for (const Edge &edge : edgesOf(corners)) {
            if (room < kEdgesPerPatch && ownedEdges_.insert(edge).second) {
                patches_.edgeA[room][p] = edge.first;
                patches_.edgeB[room][p] = edge.second;
                patches_.parts[p] |= kOwnEdge << room;
                ++room;
            }
        }
        return patches_.parts[p] != before;
    }

    bool hasLeftOver(const Corners &corners) const {
        const auto edges = edgesOf(corners);
        return std::any_of(corners.v.begin(), corners.v.end(),
                           [&](int32_t v) { return owned_[u(v)] == 0; }) ||
               std::any_of(edges.begin(), edges.end(),
                           [&](const Edge &edge) { return ownedEdges_.count(edge) == 0; });
    }

    void addLeftOvers() {
        for (const Corners &corners : patchCorners_) {
            while (hasLeftOver(corners)) {
                takeFeatures(add(corners, 0), corners);
            }
        }
    }

    void placeInFlatCloth() {
        for (size_t p = 0; p < u(patches_.count); ++p) {
            const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), patches_.corner[0][p]);
            const auto c = static_cast<size_t>(after - offsets_.begin() - 1);
            std::array<Vec2, 4> uv;
            for (size_t k = 0; k < 4; ++k) {
                uv[k] = cloths_[c].topology->restUv[u(patches_.corner[k][p] - offsets_[c])];
            }
            const Vec2 d = uv[3] == uv[0] ? uv[1] - uv[0] : uv[3] - uv[0];
            const Vec2 e = uv[3] == uv[0] ? uv[2] - uv[0] : uv[2] - uv[1];
            const Vec2 middle = 0.25F * (uv[0] + uv[1] + uv[2] + uv[3]);
            patches_.cloth.push_back(static_cast<int32_t>(c));
            patches_.restU.push_back(middle.x);
            patches_.restV.push_back(middle.y);
            patches_.size.push_back(std::sqrt(0.5F * std::abs(d.x * e.y - d.y * e.x)));
        }
    }

    std::span<const Cloth> cloths_;
    std::vector<int32_t> offsets_;
    std::vector<int32_t> triangle_; // 3 per triangle, of all cloths
    std::vector<uint8_t> owned_;    // vertices
    std::vector<uint8_t> taken_;    // triangles
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

Patches makePatches(std::span<const Cloth> cloths) {
    return Builder(cloths).build();
}

} // namespace selvage
