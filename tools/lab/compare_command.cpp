// A 1 x 1 m sheet of 0.2 kg, k = 1000 N/m, let go hanging from two corners, with nothing but the integrators
// at work: no obstacles and no post-step.
#include "compare_command.h"

#include "exit_code.h"
#include "scenarios/scenario.h"

#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

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

} // namespace

Result<Timing> timeIntegrator(const std::string &name, int32_t points, int32_t substeps, double seconds) {
    World world = hangingSheet(points);
    world.settings.substeps = substeps;
    prepareWorld(world, 1);
    auto integrator = integratorNamed(name);
    if (!integrator) {
        return integrator.error();
    }
    if (const auto selected = selectIntegrator(world, **integrator); !selected) {
        return Error{name + ": " + selected.error().message};
    }
    return timeSteps(world, seconds);
}

int compareCommand(const CompareOptions &options) {
    for (const std::string &name : options.integrators) {
        if (const auto known = integratorNamed(name); !known) {
            return complain(kWrongUse, known.error().message);
        }
    }
    std::printf("ms a step of %.4f s, %d substeps, no post-step: median (p99); ratio to the first\n",
                kTimedDt, options.substeps);
    for (const int32_t points : options.points) {
        double first = 0.0;
        for (const std::string &name : options.integrators) {
            const auto timed = timeIntegrator(name, points, options.substeps, options.seconds);
            if (!timed) {
                return complain(kWrongUse, timed.error().message);
            }
            const Timing &timing = timed.value();
            first = first > 0.0 ? first : timing.medianMs;
            std::printf("%6d points  %-22s %9.4f (%9.4f)  x %6.2f", timing.particles, name.c_str(),
                        timing.medianMs, timing.worstMs, timing.medianMs / first);
            if (timing.iterations > 0.0) {
                std::printf("  %.1f iterations a solve", timing.iterations);
            }
            std::printf("\n");
        }
    }
    return 0;
}

} // namespace selvage
