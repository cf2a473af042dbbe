// Joints of bare hands through XR_EXT_hand_tracking, where the runtime and its headset have it.
#pragma once

#include "headset_runtime.h"
#include "maths/hand_skeleton.h"
#include "maths/tracking.h"

namespace selvage {

// Owned by the headset display; destroyHandTrackers() frees it. Null where there are none.
struct HandTrackers {
    std::array<XrHandTrackerEXT, kHandCount> tracker{XR_NULL_HANDLE, XR_NULL_HANDLE};
};

// Hands are an extra: where they cannot be had there are none, and nothing fails.
HandTrackers createHandTrackers(const Runtime &runtime, XrSession session);
void destroyHandTrackers(const Runtime &runtime, HandTrackers &trackers);
// In `base`, predicted for `time`. Joints that the runtime does not call valid are not.
XrResult locateJoints(const Runtime &runtime, const HandTrackers &trackers, Hand side, XrSpace base,
                      XrTime time, HandSkeleton &skeleton);

} // namespace selvage
