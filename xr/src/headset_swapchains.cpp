// Swapchains of the headset display; see the header.
#include "headset_swapchains.h"

#include "headset_logic.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

// Longer than any frame, short enough that a stuck runtime does not freeze the application.
constexpr XrDuration kImageWait = 100'000'000; // ns

constexpr XrSwapchainUsageFlags kColorUsage = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT |
                                              XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT |
                                              XR_SWAPCHAIN_USAGE_TRANSFER_DST_BIT;
constexpr XrSwapchainUsageFlags kDepthUsage = XR_SWAPCHAIN_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;

Result<void> createSwapchain(XrSession session, const XrSwapchainCreateInfo &info, Swapchain &chain) {
    XR_CHECK(xrCreateSwapchain(session, &info, &chain.handle));
    std::vector<XrSwapchainImageVulkanKHR> images;
    XR_CHECK(enumerateXr(
        images, XrSwapchainImageVulkanKHR{XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR, nullptr, VK_NULL_HANDLE},
        [&](uint32_t capacity, uint32_t *count, XrSwapchainImageVulkanKHR *items) {
            return xrEnumerateSwapchainImages(chain.handle, capacity, count,
                                              reinterpret_cast<XrSwapchainImageBaseHeader *>(items));
        }));
    for (const XrSwapchainImageVulkanKHR &image : images) {
        chain.images.push_back(image.image);
    }
    return {};
}

void destroyChain(std::vector<Swapchain> &chain) {
    for (Swapchain &swapchain : chain) {
        if (swapchain.handle != XR_NULL_HANDLE) {
            xrDestroySwapchain(swapchain.handle);
        }
    }
    chain.clear();
}

// One array swapchain or one for each eye.
Result<std::vector<Swapchain>> createChain(XrSession session, const Swapchains &swapchains, VkFormat format,
                                           XrSwapchainUsageFlags usage) {
    XrSwapchainCreateInfo info{};
    info.type = XR_TYPE_SWAPCHAIN_CREATE_INFO;
    info.usageFlags = usage;
    info.format = format;
    info.sampleCount = 1; // multisampling is resolved by the renderer
    info.width = swapchains.extent.width;
    info.height = swapchains.extent.height;
    info.faceCount = 1;
    info.arraySize = swapchains.layered ? kEyeMax : 1;
    info.mipCount = 1;
    std::vector<Swapchain> chain(swapchains.layered ? 1 : kEyeMax);
    for (Swapchain &swapchain : chain) {
        if (auto made = createSwapchain(session, info, swapchain); !made) {
            destroyChain(chain);
            return made.error();
        }
    }
    return chain;
}

Result<std::vector<int64_t>> offeredFormats(XrSession session) {
    std::vector<int64_t> formats;
    XR_CHECK(enumerateXr(formats, int64_t{0}, [&](uint32_t capacity, uint32_t *count, int64_t *items) {
        return xrEnumerateSwapchainFormats(session, capacity, count, items);
    }));
    return formats;
}

XrResult acquire(Swapchain &chain) {
    if (!chain.acquired) {
        const XrResult result = xrAcquireSwapchainImage(chain.handle, nullptr, &chain.index);
        if (XR_FAILED(result)) {
            return result;
        }
        chain.acquired = true;
    }
    const XrSwapchainImageWaitInfo wait{XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO, nullptr, kImageWait};
    const XrResult result = xrWaitSwapchainImage(chain.handle, &wait);
    chain.ready = result == XR_SUCCESS; // XR_TIMEOUT_EXPIRED is a success too
    return result;
}

XrResult release(std::vector<Swapchain> &chain) {
    XrResult first = XR_SUCCESS;
    for (Swapchain &swapchain : chain) {
        if (!swapchain.ready) {
            continue;
        }
        swapchain.ready = swapchain.acquired = false;
        const XrResult result = xrReleaseSwapchainImage(swapchain.handle, nullptr);
        first = XR_FAILED(result) && XR_SUCCEEDED(first) ? result : first;
    }
    return first;
}

// True when every image of the chain is ready. `result` keeps the first failure.
bool acquireAll(std::vector<Swapchain> &chain, XrResult &result) {
    bool ready = true;
    for (Swapchain &swapchain : chain) {
        if (!swapchain.ready) {
            const XrResult acquired = acquire(swapchain);
            result = XR_FAILED(acquired) && XR_SUCCEEDED(result) ? acquired : result;
        }
        ready = ready && swapchain.ready;
    }
    return ready;
}

// True when this frame has depth images.
bool acquireDepth(Swapchains &swapchains) {
    if (swapchains.depth.empty() || swapchains.depthGivenUp) {
        return false;
    }
    XrResult result = XR_SUCCESS;
    const bool ready = acquireAll(swapchains.depth, result);
    swapchains.depthGivenUp = XR_FAILED(result);
    return ready && !swapchains.depthGivenUp;
}

VkImage eyeImage(const Swapchains &swapchains, const std::vector<Swapchain> &chain, size_t eye) {
    const Swapchain &swapchain = chain[swapchains.layered ? 0 : eye];
    return swapchain.images[swapchain.index];
}

} // namespace

Result<Swapchains> createSwapchains(XrSession session, const SwapchainWishes &wishes) {
    auto formats = offeredFormats(session);
    if (!formats) {
        return formats.error();
    }
    const auto colorFormat = chooseColorFormat(*formats);
    if (!colorFormat) {
        return Error{"the OpenXR runtime offers none of the picture formats that can be drawn to (8 bit "
                     "sRGB, half float)"};
    }
    Swapchains swapchains;
    swapchains.extent = swapchains.drawn = wishes.extent;
    swapchains.colorFormat = *colorFormat;
    swapchains.layered = !wishes.separateEyes;
    auto color = createChain(session, swapchains, *colorFormat, kColorUsage);
    if (!color && swapchains.layered) {
        swapchains.layered = false;
        color = createChain(session, swapchains, *colorFormat, kColorUsage);
    }
    if (!color) {
        return color.error();
    }
    swapchains.color = std::move(*color);
    const auto depthFormat = wishes.depth ? chooseDepthFormat(*formats) : std::nullopt;
    if (depthFormat) {
        auto depth = createChain(session, swapchains, *depthFormat, kDepthUsage);
        swapchains.depth = depth ? std::move(*depth) : std::vector<Swapchain>{}; // does without
    }
    return swapchains;
}

void destroySwapchains(Swapchains &swapchains) {
    destroyChain(swapchains.color);
    destroyChain(swapchains.depth);
    swapchains = Swapchains{};
}

std::optional<FrameTarget> acquireImages(Swapchains &swapchains, XrResult &result) {
    result = XR_SUCCESS;
    swapchains.depthInFrame = false;
    if (!acquireAll(swapchains.color, result)) {
        return std::nullopt;
    }
    swapchains.depthInFrame = acquireDepth(swapchains);
    FrameTarget target;
    target.extent = swapchains.drawn;
    target.imageExtent = swapchains.extent;
    target.finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    target.depthFormat = swapchains.depthInFrame ? VK_FORMAT_D32_SFLOAT : VK_FORMAT_UNDEFINED;
    for (size_t eye = 0; eye < kEyeMax; ++eye) {
        target.image[eye] = eyeImage(swapchains, swapchains.color, eye);
        target.layer[eye] = swapchains.layered ? static_cast<uint32_t>(eye) : 0;
        if (swapchains.depthInFrame) {
            target.depthImage[eye] = eyeImage(swapchains, swapchains.depth, eye);
        }
    }
    return target;
}

XrResult releaseImages(Swapchains &swapchains) {
    const XrResult color = release(swapchains.color);
    const XrResult depth = release(swapchains.depth);
    return XR_FAILED(color) ? color : depth;
}

void setResolution(Swapchains &swapchains, float share) {
    const auto part = [&](uint32_t whole) {
        const auto pixels = std::lround(static_cast<double>(whole) * static_cast<double>(share));
        return std::clamp(static_cast<uint32_t>(pixels), 1U, whole);
    };
    swapchains.drawn = {part(swapchains.extent.width), part(swapchains.extent.height)};
}

XrSwapchainSubImage subImage(const Swapchains &swapchains, const std::vector<Swapchain> &chain, size_t eye) {
    const XrExtent2Di extent{static_cast<int32_t>(swapchains.drawn.width),
                             static_cast<int32_t>(swapchains.drawn.height)};
    return {chain[swapchains.layered ? 0 : eye].handle,
            {{0, 0}, extent},
            swapchains.layered ? static_cast<uint32_t>(eye) : 0};
}

} // namespace selvage
