// The ring of frames in flight: while the GPU draws one, the processor fills the other. Each slot has its own
// commands, uniforms, timestamps and the views of the images it was asked to draw into.
#pragma once

#include "passes.h"

namespace selvage {

inline constexpr uint32_t kFramesInFlight = 2;

// Timestamps of a frame, in order.
inline constexpr uint32_t kTimeStart = 0;
inline constexpr uint32_t kTimeShadowsDone = 1;
inline constexpr uint32_t kTimeDone = 2;
inline constexpr uint32_t kTimeCount = 3;

struct FrameSlot {
    VkCommandBuffer commands{VK_NULL_HANDLE};
    VkFence done{VK_NULL_HANDLE}; // signalled: nothing of this slot is in use
    Buffer uniforms;
    VkDescriptorSet descriptors{VK_NULL_HANDLE};
    VkQueryPool times{VK_NULL_HANDLE};
    bool timed{false}; // the timestamps were written
    // Views and framebuffers of the target, made anew for each frame: a display may replace its images at any
    // time, and a cache could not tell a new image from a dead one whose handle it got. Freed when the slot
    // comes round.
    std::array<VkImageView, 2 * kEyeMax> views{};
    uint32_t viewCount{0};
    std::array<VkFramebuffer, kEyeMax> framebuffers{};
    uint32_t framebufferCount{0};
};

struct ShadowSamplers {
    VkSampler compare{VK_NULL_HANDLE}; // bilinear comparison, lit outside the map
    VkSampler depth{VK_NULL_HANDLE};   // the depth itself, nearest
};

struct FrameSlots {
    VkCommandPool commandPool{VK_NULL_HANDLE};
    VkDescriptorPool descriptorPool{VK_NULL_HANDLE};
    ShadowSamplers samplers;
    std::array<FrameSlot, kFramesInFlight> slots;
};

Result<FrameSlots> createFrameSlots(const Gpu &gpu, VkDescriptorSetLayout setLayout, VkImageView keyMap,
                                    VkImageView skyMap);
void destroyFrameSlots(const Gpu &gpu, FrameSlots &frames);

// Destroys the slot's target views and framebuffers; the GPU must be done with them.
void releaseTarget(const Gpu &gpu, FrameSlot &slot);

} // namespace selvage
