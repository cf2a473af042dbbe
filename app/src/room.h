// Where the tracking space lies in the world: moved by the person alone, to the scene's middle or up and
// down.
#pragma once

#include "maths/hand_skeleton.h"
#include "maths/tracking.h"
#include "render/renderer.h"

namespace selvage {

struct Room {
    Pose toWorld; // of tracking space
    bool moved{false};
};

inline constexpr float kRaiseStep = 0.05F; // m
inline constexpr float kRaiseMax = 0.8F;   // m, up or down

TrackedInput inWorld(const Room &room, const TrackedInput &input);
EyeView inWorld(const Room &room, const EyeView &eye);
HandSkeleton inWorld(const Room &room, const HandSkeleton &skeleton);

// The head (in the world now) comes over the origin, as high as it is, and faces -z. Does nothing for a head
// that is not usable.
void recentre(Room &room, const Pose &head);
// By so many steps, as far as it may.
void raise(Room &room, int32_t steps);

} // namespace selvage
