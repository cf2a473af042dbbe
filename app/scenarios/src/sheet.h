// The sheet that the jobs `hang` and `drape` share: 1 x 1 m, 0.2 kg, n x n particles, damping 1/s.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

inline constexpr int32_t kSheetSide = 65; // particles along one side where the options do not say

// A level sheet with its middle there. options.points is rounded to the nearest square number.
Cloth makeSheet(const ScenarioOptions &options, const Vec3 &middle);

// Somebody stands and looks; the hands are idle and out of the way.
Motion watch(const Vec3 &eye, const Vec3 &lookAt, double seconds);

} // namespace selvage
