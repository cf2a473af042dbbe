// What people complain about in cloth engines, each as a small test of the solver; tests/README.md has the
// table of all of them. The complaints about units, frame rates and meshes are in same_answer_test.cpp, those
// about faulty input in check_world_test.cpp.
#include "measure/sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>

namespace selvage {
namespace {

// The methods that are meant to survive anything.
constexpr const char *kRobust[] = {"selvage", "desbrun", "kang-cho", "implicit-cg"};

Collider ballOf(float radius) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = radius;
    return ball;
}

double largestStretch(const Cloth &cloth) {
    std::vector<float> stretch;
    appendStretch(cloth, stretch);
    return quantile(stretch, 1.0);
}

double deepest(const World &world) {
    std::vector<float> depth;
    appendPenetration(world, world.cloths[0], depth);
    return quantile(depth, 1.0);
}

void moveCloth(World &world, const Vec3 &by) {
    for (Vec3 &x : world.cloths[0].position) {
        x += by;
    }
}

// ---- A heavy skirt stretches, and more iterations are the only remedy ----

double stretchOfHeavySheet(const char *integrator, int32_t sweeps, int32_t substeps) {
    World world = sheetWorld(17, 1000.0F, integrator);
    Fabric &fabric = world.cloths[0].fabric;
    fabric.arealDensity = 1.0F;
    fabric.damping = 1.0F;
    updateMasses(world.cloths[0]);
    pinTwoCorners(world);
    world.settings.postStep.sweepMax = sweeps;
    world.settings.substeps = substeps;
    prepareWorld(world, 1);
    for (int s = 0; s < 270; ++s) {
        step(world, emptyInput());
    }
    double worst = 0.0;
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
        worst = std::max(worst, largestStretch(world.cloths[0]));
    }
    return worst;
}

// The limiter stops at the limit itself, which single precision knows to a millionth.
TEST(StrainLimit, HoldsAHeavySheetWithFewSweepsAsWithMany) {
    const double limit = static_cast<double>(sheetFabric(1000.0F, 0.1F).maxStretchWarp) + 1e-5;
    for (const int32_t sweeps : {5, 30, 100}) {
        EXPECT_LT(stretchOfHeavySheet("desbrun", sweeps, 0), limit) << sweeps << " sweeps";
    }
    for (const int32_t substeps : {2, 4, 8}) {
        EXPECT_LT(stretchOfHeavySheet("selvage", 6, substeps), 0.01) << substeps << " substeps";
    }
}

// ---- A low mass per point explodes; real weights explode ----

// From cobweb to lead. Nothing that swings down by a metre is faster than 10 m/s but a whipping corner, and
// nothing rises above where it was let go. The bending goes with the weight, else it would be a plate.
TEST(AnyMass, OfAParticleFromAMilligramToTenKilogramsSwings) {
    for (const char *integrator : kRobust) {
        for (const float mass : {1e-6F, 1e-4F, 1e-2F, 1.0F, 10.0F}) {
            World world = sheetWorld(9, 1000.0F, integrator);
            Cloth &cloth = world.cloths[0];
            cloth.fabric.damping = 1.0F;
            cloth.fabric.arealDensity = mass * 64.0F; // kg/m², 8 x 8 cells
            cloth.fabric.bendingRigidity = 1e-3F * cloth.fabric.arealDensity;
            updateMasses(cloth);
            pinTwoCorners(world);
            prepareWorld(world, 1);
            for (int s = 0; s < 270; ++s) {
                ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << integrator << ", " << mass << " kg";
                ASSERT_LT(fastest(cloth), 12.0F) << integrator << ", " << mass << " kg, step " << s;
                ASSERT_LT(centreOfMass(cloth).y, 0.0F) << integrator << ", " << mass << " kg, step " << s;
            }
            EXPECT_LT(centreOfMass(cloth).y, -0.4F) << integrator << ", " << mass << " kg: it hangs";
        }
    }
}

TEST(RealWeights, FromThreeHundredthsToHalfAKilogramStayOnABall) {
    for (const char *integrator : {"selvage", "desbrun", "kang-cho"}) {
        for (const float density : {0.03F, 0.15F, 0.5F}) {
            World world;
            Fabric fabric;
            fabric.arealDensity = density;
            fabric.damping = 1.0F;
            fabric.friction = 0.5F;
            world.cloths.push_back(makeGridCloth({17, 17, 0.8F, 0.8F}, fabric, Pose{}));
            world.settings.integrator = findIntegrator(integrator);
            world.colliders.push_back(ballOf(0.25F));
            moveCloth(world, Vec3(0.03F, 0.35F, 0.02F));
            prepareWorld(world, 1);
            for (int s = 0; s < 270; ++s) {
                ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << integrator << ", " << density;
                ASSERT_LT(fastest(world.cloths[0]), 8.0F) << integrator << ", " << density << ", step " << s;
            }
            EXPECT_LT(largestStretch(world.cloths[0]), 0.05) << integrator << ", " << density;
            EXPECT_LT(deepest(world), 1e-4) << integrator << ", " << density;
            EXPECT_GT(centreOfMass(world.cloths[0]).y, 0.0F) << integrator << ", " << density << ": it fell";
        }
    }
}

// ---- Stiffness does not stop folding ----

// m by which the free end of a strip, clamped level, hangs lower than the clamp.
double droop(float stretchFactor, float bendingFactor) {
    Fabric fabric;
    fabric.arealDensity = 0.2F;
    fabric.warpStiffness = fabric.weftStiffness = 1000.0F * stretchFactor;
    fabric.shearStiffness = 100.0F * stretchFactor;
    fabric.bendingRigidity = 3e-3F * bendingFactor;
    fabric.damping = 4.0F;
    World world;
    world.cloths.push_back(makeGridCloth({19, 4, 0.36F, 0.06F}, fabric, Pose{}));
    for (int32_t row = 0; row < 4; ++row) {
        for (int32_t column = 0; column < 4; ++column) {
            world.pins.push_back({0, row * 19 + column});
        }
    }
    prepareWorld(world, 1);
    for (int s = 0; s < 450; ++s) {
        step(world, emptyInput());
    }
    return -static_cast<double>(world.cloths[0].position[18].y);
}

// elastica_test.cpp has how far.
TEST(Droop, OfAStripFollowsItsBendingAndNotItsStretching) {
    const double usual = droop(1.0F, 1.0F);
    EXPECT_GT(usual, 0.1);
    EXPECT_NEAR(droop(30.0F, 1.0F), usual, 0.02 * usual);
    EXPECT_LT(droop(1.0F, 10.0F), 0.6 * usual);
    EXPECT_GT(droop(1.0F, 0.1F), 1.1 * usual);
}

// ---- Dense meshes and crumpled cloth: a cliff in the cost ----

// A sheet that falls in a heap. A sweep costs what the mesh has (selvage-bench times it), and there are never
// more of them than were ordered.
TEST(Step, MakesNoMoreSweepsHoweverManyParticlesTouchSomething) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        for (const int32_t side : {9, 17, 33, 65}) {
            World world = sheetWorld(side, 1000.0F, integrator);
            world.colliders = {Collider{}, ballOf(0.2F)};
            moveCloth(world, Vec3(0.02F, 0.3F, 0.0F));
            prepareWorld(world, 1);
            const bool fixedCount = std::string(integrator) == "selvage";
            const int32_t ordered =
                substepCount(world.settings) * (fixedCount ? 2 : world.settings.postStep.sweepMax);
            int32_t contacts = 0;
            for (int s = 0; s < 90; ++s) {
                const StepReport report = step(world, emptyInput());
                contacts = std::max(contacts, report.contacts);
                ASSERT_LE(report.sweeps, ordered) << integrator << ", " << side << ", step " << s;
            }
            EXPECT_GT(contacts, side * side / 4) << integrator << ", " << side;
        }
    }
}

// ---- Vertices that nothing refers to ----

World chainWorld(int32_t particles, const Integrator &integrator) {
    const std::vector<Vec3> points = {Vec3(0.0F), Vec3(0.1F, 0.0F, 0.0F), Vec3(0.2F, 0.0F, 0.0F), Vec3(3.0F)};
    Fabric fabric;
    fabric.weftStiffness = 100.0F;
    fabric.damping = 0.0F;
    World world;
    world.settings.integrator = &integrator;
    world.settings.substeps = 100; // also for the explicit ones
    world.cloths.push_back(makeNetwork(std::span(points).first(static_cast<size_t>(particles)), 0.01F,
                                       {{0, 1, 0.1F}, {1, 2, 0.1F}}, fabric));
    world.pins.push_back({0, 0});
    prepareWorld(world, 1);
    return world;
}

// Of the methods that take any network. A millimetre of difference is left to the corrector of momenta, which
// sees all particles of a cloth.
TEST(UnusedParticle, FallsByItselfAndDisturbsNothing) {
    for (const char *name :
         {"desbrun", "desbrun-dense", "midpoint", "symplectic", "implicit-cg", "kang-cho"}) {
        const Integrator &integrator = *findIntegrator(name);
        World with = chainWorld(4, integrator);
        World without = chainWorld(3, integrator);
        for (int s = 0; s < 45; ++s) {
            ASSERT_EQ(step(with, emptyInput()).nonFinite, 0) << name;
            step(without, emptyInput());
        }
        EXPECT_NEAR(with.cloths[0].velocity[3].y, -0.5F * kGravity, 1e-3F) << name;
        for (size_t i = 0; i < 3; ++i) {
            EXPECT_LT(glm::distance(with.cloths[0].position[i], without.cloths[0].position[i]), 1e-3F)
                << name;
        }
    }
}

// ---- Tight cloth vibrates ----

// m/s, of the fastest particle in the fourth second. All four borders are pinned so wide that the cloth, of
// which 3 % may be stretched, is 5 % too short.
float speedOfTightSheet(const char *integrator) {
    constexpr int32_t kSide = 17;
    World world = sheetWorld(kSide, 1000.0F, integrator);
    Cloth &cloth = world.cloths[0];
    cloth.fabric.damping = 1.0F;
    setMaxStretch(cloth.fabric, 0.03F);
    for (Vec3 &x : cloth.position) {
        x *= 1.05F;
    }
    for (int32_t i = 0; i < kSide; ++i) {
        for (const int32_t particle : {i, kSide * (kSide - 1) + i, kSide * i, kSide * i + kSide - 1}) {
            world.pins.push_back({0, particle});
        }
    }
    prepareWorld(world, 1);
    float speed = 0.0F;
    for (int s = 0; s < 360; ++s) {
        EXPECT_EQ(step(world, emptyInput()).nonFinite, 0) << integrator;
        speed = s < 270 ? 0.0F : std::max(speed, fastest(cloth));
    }
    return speed;
}

TEST(TightCloth, FivePercentTooShortForItsPinsKeepsStill) {
    for (const char *integrator : kRobust) {
        const float speed = speedOfTightSheet(integrator);
        std::printf("%s: %.3f mm/s\n", integrator, static_cast<double>(speed) * 1000.0);
        EXPECT_LT(speed, 1e-3F) << integrator;
    }
}

// ---- Hands inside obstacles ----

// Cloth through the middle of a ball, and the hand that holds it starts in there too: what is free is pushed
// out, what is held stays in the hand, which then leaves through the top.
TEST(HandInAnObstacle, HoldsClothThereAndDrawsItOut) {
    struct Method {
        const char *name;
        float speedMax; // m/s: a spring of 3 cm between what is held and what is pushed out spans 30 cm
    };
    for (const auto &[integrator, speedMax] : {Method{"selvage", 40.0F}, Method{"desbrun", 200.0F}}) {
        World world = sheetWorld(33, 1000.0F, integrator);
        const Cloth &cloth = world.cloths[0];
        world.cloths[0].fabric.damping = 0.5F;
        world.colliders.push_back(ballOf(0.3F));
        world.handSettings.slipStrain = 1e9F; // a hand that no pull opens
        prepareWorld(world, 1);
        StepInput input = emptyInput();
        for (int s = 0; s < 360; ++s) {
            const float height = std::clamp((static_cast<float>(s) - 90.0F) / 90.0F, 0.0F, 1.0F); // 1 m/s
            input.tracked.hand(Hand::Right) = handAt(Vec3(0.0F, 1.2F * height, 0.0F), 1.0F);
            const StepReport report = step(world, input);
            ASSERT_EQ(report.nonFinite, 0) << integrator;
            ASSERT_LT(report.grabError, 1e-5F) << integrator;
            ASSERT_LT(fastest(cloth), speedMax) << integrator << ", step " << s;
        }
        EXPECT_LT(deepest(world), 1e-4) << integrator;
        EXPECT_LT(largestStretch(cloth), 0.2) << integrator << ": as good as new";
    }
}

// The same with a hand that yields to cloth which is too taut: held back by no more than it may be.
TEST(HandInAnObstacle, YieldsOrLosesTheClothRatherThanTearIt) {
    World world = sheetWorld(33, 1000.0F);
    world.cloths[0].fabric.damping = 0.5F;
    world.colliders.push_back(ballOf(0.3F));
    prepareWorld(world, 1);
    StepInput input = emptyInput();
    for (int s = 0; s < 360; ++s) {
        const float height = std::clamp((static_cast<float>(s) - 90.0F) / 90.0F, 0.0F, 1.0F); // 1 m/s
        input.tracked.hand(Hand::Right) = handAt(Vec3(0.0F, 1.2F * height, 0.0F), 1.0F);
        const StepReport report = step(world, input);
        ASSERT_EQ(report.nonFinite, 0);
        ASSERT_LE(report.grabError, world.handSettings.slipReach + 1e-4F);
        ASSERT_LT(fastest(world.cloths[0]), 40.0F) << "step " << s;
    }
    EXPECT_LT(deepest(world), 1e-4);
    EXPECT_LT(largestStretch(world.cloths[0]), 0.2) << "as good as new";
}

// ---- The frame rate decides how strong damping is ----

TEST(Damping, TakesTheSameSpeedAtEveryFrameRate) {
    const float rate = 2.0F;                                           // 1/s
    const float expected = kGravity / rate * (1.0F - std::exp(-rate)); // m/s, after 1 s
    for (const char *integrator : kRobust) {
        for (const float framesPerSecond : {30.0F, 72.0F, 120.0F}) {
            World world = sheetWorld(5, 1000.0F, integrator);
            world.cloths[0].fabric.damping = rate;
            prepareWorld(world, 1);
            for (int s = 0; s < static_cast<int>(framesPerSecond); ++s) {
                step(world, emptyInput(1.0F / framesPerSecond));
            }
            EXPECT_NEAR(-world.cloths[0].velocity[12].y, expected, 0.01F * expected)
                << integrator << ", " << framesPerSecond << " Hz";
        }
    }
}

// ---- A scaled import breaks lengths and pins ----

// Sheets of the same shape at rest: stiffness grows with the size, bending with its cube.
TEST(AnySize, FromFiveCentimetresToTwentyMetresHangsFromItsPinsAtItsLength) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        for (const float size : {0.05F, 0.2F, 2.0F, 20.0F}) {
            Fabric fabric = sheetFabric(1000.0F * size, 1.0F);
            fabric.bendingRigidity = fabric.arealDensity * kGravity * size * size * size / 50.0F;
            fabric.damping = 1.0F / std::sqrt(size);
            World world;
            world.settings.integrator = findIntegrator(integrator);
            world.cloths.push_back(makeGridCloth({17, 17, size, size}, fabric, Pose{}));
            pinTwoCorners(world);
            prepareWorld(world, 1);
            const Cloth &cloth = world.cloths[0];
            const Vec3 pin = cloth.position[16];
            const int steps = static_cast<int>(360.0F * std::sqrt(size)); // 4 s where it is a metre
            for (int s = 0; s < steps; ++s) {
                ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << integrator << ", " << size << " m";
            }
            EXPECT_EQ(cloth.position[16], pin);
            EXPECT_LT(largestStretch(cloth), 0.051) << integrator << ", " << size << " m";
            EXPECT_NEAR(centreOfMass(cloth).y / size, -0.49F, 0.03F) << integrator << ", " << size << " m";
        }
    }
}

} // namespace
} // namespace selvage
