// Makes the Vulkan instance, chooses the device and opens one graphics queue. A display may replace the three
// calls (OpenXR does); everything else is the same for all displays. Core 1.1 is required, the rest is asked
// for.
#include "render/gpu.h"

#include "vk_check.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

namespace selvage {

namespace {

constexpr const char *kValidationLayer = "VK_LAYER_KHRONOS_validation";
constexpr const char *kLayerFromVertexShader = VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME;

std::atomic<int> validationMessages{0};

VKAPI_ATTR VkBool32 VKAPI_CALL onValidationMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                                   VkDebugUtilsMessageTypeFlagsEXT,
                                                   const VkDebugUtilsMessengerCallbackDataEXT *data, void *) {
    ++validationMessages;
    std::fprintf(stderr, "vulkan: %s\n", data->pMessage);
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messengerInfo() {
    VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT; // hints on speed are not faults
    info.pfnUserCallback = onValidationMessage;
    return info;
}

// Vulkan's "ask for the count, then for the items".
template <typename Item, typename Call> std::vector<Item> enumerate(Call call, Item blank = {}) {
    uint32_t count = 0;
    if (call(&count, nullptr) != VK_SUCCESS) {
        return {};
    }
    std::vector<Item> items(count, blank);
    const VkResult result = call(&count, items.data());
    items.resize(result == VK_SUCCESS || result == VK_INCOMPLETE ? count : 0);
    return items;
}

bool hasLayer(const char *name) {
    const auto layers = enumerate<VkLayerProperties>([](uint32_t *count, VkLayerProperties *items) {
        return vkEnumerateInstanceLayerProperties(count, items);
    });
    return std::any_of(layers.begin(), layers.end(),
                       [&](const auto &layer) { return std::strcmp(layer.layerName, name) == 0; });
}

bool contains(const std::vector<VkExtensionProperties> &extensions, const char *name) {
    return std::any_of(extensions.begin(), extensions.end(), [&](const auto &extension) {
        return std::strcmp(extension.extensionName, name) == 0;
    });
}

std::vector<VkExtensionProperties> instanceExtensions(const char *layer) {
    return enumerate<VkExtensionProperties>([&](uint32_t *count, VkExtensionProperties *items) {
        return vkEnumerateInstanceExtensionProperties(layer, count, items);
    });
}

std::vector<VkExtensionProperties> deviceExtensions(VkPhysicalDevice device) {
    return enumerate<VkExtensionProperties>([&](uint32_t *count, VkExtensionProperties *items) {
        return vkEnumerateDeviceExtensionProperties(device, nullptr, count, items);
    });
}

void addUnique(std::vector<const char *> &names, const char *name) {
    if (std::none_of(names.begin(), names.end(), [&](const char *n) { return std::strcmp(n, name) == 0; })) {
        names.push_back(name);
    }
}

Result<void> loadVulkan() {
    if (volkInitialize() != VK_SUCCESS) {
        return Error{"No Vulkan loader found: install libvulkan1 and a driver (mesa-vulkan-drivers)"};
    }
    if (volkGetInstanceVersion() < VK_API_VERSION_1_1) {
        return Error{"The Vulkan loader offers only version 1.0, expected at least 1.1"};
    }
    return {};
}

Result<void> createInstance(const GpuRequest &request, Gpu &gpu) {
    const bool validate = request.validation && hasLayer(kValidationLayer);
    const auto offered = instanceExtensions(nullptr);
    std::vector<const char *> names;
    for (const std::string &name : request.instanceExtensions) {
        if (!contains(offered, name.c_str())) {
            return Error{"Vulkan offers no instance extension " + name + ", which the display needs"};
        }
        addUnique(names, name.c_str());
    }
    const bool messages =
        validate && (contains(offered, VK_EXT_DEBUG_UTILS_EXTENSION_NAME) ||
                     contains(instanceExtensions(kValidationLayer), VK_EXT_DEBUG_UTILS_EXTENSION_NAME));
    if (messages) {
        addUnique(names, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    }

    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "Selvage";
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    info.enabledLayerCount = validate ? 1 : 0;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = static_cast<uint32_t>(names.size());
    info.ppEnabledExtensionNames = names.data();
    if (request.createInstance) {
        VK_CHECK(request.createInstance(info, &gpu.instance));
    } else {
        VK_CHECK(vkCreateInstance(&info, nullptr, &gpu.instance));
    }
    volkLoadInstance(gpu.instance);
    if (messages) {
        const VkDebugUtilsMessengerCreateInfoEXT messenger = messengerInfo();
        VK_CHECK(vkCreateDebugUtilsMessengerEXT(gpu.instance, &messenger, nullptr, &gpu.messenger));
    }
    return {};
}

// The first queue family that draws and, where the display asks, presents; -1 when there is none.
int findQueueFamily(const GpuRequest &request, VkInstance instance, VkPhysicalDevice device) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    for (uint32_t i = 0; i < count; ++i) {
        const bool draws = (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
        if (draws && (!request.canPresent || request.canPresent(instance, device, i))) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

// A real GPU before a software one.
int preference(VkPhysicalDeviceType type) {
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 1;
    default:
        return 0;
    }
}

VkPhysicalDevice bestPhysicalDevice(const GpuRequest &request, VkInstance instance) {
    const auto devices = enumerate<VkPhysicalDevice>([&](uint32_t *count, VkPhysicalDevice *items) {
        return vkEnumeratePhysicalDevices(instance, count, items);
    });
    VkPhysicalDevice best = VK_NULL_HANDLE;
    int bestPreference = -1;
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties{};
        vkGetPhysicalDeviceProperties(device, &properties);
        const bool suits =
            properties.apiVersion >= VK_API_VERSION_1_1 && findQueueFamily(request, instance, device) >= 0;
        if (suits && preference(properties.deviceType) > bestPreference) {
            best = device;
            bestPreference = preference(properties.deviceType);
        }
    }
    return best;
}

Result<void> choosePhysicalDevice(const GpuRequest &request, Gpu &gpu) {
    gpu.physicalDevice = request.choosePhysicalDevice ? request.choosePhysicalDevice(gpu.instance)
                                                      : bestPhysicalDevice(request, gpu.instance);
    if (gpu.physicalDevice == VK_NULL_HANDLE) {
        return Error{"No Vulkan device suits the display: expected one with Vulkan 1.1 and a graphics queue"};
    }
    vkGetPhysicalDeviceProperties(gpu.physicalDevice, &gpu.properties);
    vkGetPhysicalDeviceMemoryProperties(gpu.physicalDevice, &gpu.memory);
    if (gpu.properties.apiVersion < VK_API_VERSION_1_1) {
        return Error{std::string(gpu.properties.deviceName) +
                     " offers only Vulkan 1.0, expected at least 1.1"};
    }
    gpu.softwareDriver = gpu.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const int family = findQueueFamily(request, gpu.instance, gpu.physicalDevice);
    if (family < 0) {
        return Error{std::string(gpu.properties.deviceName) +
                     " has no graphics queue that serves the display"};
    }
    gpu.queueFamily = static_cast<uint32_t>(family);

    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(gpu.physicalDevice, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(gpu.physicalDevice, &count, families.data());
    gpu.timestampBits = families[gpu.queueFamily].timestampValidBits;
    return {};
}

// The extensions to open the device with; notes in `gpu` which optional ones are there.
Result<std::vector<const char *>> chooseDeviceExtensions(const GpuRequest &request, Gpu &gpu) {
    const auto offered = deviceExtensions(gpu.physicalDevice);
    std::vector<const char *> names;
    for (const std::string &name : request.deviceExtensions) {
        if (!contains(offered, name.c_str())) {
            return Error{std::string(gpu.properties.deviceName) + " offers no device extension " + name +
                         ", which the display needs"};
        }
        addUnique(names, name.c_str());
    }
    gpu.shaderOutputLayer = contains(offered, kLayerFromVertexShader);
    if (gpu.shaderOutputLayer) {
        addUnique(names, kLayerFromVertexShader);
    }
    gpu.depthResolve = contains(offered, VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME) &&
                       contains(offered, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME);
    if (gpu.depthResolve) {
        addUnique(names, VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME);
        addUnique(names, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME);
    }
    return names;
}

Result<void> createDevice(const GpuRequest &request, Gpu &gpu) {
    auto names = chooseDeviceExtensions(request, gpu);
    if (!names) {
        return names.error();
    }
    VkPhysicalDeviceMultiviewFeatures multiview{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES};
    VkPhysicalDeviceFeatures2 offered{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    offered.pNext = &multiview;
    vkGetPhysicalDeviceFeatures2(gpu.physicalDevice, &offered);
    multiview.multiviewGeometryShader = VK_FALSE;
    multiview.multiviewTessellationShader = VK_FALSE;
    gpu.multiview = multiview.multiview == VK_TRUE;
    gpu.wireframe = offered.features.fillModeNonSolid == VK_TRUE;

    VkPhysicalDeviceFeatures2 wanted{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    wanted.pNext = &multiview;
    wanted.features.fillModeNonSolid = offered.features.fillModeNonSolid;
    const float priority = 1.0F;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = gpu.queueFamily;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &wanted;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<uint32_t>(names->size());
    info.ppEnabledExtensionNames = names->data();
    if (request.createDevice) {
        VK_CHECK(request.createDevice(gpu.physicalDevice, info, &gpu.device));
    } else {
        VK_CHECK(vkCreateDevice(gpu.physicalDevice, &info, nullptr, &gpu.device));
    }
    volkLoadDevice(gpu.device);
    vkGetDeviceQueue(gpu.device, gpu.queueFamily, 0, &gpu.queue);
    return {};
}

Result<void> openGpu(const GpuRequest &request, Gpu &gpu) {
    SELVAGE_TRY(loadVulkan());
    SELVAGE_TRY(createInstance(request, gpu));
    SELVAGE_TRY(choosePhysicalDevice(request, gpu));
    SELVAGE_TRY(createDevice(request, gpu));
    return {};
}

} // namespace

Result<Gpu> createGpu(const GpuRequest &request) {
    Gpu gpu;
    if (const auto opened = openGpu(request, gpu); !opened) {
        destroyGpu(gpu);
        return opened.error();
    }
    return gpu;
}

void destroyGpu(Gpu &gpu) {
    if (gpu.device != VK_NULL_HANDLE) {
        vkDeviceWaitIdle(gpu.device);
        vkDestroyDevice(gpu.device, nullptr);
    }
    if (gpu.messenger != VK_NULL_HANDLE) {
        vkDestroyDebugUtilsMessengerEXT(gpu.instance, gpu.messenger, nullptr);
    }
    if (gpu.instance != VK_NULL_HANDLE) {
        vkDestroyInstance(gpu.instance, nullptr);
    }
    gpu = Gpu{};
}

int validationMessageCount() {
    return validationMessages;
}

} // namespace selvage
