// Flat, blended shapes on top of a picture (a panel, text): one atlas of coverage, one pipeline, and buffers
// that grow to the largest frame. Nothing of it is made until an atlas is given.
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
    VkPipeline pipeline{VK_NULL_HANDLE}; // nothing: there is no overlay
    std::array<Buffer, kFramesInFlight> vertices;
    std::array<Buffer, kFramesInFlight> indices;
};

// Blocks until the atlas is uploaded.
Result<OverlayPass> createOverlayPass(const Gpu &gpu, VkCommandPool pool, const PipelineInfo &info,
                                      const OverlayAtlas &atlas);
void destroyOverlayPass(const Gpu &gpu, OverlayPass &overlay);

// Draws into the running render pass. Allocates only when there is more to draw than ever before.
Result<void> recordOverlay(const Gpu &gpu, OverlayPass &overlay, VkCommandBuffer commands, uint32_t slot,
                           std::span<const OverlayPiece> pieces, VkExtent2D extent);

} // namespace selvage
