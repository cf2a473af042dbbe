// The momentum corrector (Desbrun et al. 1999, §3.6; Meyer et al. 2000, §3.2): internal forces must not
// change the momenta, but filtering them does, so the error is measured and taken out by a small rigid
// motion.
//
// The printed correction, (x_G - x_i) ^ dT * dt²/m, lacks the inverse inertia and over-corrects by it; here
// omega = -J^-1 * (angular impulse error). Where particles are held, the error is taken about what holds
// them: a point (one hand's patch), an axis (two hands), or not at all.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <span>

namespace selvage {

// How the fixed particles leave a cloth free to turn.
struct Pivot {
    enum class Kind : uint8_t {
        Free,  // nothing is fixed: about the centre of mass
        Point, // fixed within one patch: about it
        Axis,  // fixed along one line: about the line
        Locked // fixed at three or more places: no rigid turn is left
    };
    Kind kind{Kind::Free};
    Vec3 point{0.0F};    // m
    Vec3 axis{0.0F};     // unit, for Axis
    Vec3 velocity{0.0F}; // m/s, mean of the fixed particles
    // Nothing outside touches or holds the cloth: then the correction is exact, else its energy is limited.
    bool isolated{true};
};

// Particles fixed closer than this to a point or line count as lying on it: a hand's patch is a point.
inline constexpr float kPivotTolerance = 0.08F; // m

Pivot findPivot(std::span<const Vec3> position, std::span<const Vec3> velocity,
                std::span<const uint8_t> fixed);

// Per particle, all of one length.
struct MomentumBalance {
    std::span<const Vec3> position; // m, at the start of the substep
    std::span<const float> mass;    // kg
    std::span<const uint8_t> fixed;
    std::span<const Vec3> change; // m/s, what internal forces added to each velocity
};

// Takes out of the free particles' `velocity` (m/s) the momentum that the internal `change` put in. Linear
// momentum is corrected only when nothing is fixed; a held cloth is turned no further than its energy allows.
// O(n).
void correctMomentum(const Pivot &pivot, const MomentumBalance &balance, std::span<Vec3> velocity);

} // namespace selvage
