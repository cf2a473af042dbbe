// Makes the pipelines; see pipelines.h.
#include "pipelines.h"

#include "gpu_layout.h"
#include "shaders.h"
#include "vk_check.h"

#include <cstddef>

namespace selvage {

namespace {

// Shadow casters are pushed away from the light: constant in units of depth resolution, and by slope.
constexpr float kShadowConstantBias = 1.0F;
constexpr float kShadowSlopeBias = 1.6F;

enum class VertexInput : uint8_t { None, Position, Mesh, Overlay, Corner };

// What differs between the pipelines.
struct Recipe {
    VkRenderPass pass{VK_NULL_HANDLE};
    ShaderCode vertex;
    ShaderCode fragment; // empty: depth only
    bool hasColor{true}; // the pass
    VkSampleCountFlagBits samples{VK_SAMPLE_COUNT_1_BIT};
    VkCullModeFlags cull{VK_CULL_MODE_BACK_BIT};
    VkPolygonMode polygons{VK_POLYGON_MODE_FILL};
    VkCompareOp depthTest{VK_COMPARE_OP_GREATER}; // reversed depth
    bool depthWrite{true};
    VertexInput input{VertexInput::Mesh};
    bool bias{false};
    bool blend{false};                                    // over what is there already, by alpha
    std::array<VkBool32, 2> constants{VK_FALSE, VK_TRUE}; // as numbered in light.glsl
};

struct OverlayLayout {
    VkVertexInputBindingDescription binding{0, sizeof(OverlayVertex), VK_VERTEX_INPUT_RATE_VERTEX};
    std::array<VkVertexInputAttributeDescription, 3> attributes{{
        {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(OverlayVertex, position)},
        {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(OverlayVertex, uv)},
        {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(OverlayVertex, color)},
    }};
};

struct VertexLayout {
    VkVertexInputBindingDescription binding{0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
    std::array<VkVertexInputAttributeDescription, 5> attributes{{
        {0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, position)},
        {1, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, normal)},
        {2, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(Vertex, uv)},
        {3, 0, VK_FORMAT_R32_SFLOAT, offsetof(Vertex, wetness)},
        {4, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(Vertex, paint)},
    }};
};

Result<VkShaderModule> createModule(const Gpu &gpu, ShaderCode code) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateShaderModule(gpu.device, &info, nullptr, &handle));
    return handle;
}

constexpr VkVertexInputBindingDescription kCornerBinding{0, sizeof(Vec3), VK_VERTEX_INPUT_RATE_VERTEX};
constexpr VkVertexInputAttributeDescription kCornerAttribute{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0};
constexpr VertexLayout kVertexLayout;
constexpr OverlayLayout kOverlayLayout;

VkPipelineVertexInputStateCreateInfo vertexInput(VertexInput input) {
    VkPipelineVertexInputStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    if (input == VertexInput::None) {
        return info;
    }
    if (input == VertexInput::Corner) {
        info.vertexBindingDescriptionCount = info.vertexAttributeDescriptionCount = 1;
        info.pVertexBindingDescriptions = &kCornerBinding;
        info.pVertexAttributeDescriptions = &kCornerAttribute;
        return info;
    }
    const bool overlay = input == VertexInput::Overlay;
    info.vertexBindingDescriptionCount = 1;
    info.pVertexBindingDescriptions = overlay ? &kOverlayLayout.binding : &kVertexLayout.binding;
    const size_t all = overlay ? kOverlayLayout.attributes.size() : kVertexLayout.attributes.size();
    info.vertexAttributeDescriptionCount = input == VertexInput::Position ? 1 : static_cast<uint32_t>(all);
    info.pVertexAttributeDescriptions =
        overlay ? kOverlayLayout.attributes.data() : kVertexLayout.attributes.data();
    return info;
}

VkPipelineColorBlendAttachmentState blending(const Recipe &recipe) {
    VkPipelineColorBlendAttachmentState state{};
    state.blendEnable = recipe.blend ? VK_TRUE : VK_FALSE;
    state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
    state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.colorWriteMask = recipe.fragment.empty() ? 0U
                                                   : VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                                                         VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    return state;
}

VkPipelineRasterizationStateCreateInfo rasterization(const Recipe &recipe) {
    VkPipelineRasterizationStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    info.polygonMode = recipe.polygons;
    info.cullMode = recipe.cull;
    info.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    info.lineWidth = 1.0F;
    info.depthBiasEnable = recipe.bias ? VK_TRUE : VK_FALSE;
    info.depthBiasConstantFactor = kShadowConstantBias;
    info.depthBiasSlopeFactor = kShadowSlopeBias;
    return info;
}

VkPipelineDepthStencilStateCreateInfo depthState(const Recipe &recipe) {
    VkPipelineDepthStencilStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    info.depthTestEnable = VK_TRUE;
    info.depthWriteEnable = recipe.depthWrite ? VK_TRUE : VK_FALSE;
    info.depthCompareOp = recipe.depthTest;
    return info;
}

// Puts the recipe and the modules together. The caller destroys the modules.
Result<VkPipeline> assemble(const Gpu &gpu, VkPipelineLayout layout, const Recipe &recipe,
                            std::span<const VkPipelineShaderStageCreateInfo> stages) {
    const auto input = vertexInput(recipe.input);
    const auto raster = rasterization(recipe);
    const auto depth = depthState(recipe);
    VkPipelineInputAssemblyStateCreateInfo assembly{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    samples.rasterizationSamples = recipe.samples;
    const VkPipelineColorBlendAttachmentState attachment = blending(recipe);
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blend.attachmentCount = recipe.hasColor ? 1 : 0;
    blend.pAttachments = &attachment;
    const std::array<VkDynamicState, 2> changing{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamic.dynamicStateCount = static_cast<uint32_t>(changing.size());
    dynamic.pDynamicStates = changing.data();

    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.stageCount = static_cast<uint32_t>(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = layout;
    info.renderPass = recipe.pass;
    VkPipeline handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateGraphicsPipelines(gpu.device, VK_NULL_HANDLE, 1, &info, nullptr, &handle));
    return handle;
}

Result<VkPipeline> createPipeline(const Gpu &gpu, VkPipelineLayout layout, const Recipe &recipe) {
    const std::array<VkSpecializationMapEntry, 2> entries{
        {{0, 0, sizeof(VkBool32)}, {1, sizeof(VkBool32), sizeof(VkBool32)}}};
    const VkSpecializationInfo constants{2, entries.data(), sizeof(recipe.constants),
                                         recipe.constants.data()};
    const std::array<ShaderCode, 2> codes{recipe.vertex, recipe.fragment};
    std::array<VkPipelineShaderStageCreateInfo, 2> stages{};
    const size_t stageCount = recipe.fragment.empty() ? 1 : 2;
    Result<VkPipeline> pipeline = Error{};
    bool complete = true;
    for (size_t i = 0; i < stageCount && complete; ++i) {
        const auto module = createModule(gpu, codes[i]);
        complete = static_cast<bool>(module);
        if (!complete) {
            pipeline = module.error();
            break;
        }
        stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stages[i].stage = i == 0 ? VK_SHADER_STAGE_VERTEX_BIT : VK_SHADER_STAGE_FRAGMENT_BIT;
        stages[i].module = module.value();
        stages[i].pName = "main";
        stages[i].pSpecializationInfo = &constants;
    }
    if (complete) {
        pipeline = assemble(gpu, layout, recipe, {stages.data(), stageCount});
    }
    for (const auto &stage : stages) {
        vkDestroyShaderModule(gpu.device, stage.module, nullptr);
    }
    return pipeline;
}

Recipe sceneRecipe(PipelineKind kind, StereoMode mode) {
    Recipe recipe;
    recipe.vertex = surfaceVertexShader(mode);
    switch (kind) {
    case PipelineKind::Solid:
        recipe.fragment = solidFragmentShader();
        break;
    case PipelineKind::Floor:
        recipe.fragment = floorFragmentShader();
        recipe.cull = VK_CULL_MODE_NONE; // blades of grass have two sides
        break;
    case PipelineKind::Cloth:
        recipe.fragment = clothFragmentShader();
        recipe.cull = VK_CULL_MODE_NONE;
        break;
    case PipelineKind::Ground:
        recipe.fragment = groundFragmentShader();
        break;
    case PipelineKind::Water:
        recipe.fragment = waterFragmentShader();
        recipe.cull = VK_CULL_MODE_NONE;
        recipe.depthWrite = false;
        recipe.blend = true;
        break;
    case PipelineKind::SolidLines:
        recipe.fragment = solidFragmentShader();
        recipe.polygons = VK_POLYGON_MODE_LINE;
        break;
    case PipelineKind::ClothLines:
        recipe.fragment = clothFragmentShader();
        recipe.polygons = VK_POLYGON_MODE_LINE;
        recipe.cull = VK_CULL_MODE_NONE;
        break;
    case PipelineKind::Motes:
        recipe.fragment = moteFragmentShader();
        recipe.cull = VK_CULL_MODE_NONE;
        recipe.depthWrite = false;
        recipe.blend = true;
        break;
    case PipelineKind::HiddenArea:
        recipe.vertex = hiddenVertexShader(mode);
        recipe.cull = VK_CULL_MODE_NONE;
        recipe.depthTest = VK_COMPARE_OP_ALWAYS;
        recipe.input = VertexInput::Corner;
        break;
    case PipelineKind::Ghosts:
        recipe.fragment = moteFragmentShader();
        recipe.depthTest = VK_COMPARE_OP_ALWAYS; // seen through what it is in
        recipe.depthWrite = false;
        recipe.blend = true;
        break;
    case PipelineKind::Background:
        recipe.vertex = backgroundVertexShader(mode);
        recipe.fragment = backgroundFragmentShader();
        recipe.cull = VK_CULL_MODE_NONE;
        recipe.depthTest = VK_COMPARE_OP_EQUAL; // only where nothing was drawn
        recipe.depthWrite = false;
        recipe.input = VertexInput::None;
        break;
    }
    return recipe;
}

Result<void> createSet(const Gpu &gpu, VkPipelineLayout layout, const PipelineInfo &info, StereoMode mode,
                       PipelineSet &set) {
    for (size_t i = 0; i < kPipelineKinds; ++i) {
        Recipe recipe = sceneRecipe(static_cast<PipelineKind>(i), mode);
        recipe.pass = mode == StereoMode::TwoPass ? info.eachEyePass : info.bothEyesPass;
        recipe.samples = info.samples;
        recipe.constants = {info.encodeSrgb ? VK_TRUE : VK_FALSE, info.shadows ? VK_TRUE : VK_FALSE};
        if (!gpu.wireframe) {
            recipe.polygons = VK_POLYGON_MODE_FILL;
        }
        const auto pipeline = createPipeline(gpu, layout, recipe);
        if (!pipeline) {
            return pipeline.error();
        }
        set[i] = pipeline.value();
    }
    return {};
}

Result<void> createLayouts(const Gpu &gpu, Pipelines &pipelines) {
    constexpr uint32_t kBindings = 4; // uniforms, then three shadow maps
    std::array<VkDescriptorSetLayoutBinding, kBindings> bindings{};
    for (uint32_t i = 0; i < kBindings; ++i) {
        bindings[i].binding = i;
        bindings[i].descriptorType =
            i == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        bindings[i].descriptorCount = 1;
        bindings[i].stageFlags = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    }
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = kBindings;
    setInfo.pBindings = bindings.data();
    VK_CHECK(vkCreateDescriptorSetLayout(gpu.device, &setInfo, nullptr, &pipelines.setLayout));
    const VkPushConstantRange push{VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                                   sizeof(ItemBlock)};
    VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layoutInfo.setLayoutCount = 1;
    layoutInfo.pSetLayouts = &pipelines.setLayout;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &push;
    VK_CHECK(vkCreatePipelineLayout(gpu.device, &layoutInfo, nullptr, &pipelines.layout));
    return {};
}

Result<void> fillPipelines(const Gpu &gpu, const PipelineInfo &info, Pipelines &pipelines) {
    SELVAGE_TRY(createLayouts(gpu, pipelines));
    Recipe shadow;
    shadow.pass = info.shadowPass;
    shadow.vertex = shadowVertexShader();
    shadow.hasColor = false;
    shadow.input = VertexInput::Position;
    shadow.cull = VK_CULL_MODE_NONE; // cloth casts from both sides
    shadow.depthTest = VK_COMPARE_OP_LESS;
    shadow.bias = true;
    const auto pipeline = createPipeline(gpu, pipelines.layout, shadow);
    if (!pipeline) {
        return pipeline.error();
    }
    pipelines.shadow = pipeline.value();
    SELVAGE_TRY(createSet(gpu, pipelines.layout, info, StereoMode::TwoPass, pipelines.eachEye));
    if (info.bothEyesPass != VK_NULL_HANDLE) {
        SELVAGE_TRY(createSet(gpu, pipelines.layout, info, info.stereo, pipelines.bothEyes));
    }
    return {};
}

} // namespace

Result<VkPipeline> createOverlayPipeline(const Gpu &gpu, VkPipelineLayout layout, const PipelineInfo &info,
                                         StereoMode mode) {
    Recipe recipe;
    recipe.pass = mode == StereoMode::TwoPass ? info.eachEyePass : info.bothEyesPass;
    recipe.vertex = overlayVertexShader(mode);
    recipe.fragment = overlayFragmentShader();
    recipe.samples = info.samples;
    recipe.cull = VK_CULL_MODE_NONE;
    recipe.depthTest = VK_COMPARE_OP_GREATER_OR_EQUAL; // on top of the picture it lies on the near plane
    recipe.depthWrite = false;
    recipe.input = VertexInput::Overlay;
    recipe.blend = true;
    recipe.constants = {info.encodeSrgb ? VK_TRUE : VK_FALSE, VK_FALSE};
    return createPipeline(gpu, layout, recipe);
}

Result<Pipelines> createPipelines(const Gpu &gpu, const PipelineInfo &info) {
    Pipelines pipelines;
    if (const auto filled = fillPipelines(gpu, info, pipelines); !filled) {
        destroyPipelines(gpu, pipelines);
        return filled.error();
    }
    return pipelines;
}

void destroyPipelines(const Gpu &gpu, Pipelines &pipelines) {
    for (size_t i = 0; i < kPipelineKinds; ++i) {
        vkDestroyPipeline(gpu.device, pipelines.eachEye[i], nullptr);
        vkDestroyPipeline(gpu.device, pipelines.bothEyes[i], nullptr);
    }
    vkDestroyPipeline(gpu.device, pipelines.shadow, nullptr);
    vkDestroyPipelineLayout(gpu.device, pipelines.layout, nullptr);
    vkDestroyDescriptorSetLayout(gpu.device, pipelines.setLayout, nullptr);
    pipelines = Pipelines{};
}

} // namespace selvage
