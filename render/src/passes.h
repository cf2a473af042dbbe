// Render passes and the images and framebuffers drawn into: the eyes' multisampled images and the shadow
// maps.
#pragma once

#include "render/renderer.h"
#include "resources.h"

namespace selvage {

inline constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;

struct ScenePassInfo {
    VkFormat color{VK_FORMAT_UNDEFINED};
    VkSampleCountFlagBits samples{VK_SAMPLE_COUNT_1_BIT};
    bool multiview{false}; // both eyes at once, one view each
    bool keepDepth{false}; // the target wants the depth as well
};

// Attachments in order: colour, depth; with multisampling also the resolved colour and, with keepDepth, the
// resolved depth. Passes that differ only in keepDepth share pipelines.
Result<VkRenderPass> createScenePass(const Gpu &gpu, const ScenePassInfo &info);
Result<VkRenderPass> createShadowPass(const Gpu &gpu);

// Colour (with multisampling only) and depth of both eyes, as layers; with views of each and of both
// together.
struct EyeImages {
    VkExtent2D extent{};
    Image color; // nothing without multisampling
    Image depth;
    std::array<VkImageView, kEyeMax> colorView{};
    std::array<VkImageView, kEyeMax> depthView{};
    VkImageView colorBoth{VK_NULL_HANDLE};
    VkImageView depthBoth{VK_NULL_HANDLE};
};

Result<EyeImages> createEyeImages(const Gpu &gpu, VkExtent2D extent, VkFormat colorFormat,
                                  VkSampleCountFlagBits samples);
void destroyEyeImages(const Gpu &gpu, EyeImages &images);

struct ShadowMap {
    uint32_t size{1}; // texels along one side
    Image image;
    VkImageView view{VK_NULL_HANDLE};
    VkFramebuffer framebuffer{VK_NULL_HANDLE};
};

Result<ShadowMap> createShadowMap(const Gpu &gpu, VkRenderPass pass, uint32_t size);
void destroyShadowMap(const Gpu &gpu, ShadowMap &map);

Result<VkFramebuffer> createFramebuffer(const Gpu &gpu, VkRenderPass pass, std::span<const VkImageView> views,
                                        VkExtent2D extent, uint32_t layers);

} // namespace selvage
