// Seams of a sewn mesh: found, parted, sewn.
#include "sim/mesh_seam.h"

#include "cut_write.h"
#include "maths/index.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace selvage {

namespace {

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

// Which particles become one, the mean of their parts.
Result<void> joinParticles(const MeshShape &shape, std::span<const ParticlePair> pairs, SewnMesh &sewn) {
    std::vector<int32_t> into(shape.uv.size());
    std::iota(into.begin(), into.end(), 0);
    const auto root = [&](int32_t i) {
        while (into[u(i)] != i) {
            i = into[u(i)];
        }
        return i;
    };
    for (const auto &[a, b] : pairs) {
        const int32_t p = root(a);
        const int32_t q = root(b);
        into[u(std::max(p, q))] = std::min(p, q);
    }
    std::vector<int32_t> parts;
    for (size_t i = 0; i < into.size(); ++i) {
        const int32_t first = root(static_cast<int32_t>(i));
        if (u(first) == i) {
            sewn.newIndex.push_back(static_cast<int32_t>(parts.size()));
            parts.push_back(0);
            sewn.source.push_back({{first, first, first}, Vec3(1.0F, 0.0F, 0.0F)});
            sewn.shape.uv.push_back(shape.uv[i]);
        } else {
            sewn.newIndex.push_back(sewn.newIndex[u(first)]);
        }
        const auto made = u(sewn.newIndex[i]);
        if (parts[made] == 3) {
            return Error{"particle " + std::to_string(first) +
                         ": expected at most three parts that are sewn to one at a time"};
        }
        sewn.source[made].particle[u(parts[made])] = static_cast<int32_t>(i);
        ++parts[made];
        for (int32_t k = 0; k < parts[made]; ++k) {
            sewn.source[made].share[k] = 1.0F / static_cast<float>(parts[made]);
        }
    }
    if (!shape.position.empty()) {
        sewn.shape.position = carryOver(sewn.source, shape.position);
    }
    return {};
}

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

Result<SewnMesh> sewMesh(const MeshShape &shape, std::span<const ParticlePair> pairs) {
    if (const auto mesh = makeFlatMesh(shape, {}); !mesh) {
        return mesh.error();
    }
    for (const auto &[a, b] : pairs) {
        if (!isParticle(shape, a) || !isParticle(shape, b) || a == b) {
            return Error{"particles " + std::to_string(a) + " and " + std::to_string(b) +
                         " to be sewn: expected two from 0 to " + std::to_string(shape.uv.size()) +
                         " (exclusive)"};
        }
    }
    SewnMesh sewn;
    if (const auto joined = joinParticles(shape, pairs, sewn); !joined) {
        return joined.error();
    }
    for (size_t c = 0; c < shape.triangles.size(); ++c) {
        sewn.shape.triangles.push_back(sewn.newIndex[u(shape.triangles[c])]);
        sewn.shape.cornerUv.push_back(shape.cornerUv.empty() ? shape.uv[u(shape.triangles[c])]
                                                             : shape.cornerUv[c]);
    }
    if (const auto mesh = makeFlatMesh(sewn.shape, {}); !mesh) {
        return Error{"the seam would make no sheet: " + mesh.error().message};
    }
    return sewn;
}

} // namespace selvage
