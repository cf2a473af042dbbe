// Spaces of the headset display: the one the world stands in, and poses located in it with their validity.
#pragma once

#include "headset_logic.h"
#include "openxr_api.h"

namespace selvage {

// The space the world is anchored to; its origin is on the floor. Owned by the headset display.
struct WorldSpace {
    XrSpace space{XR_NULL_HANDLE};
    SpaceChoice choice;
};
Result<WorldSpace> createWorldSpace(XrSession session, bool localFloorEnabled);

// The head's own space.
Result<XrSpace> createViewSpace(XrSession session);

struct LocatedPose {
    Pose pose;
    bool valid{false};   // usable
    bool tracked{false}; // measured now, not remembered or guessed
};
// The pose of `space` in `base`. Invalid poses may be garbage and come back as the identity.
XrResult locatePose(XrSpace space, XrSpace base, XrTime time, LocatedPose &located);

} // namespace selvage
