// A GPU for tests (the software driver where there is one, validation on) and an image of two layers to draw
// into and read back.
#pragma once

#include "golden_image.h"
#include "render/renderer.h"

namespace selvage::test {

// The request that tests make: software driver first, validation layer on.
GpuRequest testGpuRequest();

// Two eyes' pictures in host memory. Fails through std::abort with a message: a test cannot go on without it.
class TestTarget {
public:
    TestTarget(const Gpu &gpu, VkExtent2D extent, VkFormat format = VK_FORMAT_R8G8B8A8_SRGB,
               bool depth = false);
    ~TestTarget();
    TestTarget(const TestTarget &) = delete;
    TestTarget &operator=(const TestTarget &) = delete;

    FrameTarget frameTarget() const;
    // Waits for the GPU and reads an eye's picture.
    Picture readEye(uint32_t eye) const;
    // The same for depth (reversed: near plane 1, infinity 0), rows from the top.
    std::vector<float> readDepth(uint32_t eye) const;

private:
    struct Attachment {
        VkImage image{VK_NULL_HANDLE};
        VkDeviceMemory memory{VK_NULL_HANDLE};
    };
    Attachment createAttachment(VkFormat format, VkImageUsageFlags usage) const;
    void readLayer(VkImage image, VkImageLayout layout, VkImageAspectFlags aspect, uint32_t layer) const;

    Gpu gpu_;
    VkExtent2D extent_{};
    Attachment color_;
    Attachment depth_;
    VkBuffer readback_{VK_NULL_HANDLE};
    VkDeviceMemory readbackMemory_{VK_NULL_HANDLE};
    void *mapped_{nullptr};
    VkCommandPool pool_{VK_NULL_HANDLE};
};

} // namespace selvage::test
