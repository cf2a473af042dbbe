// The scene `table`, one job at a time.
#include "table_command.h"

#include "exit_code.h"
#include "scenarios/scenario.h"
#include "step_timing.h"

#include <cstdio>
#include <string>

namespace selvage {

int tableCommand(const TableOptions &options) {
    std::printf("ms a step of %.4f s, one thread: median (p99)\n", kTimedDt);
    std::printf("%9s  %18s  %18s  %18s\n", "particles", "hanging", "ball", "self-collision");
    for (const int32_t side : options.sides) {
        const std::string size = std::to_string(side);
        std::printf("%4d x %2d", side, side);
        for (const char *job : {"hanging", "ball", "self-collision"}) {
            ScenarioOptions scene;
            scene.settings = {{"job", job}, {"side", size}};
            auto world = findScenario("table")->build(scene);
            if (!world) {
                std::fprintf(stderr, "selvage-lab: %s\n", world.error().message.c_str());
                return kWrongUse;
            }
            const Timing timing = timeSteps(*world, options.seconds);
            std::printf("  %8.4f (%7.4f)", timing.medianMs, timing.worstMs);
            std::fflush(stdout);
        }
        std::printf("\n");
    }
    return 0;
}

} // namespace selvage
