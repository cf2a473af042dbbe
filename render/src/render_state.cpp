// Makes and destroys what the renderer owns; see render_state.h.
#include "render_state.h"

#include "vk_check.h"

namespace selvage {

namespace {

constexpr uint32_t kSkyMapSize = 192; // coarse on purpose: its blur is the soft contact shade

bool storesSrgb(VkFormat format) {
    return format == VK_FORMAT_R8G8B8A8_SRGB || format == VK_FORMAT_B8G8R8A8_SRGB ||
           format == VK_FORMAT_A8B8G8R8_SRGB_PACK32;
}

bool storesLinear(VkFormat format) {
    return format == VK_FORMAT_R16G16B16A16_SFLOAT;
}

// Mesa 22.3's llvmpipe resolves a multisampled pass into layer 0 whatever layer the view names: drawn one
// after the other, the eyes would end up on top of each other. There one layered pass draws both, with the
// same pixels.
StereoMode workingStereoMode(const Gpu &gpu, const RendererOptions &options) {
    const bool resolvesWrongly = gpu.softwareDriver && options.samples > 1;
    const bool twoPass = options.stereo == StereoMode::TwoPass;
    return twoPass && resolvesWrongly && gpu.shaderOutputLayer ? StereoMode::Layered : options.stereo;
}

// Keeps the value or passes the error on.
template <typename Value> Result<void> take(Result<Value> made, Value &into) {
    if (!made) {
        return made.error();
    }
    into = std::move(made.value());
    return {};
}

Result<void> checkOptions(const RenderState &state) {
    const RendererOptions &options = state.options;
    if (options.samples != 1 && options.samples != 4) {
        return Error{"Samples per pixel: got " + std::to_string(options.samples) + ", expected 1 or 4"};
    }
    if (options.shadowMapSize < 0 ||
        static_cast<uint32_t>(options.shadowMapSize) > state.gpu.properties.limits.maxImageDimension2D) {
        return Error{"Shadow map size: got " + std::to_string(options.shadowMapSize) + ", expected 0 to " +
                     std::to_string(state.gpu.properties.limits.maxImageDimension2D)};
    }
    if (options.stereo == StereoMode::Multiview && !state.gpu.multiview) {
        return Error{std::string(state.gpu.properties.deviceName) + " offers no multiview"};
    }
    if (options.stereo == StereoMode::Layered && !state.gpu.shaderOutputLayer) {
        return Error{std::string(state.gpu.properties.deviceName) +
                     " cannot choose the layer in the vertex shader"};
    }
    return {};
}

// The passes with kept depth are made only where the GPU can do it; draw() says so when one is asked for in
// vain.
Result<void> createPasses(RenderState &state) {
    SELVAGE_TRY(take(createShadowPass(state.gpu), state.shadowPass));
    const bool canKeepDepth = state.samples == VK_SAMPLE_COUNT_1_BIT || state.gpu.depthResolve;
    const size_t ways = state.options.stereo == StereoMode::TwoPass ? 1 : 2;
    for (size_t both = 0; both < ways; ++both) {
        const bool multiview = both == 1 && state.options.stereo == StereoMode::Multiview;
        for (size_t keepDepth = 0; keepDepth < (canKeepDepth ? 2U : 1U); ++keepDepth) {
            const ScenePassInfo info{state.options.colorFormat, state.samples, multiview, keepDepth == 1};
            SELVAGE_TRY(take(createScenePass(state.gpu, info), state.scenePass[both][keepDepth]));
        }
    }
    return {};
}

Result<void> createShadowMaps(RenderState &state) {
    const bool shadows = state.options.shadowMapSize > 0;
    const auto keySize = shadows ? static_cast<uint32_t>(state.options.shadowMapSize) : 1U;
    const uint32_t skySize = shadows ? kSkyMapSize : 1U;
    SELVAGE_TRY(take(createShadowMap(state.gpu, state.shadowPass, keySize), state.keyMap));
    return take(createShadowMap(state.gpu, state.shadowPass, skySize), state.skyMap);
}

} // namespace

PipelineInfo pipelineInfo(const RenderState &state) {
    PipelineInfo info;
    info.shadowPass = state.shadowPass;
    info.eachEyePass = state.scenePass[0][0];
    info.bothEyesPass = state.scenePass[1][0];
    info.stereo = state.options.stereo;
    info.samples = state.samples;
    info.encodeSrgb = state.encodeSrgb;
    info.shadows = state.options.shadowMapSize > 0;
    return info;
}

Result<void> fillRenderState(RenderState &state) {
    SELVAGE_TRY(checkOptions(state));
    state.options.stereo = workingStereoMode(state.gpu, state.options);
    const VkFormat format = state.options.colorFormat;
    state.samples = state.options.samples == 4 ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    state.encodeSrgb = !storesSrgb(format) && !storesLinear(format);
    SELVAGE_TRY(createPasses(state));
    SELVAGE_TRY(createShadowMaps(state));
    SELVAGE_TRY(take(createPipelines(state.gpu, pipelineInfo(state)), state.pipelines));
    return take(createFrameSlots(state.gpu, state.pipelines.setLayout, state.keyMap.view, state.skyMap.view),
                state.frames);
}

void destroyRenderState(RenderState &state) {
    const Gpu &gpu = state.gpu;
    vkDeviceWaitIdle(gpu.device);
    for (Mesh &mesh : state.meshes) {
        destroyMesh(gpu, mesh);
    }
    destroyOverlayPass(gpu, state.overlay);
    destroyHiddenArea(gpu, state.hiddenArea);
    destroyEyeImages(gpu, state.eyeImages);
    destroyFrameSlots(gpu, state.frames);
    destroyShadowMap(gpu, state.keyMap);
    destroyShadowMap(gpu, state.skyMap);
    destroyPipelines(gpu, state.pipelines);
    for (const auto &passes : state.scenePass) {
        for (VkRenderPass pass : passes) {
            vkDestroyRenderPass(gpu.device, pass, nullptr);
        }
    }
    vkDestroyRenderPass(gpu.device, state.shadowPass, nullptr);
}

Result<void> fitEyeImages(RenderState &state, VkExtent2D extent) {
    const VkExtent2D now = state.eyeImages.extent;
    if (now.width == extent.width && now.height == extent.height) {
        return {};
    }
    VK_CHECK(vkDeviceWaitIdle(state.gpu.device));
    destroyEyeImages(state.gpu, state.eyeImages);
    return take(createEyeImages(state.gpu, extent, state.options.colorFormat, state.samples),
                state.eyeImages);
}

} // namespace selvage
