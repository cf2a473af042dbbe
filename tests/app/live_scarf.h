// A scarf simulated on its thread, for frames that a test makes up.
#pragma once

#include "sim_thread.h"

#include <gtest/gtest.h>

namespace selvage::test {

inline constexpr double kPeriod = 1.0 / 90.0; // s

class LiveScarf : public ::testing::Test {
protected:
    // stepBudget: s; 0: time is never up
    std::unique_ptr<SimThread> start(SimThreadOptions options = {}, double stepBudget = 0.0) {
        options.stepsExpected = 1000;
        options.stepBudget = stepBudget;
        const Scenario *scenario = findScenario("scarf");
        auto world = scenario->build(options.scenario);
        return std::make_unique<SimThread>(std::move(world.value()), *scenario, std::move(options));
    }
    // One frame of a display whose time is at request_.displayTime.
    const SimFrame &frame(SimThread &simulation) {
        ++request_.number;
        simulation.post(request_);
        simulation.waitFor(request_.number);
        return simulation.newest();
    }
    SimRequest request_;
};

} // namespace selvage::test
