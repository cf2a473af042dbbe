// Every parameter can be changed between any two steps, acts on the next one, and brings no energy.
#include "test_cloth.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace selvage {
namespace {

constexpr int kWarmSteps = 25;       // into the swing, where everything stretches
constexpr float kStiffness = 200.0F; // N/m

// A sheet that hangs by two corners over a floor it slides on with its far edge.
World swingingSheet(const char *integrator, int32_t side = 11) {
    World world = sheetWorld(side, kStiffness, integrator);
    world.cloths[0].fabric.springDamping = 0.01F;
    world.cloths[0].fabric.damping = 0.5F;
    setMaxStretch(world.cloths[0].fabric, 0.02F);
    pinTwoCorners(world);
    Collider floor;
    floor.pose.position.y = -0.3F;
    floor.previousPose = floor.pose;
    world.colliders.push_back(floor);
    if (std::string(integrator) == "euler" || std::string(integrator) == "midpoint") {
        world.settings.substeps = 100;
    }
    prepareWorld(world, 1);
    for (int s = 0; s < kWarmSteps; ++s) {
        step(world, emptyInput());
    }
    return world;
}

struct Change {
    const char *name;
    void (*apply)(World &world, StepInput &input);
    const char *deafTo; // integrators that do not use it, between blanks
};

template <float Fabric::*Member> void scale(World &world, StepInput &) {
    world.cloths[0].fabric.*Member *= 1.5F;
    updateMasses(world.cloths[0]);
}

// The default method limits strain instead of following a stiffness.
constexpr const char *kSpringless = " selvage ";
constexpr const char *kUnlimited = " euler midpoint symplectic implicit-cg selvage ";
constexpr const char *kWithoutFabricsViscosity = " desbrun desbrun-dense kang-cho selvage bilayered ";

constexpr Change kChanges[] = {
    {"warp stiffness", scale<&Fabric::warpStiffness>, kSpringless},
    {"weft stiffness", scale<&Fabric::weftStiffness>, kSpringless},
    {"shear stiffness", scale<&Fabric::shearStiffness>, kSpringless},
    {"bending", scale<&Fabric::bendingRigidity>, ""},
    {"spring damping", scale<&Fabric::springDamping>, kWithoutFabricsViscosity},
    {"contraction", [](World &w, StepInput &) { w.cloths[0].fabric.contractionResistance = 0.1F; },
     kSpringless},
    {"density", scale<&Fabric::arealDensity>, ""},
    {"damping", scale<&Fabric::damping>, ""},
    {"friction", scale<&Fabric::friction>, ""},
    {"max stretch", [](World &w, StepInput &) { setMaxStretch(w.cloths[0].fabric, 0.01F); }, kUnlimited},
    {"gravity", [](World &w, StepInput &) { w.settings.gravity = Vec3(0.0F, -5.0F, 0.0F); }, ""},
    {"dt", [](World &, StepInput &input) { input.dt = 1.0F / 60.0F; }, ""},
    {"acceleration limit", [](World &w, StepInput &) { w.settings.accelerationMax = 1.0F; }, ""},
};

bool isDeaf(const std::string &integrators, const char *name) {
    std::string word(" ");
    word += name;
    word += ' ';
    return integrators.find(word) != std::string::npos;
}

class LiveParameters : public testing::TestWithParam<const char *> {};

TEST_P(LiveParameters, ActOnTheNextStep) {
    for (const Change &change : kChanges) {
        if (isDeaf(change.deafTo, GetParam())) {
            continue;
        }
        World same = swingingSheet(GetParam());
        World other = swingingSheet(GetParam());
        ASSERT_EQ(stateHash(same), stateHash(other));
        StepInput input = emptyInput();
        step(same, input);
        change.apply(other, input);
        const StepReport report = step(other, input);
        EXPECT_NE(stateHash(same), stateHash(other)) << change.name;
        EXPECT_GT(report.contacts, 0) << "the floor is not in use";
    }
}

// J: how far the energy, with the parameters as they are after the change, rises within some steps.
double energyGained(World &world, const StepInput &input) {
    const double before = energyOf(world.cloths[0], world.settings.gravity);
    double most = before;
    for (int s = 0; s < 20; ++s) {
        step(world, input);
        most = std::max(most, energyOf(world.cloths[0], world.settings.gravity));
    }
    return most - before;
}

// Explicit Euler brings energy of its own. The limit of acceleration is one that strikes now and then, not
// one that holds the sheet in the air: that would be a force from outside.
TEST_P(LiveParameters, BringNoEnergy) {
    if (std::string(GetParam()) == "euler") {
        return;
    }
    const double fall = 0.2 * static_cast<double>(kGravity) * 0.5; // J, of the sheet by half its height
    World unchanged = swingingSheet(GetParam());
    const double usual = energyGained(unchanged, emptyInput());
    double worst = 0.0;
    for (const Change &change : kChanges) {
        World world = swingingSheet(GetParam());
        StepInput input = emptyInput();
        change.apply(world, input);
        world.settings.accelerationMax *= 500.0F;
        const double gained = energyGained(world, input) - usual;
        worst = std::max(worst, gained);
        EXPECT_LT(gained, 0.02 * fall) << change.name;
    }
    std::printf("%s: a change brings at most %.1f %% of the energy of the fall, no change %.1f %%\n",
                GetParam(), 100.0 * worst / fall, 100.0 * usual / fall);
}

INSTANTIATE_TEST_SUITE_P(Integrators, LiveParameters,
                         testing::Values("desbrun", "desbrun-dense", "euler", "midpoint", "symplectic",
                                         "implicit-cg", "kang-cho", "bilayered", "selvage"),
                         [](const auto &row) {
                             std::string name = row.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// ---- The filter's refactoring on another thread ----

// A thousandfold change in either direction, of anything that the filter is made of.
TEST(LiveFilter, StaysCalmThroughChangesOfAnySize) {
    for (const float factor : {1e-3F, 1e3F}) {
        for (const int which : {0, 1, 2}) {
            World world = swingingSheet("desbrun");
            StepInput input = emptyInput();
            Fabric &fabric = world.cloths[0].fabric;
            fabric.warpStiffness *= which == 0 ? factor : 1.0F;
            fabric.weftStiffness *= which == 0 ? factor : 1.0F;
            fabric.arealDensity *= which == 1 ? factor : 1.0F;
            updateMasses(world.cloths[0]);
            input.dt = which != 2 ? input.dt : factor < 1.0F ? kDtMin : kDtMax;
            for (int s = 0; s < 40; ++s) {
                ASSERT_EQ(step(world, input).nonFinite, 0);
                ASSERT_LT(fastest(world.cloths[0]), 12.0F) << factor << ", " << which << ", step " << s;
            }
        }
    }
}

TEST(LiveFilter, FallsWithGravityExactlyWhileTheMassChanges) {
    World world = sheetWorld(17, 1000.0F, "desbrun");
    prepareWorld(world, 1);
    for (int s = 0; s < 45; ++s) {
        if (s % 7 == 3) {
            world.cloths[0].fabric.arealDensity *= s % 2 == 0 ? 3.0F : 0.4F;
            updateMasses(world.cloths[0]);
        }
        step(world, emptyInput());
    }
    for (const Vec3 &v : world.cloths[0].velocity) {
        EXPECT_NEAR(v.y, -0.5F * kGravity, 1e-3F);
    }
}

// After a while there is nothing left of the old filter: a world that starts with what the changed one has
// come to, goes on in the same way.
TEST(LiveFilter, ComesToServeTheNewStiffness) {
    World changed = swingingSheet("desbrun");
    changed.cloths[0].fabric.warpStiffness *= 10.0F;
    StepReport report;
    for (int s = 0; s < 5; ++s) {
        report = step(changed, emptyInput());
    }
    EXPECT_EQ(report.refactorCount, 2U);
    World fresh;
    fresh.settings.integrator = findIntegrator("desbrun");
    fresh.cloths = changed.cloths;
    fresh.colliders = changed.colliders;
    prepareWorld(fresh, 1);
    step(changed, emptyInput());
    step(fresh, emptyInput());
    for (size_t i = 0; i < fresh.cloths[0].position.size(); ++i) {
        EXPECT_LT(glm::distance(fresh.cloths[0].position[i], changed.cloths[0].position[i]), 1e-5F) << i;
    }
}

TEST(LiveFilter, GivesTheSameBitsHoweverLongTheOtherThreadTakes) {
    uint64_t hashes[2] = {};
    for (const int run : {0, 1}) {
        World world = swingingSheet("desbrun", 33);
        std::atomic<bool> stop{false};
        std::vector<std::thread> busy;
        busy.reserve(4);
        for (int t = 0; t < 4 * run; ++t) {
            busy.emplace_back([&] {
                while (!stop.load()) {
                }
            });
        }
        for (int s = 0; s < 30; ++s) {
            world.cloths[0].fabric.weftStiffness *= s % 5 == 0 ? 1.3F : 1.0F;
            step(world, emptyInput());
        }
        stop.store(true);
        for (std::thread &thread : busy) {
            thread.join();
        }
        hashes[run] = stateHash(world);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

// What a frame pays: no factorisation. selvage-bench says what that is worth (step_after).
TEST(LiveFilter, LeavesTheFactorisationToAnotherThread) {
    World world = swingingSheet("desbrun", 33);
    const FilterState &filter = world.solvers[0].filter;
    const uint64_t before = filter.number; // of the factor that serves
    world.cloths[0].fabric.weftStiffness *= 1.5F;
    step(world, emptyInput());
    EXPECT_EQ(filter.number, before);
    EXPECT_GT(filter.substepsToSwap, 0);
    for (int s = 0; s < 5; ++s) {
        step(world, emptyInput());
    }
    EXPECT_EQ(filter.number, before + 1);
    EXPECT_EQ(filter.substepsToSwap, 0);
}

TEST(LiveFilter, IsFactoredInTheStepWhereThereIsNoOtherThread) {
    World world = swingingSheet("desbrun", 33);
    FilterState &filter = world.solvers[0].filter;
    filter.factory = nullptr;
    step(world, emptyInput());
    const uint64_t before = filter.number;
    world.cloths[0].fabric.weftStiffness *= 1.5F;
    step(world, emptyInput());
    EXPECT_EQ(filter.number, before + 1);
}

TEST(LiveFilter, TakesHoldAndLetsGoWithoutANewFactorInThatStep) {
    World world = swingingSheet("desbrun", 33);
    const FilterState &filter = world.solvers[0].filter;
    const uint64_t before = filter.number;
    StepInput input = emptyInput();
    input.tracked.hand(Hand::Right) = handAt(world.cloths[0].position[33 * 20 + 15], 1.0F);
    for (int s = 0; s < 10; ++s) {
        ASSERT_GT(step(world, input).heldCount, 5);
    }
    EXPECT_FALSE(filter.held.rows.empty());
    input.tracked.hand(Hand::Right).grab = 0.0F;
    for (int s = 0; s < 10; ++s) {
        step(world, input);
    }
    EXPECT_TRUE(filter.held.rows.empty());
    EXPECT_EQ(filter.number, before);
}

// The low-rank correction is the elimination: a held patch moves the cloth as it did with a factor made for
// it.
TEST(LiveFilter, HoldsAPatchAsAFactorMadeForItDoes) {
    World corrected = swingingSheet("desbrun", 33);
    World factored = swingingSheet("desbrun", 33);
    factored.solvers[0].filter.factory = nullptr;
    StepInput input = emptyInput();
    input.tracked.hand(Hand::Right) = handAt(corrected.cloths[0].position[33 * 20 + 15], 1.0F);
    for (int s = 0; s < 20; ++s) {
        input.tracked.hand(Hand::Right).grip.position.x += 0.01F;
        step(factored, input);
        const StepReport report = step(corrected, input);
        ASSERT_GT(report.heldCount, 5);
        ASSERT_LT(report.grabError, 1e-5F);
        ASSERT_EQ(report.refactorCount, 1U);
    }
    for (size_t i = 0; i < corrected.cloths[0].position.size(); ++i) {
        EXPECT_LT(glm::distance(corrected.cloths[0].position[i], factored.cloths[0].position[i]), 1e-3F) << i;
    }
}

// ---- Limit of acceleration ----

TEST(AccelerationLimit, HoldsBackAFallWithEveryKindOfIntegrator) {
    for (const char *name : {"selvage", "desbrun", "symplectic"}) {
        World world = sheetWorld(9, 100.0F, name);
        world.settings.accelerationMax = 2.0F;
        prepareWorld(world, 1);
        for (int s = 0; s < 90; ++s) {
            step(world, emptyInput());
        }
        for (const Vec3 &v : world.cloths[0].velocity) {
            EXPECT_NEAR(v.y, -2.0F, 2e-3F) << name;
        }
    }
}

} // namespace
} // namespace selvage
