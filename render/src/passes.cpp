// Render passes and what they draw into; see passes.h.
#include "passes.h"

#include "vk_check.h"

namespace selvage {

namespace {

VkAttachmentDescription attachment(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                                   VkAttachmentStoreOp store, VkImageLayout finalLayout) {
    VkAttachmentDescription a{};
    a.format = format;
    a.samples = samples;
    a.loadOp = load;
    a.storeOp = store;
    a.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    a.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    a.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    a.finalLayout = finalLayout;
    return a;
}

std::vector<VkAttachmentDescription> sceneAttachments(const ScenePassInfo &info) {
    constexpr auto kColor = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    constexpr auto kDepth = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    const bool resolve = info.samples != VK_SAMPLE_COUNT_1_BIT;
    const VkAttachmentStoreOp keep = VK_ATTACHMENT_STORE_OP_STORE;
    const VkAttachmentStoreOp drop = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    std::vector<VkAttachmentDescription> list;
    list.push_back(
        attachment(info.color, info.samples, VK_ATTACHMENT_LOAD_OP_CLEAR, resolve ? drop : keep, kColor));
    list.push_back(attachment(kDepthFormat, info.samples, VK_ATTACHMENT_LOAD_OP_CLEAR,
                              !resolve && info.keepDepth ? keep : drop, kDepth));
    if (resolve) {
        list.push_back(
            attachment(info.color, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE, keep, kColor));
    }
    if (resolve && info.keepDepth) {
        list.push_back(
            attachment(kDepthFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE, keep, kDepth));
    }
    return list;
}

constexpr uint32_t kBothViews = 0b11;

// Drawing waits for the shadow maps' barrier by itself; here the images of the frame before must be done
// with.
constexpr VkPipelineStageFlags kAttachmentStages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT |
                                                   VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT |
                                                   VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
constexpr VkAccessFlags kAttachmentWrites =
    VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
constexpr VkAccessFlags kAttachmentReads =
    VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT;

Result<VkRenderPass> createPlainPass(const Gpu &gpu, const ScenePassInfo &info) {
    const auto attachments = sceneAttachments(info);
    const VkAttachmentReference color{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth{1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference resolved{2, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &color;
    subpass.pDepthStencilAttachment = &depth;
    subpass.pResolveAttachments = info.samples != VK_SAMPLE_COUNT_1_BIT ? &resolved : nullptr;
    const VkSubpassDependency before{VK_SUBPASS_EXTERNAL,
                                     0,
                                     kAttachmentStages,
                                     kAttachmentStages,
                                     kAttachmentWrites,
                                     kAttachmentWrites | kAttachmentReads,
                                     0};

    VkRenderPassMultiviewCreateInfo views{VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO};
    views.subpassCount = 1;
    views.pViewMasks = &kBothViews;
    views.correlationMaskCount = 1;
    views.pCorrelationMasks = &kBothViews;
    VkRenderPassCreateInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    pass.pNext = info.multiview ? &views : nullptr;
    pass.attachmentCount = static_cast<uint32_t>(attachments.size());
    pass.pAttachments = attachments.data();
    pass.subpassCount = 1;
    pass.pSubpasses = &subpass;
    pass.dependencyCount = 1;
    pass.pDependencies = &before;
    VkRenderPass handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateRenderPass(gpu.device, &pass, nullptr, &handle));
    return handle;
}

VkAttachmentDescription2KHR attachment2(const VkAttachmentDescription &a) {
    VkAttachmentDescription2KHR b{VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2_KHR};
    b.format = a.format;
    b.samples = a.samples;
    b.loadOp = a.loadOp;
    b.storeOp = a.storeOp;
    b.stencilLoadOp = a.stencilLoadOp;
    b.stencilStoreOp = a.stencilStoreOp;
    b.initialLayout = a.initialLayout;
    b.finalLayout = a.finalLayout;
    return b;
}

VkAttachmentReference2KHR reference2(uint32_t index, VkImageLayout layout, VkImageAspectFlags aspect) {
    VkAttachmentReference2KHR r{VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2_KHR};
    r.attachment = index;
    r.layout = layout;
    r.aspectMask = aspect;
    return r;
}

// The same pass with the depth resolved too (its first sample), which only the second form of the call can
// say.
Result<VkRenderPass> createDepthResolvingPass(const Gpu &gpu, const ScenePassInfo &info) {
    if (!gpu.depthResolve) {
        return Error{
            std::string(gpu.properties.deviceName) +
            " cannot resolve multisampled depth, expected VK_KHR_depth_stencil_resolve or no depth target"};
    }
    std::vector<VkAttachmentDescription2KHR> attachments;
    for (const VkAttachmentDescription &a : sceneAttachments(info)) {
        attachments.push_back(attachment2(a));
    }
    constexpr auto kColor = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    constexpr auto kDepth = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    const auto color = reference2(0, kColor, VK_IMAGE_ASPECT_COLOR_BIT);
    const auto depth = reference2(1, kDepth, VK_IMAGE_ASPECT_DEPTH_BIT);
    const auto resolvedColor = reference2(2, kColor, VK_IMAGE_ASPECT_COLOR_BIT);
    const auto resolvedDepth = reference2(3, kDepth, VK_IMAGE_ASPECT_DEPTH_BIT);
    VkSubpassDescriptionDepthStencilResolveKHR resolve{
        VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE_KHR};
    resolve.depthResolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT_KHR;
    resolve.stencilResolveMode = VK_RESOLVE_MODE_NONE_KHR;
    resolve.pDepthStencilResolveAttachment = &resolvedDepth;
    VkSubpassDescription2KHR subpass{VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2_KHR};
    subpass.pNext = &resolve;
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.viewMask = info.multiview ? kBothViews : 0;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &color;
    subpass.pResolveAttachments = &resolvedColor;
    subpass.pDepthStencilAttachment = &depth;
    VkSubpassDependency2KHR before{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2_KHR};
    before.srcSubpass = VK_SUBPASS_EXTERNAL;
    before.srcStageMask = kAttachmentStages;
    before.dstStageMask = kAttachmentStages;
    before.srcAccessMask = kAttachmentWrites;
    before.dstAccessMask = kAttachmentWrites | kAttachmentReads;
    VkRenderPassCreateInfo2KHR pass{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2_KHR};
    pass.attachmentCount = static_cast<uint32_t>(attachments.size());
    pass.pAttachments = attachments.data();
    pass.subpassCount = 1;
    pass.pSubpasses = &subpass;
    pass.dependencyCount = 1;
    pass.pDependencies = &before;
    pass.correlatedViewMaskCount = info.multiview ? 1 : 0;
    pass.pCorrelatedViewMasks = &kBothViews;
    VkRenderPass handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateRenderPass2KHR(gpu.device, &pass, nullptr, &handle));
    return handle;
}

// One view per layer and one of all layers.
Result<void> makeEyeViews(const Gpu &gpu, const Image &image, std::array<VkImageView, kEyeMax> &each,
                          VkImageView &both) {
    ImageInfo oneLayer = image.info;
    oneLayer.layers = 1;
    for (uint32_t i = 0; i < kEyeMax; ++i) {
        const auto view = createView(gpu, image.image, oneLayer, i, false);
        if (!view) {
            return view.error();
        }
        each[i] = view.value();
    }
    const auto view = createView(gpu, image.image, image.info, 0, true);
    if (!view) {
        return view.error();
    }
    both = view.value();
    return {};
}

Result<void> fillEyeImages(const Gpu &gpu, EyeImages &images, VkFormat colorFormat,
                           VkSampleCountFlagBits samples) {
    const auto make = [&](VkFormat format, VkImageUsageFlags usage, VkImageAspectFlags aspect, Image &image) {
        auto made = createImage(gpu, {format, images.extent, kEyeMax, samples, usage, aspect});
        if (made) {
            image = made.value();
        }
        return made ? Result<void>() : Result<void>(made.error());
    };
    if (samples != VK_SAMPLE_COUNT_1_BIT) {
        SELVAGE_TRY(
            make(colorFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_IMAGE_ASPECT_COLOR_BIT, images.color));
        SELVAGE_TRY(makeEyeViews(gpu, images.color, images.colorView, images.colorBoth));
    }
    SELVAGE_TRY(make(kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, VK_IMAGE_ASPECT_DEPTH_BIT,
                     images.depth));
    return makeEyeViews(gpu, images.depth, images.depthView, images.depthBoth);
}

Result<void> fillShadowMap(const Gpu &gpu, VkRenderPass pass, ShadowMap &map) {
    constexpr VkImageUsageFlags kUsage =
        VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    const VkExtent2D extent{map.size, map.size};
    const auto image =
        createImage(gpu, {kDepthFormat, extent, 1, VK_SAMPLE_COUNT_1_BIT, kUsage, VK_IMAGE_ASPECT_DEPTH_BIT});
    if (!image) {
        return image.error();
    }
    map.image = image.value();
    const auto view = createView(gpu, map.image.image, map.image.info, 0, false);
    if (!view) {
        return view.error();
    }
    map.view = view.value();
    const auto framebuffer = createFramebuffer(gpu, pass, {&map.view, 1}, extent, 1);
    if (!framebuffer) {
        return framebuffer.error();
    }
    map.framebuffer = framebuffer.value();
    return {};
}

} // namespace

Result<VkRenderPass> createScenePass(const Gpu &gpu, const ScenePassInfo &info) {
    const bool resolveDepth = info.keepDepth && info.samples != VK_SAMPLE_COUNT_1_BIT;
    return resolveDepth ? createDepthResolvingPass(gpu, info) : createPlainPass(gpu, info);
}

Result<VkRenderPass> createShadowPass(const Gpu &gpu) {
    VkAttachmentDescription depth =
        attachment(kDepthFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_CLEAR,
                   VK_ATTACHMENT_STORE_OP_STORE, VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL);
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.pDepthStencilAttachment = &reference;
    const std::array<VkSubpassDependency, 2> order{{
        // The frame before has read the map; then this frame's eyes read it.
        {VK_SUBPASS_EXTERNAL, 0,
         VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT,
         VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT, VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
         VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, 0},
        {0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT,
         VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
         VK_ACCESS_SHADER_READ_BIT, 0},
    }};
    VkRenderPassCreateInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    pass.attachmentCount = 1;
    pass.pAttachments = &depth;
    pass.subpassCount = 1;
    pass.pSubpasses = &subpass;
    pass.dependencyCount = static_cast<uint32_t>(order.size());
    pass.pDependencies = order.data();
    VkRenderPass handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateRenderPass(gpu.device, &pass, nullptr, &handle));
    return handle;
}

Result<EyeImages> createEyeImages(const Gpu &gpu, VkExtent2D extent, VkFormat colorFormat,
                                  VkSampleCountFlagBits samples) {
    EyeImages images;
    images.extent = extent;
    if (const auto filled = fillEyeImages(gpu, images, colorFormat, samples); !filled) {
        destroyEyeImages(gpu, images);
        return filled.error();
    }
    return images;
}

void destroyEyeImages(const Gpu &gpu, EyeImages &images) {
    for (size_t i = 0; i < kEyeMax; ++i) {
        vkDestroyImageView(gpu.device, images.colorView[i], nullptr);
        vkDestroyImageView(gpu.device, images.depthView[i], nullptr);
    }
    vkDestroyImageView(gpu.device, images.colorBoth, nullptr);
    vkDestroyImageView(gpu.device, images.depthBoth, nullptr);
    destroyImage(gpu, images.color);
    destroyImage(gpu, images.depth);
    images = EyeImages{};
}

Result<ShadowMap> createShadowMap(const Gpu &gpu, VkRenderPass pass, uint32_t size) {
    ShadowMap map;
    map.size = size;
    if (const auto filled = fillShadowMap(gpu, pass, map); !filled) {
        destroyShadowMap(gpu, map);
        return filled.error();
    }
    return map;
}

void destroyShadowMap(const Gpu &gpu, ShadowMap &map) {
    vkDestroyFramebuffer(gpu.device, map.framebuffer, nullptr);
    vkDestroyImageView(gpu.device, map.view, nullptr);
    destroyImage(gpu, map.image);
    map = ShadowMap{};
}

Result<VkFramebuffer> createFramebuffer(const Gpu &gpu, VkRenderPass pass, std::span<const VkImageView> views,
                                        VkExtent2D extent, uint32_t layers) {
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = pass;
    info.attachmentCount = static_cast<uint32_t>(views.size());
    info.pAttachments = views.data();
    info.width = extent.width;
    info.height = extent.height;
    info.layers = layers;
    VkFramebuffer handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateFramebuffer(gpu.device, &info, nullptr, &handle));
    return handle;
}

} // namespace selvage
