// The sheet that the jobs `hang` and `drape` share: 1 x 1 m, 0.2 kg, n x n particles, damping 1/s.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

inline constexpr int32_t kSheetSide = 65; // particles along one side where the options do not say

// Particles along one side: options.points is rounded to the nearest square number.
int32_t sheetSide(const ScenarioOptions &options);

// A level sheet with its middle there, numbered row by row: a grid, or with the setting sheet=irregular
// triangles whose particles lie at random near the grid's (options.seed). Fails naming any other mesh.
Result<Cloth> makeSheet(const ScenarioOptions &options, const Vec3 &middle);

// finishWorld() for the settings that are left when makeSheet() has seen its own.
Result<void> finishSheet(World &world, const ScenarioOptions &options);

// Somebody stands and looks; the hands are idle and out of the way.
Motion watch(const Vec3 &eye, const Vec3 &lookAt, double seconds);

} // namespace selvage
