// Poses along a track.
#include "sim/track.h"

#include <algorithm>
#include <cmath>

namespace selvage {

Pose poseAt(const Track &track, double time) {
    const double local = track.period > 0.0 ? time - std::floor(time / track.period) * track.period : time;
    const auto later = std::upper_bound(track.keys.begin(), track.keys.end(), local,
                                        [](double t, const TrackKey &key) { return t < key.time; });
    if (later == track.keys.begin()) {
        return track.keys.front().pose;
    }
    if (later == track.keys.end()) {
        return track.keys.back().pose;
    }
    const TrackKey &a = *(later - 1);
    return interpolate(a.pose, later->pose, static_cast<float>((local - a.time) / (later->time - a.time)));
}

} // namespace selvage
