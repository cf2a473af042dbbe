// The frame loop: one for all displays.
#pragma once

#include "maths/motion.h"
#include "render/renderer.h"
#include "sim_thread.h"
#include "xr/display.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace selvage {

struct FrameLoopOptions {
    const Motion *motion{nullptr}; // replaces the hands of a live display
    uint64_t frameMax{0};          // 0 = no limit
    int32_t scenario{0};
    bool sound{true};           // of live displays
    bool progress{false};       // a line on standard error, for offscreen
    double progressLength{0.0}; // s
    const std::atomic<bool> *quit{nullptr};
};

enum class LoopEnd : uint8_t { Finished, Failed };

// Runs until the display ends, `quit` is set or frameMax is reached. On failure `reason` says why in one
// sentence. Fills the frame part of the simulation's report after stopping the simulation.
LoopEnd runFrameLoop(Display &display, Renderer &renderer, SimThread &simulation,
                     const FrameLoopOptions &options, std::string &reason);

} // namespace selvage
