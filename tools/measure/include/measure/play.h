// Plays a scene by its own script, headless.
#pragma once

#include "scenarios/scenario.h"

#include <cmath>
#include <functional>
#include <string_view>

namespace selvage {

struct Playing {
    double dt{1.0 / 90.0}; // s
    int32_t threads{1};
    std::map<std::string, std::string> settings{};
};

// Up to a time (s); `look` is called after each step.
inline World play(
    const char *name, double seconds, const Playing &how = {},
    const std::function<void(const World &, const StepReport &)> &look = [](const World &,
                                                                            const StepReport &) {}) {
    ScenarioOptions options;
    options.settings = how.settings;
    if (std::string_view(name) == "office") {
        options.settings.emplace("furniture", "own"); // whatever is installed
    }
    options.threads = how.threads;
    auto world = findScenario(name)->build(options);
    const Motion motion = findScenario(name)->script();
    const auto count = static_cast<int>(std::lround(seconds / how.dt));
    for (int s = 1; s <= count; ++s) {
        StepInput input;
        input.dt = static_cast<float>(how.dt);
        input.tracked = sampleMotion(motion, s * how.dt);
        const StepReport report = step(*world, input);
        look(*world, report);
    }
    return std::move(world.value());
}

} // namespace selvage
