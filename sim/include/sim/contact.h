// Contact and Coulomb friction as position corrections inside the post-step (Meyer et al. 2000, §4.2.2, and
// Desbrun et al. 1999, §6: plastic collision, friction on all). The printed forms write friction to the
// velocity, which the last line of the algorithm, v = (x_new - x) / dt, overwrites; acting on positions cures
// that.
#pragma once

#include "sim/cloth.h"
#include "sim/collider.h"

#include <span>
#include <vector>

namespace selvage {

// What a particle's contact has done so far in this substep.
struct ContactState {
    float pushed{0.0F};  // m, sum of the corrections along the normal: proportional to the normal impulse
    Vec3 friction{0.0F}; // m, tangential correction, inside the cone |friction| <= mu * pushed
    Vec3 normal{0.0F};   // of the surface last touched
    int32_t collider{-1};
};

// A particle that already was inside at the start of a substep leaves no faster than this: whatever put it
// there (a recentring, an obstacle that appeared) must not shoot the cloth away.
inline constexpr float kRecoverySpeed = 2.0F; // m/s
// Nor does what is pulled along become faster than this, nor what was stretched by it for a while after
// (default solver).
inline constexpr float kRecoveryPull = 4.0F; // m/s
inline constexpr float kRecoveryTime = 0.3F; // s

// What hits a surface more slowly than this does not bounce: it would never come to rest.
inline constexpr float kBounceSpeed = 0.1F; // m/s

struct ContactScene {
    std::span<const Collider> colliders;
    float substepStart{0.0F}; // 0…1: where in the step this substep starts and ends, for moving colliders
    float substepEnd{1.0F};
    float dt{1.0F / 360.0F}; // s, of the substep
};

// Pushes every free particle out of every collider (closer than the fabric's thickness counts as inside) and
// holds it there by friction relative to the moving surface. `start` are the positions at the start of the
// substep, `now` the positions being corrected. Call once per sweep; `contacts` (one per particle)
// accumulates over the sweeps of one substep.
void applyContacts(const Cloth &cloth, const ContactScene &scene, std::span<const Vec3> start,
                   std::span<Vec3> now, std::span<ContactState> contacts);

// What the contacts of one substep gave the cloth (N s): each particle's mass times its pushes and friction,
// over the substep.
Vec3 contactImpulse(const Cloth &cloth, std::span<const ContactState> contacts, float dt);

// Displacement of a collider's surface at a point over the substep (m).
Vec3 surfaceMotion(const Collider &collider, const ContactScene &scene, const Vec3 &point);

} // namespace selvage
