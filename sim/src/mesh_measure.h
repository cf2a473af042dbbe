// How deep a block of points lies in a mesh, from its voxels.
#pragma once

#include "collider_pass.h"
#include "swept_contact.h"
#include "voxel_block.h"

#include <cmath>

namespace selvage {

// Distances from the loaded corners. Returns whether some are not known from them.
SELVAGE_INLINE inline bool measureCorners(const Pass &pass, const VoxelBlock &block, int32_t count,
                                          Pushes &pushes) {
    const VoxelSolid &solid = pass.collider->mesh->voxels;
    const float unit = solid.unit;
    const float deepest = -solid.reach;
    const float thickness = pass.thickness;
    int32_t unknown = 0;
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        const CornerPair pairs[4] = {unpackPair(block.words[0][k]), unpackPair(block.words[1][k]),
                                     unpackPair(block.words[2][k]), unpackPair(block.words[3][k])};
        const Interpolated fine =
            interpolateCorners(pairs, block.part.x[k], block.part.y[k], block.part.z[k]);
        const Vec3 &g = fine.gradient;
        const float inverse = 1.0F / std::sqrt(g.x * g.x + g.y * g.y + g.z * g.z + 1e-12F); // of units²
        const float distance = fine.value * unit;
        pushes.depth[k] = block.brick[k] >= 0 ? thickness - distance : 0.0F;
        pushes.normal.x[k] = g.x * inverse;
        pushes.normal.y[k] = g.y * inverse;
        pushes.normal.z[k] = g.z * inverse;
        unknown |= ((block.brick[k] == VoxelSolid::kInside) | (distance < deepest)) ? 1 : 0;
    }
    return unknown != 0;
}

// One by one: what is deeper than the corners know, or in bricks of planes.
SELVAGE_INLINE inline void measureSingly(const Pass &pass, const Block &local, const VoxelBlock &block,
                                         int32_t count, Pushes &pushes) {
    for (int32_t k = 0; k < count; ++k) {
        if (block.brick[k] != VoxelSolid::kOutside) {
            const VoxelSample s =
                sampleVoxels(pass.collider->mesh->voxels, {local.x[k], local.y[k], local.z[k]});
            pushes.depth[k] = pass.thickness - s.distance;
            pushes.normal.x[k] = s.normal.x;
            pushes.normal.y[k] = s.normal.y;
            pushes.normal.z[k] = s.normal.z;
        }
    }
}

// How deep the points of a block lie in a mesh, and the way out; what has no weight does not.
SELVAGE_INLINE inline void measureMesh(const Pass &pass, const Block &local, const float *w, int32_t count,
                                       Pushes &pushes) {
    const VoxelSolid &solid = pass.collider->mesh->voxels;
    VoxelBlock block;
    placeBlock(solid, local, count, block);
    if (!loadBlock(solid, w, count, block)) {
        pushes = {}; // which the way there may still change
        return;
    }
    const bool unknown = measureCorners(pass, block, count, pushes);
    if (unknown || solid.mode == VoxelMode::NearestPlane) {
        measureSingly(pass, local, block, count, pushes);
    }
    int32_t any = 0;
    int32_t deep = 0;
    for (int32_t k = 0; k < count; ++k) {
        any |= pushes.depth[k] > 0.0F ? 1 : 0;
        deep |= pushes.depth[k] > kDeep ? 1 : 0;
    }
    pushes.any = any != 0;
    pushes.deep = deep != 0;
}

} // namespace selvage
