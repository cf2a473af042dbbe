// The headset display: an OpenXR session driven through the Display interface. hello_xr's order of calls,
// with every result looked at: what means "gone" ends in DisplayState::Lost with a reason, what fails now and
// then costs a frame, what keeps failing ends in Lost as well. Decisions are in headset_logic, the parts in
// the other headset_ files.
#include "xr/display.h"

#include "bare_hand.h"
#include "headset_actions.h"
#include "headset_hands.h"
#include "headset_logic.h"
#include "headset_runtime.h"
#include "headset_setup.h"
#include "headset_space.h"
#include "headset_swapchains.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace selvage {

namespace {

constexpr auto kIdlePause = std::chrono::milliseconds(5);
constexpr double kHandGap = 0.1;     // s, the most that a hand's gestures are taken on at once
constexpr int kFailedFramesMax = 90; // in a row; about a second

// One frame between xrBeginFrame and xrEndFrame.
struct OpenFrame {
    bool begun{false};
    XrTime displayTime{0}; // the runtime's own words, for xrEndFrame
    bool failed{false};    // some call failed
    bool viewsValid{false};
    bool imagesReady{false};
    std::array<XrView, kEyeMax> views{};
};

// A hand from either of its two sources.
struct TrackedHand {
    HandSkeleton skeleton;
    BareHand bare;
    HandOver over;
    HandInput joints;   // what the skeleton says
    double readAt{0.0}; // s
};

class HeadsetDisplay final : public Display {
public:
    explicit HeadsetDisplay(const HeadsetOptions &options) : options_(options) {}
    HeadsetDisplay(const HeadsetDisplay &) = delete;
    HeadsetDisplay &operator=(const HeadsetDisplay &) = delete;
    ~HeadsetDisplay() override;

    Result<void> open(const std::string &applicationName);

    GpuRequest gpuRequest() override { return request_; }
    Result<void> start(const Gpu &gpu) override;
    DisplayInfo info() const override;
    DisplayState poll() override;
    std::string lostReason() const override { return lostReason_; }
    FrameTiming beginFrame() override;
    TrackedInput input(double time) override;
    const HandSkeleton *skeleton(Hand hand) const override;
    std::array<EyeView, kEyeMax> views() override;
    std::optional<FrameTarget> acquire() override;
    void endFrame(bool drawn) override;
    void setResolution(float share) override { resolution_ = share; }
    void vibrate(Hand hand, float amplitude, float duration) override;

private:
    Result<void> createSession(const Gpu &gpu);
    Result<void> makeSwapchains(VkExtent2D extent);
    Result<void> followRecommendedSize();
    void takeEvents();
    void onEvent(const XrEventDataBuffer &event);
    void onSessionState(XrSessionState state);
    void loadHiddenArea(uint32_t eye);
    void onRecentring(const XrEventDataReferenceSpaceChangePending &event);
    bool takeOriginMoved();
    void updateControllers();
    void readHands(TrackedInput &input, XrTime xrTime);
    void submitLayers(const XrCompositionLayerBaseHeader *layer);
    bool check(const char *call, XrResult result);
    void lose(const std::string &reason);

    HeadsetOptions options_;
    Runtime runtime_;
    GpuRequest request_;
    DisplayInfo info_;
    XrSession session_{XR_NULL_HANDLE};
    Actions actions_;
    HandTrackers trackers_;
    std::array<TrackedHand, kHandCount> hands_;
    WorldSpace world_;
    XrSpace viewSpace_{XR_NULL_HANDLE};
    Swapchains swapchains_;
    XrEnvironmentBlendMode blendMode_{XR_ENVIRONMENT_BLEND_MODE_OPAQUE};

    XrSessionState sessionState_{XR_SESSION_STATE_UNKNOWN};
    bool running_{false}; // between xrBeginSession and xrEndSession, whatever the state says
    bool finished_{false};
    std::string lostReason_; // not empty: lost
    std::optional<XrTime> recentringAt_;
    FrameClock clock_;
    OpenFrame frame_;
    int failedFrames_{0}; // in a row
    float resolution_{1.0F};
    VkDevice device_{VK_NULL_HANDLE};
    Pose head_{Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(0.0F, 1.6F, 0.0F)};
    std::array<EyeView, kEyeMax> eyes_{};
    std::array<std::vector<Vec2>, kEyeMax> hidden_; // of each eye
};

HeadsetDisplay::~HeadsetDisplay() {
    endFrame(false);
    destroySwapchains(swapchains_);
    destroyHandTrackers(runtime_, trackers_);
    destroyActions(actions_);
    for (XrSpace space : {viewSpace_, world_.space}) {
        if (space != XR_NULL_HANDLE) {
            xrDestroySpace(space);
        }
    }
    if (session_ != XR_NULL_HANDLE) {
        xrDestroySession(session_);
    }
    closeRuntime(runtime_);
}

Result<void> HeadsetDisplay::open(const std::string &applicationName) {
    if (auto opened = openRuntime(applicationName, options_, runtime_); !opened) {
        return opened;
    }
    auto request = vulkanRequest(runtime_);
    if (!request) {
        return request.error();
    }
    request_ = std::move(*request);
    info_.name = "headset (" + runtime_.name + ")";
    return createActions(runtime_.instance, runtime_.extensions, actions_);
}

Result<void> HeadsetDisplay::start(const Gpu &gpu) {
    auto extent = recommendedExtent(runtime_);
    if (!extent) {
        return extent.error();
    }
    device_ = gpu.device;
    blendMode_ = chooseBlendMode(runtime_);
    if (auto created = createSession(gpu); !created) {
        return created;
    }
    if (auto attached = attachActions(session_, actions_); !attached) {
        return attached;
    }
    trackers_ = createHandTrackers(runtime_, session_);
    auto world = createWorldSpace(session_, runtime_.has(kLocalFloorExtension));
    if (!world) {
        return world.error();
    }
    world_ = *world;
    auto view = createViewSpace(session_);
    if (!view) {
        return view.error();
    }
    viewSpace_ = *view;
    if (auto made = makeSwapchains(*extent); !made) {
        return made;
    }
    info_.refreshHz = requestRefreshRate(runtime_, session_).value_or(info_.refreshHz);
    for (uint32_t eye = 0; eye < kEyeMax; ++eye) {
        loadHiddenArea(eye);
    }
    return {};
}

void HeadsetDisplay::loadHiddenArea(uint32_t eye) {
    if (options_.visibilityMask && eye < kEyeMax) {
        hidden_[eye] = hiddenArea(runtime_, session_, eye);
        eyes_[eye].hidden = hidden_[eye];
    }
}

Result<void> HeadsetDisplay::makeSwapchains(VkExtent2D extent) {
    const bool depth = options_.depthLayer && runtime_.has(XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME);
    auto swapchains = createSwapchains(session_, {extent, options_.separateEyes, depth});
    if (!swapchains) {
        return swapchains.error();
    }
    swapchains_ = std::move(*swapchains);
    info_.eyeExtent = extent;
    info_.colorFormat = swapchains_.colorFormat;
    info_.stereoLayers = swapchains_.layered;
    return {};
}

// Between two runs of the session, where no image is held. Only the GPU may still be at work on the old ones.
Result<void> HeadsetDisplay::followRecommendedSize() {
    auto extent = recommendedExtent(runtime_);
    if (!extent || (extent->width == info_.eyeExtent.width && extent->height == info_.eyeExtent.height)) {
        return {};
    }
    if (device_ != VK_NULL_HANDLE) {
        vkDeviceWaitIdle(device_);
    }
    destroySwapchains(swapchains_);
    return makeSwapchains(*extent);
}

Result<void> HeadsetDisplay::createSession(const Gpu &gpu) {
    XrGraphicsBindingVulkanKHR binding{};
    binding.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR;
    binding.instance = gpu.instance;
    binding.physicalDevice = gpu.physicalDevice;
    binding.device = gpu.device;
    binding.queueFamilyIndex = gpu.queueFamily;
    binding.queueIndex = 0;
    const XrSessionCreateInfo info{XR_TYPE_SESSION_CREATE_INFO, &binding, 0, runtime_.system};
    XR_CHECK(xrCreateSession(runtime_.instance, &info, &session_));
    return {};
}

DisplayInfo HeadsetDisplay::info() const {
    return info_;
}

void HeadsetDisplay::lose(const std::string &reason) {
    if (lostReason_.empty()) {
        lostReason_ = reason;
    }
    running_ = false;
    frame_ = OpenFrame{};
}

// False when the call failed.
bool HeadsetDisplay::check(const char *call, XrResult result) {
    if (XR_SUCCEEDED(result)) {
        return true;
    }
    frame_.failed = true;
    const bool keepsFailing = failedFrames_ >= kFailedFramesMax;
    if (isLost(result)) {
        lose("the OpenXR runtime is gone (" + xrError(call, result).message + ")");
    } else if (keepsFailing) {
        lose("the OpenXR runtime does not work any more (" + xrError(call, result).message + ")");
    }
    return false;
}

void HeadsetDisplay::takeEvents() {
    while (lostReason_.empty()) {
        XrEventDataBuffer event{};
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
        const XrResult result = xrPollEvent(runtime_.instance, &event);
        if (!check("xrPollEvent", result) || result == XR_EVENT_UNAVAILABLE) {
            break;
        }
        onEvent(event);
    }
}

DisplayState HeadsetDisplay::poll() {
    if (session_ != XR_NULL_HANDLE) {
        takeEvents();
    }
    if (!lostReason_.empty()) {
        return DisplayState::Lost;
    }
    if (finished_) {
        return DisplayState::Finished;
    }
    if (!running_) {
        std::this_thread::sleep_for(kIdlePause);
        return DisplayState::Idle;
    }
    return DisplayState::Running;
}

void HeadsetDisplay::onEvent(const XrEventDataBuffer &event) {
    switch (event.type) {
    case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED:
        onSessionState(reinterpret_cast<const XrEventDataSessionStateChanged &>(event).state);
        break;
    case XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING:
        lose("the OpenXR runtime says that it is about to go");
        break;
    case XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING:
        onRecentring(reinterpret_cast<const XrEventDataReferenceSpaceChangePending &>(event));
        break;
    case XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED:
        updateControllers();
        break;
    case XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB:
        info_.refreshHz = static_cast<double>(
            reinterpret_cast<const XrEventDataDisplayRefreshRateChangedFB &>(event).toDisplayRefreshRate);
        break;
    case XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR:
        loadHiddenArea(reinterpret_cast<const XrEventDataVisibilityMaskChangedKHR &>(event).viewIndex);
        break;
    default:
        break; // not ours
    }
}

void HeadsetDisplay::onSessionState(XrSessionState state) {
    sessionState_ = state;
    switch (nextSessionStep(state, running_)) {
    case SessionStep::None:
        break;
    case SessionStep::Begin: {
        const XrSessionBeginInfo info{XR_TYPE_SESSION_BEGIN_INFO, nullptr,
                                      XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
        const XrResult result = xrBeginSession(session_, &info);
        if (XR_FAILED(result)) {
            lose(xrError("xrBeginSession", result).message);
            break;
        }
        running_ = true;
        failedFrames_ = 0;
        if (const auto followed = followRecommendedSize(); !followed) {
            lose(followed.error().message);
            break;
        }
        info_.refreshHz = requestRefreshRate(runtime_, session_).value_or(info_.refreshHz);
        break;
    }
    case SessionStep::End:
        endFrame(false);
        running_ = false;
        actions_.haveInput = false;
        check("xrEndSession", xrEndSession(session_));
        break;
    case SessionStep::Finish:
        finished_ = true;
        break;
    case SessionStep::Lose:
        lose("the OpenXR runtime says that the session is about to be lost");
        break;
    }
}

// Only the space that the world stands in matters; runtimes send one event for each that moves.
void HeadsetDisplay::onRecentring(const XrEventDataReferenceSpaceChangePending &event) {
    if (event.referenceSpaceType == world_.choice.type) {
        recentringAt_ = event.changeTime;
    }
}

bool HeadsetDisplay::takeOriginMoved() {
    const bool moved = recentringAt_ && recentringHolds(*recentringAt_, clock_.xrTime);
    if (moved) {
        recentringAt_.reset();
    }
    return moved;
}

void HeadsetDisplay::updateControllers() {
    for (const Hand hand : {Hand::Left, Hand::Right}) {
        info_.controllers[static_cast<size_t>(hand)] =
            controllerName(runtime_.instance, session_, actions_, hand);
    }
}

FrameTiming HeadsetDisplay::beginFrame() {
    FrameTiming timing;
    timing.displayTime = clock_.seconds;
    timing.period = clock_.period;
    timing.shouldRender = timing.focused = false;
    endFrame(false); // whoever skipped it: an unpaired xrWaitFrame waits for ever
    if (!running_) {
        return timing;
    }
    XrFrameState state{};
    state.type = XR_TYPE_FRAME_STATE;
    if (!check("xrWaitFrame", xrWaitFrame(session_, nullptr, &state)) ||
        !check("xrBeginFrame", xrBeginFrame(session_, nullptr))) {
        ++failedFrames_;
        std::this_thread::sleep_for(kIdlePause);
        return timing;
    }
    frame_ = OpenFrame{};
    frame_.begun = true;
    frame_.displayTime = state.predictedDisplayTime;
    advanceClock(clock_, state.predictedDisplayTime, state.predictedDisplayPeriod);
    takeEvents(); // again: whoever recentred during the wait must not look like a jump of the hands
    if (!frame_.begun) {
        return timing; // an event ended the session
    }
    check("xrSyncActions", syncActions(session_, actions_));
    timing.displayTime = clock_.seconds;
    timing.period = clock_.period;
    timing.shouldRender = state.shouldRender == XR_TRUE && lostReason_.empty();
    timing.focused = actions_.haveInput && sessionState_ == XR_SESSION_STATE_FOCUSED;
    timing.originMoved = takeOriginMoved();
    return timing;
}

TrackedInput HeadsetDisplay::input(double time) {
    TrackedInput input;
    input.time = time;
    const XrTime xrTime = toXrTime(clock_, time);
    LocatedPose head;
    if (frame_.begun && check("xrLocateSpace", locatePose(viewSpace_, world_.space, xrTime, head)) &&
        head.valid) {
        head_ = head.pose;
    }
    input.head = head_;
    if (frame_.begun) {
        readHands(input, xrTime);
    }
    return input;
}

// Controllers come first: a runtime that makes joints up from what a controller feels gives both.
void HeadsetDisplay::readHands(TrackedInput &input, XrTime xrTime) {
    for (const Hand side : {Hand::Left, Hand::Right}) {
        TrackedHand &hand = hands_[static_cast<size_t>(side)];
        HandInput &out = input.hand(side);
        check("reading a hand", readHand(session_, actions_, side, world_.space, xrTime, out));
        if (!runtime_.tracksHands || !actions_.haveInput) {
            hand.skeleton.active = false;
            continue;
        }
        const XrResult located = locateJoints(runtime_, trackers_, side, world_.space, xrTime, hand.skeleton);
        if (isLost(located)) {
            check("xrLocateHandJointsEXT", located);
        }
        const auto dt = static_cast<float>(std::clamp(input.time - hand.readAt, 0.0, kHandGap));
        hand.readAt = input.time;
        const bool joints = readBareHand(hand.skeleton, side, dt, hand.bare, hand.joints);
        const HandSource source = chooseSource(hand.over, out.active && out.tracked, joints, input.time);
        if (source == HandSource::Joints) {
            out = hand.joints;
        }
        carryGrip(hand.over, out, input.time);
    }
}

const HandSkeleton *HeadsetDisplay::skeleton(Hand hand) const {
    const TrackedHand &tracked = hands_[static_cast<size_t>(hand)];
    const bool is = tracked.over.source == HandSource::Joints && tracked.skeleton.active;
    return is ? &tracked.skeleton : nullptr;
}

std::array<EyeView, kEyeMax> HeadsetDisplay::views() {
    if (!frame_.begun) {
        return eyes_;
    }
    const XrViewLocateInfo info{XR_TYPE_VIEW_LOCATE_INFO, nullptr, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                                clock_.xrTime, world_.space};
    XrViewState state{};
    state.type = XR_TYPE_VIEW_STATE;
    for (XrView &view : frame_.views) {
        view = XrView{};
        view.type = XR_TYPE_VIEW;
    }
    uint32_t count = 0;
    const bool located =
        check("xrLocateViews", xrLocateViews(session_, &info, &state, kEyeMax, &count, frame_.views.data()));
    constexpr XrViewStateFlags kValid =
        XR_VIEW_STATE_POSITION_VALID_BIT | XR_VIEW_STATE_ORIENTATION_VALID_BIT;
    frame_.viewsValid = located && count == kEyeMax && (state.viewStateFlags & kValid) == kValid;
    for (size_t eye = 0; eye < kEyeMax && frame_.viewsValid; ++eye) {
        const XrView &view = frame_.views[eye];
        eyes_[eye] = {toPose(view.pose), view.fov.angleLeft, view.fov.angleRight,
                      view.fov.angleUp,  view.fov.angleDown, hidden_[eye]};
    }
    return eyes_;
}

std::optional<FrameTarget> HeadsetDisplay::acquire() {
    if (!frame_.begun) {
        return std::nullopt;
    }
    XrResult result = XR_SUCCESS;
    selvage::setResolution(swapchains_, resolution_);
    auto target = acquireImages(swapchains_, result);
    check("acquiring an image", result);
    frame_.imagesReady = target.has_value();
    return target;
}

void HeadsetDisplay::endFrame(bool drawn) {
    if (!frame_.begun) {
        return;
    }
    const bool released = check("xrReleaseSwapchainImage", releaseImages(swapchains_));
    if (!frame_.begun) {
        return; // lost meanwhile
    }
    // Depth is reversed: 0 at infinity, 1 at the near plane. nearZ belongs to depth 0, farZ to depth 1.
    std::array<XrCompositionLayerDepthInfoKHR, kEyeMax> depths{};
    std::array<XrCompositionLayerProjectionView, kEyeMax> views{};
    const bool hasLayer = drawn && released && frame_.viewsValid && frame_.imagesReady;
    for (size_t eye = 0; eye < kEyeMax && hasLayer; ++eye) {
        views[eye] = {XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, nullptr, frame_.views[eye].pose,
                      frame_.views[eye].fov, subImage(swapchains_, swapchains_.color, eye)};
        if (swapchains_.depthInFrame) {
            depths[eye] = {XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR,
                           nullptr,
                           subImage(swapchains_, swapchains_.depth, eye),
                           0.0F,
                           1.0F,
                           std::numeric_limits<float>::infinity(),
                           FrameScene{}.nearPlane};
            views[eye].next = &depths[eye];
        }
    }
    const XrCompositionLayerProjection layer{
        XR_TYPE_COMPOSITION_LAYER_PROJECTION, nullptr, 0, world_.space, kEyeMax, views.data()};
    submitLayers(hasLayer ? reinterpret_cast<const XrCompositionLayerBaseHeader *>(&layer) : nullptr);
}

void HeadsetDisplay::submitLayers(const XrCompositionLayerBaseHeader *layer) {
    const XrFrameEndInfo info{XR_TYPE_FRAME_END_INFO,     nullptr, frame_.displayTime, blendMode_,
                              layer != nullptr ? 1U : 0U, &layer};
    check("xrEndFrame", xrEndFrame(session_, &info));
    failedFrames_ = frame_.failed ? failedFrames_ + 1 : 0;
    frame_ = OpenFrame{};
}

void HeadsetDisplay::vibrate(Hand hand, float amplitude, float duration) {
    if (running_) {
        check("xrApplyHapticFeedback",
              vibrateHand(session_, actions_, hand, amplitude, duration, clock_.seconds));
    }
}

} // namespace

Result<std::unique_ptr<Display>> openHeadset(const std::string &applicationName,
                                             const HeadsetOptions &options) {
    auto display = std::make_unique<HeadsetDisplay>(options);
    if (auto opened = display->open(applicationName); !opened) {
        return opened.error();
    }
    return std::unique_ptr<Display>(std::move(display));
}

} // namespace selvage
