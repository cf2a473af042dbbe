// Obstacles that move by themselves: key poses over the world's time.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <vector>

namespace selvage {

struct TrackKey {
    double time{0.0}; // s of the world
    Pose pose;
};

// Straight lines and shortest arcs between the keys, in order of time; at rest before the first and after the
// last.
struct Track {
    int32_t collider{0};        // index in the world's colliders
    std::vector<TrackKey> keys; // at least one
    double period{0.0};         // s, after which it starts again; 0 = never
};

// O(log keys).
Pose poseAt(const Track &track, double time);

} // namespace selvage
