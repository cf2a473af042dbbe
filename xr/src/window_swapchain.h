// The pictures of a window: a Vulkan swapchain in sRGB, its semaphores, and what to do when it goes out of
// date. Knows a surface, no window system.
#pragma once

#include "maths/result.h"
#include "render/gpu.h"

#include <array>
#include <optional>
#include <vector>

namespace selvage {

// A surface has a handful of images; the semaphores are one a piece.
struct WindowSwapchain {
    VkSwapchainKHR handle{VK_NULL_HANDLE};
    VkSurfaceFormatKHR format{};
    VkPresentModeKHR presentMode{VK_PRESENT_MODE_FIFO_KHR};
    VkExtent2D extent{};
    bool outOfDate{false}; // make it anew before the next picture
    std::vector<VkImage> images;
    std::vector<VkSemaphore> acquired; // by image: it may be drawn into
    std::vector<VkSemaphore> drawn;    // by image: it may be shown
    VkSemaphore spareAcquired{
        VK_NULL_HANDLE};             // for the next acquisition, whose image is not known beforehand
    std::optional<uint32_t> current; // the image acquired and not yet presented
};

// Chooses format and present mode once: an 8-bit sRGB format, MAILBOX where offered, else FIFO.
Result<void> chooseSwapchainFormat(WindowSwapchain &swapchain, const Gpu &gpu, VkSurfaceKHR surface);

// Makes the swapchain anew at the surface's size (`wanted` where the surface leaves it open). Waits until the
// device is idle. With a surface of no size it stays out of date and nothing is made.
Result<void> rebuildSwapchain(WindowSwapchain &swapchain, const Gpu &gpu, VkSurfaceKHR surface,
                              VkExtent2D wanted);
void destroySwapchain(WindowSwapchain &swapchain, const Gpu &gpu);

// Acquires an image unless one is held; waits at most `timeout` s for it. `current` stays empty when there is
// none now. Fails only with what cannot be mended by a rebuild.
Result<void> acquireImage(WindowSwapchain &swapchain, const Gpu &gpu, double timeout);
// Shows the current image once its `drawn` semaphore is signalled.
Result<void> presentImage(WindowSwapchain &swapchain, const Gpu &gpu);

} // namespace selvage
