// A world that cannot be stepped is refused with the name of what is wrong, before anything moves.
#include "measure/sheet.h"
#include "sim/springs.h"

#include <gtest/gtest.h>
#include <limits>

namespace selvage {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

World soundWorld() {
    World world = sheetWorld(3, 100.0F);
    pinTwoCorners(world);
    for (const ColliderShape shape : {ColliderShape::Plane, ColliderShape::Sphere, ColliderShape::Box}) {
        Collider collider;
        collider.shape = shape;
        collider.radius = 0.1F;
        world.colliders.push_back(collider);
    }
    return world;
}

void makeSpring(World &world, const Spring &spring) {
    auto topology = std::make_shared<ClothTopology>(*world.cloths[0].topology);
    topology->keptSprings = springsOf(*topology);
    topology->keptSprings[5] = spring;
    world.cloths[0].topology = topology;
}

struct Fault {
    void (*make)(World &world);
    const char *place; // words that its message must have
    const char *expectation;
};

constexpr Fault kFaults[] = {
    {[](World &w) { w.cloths[0].mass[4] = 0.0F; }, "cloth 0, particle 4", "expected more than 0"},
    {[](World &w) { w.cloths[0].mass[4] = -1.0F; }, "cloth 0, particle 4", "expected more than 0"},
    {[](World &w) { w.cloths[0].mass[4] = kInfinity; }, "cloth 0, particle 4", "expected more than 0"},
    {[](World &w) { w.cloths[0].position[7].y = kNan; }, "cloth 0, particle 7", "finite"},
    {[](World &w) { w.cloths[0].velocity[7].z = kInfinity; }, "cloth 0, particle 7", "finite"},
    {[](World &w) { w.cloths[0].velocity.pop_back(); }, "cloth 0", "all 9 particles"},
    {[](World &w) { w.cloths[0].fabric.arealDensity = 0.0F; }, "areal density", "more than 0"},
    {[](World &w) { w.cloths[0].fabric.friction = -0.1F; }, "friction", "not below 0"},
    {[](World &w) { w.cloths[0].fabric.bendingRigidity = kNan; }, "bending rigidity", "finite"},
    {[](World &w) {
         makeSpring(w, {2, 9, 0.5F});
     },
     "spring 5: from particle 2 to 9", "expected two of 9"},
    {[](World &w) {
         makeSpring(w, {2, 2, 0.5F});
     },
     "spring 5: from particle 2 to 2", "expected two of 9"},
    {[](World &w) {
         makeSpring(w, {2, 3, 0.0F});
     },
     "spring 5", "expected more than 0"},
    {[](World &w) {
         w.pins.push_back({1, 0});
     },
     "pin 2: cloth 1", "expected one of 1"},
    {[](World &w) {
         w.pins.push_back({0, 9});
     },
     "pin 2: particle 9", "expected one of 9"},
    {[](World &w) {
         for (int32_t i = 0; i < 9; ++i) {
             w.pins.push_back({0, i});
         }
     },
     "cloth 0: all particles are pinned", "at least one"},
    {[](World &w) {
         w.pins.push_back({0, 8, 3});
     },
     "pin 2: obstacle 3", "expected -1 or one of 3"},
    {[](World &w) { w.colliders[1].restitution = 1.5F; }, "obstacle 1: a restitution", "expected 0 to 1"},
    {[](World &w) { w.colliders[1].restitution = kNan; }, "obstacle 1: a restitution", "expected 0 to 1"},
    {[](World &w) { w.colliders[1].carrier = 1; }, "obstacle 1: carried by obstacle 1", "one before it"},
    {[](World &w) { w.colliders[2].carrier = -2; }, "obstacle 2: carried by obstacle -2", "-1 or one"},
    {[](World &w) { w.colliders[2].onCarrier.position.x = kNan; }, "obstacle 2", "pose on its carrier"},
    {[](World &w) {
         w.methods = {findIntegrator("euler"), findIntegrator("selvage")};
     },
     "methods: 2 integrators", "one for each of 1 cloths"},
    {[](World &w) { w.methods = {nullptr}; }, "methods", "expected one for each cloth"},
    {[](World &w) {
         w.methods = {findIntegrator("euler")};
         w.settings.selfContact.enabled = true;
     },
     "methods", "expected one integrator for all"},
    {[](World &w) {
         w.tools.push_back({3, Hand::Left, Pose{}});
     },
     "tool 0: obstacle 3", "expected one of 3"},
    {[](World &w) { w.settings.water.speed = kNan; }, "water", "not below 0"},
    {[](World &w) { w.settings.water.wetTime = 0.0F; }, "water", "more than 0"},
    {[](World &w) { w.settings.resetBeyond = -1.0F; }, "solver", "not below 0"},
    {[](World &w) {
         w.tracks.push_back({3, {{0.0, Pose{}}}});
     },
     "track 0: obstacle 3", "expected one of 3"},
    {[](World &w) {
         w.tracks.push_back({0, {{1.0, Pose{}}, {0.0, Pose{}}}});
     },
     "track 0", "in order of time"},
    {[](World &w) { w.settings.air.normal = -1.0F; }, "air", "not below 0"},
    {[](World &w) { w.wind.direction = Vec3(0.0F); }, "wind", "length 1"},
    {[](World &w) { w.colliders[1].radius = -0.1F; }, "obstacle 1: a radius of -0.1", "more than 0"},
    {[](World &w) { w.colliders[2].radius = -0.1F; }, "obstacle 2: a radius of -0.1", "not below 0"},
    {[](World &w) { w.colliders[2].halfExtents.y = 0.0F; }, "obstacle 2: half extents", "more than 0"},
    {[](World &w) { w.colliders[0].pose.position.x = kNan; }, "obstacle 0", "finite"},
    {[](World &w) { w.colliders[0].pose.orientation.w = 0.0F; }, "obstacle 0", "unit quaternion"},
    {[](World &w) { w.colliders[0].frictionScale = -1.0F; }, "obstacle 0: a friction scale", "not below 0"},
    {[](World &w) { w.settings.gravity.y = kNan; }, "gravity", "finite"},
    {[](World &w) { w.settings.postStep.sweepMax = -1; }, "solver", "not below 0"},
};

TEST(CheckWorld, NamesTheFaultItsPlaceAndWhatWasExpected) {
    for (const Fault &fault : kFaults) {
        World world = soundWorld();
        fault.make(world);
        const auto checked = checkWorld(world);
        ASSERT_FALSE(checked) << fault.place;
        const std::string &message = checked.error().message;
        EXPECT_NE(message.find(fault.place), std::string::npos) << message;
        EXPECT_NE(message.find(fault.expectation), std::string::npos) << message;
    }
}

TEST(CheckWorld, FindsNothingWrongWithASoundWorld) {
    const auto checked = checkWorld(soundWorld());
    EXPECT_TRUE(checked) << checked.error().message;
}

} // namespace
} // namespace selvage
