// What a display knows of the person in front of it: head, two hands, their buttons. Read by the simulation,
// the recorder and the renderer; written by the headset, the mouse or a motion file.
#pragma once

#include "maths/pose.h"

#include <array>
#include <cstdint>

namespace selvage {

enum class Hand : uint8_t { Left = 0, Right = 1 };
inline constexpr int kHandCount = 2;

// One hand or controller at one instant.
struct HandInput {
    Pose grip;           // where the palm holds (OpenXR grip pose), m
    Pose aim;            // where it points: -z forward (OpenXR aim pose), m
    bool active{false};  // a hand or controller is there; when false all else is meaningless
    bool tracked{true};  // false: pose is the last known one, tracking is lost right now
    bool menu{false};    // opens or closes the panel
    bool tool{false};    // the bench's next tool for this hand
    bool undo{false};    // of the bench's latest act, from either hand
    bool redo{false};    //
    uint8_t toolWish{0}; // n: the bench's tool n-1 is wanted for this hand; 0: none
    float grab{0.0F};    // palm squeeze, 0…1
    float pinch{0.0F};   // finger pinch, 0…1
    float trigger{0.0F}; // index trigger, 0…1
    Vec2 stick{0.0F};    // thumb stick, each -1…1, +y forward
};

// Everything tracked at one instant.
struct TrackedInput {
    double time{0.0}; // s, on the display's own clock; only differences mean anything
    Pose head{Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(0.0F, 1.6F, 0.0F)};
    std::array<HandInput, kHandCount> hands{};
    bool originMoved{false}; // the tracking origin has jumped since the last input (recentred)

    HandInput &hand(Hand h) { return hands[static_cast<size_t>(h)]; }
    const HandInput &hand(Hand h) const { return hands[static_cast<size_t>(h)]; }
};

} // namespace selvage
