// The filter that another thread factors anew while the cloth moves: no step waits, and the result is the
// same.
#include "swinging_sheet.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace selvage {
namespace {

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

} // namespace
} // namespace selvage
