// Opening the runtime: API version 1.0 (some refuse 1.1), and of the extensions only those that it lists.
#include "headset_runtime.h"

#include "headset_bindings.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace selvage {

namespace {

constexpr auto kHeadsetWait = std::chrono::milliseconds(1000);
constexpr auto kHeadsetWaitStep = std::chrono::milliseconds(100);
constexpr XrFormFactor kFormFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;

// Everything that is used where it is there, Vulkan and controllers aside.
constexpr std::array kUsefulExtensions = {
    XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME, XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME,
    XR_KHR_VISIBILITY_MASK_EXTENSION_NAME,         kLocalFloorExtension,
    XR_EXT_HAND_TRACKING_EXTENSION_NAME,
};

bool contains(const std::vector<std::string> &names, const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Result<std::vector<std::string>> offeredExtensions() {
    std::vector<XrExtensionProperties> offered;
    const XrResult result =
        enumerateXr(offered, XrExtensionProperties{XR_TYPE_EXTENSION_PROPERTIES, {}, {}, {}},
                    [](uint32_t capacity, uint32_t *count, XrExtensionProperties *items) {
                        return xrEnumerateInstanceExtensionProperties(nullptr, capacity, count, items);
                    });
    if (XR_FAILED(result)) {
        return Error{"no OpenXR runtime answers (" + xrResultName(result) +
                     "): start the headset's runtime, or set XR_RUNTIME_JSON to its manifest"};
    }
    std::vector<std::string> names;
    names.reserve(offered.size());
    for (const XrExtensionProperties &extension : offered) {
        names.emplace_back(extension.extensionName);
    }
    return names;
}

std::vector<std::string> chooseExtensions(const std::vector<std::string> &offered,
                                          const HeadsetOptions &options) {
    std::vector<std::string> chosen;
    const auto take = [&](const std::string &name) {
        const bool is = contains(offered, name);
        if (is && !contains(chosen, name)) {
            chosen.push_back(name);
        }
        return is;
    };
    // Not both: a runtime cannot tell then which of the two made the device.
    if (options.olderVulkan || !take(XR_KHR_VULKAN_ENABLE2_EXTENSION_NAME)) {
        take(XR_KHR_VULKAN_ENABLE_EXTENSION_NAME);
    }
    for (const char *name : kUsefulExtensions) {
        take(name);
    }
    for (const ControllerProfile &profile : controllerProfiles()) {
        if (profile.extension != nullptr) {
            take(profile.extension);
        }
    }
    return chosen;
}

Result<void> createInstance(const std::string &applicationName, Runtime &runtime) {
    std::vector<const char *> names;
    for (const std::string &name : runtime.extensions) {
        names.push_back(name.c_str());
    }
    XrInstanceCreateInfo info{};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    std::snprintf(info.applicationInfo.applicationName, XR_MAX_APPLICATION_NAME_SIZE, "%s",
                  applicationName.c_str());
    std::snprintf(info.applicationInfo.engineName, XR_MAX_ENGINE_NAME_SIZE, "Selvage");
    info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
    info.enabledExtensionCount = static_cast<uint32_t>(names.size());
    info.enabledExtensionNames = names.data();
    const XrResult result = xrCreateInstance(&info, &runtime.instance);
    if (XR_FAILED(result)) {
        return Error{"the OpenXR runtime does not start (xrCreateInstance: " + xrResultName(result) +
                     "): is its service running?"};
    }
    return {};
}

template <typename Function> void load(const Runtime &runtime, const char *name, Function &function) {
    PFN_xrVoidFunction found = nullptr;
    const XrResult result = xrGetInstanceProcAddr(runtime.instance, name, &found);
    function = XR_SUCCEEDED(result) ? reinterpret_cast<Function>(found) : nullptr;
}

void loadFunctions(Runtime &runtime) {
    if (runtime.has(XR_KHR_VULKAN_ENABLE2_EXTENSION_NAME)) {
        load(runtime, "xrCreateVulkanInstanceKHR", runtime.createVulkanInstance);
        load(runtime, "xrGetVulkanGraphicsDevice2KHR", runtime.getVulkanGraphicsDevice2);
        load(runtime, "xrCreateVulkanDeviceKHR", runtime.createVulkanDevice);
    }
    runtime.createsVulkan = runtime.createVulkanInstance != nullptr &&
                            runtime.createVulkanDevice != nullptr &&
                            runtime.getVulkanGraphicsDevice2 != nullptr;
    if (runtime.has(XR_KHR_VULKAN_ENABLE_EXTENSION_NAME)) {
        load(runtime, "xrGetVulkanGraphicsDeviceKHR", runtime.getVulkanGraphicsDevice);
    }
    if (runtime.has(XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME)) {
        load(runtime, "xrEnumerateDisplayRefreshRatesFB", runtime.enumerateRefreshRates);
        load(runtime, "xrGetDisplayRefreshRateFB", runtime.getRefreshRate);
        load(runtime, "xrRequestDisplayRefreshRateFB", runtime.requestRefreshRate);
    }
    if (runtime.has(XR_KHR_VISIBILITY_MASK_EXTENSION_NAME)) {
        load(runtime, "xrGetVisibilityMaskKHR", runtime.getVisibilityMask);
    }
    if (runtime.has(XR_EXT_HAND_TRACKING_EXTENSION_NAME)) {
        load(runtime, "xrCreateHandTrackerEXT", runtime.createHandTracker);
        load(runtime, "xrDestroyHandTrackerEXT", runtime.destroyHandTracker);
        load(runtime, "xrLocateHandJointsEXT", runtime.locateHandJoints);
    }
}

Result<void> findHeadset(Runtime &runtime) {
    XrSystemGetInfo info{XR_TYPE_SYSTEM_GET_INFO, nullptr, kFormFactor};
    const auto deadline = std::chrono::steady_clock::now() + kHeadsetWait;
    XrResult result = xrGetSystem(runtime.instance, &info, &runtime.system);
    while (result == XR_ERROR_FORM_FACTOR_UNAVAILABLE && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(kHeadsetWaitStep);
        result = xrGetSystem(runtime.instance, &info, &runtime.system);
    }
    if (XR_FAILED(result)) {
        return Error{"the OpenXR runtime has no headset (xrGetSystem: " + xrResultName(result) +
                     "): connect it and switch it on"};
    }
    XrSystemProperties properties{};
    properties.type = XR_TYPE_SYSTEM_PROPERTIES;
    XrSystemHandTrackingPropertiesEXT hands{};
    hands.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT;
    properties.next = runtime.locateHandJoints != nullptr ? &hands : nullptr;
    XR_CHECK(xrGetSystemProperties(runtime.instance, runtime.system, &properties));
    runtime.name = properties.systemName;
    runtime.tracksHands = hands.supportsHandTracking == XR_TRUE && runtime.createHandTracker != nullptr &&
                          runtime.destroyHandTracker != nullptr && runtime.locateHandJoints != nullptr;
    return {};
}

// The runtime insists on being asked before Vulkan is made. Its upper limit is only what it was tested with.
Result<void> checkVulkanVersion(const Runtime &runtime) {
    PFN_xrGetVulkanGraphicsRequirementsKHR getRequirements = nullptr;
    load(runtime,
         runtime.createsVulkan ? "xrGetVulkanGraphicsRequirements2KHR" : "xrGetVulkanGraphicsRequirementsKHR",
         getRequirements);
    if (getRequirements == nullptr) {
        return Error{
            "the OpenXR runtime offers no Vulkan (neither XR_KHR_vulkan_enable2 nor XR_KHR_vulkan_enable)"};
    }
    XrGraphicsRequirementsVulkanKHR requirements{};
    requirements.type = XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN_KHR;
    XR_CHECK(getRequirements(runtime.instance, runtime.system, &requirements));
    if (requirements.minApiVersionSupported > XR_MAKE_VERSION(1, 1, 0)) {
        return Error{"the OpenXR runtime needs Vulkan " +
                     std::to_string(XR_VERSION_MAJOR(requirements.minApiVersionSupported)) + "." +
                     std::to_string(XR_VERSION_MINOR(requirements.minApiVersionSupported)) +
                     ", expected at most 1.1"};
    }
    return {};
}

std::vector<std::string> splitAtSpaces(const std::string &text) {
    std::istringstream stream(text.c_str()); // c_str(): the runtime's text ends at its first zero
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

// The two-call text query of XR_KHR_vulkan_enable.
Result<std::vector<std::string>> vulkanExtensions(const Runtime &runtime, const char *functionName) {
    PFN_xrGetVulkanInstanceExtensionsKHR query = nullptr; // both queries have this type
    load(runtime, functionName, query);
    if (query == nullptr) {
        return Error{std::string("the OpenXR runtime lacks ") + functionName};
    }
    std::vector<char> text;
    const XrResult result = enumerateXr(text, '\0', [&](uint32_t capacity, uint32_t *count, char *items) {
        return query(runtime.instance, runtime.system, capacity, count, items);
    });
    if (XR_FAILED(result)) {
        return xrError(functionName, result);
    }
    return splitAtSpaces(std::string(text.begin(), text.end()));
}

// A failing OpenXR call inside a Vulkan hook; the application gets to see the Vulkan result.
VkResult asVulkan(XrResult result, VkResult vulkanResult) {
    return XR_FAILED(result) ? VK_ERROR_INITIALIZATION_FAILED : vulkanResult;
}

GpuRequest requestCreatedByRuntime(const Runtime &runtime) {
    GpuRequest request;
    request.createInstance = [&runtime](const VkInstanceCreateInfo &info, VkInstance *instance) {
        XrVulkanInstanceCreateInfoKHR create{};
        create.type = XR_TYPE_VULKAN_INSTANCE_CREATE_INFO_KHR;
        create.systemId = runtime.system;
        create.pfnGetInstanceProcAddr = vkGetInstanceProcAddr;
        create.vulkanCreateInfo = &info;
        VkResult vulkanResult = VK_ERROR_INITIALIZATION_FAILED;
        const XrResult result =
            runtime.createVulkanInstance(runtime.instance, &create, instance, &vulkanResult);
        return asVulkan(result, vulkanResult);
    };
    request.choosePhysicalDevice = [&runtime](VkInstance instance) -> VkPhysicalDevice {
        const XrVulkanGraphicsDeviceGetInfoKHR get{XR_TYPE_VULKAN_GRAPHICS_DEVICE_GET_INFO_KHR, nullptr,
                                                   runtime.system, instance};
        VkPhysicalDevice device = VK_NULL_HANDLE;
        const XrResult result = runtime.getVulkanGraphicsDevice2(runtime.instance, &get, &device);
        return XR_SUCCEEDED(result) ? device : VK_NULL_HANDLE;
    };
    request.createDevice = [&runtime](VkPhysicalDevice physical, const VkDeviceCreateInfo &info,
                                      VkDevice *device) {
        XrVulkanDeviceCreateInfoKHR create{};
        create.type = XR_TYPE_VULKAN_DEVICE_CREATE_INFO_KHR;
        create.systemId = runtime.system;
        create.pfnGetInstanceProcAddr = vkGetInstanceProcAddr;
        create.vulkanPhysicalDevice = physical;
        create.vulkanCreateInfo = &info;
        VkResult vulkanResult = VK_ERROR_INITIALIZATION_FAILED;
        const XrResult result = runtime.createVulkanDevice(runtime.instance, &create, device, &vulkanResult);
        return asVulkan(result, vulkanResult);
    };
    return request;
}

std::vector<std::string> offeredDeviceExtensions(VkPhysicalDevice device) {
    uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> offered(count);
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, offered.data());
    std::vector<std::string> names;
    names.reserve(offered.size());
    for (const VkExtensionProperties &extension : offered) {
        names.emplace_back(extension.extensionName);
    }
    return names;
}

// Adds those of the runtime's extensions that the device has. Monado names VK_KHR_external_semaphore_fd to
// every device and does without it where it is missing; a runtime that cannot says so when the session is
// created.
VkResult createDeviceWith(const std::vector<std::string> &wanted, VkPhysicalDevice physical,
                          const VkDeviceCreateInfo &info, VkDevice *device) {
    const std::vector<std::string> offered = offeredDeviceExtensions(physical);
    std::vector<std::string> names(info.ppEnabledExtensionNames,
                                   info.ppEnabledExtensionNames + info.enabledExtensionCount);
    for (const std::string &name : wanted) {
        if (contains(offered, name) && !contains(names, name)) {
            names.push_back(name);
        }
    }
    std::vector<const char *> pointers;
    pointers.reserve(names.size());
    for (const std::string &name : names) {
        pointers.push_back(name.c_str());
    }
    VkDeviceCreateInfo extended = info;
    extended.enabledExtensionCount = static_cast<uint32_t>(pointers.size());
    extended.ppEnabledExtensionNames = pointers.data();
    return vkCreateDevice(physical, &extended, nullptr, device);
}

Result<GpuRequest> requestNamedByRuntime(const Runtime &runtime) {
    auto instanceExtensions = vulkanExtensions(runtime, "xrGetVulkanInstanceExtensionsKHR");
    if (!instanceExtensions) {
        return instanceExtensions.error();
    }
    auto deviceExtensions = vulkanExtensions(runtime, "xrGetVulkanDeviceExtensionsKHR");
    if (!deviceExtensions) {
        return deviceExtensions.error();
    }
    GpuRequest request;
    request.instanceExtensions = *instanceExtensions;
    request.createDevice = [names = *deviceExtensions](VkPhysicalDevice physical,
                                                       const VkDeviceCreateInfo &info, VkDevice *device) {
        return createDeviceWith(names, physical, info, device);
    };
    request.choosePhysicalDevice = [&runtime](VkInstance instance) -> VkPhysicalDevice {
        VkPhysicalDevice device = VK_NULL_HANDLE;
        const XrResult result =
            runtime.getVulkanGraphicsDevice(runtime.instance, runtime.system, instance, &device);
        return XR_SUCCEEDED(result) ? device : VK_NULL_HANDLE;
    };
    return request;
}

} // namespace

bool Runtime::has(const std::string &extension) const {
    return contains(extensions, extension);
}

Result<void> openRuntime(const std::string &applicationName, const HeadsetOptions &options,
                         Runtime &runtime) {
    // The loader writes its own lines about a missing runtime; ours is enough. The person's own setting wins.
    setenv("XR_LOADER_DEBUG", "none", 0);
    auto offered = offeredExtensions();
    if (!offered) {
        return offered.error();
    }
    runtime.extensions = chooseExtensions(*offered, options);
    if (auto created = createInstance(applicationName, runtime); !created) {
        return created;
    }
    loadFunctions(runtime);
    if (auto found = findHeadset(runtime); !found) {
        return found;
    }
    return checkVulkanVersion(runtime);
}

void closeRuntime(Runtime &runtime) {
    if (runtime.instance != XR_NULL_HANDLE) {
        xrDestroyInstance(runtime.instance);
    }
    runtime = Runtime{};
}

Result<GpuRequest> vulkanRequest(const Runtime &runtime) {
    if (runtime.createsVulkan) {
        return requestCreatedByRuntime(runtime);
    }
    return requestNamedByRuntime(runtime);
}

} // namespace selvage
