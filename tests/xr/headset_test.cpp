// The headset display against a fake runtime: everything that a real one does not do on demand.
#include "fake_openxr.h"
#include "joint_hand.h"
#include "xr/display.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>

namespace selvage {
namespace {

using test::FakeHand;
using test::fakeOpenXr;
using test::FakeOpenXr;
using test::newFakeOpenXr;

class HeadsetTest : public testing::Test {
protected:
    void SetUp() override { newFakeOpenXr(); }
    void TearDown() override {
        display_.reset();
        EXPECT_TRUE(fakeOpenXr().breaches.empty()) << fakeOpenXr().breaches.front();
    }

    void open(const HeadsetOptions &options = {}) {
        auto display = openHeadset("test", options);
        ASSERT_TRUE(display) << display.error().message;
        display_ = std::move(*display);
        const auto started = display_->start(Gpu{});
        ASSERT_TRUE(started) << started.error().message;
    }

    // To the focus, as a runtime does it.
    void putOn() {
        for (const XrSessionState state :
             {XR_SESSION_STATE_IDLE, XR_SESSION_STATE_READY, XR_SESSION_STATE_SYNCHRONIZED,
              XR_SESSION_STATE_VISIBLE, XR_SESSION_STATE_FOCUSED}) {
            fakeOpenXr().sendState(state);
        }
        ASSERT_EQ(display_->poll(), DisplayState::Running);
    }

    struct Frame {
        FrameTiming timing;
        TrackedInput input;
        std::array<EyeView, kEyeMax> views;
        bool hasImage{false};
    };
    Frame runFrame() {
        Frame frame;
        frame.timing = display_->beginFrame();
        frame.input = display_->input(frame.timing.displayTime);
        frame.views = display_->views();
        frame.hasImage = frame.timing.shouldRender && display_->acquire().has_value();
        display_->endFrame(frame.hasImage);
        return frame;
    }

    std::unique_ptr<Display> display_;
};

TEST_F(HeadsetTest, SubmitsTheVeryPosesThatWereDrawn) {
    open();
    putOn();
    for (int i = 0; i < 3; ++i) {
        const Frame frame = runFrame();
        EXPECT_EQ(fakeOpenXr().submittedPose.position.x, frame.views[0].pose.position.x);
        EXPECT_EQ(fakeOpenXr().lastEndTime, fakeOpenXr().time);
    }
    EXPECT_EQ(fakeOpenXr().layerCounts, (std::vector<uint32_t>{1, 1, 1}));
    EXPECT_EQ(fakeOpenXr().depthLayers, 3);
}

TEST_F(HeadsetTest, GoesOnAfterTheHeadsetWasTakenOffThreeTimes) {
    open();
    for (int cycle = 1; cycle <= 3; ++cycle) {
        putOn();
        EXPECT_TRUE(runFrame().hasImage);
        fakeOpenXr().sendState(XR_SESSION_STATE_VISIBLE);
        fakeOpenXr().sendState(XR_SESSION_STATE_STOPPING);
        fakeOpenXr().sendState(XR_SESSION_STATE_IDLE);
        EXPECT_EQ(display_->poll(), DisplayState::Idle);
        EXPECT_EQ(fakeOpenXr().sessionEnds, cycle);
    }
    EXPECT_EQ(fakeOpenXr().sessionBegins, 3);
    fakeOpenXr().sendState(XR_SESSION_STATE_EXITING);
    EXPECT_EQ(display_->poll(), DisplayState::Finished);
}

TEST_F(HeadsetTest, EndsTheFrameWhenTheSessionStopsInTheMiddleOfIt) {
    open();
    putOn();
    const FrameTiming timing = display_->beginFrame();
    EXPECT_TRUE(timing.shouldRender);
    fakeOpenXr().sendState(XR_SESSION_STATE_STOPPING);
    EXPECT_EQ(display_->poll(), DisplayState::Idle);
    EXPECT_FALSE(display_->acquire().has_value());
    display_->endFrame(true);
    EXPECT_EQ(fakeOpenXr().layerCounts, std::vector<uint32_t>{0});
}

TEST_F(HeadsetTest, EndsAFrameThatTheCallerForgot) {
    open();
    putOn();
    display_->beginFrame();
    display_->acquire();
    EXPECT_TRUE(runFrame().hasImage);
    EXPECT_EQ(fakeOpenXr().layerCounts, (std::vector<uint32_t>{0, 1}));
}

TEST_F(HeadsetTest, SubmitsNoLayerWhenNothingIsToBeSeenOrTheHeadIsLost) {
    open();
    putOn();
    fakeOpenXr().shouldRender = false;
    EXPECT_FALSE(runFrame().timing.shouldRender);
    fakeOpenXr().shouldRender = true;
    fakeOpenXr().viewsValid = false;
    const Frame lost = runFrame();
    EXPECT_TRUE(isUsable(lost.views[0].pose)); // never the garbage
    EXPECT_EQ(fakeOpenXr().layerCounts, (std::vector<uint32_t>{0, 0}));
}

TEST_F(HeadsetTest, IsLostWithAReasonWhicheverCallSaysSo) {
    for (const char *call :
         {"xrPollEvent", "xrWaitFrame", "xrBeginFrame", "xrSyncActions", "xrLocateSpace", "xrLocateViews",
          "xrAcquireSwapchainImage", "xrReleaseSwapchainImage", "xrEndFrame", "xrGetActionStateFloat"}) {
        for (const XrResult result : {XR_ERROR_INSTANCE_LOST, XR_ERROR_SESSION_LOST}) {
            newFakeOpenXr();
            open();
            putOn();
            runFrame();
            fakeOpenXr().results[call] = result;
            runFrame();
            EXPECT_EQ(display_->poll(), DisplayState::Lost) << call;
            EXPECT_NE(display_->lostReason().find(xrResultName(result)), std::string::npos) << call;
            runFrame(); // harmless
            display_.reset();
            fakeOpenXr().breaches.clear(); // a lost runtime keeps no order
        }
    }
}

TEST_F(HeadsetTest, IsLostWhenTheRuntimeAnnouncesIt) {
    open();
    putOn();
    fakeOpenXr().sendState(XR_SESSION_STATE_LOSS_PENDING);
    EXPECT_EQ(display_->poll(), DisplayState::Lost);
    EXPECT_FALSE(display_->lostReason().empty());
}

TEST_F(HeadsetTest, IsOpenedAnewAfterEachKindOfLossAndLeavesNothingBehind) {
    for (const XrResult loss : {XR_ERROR_INSTANCE_LOST, XR_ERROR_SESSION_LOST, XR_SESSION_LOSS_PENDING}) {
        newFakeOpenXr();
        open();
        putOn();
        EXPECT_TRUE(runFrame().hasImage);
        if (loss == XR_SESSION_LOSS_PENDING) {
            fakeOpenXr().sendState(XR_SESSION_STATE_LOSS_PENDING);
        } else {
            fakeOpenXr().results["xrWaitFrame"] = loss;
            runFrame();
        }
        ASSERT_EQ(display_->poll(), DisplayState::Lost);
        display_.reset();
        for (const auto &[kind, count] : fakeOpenXr().alive) {
            EXPECT_EQ(count, 0) << kind;
        }
        fakeOpenXr().results = {{"xrCreateInstance", XR_ERROR_RUNTIME_FAILURE}}; // not back yet
        EXPECT_FALSE(openHeadset("test"));
        fakeOpenXr().results = {{"xrCreateSession", XR_ERROR_RUNTIME_FAILURE}};
        auto half = openHeadset("test");
        ASSERT_TRUE(half);
        EXPECT_FALSE(half.value()->start(Gpu{}));
        half.value().reset();
        fakeOpenXr().results.clear();
        open();
        putOn();
        EXPECT_TRUE(runFrame().hasImage);
        EXPECT_EQ(display_->poll(), DisplayState::Running);
        display_.reset();
    }
}

TEST_F(HeadsetTest, ForgivesAFailingCallButNotOneThatKeepsFailing) {
    open();
    putOn();
    fakeOpenXr().results["xrEndFrame"] = XR_ERROR_LAYER_INVALID;
    for (int i = 0; i < 10; ++i) {
        runFrame();
        ASSERT_EQ(display_->poll(), DisplayState::Running);
    }
    fakeOpenXr().results.clear();
    EXPECT_TRUE(runFrame().hasImage);
    fakeOpenXr().results["xrEndFrame"] = XR_ERROR_LAYER_INVALID;
    int frames = 0;
    while (display_->poll() == DisplayState::Running && frames < 1000) {
        runFrame();
        ++frames;
    }
    EXPECT_EQ(display_->poll(), DisplayState::Lost);
    EXPECT_NEAR(frames, 90, 5);
    EXPECT_NE(display_->lostReason().find("XR_ERROR_LAYER_INVALID"), std::string::npos);
}

TEST_F(HeadsetTest, KeepsItsClockWhenTheRuntimePredictsGarbage) {
    open();
    putOn();
    double last = runFrame().timing.displayTime;
    for (const XrTime garbage : {XrTime{-1'000'000'000}, XrTime{2'000'000'000'000'000'000}, XrTime{5}}) {
        const XrTime sane = fakeOpenXr().time;
        fakeOpenXr().time = garbage;
        for (int i = 0; i < 2; ++i) {
            const Frame frame = runFrame();
            EXPECT_GT(frame.timing.displayTime, last);
            EXPECT_LT(frame.timing.displayTime, last + 0.1);
            last = frame.timing.displayTime;
        }
        fakeOpenXr().time = sane;
    }
    EXPECT_EQ(display_->poll(), DisplayState::Running);
}

TEST_F(HeadsetTest, HasNoHandsWithoutTheFocusAndKeepsDrawing) {
    open();
    putOn();
    EXPECT_TRUE(runFrame().timing.focused);
    fakeOpenXr().results["xrSyncActions"] = XR_SESSION_NOT_FOCUSED;
    fakeOpenXr().sendState(XR_SESSION_STATE_VISIBLE);
    display_->poll();
    const Frame frame = runFrame();
    EXPECT_FALSE(frame.timing.focused);
    EXPECT_FALSE(frame.input.hand(Hand::Left).active);
    EXPECT_TRUE(frame.hasImage);
    display_->vibrate(Hand::Left, 1.0F, 0.1F);
    EXPECT_EQ(fakeOpenXr().vibrations, 0);
}

TEST_F(HeadsetTest, KeepsTheLastPoseOfAHandWhoseTrackingIsLost) {
    open();
    putOn();
    fakeOpenXr().hands[1].valid = false;
    EXPECT_FALSE(runFrame().input.hand(Hand::Right).active); // never seen
    fakeOpenXr().hands[1] = {};
    fakeOpenXr().hands[1].value = 0.7F;
    const HandInput seen = runFrame().input.hand(Hand::Right);
    EXPECT_TRUE(seen.active && seen.tracked);
    fakeOpenXr().hands[1].valid = false;
    const HandInput lost = runFrame().input.hand(Hand::Right);
    EXPECT_TRUE(lost.active);
    EXPECT_FALSE(lost.tracked);
    EXPECT_EQ(lost.grip.position, seen.grip.position);
    EXPECT_EQ(lost.grab, 0.7F);
    fakeOpenXr().hands[1] = {};
    fakeOpenXr().hands[1].tracked = false; // guessed by the runtime
    EXPECT_FALSE(runFrame().input.hand(Hand::Right).tracked);
    EXPECT_TRUE(runFrame().input.hand(Hand::Left).tracked);
}

constexpr const char *kHandTracking = "XR_EXT_hand_tracking";

TEST_F(HeadsetTest, TakesABareHandFromItsJointsWhereThereIsNoController) {
    fakeOpenXr().extensions.emplace_back(kHandTracking);
    open();
    putOn();
    EXPECT_EQ(fakeOpenXr().handTrackers, 2);
    fakeOpenXr().hands[1].active = false;
    fakeOpenXr().hands[1].joints = test::makeJoints({Hand::Right, 1.0F, 0.005F, 0.2F, Pose{}});
    const HandInput hand = runFrame().input.hand(Hand::Right);
    EXPECT_TRUE(hand.active && hand.tracked);
    EXPECT_EQ(hand.pinch, 1.0F);
    EXPECT_NE(display_->skeleton(Hand::Right), nullptr);
    EXPECT_EQ(display_->skeleton(Hand::Left), nullptr); // that one has a controller
    EXPECT_TRUE(runFrame().input.hand(Hand::Left).tracked);
    display_.reset();
    EXPECT_EQ(fakeOpenXr().handTrackers, 0);
}

TEST_F(HeadsetTest, HandsOverBetweenControllerAndHandWithoutOpeningTheGrip) {
    fakeOpenXr().extensions.emplace_back(kHandTracking);
    open();
    putOn();
    FakeHand &right = fakeOpenXr().hands[1];
    right.value = 1.0F;
    runFrame();
    right.tracked = right.valid = false; // put down
    right.joints = test::makeJoints({Hand::Right, 1.0F, 0.08F, 0.2F, Pose{}});
    int framesToChange = 0;
    for (; display_->skeleton(Hand::Right) == nullptr && framesToChange < 90; ++framesToChange) {
        EXPECT_GE(runFrame().input.hand(Hand::Right).grab, 0.6F);
    }
    EXPECT_NEAR(framesToChange, 27, 2); // 0.3 s
    right.joints = test::makeJoints({Hand::Right, 1.0F, 0.08F, 2.4F, Pose{}});
    for (int i = 0; i < 90; ++i) {
        EXPECT_GE(runFrame().input.hand(Hand::Right).grab, 0.6F);
    }
    right.tracked = right.valid = true; // and taken up again
    for (int i = 0; i < 90; ++i) {
        EXPECT_GE(runFrame().input.hand(Hand::Right).grab, 0.6F);
    }
    EXPECT_EQ(display_->skeleton(Hand::Right), nullptr);
}

TEST_F(HeadsetTest, DoesWithoutJointsWhereTheyCannotBeHad) {
    fakeOpenXr().extensions.emplace_back(kHandTracking);
    fakeOpenXr().supportsHands = false; // the extension says nothing about the headset
    open();
    EXPECT_EQ(fakeOpenXr().handTrackers, 0);
    newFakeOpenXr().extensions.emplace_back(kHandTracking);
    open();
    putOn();
    fakeOpenXr().results["xrLocateHandJointsEXT"] = XR_ERROR_RUNTIME_FAILURE;
    for (int i = 0; i < 200; ++i) {
        EXPECT_TRUE(runFrame().input.hand(Hand::Left).tracked);
    }
    EXPECT_EQ(display_->poll(), DisplayState::Running); // hands are an extra
}

TEST_F(HeadsetTest, TellsARecentringOfItsOwnSpaceOnceWhenItHolds) {
    open();
    putOn();
    runFrame();
    FakeOpenXr &fake = fakeOpenXr();
    fake.sendRecentring(XR_REFERENCE_SPACE_TYPE_LOCAL, fake.time); // not ours: ours is LOCAL_FLOOR
    EXPECT_FALSE(runFrame().timing.originMoved);
    fake.sendRecentring(static_cast<XrReferenceSpaceType>(1000426000), fake.time + 3 * fake.period);
    EXPECT_FALSE(runFrame().timing.originMoved);
    EXPECT_FALSE(runFrame().timing.originMoved);
    EXPECT_TRUE(runFrame().timing.originMoved);
    EXPECT_FALSE(runFrame().timing.originMoved);
}

TEST_F(HeadsetTest, StandsOnTheFloorInWhateverSpaceThereIs) {
    open();
    EXPECT_EQ(fakeOpenXr().worldType, static_cast<XrReferenceSpaceType>(1000426000));
    newFakeOpenXr().extensions = {"XR_KHR_vulkan_enable2"};
    open();
    EXPECT_EQ(fakeOpenXr().worldType, XR_REFERENCE_SPACE_TYPE_STAGE);
    EXPECT_EQ(fakeOpenXr().worldOffset, 0.0F);
    newFakeOpenXr().spaces = {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL};
    open();
    EXPECT_EQ(fakeOpenXr().worldType, XR_REFERENCE_SPACE_TYPE_LOCAL);
    EXPECT_FLOAT_EQ(fakeOpenXr().worldOffset, -1.6F);
}

TEST_F(HeadsetTest, WorksOnARuntimeThatHasOnlyTheLeast) {
    fakeOpenXr().extensions = {"XR_KHR_vulkan_enable"};
    fakeOpenXr().formats = {VK_FORMAT_B8G8R8A8_SRGB};
    fakeOpenXr().arraySizeMax = 1;
    open();
    putOn();
    EXPECT_TRUE(runFrame().hasImage);
    EXPECT_FALSE(display_->info().stereoLayers);
    EXPECT_EQ(display_->info().colorFormat, VK_FORMAT_B8G8R8A8_SRGB);
    EXPECT_EQ(fakeOpenXr().depthLayers, 0);
    EXPECT_EQ(display_->gpuRequest().instanceExtensions,
              (std::vector<std::string>{"VK_KHR_one", "VK_KHR_two"}));
}

TEST_F(HeadsetTest, AsksFor90HertzAndLivesWithAnotherRate) {
    open();
    EXPECT_DOUBLE_EQ(display_->info().refreshHz, 90.0);
    newFakeOpenXr().refreshRates = {72.0F, 120.0F};
    open();
    EXPECT_DOUBLE_EQ(display_->info().refreshHz, 72.0);
}

TEST_F(HeadsetTest, DrawsInAPartOfItsImagesWhenTheResolutionIsLowered) {
    open();
    putOn();
    runFrame();
    EXPECT_EQ(fakeOpenXr().submittedRect.extent.width, 640);
    const size_t made = fakeOpenXr().swapchainSizes.size();
    for (const float share : {0.7F, 0.925F, 1.0F, 7.0F, 0.0F}) {
        display_->setResolution(share);
        const FrameTiming timing = display_->beginFrame();
        ASSERT_TRUE(timing.shouldRender);
        display_->views();
        const auto target = display_->acquire();
        ASSERT_TRUE(target);
        display_->endFrame(true);
        const XrRect2Di rect = fakeOpenXr().submittedRect;
        EXPECT_EQ(rect.offset.x, 0);
        EXPECT_EQ(rect.offset.y, 0);
        EXPECT_EQ(rect.extent.width, static_cast<int32_t>(target->extent.width));
        EXPECT_EQ(rect.extent.height, static_cast<int32_t>(target->extent.height));
        EXPECT_EQ(fakeOpenXr().submittedDepthRect.extent.width, rect.extent.width);
        EXPECT_EQ(target->imageExtent.width, 640U);
        EXPECT_NEAR(rect.extent.width, std::clamp(share * 640.0F, 1.0F, 640.0F), 0.5F);
        EXPECT_NEAR(rect.extent.height, std::clamp(share * 720.0F, 1.0F, 720.0F), 0.5F);
    }
    EXPECT_EQ(fakeOpenXr().swapchainSizes.size(), made) << "the images stay";
}

TEST_F(HeadsetTest, TakesANewRecommendedSizeWhenTheSessionBeginsAnewAndOnlyThen) {
    open();
    for (int cycle = 0; cycle < 10; ++cycle) {
        const uint32_t width = cycle % 2 == 0 ? 640 : 800;
        fakeOpenXr().recommended = {width, 720};
        putOn();
        EXPECT_TRUE(runFrame().hasImage);
        EXPECT_EQ(display_->info().eyeExtent.width, width);
        EXPECT_EQ(fakeOpenXr().submittedRect.extent.width, static_cast<int32_t>(width));
        fakeOpenXr().recommended = {100, 100};
        EXPECT_TRUE(runFrame().hasImage);
        EXPECT_EQ(fakeOpenXr().submittedRect.extent.width, static_cast<int32_t>(width));
        EXPECT_EQ(fakeOpenXr().alive["swapchain"], 2); // colour and depth
        fakeOpenXr().sendState(XR_SESSION_STATE_STOPPING);
        fakeOpenXr().sendState(XR_SESSION_STATE_IDLE);
        EXPECT_EQ(display_->poll(), DisplayState::Idle);
    }
}

// A triangle in a corner of the view.
void giveMask(size_t eye, float x) {
    fakeOpenXr().maskCorners[eye] = {{x, 0.6F}, {x, 0.9F}, {0.5F * x, 0.9F}};
    fakeOpenXr().maskIndices[eye] = {0, 1, 2};
}

TEST_F(HeadsetTest, SaysOfEachEyeWhatItsLensHidesAndFollowsChanges) {
    giveMask(0, -0.9F);
    giveMask(1, 0.9F);
    open();
    putOn();
    Frame frame = runFrame();
    ASSERT_EQ(frame.views[0].hidden.size(), 3U);
    ASSERT_EQ(frame.views[1].hidden.size(), 3U);
    EXPECT_EQ(frame.views[0].hidden[0], Vec2(-0.9F, 0.6F));
    EXPECT_EQ(frame.views[1].hidden[0], Vec2(0.9F, 0.6F));
    giveMask(1, 0.8F);
    fakeOpenXr().sendMaskChange(1);
    fakeOpenXr().sendMaskChange(7); // no such eye
    display_->poll();
    frame = runFrame();
    EXPECT_EQ(frame.views[0].hidden[0], Vec2(-0.9F, 0.6F));
    EXPECT_EQ(frame.views[1].hidden[0], Vec2(0.8F, 0.6F));
    fakeOpenXr().maskCorners[0] = {};
    fakeOpenXr().maskIndices[0] = {};
    fakeOpenXr().sendMaskChange(0);
    display_->poll();
    EXPECT_TRUE(runFrame().views[0].hidden.empty());
}

TEST_F(HeadsetTest, DrawsTheWholePictureWithoutAMaskOrWhenToldTo) {
    open();
    putOn();
    EXPECT_TRUE(runFrame().views[0].hidden.empty()); // the runtime's mask is empty
    newFakeOpenXr();
    giveMask(0, -0.9F);
    HeadsetOptions options;
    options.visibilityMask = false;
    open(options);
    putOn();
    EXPECT_TRUE(runFrame().views[0].hidden.empty());
    newFakeOpenXr().extensions = {"XR_KHR_vulkan_enable2"};
    giveMask(0, -0.9F);
    open();
    putOn();
    EXPECT_TRUE(runFrame().views[0].hidden.empty());
}

TEST_F(HeadsetTest, FollowsTheRefreshRateThatTheRuntimeChangesTo) {
    open();
    putOn();
    EXPECT_DOUBLE_EQ(display_->info().refreshHz, 90.0);
    fakeOpenXr().sendRefreshRate(90.0F, 72.0F);
    fakeOpenXr().period = 13'888'889;
    EXPECT_EQ(display_->poll(), DisplayState::Running);
    EXPECT_DOUBLE_EQ(display_->info().refreshHz, 72.0);
    const double before = runFrame().timing.displayTime;
    const Frame frame = runFrame();
    EXPECT_NEAR(frame.timing.period, 1.0 / 72.0, 1e-6);
    EXPECT_NEAR(frame.timing.displayTime - before, 1.0 / 72.0, 1e-6);
}

TEST_F(HeadsetTest, AsksForTheRefreshRateAgainAfterTheHeadsetWasOff) {
    open();
    putOn();
    const size_t asked = fakeOpenXr().ratesAsked.size();
    fakeOpenXr().sendState(XR_SESSION_STATE_STOPPING);
    fakeOpenXr().sendState(XR_SESSION_STATE_IDLE);
    display_->poll();
    putOn();
    ASSERT_GT(fakeOpenXr().ratesAsked.size(), asked);
    EXPECT_EQ(fakeOpenXr().ratesAsked.back(), 90.0F);
}

TEST_F(HeadsetTest, LosesOnlyTheControllersThatARuntimeRefuses) {
    const std::string root = "/interaction_profiles/";
    fakeOpenXr().refusedProfiles = {root + "oculus/touch_controller"};
    fakeOpenXr().refusedPaths = {root + "htc/vive_controller/user/hand/left/input/trackpad"};
    open();
    const auto &accepted = fakeOpenXr().suggested;
    const auto has = [&](const char *name) {
        return std::find(accepted.begin(), accepted.end(), root + name) != accepted.end();
    };
    EXPECT_FALSE(has("oculus/touch_controller"));
    EXPECT_TRUE(has("htc/vive_controller")); // with its essential bindings
    EXPECT_TRUE(has("khr/simple_controller"));
    EXPECT_TRUE(has("microsoft/motion_controller"));
    EXPECT_FALSE(has("ext/hand_interaction_ext")); // its extension is not there
}

TEST_F(HeadsetTest, WaitsAgainForAnImageThatWasNotReadyInTime) {
    open();
    putOn();
    fakeOpenXr().results["xrWaitSwapchainImage"] = XR_TIMEOUT_EXPIRED;
    EXPECT_FALSE(runFrame().hasImage);
    EXPECT_FALSE(runFrame().hasImage);
    fakeOpenXr().results.clear();
    EXPECT_TRUE(runFrame().hasImage);
    EXPECT_EQ(fakeOpenXr().layerCounts, (std::vector<uint32_t>{0, 0, 1}));
}

TEST_F(HeadsetTest, KeepsBuzzesApart) {
    open();
    putOn();
    runFrame();
    for (int i = 0; i < 10; ++i) {
        display_->vibrate(Hand::Left, 0.5F, 0.02F);
    }
    EXPECT_EQ(fakeOpenXr().vibrations, 1);
    display_->vibrate(Hand::Right, 0.5F, 0.02F);
    EXPECT_EQ(fakeOpenXr().vibrations, 2);
    display_->vibrate(Hand::Right, 0.0F, 0.02F);
    EXPECT_EQ(fakeOpenXr().vibrations, 2);
}

TEST_F(HeadsetTest, WaitsAMomentForAHeadsetAndNoLongerThanTwoSeconds) {
    fakeOpenXr().unavailableCount = 2;
    open();
    newFakeOpenXr().unavailableCount = 1'000'000;
    const auto begin = std::chrono::steady_clock::now();
    const auto none = openHeadset("test");
    EXPECT_FALSE(none);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    EXPECT_NE(none.error().message.find("no headset"), std::string::npos) << none.error().message;
}

TEST_F(HeadsetTest, SaysWhatIsMissing) {
    fakeOpenXr().results["xrEnumerateInstanceExtensionProperties"] = XR_ERROR_RUNTIME_UNAVAILABLE;
    EXPECT_NE(openHeadset("test").error().message.find("no OpenXR runtime answers"), std::string::npos);
    newFakeOpenXr().extensions = {"XR_KHR_opengl_enable"};
    EXPECT_NE(openHeadset("test").error().message.find("no Vulkan"), std::string::npos);
    newFakeOpenXr().formats = {VK_FORMAT_R16G16B16A16_UNORM};
    auto display = openHeadset("test");
    ASSERT_TRUE(display);
    const auto started = display.value()->start(Gpu{});
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().message.find("picture formats"), std::string::npos);
}

} // namespace
} // namespace selvage
