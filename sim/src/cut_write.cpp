// Stars that fall apart, and shares of the triangles that particles lay in.
#include "cut_write.h"

#include "maths/index.h"

namespace selvage {

namespace {

int32_t cornerOf(const FlatMesh &mesh, int32_t triangle, int32_t vertex) {
    const auto &corner = mesh.corner[u(triangle)];
    return corner[0] == vertex ? 0 : corner[1] == vertex ? 1 : 2;
}

class Parter {
public:
    explicit Parter(FlatMesh &mesh) : mesh_(mesh), isCut_(mesh.corner.size()) {}

    FlatParts part(std::span<const std::array<int32_t, 2>> edges) {
        for (const auto &edge : edges) {
            addSides(edge);
        }
        std::vector<uint8_t> done(mesh_.particle.size(), 0);
        for (const auto &edge : edges) {
            for (const int32_t v : edge) {
                if (done[u(v)] == 0) {
                    done[u(v)] = 1;
                    partStar(v);
                }
            }
        }
        for (const auto &[c, vertex] : changes_) {
            mesh_.corner[u(c.triangle)][u(c.k)] = vertex;
        }
        for (const auto &[left, right] : sides_) {
            mesh_.across[u(left.triangle)][u(left.k)] = mesh_.across[u(right.triangle)][u(right.k)] = -1;
            const auto &l = mesh_.corner[u(left.triangle)];
            const auto &r = mesh_.corner[u(right.triangle)];
            parts_.edges.push_back({{l[u(left.k)], l[u(followingCorner(left.k))]},
                                    {r[u(followingCorner(right.k))], r[u(right.k)]}});
        }
        return std::move(parts_);
    }

private:
    // Both sides of an edge, unless it is the border's.
    void addSides(const std::array<int32_t, 2> &edge) {
        mesh_.gatherStar(edge[0], star_);
        for (const FlatCorner &c : star_.corners) {
            const int32_t other = mesh_.across[u(c.triangle)][u(c.k)];
            if (other < 0 || mesh_.corner[u(c.triangle)][u(followingCorner(c.k))] != edge[1]) {
                continue;
            }
            const int32_t j = cornerOf(mesh_, other, edge[1]);
            isCut_[u(c.triangle)][u(c.k)] = isCut_[u(other)][u(j)] = 1;
            sides_.push_back({c, FlatCorner{other, j}});
        }
    }

    // Corners change their vertices when all stars have been looked at.
    void partStar(int32_t v) {
        mesh_.gatherStar(v, star_);
        const size_t count = star_.corners.size();
        const auto beginsPiece = [&](const FlatCorner &c) { return isCut_[u(c.triangle)][u(c.k)] != 0; };
        size_t first = 0;
        while (star_.closed && first < count && !beginsPiece(star_.corners[first])) {
            ++first;
        }
        if (first == count) {
            return;
        }
        mesh_.around[u(v)] = star_.corners[first].triangle;
        int32_t vertex = v;
        for (size_t i = 1; i < count; ++i) {
            const FlatCorner &c = star_.corners[(first + i) % count];
            if (beginsPiece(c)) {
                vertex = static_cast<int32_t>(mesh_.particle.size());
                mesh_.particle.push_back(mesh_.particle[u(v)]);
                mesh_.around.push_back(c.triangle);
                parts_.from.push_back(v);
            }
            if (vertex != v) {
                changes_.emplace_back(c, vertex);
            }
        }
    }

    FlatMesh &mesh_;
    FlatStar star_;
    std::vector<std::array<uint8_t, 3>> isCut_;    // per triangle and edge
    std::vector<std::array<FlatCorner, 2>> sides_; // left and right, at the edge's start as each has it
    std::vector<std::pair<FlatCorner, int32_t>> changes_;
    FlatParts parts_;
};

class Writer {
public:
    explicit Writer(const ChangedMesh &mesh) : mesh_(mesh) {}

    MeshCut write(const MeshShape &shape, std::vector<CutEdge> edges) const {
        MeshCut cut;
        const size_t particles = shape.uv.size();
        std::vector<int32_t> index(mesh_.after.particle.size());
        auto count = static_cast<int32_t>(particles);
        for (size_t v = 0; v < index.size(); ++v) {
            index[v] = v < mesh_.before.particle.size() ? mesh_.before.particle[v] : count++;
        }
        cut.source.resize(u(count));
        cut.shape.uv.reserve(u(count));
        cut.shape.uv = shape.uv;
        cut.shape.uv.resize(u(count));
        for (size_t v = 0; v < index.size(); ++v) {
            writeParticle(static_cast<int32_t>(v), index[v], cut);
        }
        cut.shape.triangles.reserve(3 * mesh_.after.corner.size());
        cut.shape.cornerUv.reserve(shape.cornerUv.empty() ? 0 : 3 * mesh_.after.corner.size());
        for (size_t t = 0; t < mesh_.after.corner.size(); ++t) {
            for (size_t k = 0; k < 3; ++k) {
                cut.shape.triangles.push_back(index[u(mesh_.after.corner[t][k])]);
                if (!shape.cornerUv.empty()) {
                    cut.shape.cornerUv.push_back(
                        fabricPlace({static_cast<int32_t>(t), static_cast<int32_t>(k)}));
                }
            }
        }
        if (!shape.position.empty()) {
            cut.shape.position = carryOver(cut.source, shape.position);
        }
        for (CutEdge &edge : edges) {
            for (auto *side : {&edge.left, &edge.right}) {
                *side = {index[u((*side)[0])], index[u((*side)[1])]};
            }
        }
        cut.home = mesh_.after.home;
        cut.edges = std::move(edges);
        return cut;
    }

private:
    DVec2 fabricPlace(const FlatCorner &c) const {
        const DVec2 place = mesh_.after.place(c);
        return {mesh_.after.mirrored[u(c.triangle)] != 0 ? -place.x : place.x, place.y};
    }

    void writeParticle(int32_t v, int32_t index, MeshCut &cut) const {
        const int32_t particle = mesh_.after.particle[u(v)];
        ParticleSource &source = cut.source[u(index)];
        if (particle >= 0) {
            source.particle = {particle, particle, particle};
            cut.shape.uv[u(index)] = cut.shape.uv[u(particle)];
        }
        if (particle >= 0 && mesh_.moved[u(v)] == 0) {
            return;
        }
        const int32_t t = mesh_.after.around[u(v)];
        int32_t k = 0;
        while (mesh_.after.corner[u(t)][u(k)] != v) {
            ++k;
        }
        cut.shape.uv[u(index)] = Vec2(fabricPlace({t, k}));
        const int32_t home = locate(mesh_.before, mesh_.after.place({t, k}), mesh_.after.home[u(t)]);
        const auto share = barycentric(mesh_.before.uv[u(home)], mesh_.after.place({t, k}));
        const glm::dvec3 inside = glm::max(glm::dvec3(share[0], share[1], share[2]), 0.0);
        source.share = Vec3(inside / (inside.x + inside.y + inside.z));
        for (size_t i = 0; i < 3; ++i) {
            source.particle[i] = mesh_.before.particle[u(mesh_.before.corner[u(home)][i])];
        }
    }

    ChangedMesh mesh_;
};

} // namespace

FlatParts partMesh(FlatMesh &mesh, std::span<const std::array<int32_t, 2>> edges) {
    return Parter(mesh).part(edges);
}

MeshCut writeCut(const MeshShape &shape, const ChangedMesh &mesh, std::vector<CutEdge> edges) {
    return Writer(mesh).write(shape, std::move(edges));
}

std::vector<Vec3> carryOver(std::span<const ParticleSource> source, std::span<const Vec3> from) {
    std::vector<Vec3> to;
    to.reserve(source.size());
    for (const ParticleSource &s : source) {
        // Exactly what it was where it comes from one alone.
        to.push_back(s.share.x == 1.0F
                         ? from[u(s.particle[0])]
                         : s.share.x * from[u(s.particle[0])] + s.share.y * from[u(s.particle[1])] +
                               s.share.z * from[u(s.particle[2])]);
    }
    return to;
}

} // namespace selvage
