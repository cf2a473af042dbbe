// A 1 x 1 m sheet of 0.2 kg, k = 1000 N/m, let go hanging from two corners, with nothing but the integrators
// at work: no obstacles and no post-step.
#include "compare_command.h"

#include "sim/diagnostics.h"
#include "sim/world.h"

#include <chrono>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

constexpr int kWrongUse = 2;
constexpr double kDt = 1.0 / 90.0; // s

World hangingSheet(int32_t points) {
    Fabric fabric;
    fabric.arealDensity = 0.2F;
    const auto side = static_cast<int32_t>(std::lround(std::sqrt(static_cast<double>(points))));
    const GridSize size{side, side, 1.0F, 1.0F, SpringLayout::Papers};
    setSpringConstants(fabric, {.structural = 1000.0F, .shear = 500.0F, .flexion = 100.0F},
                       size.width / static_cast<float>(side - 1));
    World world;
    world.cloths.push_back(makeGridCloth(size, fabric, Pose{}));
    world.pins = {{0, 0}, {0, world.cloths[0].topology->columnCount - 1}};
    world.settings.postStep.sweepMax = 0;
    return world;
}

struct Timing {
    double medianMs{0.0};
    double worstMs{0.0};
    double iterations{0.0}; // per solve
};

Timing timeOf(World &world, const CompareOptions &options) {
    using Clock = std::chrono::steady_clock;
    StepInput input;
    input.dt = static_cast<float>(kDt);
    const auto steps = static_cast<size_t>(std::max(1.0, std::round(options.seconds / kDt)));
    std::vector<float> times;
    times.reserve(steps);
    StepReport report;
    for (size_t s = 0; s < steps; ++s) {
        const auto before = Clock::now();
        report = step(world, input);
        times.push_back(std::chrono::duration<float, std::milli>(Clock::now() - before).count());
    }
    const double solves = static_cast<double>(steps) * substepCount(world.settings);
    return {quantile(times, 0.5), quantile(times, 0.99), static_cast<double>(report.iterationCount) / solves};
}

} // namespace

int compareCommand(const CompareOptions &options) {
    std::printf("ms a step of %.4f s, %d substeps, no post-step: median (p99); ratio to the first\n", kDt,
                options.substeps);
    for (const int32_t points : options.points) {
        double first = 0.0;
        for (const std::string &name : options.integrators) {
            World world = hangingSheet(points);
            world.settings.substeps = options.substeps;
            prepareWorld(world, 1);
            const Integrator *integrator = findIntegrator(name);
            if (integrator == nullptr) {
                std::fprintf(stderr, "selvage-lab: there is no integrator '%s'\n", name.c_str());
                return kWrongUse;
            }
            if (const auto selected = selectIntegrator(world, *integrator); !selected) {
                std::fprintf(stderr, "selvage-lab: %s: %s\n", name.c_str(), selected.error().message.c_str());
                return kWrongUse;
            }
            const Timing timing = timeOf(world, options);
            first = first > 0.0 ? first : timing.medianMs;
            std::printf("%6d points  %-22s %9.4f (%9.4f)  x %6.2f", world.cloths[0].particleCount(),
                        name.c_str(), timing.medianMs, timing.worstMs, timing.medianMs / first);
            if (timing.iterations > 0.0) {
                std::printf("  %.1f iterations a solve", timing.iterations);
            }
            std::printf("\n");
        }
    }
    return 0;
}

} // namespace selvage
