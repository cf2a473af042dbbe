// What the buttons of a hand mean to the person who has them: which of grip and trigger takes cloth, and
// whether a hand holds for as long as it is closed, or from one press to the next. From what a display tracks
// it makes what the simulation reads and a recording keeps, so that neither knows of it.
#pragma once

#include "comfort.h"
#include "maths/tracking.h"

#include <array>
#include <cstdint>

namespace selvage {

// What is known of the hands beside their buttons, once a frame.
struct ButtonsFrame {
    uint64_t request{0};                    // that the buttons go into
    uint64_t answered{0};                   // the newest request of which it is known what hands hold
    double time{0.0};                       // s
    bool newWorld{false};                   // the request asks for another scene, or for this one anew
    std::array<bool, kHandCount> holding{}; // after `answered`
    std::array<bool, kHandCount> tool{};    // the trigger uses a tool, and takes and lets go nothing
    std::array<bool, kHandCount> bare{};    // is known to have no buttons
    std::array<bool, kHandCount> atPanel{}; // what it presses is the panel's
};

class HandButtons {
public:
    // `input`: without what the panel took of it.
    void apply(TrackedInput &input, const Comfort &comfort, const ButtonsFrame &frame);

private:
    // Of a grip from press to press.
    enum class Grip : uint8_t {
        Open,
        Tries, // pressed, and it is not known yet whether there was something to take
        Holds, // whatever the buttons do
        Spent  // let go, or lost what it held: the buttons must open first
    };
    struct State {
        Grip grip{Grip::Open};
        bool down{false};      // closed, by our own hysteresis
        bool bare{false};      // last time
        bool useSpent{false};  // its trigger uses nothing until it has opened
        uint64_t pressedIn{0}; // request
        double pressedAt{0.0}; // s
        float grab{0.0F};      // of that press
        float pinch{0.0F};
    };

    static void swapTriggerAndGrip(State &state, HandInput &input, bool atPanel);
    static void followWorld(State &state, const ButtonsFrame &frame, size_t side);
    static void followButtons(State &state, const HandInput &input, const ButtonsFrame &frame, size_t side);
    static void hold(State &state, HandInput &input, const ButtonsFrame &frame, size_t side);
    static void toggle(State &state, HandInput &input, const ButtonsFrame &frame, size_t side);

    std::array<State, kHandCount> hands_;
    bool swaps_{false}; // last time
};

} // namespace selvage
