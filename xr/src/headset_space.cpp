// Spaces of the headset display; see the header.
#include "headset_space.h"

namespace selvage {

Result<WorldSpace> createWorldSpace(XrSession session, bool localFloorEnabled) {
    std::vector<XrReferenceSpaceType> offered;
    XR_CHECK(enumerateXr(offered, XR_REFERENCE_SPACE_TYPE_VIEW,
                         [&](uint32_t capacity, uint32_t *count, XrReferenceSpaceType *items) {
                             return xrEnumerateReferenceSpaces(session, capacity, count, items);
                         }));
    WorldSpace world;
    world.choice = chooseSpace(offered, localFloorEnabled);
    XrReferenceSpaceCreateInfo info{};
    info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
    info.referenceSpaceType = world.choice.type;
    info.poseInReferenceSpace = kIdentityPose;
    info.poseInReferenceSpace.position.y = -world.choice.floorBelow;
    XR_CHECK(xrCreateReferenceSpace(session, &info, &world.space));
    return world;
}

Result<XrSpace> createViewSpace(XrSession session) {
    XrReferenceSpaceCreateInfo info{};
    info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
    info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW;
    info.poseInReferenceSpace = kIdentityPose;
    XrSpace space = XR_NULL_HANDLE;
    XR_CHECK(xrCreateReferenceSpace(session, &info, &space));
    return space;
}

XrResult locatePose(XrSpace space, XrSpace base, XrTime time, LocatedPose &located) {
    constexpr XrSpaceLocationFlags kValid =
        XR_SPACE_LOCATION_POSITION_VALID_BIT | XR_SPACE_LOCATION_ORIENTATION_VALID_BIT;
    constexpr XrSpaceLocationFlags kTracked =
        XR_SPACE_LOCATION_POSITION_TRACKED_BIT | XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT;
    XrSpaceLocation location{};
    location.type = XR_TYPE_SPACE_LOCATION;
    const XrResult result = xrLocateSpace(space, base, time, &location);
    located = {};
    if (XR_SUCCEEDED(result) && (location.locationFlags & kValid) == kValid) {
        const Pose pose = toPose(location.pose);
        located.valid = isUsable(pose);
        located.pose = located.valid ? pose : Pose{};
        located.tracked = located.valid && (location.locationFlags & kTracked) == kTracked;
    }
    return result;
}

} // namespace selvage
