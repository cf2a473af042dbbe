// poll -> begin -> input -> simulation -> views -> late input -> draw -> end. In this order for every
// display; nothing here waits for the simulation unless the display's time is the script's.
#include "frame_loop.h"

#include "hand_acts.h"
#include "hints.h"
#include "resolution.h"
#include "scene_view.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <spdlog/spdlog.h>
#include <tuple>

namespace selvage {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kFramesReserved = 90 * 60 * 30; // half an hour of frame times
constexpr uint64_t kStatusEvery = 30;            // frames
constexpr double kBuzzEvery = 0.04;              // s
constexpr float kDimmed = 0.35F;                 // exposure, while another application has the input

// Amplitude of the buzz in a hand, from how taut the cloth is: none while it only hangs.
float buzzFor(float pull) {
    constexpr float kFelt = 0.15F;
    constexpr float kStrongest = 0.5F;
    return kStrongest * std::max(0.0F, pull - kFelt) / (1.0F - kFelt);
}

// The scenes' pictures; without them the panel has names.
SceneTiles tilesOrNone() {
    const auto tiles = readSceneTiles(sceneTilesFile());
    if (!tiles) {
        spdlog::warn("{}", tiles.error().message);
        return {};
    }
    return tiles.value();
}

// Those that a replay has, in place of the person's.
void handsOf(const SimFrame &frame, TrackedInput &late) {
    for (size_t h = 0; h < kHandCount; ++h) {
        late.hands[h].active = late.hands[h].tracked = frame.hands[h].present;
        late.hands[h].grip = frame.hands[h].tracking;
    }
}

class FrameLoop {
public:
    FrameLoop(Display &display, Renderer &renderer, SimThread &simulation, const FrameLoopOptions &options,
              LoopState &state)
        : display_(display), renderer_(renderer), simulation_(simulation), options_(options),
          info_(display.info()), settings_(state.settings), view_(renderer), state_(state),
          report_(state.report), request_(state.request), firstFrame_(report_.frames + 1),
          resolution_(options.leastResolution) {
        report_.present = true;
        report_.display = info_.name;
        report_.frameMs.reserve(kFramesReserved);
        report_.latencyFrames.reserve(kFramesReserved);
        report_.gpuMs.reserve(kFramesReserved);
        if (firstFrame_ == 1) {
            request_.scenario = options.scenario;
        } else {
            ++request_.originMovedCount; // nobody moved from the old tracking space to the new one
            const SimFrame &frame = simulation.newest();
            for (size_t h = 0; h < frame.hands.size(); ++h) {
                grabSeen_[h] = frame.hands[h].grabCount;
                releaseSeen_[h] = frame.hands[h].releaseCount;
            }
        }
        if (options.sound && info_.realTime && !state.sound) {
            state.sound =
                std::make_unique<SoundOutput>([](const std::string &text) { spdlog::info("{}", text); });
        }
        if (info_.eyeCount == kEyeMax || display.pointer().present) {
            openPanel();
        }
    }

    LoopEnd run(std::string &reason) {
        while (!(options_.quit != nullptr && options_.quit->load()) && !reachedEnd()) {
            keepChoices();
            switch (display_.poll()) {
            case DisplayState::Running:
                if (const auto drawn = frame(); !drawn) {
                    reason = drawn.error().message;
                    return LoopEnd::Lost;
                }
                break;
            case DisplayState::Idle:
                break;
            case DisplayState::Finished:
                return LoopEnd::Finished;
            case DisplayState::Lost:
                reason = display_.lostReason();
                return LoopEnd::Lost;
            }
        }
        return LoopEnd::Finished;
    }

    // For the next display; before each frame, as none of its calls may come back.
    void keepChoices() {
        if (panel_ != nullptr) {
            state_.panel.clicks = panel_->clicks();
            state_.panel.live = panel_->live();
        }
        if (headset_) {
            state_.panel.room = headset_->room();
        }
    }

private:
    void openPanel() {
        const bool headset = info_.eyeCount == kEyeMax;
        const uint32_t height = info_.eyeExtent.height;
        auto panel =
            ControlPanel::create(headset ? headsetStyle(height) : windowStyle(height), tilesOrNone());
        if (const auto given = panel->giveAtlas(renderer_); !given) {
            spdlog::warn("no panel: {}", given.error().message);
            return;
        }
        panel_ = panel.get();
        panel_->setComfort(settings_.comfort);
        if (headset) {
            headset_ = std::make_unique<HeadsetPanel>(renderer_, std::move(panel));
            if (firstFrame_ == 1) {
                headset_->setUp(settings_.raised);
            } else {
                headset_->goOnFrom(state_.panel);
            }
        } else {
            state_.panel.clicks.closings = 0; // of a panel that was opened otherwise
            window_ = std::move(panel);
            window_->goOnFrom(state_.panel.clicks, state_.panel.live);
        }
    }

    bool reachedEnd() const { return options_.frameMax > 0 && report_.frames >= options_.frameMax; }

    Result<void> frame() {
        const FrameTiming timing = display_.beginFrame();
        const auto begin = Clock::now();
        const TrackedInput early = trackedAt(timing.displayTime);
        post(timing, early);
        learn();
        if (headset_) {
            headset_->build(panelFrame(simulation_.newest()), timing.displayTime - lastTime_, display_);
        }
        Result<void> drawn;
        bool hasPicture = false;
        if (timing.shouldRender) {
            drawn = draw(timing, hasPicture);
        }
        display_.endFrame(hasPicture);
        buzz(timing.displayTime);
        listen(timing);
        count(timing, begin);
        return drawn;
    }

    TrackedInput trackedAt(double time) {
        TrackedInput input = display_.input(time);
        for (size_t h = 0; h < kHandCount; ++h) {
            const HandSkeleton *joints = display_.skeleton(static_cast<Hand>(h));
            jointed_[h] = joints != nullptr;
            if (joints != nullptr) {
                skeletons_[h] = headset_ ? headset_->toWorld(*joints) : *joints;
            }
        }
        if (options_.motion != nullptr && info_.realTime) {
            if (!motionFollowed_) {
                motionFollowed_ = true;
                motionOffset_ =
                    (state_.motionStarted ? state_.motionTime : options_.motion->startTime()) - time;
                state_.motionStarted = true;
            }
            state_.motionTime = time + motionOffset_;
            const TrackedInput scripted = sampleMotion(*options_.motion, state_.motionTime);
            input.hands = scripted.hands;
        }
        return input;
    }

    // Which world is asked for: the scene, and how often it began anew. The end of a recording leaves it as
    // it is.
    std::tuple<int32_t, uint32_t, uint32_t, uint32_t, uint32_t> worldAsked(bool records) const {
        return {request_.scenario, request_.resetCount, request_.bringBackCount, request_.replayCount,
                records ? 0 : request_.recordCount};
    }

    // For certain.
    bool isBare(size_t hand) const { return gestures_[hand] || jointed_[hand]; }

    // Not those of a motion that plays in a headset: it has what they came to when it was recorded.
    void applyButtons(bool newWorld) {
        if (!headset_ || (options_.motion != nullptr && info_.realTime)) {
            return;
        }
        ButtonsFrame buttons = buttonsFrame(simulation_.newest(), request_);
        buttons.newWorld = newWorld;
        buttons.bare = {isBare(0), isBare(1)};
        buttons.atPanel = headset_->takesTrigger();
        state_.buttons.apply(request_.tracked, comfort(), buttons);
    }

    void post(const FrameTiming &timing, const TrackedInput &early) {
        const bool records = simulation_.newest().readouts.recording;
        const auto worldBefore = worldAsked(records);
        request_.tracked =
            headset_ ? headset_->takeInput(early, panelHands(), solidsNow(), timing.displayTime) : early;
        const bool moved = headset_ && headset_->hasMoved();
        const UserCommands commands = commandsNow();
        request_.number = report_.frames + 1;
        request_.displayTime = timing.displayTime;
        request_.period = timing.period;
        request_.originMovedCount += timing.originMoved || early.originMoved || moved ? 1U : 0U;
        request_.resetCount = commands.resetCount;
        request_.singleStepCount = commands.singleStepCount;
        request_.paused = commands.paused || !timing.focused;
        const auto scenarioCount = static_cast<uint32_t>(scenarios().size());
        const uint32_t turned =
            commands.nextScenarioCount + commands.previousScenarioCount * (scenarioCount - 1U);
        const auto scenario =
            static_cast<int32_t>((static_cast<uint32_t>(options_.scenario) + turned) % scenarioCount);
        if (panel_) {
            if (scenario != request_.scenario) {
                forget(panel_->live());
            }
            request_.live = panel_->live();
            request_.recordCount = panel_->clicks().recordings;
            request_.replayCount = panel_->clicks().replays;
            request_.saveCount = panel_->clicks().saves;
            request_.exportCount = panel_->clicks().exports;
            request_.measureCount = panel_->clicks().measurements;
            request_.bringBackCount = panel_->clicks().bringsBack;
        }
        request_.scenario = scenario;
        applyButtons(worldAsked(records) != worldBefore);
        request_.wantsReadouts = panel_ != nullptr && commands.panel;
        request_.wantsStretch = commands.stretchColors;
        if (request_.number > firstFrame_ && !simulation_.answered(request_.number - 1)) {
            ++report_.overruns;
        }
        simulation_.post(request_);
        if (!info_.realTime) {
            simulation_.waitFor(request_.number);
        }
        commands_ = commands;
        focused_ = timing.focused;
    }

    // The display's and the panel's together.
    UserCommands commandsNow() const {
        UserCommands commands = display_.commands();
        if (panel_) {
            const PanelClicks &clicks = panel_->clicks();
            commands.resetCount += clicks.resets;
            commands.singleStepCount += clicks.singleSteps;
            commands.nextScenarioCount += clicks.scenes;
            commands.paused ^= clicks.pauses % 2 == 1;
            commands.wireframe ^= clicks.wireframes % 2 == 1;
            commands.stretchColors ^= clicks.stretches % 2 == 1;
            commands.panel = headset_ ? headset_->isOpen() : commands.panel ^ (clicks.closings % 2 == 1);
        }
        return commands;
    }

    Solids solidsNow() {
        const SimFrame &frame = simulation_.newest();
        return {frame.shape->colliders, frame.colliderPose, frame.shape->look};
    }

    std::array<std::string_view, kHandCount> hintsNow(const SimFrame &frame) const {
        std::array<HintHand, kHandCount> hands;
        for (size_t h = 0; h < kHandCount; ++h) {
            const HandInput &input = request_.tracked.hands[h];
            hands[h] = {focused_ && input.active && input.tracked && !frame.hands[h].holding, isBare(h),
                        hasTool(frame, h), menuIsB_[h]};
        }
        return hintsFor(comfort(), hands, canSteerWind(frame));
    }

    void learn() {
        if (headset_ && !simulation_.newest().replays) {
            Comfort now = comfort();
            firstActs_.follow(now.known, simulation_.newest(), request_.tracked, headset_->isOpen());
            panel_->setComfort(now);
        }
    }

    bool showsWind() const { return !panel_ || panel_->clicks().motes % 2 == 0; }

    ViewOptions viewOptions(const EyeView &eye, VkExtent2D extent) const {
        ViewOptions options;
        options.wireframe = commands_.wireframe;
        options.stretch = commands_.stretchColors;
        options.wind = showsWind();
        options.hands = focused_;
        options.pixel = (std::tan(eye.fovUp) - std::tan(eye.fovDown)) / static_cast<float>(extent.height);
        return options;
    }

    PanelFrame panelFrame(const SimFrame &frame) const {
        PanelFrame shown;
        shown.simulation = &frame;
        shown.commands = commands_;
        shown.open = commands_.panel;
        shown.scenario = request_.scenario;
        shown.missed = report_.missed;
        shown.overruns = report_.overruns;
        shown.frameMs = report_.frameMs.last();
        shown.drawing = renderer_.stats();
        shown.resolution = resolution_.share();
        shown.motes = showsWind();
        shown.raised = headset_ ? headset_->raised() : 0.0F;
        shown.caption = caption_;
        shown.menu = headset_ && headset_->hasMenu();
        shown.hints = headset_ && !frame.replays ? hintsNow(frame) : shown.hints;
        shown.soundPlays = state_.sound != nullptr && state_.sound->isPlaying();
        return shown;
    }

    // In a window; nothing where nobody looks.
    std::span<const OverlayPiece> showPanel(const FrameTiming &timing, const SimFrame &frame,
                                            VkExtent2D extent) {
        if (!window_ || (!commands_.panel && caption_.empty())) {
            display_.offerPanel(Vec2(0.0F), Vec2(0.0F), false);
            return {};
        }
        const auto pieces =
            window_->build(panelFrame(frame), display_.pointer(), extent, timing.displayTime - lastTime_);
        display_.offerPanel(window_->low(), window_->high(), window_->isTyping());
        return pieces;
    }

    // Late: hands and eyes as they are when the picture is seen.
    void viewScene(const FrameTiming &timing, const SimFrame &frame, VkExtent2D extent, FrameScene &scene) {
        scene.eyeCount = info_.eyeCount;
        scene.exposure = timing.focused ? 1.0F : kDimmed;
        scene.eyes = display_.views();
        TrackedInput late = trackedAt(timing.displayTime); // for hands and held cloth alike
        ViewOptions options = viewOptions(scene.eyes[0], extent);
        if (headset_) {
            late = headset_->toWorld(late);
            for (EyeView &eye : scene.eyes) {
                eye = headset_->toWorld(eye);
            }
            options.others = headset_->items(late);
            scene.overlay = headset_->pieces();
            scene.overlayModel = headset_->model();
        } else {
            scene.overlay = showPanel(timing, frame, extent);
        }
        ears_ = headset_ ? late.head : scene.eyes[0].pose;
        for (size_t h = 0; h < kHandCount; ++h) {
            options.skeletons[h] = jointed_[h] && !frame.replays ? &skeletons_[h] : nullptr;
        }
        if (frame.replays) {
            handsOf(frame, late);
        }
        scene.items = view_.build(frame, late, options);
        scene.outdoors = view_.isOutdoors();
    }

    Result<void> draw(const FrameTiming &timing, bool &hasPicture) {
        const auto target = display_.acquire();
        if (!target) {
            return {};
        }
        if (auto ready = renderer_.beginFrame(); !ready) {
            return ready;
        }
        FrameScene scene;
        const SimFrame &frame = simulation_.newest();
        viewScene(timing, frame, target->extent, scene);
        display_.offerWind(frame.wind.direction, canSteerWind(frame));
        display_.offerPickPoints(view_.clothPoints());
        report_.drawnGrabErrorMm = std::max(report_.drawnGrabErrorMm, view_.drawnGrabError() * 1000.0F);
        report_.latencyFrames.add(static_cast<float>(request_.number - frame.requestNumber));
        auto drawn = renderer_.draw(scene, *target);
        const RenderStats stats = renderer_.stats();
        report_.triangles = std::max(report_.triangles, stats.triangles);
        report_.draws = std::max(report_.draws, stats.draws);
        if (stats.gpuMs > 0.0) {
            report_.gpuMs.add(static_cast<float>(stats.gpuMs));
        }
        hasPicture = static_cast<bool>(drawn);
        return drawn;
    }

    // Ticks, and between them a buzz that grows with the pull of what is held.
    void buzz(double time) {
        const SimFrame &frame = simulation_.newest();
        for (size_t h = 0; h < frame.hands.size(); ++h) {
            const auto hand = static_cast<Hand>(h);
            if (frame.hands[h].grabCount != grabSeen_[h]) {
                grabSeen_[h] = frame.hands[h].grabCount;
                display_.vibrate(hand, 0.6F, 0.02F);
            }
            if (frame.hands[h].releaseCount != releaseSeen_[h]) {
                releaseSeen_[h] = frame.hands[h].releaseCount;
                const bool slipped = frame.hands[h].slipCount != slipSeen_[h];
                display_.vibrate(hand, slipped ? 0.8F : 0.3F, slipped ? 0.06F : 0.015F);
            }
            slipSeen_[h] = frame.hands[h].slipCount;
            if (focused_ && frame.hands[h].holding && !frame.paused && time - buzzedAt_[h] >= kBuzzEvery) {
                buzzedAt_[h] = time;
                display_.vibrate(hand, buzzFor(frame.hands[h].pull), static_cast<float>(kBuzzEvery));
            }
        }
    }

    Comfort comfort() const { return panel_ ? panel_->comfort() : Comfort{}; }

    void listen(const FrameTiming &timing) {
        const Comfort now = comfort();
        if (!state_.sound && !now.captions) {
            caption_ = {};
            return;
        }
        const SoundFrame &heard = soundScene_.listen(simulation_.newest(), ears_, now, timing.focused);
        caption_ = captions_.follow(heard, timing.displayTime);
        if (state_.sound) {
            state_.sound->play(heard);
        }
    }

    PanelHands panelHands() {
        const SimFrame &frame = simulation_.newest();
        PanelHands hands;
        hands.bare = bareHands();
        for (size_t h = 0; h < kHandCount; ++h) {
            hands.holding[h] = options_.isScript || (frame.hands[h].holding && !frame.replays);
        }
        return hands;
    }

    // Which hands have no buttons: those without a controller, and those that their joints speak for.
    std::array<bool, kHandCount> bareHands() const {
        return {bareHands_[0] || jointed_[0], bareHands_[1] || jointed_[1]};
    }

    void count(const FrameTiming &timing, Clock::time_point begin) {
        ++report_.frames;
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        report_.frameMs.add(static_cast<float>(ms));
        if (report_.frames > firstFrame_ && info_.realTime) {
            const auto periods = std::lround((timing.displayTime - lastTime_) / timing.period);
            report_.missed += periods > 1 && periods < 1000 ? static_cast<uint64_t>(periods - 1) : 0U;
        }
        adaptResolution(timing, ms);
        lastTime_ = timing.displayTime;
        if (report_.frames == firstFrame_) {
            firstTime_ = timing.displayTime;
        }
        if (report_.frames % kStatusEvery == 0) {
            showStatus(timing);
        }
    }

    // What the GPU takes, where it has a clock.
    void adaptResolution(const FrameTiming &timing, double frameMs) {
        report_.leastResolution = std::min(report_.leastResolution, resolution_.share());
        report_.reducedFrames += resolution_.share() < 1.0F ? 1U : 0U;
        if (timing.shouldRender && headset_ && info_.realTime) {
            const double gpuMs = renderer_.stats().gpuMs;
            resolution_.addFrame((gpuMs > 0.0 ? gpuMs : frameMs) / 1000.0, timing.period);
            display_.setResolution(resolution_.share());
        }
    }

    void followSettings(const DisplayInfo &info) {
        if (headset_) {
            settings_.raised = headset_->raised();
        }
        if (panel_ != nullptr) {
            settings_.comfort = panel_->comfort();
        }
        if (info.windowSize.x > 0.0F) {
            settings_.windowWidth = info.windowSize.x;
            settings_.windowHeight = info.windowSize.y;
        }
        if (options_.settingsKeeper != nullptr) {
            options_.settingsKeeper->follow(settings_);
        }
    }

    // Things that change now and then, a few times a second.
    void showStatus(const FrameTiming &timing) {
        const DisplayInfo info = display_.info();
        for (size_t h = 0; h < kHandCount; ++h) {
            const std::string &name = info.controllers[h];
            gestures_[h] = name.find("hand_interaction") != std::string::npos;
            bareHands_[h] = name.empty() || gestures_[h];
            menuIsB_[h] = name.find("index_controller") != std::string::npos;
        }
        followSettings(info);
        view_.setControllers({!bareHands()[0], !bareHands()[1]});
        const SimFrame &frame = simulation_.newest();
        const BenchTool tool = frame.bench.tools[static_cast<size_t>(Hand::Right)].tool;
        const std::string held = frame.bench.present ? ", tool: " + std::string(nameOf(tool)) : "";
        char text[200];
        std::snprintf(text, sizeof(text), "%s%s%s: step %.2f ms, frame %.1f ms, GPU %.1f ms, %llu overruns",
                      scenarios()[static_cast<size_t>(request_.scenario)].title, held.c_str(),
                      request_.paused ? " (paused)" : "", static_cast<double>(frame.stepMs),
                      static_cast<double>(report_.frameMs.last()), renderer_.stats().gpuMs,
                      static_cast<unsigned long long>(report_.overruns));
        display_.showStatus(text);
        if (options_.progress) {
            std::fprintf(stderr, "\r%.1f of %.1f s", timing.displayTime - firstTime_,
                         options_.progressLength);
        }
    }

    Display &display_;
    Renderer &renderer_;
    SimThread &simulation_;
    const FrameLoopOptions &options_;
    DisplayInfo info_;
    UserSettings &settings_; // as the person has them now
    SceneView view_;
    LoopState &state_;
    FrameReport &report_;
    SimRequest &request_;
    uint64_t firstFrame_; // of this display
    std::array<uint32_t, kHandCount> grabSeen_{};
    std::array<uint32_t, kHandCount> releaseSeen_{};
    std::array<uint32_t, kHandCount> slipSeen_{};
    std::array<double, kHandCount> buzzedAt_{-1.0, -1.0}; // s
    double lastTime_{0.0};
    double firstTime_{0.0};
    double motionOffset_{0.0};
    bool motionFollowed_{false};
    UserCommands commands_;                // of this frame
    std::unique_ptr<ControlPanel> window_; // the panel of a window
    std::unique_ptr<HeadsetPanel> headset_;
    ControlPanel *panel_{nullptr}; // of either
    std::array<bool, kHandCount> bareHands_{};
    std::array<bool, kHandCount> menuIsB_{};
    FirstActs firstActs_;
    std::array<bool, kHandCount> gestures_{}; // of which the runtime makes buttons
    bool focused_{true};
    ResolutionControl resolution_;
    std::array<HandSkeleton, kHandCount> skeletons_{}; // in the world
    std::array<bool, kHandCount> jointed_{};           // has one
    Pose ears_;
    SoundScene soundScene_;
    Captions captions_;
    std::string_view caption_;
};

} // namespace

LoopEnd runFrameLoop(Display &display, Renderer &renderer, SimThread &simulation,
                     const FrameLoopOptions &options, LoopState &state, std::string &reason) {
    FrameLoop loop(display, renderer, simulation, options, state);
    const LoopEnd end = loop.run(reason);
    loop.keepChoices();
    if (state.sound) {
        state.sound->play({});
    }
    if (options.progress) {
        std::fputc('\n', stderr);
    }
    return end;
}

} // namespace selvage
