// The headset display's decisions as pure functions, so that they can be tested without a runtime: what to do
// for a session state, which reference space and picture format to take, and what to believe of the runtime's
// times.
#pragma once

#include "openxr_api.h"

#include <optional>
#include <span>

namespace selvage {

// What a change of the session's state asks for. Begin and End are asked only in pairs: a headset that is
// taken off and put on again goes READY, STOPPING, IDLE, READY any number of times.
enum class SessionStep { None, Begin, End, Finish, Lose };
SessionStep nextSessionStep(XrSessionState state, bool running);

// Where the world stands: its origin is on the floor, below where the person recentred.
struct SpaceChoice {
    XrReferenceSpaceType type{XR_REFERENCE_SPACE_TYPE_LOCAL};
    float floorBelow{0.0F}; // m from the space's origin down to the floor
};
// LOCAL_FLOOR, else STAGE, else LOCAL with an estimated eye height. LOCAL_FLOOR needs its extension switched
// on.
SpaceChoice chooseSpace(std::span<const XrReferenceSpaceType> offered, bool localFloorEnabled);

// The runtime's first format is not ours to trust (Monado's is 16 bit UNORM). Nothing: none that we can draw
// to.
std::optional<VkFormat> chooseColorFormat(std::span<const int64_t> offered);
// Only D32_SFLOAT, which is what the renderer resolves into.
std::optional<VkFormat> chooseDepthFormat(std::span<const int64_t> offered);

// The rate to ask for: 90 Hz where it is listed. Nothing: leave the runtime's own.
std::optional<float> chooseRefreshRate(std::span<const float> offered);

// The display's clock: seconds from the first frame, always rising. XrTime has an arbitrary zero, and
// runtimes have been seen to predict negative times and times weeks ahead; both must not reach the
// simulation.
struct FrameClock {
    bool started{false};
    XrTime xrTime{0};          // what OpenXR is asked about for `seconds`
    double seconds{0.0};       // s
    double period{1.0 / 90.0}; // s, of the frame begun
};
// One frame on. Believed: a time after the last one by at most a second. For any other the clock goes on by
// one period; it follows the runtime to a positive time and ignores the rest. Periods are clamped to 1…100
// ms; one that is not positive leaves the last.
void advanceClock(FrameClock &clock, XrTime predictedTime, XrDuration predictedPeriod);
// The runtime's time for a display time near the clock's.
XrTime toXrTime(const FrameClock &clock, double seconds);

// The triangles that a runtime says a lens hides: three corners each, on the plane one metre before the eye.
// Nothing where the mask is not to be believed: an index without a corner, a corner that is not finite, too
// many of them, or the middle of the view hidden (runtimes have been seen to get masks wrong).
std::vector<Vec2> hiddenTriangles(std::span<const XrVector2f> corners, std::span<const uint32_t> indices);

// A recentring is announced with the time from which it holds. True when it holds at `now`; a time more than
// a second ahead is not believed.
bool recentringHolds(XrTime changeTime, XrTime now);

} // namespace selvage
