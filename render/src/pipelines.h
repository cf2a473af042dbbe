// Shaders and pipelines. Few on purpose: one vertex shader, one fragment shader per kind of surface, and each
// of them for the two ways of drawing (one eye after the other, and the chosen stereo mode).
#pragma once

#include "passes.h"

namespace selvage {

// Rows of a pipeline set.
enum class PipelineKind : uint8_t {
    Solid,
    Cloth,
    Floor,
    Ground,
    Water,
    SolidLines,
    ClothLines,
    Background,
    Motes,
    HiddenArea,
    Ghosts
};
inline constexpr size_t kPipelineKinds = 11;

using PipelineSet = std::array<VkPipeline, kPipelineKinds>;

struct Pipelines {
    VkDescriptorSetLayout setLayout{VK_NULL_HANDLE};
    VkPipelineLayout layout{VK_NULL_HANDLE};
    VkPipeline shadow{VK_NULL_HANDLE};
    PipelineSet eachEye{};  // two-pass
    PipelineSet bothEyes{}; // layered or multiview; empty when the mode is two-pass
};

struct PipelineInfo {
    VkRenderPass shadowPass{VK_NULL_HANDLE};
    VkRenderPass eachEyePass{VK_NULL_HANDLE};
    VkRenderPass bothEyesPass{VK_NULL_HANDLE}; // null: two-pass only
    StereoMode stereo{StereoMode::TwoPass};
    VkSampleCountFlagBits samples{VK_SAMPLE_COUNT_1_BIT};
    bool encodeSrgb{false}; // the target's format does not do it
    bool shadows{true};
};

// For flat shapes, with a layout of their own; `mode`: two-pass, or the renderer's.
Result<VkPipeline> createOverlayPipeline(const Gpu &gpu, VkPipelineLayout layout, const PipelineInfo &info,
                                         StereoMode mode);

Result<Pipelines> createPipelines(const Gpu &gpu, const PipelineInfo &info);
void destroyPipelines(const Gpu &gpu, Pipelines &pipelines);

} // namespace selvage
