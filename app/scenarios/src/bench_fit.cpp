#include "scenarios/bench_fit.h"

#include "scenarios/worn_garment.h"
#include "sim/fit.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

namespace selvage {

std::string fitSentence(const BenchSave &save, std::span<const MeasureLine> measures, const Vec3 &place) {
    constexpr float kCentimetres = 100.0F;
    const GarmentMesh garment = savedMesh(save);
    std::vector<int32_t> triangles; // particles
    triangles.reserve(garment.triangles.size());
    for (const int32_t vertex : garment.triangles) {
        triangles.push_back(garment.particleOf[static_cast<size_t>(vertex)]);
    }
    const auto [low, high] = std::minmax_element(garment.position.begin(), garment.position.end(),
                                                 [](const Vec3 &a, const Vec3 &b) { return a.y < b.y; });
    std::string sentence;
    for (const MeasureLine &line : measures) {
        if (line.height < low->y || line.height > high->y) {
            continue;
        }
        const auto girth =
            clothGirth(garment.position, triangles, line.height, {place.x, line.height, place.z});
        std::array<char, 96> text{};
        if (girth) {
            std::snprintf(text.data(), text.size(), "%s %.1f cm with an ease of %.1f cm", line.name,
                          static_cast<double>(kCentimetres * *girth),
                          static_cast<double>(kCentimetres * (*girth - line.girth)));
        } else {
            std::snprintf(text.data(), text.size(), "%s open", line.name);
        }
        sentence += (sentence.empty() ? "" : "; ") + std::string(text.data());
    }
    if (sentence.empty()) {
        return "It hangs at no measure of a body";
    }
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

} // namespace selvage
