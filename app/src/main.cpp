// selvage: chooses a display, builds a scenario, runs the frame loop, writes the report.
#include "frame_loop.h"
#include "io/motion_csv.h"
#include "options.h"

#include <cmath>
#include <csignal>
#include <cstdio>
#include <optional>
#include <spdlog/spdlog.h>

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

// Everything a run owns, made in this order and destroyed in reverse.
struct Session {
    const Scenario *scenario{nullptr};
    std::optional<MotionFile> motion; // from --motion, or the script
    std::unique_ptr<Display> display;
    bool offscreen{false};
};

Result<std::unique_ptr<Display>> openOffscreenFor(const Options &options, const Session &session) {
    OffscreenOptions offscreen;
    offscreen.eyeExtent = {options.width, options.height};
    offscreen.motion = &session.motion->motion;
    offscreen.frames = static_cast<int>(options.frames);
    offscreen.outputFolder = options.out;
    offscreen.pictureTimes = session.scenario->pictureTimes();
    if (options.best) {
        offscreen.pictureTimes = {session.scenario->bestMoment};
        offscreen.frames =
            static_cast<int>(std::lround(session.scenario->bestMoment * offscreen.frameRate)) + 1;
    }
    return openOffscreen(offscreen);
}

Result<std::unique_ptr<Display>> openWindowFor(const Options &options) {
    WindowOptions window;
    window.title = "Selvage";
    if (options.sizeGiven) {
        window.width = static_cast<int>(options.width);
        window.height = static_cast<int>(options.height);
    }
    return openWindow(window);
}

// auto: a headset where a runtime answers with one, else a window, else offscreen.
Result<std::unique_ptr<Display>> openDisplay(const Options &options, Session &session) {
    const DisplayChoice choice = options.display;
    if (choice == DisplayChoice::Headset || choice == DisplayChoice::Auto) {
        auto headset = openHeadset("Selvage");
        if (headset || choice == DisplayChoice::Headset) {
            return headset;
        }
        spdlog::info("no headset: {}", headset.error().message);
    }
    if (choice == DisplayChoice::Desktop || choice == DisplayChoice::Auto) {
        auto window = openWindowFor(options);
        if (window || choice == DisplayChoice::Desktop) {
            return window;
        }
        spdlog::info("no window: {}", window.error().message);
    }
    session.offscreen = true;
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
    return Recorder::create(options.record,
                            {{"scenario", options.scenario}, {"dt", dt}, {"display", info.name}});
}

int runSession(const Options &options, Session &session, Gpu &gpu) {
    Display &display = *session.display;
    if (const auto started = display.start(gpu); !started) {
        return complain(kWrongUse, started.error().message);
    }
    const DisplayInfo info = display.info();
    const RendererOptions rendering = renderingFor(options, info, gpu);
    auto renderer = Renderer::create(gpu, rendering);
    if (!renderer) {
        return complain(kFailed, renderer.error().message);
    }
    auto recorder = openRecorder(options, info);
    if (!recorder) {
        return complain(kFailed, recorder.error().message);
    }
    auto build = scenarioOptions(options);
    if (!build) {
        return complain(kWrongUse, build.error().message);
    }
    auto world = session.scenario->build(*build);
    if (!world) {
        return complain(kWrongUse, world.error().message);
    }
    SimThreadOptions simOptions;
    simOptions.scenario = *build;
    simOptions.recorder = std::move(recorder.value());
    simOptions.dt = stepFor(info);
    simOptions.stepBudget = info.realTime ? options.stepBudgetMs / 1000.0 : 0.0; // scripted time is never up
    SimThread simulation(std::move(world.value()), *session.scenario, std::move(simOptions));

    FrameLoopOptions loop;
    loop.motion = options.motion.empty() ? nullptr : &session.motion->motion;
    loop.frameMax = options.frames;
    loop.scenario = static_cast<int32_t>(session.scenario - scenarios().data());
    loop.sound = options.sound;
    loop.progress = session.offscreen;
    loop.progressLength = session.motion->motion.duration();
    loop.quit = &quitRequested;
    std::string reason;
    const LoopEnd end = runFrameLoop(display, **renderer, simulation, loop, reason);
    (*renderer)->waitIdle();
    if (!options.report.empty()) {
        if (const auto written = simulation.report().write(options.report, simulation.world()); !written) {
            return complain(kFailed, written.error().message);
        }
    }
    return end == LoopEnd::Finished ? kDone : complain(kFailed, reason);
}

int run(Options options) {
    Session session;
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
    auto display = openDisplay(options, session);
    if (!display) {
        return complain(kWrongUse, display.error().message);
    }
    session.display = std::move(display.value());
    if (session.offscreen && options.report.empty()) {
        options.report = options.out / "report.json";
    }
    GpuRequest request = session.display->gpuRequest();
    request.validation = options.validation;
    auto gpu = createGpu(request);
    if (!gpu) {
        return complain(kWrongUse, gpu.error().message);
    }
    int code = runSession(options, session, *gpu);
    session.display.reset();
    destroyGpu(*gpu);
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
    std::signal(SIGINT, selvage::requestQuit);
    std::signal(SIGTERM, selvage::requestQuit);
    return selvage::run(std::move(options));
}
