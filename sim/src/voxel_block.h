// Looking up the voxels of a mesh for a block of particles: everything in wide vectors but the loads
// themselves.
#pragma once

#include "grid_contact.h"
#include "voxel_sample.h"
#include "wide.h"

namespace selvage {

inline constexpr int32_t kBlock = kSlotBlock; // slots

struct Block {
    float x[kBlock];
    float y[kBlock];
    float z[kBlock];
};

// Where the particles of a block are in the voxels of a mesh, and the corners of their voxels.
struct VoxelBlock {
    int32_t brick[kBlock];  // index of the cell, then number of the brick, kOutside or kInside
    int32_t corner[kBlock]; // the voxel's lowest
    Block part;             // 0…1, in the voxel
    uint32_t words[4][kBlock];
};

SELVAGE_INLINE inline void placeBlock(const VoxelSolid &solid, const Block &local, int32_t count,
                                      VoxelBlock &block) {
    const VoxelGrid grid(solid);
    for (int32_t k = 0; k < count; ++k) {
        const VoxelPlace place = placeOf(grid, local.x[k], local.y[k], local.z[k]);
        block.brick[k] = place.brick;
        block.corner[k] = cornerOf(place);
        block.part.x[k] = place.fx;
        block.part.y[k] = place.fy;
        block.part.z[k] = place.fz;
    }
}

// The only part that is done one by one. Returns whether any particle is in a brick or inside.
SELVAGE_INLINE inline bool loadBlock(const VoxelSolid &solid, const float *w, int32_t count,
                                     VoxelBlock &block) {
    const int32_t *bricks = solid.brick.data();
    const bool corners = solid.mode == VoxelMode::Trilinear;
    bool any = false;
    for (int32_t k = 0; k < count; ++k) {
        const bool there = block.brick[k] >= 0 && w[k] > 0.0F;
        block.brick[k] = there ? bricks[block.brick[k]] : VoxelSolid::kOutside;
        CornerWords loaded{};
        if (block.brick[k] >= 0 && corners) {
            loaded = loadCorners(wordsOf(solid, block.brick[k]), block.corner[k]);
        }
        for (int c = 0; c < 4; ++c) {
            block.words[c][k] = loaded.word[c];
        }
        any |= block.brick[k] != VoxelSolid::kOutside;
    }
    return any;
}

} // namespace selvage
