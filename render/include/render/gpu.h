// The Vulkan instance, device and queue, made the way a display needs them: an OpenXR runtime wants to make
// them itself (XR_KHR_vulkan_enable2), a window needs a surface, offscreen needs nothing.
#pragma once

#include "maths/result.h"

#include <functional>
#include <string>
#include <vector>
#include <volk.h>

namespace selvage {

// What a display asks of Vulkan. Empty functions mean "the ordinary call".
struct GpuRequest {
    std::vector<std::string> instanceExtensions;
    std::vector<std::string> deviceExtensions;
    // Replaces vkCreateInstance.
    std::function<VkResult(const VkInstanceCreateInfo &, VkInstance *)> createInstance;
    // Names the physical device to use (never "the first" under OpenXR). VK_NULL_HANDLE: none suits.
    std::function<VkPhysicalDevice(VkInstance)> choosePhysicalDevice;
    // Replaces vkCreateDevice.
    std::function<VkResult(VkPhysicalDevice, const VkDeviceCreateInfo &, VkDevice *)> createDevice;
    // Says whether a queue family can present to the display's surface (default: yes).
    std::function<bool(VkInstance, VkPhysicalDevice, uint32_t queueFamily)> canPresent;
    bool validation{false}; // switch on VK_LAYER_KHRONOS_validation where it is installed
};

// Owned by the application; one queue, used by the frame thread alone (OpenXR uses the same queue inside its
// frame calls, so no lock is needed as long as nobody else submits).
struct Gpu {
    VkInstance instance{VK_NULL_HANDLE};
    VkDebugUtilsMessengerEXT messenger{VK_NULL_HANDLE};
    VkPhysicalDevice physicalDevice{VK_NULL_HANDLE};
    VkDevice device{VK_NULL_HANDLE};
    VkQueue queue{VK_NULL_HANDLE};
    uint32_t queueFamily{0};
    VkPhysicalDeviceProperties properties{};
    VkPhysicalDeviceMemoryProperties memory{};
    bool multiview{false};         // VK_KHR_multiview (core 1.1) offered and enabled
    bool shaderOutputLayer{false}; // gl_Layer may be written in the vertex shader
    bool wireframe{false};         // lines instead of filled triangles can be drawn
    bool depthResolve{false};      // multisampled depth can be resolved (VK_KHR_depth_stencil_resolve)
    bool softwareDriver{false};    // llvmpipe: prefer two-pass, no anisotropy
    uint32_t timestampBits{0};     // 0: no GPU timestamps on this queue
};

// Needs Vulkan 1.1. Fails with the call and the reason.
Result<Gpu> createGpu(const GpuRequest &request);
void destroyGpu(Gpu &gpu);

// Number of validation warnings and errors seen since start; tests require 0.
int validationMessageCount();

} // namespace selvage
