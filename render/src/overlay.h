// Flat, blended shapes on top of a picture or on a plane in the world (a panel, text): one atlas of
// colours and coverage, one pipeline, and buffers that grow to the largest frame. Nothing of it is made until
// an atlas is given.
#pragma once

#include "frame_slots.h"
#include "pipelines.h"

namespace selvage {

struct OverlayPass {
    Image atlas;
    VkImageView atlasView{VK_NULL_HANDLE};
    VkSampler sampler{VK_NULL_HANDLE};
    VkDescriptorPool descriptorPool{VK_NULL_HANDLE};
    VkDescriptorSet descriptors{VK_NULL_HANDLE};
    VkDescriptorSetLayout setLayout{VK_NULL_HANDLE};
    VkPipelineLayout layout{VK_NULL_HANDLE};
    VkPipeline eachEye{VK_NULL_HANDLE};  // nothing: there is no overlay
    VkPipeline bothEyes{VK_NULL_HANDLE}; // nothing when the stereo mode is two-pass
    std::array<Buffer, kFramesInFlight> vertices;
    std::array<Buffer, kFramesInFlight> indices;
};

// Blocks until the atlas is uploaded.
Result<OverlayPass> createOverlayPass(const Gpu &gpu, VkCommandPool pool, const PipelineInfo &info,
                                      const OverlayAtlas &atlas);
void destroyOverlayPass(const Gpu &gpu, OverlayPass &overlay);

// Writes the slot's buffers, once a frame. Allocates only when there is more to draw than ever before.
Result<void> writeOverlay(const Gpu &gpu, OverlayPass &overlay, uint32_t slot,
                          std::span<const OverlayPiece> pieces);

// Which eyes are drawn, and how.
struct OverlayEyes {
    bool both{false};
    uint32_t instances{1};
    uint32_t firstInstance{0};
};

// Draws what was written into the running render pass.
void recordOverlay(const OverlayPass &overlay, VkCommandBuffer commands, uint32_t slot,
                   const FrameScene &scene, VkExtent2D extent, const OverlayEyes &eyes);

} // namespace selvage
