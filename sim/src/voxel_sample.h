// Looking up a voxel solid, inlined into the contact loops. No branch depends on anything but the place, and
// no operation is fused, so that every caller gets the same bits.
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

inline BrickPlace placeOf(const VoxelSolid &solid, const Vec3 &local) {
    const float scale = 1.0F / solid.voxel;
    const float x = (local.x - solid.origin.x) * scale;
    const float y = (local.y - solid.origin.y) * scale;
    const float z = (local.z - solid.origin.z) * scale;
    constexpr auto kSide = static_cast<float>(kBrickVoxels);
    const bool within =
        x >= 0.0F && y >= 0.0F && z >= 0.0F && x < kSide * static_cast<float>(solid.bricks.x) &&
        y < kSide * static_cast<float>(solid.bricks.y) && z < kSide * static_cast<float>(solid.bricks.z);
    if (!within) {
        return {VoxelSolid::kOutside, 0.0F, 0.0F, 0.0F};
    }
    const int32_t bx = static_cast<int32_t>(x) / kBrickVoxels;
    const int32_t by = static_cast<int32_t>(y) / kBrickVoxels;
    const int32_t bz = static_cast<int32_t>(z) / kBrickVoxels;
    const int32_t at = (bz * solid.bricks.y + by) * solid.bricks.x + bx;
    return {solid.brick[static_cast<size_t>(at)], x - kSide * static_cast<float>(bx),
            y - kSide * static_cast<float>(by), z - kSide * static_cast<float>(bz)};
}

// A unit vector from its octahedral map (Cigolle et al. 2014).
inline Vec3 unpackNormal(const PlaneVoxel &voxel) {
    Vec3 n(static_cast<float>(voxel.normalU) / 127.0F, static_cast<float>(voxel.normalV) / 127.0F, 0.0F);
    n.z = 1.0F - std::abs(n.x) - std::abs(n.y);
    const float fold = std::max(-n.z, 0.0F);
    n.x += n.x >= 0.0F ? -fold : fold;
    n.y += n.y >= 0.0F ? -fold : fold;
    return n / std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
}

// Two corners that are neighbours along x.
struct CornerPair {
    float at;
    float next;
};

inline CornerPair cornerPair(const int16_t *at) {
    return {static_cast<float>(at[0]), static_cast<float>(at[1])};
}

struct Interpolated {
    float value;
    Vec3 gradient; // per voxel
};

// Of eight corners, `pairs` in the order (y0 z0), (y1 z0), (y0 z1), (y1 z1).
inline Interpolated interpolateCorners(const CornerPair *pairs, float fx, float fy, float fz) {
    float value[4];
    float slope[4];
    for (int k = 0; k < 4; ++k) {
        slope[k] = pairs[k].next - pairs[k].at;
        value[k] = pairs[k].at + fx * slope[k];
    }
    const float low = value[0] + fy * (value[1] - value[0]);
    const float high = value[2] + fy * (value[3] - value[2]);
    const float slopeLow = slope[0] + fy * (slope[1] - slope[0]);
    const float slopeHigh = slope[2] + fy * (slope[3] - slope[2]);
    const float acrossLow = value[1] - value[0];
    const float acrossHigh = value[3] - value[2];
    return {low + fz * (high - low), Vec3(slopeLow + fz * (slopeHigh - slopeLow),
                                          acrossLow + fz * (acrossHigh - acrossLow), high - low)};
}

inline Interpolated sampleBrick(const VoxelSolid &solid, const BrickPlace &place) {
    constexpr int32_t kRow = kBrickCorners;
    constexpr int32_t kLayer = kBrickCorners * kBrickCorners;
    const int32_t ix = std::min(static_cast<int32_t>(place.x), kBrickVoxels - 1);
    const int32_t iy = std::min(static_cast<int32_t>(place.y), kBrickVoxels - 1);
    const int32_t iz = std::min(static_cast<int32_t>(place.z), kBrickVoxels - 1);
    const int16_t *at = solid.corner.data() + static_cast<size_t>(place.brick) * (kLayer * kRow) +
                        static_cast<size_t>(iz * kLayer + iy * kRow + ix);
    const CornerPair pairs[4] = {cornerPair(at), cornerPair(at + kRow), cornerPair(at + kLayer),
                                 cornerPair(at + kLayer + kRow)};
    return interpolateCorners(pairs, place.x - static_cast<float>(ix), place.y - static_cast<float>(iy),
                              place.z - static_cast<float>(iz));
}

inline VoxelSample samplePlane(const VoxelSolid &solid, const BrickPlace &place) {
    const int32_t ix = std::min(static_cast<int32_t>(place.x), kBrickVoxels - 1);
    const int32_t iy = std::min(static_cast<int32_t>(place.y), kBrickVoxels - 1);
    const int32_t iz = std::min(static_cast<int32_t>(place.z), kBrickVoxels - 1);
    constexpr int32_t kVoxels = kBrickVoxels * kBrickVoxels * kBrickVoxels;
    const PlaneVoxel &voxel = solid.plane[static_cast<size_t>(place.brick) * kVoxels +
                                          static_cast<size_t>((iz * kBrickVoxels + iy) * kBrickVoxels + ix)];
    const Vec3 normal = unpackNormal(voxel);
    const Vec3 fromCentre(place.x - static_cast<float>(ix) - 0.5F, place.y - static_cast<float>(iy) - 0.5F,
                          place.z - static_cast<float>(iz) - 0.5F);
    // Meyer 2000, Eq. 6: N·(x - CP), with the part from CP to the centre stored.
    const float along = normal.x * fromCentre.x + normal.y * fromCentre.y + normal.z * fromCentre.z;
    return {static_cast<float>(voxel.distance) * solid.unit + along * solid.voxel, normal};
}

} // namespace selvage
