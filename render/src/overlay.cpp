// The overlay's resources and its drawing; see overlay.h.
#include "overlay.h"

#include "gpu_layout.h"
#include "vk_check.h"

#include <algorithm>
#include <cstring>

namespace selvage {

namespace {

constexpr VkFormat kAtlasFormat = VK_FORMAT_R8G8B8A8_SRGB;
constexpr VkImageSubresourceRange kWhole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

// As in shaders/overlay.glsl.
struct PlaneBlock {
    Vec4 clip{0.0F};
    std::array<std::array<Vec4, 3>, kEyeMax> column{};
};
static_assert(sizeof(PlaneBlock) <= 128, "Vulkan guarantees 128 bytes of push constants");

Result<void> uploadAtlas(const Gpu &gpu, VkCommandBuffer commands, const Buffer &from, const Image &to) {
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VK_CHECK(vkBeginCommandBuffer(commands, &begin));
    changeLayout(commands, to.image, kWhole, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {to.info.extent.width, to.info.extent.height, 1};
    vkCmdCopyBufferToImage(commands, from.buffer, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    changeLayout(commands, to.image, kWhole, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                 VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    VK_CHECK(vkEndCommandBuffer(commands));
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    VK_CHECK(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE));
    VK_CHECK(vkQueueWaitIdle(gpu.queue));
    return {};
}

Result<void> fillAtlas(const Gpu &gpu, VkCommandPool pool, const OverlayAtlas &atlas, const Image &image) {
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VK_CHECK(vkAllocateCommandBuffers(gpu.device, &info, &commands));
    auto staging =
        createBuffer(gpu, atlas.rgba.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::HostWritten);
    Result<void> uploaded;
    if (staging) {
        std::memcpy(staging->mapped, atlas.rgba.data(), atlas.rgba.size());
        uploaded = uploadAtlas(gpu, commands, *staging, image);
        destroyBuffer(gpu, *staging);
    } else {
        uploaded = staging.error();
    }
    vkFreeCommandBuffers(gpu.device, pool, 1, &commands);
    return uploaded;
}

Result<void> createAtlas(const Gpu &gpu, VkCommandPool pool, const OverlayAtlas &atlas,
                         OverlayPass &overlay) {
    ImageInfo info;
    info.format = kAtlasFormat;
    info.extent = {atlas.width, atlas.height};
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const auto image = createImage(gpu, info);
    if (!image) {
        return image.error();
    }
    overlay.atlas = image.value();
    SELVAGE_TRY(fillAtlas(gpu, pool, atlas, overlay.atlas));
    const auto view = createView(gpu, overlay.atlas.image, info, 0, false);
    if (!view) {
        return view.error();
    }
    overlay.atlasView = view.value();
    VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    sampler.magFilter = VK_FILTER_LINEAR;
    sampler.minFilter = VK_FILTER_LINEAR;
    sampler.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    sampler.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    VK_CHECK(vkCreateSampler(gpu.device, &sampler, nullptr, &overlay.sampler));
    return {};
}

Result<void> createLayouts(const Gpu &gpu, OverlayPass &overlay) {
    VkDescriptorSetLayoutBinding binding{};
    binding.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    binding.descriptorCount = 1;
    binding.stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT;
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = 1;
    setInfo.pBindings = &binding;
    VK_CHECK(vkCreateDescriptorSetLayout(gpu.device, &setInfo, nullptr, &overlay.setLayout));
    const VkPushConstantRange push{kStages, 0, sizeof(PlaneBlock)};
    VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layoutInfo.setLayoutCount = 1;
    layoutInfo.pSetLayouts = &overlay.setLayout;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &push;
    VK_CHECK(vkCreatePipelineLayout(gpu.device, &layoutInfo, nullptr, &overlay.layout));
    return {};
}

Result<void> createDescriptors(const Gpu &gpu, OverlayPass &overlay) {
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1};
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 1;
    poolInfo.pPoolSizes = &size;
    VK_CHECK(vkCreateDescriptorPool(gpu.device, &poolInfo, nullptr, &overlay.descriptorPool));
    VkDescriptorSetAllocateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    setInfo.descriptorPool = overlay.descriptorPool;
    setInfo.descriptorSetCount = 1;
    setInfo.pSetLayouts = &overlay.setLayout;
    VK_CHECK(vkAllocateDescriptorSets(gpu.device, &setInfo, &overlay.descriptors));
    const VkDescriptorImageInfo image{overlay.sampler, overlay.atlasView,
                                      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = overlay.descriptors;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &image;
    vkUpdateDescriptorSets(gpu.device, 1, &write, 0, nullptr);
    return {};
}

Result<void> fillOverlayPass(const Gpu &gpu, VkCommandPool pool, const PipelineInfo &info,
                             const OverlayAtlas &atlas, OverlayPass &overlay) {
    SELVAGE_TRY(createAtlas(gpu, pool, atlas, overlay));
    SELVAGE_TRY(createLayouts(gpu, overlay));
    SELVAGE_TRY(createDescriptors(gpu, overlay));
    const auto eachEye = createOverlayPipeline(gpu, overlay.layout, info, StereoMode::TwoPass);
    if (!eachEye) {
        return eachEye.error();
    }
    overlay.eachEye = eachEye.value();
    if (info.bothEyesPass == VK_NULL_HANDLE) {
        return {};
    }
    const auto bothEyes = createOverlayPipeline(gpu, overlay.layout, info, info.stereo);
    if (!bothEyes) {
        return bothEyes.error();
    }
    overlay.bothEyes = bothEyes.value();
    return {};
}

// Takes pixels to the clip space of each eye: of the world where the overlay has a place there, else of the
// picture.
PlaneBlock planeBlock(const FrameScene &scene, const OverlayPiece &piece, VkExtent2D extent) {
    const std::optional<Mat4> &model = piece.model ? piece.model : scene.overlayModel;
    PlaneBlock block;
    for (size_t eye = 0; eye < kEyeMax; ++eye) {
        if (model) {
            const Mat4 all = viewProjection(scene.eyes[eye], scene.nearPlane) * *model;
            block.column[eye] = {all[0], all[1], all[3]};
        } else {
            block.column[eye] = {Vec4(2.0F / static_cast<float>(extent.width), 0.0F, 0.0F, 0.0F),
                                 Vec4(0.0F, 2.0F / static_cast<float>(extent.height), 0.0F, 0.0F),
                                 Vec4(-1.0F, -1.0F, 1.0F, 1.0F)};
        }
    }
    return block;
}

} // namespace

Result<OverlayPass> createOverlayPass(const Gpu &gpu, VkCommandPool pool, const PipelineInfo &info,
                                      const OverlayAtlas &atlas) {
    OverlayPass overlay;
    if (const auto filled = fillOverlayPass(gpu, pool, info, atlas, overlay); !filled) {
        destroyOverlayPass(gpu, overlay);
        return filled.error();
    }
    return overlay;
}

void destroyOverlayPass(const Gpu &gpu, OverlayPass &overlay) {
    for (uint32_t slot = 0; slot < kFramesInFlight; ++slot) {
        destroyBuffer(gpu, overlay.vertices[slot]);
        destroyBuffer(gpu, overlay.indices[slot]);
    }
    vkDestroyPipeline(gpu.device, overlay.eachEye, nullptr);
    vkDestroyPipeline(gpu.device, overlay.bothEyes, nullptr);
    vkDestroyPipelineLayout(gpu.device, overlay.layout, nullptr);
    vkDestroyDescriptorPool(gpu.device, overlay.descriptorPool, nullptr);
    vkDestroyDescriptorSetLayout(gpu.device, overlay.setLayout, nullptr);
    vkDestroySampler(gpu.device, overlay.sampler, nullptr);
    vkDestroyImageView(gpu.device, overlay.atlasView, nullptr);
    destroyImage(gpu, overlay.atlas);
    overlay = OverlayPass{};
}

// All pieces one behind the other.
Result<void> writeOverlay(const Gpu &gpu, OverlayPass &overlay, uint32_t slot,
                          std::span<const OverlayPiece> pieces) {
    if (overlay.eachEye == VK_NULL_HANDLE || pieces.empty()) {
        return {};
    }
    size_t vertexBytes = 0;
    size_t indexBytes = 0;
    for (const OverlayPiece &piece : pieces) {
        vertexBytes += piece.vertices.size_bytes();
        indexBytes += piece.indices.size_bytes();
    }
    SELVAGE_TRY(growBuffer(gpu, overlay.vertices[slot], vertexBytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT));
    SELVAGE_TRY(growBuffer(gpu, overlay.indices[slot], indexBytes, VK_BUFFER_USAGE_INDEX_BUFFER_BIT));
    auto *vertices = static_cast<std::byte *>(overlay.vertices[slot].mapped);
    auto *indices = static_cast<std::byte *>(overlay.indices[slot].mapped);
    for (const OverlayPiece &piece : pieces) {
        std::memcpy(vertices, piece.vertices.data(), piece.vertices.size_bytes());
        std::memcpy(indices, piece.indices.data(), piece.indices.size_bytes());
        vertices += piece.vertices.size_bytes();
        indices += piece.indices.size_bytes();
    }
    return {};
}

void recordOverlay(const OverlayPass &overlay, VkCommandBuffer commands, uint32_t slot,
                   const FrameScene &scene, VkExtent2D extent, const OverlayEyes &eyes) {
    if (overlay.eachEye == VK_NULL_HANDLE || scene.overlay.empty()) {
        return;
    }
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      eyes.both ? overlay.bothEyes : overlay.eachEye);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, overlay.layout, 0, 1,
                            &overlay.descriptors, 0, nullptr);
    const VkDeviceSize start = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &overlay.vertices[slot].buffer, &start);
    vkCmdBindIndexBuffer(commands, overlay.indices[slot].buffer, 0, VK_INDEX_TYPE_UINT16);
    int32_t firstVertex = 0;
    uint32_t firstIndex = 0;
    for (const OverlayPiece &piece : scene.overlay) {
        PlaneBlock block = planeBlock(scene, piece, extent);
        for (const OverlayDraw &draw : piece.draws) {
            block.clip = Vec4(draw.clipLow, draw.clipHigh);
            vkCmdPushConstants(commands, overlay.layout, kStages, 0, sizeof(block), &block);
            vkCmdDrawIndexed(commands, draw.indexCount, eyes.instances, firstIndex + draw.firstIndex,
                             firstVertex + static_cast<int32_t>(draw.firstVertex), eyes.firstInstance);
        }
        firstVertex += static_cast<int32_t>(piece.vertices.size());
        firstIndex += static_cast<uint32_t>(piece.indices.size());
    }
}

} // namespace selvage
