// Panels into one mesh, and the same with its seams' particles joined.
#include "sim/garment.h"

#include "maths/index.h"
#include "sim/panel_cloth.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace selvage {

namespace {

void appendPanel(const MeshShape &panel, MeshShape &to) {
    const auto first = static_cast<int32_t>(to.uv.size());
    Vec2 low = panel.uv.front(); // from which the fabric is counted, so that it is drawn alike on all panels
    for (const Vec2 &uv : panel.uv) {
        low = glm::min(low, uv);
    }
    for (const Vec2 &uv : panel.uv) {
        to.uv.push_back(uv - low);
    }
    to.position.insert(to.position.end(), panel.position.begin(), panel.position.end());
    for (const int32_t corner : panel.triangles) {
        to.triangles.push_back(first + corner);
    }
}

void addSeams(const SewingPattern &pattern, const std::vector<PanelMesh> &meshes, Garment &garment) {
    for (const Seam &seam : pattern.seams) {
        std::vector<ParticlePair> &pairs = garment.seams.emplace_back();
        for (const SeamPair &pair : seamPairs(seam, meshes)) {
            const int32_t a = garment.firstParticle[u(pair.a.panel)] + pair.a.vertex;
            const int32_t b = garment.firstParticle[u(pair.b.panel)] + pair.b.vertex;
            if (a != b) {
                pairs.push_back({a, b});
            }
        }
    }
}

int32_t rootOf(const std::vector<int32_t> &into, int32_t i) {
    while (into[u(i)] != i) {
        i = into[u(i)];
    }
    return i;
}

} // namespace

Result<Garment> makeGarment(const SewingPattern &pattern, const PanelMeshOptions &options) {
    const auto meshes = meshPattern(pattern, options);
    if (!meshes) {
        return meshes.error();
    }
    Garment garment;
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        garment.firstParticle.push_back(static_cast<int32_t>(garment.shape.uv.size()));
        appendPanel(panelShape(pattern.panels[p], meshes.value()[p]), garment.shape);
        garment.edges.push_back(meshes.value()[p].edgeVertices);
        for (std::vector<int32_t> &edge : garment.edges.back()) {
            for (int32_t &particle : edge) {
                particle += garment.firstParticle.back();
            }
        }
    }
    garment.firstParticle.push_back(static_cast<int32_t>(garment.shape.uv.size()));
    addSeams(pattern, meshes.value(), garment);
    joinSeams(garment);
    return garment;
}

// In the order of the first of those that become one.
void joinSeams(Garment &garment) {
    std::vector<int32_t> into(garment.shape.uv.size());
    std::iota(into.begin(), into.end(), 0);
    for (const std::vector<ParticlePair> &seam : garment.seams) {
        for (const ParticlePair &pair : seam) {
            const int32_t a = rootOf(into, pair.a);
            const int32_t b = rootOf(into, pair.b);
            into[u(std::max(a, b))] = std::min(a, b);
        }
    }
    garment.sewnCount = 0;
    garment.share.clear();
    garment.sewnParticle.resize(into.size());
    for (size_t i = 0; i < into.size(); ++i) {
        const int32_t root = rootOf(into, static_cast<int32_t>(i));
        garment.sewnParticle[i] = u(root) == i ? garment.sewnCount++ : garment.sewnParticle[u(root)];
    }
    std::vector<int32_t> parts(u(garment.sewnCount), 0);
    for (const int32_t sewn : garment.sewnParticle) {
        ++parts[u(sewn)];
    }
    for (const int32_t sewn : garment.sewnParticle) {
        garment.share.push_back(1.0F / static_cast<float>(parts[u(sewn)]));
    }
}

MeshShape sewnShape(const Garment &garment, std::span<const Vec3> position) {
    MeshShape sewn;
    sewn.uv.resize(u(garment.sewnCount));
    sewn.position.resize(u(garment.sewnCount));
    for (size_t i = garment.sewnParticle.size(); i-- > 0;) { // so that the first part gives the place
        sewn.uv[u(garment.sewnParticle[i])] = garment.shape.uv[i];
    }
    sewnMeans(garment, position, sewn.position);
    const std::vector<int32_t> &corners = garment.shape.triangles;
    for (size_t t = 0; t < corners.size(); t += 3) {
        const int32_t a = garment.sewnParticle[u(corners[t])];
        const int32_t b = garment.sewnParticle[u(corners[t + 1])];
        const int32_t c = garment.sewnParticle[u(corners[t + 2])];
        if (a == b || b == c || c == a) {
            continue;
        }
        sewn.triangles.insert(sewn.triangles.end(), {a, b, c});
        for (size_t k = 0; k < 3; ++k) {
            sewn.cornerUv.push_back(garment.shape.uv[u(corners[t + k])]);
        }
    }
    return sewn;
}

void sewnMeans(const Garment &garment, std::span<const Vec3> from, std::span<Vec3> to) {
    std::fill(to.begin(), to.end(), Vec3(0.0F));
    for (size_t i = 0; i < from.size(); ++i) {
        to[u(garment.sewnParticle[i])] += garment.share[i] * from[i];
    }
}

float widestGap(const Garment &garment, std::span<const Vec3> position) {
    float widest = 0.0F;
    for (const std::vector<ParticlePair> &seam : garment.seams) {
        for (const ParticlePair &pair : seam) {
            widest = std::max(widest, glm::distance(position[u(pair.a)], position[u(pair.b)]));
        }
    }
    return widest;
}

} // namespace selvage
