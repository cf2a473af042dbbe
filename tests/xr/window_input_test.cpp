// The desktop window without a window: camera, picking, dragging, hands, keys, frame pacing.
#include "frame_pacer.h"
#include "orbit_camera.h"
#include "window_input.h"

#include <gtest/gtest.h>

#include <cmath>

namespace selvage {
namespace {

constexpr float kFrame = 1.0F / 90.0F; // s
const Vec2 kSize(1280.0F, 800.0F);
const Vec2 kMiddle = kSize * 0.5F;

#define EXPECT_NEAR_VEC(a, b, tolerance)                                                                     \
    EXPECT_LT(glm::distance(a, b), tolerance)                                                                \
        << "(" << (a).x << " " << (a).y << ") vs (" << (b).x << " " << (b).y << ")"

// A window whose mouse is in the middle of the picture.
WindowInput makeInput(std::vector<Vec3> points = {}) {
    WindowInput input;
    input.size = kSize;
    input.mouse = kMiddle;
    input.pickPoints = std::move(points);
    return input;
}

PictureView startView() {
    return pictureView(OrbitCamera{}, kSize);
}

const HandInput rightOf(const WindowInput &input) {
    return trackedInput(input, 0.0).hand(Hand::Right);
}
const HandInput leftOf(const WindowInput &input) {
    return trackedInput(input, 0.0).hand(Hand::Left);
}

void advanceFrames(WindowInput &input, int frames) {
    for (int i = 0; i < frames; ++i) {
        advanceInput(input, kFrame);
    }
}

TEST(OrbitCamera, StartsAtEyeHeightTwoMetresAway) {
    const Pose eye = cameraPose(OrbitCamera{});
    EXPECT_NEAR_VEC(eye.position, Vec3(0.0F, 1.5F, 1.1F), 1e-3F);
}

TEST(OrbitCamera, SeesItsTargetInTheMiddleAtItsDistance) {
    OrbitCamera camera;
    camera.yaw = 1.1F;
    camera.pitch = -0.2F;
    const PictureView view = pictureView(camera, kSize);
    EXPECT_NEAR_VEC(*pixelOf(view, camera.target), kMiddle, 0.01F);
    EXPECT_NEAR(depthOf(view, camera.target), camera.distance, 1e-5F);
}

TEST(OrbitCamera, TurnsTheSceneWithTheMouse) {
    OrbitCamera camera;
    const Vec3 front(0.0F, 0.9F, 0.3F); // between eye and target
    const float before = pixelOf(pictureView(camera, kSize), front)->x;
    orbitCamera(camera, Vec2(40.0F, 0.0F), kSize.y);
    EXPECT_GT(pixelOf(pictureView(camera, kSize), front)->x, before + 5.0F);
    const float eyeHeight = cameraPose(camera).position.y;
    orbitCamera(camera, Vec2(0.0F, 40.0F), kSize.y);
    EXPECT_GT(cameraPose(camera).position.y, eyeHeight) << "dragging down looks from above";
}

TEST(OrbitCamera, KeepsTheTargetUnderTheMouseWhenPanning) {
    OrbitCamera camera;
    const Vec3 point = camera.target;
    panCamera(camera, Vec2(100.0F, -30.0F), kSize.y);
    EXPECT_NEAR_VEC(*pixelOf(pictureView(camera, kSize), point), kMiddle + Vec2(100.0F, -30.0F), 0.1F);
}

TEST(OrbitCamera, NeverGoesBelowTheFloorOrOverTheTop) {
    OrbitCamera camera;
    orbitCamera(camera, Vec2(0.0F, -10000.0F), kSize.y);
    EXPECT_NEAR(cameraPose(camera).position.y, kEyeHeightMin, 1e-3F);
    zoomCamera(camera, -20.0F);
    EXPECT_GT(cameraPose(camera).position.y, kEyeHeightMin - 1e-3F);
    orbitCamera(camera, Vec2(0.0F, 10000.0F), kSize.y);
    EXPECT_GT((cameraPose(camera).orientation * Vec3(0.0F, 1.0F, 0.0F)).y, 0.0F) << "still upright";
}

TEST(OrbitCamera, ZoomsWithinLimits) {
    OrbitCamera camera;
    zoomCamera(camera, 1.0F);
    EXPECT_LT(camera.distance, OrbitCamera{}.distance);
    zoomCamera(camera, 1000.0F);
    EXPECT_GT(camera.distance, 0.1F);
    zoomCamera(camera, -1000.0F);
    EXPECT_LT(camera.distance, 100.0F);
}

TEST(OrbitCamera, FollowsItsGoalSmoothlyAtAnyFrameRate) {
    OrbitCamera goal;
    goal.yaw = 1.0F;
    OrbitCamera fast;
    OrbitCamera slow;
    for (int i = 0; i < 4; ++i) {
        followCamera(fast, goal, 0.01F);
    }
    followCamera(slow, goal, 0.04F);
    EXPECT_GT(fast.yaw, 0.2F);
    EXPECT_LT(fast.yaw, 0.9F);
    EXPECT_NEAR(fast.yaw, slow.yaw, 1e-5F);
    followCamera(fast, goal, 1.0F);
    EXPECT_NEAR(fast.yaw, 1.0F, 1e-4F);
}

TEST(PictureView, TakesPixelsToPointsAndBack) {
    const PictureView view = startView();
    const Vec2 pixel(200.0F, 650.0F);
    const Vec3 point = pointAt(view, pixel, 1.7F);
    EXPECT_NEAR(depthOf(view, point), 1.7F, 1e-5F);
    EXPECT_NEAR_VEC(*pixelOf(view, point), pixel, 0.01F);
}

TEST(PictureView, HasNoPixelForPointsBehindTheEyeOrNotNumbers) {
    const PictureView view = startView();
    EXPECT_FALSE(pixelOf(view, Vec3(0.0F, 1.5F, 3.0F)));
    EXPECT_FALSE(pixelOf(view, Vec3(std::nanf(""))));
}

TEST(PictureView, AgreesWithTheEyeItIsDrawnWith) {
    const PictureView view = startView();
    const EyeView eye = eyeView(view);
    const Vec3 corner = transformPoint(eye.pose, Vec3(std::tan(eye.fovRight), std::tan(eye.fovUp), -1.0F));
    EXPECT_NEAR_VEC(*pixelOf(view, corner), Vec2(kSize.x, 0.0F), 0.05F);
    EXPECT_FLOAT_EQ(eye.fovLeft, -eye.fovRight);
    EXPECT_FLOAT_EQ(eye.fovDown, -eye.fovUp);
}

TEST(Picking, TakesThePointNearestToTheMouseAtEqualDepth) {
    const PictureView view = startView();
    const std::vector<Vec3> points{pointAt(view, kMiddle + Vec2(15.0F, 0.0F), 2.0F),
                                   pointAt(view, kMiddle + Vec2(0.0F, -8.0F), 2.0F)};
    EXPECT_EQ(pickPoint(view, kMiddle, 24.0F, points), 1);
}

TEST(Picking, TakesNothingBeyondItsRadius) {
    const PictureView view = startView();
    EXPECT_EQ(pickPoint(view, kMiddle, 24.0F, {}), -1);
    const std::vector<Vec3> outside{pointAt(view, kMiddle + Vec2(25.0F, 0.0F), 2.0F)};
    EXPECT_EQ(pickPoint(view, kMiddle, 24.0F, outside), -1);
    const std::vector<Vec3> inside{pointAt(view, kMiddle + Vec2(23.0F, 0.0F), 2.0F)};
    EXPECT_EQ(pickPoint(view, kMiddle, 24.0F, inside), 0);
}

TEST(Picking, TakesTheFrontOfTwoLayers) {
    const PictureView view = startView();
    const std::vector<Vec3> points{pointAt(view, kMiddle, 2.2F),
                                   pointAt(view, kMiddle + Vec2(10.0F, 0.0F), 2.0F)};
    EXPECT_EQ(pickPoint(view, kMiddle, 24.0F, points), 1);
}

TEST(Grabbing, ClosesTheRightHandAtThePointPicked) {
    const Vec3 point = pointAt(startView(), kMiddle + Vec2(10.0F, 5.0F), 1.9F);
    WindowInput input = makeInput({point});
    EXPECT_FALSE(rightOf(input).active);
    pressButton(input, MouseButton::Left, {});
    advanceFrames(input, 1);
    const HandInput hand = rightOf(input);
    EXPECT_TRUE(hand.active);
    EXPECT_EQ(hand.pinch, 1.0F);
    EXPECT_NEAR_VEC(hand.grip.position, point, 1e-4F);
    const Vec3 forearm = glm::inverse(startView().eye.orientation) * (hand.grip.orientation * Vec3(0, 1, 0));
    EXPECT_LT(forearm.y, -0.1F) << "the arm comes from below";
    EXPECT_GT(forearm.z, 0.5F) << "and from the viewer";
    EXPECT_NEAR(std::abs(glm::dot(hand.aim.orientation, startView().eye.orientation)), 1.0F, 1e-5F);
    EXPECT_FALSE(leftOf(input).active);
}

TEST(Grabbing, DragsInAPlaneFacingTheCameraUnderTheMouse) {
    const Vec3 point = pointAt(startView(), kMiddle + Vec2(10.0F, 5.0F), 1.9F);
    WindowInput input = makeInput({point});
    pressButton(input, MouseButton::Left, {});
    moveMouse(input, kMiddle + Vec2(150.0F, -90.0F));
    advanceFrames(input, 1);
    const Vec3 held = rightOf(input).grip.position;
    EXPECT_NEAR(depthOf(startView(), held), 1.9F, 1e-4F);
    EXPECT_NEAR_VEC(*pixelOf(startView(), held), kMiddle + Vec2(160.0F, -85.0F), 0.05F);
}

TEST(Grabbing, MovesInDepthWithTheWheelWithoutAJump) {
    WindowInput input = makeInput({pointAt(startView(), kMiddle, 1.9F)});
    pressButton(input, MouseButton::Left, {});
    turnWheel(input, 2.0F);
    advanceFrames(input, 1);
    const float first = depthOf(startView(), rightOf(input).grip.position);
    EXPECT_GT(first, 1.9F);
    EXPECT_LT(first, 1.95F);
    advanceFrames(input, 90);
    EXPECT_NEAR(depthOf(startView(), rightOf(input).grip.position), 2.0F, 1e-3F);
    EXPECT_FLOAT_EQ(input.cameraGoal.distance, OrbitCamera{}.distance) << "the camera does not zoom";
}

TEST(Grabbing, ShowsTheOpenHandForTwoFramesAfterTheRelease) {
    WindowInput input = makeInput({pointAt(startView(), kMiddle, 1.9F)});
    pressButton(input, MouseButton::Left, {});
    advanceFrames(input, 5);
    releaseButton(input, MouseButton::Left, {});
    for (int frame = 0; frame < 2; ++frame) {
        advanceFrames(input, 1);
        EXPECT_TRUE(rightOf(input).active) << frame;
        EXPECT_EQ(rightOf(input).pinch, 0.0F) << frame;
    }
    advanceFrames(input, 1);
    EXPECT_FALSE(rightOf(input).active);
}

TEST(Grabbing, HandsOverToTheLeftHandWithControl) {
    const Vec3 point = pointAt(startView(), kMiddle, 1.9F);
    WindowInput input = makeInput({point});
    pressButton(input, MouseButton::Left, {});
    advanceFrames(input, 5);
    releaseButton(input, MouseButton::Left, {.control = true});
    advanceFrames(input, 1);
    EXPECT_EQ(rightOf(input).pinch, 0.0F);
    EXPECT_EQ(leftOf(input).pinch, 0.0F) << "the right hand lets go first";
    advanceFrames(input, 1);
    EXPECT_EQ(leftOf(input).pinch, 1.0F);
    advanceFrames(input, 100);
    EXPECT_TRUE(leftOf(input).active);
    EXPECT_EQ(leftOf(input).pinch, 1.0F);
    EXPECT_NEAR_VEC(leftOf(input).grip.position, point, 1e-4F);
    EXPECT_FALSE(rightOf(input).active);
}

TEST(Grabbing, LetsGoWhereTheMouseWasThoughItMovedInTheSameFrame) {
    WindowInput input = makeInput({pointAt(startView(), kMiddle, 1.9F)});
    pressButton(input, MouseButton::Left, {});
    advanceFrames(input, 1);
    moveMouse(input, kMiddle + Vec2(100.0F, 0.0F));
    releaseButton(input, MouseButton::Left, {.control = true});
    advanceFrames(input, 2);
    EXPECT_NEAR_VEC(*pixelOf(startView(), leftOf(input).grip.position), kMiddle + Vec2(100.0F, 0.0F), 0.05F);
}

TEST(Grabbing, TakesThePointBackFromTheLeftHand) {
    WindowInput input = makeInput({pointAt(startView(), kMiddle, 1.9F)});
    pressButton(input, MouseButton::Left, {});
    releaseButton(input, MouseButton::Left, {.control = true});
    advanceFrames(input, 10);
    pressButton(input, MouseButton::Left, {});
    advanceFrames(input, 1);
    EXPECT_EQ(leftOf(input).pinch, 0.0F);
    EXPECT_EQ(rightOf(input).pinch, 1.0F);
}

TEST(Grabbing, LeavesTheLeftHandsPointWhenAnotherIsTaken) {
    WindowInput input = makeInput({pointAt(startView(), kMiddle, 1.9F)});
    pressButton(input, MouseButton::Left, {});
    releaseButton(input, MouseButton::Left, {.control = true});
    advanceFrames(input, 10);
    input.pickPoints = {pointAt(startView(), kMiddle + Vec2(200.0F, 0.0F), 1.9F)};
    moveMouse(input, kMiddle + Vec2(200.0F, 0.0F));
    pressButton(input, MouseButton::Left, {});
    advanceFrames(input, 1);
    EXPECT_EQ(leftOf(input).pinch, 1.0F);
    EXPECT_EQ(rightOf(input).pinch, 1.0F);
    giveCommand(input, WindowCommand::Reset);
    advanceFrames(input, 1);
    EXPECT_EQ(leftOf(input).pinch, 0.0F) << "a reset leaves nothing to hold";
}

TEST(MouseCamera, OrbitsWhereThereIsNoCloth) {
    WindowInput input = makeInput();
    pressButton(input, MouseButton::Left, {});
    moveMouse(input, kMiddle + Vec2(50.0F, 0.0F));
    advanceFrames(input, 1);
    EXPECT_NE(input.cameraGoal.yaw, 0.0F);
    EXPECT_FALSE(rightOf(input).active);
    releaseButton(input, MouseButton::Left, {});
    const float yaw = input.cameraGoal.yaw;
    moveMouse(input, kMiddle);
    EXPECT_EQ(input.cameraGoal.yaw, yaw);
}

TEST(MouseCamera, OrbitsWithTheRightAndPansWithShiftOrMiddleEvenOverCloth) {
    const std::vector<Vec3> cloth{pointAt(startView(), kMiddle, 1.9F)};
    WindowInput orbit = makeInput(cloth);
    pressButton(orbit, MouseButton::Right, {});
    moveMouse(orbit, kMiddle + Vec2(50.0F, 0.0F));
    EXPECT_NE(orbit.cameraGoal.yaw, 0.0F);
    for (const bool shift : {false, true}) {
        WindowInput pan = makeInput(cloth);
        pressButton(pan, shift ? MouseButton::Left : MouseButton::Middle, {.shift = shift});
        moveMouse(pan, kMiddle + Vec2(50.0F, 0.0F));
        EXPECT_EQ(pan.cameraGoal.yaw, 0.0F);
        EXPECT_LT(pan.cameraGoal.target.x, -0.05F);
        EXPECT_FALSE(rightOf(pan).active);
    }
}

TEST(MouseCamera, KeepsDraggingUntilTheButtonThatBegan) {
    WindowInput input = makeInput();
    pressButton(input, MouseButton::Right, {});
    pressButton(input, MouseButton::Middle, {});
    releaseButton(input, MouseButton::Middle, {});
    moveMouse(input, kMiddle + Vec2(50.0F, 0.0F));
    EXPECT_NE(input.cameraGoal.yaw, 0.0F);
}

TEST(MouseCamera, ZoomsWithTheWheelAndReportsTheHeadThere) {
    WindowInput input = makeInput();
    turnWheel(input, 3.0F);
    advanceFrames(input, 200);
    const TrackedInput tracked = trackedInput(input, 4.5);
    EXPECT_EQ(tracked.time, 4.5);
    EXPECT_NEAR(glm::distance(tracked.head.position, input.camera.target), 1.858F * 0.9F * 0.9F * 0.9F,
                1e-2F);
}

TEST(WindowCommands, CountAndToggle) {
    WindowInput input = makeInput();
    for (int i = 0; i < 2; ++i) {
        giveCommand(input, WindowCommand::Reset);
        giveCommand(input, WindowCommand::SingleStep);
        giveCommand(input, WindowCommand::NextScenario);
        giveCommand(input, WindowCommand::PreviousScenario);
        giveCommand(input, WindowCommand::Help);
    }
    giveCommand(input, WindowCommand::Pause);
    giveCommand(input, WindowCommand::Wireframe);
    EXPECT_EQ(input.commands.resetCount, 2U);
    EXPECT_EQ(input.commands.singleStepCount, 2U);
    EXPECT_EQ(input.commands.nextScenarioCount, 2U);
    EXPECT_EQ(input.commands.previousScenarioCount, 2U);
    EXPECT_EQ(input.helpCount, 2U);
    EXPECT_TRUE(input.commands.paused);
    EXPECT_TRUE(input.commands.wireframe);
    giveCommand(input, WindowCommand::Pause);
    giveCommand(input, WindowCommand::Wireframe);
    EXPECT_FALSE(input.commands.paused);
    EXPECT_FALSE(input.commands.wireframe);
    EXPECT_FALSE(input.quit);
    giveCommand(input, WindowCommand::Quit);
    EXPECT_TRUE(input.quit);
}

TEST(FramePacer, SpacesDisplayTimesEvenlyThoughFramesBeginUnevenly) {
    FramePacer pacer{.period = 0.01};
    double last = beginPacedFrame(pacer, 100.0);
    for (int i = 1; i < 200; ++i) {
        const double jitter = i % 2 == 0 ? 0.001 : 0.0;
        const double shown = beginPacedFrame(pacer, 100.0 + i * 0.01 + jitter);
        EXPECT_NEAR(shown - last, 0.01, 0.0002);
        last = shown;
    }
}

TEST(FramePacer, AdoptsTheDisplaysOwnBeat) {
    constexpr double kTruePeriod = 1.0 / 59.5;
    FramePacer pacer{.period = 1.0 / 60.0};
    double now = 50.0;
    double shown = 0.0;
    for (int i = 0; i < 1000; ++i) {
        now += kTruePeriod;
        shown = beginPacedFrame(pacer, now);
    }
    EXPECT_NEAR(shown - now, 1.0 / 60.0, 0.1 / 60.0);
}

TEST(FramePacer, StartsAnewAfterAMissedFrame) {
    FramePacer pacer{.period = 0.01};
    beginPacedFrame(pacer, 100.0);
    EXPECT_NEAR(beginPacedFrame(pacer, 100.5), 100.51, 1e-9);
    EXPECT_NEAR(nextWake(pacer), 100.51, 1e-9);
}

// ---- Panel and wind ----

TEST(WindowInput, LeavesThePanelsMouseToThePanel) {
    WindowInput input = makeInput({OrbitCamera{}.target});
    input.panelLow = kMiddle - 50.0F;
    input.panelHigh = kMiddle + 50.0F;
    const OrbitCamera before = input.cameraGoal;
    pressButton(input, MouseButton::Left, {});
    moveMouse(input, kMiddle + 20.0F);
    turnWheel(input, 2.0F);
    advanceFrames(input, 5);
    EXPECT_FALSE(rightOf(input).active);
    EXPECT_EQ(input.cameraGoal.yaw, before.yaw);
    EXPECT_EQ(input.cameraGoal.distance, before.distance);
    EXPECT_EQ(input.panelWheel, 2.0F);
    EXPECT_TRUE(input.down[0]);
    releaseButton(input, MouseButton::Left, {});
    EXPECT_FALSE(input.down[0]);
    EXPECT_EQ(input.pressCount[0], 1U);
    moveMouse(input, kMiddle);
    input.panelHigh = input.panelLow; // closed
    pressButton(input, MouseButton::Left, {});
    EXPECT_TRUE(input.grabbing);
}

Vec3 aimOf(const HandInput &hand) {
    return hand.aim.orientation * Vec3(0.0F, 0.0F, -1.0F);
}

TEST(WindowInput, PointsTheWindAsTheEyeSeesIt) {
    WindowInput input = makeInput();
    EXPECT_FALSE(rightOf(input).active);
    setWindKey(input, WindKey::Right, true);
    EXPECT_NEAR_VEC(aimOf(rightOf(input)), Vec3(1.0F, 0.0F, 0.0F), 1e-4F);
    EXPECT_EQ(rightOf(input).stick, Vec2(1.0F, 0.0F));
    setWindKey(input, WindKey::Right, false);
    setWindKey(input, WindKey::Away, true);
    input.camera.yaw = glm::half_pi<float>(); // looks along -x
    EXPECT_NEAR_VEC(aimOf(rightOf(input)), Vec3(-1.0F, 0.0F, 0.0F), 1e-4F);
    setWindKey(input, WindKey::Away, false);
    EXPECT_FALSE(rightOf(input).active);
}

TEST(WindowInput, ARightDragPointsTheWindWhereItCanBeSteeredAndOrbitsElsewhere) {
    WindowInput input = makeInput();
    const float yaw = input.cameraGoal.yaw;
    input.windSteered = true;
    pressButton(input, MouseButton::Right, {});
    EXPECT_FALSE(rightOf(input).active) << "no way yet";
    moveMouse(input, kMiddle + Vec2(0.0F, 60.0F)); // down the picture: towards the eye
    EXPECT_NEAR_VEC(aimOf(rightOf(input)), Vec3(0.0F, 0.0F, 1.0F), 1e-4F);
    input.camera.yaw = glm::half_pi<float>(); // looks along -x
    moveMouse(input, kMiddle + Vec2(80.0F, 0.0F));
    EXPECT_NEAR_VEC(aimOf(rightOf(input)), Vec3(0.0F, 0.0F, -1.0F), 1e-4F);
    EXPECT_EQ(rightOf(input).stick, Vec2(1.0F, 0.0F));
    EXPECT_EQ(input.cameraGoal.yaw, yaw);
    releaseButton(input, MouseButton::Right, {});
    EXPECT_FALSE(rightOf(input).active);
    input.windSteered = false;
    pressButton(input, MouseButton::Right, {});
    moveMouse(input, kMiddle);
    EXPECT_FALSE(rightOf(input).active);
    EXPECT_NE(input.cameraGoal.yaw, yaw);
}

TEST(WindowInput, MakesTheWindStrongerWithoutTurningIt) {
    WindowInput input = makeInput();
    for (const Vec3 &wind : {Vec3(0.6F, 0.0F, 0.8F), Vec3(0.0F, 1.0F, 0.0F)}) {
        input.wind = wind;
        setWindKey(input, WindKey::Stronger, true);
        EXPECT_NEAR_VEC(aimOf(rightOf(input)), wind, 1e-4F);
        EXPECT_EQ(rightOf(input).stick.y, 1.0F);
        setWindKey(input, WindKey::Stronger, false);
        setWindKey(input, WindKey::Weaker, true);
        EXPECT_EQ(rightOf(input).stick.y, -1.0F);
        setWindKey(input, WindKey::Weaker, false);
    }
}

TEST(WindowInput, SteersTheWindWithTheHandThatIsFree) {
    WindowInput input = makeInput({OrbitCamera{}.target});
    pressButton(input, MouseButton::Left, {});
    setWindKey(input, WindKey::Left, true);
    EXPECT_EQ(rightOf(input).pinch, 1.0F);
    EXPECT_EQ(leftOf(input).pinch, 0.0F);
    EXPECT_NEAR_VEC(aimOf(leftOf(input)), Vec3(-1.0F, 0.0F, 0.0F), 1e-4F);
}

TEST(HandKeys, PressAButtonOfTheRightHandForAMomentBehindTheEye) {
    WindowInput input = makeInput();
    pressHandKey(input, HandKey::Tool);
    advanceFrames(input, 1);
    const TrackedInput tracked = trackedInput(input, 0.0);
    EXPECT_TRUE(tracked.hand(Hand::Right).active);
    EXPECT_TRUE(tracked.hand(Hand::Right).tool);
    EXPECT_FALSE(tracked.hand(Hand::Right).undo);
    EXPECT_FALSE(tracked.hand(Hand::Left).active);
    const Vec3 fromEye = tracked.hand(Hand::Right).grip.position - tracked.head.position;
    EXPECT_GT(glm::dot(tracked.head.orientation * Vec3(0.0F, 0.0F, 1.0F), fromEye), 0.1F);
    advanceFrames(input, 20);
    EXPECT_FALSE(rightOf(input).active);
}

TEST(HandKeys, AreSeenHoweverSlowTheFramesAre) {
    WindowInput input = makeInput();
    pressHandKey(input, HandKey::Tool);
    advanceInput(input, 0.5F);
    EXPECT_TRUE(rightOf(input).tool);
    advanceInput(input, 0.5F);
    EXPECT_FALSE(rightOf(input).tool);
}

TEST(HandKeys, ReachTheHandThatTheMouseHas) {
    const Vec3 point = pointAt(startView(), kMiddle, 1.5F);
    WindowInput input = makeInput({point});
    pressButton(input, MouseButton::Left, {});
    pressHandKey(input, HandKey::Undo);
    advanceFrames(input, 1);
    EXPECT_TRUE(rightOf(input).undo);
    EXPECT_GT(rightOf(input).pinch, 0.5F);
    EXPECT_NEAR_VEC(rightOf(input).grip.position, point, 1e-3F);
    advanceFrames(input, 20);
    EXPECT_FALSE(rightOf(input).undo);
    EXPECT_TRUE(rightOf(input).active);
}

TEST(TriggerKey, PullsTheTriggerOfAHandOnTheClothUnderTheMouse) {
    const Vec3 point = pointAt(startView(), kMiddle, 1.7F);
    WindowInput input = makeInput({point});
    moveMouse(input, kMiddle + Vec2(6.0F, 0.0F));
    setTriggerKey(input, true);
    advanceFrames(input, 1);
    const HandInput &hand = rightOf(input);
    EXPECT_TRUE(hand.active);
    EXPECT_GT(hand.trigger, 0.9F);
    EXPECT_LT(hand.pinch, 0.1F);
    EXPECT_LT(glm::distance(hand.grip.position, point), 0.02F);
    setTriggerKey(input, false);
    advanceFrames(input, 1);
    EXPECT_TRUE(rightOf(input).active) << "so that letting go is seen";
    EXPECT_LT(rightOf(input).trigger, 0.1F);
    advanceFrames(input, 10);
    EXPECT_FALSE(rightOf(input).active);
}

TEST(TriggerKey, IsTheOneOfTheHandThatHoldsCloth) {
    const Vec3 point = pointAt(startView(), kMiddle, 1.5F);
    WindowInput input = makeInput({point});
    pressButton(input, MouseButton::Left, {});
    setTriggerKey(input, true);
    advanceFrames(input, 1);
    EXPECT_GT(rightOf(input).pinch, 0.5F);
    EXPECT_GT(rightOf(input).trigger, 0.9F);
    EXPECT_NEAR_VEC(rightOf(input).grip.position, point, 1e-3F);
}

} // namespace
} // namespace selvage
