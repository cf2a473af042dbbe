// Physics of the corrected predictor-corrector: momenta, free fall, equilibrium, falling in time, and nothing
// ever explodes.
#include "measure/sheet.h"
#include "reference/reference.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(FreeSpin, KeepsLinearAndAngularMomentum) {
    for (const float k : {1e3F, 1e4F, 1e5F, 1e6F}) {
        World world = sheetWorld(17, k, "desbrun");
        const Drift drift = spinFreely(world);
        EXPECT_LT(drift.linear, 1e-6) << "k = " << k;
        EXPECT_LT(drift.angular, 1e-3) << "k = " << k;
    }
}

TEST(FreeFall, IsGravityExactly) {
    World world = sheetWorld(17, 1000.0F, "desbrun");
    prepareWorld(world, 1);
    const int steps = 90;
    for (int s = 0; s < steps; ++s) {
        step(world, emptyInput());
    }
    // Symplectic Euler over n substeps of d falls g d² n (n + 1) / 2.
    const double n = steps * substepCount(world.settings);
    const double d = 1.0 / n;
    const double expected = -static_cast<double>(kGravity) * d * d * n * (n + 1.0) / 2.0;
    for (const Vec3 &x : world.cloths[0].position) {
        EXPECT_NEAR(x.y, expected, 1e-4);
    }
}

TEST(Equilibrium, StaysWithinAMillimetreForTenSeconds) {
    World world = sheetWorld(13, 1000.0F, "desbrun");
    pinTwoCorners(world);
    // The filter alone; the limiter would rightly shorten the corner springs.
    setMaxStretch(world.cloths[0].fabric, 1.0F);
    prepareWorld(world, 1);
    Cloth &cloth = world.cloths[0];
    reference::State state = reference::fromCloth(cloth);
    reference::advance(state, 30.0, 60000, 2.0); // a true static equilibrium, found without our scheme
    reference::advance(state, 10.0, 20000, 20.0);
    std::vector<Vec3> rest(cloth.position.size());
    for (size_t i = 0; i < rest.size(); ++i) {
        rest[i] = Vec3(state.position[i]);
        cloth.position[i] = rest[i];
        cloth.velocity[i] = Vec3(0.0F);
    }
    for (int s = 0; s < 900; ++s) {
        step(world, emptyInput());
    }
    for (size_t i = 0; i < rest.size(); ++i) {
        EXPECT_LT(glm::distance(cloth.position[i], rest[i]), 1e-3F);
    }
}

// Seconds until the centre of mass has dropped 0.25 m.
double fallTime(World &world) {
    const float start = centreOfMass(world.cloths[0]).y;
    for (int s = 1; s < 900; ++s) {
        step(world, emptyInput());
        if (centreOfMass(world.cloths[0]).y < start - 0.25F) {
            return s / 90.0;
        }
    }
    return 10.0;
}

TEST(Hang, FallsInTheTimeOfTheReference) {
    World world = sheetWorld(33, 1000.0F, "desbrun");
    pinTwoCorners(world);
    prepareWorld(world, 1);
    reference::State state = reference::fromCloth(world.cloths[0]);
    double expected = 0.0;
    while (reference::centreHeight(state) > -0.25) {
        reference::advance(state, 1.0 / 90.0, 200, 0.0);
        expected += 1.0 / 90.0;
    }
    EXPECT_NEAR(fallTime(world), expected, 0.15 * expected);
}

TEST(Hang, FallsEvenWhenVeryStiff) {
    for (const float k : {0.0F, 1e2F, 1e4F, 1e6F}) {
        World world = sheetWorld(17, k, "desbrun");
        pinTwoCorners(world);
        prepareWorld(world, 1);
        EXPECT_LT(fallTime(world), 0.35) << "k = " << k;
    }
}

double kineticEnergy(const Cloth &cloth) {
    double energy = 0.0;
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        energy += 0.5 * static_cast<double>(cloth.mass[i] * glm::dot(cloth.velocity[i], cloth.velocity[i]));
    }
    return energy;
}

// A corner is shaken at 5 m/s, without any damping. The double-precision reference whips itself up to 50 J at
// k = 1e3 in these 5 s, and a cloth whirled like a flail holds up to 130 J for minutes; 200 J is the bound.
TEST(Shaking, NeverExplodesAtAnyStiffness) {
    for (const float dt : {1.0F / 90.0F, 0.02F}) {
        for (const float k : {0.0F, 1.0F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F}) {
            World world = sheetWorld(17, k, "desbrun");
            prepareWorld(world, 1);
            const Cloth &cloth = world.cloths[0];
            const double energyMax = 200.0; // J
            const Vec3 corner = cloth.position[0];
            StepInput input = emptyInput(dt);
            for (int s = 0; static_cast<float>(s) * dt < 5.0F; ++s) {
                const float phase = static_cast<float>(s) * dt * 5.0F / 0.3F; // peak speed 5 m/s, reach 0.3 m
                const Vec3 shake = 0.3F * Vec3(std::sin(phase), 0.3F * std::sin(1.7F * phase), 0.0F);
                input.tracked.hand(Hand::Right) = handAt(corner + shake, 1.0F);
                const StepReport report = step(world, input);
                ASSERT_EQ(report.nonFinite, 0) << "k = " << k << ", dt = " << dt << ", step " << s;
                ASSERT_TRUE(allFinite(cloth));
                ASSERT_LT(kineticEnergy(cloth), energyMax)
                    << "k = " << k << ", dt = " << dt << ", step " << s;
            }
            EXPECT_TRUE(world.hands[1].holding());
        }
    }
}

TEST(Step, AcceptsEveryTimeStepFromAThousandthToATwentieth) {
    for (const float dt : {1.0F / 1000.0F, 1.0F / 240.0F, 1.0F / 72.0F, 1.0F / 20.0F}) {
        World world = sheetWorld(17, 1000.0F, "desbrun");
        pinTwoCorners(world);
        prepareWorld(world, 1);
        const auto steps = static_cast<int>(std::lround(0.4F / dt));
        for (int s = 0; s < steps; ++s) {
            step(world, emptyInput(dt));
        }
        EXPECT_TRUE(allFinite(world.cloths[0]));
        EXPECT_NEAR(centreOfMass(world.cloths[0]).y, -0.45F, 0.08F) << "dt = " << dt; // the reference: -0.463
    }
}

TEST(DesbrunAsPrinted, TearsAStiffClothApartButNeverGoesNonFinite) {
    World world = sheetWorld(17, 1000.0F, "desbrun");
    world.settings.integrator = findIntegrator("desbrun-as-printed");
    ASSERT_NE(world.settings.integrator, nullptr);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    float worst = 0.0F;
    for (int s = 0; s < 180; ++s) {
        step(world, emptyInput());
        ASSERT_TRUE(allFinite(world.cloths[0]));
        worst = std::max(worst, fastest(world.cloths[0]));
    }
    EXPECT_GT(worst, 20.0F); // the printed torque correction lacks the inverse inertia
}

} // namespace
} // namespace selvage
