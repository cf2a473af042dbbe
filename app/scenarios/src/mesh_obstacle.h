// A mesh as an obstacle: turned into voxels once and kept in the cache.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

// `place`: m, of the mesh's origin. Uses the options' threads and progress.
Collider makeMeshCollider(PlainMesh mesh, const Vec3 &place, const VoxelOptions &voxels,
                          const ScenarioOptions &options);

} // namespace selvage
