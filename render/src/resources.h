// Buffers, images and barriers: plain structs with create and destroy functions. One memory block per
// resource; there are a few dozen of them and all are made at start.
#pragma once

#include "render/gpu.h"

#include <span>

namespace selvage {

struct Buffer {
    VkBuffer buffer{VK_NULL_HANDLE};
    VkDeviceMemory memory{VK_NULL_HANDLE};
    void *mapped{nullptr}; // null when the host cannot see it
    VkDeviceSize size{0};  // bytes
};

enum class MemoryUse {
    DeviceLocal, // written once by a copy
    HostWritten  // mapped for good, coherent, written by the processor each frame
};

Result<Buffer> createBuffer(const Gpu &gpu, VkDeviceSize size, VkBufferUsageFlags usage, MemoryUse use);
void destroyBuffer(const Gpu &gpu, Buffer &buffer);
// A mapped buffer of at least this size, with nothing of what was in it: half as large again as needed, so
// that a growing list settles soon. Nobody may be reading it.
Result<void> growBuffer(const Gpu &gpu, Buffer &buffer, VkDeviceSize needed, VkBufferUsageFlags usage);

// A device-local buffer with these bytes in it. Blocks until the copy is done: for start-up only.
Result<Buffer> uploadBuffer(const Gpu &gpu, VkCommandPool pool, std::span<const std::byte> bytes,
                            VkBufferUsageFlags usage);

struct ImageInfo {
    VkFormat format{VK_FORMAT_UNDEFINED};
    VkExtent2D extent{};
    uint32_t layers{1};
    VkSampleCountFlagBits samples{VK_SAMPLE_COUNT_1_BIT};
    VkImageUsageFlags usage{0};
    VkImageAspectFlags aspect{VK_IMAGE_ASPECT_COLOR_BIT};
};

struct Image {
    VkImage image{VK_NULL_HANDLE};
    VkDeviceMemory memory{VK_NULL_HANDLE};
    ImageInfo info;
};

Result<Image> createImage(const Gpu &gpu, const ImageInfo &info);
void destroyImage(const Gpu &gpu, Image &image);

// A view of `layers` layers from `firstLayer`; an array view even for one layer when `array` is set.
Result<VkImageView> createView(const Gpu &gpu, VkImage image, const ImageInfo &info, uint32_t firstLayer,
                               bool array);

// Moves layers of an image to another layout, after everything before and ahead of everything that follows.
void changeLayout(VkCommandBuffer commands, VkImage image, const VkImageSubresourceRange &range,
                  VkImageLayout from, VkImageLayout to);

} // namespace selvage
