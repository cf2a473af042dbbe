// OpenXR's headers with Vulkan, the constants that Debian's headers (1.0.20) do not have yet, and results as
// errors: every failing call becomes a sentence with the call and the result's name.
#pragma once

#include "maths/pose.h"
#include "maths/result.h"

#include <string>
#include <vector>
#include <volk.h>

#define XR_USE_GRAPHICS_API_VULKAN
#include <openxr/openxr.h>
#include <openxr/openxr_platform.h>

namespace selvage {

// XR_EXT_local_floor, registry 1.1.
inline constexpr const char *kLocalFloorExtension = "XR_EXT_local_floor";
inline constexpr auto kReferenceSpaceLocalFloor = static_cast<XrReferenceSpaceType>(1000426000);

// "XR_ERROR_SESSION_LOST" and so on; the number for results that these headers do not know.
std::string xrResultName(XrResult result);

// "xrCreateSession failed: XR_ERROR_..." (the arguments in `call` are dropped).
Error xrError(const char *call, XrResult result);

// The runtime or the session is gone; no later call can succeed.
inline bool isLost(XrResult result) {
    return result == XR_ERROR_INSTANCE_LOST || result == XR_ERROR_SESSION_LOST ||
           result == XR_ERROR_RUNTIME_UNAVAILABLE;
}

inline constexpr XrPosef kIdentityPose{{0.0F, 0.0F, 0.0F, 1.0F}, {0.0F, 0.0F, 0.0F}};

inline Pose toPose(const XrPosef &pose) {
    return {Quat(pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z),
            Vec3(pose.position.x, pose.position.y, pose.position.z)};
}

// Two calls of OpenXR's "ask for the count, then for the items" with one result. `call(capacity, &count,
// items)`.
template <typename Item, typename Call>
XrResult enumerateXr(std::vector<Item> &items, const Item &blank, Call call) {
    uint32_t count = 0;
    XrResult result = call(0U, &count, static_cast<Item *>(nullptr));
    if (XR_FAILED(result)) {
        return result;
    }
    items.assign(count, blank);
    result = call(count, &count, items.data());
    items.resize(XR_SUCCEEDED(result) ? count : 0);
    return result;
}

} // namespace selvage

// For functions that return Result<T>: gives up with the error when the call fails.
#define XR_CHECK(call)                                                                                       \
    do {                                                                                                     \
        const XrResult xrCheckResult = (call);                                                               \
        if (XR_FAILED(xrCheckResult)) {                                                                      \
            return ::selvage::xrError(#call, xrCheckResult);                                                 \
        }                                                                                                    \
    } while (false)
