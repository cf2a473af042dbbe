// Opening and closing of displays.
#include "stage.h"

#include "scenarios/script.h"
#include "watched_display.h"

#include <cmath>
#include <spdlog/spdlog.h>

namespace selvage {

namespace {

Result<std::unique_ptr<Display>> openOffscreenFor(const Options &options, const Session &session) {
    OffscreenOptions offscreen;
    offscreen.eyeExtent = {options.width, options.height};
    offscreen.motion = &session.motion->motion;
    offscreen.frames = static_cast<int>(options.frames);
    offscreen.outputFolder = options.out;
    offscreen.pictureTimes = options.pictures.empty() ? session.scenario->pictureTimes() : options.pictures;
    if (options.best) {
        const BestView &best = session.scenario->best;
        offscreen.pictureTimes = {best.time};
        offscreen.frames = static_cast<int>(std::lround(best.time * offscreen.frameRate)) + 1;
        if (options.motion.empty() && options.replay.empty()) {
            offscreen.camera = lookingAt(best.eye, best.target);
        }
    }
    if (const auto &c = options.camera; !c.empty()) {
        offscreen.camera = lookingAt({c[0], c[1], c[2]}, {c[3], c[4], c[5]});
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

Result<std::unique_ptr<Display>> openHeadsetFor(const Options &options, Watch &watch) {
    HeadsetOptions wishes;
    wishes.visibilityMask = options.visibilityMask;
    const WatchedCall call(watch);
    auto headset = openHeadset("Selvage", wishes);
    if (!headset) {
        return headset;
    }
    return std::unique_ptr<Display>(std::make_unique<WatchedDisplay>(std::move(headset.value()), watch));
}

Result<std::unique_ptr<Display>> openDisplay(DisplayChoice kind, const Options &options,
                                             const Session &session, Watch &watch) {
    switch (kind) {
    case DisplayChoice::Headset:
        return openHeadsetFor(options, watch);
    case DisplayChoice::Desktop:
        return openWindowFor(options, session.settings);
    case DisplayChoice::Auto:
    case DisplayChoice::Offscreen:
        break;
    }
    return openOffscreenFor(options, session);
}

Result<std::shared_ptr<Stage>> openHeadsetStage(const Options &options, const Session &session) {
    const auto stage =
        std::make_shared<Stage>(); // and what comes of it: a thread that is given up keeps both
    const auto opened = std::make_shared<Result<void>>();
    const bool answers = runWatched(stage->watch(), {kOpeningPatience}, [=, &options, &session] {
        *opened = stage->open(DisplayChoice::Headset, options, session);
        if (!*opened) {
            stage->close();
        }
    });
    if (!answers) {
        return Error{"the OpenXR runtime does not answer"};
    }
    return *opened ? Result<std::shared_ptr<Stage>>(stage) : opened->error();
}

} // namespace

Result<void> Stage::open(DisplayChoice kind, const Options &options, const Session &session) {
    kind_ = kind;
    auto display = openDisplay(kind, options, session, watch_);
    if (!display) {
        return display.error();
    }
    display_ = std::move(display.value());
    return fill(options);
}

Result<void> Stage::fill(const Options &options) {
    GpuRequest request = display_->gpuRequest();
    request.validation = options.validation;
    {
        const WatchedCall call(watch_); // the request's own calls are the runtime's
        auto gpu = createGpu(request);
        if (!gpu) {
            return gpu.error();
        }
        gpu_ = *gpu;
    }
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

Result<std::shared_ptr<Stage>> openStage(DisplayChoice choice, const Options &options,
                                         const Session &session) {
    if (choice == DisplayChoice::Headset || choice == DisplayChoice::Auto) {
        auto headset = openHeadsetStage(options, session);
        if (headset || choice == DisplayChoice::Headset) {
            return headset;
        }
        spdlog::info("no headset: {}", headset.error().message);
    }
    if (choice == DisplayChoice::Desktop || choice == DisplayChoice::Auto) {
        auto window = std::make_shared<Stage>();
        const auto opened = window->open(DisplayChoice::Desktop, options, session);
        if (opened) {
            return window;
        }
        if (choice == DisplayChoice::Desktop) {
            return opened.error();
        }
        spdlog::info("no window: {}", opened.error().message);
    }
    auto offscreen = std::make_shared<Stage>();
    const auto opened = offscreen->open(DisplayChoice::Offscreen, options, session);
    return opened ? Result<std::shared_ptr<Stage>>(offscreen) : opened.error();
}

void closeStage(const std::shared_ptr<Stage> &stage) {
    if (stage == nullptr) {
        return;
    }
    if (stage->kind() != DisplayChoice::Headset) {
        stage->close();
    } else if (!runWatched(stage->watch(), {kOpeningPatience}, [stage] { stage->close(); })) {
        spdlog::warn("the OpenXR runtime does not answer and is left alone");
    }
}

} // namespace selvage
