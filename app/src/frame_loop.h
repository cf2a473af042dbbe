// The frame loop: one for all displays.
#pragma once

#include "hand_buttons.h"
#include "headset_panel.h"
#include "maths/motion.h"
#include "render/renderer.h"
#include "sim_thread.h"
#include "sound_output.h"
#include "user_settings.h"
#include "xr/display.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace selvage {

struct FrameLoopOptions {
    const Motion *motion{nullptr}; // replaces the hands of a live display
    bool isScript{false};          // the display plays the scene's own, whose palms are nobody's
    uint64_t frameMax{0};          // 0 = no limit
    int32_t scenario{0};
    bool sound{true};            // of live displays
    bool progress{false};        // a line on standard error, for offscreen
    double progressLength{0.0};  // s
    float leastResolution{1.0F}; // share of a headset's picture's width and height
    const std::atomic<bool> *quit{nullptr};
    SettingsKeeper *settingsKeeper{nullptr}; // of what the person changes
};

// What outlives a display that is lost: another one goes on with the same cloth.
struct LoopState {
    FrameReport report;
    SimRequest request; // the last one
    PanelChoices panel;
    HandButtons buttons;    // what they hold
    UserSettings settings;  // as the person has them
    double motionTime{0.0}; // s, of the played motion
    bool motionStarted{false};
    std::unique_ptr<SoundOutput> sound; // of live displays that want it; silent between two of them
};

enum class LoopEnd : uint8_t { Finished, Lost };

// Whatever call of the display it is in, the state is one from which it can go on with another display.
// Runs until the display ends, `quit` is set, frameMax is reached, or the display or what draws is lost: then
// `reason` says why in one sentence, and it may be called again with others and the same state.
LoopEnd runFrameLoop(Display &display, Renderer &renderer, SimThread &simulation,
                     const FrameLoopOptions &options, LoopState &state, std::string &reason);

} // namespace selvage
