// Headless runs.
#include "run_command.h"

#include "exit_code.h"
#include "io/motion_csv.h"
#include "report/run_report.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace selvage {

namespace {

Result<ScenarioOptions> scenarioOptions(const RunOptions &options) {
    ScenarioOptions out;
    out.points = options.points;
    out.threads = options.threads;
    out.seed = options.seed;
    out.integrator = options.integrator;
    auto settings = parseSettings(options.settings);
    if (!settings) {
        return settings.error();
    }
    out.settings = std::move(settings.value());
    return out;
}

Result<MotionFile> loadMotion(const Scenario &scenario, const std::filesystem::path &path) {
    if (path.empty()) {
        return MotionFile{scenario.script(), {}};
    }
    return readMotionCsv(path);
}

double stepOf(const RunOptions &options, const MotionFile &file) {
    if (options.dt > 0.0) {
        return options.dt;
    }
    const auto recorded = file.properties.find("dt");
    const double dt = recorded == file.properties.end() ? 0.0 : std::atof(recorded->second.c_str());
    return dt > 0.0 ? dt : 1.0 / 90.0;
}

// The comparison jobs, whose reports say how the motion compares with the reference.
bool isComparisonJob(const Scenario &scenario) {
    return std::string_view(scenario.name) == "hang" || std::string_view(scenario.name) == "drape";
}

// One line on standard error, counting up where somebody may be watching.
void showProgress(const char *what, double part) {
    if (part == 0.0 || part >= 1.0 || isatty(STDERR_FILENO) != 0) {
        std::fprintf(stderr, "\rselvage-lab: %s ... %3.0f %%", what, 100.0 * part);
    }
    std::fputs(part >= 1.0 ? "\n" : "", stderr);
}

void showReference(double part) {
    showProgress("computing the reference, once", part);
}

void showBuilding(const char *what, float part) {
    showProgress(what, static_cast<double>(part));
}

void showNotice(const std::string &text) {
    std::fprintf(stderr, "selvage-lab: %s\n", text.c_str());
}

// What a job is compared with. The reference's springs are a grid's, so an irregular sheet is compared with
// the grid of as many particles.
Result<reference::Run> referenceOf(const Scenario &scenario, const ScenarioOptions &options,
                                   const World &world) {
    const ClothTopology &topology = *world.cloths.front().topology;
    if (topology.columnCount > 0) {
        return reference::cachedRun(scenario.name, world, reference::cacheFolder(), showReference);
    }
    ScenarioOptions onGrid = options;
    onGrid.settings["sheet"] = "grid";
    const auto grid = scenario.build(onGrid);
    if (!grid) {
        return grid.error();
    }
    const reference::Run run =
        reference::cachedRun(scenario.name, grid.value(), reference::cacheFolder(), showReference);
    return reference::seenFrom(run, *grid.value().cloths.front().topology, topology);
}

struct Recorders {
    RunReport &report;
    MotionRecord *motion; // nullptr where nothing is to be compared
};

void runSteps(World &world, const Motion &motion, double dt, uint64_t stepCount, const Recorders &recorders) {
    using Clock = std::chrono::steady_clock;
    StepInput input;
    input.dt = static_cast<float>(dt);
    for (uint64_t s = 1; s <= stepCount; ++s) {
        input.tracked = sampleMotion(motion, motion.startTime() + static_cast<double>(s) * dt);
        const auto before = Clock::now();
        const StepReport stepReport = step(world, input);
        const std::chrono::duration<double, std::milli> took = Clock::now() - before;
        recorders.report.addStep(world, stepReport, took.count());
        if (recorders.motion != nullptr) {
            recorders.motion->addStep(world, stepReport);
        }
    }
}

} // namespace

int listCommand() {
    for (const Scenario &scenario : scenarios()) {
        std::printf("%-12s %s\n             %s\n", scenario.name, scenario.title, scenario.description);
    }
    return 0;
}

int runCommand(const RunOptions &options) {
    auto named = scenarioNamed(options.scenario);
    if (!named) {
        return complain(kWrongUse, named.error().message);
    }
    const Scenario *scenario = *named;
    auto file = loadMotion(*scenario, options.motion);
    if (!file) {
        return complain(kFailed, file.error().message);
    }
    auto shared = scenarioOptions(options);
    if (!shared) {
        return complain(kWrongUse, shared.error().message);
    }
    const Motion &motion = file->motion;
    const double dt = stepOf(options, *file);
    if (!(dt >= static_cast<double>(kDtMin) && dt <= static_cast<double>(kDtMax) + 1e-9)) {
        return complain(kWrongUse, "--dt: expected seconds from 0.001 to 0.05");
    }
    ScenarioOptions build = *shared;
    build.progress = showBuilding;
    build.notice = showNotice;
    const TrackedInput first = motion.samples.front();
    build.heldFrom = options.hold ? &first : nullptr;
    auto world = scenario->build(build);
    if (!world) {
        return complain(kWrongUse, world.error().message);
    }
    const double seconds = options.seconds > 0.0 ? options.seconds : motion.duration();
    const auto stepCount = static_cast<uint64_t>(std::llround(seconds / dt));
    RunReport report({scenario->name, world->settings.integrator->name, options.seed, options.threads, dt},
                     stepCount);
    if (isComparisonJob(*scenario)) {
        const auto reference = referenceOf(*scenario, build, *world);
        if (!reference) {
            return complain(kFailed, reference.error().message);
        }
        MotionRecord record(*world, dt, stepCount);
        runSteps(*world, motion, dt, stepCount, {report, &record});
        report.setMotion(record.compare(*world, reference.value()));
    } else {
        runSteps(*world, motion, dt, stepCount, {report, nullptr});
    }
    if (options.report.empty()) {
        std::fputs(report.toJson(*world).c_str(), stdout);
        return 0;
    }
    if (const auto written = report.write(options.report, *world); !written) {
        return complain(kFailed, written.error().message);
    }
    return 0;
}

} // namespace selvage
