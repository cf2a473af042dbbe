// Same binary, same input, same bits.
#include "scenarios/scenario.h"
#include "sim/diagnostics.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

uint64_t hashAfterScript(int32_t threads, int steps) {
    ScenarioOptions options;
#if defined(SELVAGE_SANITIZED)
    options.settings.emplace("self-contact", "0"); // twenty times as slow, and met in tests of its own
#endif
    const Scenario *scenario = findScenario("scarf");
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

} // namespace
} // namespace selvage
