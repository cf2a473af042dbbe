// The window's swapchain. Semaphores: an image that comes back has been shown, so the semaphore with which it
// was acquired the time before has been waited for and is free; that one becomes the spare.
#include "window_swapchain.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace selvage {

namespace {

constexpr uint32_t kAnySize = 0xFFFFFFFFU; // a surface that takes the swapchain's size

Error callFailed(const char *call, VkResult result) {
    if (result == VK_ERROR_DEVICE_LOST) {
        return {std::string("The graphics device was lost in ") + call};
    }
    return {std::string(call) + " failed with VkResult " + std::to_string(result) + ", expected VK_SUCCESS"};
}

VkPresentModeKHR choosePresentMode(const Gpu &gpu, VkSurfaceKHR surface) {
    uint32_t count = 0;
    vkGetPhysicalDeviceSurfacePresentModesKHR(gpu.physicalDevice, surface, &count, nullptr);
    std::vector<VkPresentModeKHR> modes(count);
    vkGetPhysicalDeviceSurfacePresentModesKHR(gpu.physicalDevice, surface, &count, modes.data());
    const bool mailbox = std::find(modes.begin(), modes.end(), VK_PRESENT_MODE_MAILBOX_KHR) != modes.end();
    return mailbox ? VK_PRESENT_MODE_MAILBOX_KHR : VK_PRESENT_MODE_FIFO_KHR;
}

VkExtent2D chooseExtent(const VkSurfaceCapabilitiesKHR &offered, VkExtent2D wanted) {
    if (offered.currentExtent.width != kAnySize) {
        return offered.currentExtent;
    }
    return {std::clamp(wanted.width, offered.minImageExtent.width, offered.maxImageExtent.width),
            std::clamp(wanted.height, offered.minImageExtent.height, offered.maxImageExtent.height)};
}

// One image more than the surface's least, so that MAILBOX always has one to give.
uint32_t chooseImageCount(const VkSurfaceCapabilitiesKHR &offered) {
    const uint32_t most = offered.maxImageCount == 0 ? UINT32_MAX : offered.maxImageCount;
    return std::min(std::max(offered.minImageCount + 1, 3U), most);
}

VkCompositeAlphaFlagBitsKHR chooseAlpha(const VkSurfaceCapabilitiesKHR &offered) {
    const bool opaque = (offered.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) != 0;
    return opaque ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
}

VkSwapchainCreateInfoKHR createInfo(const WindowSwapchain &swapchain, VkSurfaceKHR surface,
                                    const VkSurfaceCapabilitiesKHR &offered) {
    VkSwapchainCreateInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
    info.surface = surface;
    info.minImageCount = chooseImageCount(offered);
    info.imageFormat = swapchain.format.format;
    info.imageColorSpace = swapchain.format.colorSpace;
    info.imageExtent = swapchain.extent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    info.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE;
    info.preTransform = offered.currentTransform;
    info.compositeAlpha = chooseAlpha(offered);
    info.presentMode = swapchain.presentMode;
    info.clipped = VK_TRUE;
    info.oldSwapchain = swapchain.handle;
    return info;
}

Result<VkSemaphore> createSemaphore(const Gpu &gpu) {
    VkSemaphoreCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
    VkSemaphore semaphore = VK_NULL_HANDLE;
    const VkResult result = vkCreateSemaphore(gpu.device, &info, nullptr, &semaphore);
    if (result != VK_SUCCESS) {
        return callFailed("vkCreateSemaphore", result);
    }
    return semaphore;
}

Result<void> createSemaphores(WindowSwapchain &swapchain, const Gpu &gpu) {
    std::vector<VkSemaphore *> wanted{&swapchain.spareAcquired};
    swapchain.acquired.resize(swapchain.images.size());
    swapchain.drawn.resize(swapchain.images.size());
    for (size_t i = 0; i < swapchain.images.size(); ++i) {
        wanted.push_back(&swapchain.acquired[i]);
        wanted.push_back(&swapchain.drawn[i]);
    }
    for (VkSemaphore *semaphore : wanted) {
        const Result<VkSemaphore> made = createSemaphore(gpu);
        if (!made) {
            return made.error();
        }
        *semaphore = made.value();
    }
    return {};
}

void destroySemaphores(WindowSwapchain &swapchain, const Gpu &gpu) {
    vkDestroySemaphore(gpu.device, swapchain.spareAcquired, nullptr);
    swapchain.spareAcquired = VK_NULL_HANDLE;
    for (std::vector<VkSemaphore> *semaphores : {&swapchain.acquired, &swapchain.drawn}) {
        for (const VkSemaphore semaphore : *semaphores) {
            vkDestroySemaphore(gpu.device, semaphore, nullptr);
        }
        semaphores->clear();
    }
}

} // namespace

Result<void> chooseSwapchainFormat(WindowSwapchain &swapchain, const Gpu &gpu, VkSurfaceKHR surface) {
    uint32_t count = 0;
    vkGetPhysicalDeviceSurfaceFormatsKHR(gpu.physicalDevice, surface, &count, nullptr);
    std::vector<VkSurfaceFormatKHR> formats(count);
    vkGetPhysicalDeviceSurfaceFormatsKHR(gpu.physicalDevice, surface, &count, formats.data());
    for (const VkFormat wanted : {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_SRGB}) {
        for (const VkSurfaceFormatKHR &format : formats) {
            if (format.format == wanted && format.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) {
                swapchain.format = format;
                swapchain.presentMode = choosePresentMode(gpu, surface);
                return {};
            }
        }
    }
    return Error{
        "The window offers none of the formats B8G8R8A8_SRGB and R8G8B8A8_SRGB; expected one of them"};
}

Result<void> rebuildSwapchain(WindowSwapchain &swapchain, const Gpu &gpu, VkSurfaceKHR surface,
                              VkExtent2D wanted) {
    VkSurfaceCapabilitiesKHR offered{};
    VkResult result = vkGetPhysicalDeviceSurfaceCapabilitiesKHR(gpu.physicalDevice, surface, &offered);
    if (result != VK_SUCCESS) {
        return callFailed("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", result);
    }
    const VkExtent2D extent = chooseExtent(offered, wanted);
    if (extent.width == 0 || extent.height == 0) {
        swapchain.outOfDate = true;
        return {};
    }
    vkDeviceWaitIdle(gpu.device);
    swapchain.extent = extent;
    const VkSwapchainKHR old = swapchain.handle;
    const VkSwapchainCreateInfoKHR info = createInfo(swapchain, surface, offered);
    result = vkCreateSwapchainKHR(gpu.device, &info, nullptr, &swapchain.handle);
    vkDestroySwapchainKHR(gpu.device, old, nullptr);
    destroySemaphores(swapchain, gpu);
    swapchain.current.reset();
    swapchain.outOfDate = false;
    if (result != VK_SUCCESS) {
        swapchain.handle = VK_NULL_HANDLE;
        return callFailed("vkCreateSwapchainKHR", result);
    }
    uint32_t count = 0;
    vkGetSwapchainImagesKHR(gpu.device, swapchain.handle, &count, nullptr);
    swapchain.images.resize(count);
    vkGetSwapchainImagesKHR(gpu.device, swapchain.handle, &count, swapchain.images.data());
    return createSemaphores(swapchain, gpu);
}

void destroySwapchain(WindowSwapchain &swapchain, const Gpu &gpu) {
    vkDeviceWaitIdle(gpu.device);
    destroySemaphores(swapchain, gpu);
    vkDestroySwapchainKHR(gpu.device, swapchain.handle, nullptr);
    swapchain = {};
}

Result<void> acquireImage(WindowSwapchain &swapchain, const Gpu &gpu, double timeout) {
    if (swapchain.current || swapchain.outOfDate || swapchain.handle == VK_NULL_HANDLE) {
        return {};
    }
    const auto timeoutNs = static_cast<uint64_t>(timeout * 1e9);
    uint32_t index = 0;
    const VkResult result = vkAcquireNextImageKHR(gpu.device, swapchain.handle, timeoutNs,
                                                  swapchain.spareAcquired, VK_NULL_HANDLE, &index);
    switch (result) {
    case VK_SUBOPTIMAL_KHR: // drawn and shown once more, then made anew
        swapchain.outOfDate = true;
        [[fallthrough]];
    case VK_SUCCESS:
        std::swap(swapchain.spareAcquired, swapchain.acquired[index]);
        swapchain.current = index;
        return {};
    case VK_ERROR_OUT_OF_DATE_KHR:
        swapchain.outOfDate = true;
        return {};
    case VK_TIMEOUT:
    case VK_NOT_READY:
        return {};
    default:
        return callFailed("vkAcquireNextImageKHR", result);
    }
}

Result<void> presentImage(WindowSwapchain &swapchain, const Gpu &gpu) {
    const uint32_t index = *swapchain.current;
    VkPresentInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR;
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &swapchain.drawn[index];
    info.swapchainCount = 1;
    info.pSwapchains = &swapchain.handle;
    info.pImageIndices = &index;
    const VkResult result = vkQueuePresentKHR(gpu.queue, &info);
    swapchain.current.reset();
    if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR) {
        swapchain.outOfDate = true;
        return {};
    }
    return result == VK_SUCCESS ? Result<void>{} : callFailed("vkQueuePresentKHR", result);
}

} // namespace selvage
