// The ring of frames in flight; see frame_slots.h.
#include "frame_slots.h"

#include "gpu_layout.h"
#include "vk_check.h"

namespace selvage {

namespace {

constexpr uint32_t kMapBindings = 3;

Result<void> createPools(const Gpu &gpu, FrameSlots &frames) {
    VkCommandPoolCreateInfo commandInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    commandInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    commandInfo.queueFamilyIndex = gpu.queueFamily;
    VK_CHECK(vkCreateCommandPool(gpu.device, &commandInfo, nullptr, &frames.commandPool));
    const std::array<VkDescriptorPoolSize, 2> sizes{
        {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kFramesInFlight},
         {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kMapBindings * kFramesInFlight}}};
    VkDescriptorPoolCreateInfo descriptorInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    descriptorInfo.maxSets = kFramesInFlight;
    descriptorInfo.poolSizeCount = static_cast<uint32_t>(sizes.size());
    descriptorInfo.pPoolSizes = sizes.data();
    VK_CHECK(vkCreateDescriptorPool(gpu.device, &descriptorInfo, nullptr, &frames.descriptorPool));
    return {};
}

Result<void> createSamplers(const Gpu &gpu, ShadowSamplers &samplers) {
    VkFormatProperties format{};
    vkGetPhysicalDeviceFormatProperties(gpu.physicalDevice, kDepthFormat, &format);
    const bool linear =
        (format.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0;
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    VK_CHECK(vkCreateSampler(gpu.device, &info, nullptr, &samplers.depth));
    info.magFilter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.minFilter = info.magFilter;
    info.compareEnable = VK_TRUE;
    info.compareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    VK_CHECK(vkCreateSampler(gpu.device, &info, nullptr, &samplers.compare));
    return {};
}

struct MapViews {
    VkImageView key{VK_NULL_HANDLE};
    VkImageView sky{VK_NULL_HANDLE};
};

void writeDescriptors(const Gpu &gpu, const FrameSlot &slot, const ShadowSamplers &samplers,
                      const MapViews &maps) {
    const VkDescriptorBufferInfo uniforms{slot.uniforms.buffer, 0, sizeof(FrameBlock)};
    constexpr auto kLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    const std::array<VkDescriptorImageInfo, kMapBindings> images{{{samplers.compare, maps.key, kLayout},
                                                                  {samplers.depth, maps.key, kLayout},
                                                                  {samplers.depth, maps.sky, kLayout}}};
    std::array<VkWriteDescriptorSet, 1 + kMapBindings> writes{};
    for (uint32_t i = 0; i < writes.size(); ++i) {
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstSet = slot.descriptors;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType =
            i == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        writes[i].pBufferInfo = i == 0 ? &uniforms : nullptr;
        writes[i].pImageInfo = i == 0 ? nullptr : &images[i - 1];
    }
    vkUpdateDescriptorSets(gpu.device, static_cast<uint32_t>(writes.size()), writes.data(), 0, nullptr);
}

Result<void> createSlot(const Gpu &gpu, const FrameSlots &frames, VkDescriptorSetLayout setLayout,
                        FrameSlot &slot) {
    VkCommandBufferAllocateInfo commandInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commandInfo.commandPool = frames.commandPool;
    commandInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commandInfo.commandBufferCount = 1;
    VK_CHECK(vkAllocateCommandBuffers(gpu.device, &commandInfo, &slot.commands));
    VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    fenceInfo.flags = VK_FENCE_CREATE_SIGNALED_BIT;
    VK_CHECK(vkCreateFence(gpu.device, &fenceInfo, nullptr, &slot.done));
    auto uniforms =
        createBuffer(gpu, sizeof(FrameBlock), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryUse::HostWritten);
    if (!uniforms) {
        return uniforms.error();
    }
    slot.uniforms = *uniforms;
    VkDescriptorSetAllocateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    setInfo.descriptorPool = frames.descriptorPool;
    setInfo.descriptorSetCount = 1;
    setInfo.pSetLayouts = &setLayout;
    VK_CHECK(vkAllocateDescriptorSets(gpu.device, &setInfo, &slot.descriptors));
    if (gpu.timestampBits > 0) {
        VkQueryPoolCreateInfo queryInfo{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        queryInfo.queryType = VK_QUERY_TYPE_TIMESTAMP;
        queryInfo.queryCount = kTimeCount;
        VK_CHECK(vkCreateQueryPool(gpu.device, &queryInfo, nullptr, &slot.times));
    }
    return {};
}

Result<void> fillFrameSlots(const Gpu &gpu, VkDescriptorSetLayout setLayout, const MapViews &maps,
                            FrameSlots &frames) {
    SELVAGE_TRY(createPools(gpu, frames));
    SELVAGE_TRY(createSamplers(gpu, frames.samplers));
    for (FrameSlot &slot : frames.slots) {
        SELVAGE_TRY(createSlot(gpu, frames, setLayout, slot));
        writeDescriptors(gpu, slot, frames.samplers, maps);
    }
    return {};
}

} // namespace

Result<FrameSlots> createFrameSlots(const Gpu &gpu, VkDescriptorSetLayout setLayout, VkImageView keyMap,
                                    VkImageView skyMap) {
    FrameSlots frames;
    if (const auto filled = fillFrameSlots(gpu, setLayout, {keyMap, skyMap}, frames); !filled) {
        destroyFrameSlots(gpu, frames);
        return filled.error();
    }
    return frames;
}

void destroyFrameSlots(const Gpu &gpu, FrameSlots &frames) {
    for (FrameSlot &slot : frames.slots) {
        releaseTarget(gpu, slot);
        vkDestroyFence(gpu.device, slot.done, nullptr);
        vkDestroyQueryPool(gpu.device, slot.times, nullptr);
        destroyBuffer(gpu, slot.uniforms);
    }
    vkDestroySampler(gpu.device, frames.samplers.compare, nullptr);
    vkDestroySampler(gpu.device, frames.samplers.depth, nullptr);
    vkDestroyDescriptorPool(gpu.device, frames.descriptorPool, nullptr);
    vkDestroyCommandPool(gpu.device, frames.commandPool, nullptr);
    frames = FrameSlots{};
}

void releaseTarget(const Gpu &gpu, FrameSlot &slot) {
    for (uint32_t i = 0; i < slot.framebufferCount; ++i) {
        vkDestroyFramebuffer(gpu.device, slot.framebuffers[i], nullptr);
    }
    for (uint32_t i = 0; i < slot.viewCount; ++i) {
        vkDestroyImageView(gpu.device, slot.views[i], nullptr);
    }
    slot.framebufferCount = 0;
    slot.viewCount = 0;
}

} // namespace selvage
