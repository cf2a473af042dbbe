// Looking up a voxel solid, inlined into the contact loops, where it runs in wide vectors: hence no branch
// and no fused operation, and every caller gets the same bits.
#pragma once

#include "sim/voxel_solid.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace selvage {

// Of a point in a brick of the grid: which, and where in it.
struct BrickPlace {
    int32_t brick; // number, kOutside or kInside
    float x;       // voxels from the brick's lowest corner, 0…8
    float y;
    float z;
};

// The grid of a solid as plain numbers, which a loop can keep in registers.
struct VoxelGrid {
    explicit VoxelGrid(const VoxelSolid &solid)
        : origin(solid.origin), perVoxel(solid.perVoxel), bricks(solid.bricks), brick(solid.brick.data()) {}

    Vec3 origin;    // m
    float perVoxel; // 1/m
    glm::ivec3 bricks;
    const int32_t *brick;
};

inline __attribute__((always_inline)) BrickPlace placeOf(const VoxelGrid &grid, float localX, float localY,
                                                         float localZ) {
    constexpr auto kSide = static_cast<float>(kBrickVoxels);
    constexpr float kPerSide = 1.0F / kSide;
    const float x = (localX - grid.origin.x) * grid.perVoxel;
    const float y = (localY - grid.origin.y) * grid.perVoxel;
    const float z = (localZ - grid.origin.z) * grid.perVoxel;
    const float sizeX = kSide * static_cast<float>(grid.bricks.x);
    const float sizeY = kSide * static_cast<float>(grid.bricks.y);
    const float sizeZ = kSide * static_cast<float>(grid.bricks.z);
    const bool within = (x >= 0.0F) & (y >= 0.0F) & (z >= 0.0F) & (x < sizeX) & (y < sizeY) & (z < sizeZ);
    const int32_t bx = static_cast<int32_t>((within ? x : 0.0F) * kPerSide);
    const int32_t by = static_cast<int32_t>((within ? y : 0.0F) * kPerSide);
    const int32_t bz = static_cast<int32_t>((within ? z : 0.0F) * kPerSide);
    const int32_t at = (bz * grid.bricks.y + by) * grid.bricks.x + bx;
    const int32_t found = grid.brick[at];
    return {within ? found : VoxelSolid::kOutside, x - kSide * static_cast<float>(bx),
            y - kSide * static_cast<float>(by), z - kSide * static_cast<float>(bz)};
}

// A unit vector from its octahedral map (Cigolle et al. 2014).
inline Vec3 unpackNormal(const PlaneVoxel &voxel) {
    constexpr float kPerUnit = 1.0F / 127.0F;
    const float u = static_cast<float>(voxel.normalU) * kPerUnit;
    const float v = static_cast<float>(voxel.normalV) * kPerUnit;
    const float z = 1.0F - std::abs(u) - std::abs(v);
    const float fold = std::max(-z, 0.0F);
    const float x = u - std::copysign(fold, u);
    const float y = v - std::copysign(fold, v);
    const float inverse = 1.0F / std::sqrt(x * x + y * y + z * z);
    return {x * inverse, y * inverse, z * inverse};
}

// Two corners that are neighbours along x.
struct CornerPair {
    float at;
    float next;
};

// The corner `index` and the one behind it, for a loop in wide vectors, which can only gather whole words.
struct GatherPair {
    __attribute__((always_inline)) CornerPair operator()(const uint32_t *words, int32_t index) const {
        const uint32_t first = words[index >> 1];
        const uint32_t second = words[(index >> 1) + 1];
        const bool odd = (index & 1) != 0;
        const auto low = static_cast<int32_t>(odd ? first : first << 16U);
        const auto high = static_cast<int32_t>(odd ? second << 16U : first);
        return {static_cast<float>(low >> 16), static_cast<float>(high >> 16)};
    }
};

// The same for one point.
struct LoadPair {
    CornerPair operator()(const uint32_t *words, int32_t index) const {
        int16_t pair[2];
        std::memcpy(pair, reinterpret_cast<const char *>(words) + 2 * static_cast<ptrdiff_t>(index),
                    sizeof(pair));
        return {static_cast<float>(pair[0]), static_cast<float>(pair[1])};
    }
};

struct Interpolated {
    float value;
    Vec3 gradient; // per voxel
};

// Of eight corners, `pairs` in the order (y0 z0), (y1 z0), (y0 z1), (y1 z1).
inline __attribute__((always_inline)) Interpolated interpolateCorners(const CornerPair (&pairs)[4], float fx,
                                                                      float fy, float fz) {
    const float slope0 = pairs[0].next - pairs[0].at;
    const float slope1 = pairs[1].next - pairs[1].at;
    const float slope2 = pairs[2].next - pairs[2].at;
    const float slope3 = pairs[3].next - pairs[3].at;
    const float value0 = pairs[0].at + fx * slope0;
    const float value2 = pairs[2].at + fx * slope2;
    const float acrossLow = pairs[1].at + fx * slope1 - value0;
    const float acrossHigh = pairs[3].at + fx * slope3 - value2;
    const float low = value0 + fy * acrossLow;
    const float high = value2 + fy * acrossHigh;
    const float slopeLow = slope0 + fy * (slope1 - slope0);
    const float slopeHigh = slope2 + fy * (slope3 - slope2);
    return {low + fz * (high - low), Vec3(slopeLow + fz * (slopeHigh - slopeLow),
                                          acrossLow + fz * (acrossHigh - acrossLow), high - low)};
}

// place.brick: the number of a brick. The value is in VoxelSolid::unit.
template <typename Pair>
inline __attribute__((always_inline)) Interpolated sampleCorners(const uint32_t *words,
                                                                 const BrickPlace &place, Pair pairAt) {
    constexpr int32_t kRow = kBrickCorners;
    constexpr int32_t kLayer = kBrickCorners * kBrickCorners;
    const int32_t ix = std::clamp(static_cast<int32_t>(place.x), 0, kBrickVoxels - 1);
    const int32_t iy = std::clamp(static_cast<int32_t>(place.y), 0, kBrickVoxels - 1);
    const int32_t iz = std::clamp(static_cast<int32_t>(place.z), 0, kBrickVoxels - 1);
    const int32_t corner = place.brick * (2 * kBrickWords) + iz * kLayer + iy * kRow + ix;
    const CornerPair pairs[4] = {pairAt(words, corner), pairAt(words, corner + kRow),
                                 pairAt(words, corner + kLayer), pairAt(words, corner + kLayer + kRow)};
    return interpolateCorners(pairs, place.x - static_cast<float>(ix), place.y - static_cast<float>(iy),
                              place.z - static_cast<float>(iz));
}

inline VoxelSample samplePlane(const VoxelSolid &solid, const BrickPlace &place) {
    const int32_t ix = std::clamp(static_cast<int32_t>(place.x), 0, kBrickVoxels - 1);
    const int32_t iy = std::clamp(static_cast<int32_t>(place.y), 0, kBrickVoxels - 1);
    const int32_t iz = std::clamp(static_cast<int32_t>(place.z), 0, kBrickVoxels - 1);
    const int32_t index = ((place.brick * kBrickVoxels + iz) * kBrickVoxels + iy) * kBrickVoxels + ix;
    const PlaneVoxel &voxel = solid.planes[static_cast<size_t>(index)];
    const Vec3 normal = unpackNormal(voxel);
    // Meyer 2000, Eq. 6: N·(x - CP), with the part from CP to the voxel's centre stored.
    const float along = normal.x * (place.x - static_cast<float>(ix) - 0.5F) +
                        normal.y * (place.y - static_cast<float>(iy) - 0.5F) +
                        normal.z * (place.z - static_cast<float>(iz) - 0.5F);
    return {static_cast<float>(voxel.distance) * solid.unit + along * solid.voxel, normal};
}

} // namespace selvage
