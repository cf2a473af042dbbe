// How long the steps of a world take.
#pragma once

#include "sim/world.h"

namespace selvage {

inline constexpr double kTimedDt = 1.0 / 90.0; // s, of the steps

struct Timing {
    double medianMs{0.0};
    double worstMs{0.0};    // 99th percentile
    double iterations{0.0}; // of conjugate gradients, per solve
    int32_t particles{0};
};

// Steps the world for `seconds` (simulated) in steps of `dt` (s), with empty hands. At least one step.
Timing timeSteps(World &world, double seconds, double dt = kTimedDt);

} // namespace selvage
