// The joints of a bare hand, in the order of XR_EXT_hand_tracking, for whoever draws it or reads its
// gestures.
#pragma once

#include "maths/pose.h"

#include <array>
#include <cstddef>

namespace selvage {

inline constexpr size_t kHandJointCount = 26;
inline constexpr size_t kFingerCount = 5; // thumb, index, middle, ring, little

// A finger's joints follow each other from the metacarpal to the tip: four of the thumb, five of the others.
inline constexpr size_t kJointPalm = 0;
inline constexpr size_t kJointWrist = 1;
inline constexpr size_t kJointThumbRoot = 2;
inline constexpr size_t kJointThumbTip = 5;
inline constexpr size_t kJointIndexKnuckle = 7;
inline constexpr size_t kJointIndexTip = 10;
inline constexpr size_t kJointMiddleKnuckle = 12;
inline constexpr size_t kJointLittleRoot = 21;

struct FingerJoints {
    size_t first; // the metacarpal
    size_t tip;
};
inline constexpr std::array<FingerJoints, kFingerCount> kFingers{
    {{2, 5}, {6, 10}, {11, 15}, {16, 20}, {21, 25}}};

struct JointState {
    Pose pose;          // m: -z towards the tip, +y out of the back of the hand
    float radius{0.0F}; // m
    bool valid{false};  // false: all else is meaningless
};

struct HandSkeleton {
    bool active{false}; // joints are tracked now
    std::array<JointState, kHandJointCount> joints{};
};

} // namespace selvage
