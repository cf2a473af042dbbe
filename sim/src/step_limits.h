// What keeps a step from harm after the solver: a limit of acceleration, and no state that is not finite.
#pragma once

#include "sim/integrator.h"

namespace selvage {

// No free particle's velocity changes by more than accelerationMax * dt (m/s², s) from
// solver.velocityBefore: what bounces hard is calmed (Chung, Yen 2004, §5).
void limitAcceleration(Cloth &cloth, const ClothSolver &solver, float accelerationMax, float dt);

// Whether all are finite, and nearer or slower than anything can be farther or faster.
bool areSane(std::span<const float> values);
bool isSane(const Vec3 &value);

// Puts particles that are nowhere, or farther than anything can be, back to solver.start, at rest. Returns
// how many.
int32_t restoreNonFinite(Cloth &cloth, const ClothSolver &solver);

} // namespace selvage
