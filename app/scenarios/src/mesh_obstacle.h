// A mesh as an obstacle: turned into voxels once and kept in the cache.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

// `place`: m, of the mesh's origin. Without paint the scene's look says its colour. Uses the options' threads
// and progress.
Collider makeMeshCollider(PlainMesh mesh, const Pose &place, const VoxelOptions &voxels,
                          const ScenarioOptions &options);

} // namespace selvage
