// See fitting.h.
#include "scenarios/fitting.h"

#include "mesh_obstacle.h"
#include "solids.h"

namespace selvage {

namespace {

constexpr float kReachSpare = 0.005F; // m, that distances are right for beyond what is asked for

} // namespace

Result<Fitting> makeFitting(const SewingPattern &pattern, PlainMesh body, const FittingOptions &fitting,
                            const ScenarioOptions &options) {
    Fitting made;
    made.measures = measureBody(body.position, body.triangles);
    VoxelOptions voxels;
    voxels.accuracy = 0.0005F;
    voxels.reach = std::max(fitting.dressing.clearance, fitting.fabric.thickness) + kReachSpare;
    Collider collider = makeMeshCollider(std::move(body), Pose{}, voxels, options);
    auto plan = planDressing(pattern, collider, made.measures, fitting.dressing);
    if (!plan) {
        return plan.error();
    }
    made.lifted = plan->lifted;
    for (Vec3 &position : plan->garment.shape.position) {
        position += fitting.place;
    }
    plan->settings.beltHeight += fitting.place.y;
    collider.pose.position = fitting.place;
    collider.previousPose = collider.pose;
    made.world.colliders.push_back(std::move(collider));
    made.world.colliders.emplace_back(); // the floor, a plane through the origin
    made.world.settings.substeps = fitting.substeps;
    auto added = addGarment(made.world, std::move(plan->garment), fitting.fabric, std::move(plan->settings));
    if (!added) {
        return added.error();
    }
    return made;
}

} // namespace selvage
