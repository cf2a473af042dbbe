// Records one frame: shadow maps, eyes, final layout; see render_state.h. Allocates nothing but the target's
// views.
#include "render_state.h"

#include "gpu_layout.h"
#include "vk_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace selvage {

namespace {

// Instances to draw: the eye (or the shadow map) is the instance.
struct Instances {
    uint32_t count{1};
    uint32_t first{0};
};

// In each pass anew: a multiview pass begins with nothing bound.
void bindUniforms(const RenderState &state, VkCommandBuffer commands) {
    const VkDescriptorSet set = state.frames.slots[state.slotIndex].descriptors;
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, state.pipelines.layout, 0, 1, &set, 0,
                            nullptr);
}

void setViewport(VkCommandBuffer commands, VkExtent2D extent) {
    const VkViewport viewport{0.0F, 0.0F, static_cast<float>(extent.width), static_cast<float>(extent.height),
                              0.0F, 1.0F};
    const VkRect2D scissor{{0, 0}, extent};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &scissor);
}

const Mesh *meshOf(const RenderState &state, const DrawItem &item) {
    const bool known = item.mesh < state.meshes.size() && state.meshes[item.mesh].indexCount > 0;
    return known ? &state.meshes[item.mesh] : nullptr;
}

void drawMesh(const RenderState &state, VkCommandBuffer commands, const Mesh &mesh, Instances instances) {
    const VkBuffer vertices = mesh.vertices[mesh.dynamic ? state.slotIndex : 0].buffer;
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &vertices, &offset);
    vkCmdBindIndexBuffer(commands, mesh.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, mesh.indexCount, instances.count, 0, 0, instances.first);
}

void pushItem(const RenderState &state, VkCommandBuffer commands, const DrawItem &item) {
    const ItemBlock block = itemBlock(item);
    vkCmdPushConstants(commands, state.pipelines.layout,
                       VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(block), &block);
}

bool castsShadow(const DrawItem &item) {
    const Surface surface = item.material.surface;
    return item.castsShadow && surface != Surface::Floor && surface != Surface::Water &&
           surface != Surface::Line && surface != Surface::Mote && surface != Surface::Ghost;
}

bool isBlended(const DrawItem &item) {
    return item.material.surface == Surface::Water || item.material.surface == Surface::Mote ||
           item.material.surface == Surface::Ghost;
}

// A map is cleared even when nothing casts, so that the shaders read "lit".
void recordShadowMap(const RenderState &state, VkCommandBuffer commands, const FrameScene &scene,
                     const ShadowMap &map, uint32_t mapIndex) {
    VkClearValue clear{};
    clear.depthStencil.depth = 1.0F;
    const VkExtent2D extent{map.size, map.size};
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = state.shadowPass;
    begin.framebuffer = map.framebuffer;
    begin.renderArea = {{0, 0}, extent};
    begin.clearValueCount = 1;
    begin.pClearValues = &clear;
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    if (state.options.shadowMapSize > 0) {
        setViewport(commands, extent);
        bindUniforms(state, commands);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, state.pipelines.shadow);
        for (const DrawItem &item : scene.items) {
            const Mesh *mesh = meshOf(state, item);
            if (mesh != nullptr && castsShadow(item)) {
                pushItem(state, commands, item);
                drawMesh(state, commands, *mesh, {1, mapIndex});
            }
        }
    }
    vkCmdEndRenderPass(commands);
}

PipelineKind pipelineKind(const DrawItem &item) {
    switch (item.material.surface) {
    case Surface::Mote:
        return PipelineKind::Motes;
    case Surface::Ghost:
        return PipelineKind::Ghosts;
    case Surface::Cloth:
    case Surface::Stretch:
        return item.wireframe ? PipelineKind::ClothLines : PipelineKind::Cloth;
    case Surface::Floor:
    case Surface::Grass:
        return PipelineKind::Floor;
    case Surface::Ground:
        return PipelineKind::Ground;
    case Surface::Water:
        return PipelineKind::Water;
    case Surface::Solid:
    case Surface::Hand:
    case Surface::Line:
        return item.wireframe ? PipelineKind::SolidLines : PipelineKind::Solid;
    }
    return PipelineKind::Solid;
}

VkClearValue backgroundColor(const RenderState &state, const FrameScene &scene) {
    VkClearValue clear{};
    for (int i = 0; i < 3; ++i) {
        const float v = scene.background[i];
        const float encoded = v <= 0.0031308F ? 12.92F * v : 1.055F * std::pow(v, 1.0F / 2.4F) - 0.055F;
        clear.color.float32[i] = state.encodeSrgb ? encoded : v;
    }
    clear.color.float32[3] = 1.0F;
    return clear;
}

void recordHiddenArea(const RenderState &state, VkCommandBuffer commands, Instances instances) {
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &state.hiddenArea.corners[state.slotIndex].buffer, &offset);
    vkCmdDraw(commands, state.hiddenArea.count, instances.count, 0, instances.first);
}

// The items, the background and what is blended over both, of one pass, with the set of pipelines made for
// it.
void recordItems(const RenderState &state, VkCommandBuffer commands, const FrameScene &scene,
                 const PipelineSet &pipelines, Instances instances) {
    VkPipeline bound = VK_NULL_HANDLE;
    const auto bind = [&](PipelineKind kind) {
        const VkPipeline wanted = pipelines[static_cast<size_t>(kind)];
        if (wanted != bound) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, wanted);
            bound = wanted;
        }
    };
    const auto drawItems = [&](bool blended) {
        for (const DrawItem &item : scene.items) {
            const Mesh *mesh = meshOf(state, item);
            if (mesh != nullptr && isBlended(item) == blended) {
                bind(pipelineKind(item));
                pushItem(state, commands, item);
                drawMesh(state, commands, *mesh, instances);
            }
        }
    };
    if (state.hiddenArea.count > 0) {
        bind(PipelineKind::HiddenArea);
        recordHiddenArea(state, commands, instances);
    }
    drawItems(false);
    if (!scene.flatBackground) {
        bind(PipelineKind::Background);
        vkCmdDraw(commands, 3, instances.count, 0, instances.first);
    }
    drawItems(true); // over all that may be seen through it
}

// One render pass: which pass, what it draws into, which eyes.
struct EyePass {
    bool both{false};
    uint32_t eye{0}; // the only eye, unless both
    bool keepDepth{false};
};

// A view of the target's image for this pass, owned by the slot.
Result<VkImageView> targetView(const RenderState &state, FrameSlot &slot, VkImage image,
                               const FrameTarget &target, const EyePass &pass, bool depth) {
    ImageInfo info;
    info.format = depth ? kDepthFormat : state.options.colorFormat;
    info.aspect = depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    info.layers = pass.both ? kEyeMax : 1;
    const auto view = createView(state.gpu, image, info, target.layer[pass.eye], pass.both);
    if (view) {
        slot.views[slot.viewCount++] = view.value();
    }
    return view;
}

// The framebuffer of this pass; attachments in the order that passes.h gives.
Result<VkFramebuffer> targetFramebuffer(const RenderState &state, FrameSlot &slot, const FrameTarget &target,
                                        const EyePass &pass) {
    const EyeImages &own = state.eyeImages;
    const bool resolve = state.samples != VK_SAMPLE_COUNT_1_BIT;
    const auto color = targetView(state, slot, target.image[pass.eye], target, pass, false);
    if (!color) {
        return color.error();
    }
    VkImageView depth = VK_NULL_HANDLE;
    if (pass.keepDepth) {
        const auto view = targetView(state, slot, target.depthImage[pass.eye], target, pass, true);
        if (!view) {
            return view.error();
        }
        depth = view.value();
    }
    const VkImageView ownColor = pass.both ? own.colorBoth : own.colorView[pass.eye];
    const VkImageView ownDepth = pass.both ? own.depthBoth : own.depthView[pass.eye];
    std::array<VkImageView, 4> views{};
    uint32_t count = 0;
    views[count++] = resolve ? ownColor : color.value();
    views[count++] = !resolve && pass.keepDepth ? depth : ownDepth;
    if (resolve) {
        views[count++] = color.value();
    }
    if (resolve && pass.keepDepth) {
        views[count++] = depth;
    }
    const VkRenderPass renderPass = state.scenePass[pass.both ? 1 : 0][pass.keepDepth ? 1 : 0];
    const uint32_t layers = pass.both && state.options.stereo == StereoMode::Layered ? kEyeMax : 1;
    const auto framebuffer =
        createFramebuffer(state.gpu, renderPass, {views.data(), count}, target.extent, layers);
    if (framebuffer) {
        slot.framebuffers[slot.framebufferCount++] = framebuffer.value();
    }
    return framebuffer;
}

Result<void> recordEyes(RenderState &state, FrameSlot &slot, const FrameScene &scene,
                        const FrameTarget &target, const EyePass &pass) {
    const auto framebuffer = targetFramebuffer(state, slot, target, pass);
    if (!framebuffer) {
        return framebuffer.error();
    }
    std::array<VkClearValue, 2> clear{};
    clear[0] = backgroundColor(state, scene);
    clear[1].depthStencil.depth = 0.0F; // infinity
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = state.scenePass[pass.both ? 1 : 0][pass.keepDepth ? 1 : 0];
    begin.framebuffer = framebuffer.value();
    begin.renderArea = {{0, 0}, target.extent};
    begin.clearValueCount = static_cast<uint32_t>(clear.size());
    begin.pClearValues = clear.data();
    vkCmdBeginRenderPass(slot.commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    setViewport(slot.commands, target.extent);
    bindUniforms(state, slot.commands);
    Instances instances{1, pass.eye};
    if (pass.both) {
        instances = {state.options.stereo == StereoMode::Layered ? 2U : 1U, 0};
    }
    recordItems(state, slot.commands, scene, pass.both ? state.pipelines.bothEyes : state.pipelines.eachEye,
                instances);
    recordOverlay(state.overlay, slot.commands, state.slotIndex, scene, target.extent,
                  {pass.both, instances.count, instances.first});
    vkCmdEndRenderPass(slot.commands);
    return {};
}

void writeTime(const FrameSlot &slot, VkPipelineStageFlagBits stage, uint32_t index) {
    if (slot.times != VK_NULL_HANDLE) {
        vkCmdWriteTimestamp(slot.commands, stage, slot.times, index);
    }
}

// Whether both eyes are neighbouring layers of the same images, which drawing both at once needs.
bool sharesLayers(const FrameTarget &target) {
    return target.image[0] == target.image[1] && target.depthImage[0] == target.depthImage[1] &&
           target.layer[1] == target.layer[0] + 1;
}

void finishLayouts(VkCommandBuffer commands, const FrameTarget &target, int eyeCount) {
    if (target.finalLayout == VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL) {
        return;
    }
    for (size_t eye = 0; eye < static_cast<size_t>(eyeCount); ++eye) {
        const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, target.layer[eye], 1};
        changeLayout(commands, target.image[eye], range, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                     target.finalLayout);
    }
}

Result<void> recordAllEyes(RenderState &state, FrameSlot &slot, const FrameScene &scene,
                           const FrameTarget &target) {
    const bool keepDepth = target.depthImage[0] != VK_NULL_HANDLE;
    const bool both =
        scene.eyeCount == 2 && state.options.stereo != StereoMode::TwoPass && sharesLayers(target);
    const auto passes = both ? 1U : static_cast<uint32_t>(scene.eyeCount);
    for (uint32_t eye = 0; eye < passes; ++eye) {
        SELVAGE_TRY(recordEyes(state, slot, scene, target, {both, eye, keepDepth}));
    }
    return {};
}

Result<void> checkTarget(const RenderState &state, const FrameTarget &target) {
    if (target.extent.width == 0 || target.extent.height == 0) {
        return Error{"The picture to draw is empty, expected at least one pixel"};
    }
    if (target.depthImage[0] == VK_NULL_HANDLE) {
        return {};
    }
    if (target.depthFormat != kDepthFormat) {
        return Error{"The depth target has VkFormat " + std::to_string(target.depthFormat) +
                     ", expected VK_FORMAT_D32_SFLOAT"};
    }
    if (state.scenePass[0][1] == VK_NULL_HANDLE) {
        return Error{std::string(state.gpu.properties.deviceName) +
                     " cannot resolve multisampled depth, expected no depth target"};
    }
    return {};
}

} // namespace

Result<void> recordFrame(RenderState &state, const FrameScene &scene, const FrameTarget &target) {
    SELVAGE_TRY(checkTarget(state, target));
    SELVAGE_TRY(fitEyeImages(state, {std::max(target.extent.width, target.imageExtent.width),
                                     std::max(target.extent.height, target.imageExtent.height)}));
    FrameSlot &slot = state.frames.slots[state.slotIndex];
    const FrameBlock block = frameBlock(scene, state.keyMap.size, state.skyMap.size);
    std::memcpy(slot.uniforms.mapped, &block, sizeof(block));
    SELVAGE_TRY(writeHiddenArea(state.gpu, state.hiddenArea, state.slotIndex, scene));
    SELVAGE_TRY(writeOverlay(state.gpu, state.overlay, state.slotIndex, scene.overlay));

    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VK_CHECK(vkBeginCommandBuffer(slot.commands, &begin));
    if (slot.times != VK_NULL_HANDLE) {
        vkCmdResetQueryPool(slot.commands, slot.times, 0, kTimeCount);
    }
    writeTime(slot, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, kTimeStart);
    recordShadowMap(state, slot.commands, scene, state.keyMap, 0);
    recordShadowMap(state, slot.commands, scene, state.skyMap, 1);
    writeTime(slot, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, kTimeShadowsDone);
    SELVAGE_TRY(recordAllEyes(state, slot, scene, target));
    finishLayouts(slot.commands, target, scene.eyeCount);
    writeTime(slot, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, kTimeDone);
    VK_CHECK(vkEndCommandBuffer(slot.commands));
    return {};
}

} // namespace selvage
