// See step_timing.h.
#include "step_timing.h"

#include "sim/diagnostics.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace selvage {

Timing timeSteps(World &world, double seconds, double dt) {
    using Clock = std::chrono::steady_clock;
    StepInput input;
    input.dt = static_cast<float>(dt);
    const auto steps = static_cast<size_t>(std::max(1.0, std::round(seconds / dt)));
    std::vector<float> times;
    times.reserve(steps);
    StepReport report;
    for (size_t s = 0; s < steps; ++s) {
        const auto before = Clock::now();
        report = step(world, input);
        times.push_back(std::chrono::duration<float, std::milli>(Clock::now() - before).count());
    }
    const double solves = static_cast<double>(steps) * substepCount(world.settings);
    return {quantile(times, 0.5), quantile(times, 0.99), static_cast<double>(report.iterationCount) / solves,
            world.cloths.empty() ? 0 : world.cloths[0].particleCount()};
}

} // namespace selvage
