// The OpenXR runtime and its headset: instance, system, the extensions that are there, and what Vulkan must
// be made with. No session yet.
#pragma once

#include "openxr_api.h"
#include "xr/display.h"

#include <string>
#include <vector>

namespace selvage {

// Owned by the headset display; closeRuntime() frees it. Function pointers are null where their extension is
// missing.
struct Runtime {
    XrInstance instance{XR_NULL_HANDLE};
    XrSystemId system{XR_NULL_SYSTEM_ID};
    std::string name;                    // e.g. "Monado: Remote HMD"
    std::vector<std::string> extensions; // switched on
    bool createsVulkan{false}; // XR_KHR_vulkan_enable2: the runtime makes instance and device itself

    PFN_xrCreateVulkanInstanceKHR createVulkanInstance{nullptr};
    PFN_xrGetVulkanGraphicsDevice2KHR getVulkanGraphicsDevice2{nullptr};
    PFN_xrCreateVulkanDeviceKHR createVulkanDevice{nullptr};
    PFN_xrGetVulkanGraphicsDeviceKHR getVulkanGraphicsDevice{nullptr};
    PFN_xrEnumerateDisplayRefreshRatesFB enumerateRefreshRates{nullptr};
    PFN_xrGetDisplayRefreshRateFB getRefreshRate{nullptr};
    PFN_xrRequestDisplayRefreshRateFB requestRefreshRate{nullptr};
    PFN_xrGetVisibilityMaskKHR getVisibilityMask{nullptr};
    bool tracksHands{false}; // XR_EXT_hand_tracking, and the headset has it: the three below are there
    PFN_xrCreateHandTrackerEXT createHandTracker{nullptr};
    PFN_xrDestroyHandTrackerEXT destroyHandTracker{nullptr};
    PFN_xrLocateHandJointsEXT locateHandJoints{nullptr};

    bool has(const std::string &extension) const;
};

// Opens the runtime and finds a headset; gives one that is just being plugged in a second to appear. Fails
// with one sentence where there is no runtime or no headset.
Result<void> openRuntime(const std::string &applicationName, const HeadsetOptions &options, Runtime &runtime);
void closeRuntime(Runtime &runtime);

// How the runtime wants Vulkan to be made. `runtime` must outlive the request.
Result<GpuRequest> vulkanRequest(const Runtime &runtime);

} // namespace selvage
