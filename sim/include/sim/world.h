// The simulated world and its step: cloth, obstacles, hands. A step reads nothing but the world and its
// StepInput, so a list of StepInputs is a complete recording.
#pragma once

#include "maths/tracking.h"
#include "sim/air.h"
#include "sim/bench.h"
#include "sim/cloth.h"
#include "sim/collider.h"
#include "sim/hands.h"
#include "sim/integrator.h"
#include "sim/pin.h"
#include "sim/post_step.h"
#include "sim/self_contact.h"
#include "sim/sewing.h"
#include "sim/track.h"
#include "sim/velocity_reversal.h"
#include "sim/water.h"
#include "sim/wind.h"

#include <array>
#include <memory>
#include <vector>

namespace selvage {

inline constexpr float kDtMin = 1.0F / 1000.0F; // s
inline constexpr float kDtMax = 1.0F / 20.0F;   // s

struct SolverSettings {
    const Integrator *integrator{nullptr}; // nullptr = kDefaultIntegrator
    int32_t substeps{0};                   // of a step; 0 = as many as the integrator likes
    Vec3 gravity{0.0F, -kGravity, 0.0F};   // m/s²
    float accelerationMax{0.0F}; // m/s², of any free particle; 0 = unlimited (Chung, Yen 2004, §5)
    // m; a cloth of which a particle gets farther than this from where it began has exploded and begins anew;
    // 0 = never.
    float resetBeyond{0.0F};
    PostStepOptions postStep;
    SelfContactSettings selfContact; // read when the world is prepared
    AirSettings air;
    WaterSettings water;
    WindSettings wind; // the seed is read when the world is prepared
};

// An obstacle that a hand carries, so that a person can press with it.
struct HandTool {
    int32_t collider{0}; // index in the world's colliders
    Hand hand{Hand::Left};
    Pose offset; // of the collider in the hand's frame
};

struct World {
    std::vector<Cloth> cloths;
    // The integrator of each cloth, to see methods side by side; empty: all have settings.integrator.
    std::vector<const Integrator *> methods;
    std::vector<Collider> colliders;
    std::vector<Track> tracks; // of the colliders that move by themselves
    std::vector<HandTool> tools;
    std::vector<Pin> pins;
    std::array<HandState, kHandCount> hands;
    HandSettings handSettings;
    SolverSettings settings;
    std::unique_ptr<Workers> workers;

    std::vector<ClothSolver> solvers;             // one per cloth
    std::vector<ClothAir> air;                    // one per cloth
    std::vector<std::unique_ptr<Sewing>> sewings; // of the cloths that are garments
    std::unique_ptr<Bench> bench;                 // nullptr: there is none
    Wind wind;
    Water water;
    std::unique_ptr<SelfContact> selfContact; // nullptr: cloth passes through cloth
    std::unique_ptr<VelocityReversal>
        reversal;                          // instead of it where the papers' methods step; may be nullptr
    std::vector<std::vector<Vec3>> starts; // m, per cloth: where it began, if settings.resetBeyond
    std::vector<int32_t> resetCounts;      // per cloth: how often it exploded
    double time{0.0};                      // s simulated
    uint64_t stepCount{0};
    float sinceRecentre{1e9F}; // s
};

// ALL that a step reads from outside.
struct StepInput {
    TrackedInput tracked;
    float dt{1.0F / 90.0F}; // s, clamped to kDtMin…kDtMax
};

struct StepReport {
    int32_t sweeps{0};      // of the post-step, summed over substeps
    int32_t contacts{0};    // particles touching something at the end
    int32_t timeUpCount{0}; // substeps (of the default solver: steps) cut short by "time is up"
    int32_t heldCount{0};
    int32_t resetCount{0};     // cloths that exploded and began anew
    int32_t nonFinite{0};      // particles that had to be restored; always 0 unless a printed form explodes
    float grabError{0.0F};     // m, farthest held particle from where the tracked hand, out of solids, has it
    Vec3 contactImpulse{0.0F}; // N s, what the obstacles gave the cloths in this step
    SelfContactReport selfContact;
    uint64_t refactorCount{0};  // of the filter, since the start
    uint64_t iterationCount{0}; // of conjugate gradients, since the start
};

// How many substeps a step has with these settings.
int32_t substepCount(const SolverSettings &settings);

// The integrator of a cloth.
const Integrator &methodOf(const World &world, size_t cloth);

// Makes this the integrator of all cloths from the next step on; may be called between any two steps. Fails,
// leaving the world as it is, where the integrator cannot serve one of the cloths. Allocates.
Result<void> selectIntegrator(World &world, const Integrator &integrator);

// Whether the world can be stepped: masses, numbers, springs, pins, obstacles and settings. Fails naming the
// first fault, where it is and what was expected. For whoever builds a world from what comes from outside;
// prepareWorld() trusts it.
Result<void> checkWorld(const World &world);

// Sizes solvers and hands and applies the pins. Call after building or changing cloths; allocates.
void prepareWorld(World &world, int32_t threadCount);

// Allocates what the settings, fabrics and obstacles of a world call for and it does not have yet: not every
// cloth stretches, lies in the wind or meets something thin. prepareWorld() does it, and so should whoever
// changes them between two steps; a step makes up for it, and only then allocates.
void completeWorld(World &world);

// Makes selfContact and reversal, as the settings have it, for the world's cloths, garments as they are when
// they are sewn: until then they do nothing. Allocates.
void prepareSelfContact(World &world);

// Advances by input.dt. Does not allocate (but see completeWorld), lock, log or read a clock, and cannot
// fail.
StepReport step(World &world, const StepInput &input);

// Takes hold with both hands at once wherever they are: each takes the particles within its grab radius. For
// motions without buttons.
void holdWithHands(World &world, const TrackedInput &tracked);

} // namespace selvage
