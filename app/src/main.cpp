// selvage: chooses a display, builds a scenario, runs the frame loop, writes the report. A headset that is
// lost is opened again under the running simulation; one whose runtime hangs is left alone.
#include "command_line/exit_code.h"
#include "frame_loop.h"
#include "freed_memory.h"
#include "io/motion_csv.h"
#include "patience.h"
#include "stage.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <spdlog/spdlog.h>
#include <thread>
#include <utility>

namespace selvage {
namespace {

constexpr int kDone = 0;

std::atomic<bool> quitRequested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void requestQuit(int) {
    quitRequested.store(true);
}

int complain(int code, const std::string &message) {
    std::fprintf(stderr, "selvage: %s\n", message.c_str());
    return code;
}

constexpr auto kRetryPause = std::chrono::milliseconds(250);
constexpr CallPatience kCallPatience{std::chrono::seconds(3), kOpeningPatience,
                                     1000}; // while frames are shown

std::filesystem::path keepingFolder(const Options &options, DisplayChoice display) {
    if (options.keep == "off" || (options.keep.empty() && display == DisplayChoice::Offscreen)) {
        return {};
    }
    return options.keep.empty() ? keptFolder() : std::filesystem::path(options.keep);
}

Result<ScenarioOptions> scenarioOptions(const Options &options) {
    ScenarioOptions out;
    out.threads = options.threads;
    out.seed = options.seed;
    out.integrator = options.integrator;
    auto settings = parseSettings(options.settings);
    if (!settings) {
        return settings.error();
    }
    out.settings = std::move(settings.value());
    out.notice = [](const std::string &text) { spdlog::warn("{}", text); };
    return out;
}

// One step per display period where the rate is one that people use, else 90 Hz.
double stepFor(const DisplayInfo &info) {
    constexpr double kSlowest = 60.0;
    constexpr double kFastest = 150.0;
    const bool usual = info.refreshHz >= kSlowest && info.refreshHz <= kFastest;
    return 1.0 / (usual ? info.refreshHz : 90.0);
}

Result<std::unique_ptr<Recorder>> openRecorder(const Options &options, const DisplayInfo &info,
                                               const ScenarioOptions &scenario, double dt) {
    if (options.record.empty()) {
        return std::unique_ptr<Recorder>();
    }
    auto properties = sessionProperties(options.scenario, scenario, {}, dt);
    properties["display"] = info.name;
    if (!options.project.empty()) {
        properties["project"] = options.project.string();
    }
    return Recorder::create(options.record, properties);
}

void warn(const std::string &text) {
    spdlog::warn("{}", text);
}

// A lost headset, opened again as soon as its runtime is back; else a window, where any display would do.
bool openAgain(const Options &options, const Session &session, const Patience &patience,
               std::shared_ptr<Stage> &stage) {
    using Clock = std::chrono::steady_clock;
    closeStage(std::exchange(stage, nullptr));
    returnFreedMemory(); // a driver leaves gaps as large as all that it had
    while (patience.lasts(Clock::now()) && !hasGivenUp() && !quitRequested.load()) {
        auto opened = openStage(DisplayChoice::Headset, options, session);
        if (opened) {
            stage = std::move(opened.value());
            spdlog::info("the headset is back");
            return true;
        }
        std::this_thread::sleep_for(kRetryPause);
    }
    if (options.display != DisplayChoice::Auto || quitRequested.load()) {
        return false;
    }
    auto opened = openStage(DisplayChoice::Desktop, options, session);
    spdlog::info("{}", opened ? "going on in a window" : "no window: " + opened.error().message);
    stage = opened ? std::move(opened.value()) : nullptr;
    return stage != nullptr;
}

// Where a runtime hangs, its stage is left to it, and there is none.
LoopEnd showOn(std::shared_ptr<Stage> &stage, SimThread &simulation, const FrameLoopOptions &loop,
               LoopState &state, std::string &reason) {
    LoopEnd end = LoopEnd::Lost;
    const auto run = [&, kept = stage] {
        end = runFrameLoop(kept->display(), kept->renderer(), simulation, loop, state, reason);
    };
    if (stage->kind() != DisplayChoice::Headset) {
        run();
    } else if (!runWatched(stage->watch(), kCallPatience, run)) {
        reason = "the OpenXR runtime does not answer any more";
        stage.reset();
    }
    return end;
}

// Until the person ends it, or what it is shown with is lost for good: then gives the reason.
Result<void> show(const Options &options, const Session &session, std::shared_ptr<Stage> &stage,
                  SimThread &simulation) {
    FrameLoopOptions loop;
    loop.motion = options.motion.empty() ? nullptr : &session.motion->motion;
    loop.frameMax = options.frames;
    loop.scenario = static_cast<int32_t>(session.scenario - scenarios().data());
    loop.progress = stage->kind() == DisplayChoice::Offscreen;
    loop.isScript = loop.progress && options.motion.empty() && !session.replay;
    loop.progressLength = session.motion->motion.duration();
    loop.sound = options.sound;
    loop.leastResolution = static_cast<float>(options.leastResolution / 100.0);
    loop.quit = &quitRequested;
    LoopState state;
    state.settings = session.settings;
    std::unique_ptr<SettingsKeeper> settingsKeeper;
    if (stage->display().info().realTime && !options.sizeGiven) {
        settingsKeeper = std::make_unique<SettingsKeeper>(settingsPath(), session.settings, warn);
        loop.settingsKeeper = settingsKeeper.get();
    }
    Patience patience(std::chrono::milliseconds(std::lround(1000.0 * options.patience)));
    std::string reason;
    LoopEnd end = LoopEnd::Lost;
    for (bool open = true; open;) {
        const uint64_t framesBefore = state.report.frames;
        end = showOn(stage, simulation, loop, state, reason);
        if (end == LoopEnd::Finished || (stage != nullptr && stage->kind() != DisplayChoice::Headset)) {
            break;
        }
        spdlog::warn("{}{}", reason, hasGivenUp() ? "" : "; waiting for it to come back");
        ++state.report.losses;
        patience.begin(state.report.frames - framesBefore, std::chrono::steady_clock::now());
        open = openAgain(options, session, patience, stage);
    }
    simulation.stop(end == LoopEnd::Finished);
    simulation.report().frames() = state.report;
    if (end == LoopEnd::Lost && !quitRequested.load()) {
        return Error{reason};
    }
    return {};
}

int runSession(const Options &options, const Session &session, std::shared_ptr<Stage> &stage) {
    const DisplayInfo info = stage->display().info();
    auto build = scenarioOptions(options);
    if (!build) {
        return complain(kWrongUse, build.error().message);
    }
    if (session.replay) {
        build->seed = session.replay->options.seed;
        build->integrator = session.replay->options.integrator;
        build->settings = session.replay->options.settings;
    }
    const double dt = session.replay ? session.replay->dt : stepFor(info);
    auto recorder = openRecorder(options, info, *build, dt);
    if (!recorder) {
        return complain(kFailed, recorder.error().message);
    }
    auto world = session.project ? buildProject(*session.project, *build) : session.scenario->build(*build);
    if (!world) {
        return complain(kWrongUse, world.error().message);
    }
    SimThreadOptions simOptions;
    simOptions.keeper.folder =
        session.replay ? std::filesystem::path() : keepingFolder(options, stage->kind());
    if (session.project) {
        simOptions.brought = LostGarment{options.project, {}};
    }
    simOptions.scenario = *build;
    simOptions.sceneBegan = [](const char *name) { spdlog::info("scene {}", name); };
    simOptions.recorder = std::move(recorder.value());
    simOptions.dt = dt;
    simOptions.stepBudget = info.realTime ? options.stepBudgetMs / 1000.0 : 0.0; // scripted time is never up
    simOptions.replay = session.replay;
    SimThread simulation(std::move(world.value()), *session.scenario, std::move(simOptions));

    const auto shown = show(options, session, stage, simulation);
    if (!options.report.empty()) {
        if (const auto written = simulation.report().write(options.report, simulation.world()); !written) {
            return complain(kFailed, written.error().message);
        }
    }
    if (shown && session.replay) {
        return complain(simulation.replay().differs ? kFailed : kDone, describe(simulation.replay(), dt));
    }
    return shown ? kDone : complain(kFailed, shown.error().message);
}

// What the recording was made with counts.
Result<void> openReplay(Options &options, Session &session) {
    auto recorded = readSession(options.replay);
    if (!recorded) {
        return recorded.error();
    }
    if (recorded->build != thisBuild()) {
        spdlog::warn("{}: recorded by {}, and this is {}: states may differ", options.replay.string(),
                     recorded->build.empty() ? "another program" : recorded->build, thisBuild());
    }
    options.scenario = recorded->scenario;
    options.project = options.project.empty() ? recorded->project : options.project;
    session.motion = recorded->file;
    session.replay = std::move(recorded.value());
    return {};
}

int run(Options options) {
    Session session;
    if (!options.replay.empty()) {
        if (const auto opened = openReplay(options, session); !opened) {
            return complain(kFailed, opened.error().message);
        }
    }
    if (!options.project.empty()) {
        auto project = readProject(options.project);
        if (!project) {
            return complain(kFailed, project.error().message);
        }
        for (const std::string &note : project->notes) {
            spdlog::warn("{}: {}", options.project.string(), note);
        }
        options.scenario = project->scene;
        session.project = std::move(project.value());
    }
    auto scenario = scenarioNamed(options.scenario);
    if (!scenario) {
        return complain(kWrongUse, scenario.error().message);
    }
    session.scenario = *scenario;
    if (options.motion.empty() && !session.replay) {
        session.motion = MotionFile{session.scenario->script(), {}};
    } else if (!session.replay) {
        auto file = readMotionCsv(options.motion);
        if (!file) {
            return complain(kFailed, file.error().message);
        }
        session.motion = std::move(file.value());
    }
    if (options.out.empty()) {
        options.out = std::filesystem::path("out") / options.scenario;
    }
    std::string warning;
    session.settings = readUserSettings(settingsPath(), warning);
    if (!warning.empty()) {
        warn(warning);
    }
    auto opened = openStage(options.display, options, session);
    if (!opened) {
        return complain(kWrongUse, opened.error().message);
    }
    std::shared_ptr<Stage> stage = std::move(opened.value());
    if (stage->kind() == DisplayChoice::Offscreen) {
        session.settings = {}; // a motion does the same whoever plays it
        session.settings.comfort.known = {.taking = true, .wind = true, .panel = true};
        options.report = options.report.empty() ? options.out / "report.json" : options.report;
    }
    int code = runSession(options, session, stage);
    closeStage(stage);
    if (options.validation && validationMessageCount() > 0) {
        code = complain(kFailed, "the Vulkan validation layer had something to say");
    }
    return code;
}

} // namespace
} // namespace selvage

int main(int argc, char **argv) {
    selvage::Options options;
    if (const auto code = selvage::parseOptions(argc, argv, options)) {
        return *code;
    }
    selvage::returnLargeBlocks();
    std::signal(SIGINT, selvage::requestQuit);
    std::signal(SIGTERM, selvage::requestQuit);
    const int code = selvage::run(std::move(options));
    if (selvage::hasGivenUp()) { // it may be anywhere in its runtime, whose library is not to be torn down
        std::fflush(nullptr);
        std::_Exit(code);
    }
    return code;
}
