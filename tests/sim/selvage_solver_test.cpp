// The default solver: moves like cloth, does not stretch, rests, and nothing breaks it.
#include "hang_beside_reference.h"
#include "measure/sheet.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

double p99Stretch(const Cloth &cloth) {
    std::vector<float> stretch;
    appendStretch(cloth, stretch);
    return quantile(stretch, 0.99);
}

// Two corners pinned, damping 1/s, against the double-precision reference with k = 1e3.
TEST(SelvageSolver, HangsInTheTimeAndShapeOfTheReferenceWithoutStretching) {
    World world = sheetWorld(33, 1000.0F);
    world.cloths[0].fabric.damping = 1.0F;
    pinTwoCorners(world);
    prepareWorld(world, 1);
    const HangError error = hangBesideReference(world, world.cloths[0], p99Stretch);
    EXPECT_LT(error.centre, 0.015);
    EXPECT_LT(error.worst, 0.006);
    EXPECT_LT(p99Stretch(world.cloths[0]), 0.003);
}

TEST(SelvageSolver, RestsOnAnOffCentreSphereByFriction) {
    World world = sheetWorld(33, 1000.0F);
    Cloth &cloth = world.cloths[0];
    cloth.fabric.damping = 1.0F;
    cloth.fabric.friction = 0.3F;
    placeBesideBall(world, 0.6F);
    prepareWorld(world, 1);
    double impact = 0.0;
    for (int s = 0; s < 900; ++s) {
        step(world, emptyInput());
        impact = std::max(impact, p99Stretch(cloth));
    }
    EXPECT_LT(impact, 0.033);
    EXPECT_LT(p99Stretch(cloth), 0.02);
    EXPECT_LT(rmsSpeed(cloth), 0.005);
    EXPECT_GT(centreOfMass(cloth).y, 0.0F) << "it did not slide off";
    std::vector<float> depth;
    appendPenetration(world, cloth, depth);
    EXPECT_LT(quantile(depth, 1.0), 1e-4);
}

// Of every fabric: what pulls it into shape must do no work in a circle.
TEST(SelvageSolver, FabricsThatHangOrAreTautComeToRest) {
    for (const Fabric &preset : fabrics()) {
        Fabric fabric = preset;
        fabric.damping = 1.0F; // 1/s
        for (const bool taut : {false, true}) {
            World world;
            world.cloths.push_back(makeGridCloth({33, 33, 1.0F, 1.0F}, fabric, Pose{}));
            for (const int32_t corner : {0, 32, 32 * 33, 33 * 33 - 1}) {
                if (taut || corner <= 32) {
                    world.pins.push_back({0, corner});
                }
            }
            prepareWorld(world, 1);
            for (int s = 0; s < 90 * 20; ++s) {
                step(world, emptyInput());
            }
            EXPECT_LT(rmsSpeed(world.cloths[0]), 0.001) << fabric.name << (taut ? " taut" : " hanging");
        }
    }
}

// Hands take hold where no level has a node, and lift the cloth, perhaps off a floor.
TEST(SelvageSolver, HeldAnywhereItComesToRest) {
    struct Case {
        const char *fabric;
        GridSize size;
        int32_t at[2]; // particles that hands hold
        bool floor;
    };
    const Case cases[] = {{"cotton", {50, 41, 1.0F, 0.82F}, {1051, -1}, false},
                          {"wool", {65, 41, 1.0F, 0.625F}, {700, 1950}, false},
                          {"silk", {41, 41, 1.0F, 1.0F}, {345, 1260}, false},
                          {"denim", {50, 33, 1.0F, 0.65F}, {825, -1}, false},
                          {"cotton", {33, 33, 1.0F, 1.0F}, {528, -1}, true},
                          {"silk", {17, 59, 0.25F, 0.9F}, {76, 926}, true}};
    for (const Case &c : cases) {
        World world;
        Fabric fabric = *findFabric(c.fabric);
        fabric.damping = 1.0F; // 1/s
        world.cloths.push_back(makeGridCloth(c.size, fabric, Pose{}));
        if (c.floor) {
            world.colliders.emplace_back();
            world.colliders[0].pose.position.y = world.colliders[0].previousPose.position.y = -0.005F;
        }
        prepareWorld(world, 1);
        const Cloth &cloth = world.cloths[0];
        const std::vector<Vec3> flat = cloth.position;
        double fastest = 0.0; // m/s, RMS
        for (int s = 1; s <= 90 * 15; ++s) {
            StepInput input = emptyInput();
            for (size_t h = 0; h < 2; ++h) {
                if (c.at[h] >= 0) {
                    const float lift = 0.2F * std::min(1.0F, static_cast<float>(s) / 90.0F); // m
                    input.tracked.hands[h] =
                        handAt(flat[static_cast<size_t>(c.at[h])] + Vec3(0, lift, 0), 1.0F);
                }
            }
            step(world, input);
            fastest = std::max(fastest, rmsSpeed(cloth));
        }
        EXPECT_LT(fastest, 3.0) << c.fabric << " " << c.at[0];
        EXPECT_LT(rmsSpeed(cloth), 0.04) << c.fabric << " " << c.at[0];
    }
}

TEST(SelvageSolver, KeepsMomentumInFreeSpin) {
    World world = sheetWorld(17, 1000.0F);
    const Drift drift = spinFreely(world);
    EXPECT_LT(drift.linear, 1e-5);
    EXPECT_LT(drift.angular, 1e-3);
}

TEST(SelvageSolver, FallsFreelyByGravityExactly) {
    World world = sheetWorld(17, 1000.0F);
    prepareWorld(world, 1);
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
    }
    const double n = 90.0 * world.settings.integrator->substeps;
    const double expected = -static_cast<double>(kGravity) / (n * n) * n * (n + 1.0) / 2.0;
    for (const Vec3 &x : world.cloths[0].position) {
        EXPECT_NEAR(x.y, expected, 2e-4);
    }
}

TEST(SelvageSolver, SurvivesACornerShakenAtEveryTimeStep) {
    for (const float dt : {1.0F / 240.0F, 1.0F / 90.0F, 0.02F, 0.05F}) {
        World world = sheetWorld(33, 1000.0F);
        prepareWorld(world, 1);
        const Cloth &cloth = world.cloths[0];
        const Vec3 corner = cloth.position[0];
        StepInput input = emptyInput(dt);
        for (int s = 0; static_cast<float>(s) * dt < 5.0F; ++s) {
            const float phase = static_cast<float>(s) * dt * 5.0F / 0.3F; // peak speed 5 m/s
            const Vec3 shake = 0.3F * Vec3(std::sin(phase), 0.3F * std::sin(1.7F * phase), 0.0F);
            input.tracked.hand(Hand::Right) = handAt(corner + shake, 1.0F);
            const StepReport report = step(world, input);
            ASSERT_EQ(report.nonFinite, 0) << "dt = " << dt << ", step " << s;
            ASSERT_LT(fastest(cloth), 80.0F) << "dt = " << dt << ", step " << s;
            ASSERT_LT(report.grabError, 1e-5F);
        }
    }
}

TEST(SelvageSolver, WorksOnGridsOfEverySize) {
    for (const auto &[columns, rows] : {std::pair{3, 3}, {4, 7}, {5, 5}, {6, 20}, {17, 59}, {34, 33}}) {
        World world;
        world.cloths.push_back(
            makeGridCloth({columns, rows, 0.5F, 1.0F}, sheetFabric(1000.0F, 0.02F), Pose{}));
        world.pins.push_back({0, 0});
        prepareWorld(world, 1);
        for (int s = 0; s < 180; ++s) {
            ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << columns << " x " << rows;
        }
        EXPECT_LT(p99Stretch(world.cloths[0]), 0.05) << columns << " x " << rows;
    }
}

// The rest of the step in one substep: coarser, but the cloth is where time says, and held.
TEST(SelvageSolver, MakesUpTheStepAtOnceWhenTimeIsUp) {
    World free = sheetWorld(17, 1000.0F);
    World held = sheetWorld(17, 1000.0F);
    pinTwoCorners(held);
    for (World *world : {&free, &held}) {
        prepareWorld(*world, 1);
        int asked = 0;
        world->settings.postStep.timeIsUp = [&asked] { return ++asked % 2 == 0; }; // after two substeps
        for (int s = 0; s < 180; ++s) {
            const StepReport report = step(*world, emptyInput());
            ASSERT_EQ(report.timeUpCount, 1);
            ASSERT_EQ(report.sweeps, 3 * 2);
            ASSERT_EQ(report.nonFinite, 0);
        }
        world->settings.postStep.timeIsUp = nullptr;
        EXPECT_EQ(step(*world, emptyInput()).timeUpCount, 0);
    }
    EXPECT_NEAR(free.cloths[0].velocity[0].y, -kGravity * 181.0F / 90.0F, 1e-3F);
    EXPECT_LT(p99Stretch(held.cloths[0]), 0.01);
}

TEST(Integrators, CanBeSwitchedOnARunningCloth) {
    World world = sheetWorld(17, 1000.0F);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    for (int s = 0; s < 360; ++s) {
        if (s % 30 == 0) {
            const auto next = static_cast<size_t>(s / 30) % integrators().size();
            ASSERT_TRUE(selectIntegrator(world, integrators()[next]));
        }
        step(world, emptyInput());
        ASSERT_TRUE(allFinite(world.cloths[0])) << world.settings.integrator->name;
    }
}

} // namespace
} // namespace selvage
