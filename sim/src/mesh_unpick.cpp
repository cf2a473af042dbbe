// Seams of a sewn mesh, found and parted.
#include "cut_write.h"

#include <algorithm>
#include <string>

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// An edge as one of its triangles has it; triangle -1 where there is none.
FlatCorner edgeBetween(const FlatMesh &mesh, int32_t a, int32_t b) {
    FlatStar star;
    if (mesh.around[u(a)] >= 0) {
        mesh.gatherStar(a, star);
    }
    for (const FlatCorner &c : star.corners) {
        const auto &corner = mesh.corner[u(c.triangle)];
        if (corner[u(followingCorner(c.k))] == b) {
            return c;
        }
        if (corner[u(followingCorner(followingCorner(c.k)))] == b) {
            return {c.triangle, followingCorner(followingCorner(c.k))};
        }
    }
    return {-1, 0};
}

bool isParticle(const MeshShape &shape, int32_t i) {
    return i >= 0 && u(i) < shape.uv.size();
}

using PanelPair = std::pair<int32_t, int32_t>;

class SeamFollower {
public:
    explicit SeamFollower(const FlatMesh &mesh) : mesh_(mesh) {}

    std::vector<std::array<int32_t, 2>> follow(int32_t a, int32_t b) {
        const FlatCorner edge = edgeBetween(mesh_, a, b);
        if (edge.triangle < 0 || !mesh_.isSeam(edge.triangle, edge.k)) {
            return {};
        }
        panels_ = panelsAt(edge);
        std::vector<std::array<int32_t, 2>> seam{{a, b}};
        extend(seam);
        if (seam.back()[1] != a) { // else it goes round
            std::reverse(seam.begin(), seam.end());
            for (auto &each : seam) {
                std::swap(each[0], each[1]);
            }
            extend(seam);
        }
        return seam;
    }

private:
    PanelPair panelsAt(const FlatCorner &edge) const {
        const int32_t other = mesh_.across[u(edge.triangle)][u(edge.k)];
        return std::minmax(mesh_.panel[u(edge.triangle)], mesh_.panel[u(other)]);
    }

    void extend(std::vector<std::array<int32_t, 2>> &seam) {
        const int32_t start = seam.front()[0];
        while (seam.back()[1] != start) {
            const auto [before, at] = seam.back();
            const auto next = nextAfter(before, at);
            if (next < 0) {
                return;
            }
            seam.push_back({at, next});
        }
    }

    // The only other neighbour along such a seam, or -1.
    int32_t nextAfter(int32_t before, int32_t at) {
        mesh_.gatherStar(at, star_);
        int32_t next = -1;
        for (const FlatCorner &c : star_.corners) {
            const int32_t to = mesh_.corner[u(c.triangle)][u(followingCorner(c.k))];
            if (to == before || !mesh_.isSeam(c.triangle, c.k) || panelsAt(c) != panels_) {
                continue;
            }
            if (next >= 0) {
                return -1;
            }
            next = to;
        }
        return next;
    }

    const FlatMesh &mesh_;
    FlatStar star_;
    PanelPair panels_;
};

} // namespace

std::vector<std::array<int32_t, 2>> seamThrough(const MeshShape &shape, int32_t a, int32_t b,
                                                std::span<const int32_t> panel) {
    const auto mesh = makeFlatMesh(shape, panel);
    if (!mesh || !isParticle(shape, a) || !isParticle(shape, b)) {
        return {};
    }
    return SeamFollower(mesh.value()).follow(a, b);
}

Result<MeshCut> partMeshAt(const MeshShape &shape, std::span<const std::array<int32_t, 2>> edges,
                           std::span<const int32_t> panel) {
    auto mesh = makeFlatMesh(shape, panel);
    if (!mesh) {
        return mesh.error();
    }
    for (const auto &[a, b] : edges) {
        const bool there = isParticle(shape, a) && isParticle(shape, b);
        if (!there || edgeBetween(mesh.value(), a, b).triangle < 0) {
            return Error{"the mesh has no edge between the particles " + std::to_string(a) + " and " +
                         std::to_string(b) + " to be parted at"};
        }
    }
    const FlatMesh before = mesh.value();
    FlatParts parts = partMesh(mesh.value(), edges);
    const std::vector<uint8_t> moved(mesh.value().particle.size(), 0);
    return writeCut(shape, {before, mesh.value(), moved}, std::move(parts.edges));
}

} // namespace selvage
