// Bare hands without a runtime's own gestures: what the joints of XR_EXT_hand_tracking say is turned into
// what a controller would say, and controller and hand take over from each other. Pure functions of joints
// and time.
//
// Pinch and grasp are values for the 0.6 / 0.4 hysteresis of whoever reads them: a pinch presses with the
// tips 2 cm apart and opens at 3.5 cm, on a hand of ordinary size, and in proportion on others. A joint that
// is lost keeps its gesture for a moment, which then opens softly.
#pragma once

#include "maths/hand_skeleton.h"
#include "maths/tracking.h"

namespace selvage {

// A value that outlives the joints it came from.
struct HeldGesture {
    float value{0.0F};    // 0…1
    float lostTime{0.0F}; // s
};

// Of one hand, from frame to frame.
struct BareHand {
    bool seen{false};
    float size{1.0F}; // –, of a hand whose knuckles are 95 mm from its wrist
    HeldGesture pinch;
    HeldGesture grasp;
    bool closed{false};
    Vec3 reach{0.0F};                 // m, from the palm, in its frame: where it takes hold
    Quat aim{1.0F, 0.0F, 0.0F, 0.0F}; // steadied
};

// Reads a frame's joints. False where the palm is not valid or the hand is not there: `input` then keeps its
// last poses and gestures, not tracked. dt: s since the last call, 0 for the same frame again. The grip is
// OpenXR's, at the place where the fingers take hold, which stays put on the palm while they are closed; the
// aim leaves the index finger's knuckle the way the back of the hand points.
bool readBareHand(const HandSkeleton &skeleton, Hand side, float dt, BareHand &hand, HandInput &input);

// Distance (m) between the tips of thumb and index finger of a hand of ordinary size, to a pinch.
float pinchFromGap(float gap);
// Mean bend (rad) of middle, ring and little finger, 0 straight, to a grasp.
float graspFromBend(float bend);

enum class HandSource : uint8_t { None, Controller, Joints };

inline constexpr double kHandOverTime = 0.3; // s, that the other must be there alone
inline constexpr double kCarriedGrip = 0.5;  // s, that a grip outlives the change of its source

// Which of the two a hand's input comes from.
struct HandOver {
    HandSource source{HandSource::None};
    double waitingSince{-1.0}; // s, since when the other one could take over; negative: it cannot
    double changedAt{-1e9};    // s
    bool carries{false};       // the old source's grip
    float grab{0.0F};          // of the old source
    float pinch{0.0F};
};

// Chooses for this frame. `time`: s, display time.
HandSource chooseSource(HandOver &over, bool controllerTracked, bool jointsTracked, double time);
// Keeps what the old source held until the new one has closed itself, or for a moment. `input`: of the source
// chosen, and changed.
void carryGrip(HandOver &over, HandInput &input, double time);

} // namespace selvage
