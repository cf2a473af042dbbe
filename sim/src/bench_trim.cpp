// See bench_trim.h.
#include "bench_trim.h"

#include "disjoint_sets.h"
#include "maths/index.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kHemLeast = 0.003F; // m, that cloth hangs below a hem which takes it away
constexpr float kHemMost = 0.5F;    // –, of the cloth, that a hem takes away

} // namespace

LevelTrim hemOf(const MeshShape &worn, const Hem &hem) {
    return trimBelow(worn.triangles, worn.cornerUv, hem.place, hem.triangle, hem.height, kHemLeast);
}

BenchNote noteOf(const LevelTrim &trim, const Hem &hem) {
    bool isHeld = false;
    for (size_t i = 0; i < trim.goes.size(); ++i) {
        isHeld = isHeld || (trim.goes[i] != 0 && hem.fixed[i] != 0);
    }
    if (trim.share > kHemMost) {
        return BenchNote::HemTooHigh;
    }
    return isHeld ? BenchNote::HemHeld : trim.lines.empty() ? BenchNote::NoHemHere : BenchNote::None;
}

std::vector<uint8_t> partsThatGo(const MeshShape &before, const MeshCut &cut, std::span<const uint8_t> goes) {
    const std::vector<int32_t> &corners = cut.shape.triangles;
    DisjointSets sets(cut.source.size());
    for (size_t c = 0; c < corners.size(); ++c) {
        sets.join(corners[c], corners[c - c % 3]);
    }
    std::vector<double> excess(cut.source.size(), 0.0); // m², of what goes over what stays, times six
    for (size_t c = 0; c < corners.size(); ++c) {
        const Vec2 *uv = &cut.shape.cornerUv[c - c % 3];
        const DVec2 a = DVec2(uv[1]) - DVec2(uv[0]);
        const DVec2 b = DVec2(uv[2]) - DVec2(uv[0]);
        const int32_t was = before.triangles[3 * u(cut.home[c / 3]) + c % 3];
        excess[u(sets.of(corners[c]))] += std::abs(a.x * b.y - a.y * b.x) * (goes[u(was)] != 0 ? 1.0 : -1.0);
    }
    std::vector<uint8_t> parts;
    parts.reserve(excess.size());
    for (size_t v = 0; v < excess.size(); ++v) {
        parts.push_back(excess[u(sets.of(static_cast<int32_t>(v)))] > 0.0 ? 1 : 0);
    }
    return parts;
}

void keepPanels(std::span<const int32_t> now, std::span<const std::string> whole, SewingPattern &pattern) {
    std::vector<Panel> left;
    std::vector<std::string> name;
    for (size_t p = 0; p < now.size(); ++p) {
        if (now[p] >= 0) {
            left.push_back(std::move(pattern.panels[p]));
            name.push_back(whole[p]);
        }
    }
    for (size_t p = 0; p < left.size(); ++p) {
        if (std::count(name.begin(), name.end(), name[p]) == 1) {
            left[p].name = name[p];
        }
    }
    pattern.panels = std::move(left);
    for (Seam &seam : pattern.seams) {
        for (std::vector<EdgeOfPanel> *side : {&seam.a, &seam.b}) {
            std::erase_if(*side, [&](const EdgeOfPanel &e) { return now[u(e.panel)] < 0; });
            for (EdgeOfPanel &e : *side) {
                e.panel = now[u(e.panel)];
            }
        }
    }
    std::erase_if(pattern.seams, [](const Seam &seam) { return seam.a.empty() || seam.b.empty(); });
}

} // namespace selvage
