// A state per hand, from what it presses and what the simulation says it holds.
#include "hand_buttons.h"

#include "world_panel.h"

#include <algorithm>

namespace selvage {

namespace {

// s, that a press lasts at least, so that the shortest tap takes cloth that the hand reaches a little late.
constexpr double kTapTime = 0.15;
constexpr float kIdle = 0.1F; // –, of a trigger that is not touched

// A trigger that uses a tool is a pinch as well.
bool isPinchOfTool(const HandInput &input, bool tool) {
    return tool && input.trigger >= kReleaseAt;
}

float squeezeOf(const HandInput &input, bool tool, bool holds) {
    const bool isTools = (tool && holds) || isPinchOfTool(input, tool);
    return std::max(input.grab, isTools ? 0.0F : input.pinch);
}

} // namespace

void HandButtons::apply(TrackedInput &input, const Comfort &comfort, const ButtonsFrame &frame) {
    const bool swapChanged = comfort.swapsTriggerAndGrip != swaps_;
    swaps_ = comfort.swapsTriggerAndGrip;
    for (size_t side = 0; side < kHandCount; ++side) {
        State &state = hands_[side];
        HandInput &hand = input.hands[side];
        const bool isAnother = state.bare != frame.bare[side]; // controller for hand, or the other way round
        state.bare = frame.bare[side];
        state.useSpent = state.useSpent || swapChanged || (swaps_ && isAnother);
        if (swaps_ && !state.bare) {
            swapTriggerAndGrip(state, hand, frame.atPanel[side]);
        }
        followWorld(state, frame, side);
        if (!hand.active || isAnother) { // what is found closed afterwards was not pressed here
            state.down = true;
            state.grip = state.grip == Grip::Open ? Grip::Spent : state.grip;
        }
        if (comfort.togglesGrab) {
            toggle(state, hand, frame, side);
        } else {
            hold(state, hand, frame, side);
        }
        state.useSpent = state.useSpent && (!hand.active || hand.trigger >= kIdle);
        hand.trigger = state.useSpent ? 0.0F : hand.trigger;
    }
}

// The panel takes the trigger of a hand that points at it, whatever that means elsewhere, but leaves it its
// grip, for cloth before the panel.
void HandButtons::swapTriggerAndGrip(State &state, HandInput &input, bool atPanel) {
    const float grip = input.grab;
    input.grab = input.trigger;
    input.pinch = grip;
    input.trigger = grip;
    state.useSpent = state.useSpent || atPanel;
}

void HandButtons::followWorld(State &state, const ButtonsFrame &frame, size_t side) {
    const bool isTold = frame.answered >= state.pressedIn;
    const bool lost = state.grip == Grip::Holds && !frame.holding[side];
    if (frame.newWorld || lost) {
        state.grip = Grip::Spent;
    } else if (state.grip == Grip::Tries && isTold && frame.holding[side]) {
        state.grip = Grip::Holds;
    }
}

void HandButtons::followButtons(State &state, const HandInput &input, const ButtonsFrame &frame,
                                size_t side) {
    const bool holds = state.grip == Grip::Holds;
    const float squeeze = squeezeOf(input, frame.tool[side], holds);
    const bool closed = squeeze >= (state.down ? kReleaseAt : kPressAt);
    const bool pressed = closed && !state.down;
    state.down = closed;
    switch (state.grip) {
    case Grip::Open:
        if (pressed) {
            state.grip = Grip::Tries;
            state.pressedIn = frame.request;
            state.pressedAt = frame.time;
            state.grab = input.grab;
            state.pinch = input.pinch;
        }
        break;
    case Grip::Tries:
        if (!closed && frame.time - state.pressedAt >= kTapTime && frame.answered >= state.pressedIn) {
            state.grip = Grip::Open;
        }
        break;
    case Grip::Holds:
        if (pressed) {
            state.grip = Grip::Spent;
            state.useSpent = state.useSpent || !frame.tool[side];
        }
        break;
    case Grip::Spent:
        state.grip = closed ? Grip::Spent : Grip::Open;
        break;
    }
}

// As the display has it. What a hand holds it goes on holding when it is asked to toggle.
void HandButtons::hold(State &state, HandInput &input, const ButtonsFrame &frame, size_t side) {
    if (input.active && input.tracked) {
        state.down =
            squeezeOf(input, frame.tool[side], frame.holding[side]) >= (state.down ? kReleaseAt : kPressAt);
    }
    state.grip = state.down ? Grip::Tries : Grip::Open;
    state.pressedIn = frame.request;
    state.pressedAt = frame.time;
    state.grab = input.grab;
    state.pinch = input.pinch;
}

// While tracking is lost buttons do nothing, as without toggling.
void HandButtons::toggle(State &state, HandInput &input, const ButtonsFrame &frame, size_t side) {
    if (input.active && input.tracked) {
        followButtons(state, input, frame, side);
    }
    switch (state.grip) {
    case Grip::Open:
        input.pinch = isPinchOfTool(input, frame.tool[side]) ? 0.0F : input.pinch;
        break;
    case Grip::Tries:
        input.grab = state.down ? input.grab : state.grab;
        input.pinch = state.down ? input.pinch : state.pinch;
        break;
    case Grip::Holds:
        input.grab = 1.0F;
        input.pinch = 0.0F;
        break;
    case Grip::Spent:
        input.grab = input.pinch = 0.0F;
        break;
    }
}

} // namespace selvage
