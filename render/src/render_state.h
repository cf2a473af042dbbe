// All that the renderer owns on the GPU, and the recording of one frame into a slot's commands.
#pragma once

#include "hidden_area.h"
#include "meshes.h"
#include "overlay.h"
#include "pipelines.h"

namespace selvage {

struct RenderState {
    Gpu gpu;
    RendererOptions options;
    VkSampleCountFlagBits samples{VK_SAMPLE_COUNT_1_BIT};
    bool encodeSrgb{false}; // the shaders do it, because the target's format does not
    VkRenderPass shadowPass{VK_NULL_HANDLE};
    std::array<std::array<VkRenderPass, 2>, 2> scenePass{}; // [both eyes at once][depth is kept]
    Pipelines pipelines;
    ShadowMap keyMap;
    ShadowMap skyMap;
    FrameSlots frames;
    uint32_t slotIndex{0};
    OverlayPass overlay;
    HiddenArea hiddenArea;
    EyeImages eyeImages;         // fitted to the last target
    std::vector<Mesh> meshes{1}; // index = MeshId; the first is nobody's
    RenderStats stats;
};

// What the pipelines of this renderer are made for.
PipelineInfo pipelineInfo(const RenderState &state);

Result<void> fillRenderState(RenderState &state);
void destroyRenderState(RenderState &state);

// Makes the eye images fit the target; waits for the GPU when their size changes.
Result<void> fitEyeImages(RenderState &state, VkExtent2D extent);

// Views, framebuffers and commands for one frame; the slot's fence must be signalled. Does not submit.
Result<void> recordFrame(RenderState &state, const FrameScene &scene, const FrameTarget &target);

} // namespace selvage
