// Arithmetic on vectors in lanes, and four vertices loaded into each lane.
#pragma once

#include "lanes.h"
#include "maths/pose.h"
#include "patches.h"
#include "transpose.h"
#include "wide.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace selvage {

inline constexpr int32_t kWideLanes = 16;

struct V {
    float x;
    float y;
    float z;
};

SELVAGE_INLINE inline V sub(const V &a, const V &b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SELVAGE_INLINE inline float dot(const V &a, const V &b) {
    return fused(a.z, b.z, fused(a.y, b.y, a.x * b.x));
}
SELVAGE_INLINE inline V cross(const V &a, const V &b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SELVAGE_INLINE inline V along(const V &a, float s, const V &d) {
    return {fused(s, d.x, a.x), fused(s, d.y, a.y), fused(s, d.z, a.z)};
}
SELVAGE_INLINE inline float clamp01(float t) {
    return std::min(std::max(t, 0.0F), 1.0F);
}

// Four vertices in each lane.
struct FourLanes {
    // x, y, z, w of four vertices.
    alignas(64) float row[16][kWideLanes];

    SELVAGE_INLINE V position(size_t vertex, int32_t k) const {
        return {row[4 * vertex][k], row[4 * vertex + 1][k], row[4 * vertex + 2][k]};
    }
    SELVAGE_INLINE float w(size_t vertex, int32_t k) const { return row[4 * vertex + 3][k]; }
};

SELVAGE_INLINE inline void loadFours(const Four *fours, size_t last, std::span<const Vec4> vertices,
                                     FourLanes &lanes) {
    for (size_t half = 0; half < kWideLanes; half += 8) {
        for (size_t two = 0; two < 4; two += 2) {
            Lanes8 r[8];
            for (size_t k = 0; k < 8; ++k) {
                const Four &four = fours[std::min(half + k, last)];
                const Lanes p = load(vertices[static_cast<size_t>(four[two])]);
                const Lanes q = load(vertices[static_cast<size_t>(four[two + 1])]);
                r[k] = __builtin_shufflevector(p, q, 0, 1, 2, 3, 4, 5, 6, 7);
            }
            transpose(r);
            for (size_t k = 0; k < 8; ++k) {
                reinterpret_cast<Eight *>(&lanes.row[4 * two + k][half])->v = r[k];
            }
        }
    }
}

} // namespace selvage
