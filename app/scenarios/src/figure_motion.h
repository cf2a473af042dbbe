// How a figure with legs moves: a timetable of acts, and where they bring its parts.
#pragma once

#include "sim/track.h"

#include <array>
#include <span>

namespace selvage {

// Of a figure that stands on the floor's origin, facing +z.
struct FigureJoints {
    float hipHeight{0.0F};   // m, of the hip joints
    float hipAside{0.0F};    // m, of either from the middle
    float thigh{0.0F};       // m, from hip joint to knee
    float shank{0.0F};       // m, from knee to ankle
    float ankleHeight{0.0F}; // m; thigh and shank are a little longer than from here to the hip
};

enum class FigureAct : uint8_t {
    Stride, // a few steps on the spot
    Sit     // sits down and, after a while, stands up
};

// Its trunk, whose frame is the floor's origin as it stands, then thigh, shank and foot of its left leg,
// which is at +x, and of its right one, in the frames of the joints that they hang from.
inline constexpr size_t kFigureParts = 7;
using FigurePoses = std::array<Pose, kFigureParts>;

FigurePoses standingPoses(const FigureJoints &joints, const Vec3 &place);

// The keys of each part, smooth from pose to pose; between acts it stands. Nothing without acts.
std::array<std::vector<TrackKey>, kFigureParts> figureKeys(const FigureJoints &joints, const Vec3 &place,
                                                           std::span<const FigureAct> acts);

} // namespace selvage
