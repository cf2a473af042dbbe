// A motion: tracked input over time, from a recording or a script. Data and sampling only; the file format
// lives in io/motion_csv.h.
#pragma once

#include "maths/tracking.h"

#include <vector>

namespace selvage {

struct Motion {
    std::vector<TrackedInput> samples; // ascending time, equal times allowed (the later row wins)

    double startTime() const { return samples.empty() ? 0.0 : samples.front().time; }
    double duration() const { return samples.empty() ? 0.0 : samples.back().time - samples.front().time; }
};

// Poses between two inputs, s from 0 to 1; buttons are those of a until b is reached.
TrackedInput interpolateInput(const TrackedInput &a, const TrackedInput &b, float s);

// The input at time t (s): poses interpolated, buttons of the earlier sample; clamped at both ends. A t
// within 1e-6 s of a sample returns that sample exactly, which is what lets a recording replay to the same
// bits. The motion must not be empty. O(log n).
TrackedInput sampleMotion(const Motion &motion, double t);

} // namespace selvage
