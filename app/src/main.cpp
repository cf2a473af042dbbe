// selvage: chooses a display, builds a scenario, runs the frame loop, writes the report. A headset that is
// lost is opened again under the running simulation.
#include "frame_loop.h"
#include "io/motion_csv.h"
#include "options.h"
#include "patience.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <optional>
#include <spdlog/spdlog.h>
#include <thread>

namespace selvage {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUse = 2;

std::atomic<bool> quitRequested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void requestQuit(int) {
    quitRequested.store(true);
}

int complain(int code, const std::string &message) {
    std::fprintf(stderr, "selvage: %s\n", message.c_str());
    return code;
}

// What a scene allocates goes back to the system with it. By itself the C library learns from large blocks
// that were freed to keep such blocks, and ends with a hundred megabytes of gaps after a few scenes.
void returnLargeBlocks() {
#ifdef __GLIBC__
    constexpr int kLarge = 128 * 1024; // bytes; set, it stays as it is at first
    mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

constexpr auto kRetryPause = std::chrono::milliseconds(250);

struct Session {
    const Scenario *scenario{nullptr};
    std::optional<MotionFile> motion; // from --motion, or the script
    std::optional<Project> project;
    UserSettings settings;
};

// What shows the cloth, made in this order and given back in reverse.
class Stage {
public:
    Stage() = default;
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;
    ~Stage() { close(); }

    Result<void> open(DisplayChoice choice, const Options &options, const Session &session);
    void close();

    Display &display() { return *display_; }
    Renderer &renderer() { return *renderer_; }
    DisplayChoice kind() const { return kind_; }

private:
    DisplayChoice kind_{DisplayChoice::Auto}; // of the display that is open
    std::unique_ptr<Display> display_;
    std::optional<Gpu> gpu_;
    std::unique_ptr<Renderer> renderer_;
};

std::filesystem::path keepingFolder(const Options &options, DisplayChoice display) {
    if (options.keep == "off" || (options.keep.empty() && display == DisplayChoice::Offscreen)) {
        return {};
    }
    return options.keep.empty() ? keptFolder() : std::filesystem::path(options.keep);
}

Result<std::unique_ptr<Display>> openOffscreenFor(const Options &options, const Session &session) {
    OffscreenOptions offscreen;
    offscreen.eyeExtent = {options.width, options.height};
    offscreen.motion = &session.motion->motion;
    offscreen.frames = static_cast<int>(options.frames);
    offscreen.outputFolder = options.out;
    offscreen.pictureTimes = options.pictures.empty() ? session.scenario->pictureTimes() : options.pictures;
    if (options.best) {
        offscreen.pictureTimes = {session.scenario->bestMoment};
        offscreen.frames =
            static_cast<int>(std::lround(session.scenario->bestMoment * offscreen.frameRate)) + 1;
    }
    return openOffscreen(offscreen);
}

Result<std::unique_ptr<Display>> openWindowFor(const Options &options, const UserSettings &settings) {
    WindowOptions window;
    window.title = "Selvage";
    window.width = static_cast<int>(settings.windowWidth);
    window.height = static_cast<int>(settings.windowHeight);
    if (options.sizeGiven) {
        window.width = static_cast<int>(options.width);
        window.height = static_cast<int>(options.height);
    }
    return openWindow(window);
}

// auto: a headset where a runtime answers with one, else a window, else offscreen. `kind`: what it became.
Result<std::unique_ptr<Display>> openDisplay(DisplayChoice choice, const Options &options,
                                             const Session &session, DisplayChoice &kind) {
    if (choice == DisplayChoice::Headset || choice == DisplayChoice::Auto) {
        kind = DisplayChoice::Headset;
        HeadsetOptions wishes;
        wishes.visibilityMask = options.visibilityMask;
        auto headset = openHeadset("Selvage", wishes);
        if (headset || choice == DisplayChoice::Headset) {
            return headset;
        }
        spdlog::info("no headset: {}", headset.error().message);
    }
    if (choice == DisplayChoice::Desktop || choice == DisplayChoice::Auto) {
        kind = DisplayChoice::Desktop;
        auto window = openWindowFor(options, session.settings);
        if (window || choice == DisplayChoice::Desktop) {
            return window;
        }
        spdlog::info("no window: {}", window.error().message);
    }
    kind = DisplayChoice::Offscreen;
    return openOffscreenFor(options, session);
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

StereoMode stereoFor(StereoChoice choice, const DisplayInfo &info, const Gpu &gpu) {
    switch (choice) {
    case StereoChoice::TwoPass:
        return StereoMode::TwoPass;
    case StereoChoice::Layered:
        return StereoMode::Layered;
    case StereoChoice::Multiview:
        return StereoMode::Multiview;
    case StereoChoice::Auto:
        break;
    }
    return info.stereoLayers ? preferredStereoMode(gpu) : StereoMode::TwoPass;
}

RendererOptions renderingFor(const Options &options, const DisplayInfo &info, const Gpu &gpu) {
    RendererOptions rendering;
    rendering.stereo = stereoFor(options.stereo, info, gpu);
    rendering.colorFormat = info.colorFormat;
    if (gpu.softwareDriver && info.realTime) { // every sample costs a processor its time
        rendering.samples = 1;
        rendering.shadowMapSize = 1024;
    }
    rendering.samples = options.samples > 0 ? options.samples : rendering.samples;
    return rendering;
}

Result<std::unique_ptr<Recorder>> openRecorder(const Options &options, const DisplayInfo &info) {
    if (options.record.empty()) {
        return std::unique_ptr<Recorder>();
    }
    char dt[32];
    std::snprintf(dt, sizeof(dt), "%.17g", stepFor(info));
    std::map<std::string, std::string> properties{
        {"scenario", options.scenario}, {"dt", dt}, {"display", info.name}};
    if (!options.project.empty()) {
        properties["project"] = options.project.string();
    }
    return Recorder::create(options.record, properties);
}

void warn(const std::string &text) {
    spdlog::warn("{}", text);
}

Result<void> Stage::open(DisplayChoice choice, const Options &options, const Session &session) {
    auto display = openDisplay(choice, options, session, kind_);
    if (!display) {
        return display.error();
    }
    display_ = std::move(display.value());
    GpuRequest request = display_->gpuRequest();
    request.validation = options.validation;
    auto gpu = createGpu(request);
    if (!gpu) {
        return gpu.error();
    }
    gpu_ = *gpu;
    if (auto started = display_->start(*gpu_); !started) {
        return started;
    }
    auto renderer = Renderer::create(*gpu_, renderingFor(options, display_->info(), *gpu_));
    if (!renderer) {
        return renderer.error();
    }
    renderer_ = std::move(renderer.value());
    return {};
}

void Stage::close() {
    renderer_.reset();
    display_.reset();
    if (gpu_) {
        destroyGpu(*gpu_);
        gpu_.reset();
    }
}

// A lost headset, opened again as soon as its runtime is back; else a window, where any display would do.
bool openAgain(const Options &options, const Session &session, const Patience &patience, Stage &stage) {
    using Clock = std::chrono::steady_clock;
    while (patience.lasts(Clock::now()) && !quitRequested.load()) {
        stage.close();
        if (stage.open(DisplayChoice::Headset, options, session)) {
            spdlog::info("the headset is back");
            return true;
        }
        std::this_thread::sleep_for(kRetryPause);
    }
    stage.close();
    if (options.display != DisplayChoice::Auto || quitRequested.load()) {
        return false;
    }
    const auto opened = stage.open(DisplayChoice::Desktop, options, session);
    spdlog::info("{}", opened ? "going on in a window" : "no window: " + opened.error().message);
    return static_cast<bool>(opened);
}

// Until the person ends it, or what it is shown with is lost for good: then gives the reason.
Result<void> show(const Options &options, const Session &session, Stage &stage, SimThread &simulation) {
    FrameLoopOptions loop;
    loop.motion = options.motion.empty() ? nullptr : &session.motion->motion;
    loop.frameMax = options.frames;
    loop.scenario = static_cast<int32_t>(session.scenario - scenarios().data());
    loop.progress = stage.kind() == DisplayChoice::Offscreen;
    loop.progressLength = session.motion->motion.duration();
    loop.sound = options.sound;
    loop.leastResolution = static_cast<float>(options.leastResolution / 100.0);
    loop.quit = &quitRequested;
    LoopState state;
    state.settings = session.settings;
    std::unique_ptr<SettingsKeeper> settingsKeeper;
    if (stage.display().info().realTime && !options.sizeGiven) {
        settingsKeeper = std::make_unique<SettingsKeeper>(settingsPath(), session.settings, warn);
        loop.settingsKeeper = settingsKeeper.get();
    }
    Patience patience(std::chrono::milliseconds(std::lround(1000.0 * options.patience)));
    std::string reason;
    LoopEnd end = LoopEnd::Lost;
    for (bool open = true; open;) {
        const uint64_t framesBefore = state.report.frames;
        end = runFrameLoop(stage.display(), stage.renderer(), simulation, loop, state, reason);
        if (end == LoopEnd::Finished || stage.kind() != DisplayChoice::Headset) {
            break;
        }
        spdlog::warn("{}; waiting for it to come back", reason);
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

int runSession(const Options &options, const Session &session, Stage &stage) {
    const DisplayInfo info = stage.display().info();
    auto recorder = openRecorder(options, info);
    if (!recorder) {
        return complain(kFailed, recorder.error().message);
    }
    auto build = scenarioOptions(options);
    if (!build) {
        return complain(kWrongUse, build.error().message);
    }
    auto world = session.project ? buildProject(*session.project, *build) : session.scenario->build(*build);
    if (!world) {
        return complain(kWrongUse, world.error().message);
    }
    SimThreadOptions simOptions;
    simOptions.keeper.folder = keepingFolder(options, stage.kind());
    if (session.project) {
        simOptions.brought = LostGarment{options.project, {}};
    }
    simOptions.scenario = *build;
    simOptions.recorder = std::move(recorder.value());
    simOptions.dt = stepFor(info);
    simOptions.stepBudget = info.realTime ? options.stepBudgetMs / 1000.0 : 0.0; // scripted time is never up
    SimThread simulation(std::move(world.value()), *session.scenario, std::move(simOptions));

    const auto shown = show(options, session, stage, simulation);
    if (!options.report.empty()) {
        if (const auto written = simulation.report().write(options.report, simulation.world()); !written) {
            return complain(kFailed, written.error().message);
        }
    }
    return shown ? kDone : complain(kFailed, shown.error().message);
}

int run(Options options) {
    Session session;
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
    session.scenario = findScenario(options.scenario);
    if (session.scenario == nullptr) {
        return complain(kWrongUse, "there is no scenario '" + options.scenario + "'; see selvage-lab list");
    }
    if (options.motion.empty()) {
        session.motion = MotionFile{session.scenario->script(), {}};
    } else {
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
    Stage stage;
    if (const auto opened = stage.open(options.display, options, session); !opened) {
        return complain(kWrongUse, opened.error().message);
    }
    if (stage.kind() == DisplayChoice::Offscreen && options.report.empty()) {
        options.report = options.out / "report.json";
    }
    int code = runSession(options, session, stage);
    stage.close();
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
    return selvage::run(std::move(options));
}
