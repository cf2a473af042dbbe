// The desktop window's mouse and keys as camera, hands and commands.
#include "window_input.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <limits>

namespace selvage {

namespace {

// Counted down by advanceInput(), for the first time in the frame of the event itself.
constexpr int kFramesToLeave = 1 + 2; // a hand stays after letting go, so that everyone sees it open
constexpr int kFramesToPinch = 1 + 1;

constexpr float kDepthPerClick = 0.05F;  // m, wheel while dragging
constexpr float kDepthMin = 0.2F;        // m
constexpr float kDepthMax = 20.0F;       // m
constexpr float kDepthLag = 0.05F;       // s, makes a click of the wheel a motion instead of a jump
constexpr float kTakeBackRadius = 0.05F; // m around the left hand in which the mouse takes the point back

// A point that lies 5 cm behind another must be 10 pixels nearer to the mouse to be preferred: more than half
// the spacing of particles seen from 2 m, so the front of two layers is taken, yet a point laid bare can be.
constexpr float kPixelsPerDepth = 200.0F; // pixels/m

// The grip pose has its forearm along +y (OpenXR grip pose, thumb towards -z): turned about x it comes from
// the viewer and from below, as one's own arm does.
constexpr float kForearmTilt = 2.1F; // rad

// The hand that keys move is where nobody sees it.
constexpr float kBehindEye = 0.5F; // m

constexpr float kHandKeyTime = 0.1F; // s, long enough for a frame and a step to see it

constexpr float kWindDragMin = 12.0F; // pixels, from which on a drag has a direction

MouseHand &handOf(WindowInput &input, Hand hand) {
    return input.hands[static_cast<size_t>(hand)];
}

bool isPresent(const MouseHand &hand) {
    return hand.pinch || hand.framesToPinch > 0 || hand.framesToLeave > 0;
}

void letGo(MouseHand &hand) {
    hand.framesToLeave = hand.pinch ? kFramesToLeave : 0;
    hand.pinch = false;
    hand.framesToPinch = 0;
}

PictureView currentView(const WindowInput &input) {
    return pictureView(input.camera, input.size);
}

Quat gripOrientation(const PictureView &view) {
    return view.eye.orientation * glm::angleAxis(kForearmTilt, Vec3(1.0F, 0.0F, 0.0F));
}

// The right hand to where the mouse is.
void dragHand(WindowInput &input) {
    const PictureView view = currentView(input);
    MouseHand &hand = handOf(input, Hand::Right);
    hand.pose = {gripOrientation(view), pointAt(view, input.mouse + input.grabOffset, input.grabDepth)};
}

// Takes the point under the mouse; false when there is none.
bool beginGrab(WindowInput &input) {
    const PictureView view = currentView(input);
    const int32_t index = pickPoint(view, input.mouse, input.pickRadius, input.pickPoints);
    if (index < 0) {
        return false;
    }
    const Vec3 point = input.pickPoints[static_cast<size_t>(index)];
    MouseHand &left = handOf(input, Hand::Left);
    if (glm::distance(left.pose.position, point) < kTakeBackRadius) {
        letGo(left);
    }
    input.grabbing = true;
    input.grabOffset = *pixelOf(view, point) - input.mouse;
    input.grabDepthGoal = depthOf(view, point);
    input.grabDepth = input.grabDepthGoal;
    handOf(input, Hand::Right) = {.pose = {gripOrientation(view), point}, .pinch = true};
    return true;
}

// The left hand takes over where the right one lets go. It closes a frame later, when the point is free.
void handOver(WindowInput &input) {
    handOf(input, Hand::Left) = {.pose = handOf(input, Hand::Right).pose, .framesToPinch = kFramesToPinch};
}

bool isOverPanel(const WindowInput &input) {
    return input.mouse.x >= input.panelLow.x && input.mouse.x < input.panelHigh.x &&
           input.mouse.y >= input.panelLow.y && input.mouse.y < input.panelHigh.y;
}

// What held wind keys or a drag ask for: where to (level, as the eye sees it; zero: as it blows), and how
// much stronger.
struct WindWish {
    Vec3 direction{0.0F};
    float stronger{0.0F};
    bool any{false};
};

WindWish windWish(const WindowInput &input) {
    const auto key = [&input](WindKey k) { return input.windKeys[static_cast<size_t>(k)] ? 1.0F : 0.0F; };
    Vec2 towards(key(WindKey::Right) - key(WindKey::Left), key(WindKey::Towards) - key(WindKey::Away));
    const Vec2 dragged = input.mouse - input.windDragFrom;
    if (input.windDrag && glm::length(dragged) > kWindDragMin) {
        towards = dragged;
    }
    const Quat turn = glm::angleAxis(input.camera.yaw, Vec3(0.0F, 1.0F, 0.0F));
    WindWish wish;
    wish.direction = turn * Vec3(towards.x, 0.0F, towards.y);
    wish.stronger = key(WindKey::Stronger) - key(WindKey::Weaker);
    wish.any = glm::length(wish.direction) > 0.5F || wish.stronger != 0.0F;
    return wish;
}

// A hand that is there and does nothing, where nobody sees it.
HandInput handBehindEye(const Pose &head) {
    HandInput hand;
    hand.active = true;
    hand.grip = {head.orientation, head.position + head.orientation * Vec3(0.0F, 0.0F, kBehindEye)};
    hand.aim = hand.grip;
    return hand;
}

void pressButtons(const WindowInput &input, TrackedInput &tracked) {
    const auto isDown = [&input](HandKey key) { return input.handKeys[static_cast<size_t>(key)] > 0.0F; };
    HandInput &hand = tracked.hand(Hand::Right);
    const bool any = isDown(HandKey::Tool) || isDown(HandKey::Undo) || isDown(HandKey::Redo);
    if (any && !hand.active) {
        hand = handBehindEye(tracked.head);
    }
    hand.tool = isDown(HandKey::Tool);
    hand.undo = isDown(HandKey::Undo);
    hand.redo = isDown(HandKey::Redo);
}

// A free hand that points as wind keys ask: a stick pushed sideways turns the wind to where the hand points,
// pushed forward or back it changes the strength as well.
void pointWind(const WindowInput &input, TrackedInput &tracked) {
    const WindWish wish = windWish(input);
    const size_t hand = isPresent(input.hands[1]) ? 0 : 1;
    if (!wish.any || isPresent(input.hands[hand])) {
        return;
    }
    const Vec3 to = glm::length(wish.direction) > 0.5F ? glm::normalize(wish.direction) : input.wind;
    const Vec3 up = std::abs(to.y) < 0.99F ? Vec3(0.0F, 1.0F, 0.0F) : Vec3(1.0F, 0.0F, 0.0F);
    HandInput &out = tracked.hands[hand];
    out = handBehindEye(tracked.head);
    out.aim = {glm::quatLookAt(to, up), out.grip.position};
    out.stick = Vec2(1.0F, wish.stronger);
}

// The hand that the mouse has, or one over what is under it, pulls its trigger.
void pullTrigger(const WindowInput &input, TrackedInput &tracked) {
    if (!input.trigger && input.triggerFrames == 0) {
        return;
    }
    HandInput &hand = tracked.hand(Hand::Right);
    if (!isPresent(input.hands[1])) {
        const PictureView view = currentView(input);
        hand = HandInput{};
        hand.active = true;
        hand.grip = {gripOrientation(view), pointAt(view, input.mouse, input.triggerDepth)};
        hand.aim = {tracked.head.orientation, hand.grip.position};
    }
    hand.trigger = input.trigger ? 1.0F : 0.0F;
}

// As near as what is under the mouse.
void followDepth(WindowInput &input) {
    const PictureView view = currentView(input);
    const int32_t index = pickPoint(view, input.mouse, input.pickRadius, input.pickPoints);
    if (index >= 0) {
        input.triggerDepth = depthOf(view, input.pickPoints[static_cast<size_t>(index)]);
    }
}

void beginCameraDrag(WindowInput &input, CameraDrag drag, MouseButton button) {
    if (input.cameraDrag == CameraDrag::None) {
        input.cameraDrag = drag;
        input.cameraButton = button;
    }
}

} // namespace

int32_t pickPoint(const PictureView &view, const Vec2 &pixel, float radius, std::span<const Vec3> points) {
    int32_t best = -1;
    float bestScore = std::numeric_limits<float>::max();
    for (size_t i = 0; i < points.size(); ++i) {
        const std::optional<Vec2> at = pixelOf(view, points[i]);
        if (!at) {
            continue;
        }
        const float distance = glm::distance(*at, pixel);
        const float score = distance + kPixelsPerDepth * depthOf(view, points[i]);
        if (distance <= radius && score < bestScore) {
            best = static_cast<int32_t>(i);
            bestScore = score;
        }
    }
    return best;
}

void moveMouse(WindowInput &input, const Vec2 &pixel) {
    const Vec2 moved = pixel - input.mouse;
    input.mouse = pixel;
    switch (input.cameraDrag) {
    case CameraDrag::None:
        break;
    case CameraDrag::Orbit:
        orbitCamera(input.cameraGoal, moved, input.size.y);
        break;
    case CameraDrag::Pan:
        panCamera(input.cameraGoal, moved, input.size.y);
        break;
    }
}

void pressButton(WindowInput &input, MouseButton button, const KeyModifiers &modifiers) {
    input.down[static_cast<size_t>(button)] = true;
    ++input.pressCount[static_cast<size_t>(button)];
    input.control = modifiers.control;
    if (isOverPanel(input)) {
        return;
    }
    switch (button) {
    case MouseButton::Left:
        if (modifiers.shift) {
            beginCameraDrag(input, CameraDrag::Pan, button);
        } else if (!beginGrab(input)) {
            beginCameraDrag(input, CameraDrag::Orbit, button);
        }
        break;
    case MouseButton::Right:
        if (input.windSteered) {
            input.windDrag = true;
            input.windDragFrom = input.mouse;
        } else {
            beginCameraDrag(input, CameraDrag::Orbit, button);
        }
        break;
    case MouseButton::Middle:
        beginCameraDrag(input, CameraDrag::Pan, button);
        break;
    }
}

void releaseButton(WindowInput &input, MouseButton button, const KeyModifiers &modifiers) {
    input.down[static_cast<size_t>(button)] = false;
    input.windDrag = input.windDrag && button != MouseButton::Right;
    if (input.cameraDrag != CameraDrag::None && input.cameraButton == button) {
        input.cameraDrag = CameraDrag::None;
    }
    if (button != MouseButton::Left || !input.grabbing) {
        return;
    }
    dragHand(input); // to where the mouse was when it let go
    input.grabbing = false;
    if (modifiers.control) {
        handOver(input);
    }
    letGo(handOf(input, Hand::Right));
}

void turnWheel(WindowInput &input, float clicks) {
    if (input.grabbing) {
        input.grabDepthGoal = std::clamp(input.grabDepthGoal + clicks * kDepthPerClick, kDepthMin, kDepthMax);
    } else if (isOverPanel(input)) {
        input.panelWheel += clicks;
    } else {
        zoomCamera(input.cameraGoal, clicks);
    }
}

void setWindKey(WindowInput &input, WindKey key, bool down) {
    input.windKeys[static_cast<size_t>(key)] = down;
}

void pressHandKey(WindowInput &input, HandKey key) {
    input.handKeys[static_cast<size_t>(key)] = kHandKeyTime;
}

void setTriggerKey(WindowInput &input, bool down) {
    const bool was = input.trigger;
    input.trigger = down && !isOverPanel(input);
    input.triggerFrames = was && !input.trigger ? kFramesToLeave : 0;
}

void typeKey(WindowInput &input, char key) {
    input.typed.latest[input.typed.count % input.typed.latest.size()] = key;
    ++input.typed.count;
}

void giveCommand(WindowInput &input, WindowCommand command) {
    UserCommands &commands = input.commands;
    switch (command) {
    case WindowCommand::Reset:
        ++commands.resetCount;
        letGo(handOf(input, Hand::Left)); // nothing is left to hold
        break;
    case WindowCommand::Pause:
        commands.paused = !commands.paused;
        break;
    case WindowCommand::SingleStep:
        ++commands.singleStepCount;
        break;
    case WindowCommand::Wireframe:
        commands.wireframe = !commands.wireframe;
        break;
    case WindowCommand::Stretch:
        commands.stretchColors = !commands.stretchColors;
        break;
    case WindowCommand::Panel:
        commands.panel = !commands.panel;
        break;
    case WindowCommand::NextScenario:
        ++commands.nextScenarioCount;
        break;
    case WindowCommand::PreviousScenario:
        ++commands.previousScenarioCount;
        break;
    case WindowCommand::Help:
        ++input.helpCount;
        break;
    case WindowCommand::Quit:
        input.quit = true;
        break;
    }
}

void advanceInput(WindowInput &input, float dt) {
    followCamera(input.camera, input.cameraGoal, dt);
    input.grabDepth = std::lerp(input.grabDepth, input.grabDepthGoal, 1.0F - std::exp(-dt / kDepthLag));
    for (MouseHand &hand : input.hands) {
        hand.framesToLeave = std::max(hand.framesToLeave - 1, 0);
        if (hand.framesToPinch > 0 && --hand.framesToPinch == 0) {
            hand.pinch = true;
        }
    }
    input.triggerFrames = std::max(input.triggerFrames - 1, 0);
    for (float &left : input.handKeys) {
        left = std::max(left - std::min(dt, 0.6F * kHandKeyTime), 0.0F); // seen in slow frames, too
    }
    if (input.grabbing) {
        dragHand(input);
    }
    if (input.trigger) {
        followDepth(input);
    }
}

TrackedInput trackedInput(const WindowInput &input, double time) {
    TrackedInput tracked;
    tracked.time = time;
    tracked.head = cameraPose(input.camera);
    for (size_t i = 0; i < tracked.hands.size(); ++i) {
        const MouseHand &hand = input.hands[i];
        tracked.hands[i].active = isPresent(hand);
        tracked.hands[i].grip = hand.pose;
        tracked.hands[i].aim = {tracked.head.orientation, hand.pose.position};
        tracked.hands[i].pinch = hand.pinch ? 1.0F : 0.0F;
    }
    pointWind(input, tracked);
    pullTrigger(input, tracked);
    pressButtons(input, tracked);
    return tracked;
}

} // namespace selvage
