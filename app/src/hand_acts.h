// What hands do and could do, from what the simulation tells of them: for their buttons, and for what a
// person need not be told any more.
#pragma once

#include "hand_buttons.h"
#include "sim_thread.h"

namespace selvage {

bool hasTool(const SimFrame &frame, size_t hand);
bool canSteerWind(const SimFrame &frame);

// Without what only the display and the panel know.
ButtonsFrame buttonsFrame(const SimFrame &frame, const SimRequest &request);

// Notices what is done for the first time.
class FirstActs {
public:
    // Once a frame. `input`: what the simulation reads.
    void follow(KnownActs &known, const SimFrame &frame, const TrackedInput &input, bool panelOpen);

private:
    std::array<bool, kHandCount> held_{}; // last time
    bool wasOpen_{false};
};

} // namespace selvage
