// The naked scarf (Meyer et al. 2000, §6; Desbrun et al. 1999, Figs 7 and 8d,e): a silk scarf, a ball and a box. Thrown
// away, laid over both so that it slides in between, dragged along the floor.
#include "scenario_table.h"

#include "scenarios/script.h"

namespace selvage {

namespace {

constexpr float kWidth = 0.4F;          // m
constexpr float kLength = 1.6F;         // m
constexpr int32_t kPoints = 1000;
constexpr float kBallRadius = 0.30F;    // m
constexpr Vec3 kBallCentre(-0.42F, 0.62F, -0.75F);
constexpr Vec3 kBoxHalf(0.22F, 0.40F, 0.22F);
constexpr Vec3 kBoxCentre(0.30F, 0.40F, -0.75F);
constexpr float kStandHalfHeight = 0.17F; // m, of the block under the ball
constexpr float kRounding = 0.02F;      // m, of all edges

Pose at(const Vec3 &position) { return {Quat(1.0F, 0.0F, 0.0F, 0.0F), position}; }

Collider makeCollider(ColliderShape shape, const Vec3 &centre, const Vec3 &halfExtents, float radius) {
    Collider collider;
    collider.shape = shape;
    collider.pose = at(centre);
    collider.previousPose = collider.pose;
    collider.halfExtents = halfExtents;
    collider.radius = radius;
    return collider;
}

// Where the scarf starts: flat above ball and box, its length from left to right, or, when hands are to hold it, with
// its two ends in them.
Pose startPose(const ScenarioOptions &options) {
    const Quat alongX = glm::angleAxis(glm::half_pi<float>(), Vec3(0.0F, 1.0F, 0.0F));
    if (options.heldFrom == nullptr) {
        return {alongX, Vec3(-0.05F, 0.98F, -0.75F)};
    }
    const Vec3 left = options.heldFrom->hand(Hand::Left).grip.position;
    const Vec3 right = options.heldFrom->hand(Hand::Right).grip.position;
    const Vec3 between = right - left;
    if (glm::length(between) < 0.05F) {
        return {alongX, left};
    }
    return {glm::rotation(Vec3(0.0F, 0.0F, 1.0F), glm::normalize(between)), (left + right) * 0.5F};
}

} // namespace

Result<World> buildScarf(const ScenarioOptions &options) {
    World world;
    const int32_t points = options.points > 0 ? options.points : kPoints;
    world.cloths.push_back(makeGridCloth(gridOfPoints(kWidth, kLength, points), Fabric{}, startPose(options)));
    const Vec3 standCentre(kBallCentre.x, kStandHalfHeight, kBallCentre.z);
    const Vec3 standHalf(0.16F, kStandHalfHeight, 0.16F);
    world.colliders = {
        makeCollider(ColliderShape::Plane, Vec3(0.0F), Vec3(0.0F), 0.0F),
        makeCollider(ColliderShape::Sphere, kBallCentre, Vec3(0.0F), kBallRadius),
        makeCollider(ColliderShape::Box, kBoxCentre, kBoxHalf, kRounding),
        makeCollider(ColliderShape::Box, standCentre, standHalf, kRounding),
    };
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

Motion scriptScarf() {
    ScriptKeys keys;
    keys.head = {
        {0.0, {0.0F, 1.6F, 0.55F}, {0.0F, 0.75F, -0.7F}},
        {20.0, {0.0F, 1.6F, 0.55F}, {0.0F, 0.75F, -0.7F}},
    };
    keys.right = {{0.0, {0.35F, 0.9F, -0.2F}, 0.0F}};
    keys.left = {{0.0, {-0.35F, 0.9F, -0.2F}, 0.0F}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesScarf() { return {1.5, 3.0, 5.5, 7.0, 8.5, 10.5, 13.0, 15.0, 18.0, 20.0}; }

} // namespace selvage
