// See mesh_obstacle.h.
#include "mesh_obstacle.h"

#include "io/voxel_cache.h"
#include "sim/workers.h"

namespace selvage {

Collider makeMeshCollider(PlainMesh mesh, const Pose &place, const VoxelOptions &voxels,
                          const ScenarioOptions &options) {
    auto solid = std::make_shared<MeshSolid>();
    Workers workers(options.threads);
    VoxelProgress progress;
    if (options.progress != nullptr) {
        progress = [&](float part) { options.progress("turning the mesh into voxels, once", part); };
    }
    solid->voxels =
        cachedVoxelSolid(mesh.position, mesh.triangles, voxels, workers, voxelCacheFolder(), progress);
    solid->position = std::move(mesh.position);
    solid->triangles = std::move(mesh.triangles);
    solid->paint = std::move(mesh.paint);
    Collider collider;
    collider.shape = ColliderShape::Mesh;
    collider.mesh = std::move(solid);
    collider.pose = place;
    collider.previousPose = collider.pose;
    return collider;
}

} // namespace selvage
