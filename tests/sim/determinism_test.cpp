// Same binary, same input, same bits; and a step that allocates nothing.
#include "scenarios/scenario.h"
#include "test_cloth.h"

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

namespace {
std::atomic<long> allocationCount{0};
}

void *operator new(std::size_t size) {
    ++allocationCount;
    if (void *p = std::malloc(size == 0 ? 1 : size)) {
        return p;
    }
    throw std::bad_alloc();
}
void operator delete(void *p) noexcept {
    std::free(p);
}
void operator delete(void *p, std::size_t) noexcept {
    std::free(p);
}

namespace selvage {
namespace {

uint64_t hashAfterScript(int32_t threads, int steps) {
    const Scenario *scenario = findScenario("scarf");
    ScenarioOptions options;
    options.threads = threads;
    auto world = scenario->build(options);
    const Motion motion = scenario->script();
    for (int s = 1; s <= steps; ++s) {
        StepInput input;
        input.tracked = sampleMotion(motion, s / 90.0);
        step(*world, input);
    }
    return stateHash(*world);
}

TEST(Determinism, TheScarfScriptGivesTheSameHashWithOneAndTwoThreads) {
    const uint64_t one = hashAfterScript(1, 600);
    EXPECT_EQ(one, hashAfterScript(1, 600));
    EXPECT_EQ(one, hashAfterScript(2, 600));
    EXPECT_EQ(one, hashAfterScript(5, 600));
    EXPECT_NE(one, hashAfterScript(1, 601));
}

TEST(Step, AllocatesNothingWithAnyIntegrator) {
    for (const Integrator &integrator : integrators()) {
        ScenarioOptions options;
        options.integrator = integrator.name;
        options.points = 200;
        options.settings.emplace("substeps", "2");
        auto world = findScenario("scarf")->build(options);
        ASSERT_TRUE(world) << integrator.name;
        StepInput input;
        step(*world, input);
        const long before = allocationCount.load();
        for (int s = 0; s < 40; ++s) {
            world->cloths[0].fabric.warpStiffness *= s == 5 ? 1.5F : 1.0F;
            step(*world, input);
        }
        EXPECT_EQ(allocationCount.load(), before) << integrator.name;
    }
}

TEST(Step, AllocatesNothingOnAMesh) {
    setenv("XDG_CACHE_HOME", SELVAGE_BUILD_DIR "/test-cache", 1);
    ScenarioOptions options;
    options.points = 400;
    options.settings.emplace("mesh-accuracy", "0.0012"); // voxels of 1 cm, for speed
    auto world = findScenario("drape-mesh")->build(options);
    ASSERT_TRUE(world);
    StepInput input;
    const long before = allocationCount.load();
    int32_t contacts = 0;
    for (int s = 0; s < 60; ++s) {
        contacts += step(*world, input).contacts;
    }
    EXPECT_EQ(allocationCount.load(), before);
    EXPECT_GT(contacts, 0);
}

TEST(Step, AllocatesNothingEvenWhileGrabbingAndReleasing) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        ScenarioOptions options;
        options.integrator = integrator;
        auto world = findScenario("scarf")->build(options);
        const Motion motion = findScenario("scarf")->script();
        StepInput input;
        for (int s = 1; s <= 10; ++s) {
            input.tracked = sampleMotion(motion, s / 90.0);
            step(*world, input);
        }
        const long before = allocationCount.load();
        for (int s = 11; s <= 700; ++s) {
            input.tracked = sampleMotion(motion, s / 90.0);
            step(*world, input);
        }
        EXPECT_EQ(allocationCount.load(), before) << integrator;
        EXPECT_GT(world->hands[1].grabCount, 0U);
    }
}

} // namespace
} // namespace selvage
