// The post-step: inverse kinematics that shortens over-stretched springs and brings particles out of
// obstacles (Provot 1995, §4; Desbrun et al. 1999, §4; Meyer et al. 2000, §3.3).
#pragma once

#include "sim/cloth.h"
#include "sim/contact.h"

#include <functional>
#include <span>

namespace selvage {

enum class StopRule : uint8_t { Converged, SweepCount, TimeIsUp };

// What the post-step shortens a stretched spring to (Liu, Li 2006, §3, Figs 4 and 5).
enum class StrainCurve : uint8_t {
    Limit,               // Provot: only what is beyond the fabric's critical elongation
    Arctangent,          // Liu and Li's curve of the elongation before the post-step; extension only
    ArctangentAsPrinted, // the same curve in every sweep, on extension and contraction
};

// Along which line a spring is shortened.
enum class StrainDirection : uint8_t {
    // Where it points now, as printed. The impulses of a substep then turn with the cloth and take angular
    // momentum away: a freely spinning sheet is braked.
    Now,
    // Where it pointed at the start of the substep (the constraint forces of SHAKE, Ryckaert et al. 1977):
    // keeps the angular momentum of cloth that touches and holds nothing, in every sweep.
    AtStart
};

struct PostStepOptions {
    int32_t sweepMax{6};    // stop rule 1: number of sweeps
    float tolerance{1e-3F}; // stop rule 2: largest stretch above the limit (–)
    // Stop rule 3: asked after every sweep, by the default solver before every substep; empty = never.
    std::function<bool()> timeIsUp;
    StrainCurve strainCurve{StrainCurve::Limit};
    StrainDirection strainDirection{StrainDirection::Now}; // of all curves but the printed arctangent
};

struct PostStepReport {
    StopRule stop{StopRule::Converged};
    int32_t sweeps{0};
    float worstExcess{0.0F}; // –, largest stretch above the limit before the last sweep
    int32_t contacts{0};     // particles that touched something in any sweep
};

// What one spring may be.
struct SpringLimit {
    float inverseMassA{0.0F}; // 1/kg, 0 = fixed
    float inverseMassB{0.0F};
    float longest{0.0F};    // m
    float restLength{0.0F}; // m
    // m, from a to b at the start of the substep: the line to move along; zero: along the spring as it is
    // now, which is also what is left where the old line cannot shorten it (it has turned by a right angle).
    Vec3 along{0.0F};
};

// Provot's rule for one spring that is longer than allowed: shortens it to the longest. Three cases: both
// ends loose: their common centre of mass stays; one end fixed: only the other moves; both fixed: nothing.
// Returns the stretch above the limit before the correction (–, 0 if none).
float shortenSpring(Vec3 &a, Vec3 &b, const SpringLimit &limit);

// Per particle, all of one length.
struct PostStepState {
    std::span<const float> inverseMass; // 1/kg, 0 for fixed particles
    std::span<const Vec3> start;        // m, at the start of the substep
    std::span<Vec3> now;                // m, corrected in place
    std::span<ContactState> contacts;   // started anew
    std::span<const Spring> springs;    // of the cloth; see springsOf()
    bool limitsStretch{true};           // false: one sweep over the contacts alone
    std::span<float> longest{};         // m per spring, scratch of StrainCurve::Arctangent
};

// Liu and Li 2006, §3: y = (0.2 l0 / pi) arctan(5 pi x / l0) for their critical elongation of 0.1; here for
// any: y = (2 tau l0 / pi) arctan(pi x / (2 tau l0)), of slope 1 at 0 and never beyond tau l0. `elongation`:
// m.
float arctangentElongation(float elongation, float restLength, float maxStretch);

// Sweeps over the structural and shear springs and the contacts until a stop rule says so.
PostStepReport runPostStep(const Cloth &cloth, const ContactScene &scene, const PostStepOptions &options,
                           const PostStepState &state);

} // namespace selvage
