// The headset's pictures: one swapchain with a layer per eye, or one swapchain per eye for runtimes that
// refuse layers; the same again for depth where it is wanted. Images are acquired and released here, nowhere
// else.
#pragma once

#include "openxr_api.h"
#include "render/renderer.h"

#include <array>
#include <optional>
#include <vector>

namespace selvage {

// One XrSwapchain and where it stands in acquire -> wait -> release.
struct Swapchain {
    XrSwapchain handle{XR_NULL_HANDLE};
    std::vector<VkImage> images;
    uint32_t index{0};    // the acquired image
    bool acquired{false}; // must be waited for
    bool ready{false};    // waited for: may be drawn to, must be released
};

// Owned by the headset display; destroySwapchains() frees it.
struct Swapchains {
    VkExtent2D extent{};
    VkExtent2D drawn{}; // the part of it in use, from the upper left corner on
    VkFormat colorFormat{VK_FORMAT_UNDEFINED};
    bool layered{true}; // one swapchain with a layer per eye
    std::vector<Swapchain> color;
    std::vector<Swapchain> depth; // empty: no depth layer
    bool depthGivenUp{false}; // it failed once; it is kept until the end because the GPU may still read it
    bool depthInFrame{false}; // this frame's images include depth
};

struct SwapchainWishes {
    VkExtent2D extent{};
    bool separateEyes{false}; // do not try layers
    bool depth{true};
};

Result<Swapchains> createSwapchains(XrSession session, const SwapchainWishes &wishes);
void destroySwapchains(Swapchains &swapchains);

// The images to draw into, or nothing when the runtime does not free one in time (they are waited for again
// next frame). A depth swapchain that fails is given up. `result` is that of the first colour call that
// failed.
std::optional<FrameTarget> acquireImages(Swapchains &swapchains, XrResult &result);
// Hands back every image that was ready, drawn or not.
XrResult releaseImages(Swapchains &swapchains);

// For images acquired from now on; a share of the width and height.
void setResolution(Swapchains &swapchains, float share);

// The part of a swapchain that holds an eye.
XrSwapchainSubImage subImage(const Swapchains &swapchains, const std::vector<Swapchain> &chain, size_t eye);

} // namespace selvage
