// Buffers, images and barriers; see resources.h.
#include "resources.h"

#include "vk_check.h"

#include <cstring>

namespace selvage {

namespace {

// Index of a memory type among `allowed` (bit mask) with all of `flags`; -1 when there is none.
int findMemoryType(const Gpu &gpu, uint32_t allowed, VkMemoryPropertyFlags flags) {
    for (uint32_t i = 0; i < gpu.memory.memoryTypeCount; ++i) {
        const bool usable = (allowed & (1U << i)) != 0;
        if (usable && (gpu.memory.memoryTypes[i].propertyFlags & flags) == flags) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

Result<VkDeviceMemory> allocate(const Gpu &gpu, const VkMemoryRequirements &needs, MemoryUse use) {
    constexpr VkMemoryPropertyFlags kHost =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const bool host = use == MemoryUse::HostWritten;
    const VkMemoryPropertyFlags wanted =
        host ? kHost : VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
    int type = findMemoryType(gpu, needs.memoryTypeBits, wanted);
    if (type < 0 && !host) {
        type = findMemoryType(gpu, needs.memoryTypeBits, 0);
    }
    if (type < 0) {
        return Error{"The GPU offers no memory type for a resource, expected host-visible coherent memory"};
    }
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = needs.size;
    info.memoryTypeIndex = static_cast<uint32_t>(type);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VK_CHECK(vkAllocateMemory(gpu.device, &info, nullptr, &memory));
    return memory;
}

Result<void> fillBuffer(const Gpu &gpu, Buffer &buffer, VkBufferUsageFlags usage, MemoryUse use) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = buffer.size;
    info.usage = usage;
    VK_CHECK(vkCreateBuffer(gpu.device, &info, nullptr, &buffer.buffer));
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(gpu.device, buffer.buffer, &needs);
    const auto memory = allocate(gpu, needs, use);
    if (!memory) {
        return memory.error();
    }
    buffer.memory = memory.value();
    VK_CHECK(vkBindBufferMemory(gpu.device, buffer.buffer, buffer.memory, 0));
    if (use == MemoryUse::HostWritten) {
        VK_CHECK(vkMapMemory(gpu.device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &buffer.mapped));
    }
    return {};
}

Result<void> fillImage(const Gpu &gpu, Image &image) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = image.info.format;
    info.extent = {image.info.extent.width, image.info.extent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = image.info.layers;
    info.samples = image.info.samples;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = image.info.usage;
    info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    VK_CHECK(vkCreateImage(gpu.device, &info, nullptr, &image.image));
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(gpu.device, image.image, &needs);
    const auto memory = allocate(gpu, needs, MemoryUse::DeviceLocal);
    if (!memory) {
        return memory.error();
    }
    image.memory = memory.value();
    VK_CHECK(vkBindImageMemory(gpu.device, image.image, image.memory, 0));
    return {};
}

Result<void> copyNow(const Gpu &gpu, VkCommandBuffer commands, const Buffer &from, const Buffer &to) {
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VK_CHECK(vkBeginCommandBuffer(commands, &begin));
    const VkBufferCopy region{0, 0, from.size};
    vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT | VK_ACCESS_INDEX_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, 0, 1,
                         &barrier, 0, nullptr, 0, nullptr);
    VK_CHECK(vkEndCommandBuffer(commands));
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    VK_CHECK(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE));
    VK_CHECK(vkQueueWaitIdle(gpu.queue));
    return {};
}

} // namespace

Result<Buffer> createBuffer(const Gpu &gpu, VkDeviceSize size, VkBufferUsageFlags usage, MemoryUse use) {
    Buffer buffer;
    buffer.size = size;
    if (const auto filled = fillBuffer(gpu, buffer, usage, use); !filled) {
        destroyBuffer(gpu, buffer);
        return filled.error();
    }
    return buffer;
}

void destroyBuffer(const Gpu &gpu, Buffer &buffer) {
    vkDestroyBuffer(gpu.device, buffer.buffer, nullptr);
    vkFreeMemory(gpu.device, buffer.memory, nullptr); // unmaps as well
    buffer = Buffer{};
}

Result<void> growBuffer(const Gpu &gpu, Buffer &buffer, VkDeviceSize needed, VkBufferUsageFlags usage) {
    if (buffer.size >= needed) {
        return {};
    }
    destroyBuffer(gpu, buffer);
    const auto grown = createBuffer(gpu, needed + needed / 2, usage, MemoryUse::HostWritten);
    if (!grown) {
        return grown.error();
    }
    buffer = grown.value();
    return {};
}

Result<Buffer> uploadBuffer(const Gpu &gpu, VkCommandPool pool, std::span<const std::byte> bytes,
                            VkBufferUsageFlags usage) {
    auto staging = createBuffer(gpu, bytes.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::HostWritten);
    if (!staging) {
        return staging;
    }
    std::memcpy(staging->mapped, bytes.data(), bytes.size());
    auto buffer =
        createBuffer(gpu, bytes.size(), usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::DeviceLocal);
    if (!buffer) {
        destroyBuffer(gpu, *staging);
        return buffer;
    }
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    const VkResult allocated = vkAllocateCommandBuffers(gpu.device, &info, &commands);
    const Result<void> copied = allocated == VK_SUCCESS
                                    ? copyNow(gpu, commands, *staging, *buffer)
                                    : vkError("vkAllocateCommandBuffers", allocated, __FILE__, __LINE__);
    if (commands != VK_NULL_HANDLE) {
        vkFreeCommandBuffers(gpu.device, pool, 1, &commands);
    }
    destroyBuffer(gpu, *staging);
    if (!copied) {
        destroyBuffer(gpu, *buffer);
        return copied.error();
    }
    return buffer;
}

Result<Image> createImage(const Gpu &gpu, const ImageInfo &info) {
    Image image;
    image.info = info;
    if (const auto filled = fillImage(gpu, image); !filled) {
        destroyImage(gpu, image);
        return filled.error();
    }
    return image;
}

void destroyImage(const Gpu &gpu, Image &image) {
    vkDestroyImage(gpu.device, image.image, nullptr);
    vkFreeMemory(gpu.device, image.memory, nullptr);
    image = Image{};
}

Result<VkImageView> createView(const Gpu &gpu, VkImage image, const ImageInfo &info, uint32_t firstLayer,
                               bool array) {
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = image;
    view.viewType = array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    view.format = info.format;
    view.subresourceRange = {info.aspect, 0, 1, firstLayer, info.layers};
    VkImageView handle = VK_NULL_HANDLE;
    VK_CHECK(vkCreateImageView(gpu.device, &view, nullptr, &handle));
    return handle;
}

void changeLayout(VkCommandBuffer commands, VkImage image, const VkImageSubresourceRange &range,
                  VkImageLayout from, VkImageLayout to) {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = from;
    barrier.newLayout = to;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = range;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
}

} // namespace selvage
