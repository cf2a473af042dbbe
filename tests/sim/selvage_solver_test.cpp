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
