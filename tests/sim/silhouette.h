// The outline of a cloth's projection, and how far two of them are apart: how people compare two drapes.
#pragma once

#include "sim/cloth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace selvage {

enum class View : uint8_t { Above, Front, Side };

inline constexpr View kViews[] = {View::Above, View::Front, View::Side};
inline constexpr int32_t kSilhouetteSide = 400;    // pixels
inline constexpr float kSilhouetteExtent = 2.0F;   // m, around the origin
inline constexpr float kSilhouettePixel = 5.0e-3F; // m

// Pixels whose middle is covered, row by row.
struct Silhouette {
    std::vector<uint8_t> covered =
        std::vector<uint8_t>(static_cast<size_t>(kSilhouetteSide) * kSilhouetteSide, 0);

    uint8_t &at(int32_t x, int32_t y) { return covered[static_cast<size_t>(y * kSilhouetteSide + x)]; }
    uint8_t at(int32_t x, int32_t y) const { return covered[static_cast<size_t>(y * kSilhouetteSide + x)]; }
};

inline Vec2 projectToPixels(const Vec3 &point, View view) {
    const Vec2 flat = view == View::Above   ? Vec2(point.x, point.z)
                      : view == View::Front ? Vec2(point.x, point.y)
                                            : Vec2(point.z, point.y);
    return (flat + 0.5F * kSilhouetteExtent) / kSilhouettePixel;
}

// Twice the signed area of a triangle.
inline float turnOf(const Vec2 &a, const Vec2 &b, const Vec2 &c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

inline void coverTriangle(Silhouette &silhouette, const std::array<Vec2, 3> &corner) {
    const auto &[a, b, c] = corner;
    const auto pixel = [](float v) {
        return static_cast<int32_t>(std::clamp(v, 0.0F, static_cast<float>(kSilhouetteSide - 1)));
    };
    for (int32_t y = pixel(std::min({a.y, b.y, c.y})); y <= pixel(std::max({a.y, b.y, c.y})); ++y) {
        for (int32_t x = pixel(std::min({a.x, b.x, c.x})); x <= pixel(std::max({a.x, b.x, c.x})); ++x) {
            const Vec2 middle(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
            const float ab = turnOf(a, b, middle);
            const float bc = turnOf(b, c, middle);
            const float ca = turnOf(c, a, middle);
            if ((ab >= 0.0F && bc >= 0.0F && ca >= 0.0F) || (ab <= 0.0F && bc <= 0.0F && ca <= 0.0F)) {
                silhouette.at(x, y) = 1;
            }
        }
    }
}

// `unit`: how many of the world's units of length are a metre.
inline Silhouette silhouetteOf(const Cloth &cloth, View view, float unit) {
    Silhouette silhouette;
    const std::vector<int32_t> &triangles = cloth.topology->triangles;
    for (size_t t = 0; t < triangles.size(); t += 3) {
        std::array<Vec2, 3> corner;
        for (size_t k = 0; k < 3; ++k) {
            corner[k] = projectToPixels(cloth.position[static_cast<size_t>(triangles[t + k])] / unit, view);
        }
        coverTriangle(silhouette, corner);
    }
    return silhouette;
}

// m. Of all lines of pixels along both axes, those that cross the outline: by Cauchy's formula it is pi/4 as
// long as so many pixels.
inline double outlineLength(const Silhouette &silhouette) {
    int32_t crossings = 0;
    for (int32_t i = 0; i < kSilhouetteSide; ++i) {
        for (int32_t j = 0; j + 1 < kSilhouetteSide; ++j) {
            crossings += silhouette.at(i, j) != silhouette.at(i, j + 1) ? 1 : 0;
            crossings += silhouette.at(j, i) != silhouette.at(j + 1, i) ? 1 : 0;
        }
    }
    return std::numbers::pi / 4.0 * static_cast<double>(kSilhouettePixel) * crossings;
}

// m: the mean distance between two outlines, which is the area that only one of them encloses over their
// length.
inline double outlineDistance(const Silhouette &a, const Silhouette &b) {
    int32_t different = 0;
    for (size_t i = 0; i < a.covered.size(); ++i) {
        different += a.covered[i] != b.covered[i] ? 1 : 0;
    }
    const double area = static_cast<double>(kSilhouettePixel * kSilhouettePixel) * different;
    return area / (0.5 * (outlineLength(a) + outlineLength(b)));
}

} // namespace selvage
