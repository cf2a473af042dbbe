// Writing a scripted motion: key poses of head and hands with times, joined by smooth minimum-jerk strokes.
#pragma once

#include "maths/motion.h"

#include <optional>
#include <vector>

namespace selvage {

// Where one hand is at one time. Between keys the hand moves smoothly and stops at each key, except through
// `passing` keys, where it keeps its speed (a throw).
struct HandKey {
    double time{0.0}; // s
    Vec3 position{0.0F};
    float grab{0.0F};
    Vec3 eulerDegrees{0.0F}; // rotation about x, y, z
    bool passing{false};
    float trigger{0.0F};      // until the next key
    float stickForward{0.0F}; // until the next key
    bool tool{false};         // until the next key
    bool undo{false};         // until the next key
    bool redo{false};         // until the next key
};

struct HeadKey {
    double time{0.0}; // s
    Vec3 eye{0.0F, 1.6F, 0.0F};
    Vec3 lookAt{0.0F, 0.8F, -1.0F};
};

struct ScriptKeys {
    std::vector<HeadKey> head;
    std::vector<HandKey> left;
    std::vector<HandKey> right;
};

// 0…1 of a stroke, with zero velocity and acceleration at both ends. s: 0…1.
float minimumJerk(float s);

// The pose of a head at `eye` (m) that looks at `target` (m), upright.
Pose lookingAt(const Vec3 &eye, const Vec3 &target);

// Samples the keys at `rate` Hz from 0 to the last key.
Motion makeScript(const ScriptKeys &keys, double rate);

} // namespace selvage
