// Hand trackers of the headset display; see the header.
#include "headset_hands.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

static_assert(kHandJointCount == XR_HAND_JOINT_COUNT_EXT);
static_assert(kJointIndexKnuckle == XR_HAND_JOINT_INDEX_PROXIMAL_EXT);
static_assert(kJointLittleRoot == XR_HAND_JOINT_LITTLE_METACARPAL_EXT);

JointState jointOf(const XrHandJointLocationEXT &location) {
    constexpr XrSpaceLocationFlags kValid =
        XR_SPACE_LOCATION_POSITION_VALID_BIT | XR_SPACE_LOCATION_ORIENTATION_VALID_BIT;
    JointState joint;
    const Pose pose = toPose(location.pose);
    joint.valid = (location.locationFlags & kValid) == kValid && isUsable(pose);
    if (joint.valid) {
        joint.pose = {glm::normalize(pose.orientation), pose.position};
        joint.radius = std::isfinite(location.radius) ? std::clamp(location.radius, 0.002F, 0.05F) : 0.008F;
    }
    return joint;
}

} // namespace

HandTrackers createHandTrackers(const Runtime &runtime, XrSession session) {
    HandTrackers trackers;
    if (!runtime.tracksHands) {
        return trackers;
    }
    for (size_t side = 0; side < kHandCount; ++side) {
        XrHandTrackerCreateInfoEXT info{};
        info.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT;
        info.hand = side == 0 ? XR_HAND_LEFT_EXT : XR_HAND_RIGHT_EXT;
        info.handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT;
        if (XR_FAILED(runtime.createHandTracker(session, &info, &trackers.tracker[side]))) {
            trackers.tracker[side] = XR_NULL_HANDLE;
        }
    }
    return trackers;
}

void destroyHandTrackers(const Runtime &runtime, HandTrackers &trackers) {
    for (XrHandTrackerEXT &tracker : trackers.tracker) {
        if (tracker != XR_NULL_HANDLE) {
            runtime.destroyHandTracker(tracker);
            tracker = XR_NULL_HANDLE;
        }
    }
}

XrResult locateJoints(const Runtime &runtime, const HandTrackers &trackers, Hand side, XrSpace base,
                      XrTime time, HandSkeleton &skeleton) {
    skeleton = {};
    const XrHandTrackerEXT tracker = trackers.tracker[static_cast<size_t>(side)];
    if (tracker == XR_NULL_HANDLE) {
        return XR_SUCCESS;
    }
    const XrHandJointsLocateInfoEXT info{XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, nullptr, base, time};
    std::array<XrHandJointLocationEXT, kHandJointCount> located{};
    XrHandJointLocationsEXT locations{};
    locations.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT;
    locations.jointCount = kHandJointCount;
    locations.jointLocations = located.data();
    const XrResult result = runtime.locateHandJoints(tracker, &info, &locations);
    if (XR_FAILED(result) || locations.isActive != XR_TRUE) {
        return result;
    }
    skeleton.active = true;
    for (size_t joint = 0; joint < kHandJointCount; ++joint) {
        skeleton.joints[joint] = jointOf(located[joint]);
    }
    return result;
}

} // namespace selvage
