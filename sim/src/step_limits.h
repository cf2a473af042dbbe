// What keeps a step from harm after the solver: a limit of acceleration, and no state that is not finite.
#pragma once

#include "sim/integrator.h"

#include <cmath>

namespace selvage {

// No free particle's velocity changes by more than accelerationMax * dt (m/s², s) from
// solver.velocityBefore: what bounces hard is calmed (Chung, Yen 2004, §5).
void limitAcceleration(Cloth &cloth, const ClothSolver &solver, float accelerationMax, float dt);

inline constexpr float kFarthest = 1e4F; // m, m/s; anything beyond is treated as an explosion

// Whether all are finite, and nearer or slower than anything can be farther or faster.
bool areSane(std::span<const float> values);
inline bool isSane(const Vec3 &value) {
    return std::abs(value.x) < kFarthest && std::abs(value.y) < kFarthest &&
           std::abs(value.z) < kFarthest; // false for NaN
}

// Gives a particle its new state; one that is nowhere stays where it is, at rest. Returns whether that was
// so.
inline bool storeSane(Cloth &cloth, size_t i, const Vec3 &position, const Vec3 &velocity) {
    const bool sane = isSane(position) && isSane(velocity);
    cloth.position[i] = sane ? position : cloth.position[i];
    cloth.velocity[i] = sane ? velocity : Vec3(0.0F);
    return !sane;
}

// Puts particles that are nowhere, or farther than anything can be, back to solver.start, at rest. Returns
// how many.
int32_t restoreNonFinite(Cloth &cloth, const ClothSolver &solver);

} // namespace selvage
