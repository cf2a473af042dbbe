// The post-step: inverse kinematics that shortens over-stretched springs and brings particles out of
// obstacles (Provot 1995, §4; Desbrun et al. 1999, §4; Meyer et al. 2000, §3.3).
#pragma once

#include "sim/cloth.h"
#include "sim/contact.h"

#include <functional>
#include <span>

namespace selvage {

enum class StopRule : uint8_t { Converged, SweepCount, TimeIsUp };

struct PostStepOptions {
    int32_t sweepMax{6};            // stop rule 1: number of sweeps
    float tolerance{1e-3F};         // stop rule 2: largest stretch above the limit (–)
    std::function<bool()> timeIsUp; // stop rule 3: asked after every sweep; empty = never
};

struct PostStepReport {
    StopRule stop{StopRule::Converged};
    int32_t sweeps{0};
    float worstExcess{0.0F}; // –, largest stretch above the limit before the last sweep
    int32_t contacts{0};     // particles that touched something in any sweep
};

// Provot's rule for one spring longer than (1 + maxStretch) * restLength: shortens it to that length. Three
// cases: both ends loose: their common centre of mass stays; one end fixed: only the other moves; both fixed:
// nothing. inverseMass 0 = fixed. Returns the stretch above the limit before the correction (–, 0 if none).
float shortenSpring(Vec3 &a, Vec3 &b, float inverseMassA, float inverseMassB, float longest,
                    float restLength);

// Per particle, all of one length.
struct PostStepState {
    std::span<const float> inverseMass; // 1/kg, 0 for fixed particles
    std::span<const Vec3> start;        // m, at the start of the substep
    std::span<Vec3> now;                // m, corrected in place
    std::span<ContactState> contacts;   // started anew
    bool limitsStretch{true};           // false: one sweep over the contacts alone
};

// Sweeps over the structural and shear springs and the contacts until a stop rule says so.
PostStepReport runPostStep(const Cloth &cloth, const ContactScene &scene, const PostStepOptions &options,
                           const PostStepState &state);

} // namespace selvage
