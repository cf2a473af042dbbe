// The river: what it carries goes as fast as it does, what is held streams, wet cloth sinks, dries and stays
// finite.
#include "sim/diagnostics.h"
#include "sim/world.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr float kDt = 1.0F / 90.0F; // s

// A scarf of 0.3 x 0.9 m, its length along x, level at a height over a river whose middle is the origin.
World riverWithScarf(float height, std::initializer_list<int32_t> pinned = {}) {
    World world;
    const Quat along = glm::angleAxis(glm::half_pi<float>(), Vec3(0.0F, 1.0F, 0.0F));
    Fabric silk;
    silk.damping = 0.0F;
    world.cloths.push_back(makeGridCloth({9, 25, 0.3F, 0.9F}, silk, {along, Vec3(0.0F, height, 0.0F)}));
    for (const int32_t particle : pinned) {
        world.pins.push_back({0, particle});
    }
    world.settings.water.density = kWaterDensity;
    world.settings.water.depth = 3.0F;
    world.settings.water.halfWidth = 3.0F;
    world.settings.air.density = kAirDensity;
    prepareWorld(world, 1);
    return world;
}

void run(World &world, double seconds) {
    StepInput input;
    input.dt = kDt;
    for (int s = 0; s < static_cast<int>(std::lround(seconds / static_cast<double>(kDt))); ++s) {
        ASSERT_EQ(step(world, input).nonFinite, 0);
    }
}

void soak(World &world) {
    std::fill(world.water.wetness[0].begin(), world.water.wetness[0].end(), 1.0F);
}

TEST(Water, CarriesAScarfWithinATenthOfTheCurrent) {
    World world = riverWithScarf(0.0F);
    run(world, 2.0);
    const float from = centreOfMass(world.cloths[0]).x;
    run(world, 2.0);
    const Vec3 to = centreOfMass(world.cloths[0]);
    const float current = currentAt(world.settings.water, to).x;
    EXPECT_NEAR((to.x - from) / 2.0F, current, 0.1F * current);
}

TEST(Water, StreamsAScarfThatIsHeldAtOneCornerDownstream) {
    World world = riverWithScarf(-0.10F, {0});
    run(world, 6.0);
    const Vec3 away = centreOfMass(world.cloths[0]) - world.cloths[0].position[0];
    EXPECT_GT(away.x, 0.35F);
    EXPECT_LT(glm::degrees(std::atan2(std::abs(away.z), away.x)), 15.0F);
    EXPECT_LT(glm::degrees(std::atan2(std::abs(away.y), away.x)), 20.0F);
}

TEST(Water, LetsDryClothFloatAndSoakedClothSink) {
    World world = riverWithScarf(-0.03F);
    run(world, 1.5);
    EXPECT_NEAR(centreOfMass(world.cloths[0]).y, 0.0F, 0.02F);
    soak(world);
    run(world, 6.0); // at a hundredth of a metre a second or two: half of a wet silk's weight is water's own
    EXPECT_LT(centreOfMass(world.cloths[0]).y, -0.05F);
}

TEST(Water, SoaksWithinSecondsAndMakesClothHeavierAndTheAirDriesIt) {
    World world = riverWithScarf(-0.5F, {0, 8});
    const float dry = world.cloths[0].mass[100];
    run(world, 12.0);
    EXPECT_GT(world.water.wetness[0][100], 0.9F);
    const float held = world.settings.water.soak * world.water.wetness[0][100];
    EXPECT_NEAR(world.cloths[0].mass[100], dry * (1.0F + held), 0.05F * dry); // followed in steps of 2 %
    World hung = riverWithScarf(2.0F, {0, 8});
    soak(hung);
    hung.settings.water.dryTime = 5.0F;
    run(hung, 15.0);
    EXPECT_LT(hung.water.wetness[0][100], 0.06F);
    EXPECT_NEAR(hung.cloths[0].mass[100], dry, 0.12F * dry);
}

TEST(Water, StaysFiniteInACurrentOfAMillionMetresPerSecondAndAtAnyStep) {
    for (const float dt : {kDtMin, kDt, kDtMax}) {
        World world = riverWithScarf(-0.1F, {0});
        world.settings.water.speed = 1e6F;
        StepInput input;
        input.dt = dt;
        for (int s = 0; s < 60; ++s) {
            ASSERT_EQ(step(world, input).nonFinite, 0) << dt;
        }
        world.settings.water.speed = 0.0F;
        for (int s = 0; s < 400; ++s) {
            ASSERT_EQ(step(world, input).nonFinite, 0) << dt;
        }
        float fastest = 0.0F;
        for (const Vec3 &v : world.cloths[0].velocity) {
            fastest = std::max(fastest, glm::length(v));
        }
        EXPECT_LT(fastest, 0.5F) << dt;
    }
}

TEST(Water, RunsSlowerAtTheBanksAndNotBehindThem) {
    WaterSettings settings;
    settings.density = kWaterDensity;
    const auto speedAt = [&](float z) { return currentAt(settings, Vec3(0.0F, -0.1F, z)).x; };
    EXPECT_FLOAT_EQ(speedAt(0.0F), settings.speed);
    EXPECT_LT(speedAt(0.9F * settings.halfWidth), 0.6F * settings.speed);
    EXPECT_EQ(speedAt(1.01F * settings.halfWidth), 0.0F);
}

} // namespace
} // namespace selvage
