// Hands that hold cloth: a patch of particles keeps its offsets to the hand's pose and follows it exactly.
//
// What a tracker delivers is not what a hand does: poses jump, freeze and vanish. The anchor is the pose the
// cloth is held by: the tracked pose, with jumps bridged over several steps so that they never kick the
// cloth, kept out of solids and held back by cloth that is taut.
#pragma once

#include "maths/tracking.h"
#include "sim/cloth.h"

#include <span>
#include <vector>

namespace selvage {

struct HandSettings {
    float pressThreshold{0.6F};   // –, of grab or pinch
    float releaseThreshold{0.4F}; // –
    float grabRadius{0.05F};      // m, palm
    float pinchRadius{0.025F};    // m, fingers
    float lateGrabTime{0.1F};     // s, a press this early before reaching the cloth still takes it
    float lostGripTime{1.0F};     // s, the grip survives lost tracking this long
    float speedLimit{15.0F};      // m/s, faster motion is bridged
    float jumpLimit{0.5F};        // m in one step, farther is bridged as a whole
    float turnLimit{40.0F};       // rad/s
    float bridgeTime{0.1F};       // s, in which a bridged distance is made up
    float bridgeSpeed{6.0F};      // m/s, limit of making it up
    float recentreWindow{0.3F};   // s, after a recentring jumps carry the cloth along instead
    // A grip bears cloth that is anywhere stretched by so much more than its fabric's own limit; beyond that,
    // for longer than slipTime, the hand is held back by the cloth, and loses it where it would be too far
    // away.
    float slipStrain{0.4F};  // –
    float slipTime{0.15F};   // s
    float shakeSpeed{1.5F};  // m/s; a faster hand shakes cloth rather than pulls it: all hands keep it
    float slipSpeed{4.0F};   // m/s, of the hand held back, at twice slipStrain
    float slipReach{0.3F};   // m
    float returnSpeed{1.5F}; // m/s, of the hand when the cloth is slack again
};

struct HeldParticle {
    int32_t particle{0};
    Vec3 offset{0.0F}; // m, in the anchor's frame
};

struct HandState {
    bool present{false}; // has an anchor
    bool closed{false};  // squeezed, by our own hysteresis
    bool tracked{false};
    Pose tracking;                  // last tracked pose
    Pose anchor;                    // at the end of the step
    Pose previousAnchor;            // at its start
    Vec3 lag{0.0F};                 // m, anchor position - tracked position, what is being bridged
    float speed{0.0F};              // m/s, of the tracked hand
    bool appeared{false};           // in a solid, and is in one still: it may leave it
    Vec3 outside{0.0F};             // m, what keeps the anchor out of solids
    Vec3 yield{0.0F};               // m, by what it is held back by taut cloth
    float pull{0.0F};               // –, 0 slack … 1 as taut as a grip bears
    float tautTime{0.0F};           // s since it is more than that
    float lostTime{0.0F};           // s since the last tracked pose
    float closedTime{0.0F};         // s since it closed
    float radius{0.05F};            // m, reach of the closing that is going on
    int32_t cloth{-1};              // index of the cloth held, -1 none
    std::vector<HeldParticle> held; // capacity of heldMax() reserved at build time
    std::vector<float>
        follow;            // per particle of the held cloth: 1 held … 0 far, for drawing with a later pose
    uint32_t grabCount{0}; // counts up at every grab and release: drives haptics and sounds
    uint32_t releaseCount{0};
    uint32_t slipCount{0}; // of the releases, those that the cloth forced

    bool holding() const { return cloth >= 0; }
};

// How many of so many particles a hand has room for: more than lie within its reach even in a crumpled cloth.
int32_t heldMax(int32_t particleCount);

// Reserves room for holding some of `particleMax` particles. Allocates.
void prepareHand(HandState &hand, int32_t particleMax);

// Moves the anchor from one step's pose to the next. Returns the rigid motion by which held cloth must be
// carried when the tracking origin jumped (recentring), identity otherwise.
Pose moveAnchor(HandState &hand, const HandInput &input, const HandSettings &settings, float dt,
                float sinceRecentre);

// Hysteresis on grab and pinch. True at the moment of closing, and while a closed, empty hand may still take
// hold.
bool wantsToGrab(HandState &hand, const HandInput &input, const HandSettings &settings, float dt);
// True when the grip must open: released, or lost for too long.
bool wantsToRelease(const HandState &hand, const HandSettings &settings);

// Takes every free particle within hand.radius of the anchor; within less, where those are more than
// heldMax(). Returns true when it holds something. Marks the particles fixed.
bool grabParticles(HandState &hand, int32_t clothIndex, Cloth &cloth);
void releaseParticles(HandState &hand, Cloth &cloth);

} // namespace selvage
