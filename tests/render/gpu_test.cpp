// Failures around the GPU become sentences that name what failed and what was expected.
#include "render/gpu.h"
#include "vk_check.h"

#include <gtest/gtest.h>

namespace {

using namespace selvage;

VkResult loseDevice() {
    return VK_ERROR_DEVICE_LOST;
}

Result<int> drawOnALostDevice() {
    VK_CHECK(loseDevice());
    return 1;
}

Result<int> passErrorOn() {
    SELVAGE_TRY(drawOnALostDevice());
    return 2;
}

TEST(VkCheck, NamesCallResultAndPlace) {
    const auto result = passErrorOn();
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("loseDevice() failed: VK_ERROR_DEVICE_LOST (gpu_test.cpp:"),
              std::string::npos)
        << result.error().message;
}

TEST(Gpu, NamesAnExtensionThatIsNotThere) {
    GpuRequest forInstance;
    forInstance.instanceExtensions = {"VK_SELVAGE_no_such_instance_extension"};
    const auto instance = createGpu(forInstance);
    ASSERT_FALSE(instance);
    EXPECT_NE(instance.error().message.find("VK_SELVAGE_no_such_instance_extension"), std::string::npos);

    GpuRequest forDevice;
    forDevice.deviceExtensions = {"VK_SELVAGE_no_such_device_extension"};
    const auto device = createGpu(forDevice);
    ASSERT_FALSE(device);
    EXPECT_NE(device.error().message.find("VK_SELVAGE_no_such_device_extension"), std::string::npos);
}

TEST(Gpu, SaysSoWhenTheDisplayFindsNoDevice) {
    GpuRequest request;
    request.choosePhysicalDevice = [](VkInstance) { return VkPhysicalDevice{VK_NULL_HANDLE}; };
    const auto gpu = createGpu(request);
    ASSERT_FALSE(gpu);
    EXPECT_NE(gpu.error().message.find("No Vulkan device suits"), std::string::npos);
}

TEST(Gpu, IsMadeThroughTheDisplaysOwnCalls) {
    int calls = 0;
    GpuRequest request;
    request.createInstance = [&](const VkInstanceCreateInfo &info, VkInstance *instance) {
        ++calls;
        return vkCreateInstance(&info, nullptr, instance);
    };
    request.createDevice = [&](VkPhysicalDevice physical, const VkDeviceCreateInfo &info, VkDevice *device) {
        ++calls;
        return vkCreateDevice(physical, &info, nullptr, device);
    };
    auto gpu = createGpu(request);
    ASSERT_TRUE(gpu) << gpu.error().message;
    EXPECT_EQ(calls, 2);
    destroyGpu(*gpu);
    EXPECT_EQ(gpu->device, VkDevice{VK_NULL_HANDLE});
}

} // namespace
