// Sampling of motions.
#include "maths/motion.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr double kSameTime = 1e-6; // s

HandInput interpolateHand(const HandInput &a, const HandInput &b, float s) {
    HandInput hand = a; // buttons are held until the next sample
    if (a.active && b.active) {
        hand.grip = interpolate(a.grip, b.grip, s);
        hand.aim = interpolate(a.aim, b.aim, s);
    }
    return hand;
}

} // namespace

TrackedInput interpolateInput(const TrackedInput &a, const TrackedInput &b, float s) {
    TrackedInput out = s < 1.0F ? a : b;
    if (s <= 0.0F || s >= 1.0F) {
        return out;
    }
    out.time = a.time + (b.time - a.time) * static_cast<double>(s);
    out.originMoved = false; // it happened at a, once
    out.head = interpolate(a.head, b.head, s);
    for (size_t i = 0; i < out.hands.size(); ++i) {
        out.hands[i] = interpolateHand(a.hands[i], b.hands[i], s);
    }
    return out;
}

TrackedInput sampleMotion(const Motion &motion, double t) {
    const auto &samples = motion.samples;
    const auto after = std::upper_bound(samples.begin(), samples.end(), t + kSameTime,
                                        [](double time, const TrackedInput &s) { return time < s.time; });
    if (after == samples.begin()) {
        return samples.front();
    }
    const TrackedInput &a = *(after - 1);
    if (t <= a.time + kSameTime) {
        return a;
    }
    TrackedInput out = a;
    if (after == samples.end()) {
        out.originMoved = false;
        return out;
    }
    const TrackedInput &b = *after;
    return interpolateInput(a, b, static_cast<float>((t - a.time) / (b.time - a.time)));
}

} // namespace selvage
