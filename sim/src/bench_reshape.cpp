// Joining and unpicking, by vertices of the panels, and what all that change a shape share.
#include "bench_reshape.h"

#include "maths/index.h"
#include "sim/mesh_seam.h"
#include "sim/panel_cloth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace selvage {

namespace {

int32_t panelOf(const Garment &garment, int32_t vertex) {
    const auto after = std::upper_bound(garment.firstParticle.begin(), garment.firstParticle.end(), vertex);
    return static_cast<int32_t>(after - garment.firstParticle.begin()) - 1;
}

// Whether most of a seam's vertices are still one with some of its other side.
bool isJoined(const Garment &garment, const Seam &seam) {
    const auto particles = [&](const std::vector<EdgeOfPanel> &side) {
        std::vector<int32_t> found;
        for (const EdgeOfPanel &e : side) {
            for (const int32_t v : garment.edges[u(e.panel)][u(e.edge)]) {
                found.push_back(garment.sewnParticle[u(v)]);
            }
        }
        return found;
    };
    const std::vector<int32_t> a = particles(seam.a);
    const std::vector<int32_t> b = particles(seam.b);
    const auto both = std::count_if(a.begin(), a.end(),
                                    [&](int32_t p) { return std::find(b.begin(), b.end(), p) != b.end(); });
    return 2 * both > static_cast<std::ptrdiff_t>(a.size());
}

// The corner of the garment's triangle that a place in the flat fabric is nearest to.
int32_t vertexAt(const Garment &garment, int32_t triangle, const Vec2 &uv) {
    const auto *corners = &garment.shape.triangles[3 * u(triangle)];
    return *std::min_element(corners, corners + 3, [&](int32_t a, int32_t b) {
        return glm::distance(garment.shape.uv[u(a)], uv) < glm::distance(garment.shape.uv[u(b)], uv);
    });
}

// Vertices that are sewn to one and lie in one place of one panel, too: the sides of a slit. Per vertex, how
// many such come before it.
std::vector<int32_t> sidesBefore(const Garment &garment) {
    const auto key = [&](int32_t v) {
        const Vec2 &uv = garment.shape.uv[u(v)];
        return std::tuple(garment.sewnParticle[u(v)], panelOf(garment, v), uv.x, uv.y);
    };
    std::vector<int32_t> sewn;
    for (size_t v = 0; v < garment.share.size(); ++v) {
        if (garment.share[v] < 1.0F) {
            sewn.push_back(static_cast<int32_t>(v));
        }
    }
    std::stable_sort(sewn.begin(), sewn.end(), [&](int32_t a, int32_t b) { return key(a) < key(b); });
    std::vector<int32_t> before(garment.share.size(), 0);
    for (size_t k = 1; k < sewn.size(); ++k) {
        const bool isSame = key(sewn[k]) == key(sewn[k - 1]);
        before[u(sewn[k])] = isSame ? before[u(sewn[k - 1])] + 1 : 0;
    }
    return before;
}

// Where sides of a slit lie in one place, a seam between them would be none: puts them the least number
// apart.
void partSlits(const Garment &garment, WornShape &worn) {
    const std::vector<int32_t> before = sidesBefore(garment);
    for (size_t c = 0; c < worn.shape.cornerUv.size(); ++c) {
        const int32_t v = garment.shape.triangles[3 * u(worn.triangle[c / 3]) + c % 3];
        for (int32_t k = 0; k < before[u(v)]; ++k) {
            worn.shape.cornerUv[c].x = std::nextafter(worn.shape.cornerUv[c].x, INFINITY);
        }
    }
}

bool hasAny(const Garment &garment, const std::vector<int32_t> &edge, const std::vector<int32_t> &particles) {
    return std::any_of(edge.begin(), edge.end(), [&](int32_t v) {
        return std::find(particles.begin(), particles.end(), garment.sewnParticle[u(v)]) != particles.end();
    });
}

} // namespace

void setJoined(std::vector<ParticlePair> joined, BenchShape &shape) {
    shape.garment.seams.clear();
    if (!joined.empty()) {
        shape.garment.seams.push_back(std::move(joined));
    }
    joinSeams(shape.garment);
}

void joinAlike(std::span<const int32_t> particle, BenchShape &shape) {
    std::map<int32_t, int32_t> last; // vertex of a particle
    std::vector<ParticlePair> joined;
    for (size_t v = 0; v < particle.size(); ++v) {
        const auto [at, isFirst] = last.insert({particle[v], static_cast<int32_t>(v)});
        if (!isFirst) {
            joined.push_back({at->second, static_cast<int32_t>(v)});
            at->second = static_cast<int32_t>(v);
        }
    }
    setJoined(std::move(joined), shape);
}

std::vector<ParticlePart> partsBetween(const Garment &before, const Garment &after) {
    std::map<std::pair<int32_t, int32_t>, int32_t> shared; // vertices of two particles
    std::vector<int32_t> partsAfter(u(after.sewnCount), 0);
    for (size_t v = 0; v < before.sewnParticle.size(); ++v) {
        ++shared[{before.sewnParticle[v], after.sewnParticle[v]}];
        ++partsAfter[u(after.sewnParticle[v])];
    }
    std::vector<ParticlePart> parts;
    parts.reserve(shared.size());
    for (const auto &[pair, count] : shared) {
        const auto all = static_cast<float>(partsAfter[u(pair.second)]);
        parts.push_back({pair.first, pair.second, static_cast<float>(count) / all});
    }
    return parts;
}

std::vector<ParticlePart> partsBack(std::span<const ParticlePart> parts) {
    std::vector<ParticlePart> back;
    back.reserve(parts.size());
    for (const ParticlePart &part : parts) {
        back.push_back({part.to, part.from, 1.0F});
    }
    std::sort(back.begin(), back.end(), [](const ParticlePart &a, const ParticlePart &b) {
        return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    });
    return back;
}

WornShape wornShape(const Garment &garment) {
    WornShape worn;
    worn.shape = sewnShape(garment, garment.shape.position);
    const std::vector<int32_t> &corners = garment.shape.triangles;
    for (size_t t = 0; t < corners.size() / 3; ++t) { // as sewnShape() has them
        const int32_t a = garment.sewnParticle[u(corners[3 * t])];
        const int32_t b = garment.sewnParticle[u(corners[3 * t + 1])];
        const int32_t c = garment.sewnParticle[u(corners[3 * t + 2])];
        if (a != b && b != c && c != a) {
            worn.panel.push_back(panelOf(garment, corners[3 * t]));
            worn.triangle.push_back(static_cast<int32_t>(t));
        }
    }
    return worn;
}

std::vector<std::vector<EdgeOfPanel>> edgesNow(const Garment &before, const Garment &after,
                                               std::span<const ParticlePart> back,
                                               std::span<const int32_t> home) {
    std::map<int32_t, std::vector<int32_t>> nowOf; // particles before and after, that were there before
    for (const ParticlePart &part : back) {
        nowOf[part.to].push_back(part.from);
    }
    const auto mostOf = [&](const std::vector<int32_t> &edge, int32_t panel) {
        EdgeOfPanel best{-1, -1};
        std::ptrdiff_t most = 1;
        for (size_t p = 0; p < after.edges.size(); ++p) {
            for (size_t e = 0; e < after.edges[p].size() && home[p] == panel; ++e) {
                const auto shared = std::count_if(edge.begin(), edge.end(), [&](int32_t v) {
                    const auto now = nowOf.find(before.sewnParticle[u(v)]);
                    return now != nowOf.end() && hasAny(after, after.edges[p][e], now->second);
                });
                if (shared > most) {
                    most = shared;
                    best = {static_cast<int32_t>(p), static_cast<int32_t>(e)};
                }
            }
        }
        return best;
    };
    std::vector<std::vector<EdgeOfPanel>> edges;
    for (size_t p = 0; p < before.edges.size(); ++p) {
        edges.emplace_back();
        for (const std::vector<int32_t> &edge : before.edges[p]) {
            edges.back().push_back(mostOf(edge, static_cast<int32_t>(p)));
        }
    }
    return edges;
}

DVec2 planePlace(const Panel &panel, const DVec2 &origin, const Vec2 &uv) {
    const DVec2 at = origin + DVec2(uv);
    return at.x * weftOf(panel) + at.y * panel.grain;
}

Vec2 flatPlace(const Panel &panel, const DVec2 &origin, const DVec2 &place) {
    return DVec2(glm::dot(place, weftOf(panel)), glm::dot(place, panel.grain)) - origin;
}

double equilateralEdge(std::span<const Vec2> uv) {
    double area = 0.0;
    for (size_t c = 0; c < uv.size(); c += 3) {
        const DVec2 a = DVec2(uv[c + 1]) - DVec2(uv[c]);
        const DVec2 b = DVec2(uv[c + 2]) - DVec2(uv[c]);
        area += 0.5 * std::abs(a.x * b.y - a.y * b.x);
    }
    return std::sqrt(area / static_cast<double>(uv.size()) * 12.0 / std::sqrt(3.0));
}

Vec2 flatPlace(const WornShape &worn, const MeshPoint &point) {
    const Vec2 *uv = &worn.shape.cornerUv[3 * u(point.triangle)];
    return point.share.x * uv[0] + point.share.y * uv[1] + point.share.z * uv[2];
}

Reshaped joinShape(const BenchShape &now, std::span<const ParticlePair> pairs, const BenchSeam &seam) {
    Reshaped made;
    made.shape = now;
    std::vector<ParticlePair> joined =
        now.garment.seams.empty() ? std::vector<ParticlePair>{} : now.garment.seams.front();
    joined.insert(joined.end(), pairs.begin(), pairs.end());
    setJoined(std::move(joined), made.shape);
    if (seam.a.panel >= 0) {
        made.shape.pattern.seams.push_back({{seam.a}, {seam.b}, seam.sameWay});
    }
    made.forth = partsBetween(now.garment, made.shape.garment);
    made.back = partsBetween(made.shape.garment, now.garment);
    return made;
}

Reshaped unpickShape(const BenchShape &now, const std::array<int32_t, 2> &edge) {
    Reshaped made;
    WornShape worn = wornShape(now.garment);
    partSlits(now.garment, worn);
    const auto seam = seamThrough(worn.shape, edge[0], edge[1], worn.panel);
    const auto parted = seam.empty() ? Result<MeshCut>(Error{}) : partMeshAt(worn.shape, seam, worn.panel);
    if (!parted) {
        made.note = seam.empty() ? BenchNote::NoSeam : BenchNote::NoSheet;
        return made;
    }
    made.shape = now;
    const MeshCut &cut = parted.value();
    // Vertices of triangles that are gone in the cloth stay where they are sewn to.
    std::vector<int32_t> particle = now.garment.sewnParticle;
    for (size_t t = 0; t < cut.home.size(); ++t) {
        for (size_t c = 3 * t; c < 3 * t + 3; ++c) {
            const int32_t v = vertexAt(now.garment, worn.triangle[u(cut.home[t])], cut.shape.cornerUv[c]);
            particle[u(v)] = cut.shape.triangles[c];
        }
    }
    joinAlike(particle, made.shape);
    std::erase_if(made.shape.pattern.seams,
                  [&](const Seam &each) { return !isJoined(made.shape.garment, each); });
    made.forth = partsBetween(now.garment, made.shape.garment);
    made.back = partsBetween(made.shape.garment, now.garment);
    return made;
}

} // namespace selvage
