// A GPU and a target for tests; see test_target.h.
#include "test_target.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace selvage::test {

namespace {

void require(VkResult result, const char *call) {
    if (result != VK_SUCCESS) {
        std::fprintf(stderr, "test target: %s gave %d\n", call, static_cast<int>(result));
        std::abort();
    }
}

VkDeviceMemory allocate(const Gpu &gpu, const VkMemoryRequirements &needs, VkMemoryPropertyFlags flags) {
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = needs.size;
    for (uint32_t i = 0; i < gpu.memory.memoryTypeCount; ++i) {
        const bool usable = (needs.memoryTypeBits & (1U << i)) != 0;
        if (usable && (gpu.memory.memoryTypes[i].propertyFlags & flags) == flags) {
            info.memoryTypeIndex = i;
            break;
        }
    }
    VkDeviceMemory memory = VK_NULL_HANDLE;
    require(vkAllocateMemory(gpu.device, &info, nullptr, &memory), "vkAllocateMemory");
    return memory;
}

VkPhysicalDevice softwareDevice(VkInstance instance) {
    uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance, &count, devices.data());
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties{};
        vkGetPhysicalDeviceProperties(device, &properties);
        if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
            return device;
        }
    }
    return devices.empty() ? VK_NULL_HANDLE : devices.front();
}

constexpr VkDeviceSize kTexelBytes = 4; // 8-bit colour and 32-bit depth alike

} // namespace

GpuRequest testGpuRequest() {
    GpuRequest request;
    request.validation = true;
    request.choosePhysicalDevice = softwareDevice;
    return request;
}

TestTarget::TestTarget(const Gpu &gpu, VkExtent2D extent, VkFormat format, bool depth)
    : gpu_(gpu), extent_(extent) {
    color_ = createAttachment(format, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    if (depth) {
        depth_ = createAttachment(VK_FORMAT_D32_SFLOAT, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    }
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = kTexelBytes * extent.width * extent.height;
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    require(vkCreateBuffer(gpu.device, &info, nullptr, &readback_), "vkCreateBuffer");
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(gpu.device, readback_, &needs);
    readbackMemory_ =
        allocate(gpu, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    require(vkBindBufferMemory(gpu.device, readback_, readbackMemory_, 0), "vkBindBufferMemory");
    require(vkMapMemory(gpu.device, readbackMemory_, 0, VK_WHOLE_SIZE, 0, &mapped_), "vkMapMemory");
    VkCommandPoolCreateInfo poolInfo{};
    poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    poolInfo.queueFamilyIndex = gpu.queueFamily;
    require(vkCreateCommandPool(gpu.device, &poolInfo, nullptr, &pool_), "vkCreateCommandPool");
}

TestTarget::~TestTarget() {
    vkDeviceWaitIdle(gpu_.device);
    vkDestroyCommandPool(gpu_.device, pool_, nullptr);
    vkDestroyBuffer(gpu_.device, readback_, nullptr);
    vkFreeMemory(gpu_.device, readbackMemory_, nullptr);
    for (const Attachment &attachment : {color_, depth_}) {
        vkDestroyImage(gpu_.device, attachment.image, nullptr);
        vkFreeMemory(gpu_.device, attachment.memory, nullptr);
    }
}

TestTarget::Attachment TestTarget::createAttachment(VkFormat format, VkImageUsageFlags usage) const {
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {extent_.width, extent_.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = kEyeMax;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    Attachment attachment;
    require(vkCreateImage(gpu_.device, &info, nullptr, &attachment.image), "vkCreateImage");
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(gpu_.device, attachment.image, &needs);
    attachment.memory = allocate(gpu_, needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    require(vkBindImageMemory(gpu_.device, attachment.image, attachment.memory, 0), "vkBindImageMemory");
    return attachment;
}

FrameTarget TestTarget::frameTarget() const {
    FrameTarget target;
    target.extent = extent_;
    target.image = {color_.image, color_.image};
    target.layer = {0, 1};
    target.depthImage = {depth_.image, depth_.image};
    target.depthFormat = depth_.image != VK_NULL_HANDLE ? VK_FORMAT_D32_SFLOAT : VK_FORMAT_UNDEFINED;
    target.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    return target;
}

// The layer's texels into the mapped buffer; the image is left ready for another read.
void TestTarget::readLayer(VkImage image, VkImageLayout layout, VkImageAspectFlags aspect,
                           uint32_t layer) const {
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool_;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    require(vkAllocateCommandBuffers(gpu_.device, &info, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    require(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    barrier.oldLayout = layout;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {aspect, 0, 1, layer, 1};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &barrier);
    VkBufferImageCopy region{};
    region.imageSubresource = {aspect, 0, layer, 1};
    region.imageExtent = {extent_.width, extent_.height, 1};
    vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, readback_, 1, &region);
    VkMemoryBarrier toHost{};
    toHost.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    toHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    toHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &toHost,
                         0, nullptr, 0, nullptr);
    require(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    require(vkQueueSubmit(gpu_.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    require(vkQueueWaitIdle(gpu_.queue), "vkQueueWaitIdle");
    vkFreeCommandBuffers(gpu_.device, pool_, 1, &commands);
}

Picture TestTarget::readEye(uint32_t eye) const {
    readLayer(color_.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT, eye);
    Picture picture;
    picture.width = static_cast<int>(extent_.width);
    picture.height = static_cast<int>(extent_.height);
    picture.rgba.resize(kTexelBytes * extent_.width * extent_.height);
    std::memcpy(picture.rgba.data(), mapped_, picture.rgba.size());
    return picture;
}

std::vector<float> TestTarget::readDepth(uint32_t eye) const {
    readLayer(depth_.image, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, VK_IMAGE_ASPECT_DEPTH_BIT, eye);
    std::vector<float> depth(static_cast<size_t>(extent_.width) * extent_.height);
    std::memcpy(depth.data(), mapped_, depth.size() * sizeof(float));
    return depth;
}

} // namespace selvage::test
