// The naked scarf (Meyer et al. 2000, §6; Desbrun et al. 1999, Figs 7 and 8d,e): a silk scarf, a ball and a
// box. Thrown away, laid over both so that it slides in between, dragged along the floor.
#include "scenario_table.h"

#include "scenarios/script.h"

namespace selvage {

namespace {

constexpr float kWidth = 0.4F;  // m
constexpr float kLength = 1.6F; // m
constexpr int32_t kPoints = 1000;
constexpr float kBallRadius = 0.30F; // m
constexpr Vec3 kBallCentre(-0.42F, 0.62F, -0.75F);
constexpr Vec3 kBoxHalf(0.22F, 0.40F, 0.22F);
constexpr Vec3 kBoxCentre(0.30F, 0.40F, -0.75F);
constexpr float kStandHalfHeight = 0.17F; // m, of the block under the ball
constexpr float kRounding = 0.03F;        // m, of all edges

Pose at(const Vec3 &position) {
    return {Quat(1.0F, 0.0F, 0.0F, 0.0F), position};
}

Collider makeCollider(ColliderShape shape, const Vec3 &centre, const Vec3 &halfExtents, float radius) {
    Collider collider;
    collider.shape = shape;
    collider.pose = at(centre);
    collider.previousPose = collider.pose;
    collider.halfExtents = halfExtents;
    collider.radius = radius;
    return collider;
}

// Where the scarf starts: flat above ball and box, its length from left to right, or, when hands are to hold
// it, with its two ends in them.
Pose startPose(const ScenarioOptions &options) {
    if (options.heldFrom == nullptr) {
        return at(kBoxCentre + Vec3(0.0F, kBoxHalf.y + 0.02F, 0.0F));
    }
    const Vec3 left = options.heldFrom->hand(Hand::Left).grip.position;
    const Vec3 right = options.heldFrom->hand(Hand::Right).grip.position;
    const Vec3 between = right - left;
    if (glm::length(between) < 0.05F) {
        return at(left);
    }
    return {glm::rotation(Vec3(0.0F, 0.0F, 1.0F), glm::normalize(between)), (left + right) * 0.5F};
}

} // namespace

Result<World> buildScarf(const ScenarioOptions &options) {
    World world;
    const int32_t points = options.points > 0 ? options.points : kPoints;
    world.cloths.push_back(
        makeGridCloth(gridOfPoints(kWidth, kLength, points), Fabric{}, startPose(options)));
    const Vec3 standCentre(kBallCentre.x, kStandHalfHeight, kBallCentre.z);
    const Vec3 standHalf(0.16F, kStandHalfHeight, 0.16F);
    world.colliders = {
        makeCollider(ColliderShape::Plane, Vec3(0.0F), Vec3(0.0F), 0.0F),
        makeCollider(ColliderShape::Sphere, kBallCentre, Vec3(0.0F), kBallRadius),
        makeCollider(ColliderShape::Box, kBoxCentre, kBoxHalf, kRounding),
        makeCollider(ColliderShape::Box, standCentre, standHalf, kRounding),
    };
    world.settings.selfContact.enabled = true;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

namespace {

constexpr Vec3 kArmForward(110.0F, 0.0F,
                           0.0F);           // degrees: the forearm comes from the person, a little from below
constexpr Vec3 kArmDown(65.0F, 0.0F, 0.0F); // reaching for the floor

HandKey reach(double time, const Vec3 &position) {
    return {time, position, 0.0F, kArmForward, false};
}
HandKey hold(double time, const Vec3 &position) {
    return {time, position, 1.0F, kArmForward, false};
}
HandKey swing(double time, const Vec3 &position) {
    return {time, position, 1.0F, kArmForward, true};
}
HandKey reachDown(double time, const Vec3 &position) {
    return {time, position, 0.0F, kArmDown, false};
}
HandKey holdDown(double time, const Vec3 &position) {
    return {time, position, 1.0F, kArmDown, false};
}

} // namespace

// What a person would do with it: take it off the box with both hands, lift it, lay it over ball and box,
// watch it slide in between, pull it out by one end, drag it along the floor, lift it, throw it away.
Motion scriptScarf() {
    ScriptKeys keys;
    keys.head = {
        {0.0, {0.0F, 1.60F, 0.30F}, {-0.02F, 0.65F, -0.75F}},
        {1.6, {0.0F, 1.60F, 0.30F}, {0.05F, 0.75F, -0.75F}},
        {3.0, {0.0F, 1.62F, 0.35F}, {0.0F, 1.05F, -0.60F}},
        {5.0, {0.0F, 1.60F, 0.30F}, {-0.05F, 0.70F, -0.75F}},
        {8.0, {0.05F, 1.35F, 0.40F}, {0.0F, 0.20F, -0.50F}},
        {11.0, {0.50F, 1.45F, 0.85F}, {0.60F, 0.10F, -0.15F}},
        {13.0, {0.50F, 1.60F, 0.95F}, {0.55F, 0.95F, -0.20F}},
        {15.0, {0.50F, 1.60F, 0.95F}, {0.10F, 0.70F, -1.20F}},
        {18.0, {0.50F, 1.60F, 0.95F}, {0.00F, 0.30F, -1.40F}},
    };
    keys.right = {
        reach(0.0, {0.45F, 0.95F, -0.20F}),
        reach(1.2, {0.48F, 0.84F, -0.52F}),
        hold(1.5, {0.48F, 0.80F, -0.55F}),
        hold(2.8, {0.19F, 1.42F, -0.40F}),
        hold(4.0, {0.06F, 1.30F, -0.66F}),
        hold(5.0, {0.06F, 0.97F, -0.66F}),
        reach(5.2, {0.07F, 0.98F, -0.66F}),
        reach(6.0, {0.30F, 1.10F, -0.20F}),
        reachDown(8.0, {-0.16F, 0.15F, -0.46F}),
        reachDown(8.4, {-0.20F, 0.02F, -0.54F}),
        holdDown(8.7, {-0.20F, 0.03F, -0.54F}),
        holdDown(9.5, {0.20F, 0.10F, -0.10F}),
        holdDown(11.0, {0.85F, 0.10F, 0.00F}),
        hold(12.6, {0.65F, 1.40F, 0.30F}),
        hold(13.0, {0.70F, 1.30F, 0.40F}),
        swing(13.35, {0.55F, 1.55F, -0.10F}),
        {13.5, {0.45F, 1.60F, -0.40F}, 0.0F, kArmForward, true},
        reach(14.2, {0.40F, 1.20F, -0.20F}),
        reach(18.0, {0.50F, 1.00F, 0.30F}),
    };
    keys.left = {
        reach(0.0, {-0.20F, 0.95F, -0.20F}), reach(1.2, {0.12F, 0.84F, -0.52F}),
        hold(1.5, {0.12F, 0.80F, -0.55F}),   hold(2.8, {-0.15F, 1.42F, -0.40F}),
        hold(4.0, {-0.29F, 1.30F, -0.66F}),  hold(5.0, {-0.29F, 0.97F, -0.66F}),
        reach(5.2, {-0.30F, 0.98F, -0.66F}), reach(6.0, {-0.45F, 1.10F, -0.20F}),
        reach(11.0, {0.20F, 1.00F, 0.45F}),
    };
    return makeScript(keys, 90.0);
}

std::vector<double> picturesScarf() {
    return {1.0, 2.8, 4.6, 5.5, 7.0, 9.3, 11.0, 12.7, 13.8, 18.0};
}

} // namespace selvage
