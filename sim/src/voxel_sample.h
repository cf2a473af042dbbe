// Looking up a voxel solid, inlined into the contact loops, where it runs in wide vectors: hence no branch
// and no fused operation, and every caller gets the same bits.
#pragma once

#include "sim/voxel_solid.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace selvage {

// Where a point lies: in which brick, in which of its voxels, and where in that.
struct VoxelPlace {
    int32_t brick; // index in VoxelSolid::brick, or -1 beyond the grid
    int32_t ix;    // 0…7, of the voxel
    int32_t iy;
    int32_t iz;
    float fx; // 0…1, in the voxel
    float fy;
    float fz;
};

// The grid of a solid as plain numbers, which a loop can keep in registers.
struct VoxelGrid {
    explicit VoxelGrid(const VoxelSolid &solid)
        : origin(solid.origin), perVoxel(solid.perVoxel), bricks(solid.bricks),
          size(Vec3(kBrickVoxels * solid.bricks)) {}

    Vec3 origin;    // m
    float perVoxel; // 1/m
    glm::ivec3 bricks;
    Vec3 size; // voxels
};

inline __attribute__((always_inline)) VoxelPlace placeOf(const VoxelGrid &grid, float localX, float localY,
                                                         float localZ) {
    const float x = (localX - grid.origin.x) * grid.perVoxel;
    const float y = (localY - grid.origin.y) * grid.perVoxel;
    const float z = (localZ - grid.origin.z) * grid.perVoxel;
    const float least = std::min(x, std::min(y, z));
    const float most = std::max(x - grid.size.x, std::max(y - grid.size.y, z - grid.size.z));
    const bool within = std::max(-least, most) < 0.0F; // false for what is no number, too
    const float insideX = within ? x : 0.0F;
    const float insideY = within ? y : 0.0F;
    const float insideZ = within ? z : 0.0F;
    const auto ix = static_cast<int32_t>(insideX);
    const auto iy = static_cast<int32_t>(insideY);
    const auto iz = static_cast<int32_t>(insideZ);
    constexpr int32_t kIn = kBrickVoxels - 1;
    const int32_t brick =
        ((iz / kBrickVoxels) * grid.bricks.y + iy / kBrickVoxels) * grid.bricks.x + ix / kBrickVoxels;
    return {within ? brick : -1,
            ix & kIn,
            iy & kIn,
            iz & kIn,
            insideX - static_cast<float>(ix),
            insideY - static_cast<float>(iy),
            insideZ - static_cast<float>(iz)};
}

// The brick's number, kOutside or kInside.
inline int32_t brickAt(const VoxelSolid &solid, const VoxelPlace &place) {
    return place.brick < 0 ? VoxelSolid::kOutside : solid.brick[static_cast<size_t>(place.brick)];
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

// The index of a voxel's lowest corner in its brick.
inline __attribute__((always_inline)) int32_t cornerOf(const VoxelPlace &place) {
    return (place.iz * kBrickCorners + place.iy) * kBrickCorners + place.ix;
}

// The eight corners of a voxel, two to a word.
struct CornerWords {
    uint32_t word[4];
};

// words: of the brick.
inline CornerWords loadCorners(const uint32_t *words, int32_t corner) {
    constexpr int32_t kOffsets[4] = {0, kBrickCorners, kBrickCorners * kBrickCorners,
                                     kBrickCorners * kBrickCorners + kBrickCorners};
    CornerWords out;
    for (int k = 0; k < 4; ++k) {
        const auto offset = static_cast<size_t>(corner + kOffsets[k]) * sizeof(int16_t);
        std::memcpy(&out.word[k], reinterpret_cast<const char *>(words) + offset, sizeof(uint32_t));
    }
    return out;
}

inline __attribute__((always_inline)) CornerPair unpackPair(uint32_t word) {
    return {static_cast<float>(static_cast<int32_t>(word << 16U) >> 16),
            static_cast<float>(static_cast<int32_t>(word) >> 16)};
}

inline const uint32_t *wordsOf(const VoxelSolid &solid, int32_t brick) {
    return solid.corners.data() + static_cast<size_t>(brick) * kBrickWords;
}

// In VoxelSolid::unit.
inline Interpolated sampleCorners(const VoxelSolid &solid, int32_t brick, const VoxelPlace &place) {
    const CornerWords corners = loadCorners(wordsOf(solid, brick), cornerOf(place));
    const CornerPair pairs[4] = {unpackPair(corners.word[0]), unpackPair(corners.word[1]),
                                 unpackPair(corners.word[2]), unpackPair(corners.word[3])};
    return interpolateCorners(pairs, place.fx, place.fy, place.fz);
}

inline VoxelSample samplePlane(const VoxelSolid &solid, int32_t brick, const VoxelPlace &place) {
    const int32_t index =
        ((brick * kBrickVoxels + place.iz) * kBrickVoxels + place.iy) * kBrickVoxels + place.ix;
    const PlaneVoxel &voxel = solid.planes[static_cast<size_t>(index)];
    const Vec3 normal = unpackNormal(voxel);
    // Meyer 2000, Eq. 6: N·(x - CP), with the part from CP to the voxel's centre stored.
    const float along =
        normal.x * (place.fx - 0.5F) + normal.y * (place.fy - 0.5F) + normal.z * (place.fz - 0.5F);
    return {static_cast<float>(voxel.distance) * solid.unit + along * solid.voxel, normal};
}

} // namespace selvage
