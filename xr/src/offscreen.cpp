// The display without a screen: time and poses come from a motion, chosen frames go to PNG files with both
// eyes side by side. Frames that no picture is taken of are not drawn, so a long motion runs as fast as its
// simulation. endFrame() waits for the GPU when it writes a picture: nobody is wearing this display.
#include "xr/display.h"

#include "maths/motion.h"
#include "png.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace selvage {

namespace {

constexpr float kEyeDistance = 0.063F;     // m, the adult mean
constexpr float kFieldOfView = 1.4835299F; // rad (85°), across the longer side of an eye's picture
constexpr float kCameraView = 0.7853982F;  // rad (45°), the same of a camera, which stands back from things
constexpr VkFormat kColorFormat = VK_FORMAT_R8G8B8A8_SRGB;
constexpr VkDeviceSize kPixelBytes = 4;

std::string pictureName(size_t number) {
    char name[32];
    std::snprintf(name, sizeof(name), "frame_%04zu.png", number);
    return name;
}

// The frames to take a picture of, ascending; a time between two frames takes the nearer one.
std::vector<int> pictureFrames(const OffscreenOptions &options, int frameCount) {
    std::vector<int> frames;
    for (const double time : options.pictureTimes) {
        const double frame = std::round(time * options.frameRate);
        frames.push_back(static_cast<int>(std::clamp(frame, 0.0, static_cast<double>(frameCount - 1))));
    }
    std::sort(frames.begin(), frames.end());
    return frames;
}

int frameCountOf(const OffscreenOptions &options) {
    constexpr double kRounding = 1e-6; // frames
    return options.frames > 0
               ? options.frames
               : static_cast<int>(std::floor(options.motion->duration() * options.frameRate + kRounding)) + 1;
}

class OffscreenDisplay final : public Display {
public:
    explicit OffscreenDisplay(const OffscreenOptions &options)
        : options_(options), frameCount_(frameCountOf(options)),
          pictures_(pictureFrames(options, frameCount_)) {}
    ~OffscreenDisplay() override { release(); }
    OffscreenDisplay(const OffscreenDisplay &) = delete;
    OffscreenDisplay &operator=(const OffscreenDisplay &) = delete;

    GpuRequest gpuRequest() override { return {}; }
    Result<void> start(const Gpu &gpu) override;
    DisplayInfo info() const override;
    DisplayState poll() override;
    std::string lostReason() const override { return lostReason_; }
    FrameTiming beginFrame() override;
    TrackedInput input(double time) override { return sampleMotion(*options_.motion, time); }
    std::array<EyeView, kEyeMax> views() override;
    std::optional<FrameTarget> acquire() override;
    void endFrame(bool drawn) override;

private:
    double frameTime() const { return options_.motion->startTime() + frame_ / options_.frameRate; }
    bool pictureDue() const {
        return !options_.outputFolder.empty() && picture_ < pictures_.size() && pictures_[picture_] == frame_;
    }
    VkDeviceSize pictureBytes() const {
        return kPixelBytes * kEyeMax * options_.eyeExtent.width * options_.eyeExtent.height;
    }
    bool check(VkResult result, const char *call);
    int memoryType(const VkMemoryRequirements &needs, VkMemoryPropertyFlags flags) const;
    bool allocate(const VkMemoryRequirements &needs, VkMemoryPropertyFlags flags, VkDeviceMemory &memory);
    bool createImage();
    bool createReadback();
    bool createCommands();
    bool recordCopy();
    bool copyToHost();
    void writePictures();
    void release();

    OffscreenOptions options_;
    int frameCount_{0};
    std::vector<int> pictures_; // frames, ascending
    size_t picture_{0};         // next to write
    int frame_{0};
    std::string lostReason_;
    Gpu gpu_;
    VkImage image_{VK_NULL_HANDLE};
    VkDeviceMemory imageMemory_{VK_NULL_HANDLE};
    VkBuffer readback_{VK_NULL_HANDLE};
    VkDeviceMemory readbackMemory_{VK_NULL_HANDLE};
    const uint8_t *pixels_{nullptr}; // mapped, both eyes side by side
    VkCommandPool pool_{VK_NULL_HANDLE};
    VkCommandBuffer commands_{VK_NULL_HANDLE};
    VkFence copied_{VK_NULL_HANDLE};
};

// Notes the first failure; the display is lost from then on.
bool OffscreenDisplay::check(VkResult result, const char *call) {
    if (result != VK_SUCCESS && lostReason_.empty()) {
        lostReason_ = std::string("offscreen: ") + call + " failed with VkResult " + std::to_string(result);
    }
    return result == VK_SUCCESS;
}

int OffscreenDisplay::memoryType(const VkMemoryRequirements &needs, VkMemoryPropertyFlags flags) const {
    for (uint32_t i = 0; i < gpu_.memory.memoryTypeCount; ++i) {
        const bool usable = (needs.memoryTypeBits & (1U << i)) != 0;
        if (usable && (gpu_.memory.memoryTypes[i].propertyFlags & flags) == flags) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

bool OffscreenDisplay::allocate(const VkMemoryRequirements &needs, VkMemoryPropertyFlags flags,
                                VkDeviceMemory &memory) {
    const int type = memoryType(needs, flags);
    if (type < 0) {
        lostReason_ = "offscreen: the GPU offers no suitable memory for the picture";
        return false;
    }
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = needs.size;
    info.memoryTypeIndex = static_cast<uint32_t>(type);
    return check(vkAllocateMemory(gpu_.device, &info, nullptr, &memory), "vkAllocateMemory");
}

// One image, an eye in each layer, as headsets have it.
bool OffscreenDisplay::createImage() {
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = kColorFormat;
    info.extent = {options_.eyeExtent.width, options_.eyeExtent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = kEyeMax;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    if (!check(vkCreateImage(gpu_.device, &info, nullptr, &image_), "vkCreateImage")) {
        return false;
    }
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(gpu_.device, image_, &needs);
    return allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, imageMemory_) &&
           check(vkBindImageMemory(gpu_.device, image_, imageMemory_, 0), "vkBindImageMemory");
}

bool OffscreenDisplay::createReadback() {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = pictureBytes();
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (!check(vkCreateBuffer(gpu_.device, &info, nullptr, &readback_), "vkCreateBuffer")) {
        return false;
    }
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(gpu_.device, readback_, &needs);
    constexpr VkMemoryPropertyFlags kHost =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    void *mapped = nullptr;
    const bool made =
        allocate(needs, kHost, readbackMemory_) &&
        check(vkBindBufferMemory(gpu_.device, readback_, readbackMemory_, 0), "vkBindBufferMemory") &&
        check(vkMapMemory(gpu_.device, readbackMemory_, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    pixels_ = static_cast<const uint8_t *>(mapped);
    return made;
}

bool OffscreenDisplay::createCommands() {
    VkCommandPoolCreateInfo poolInfo{};
    poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    poolInfo.queueFamilyIndex = gpu_.queueFamily;
    if (!check(vkCreateCommandPool(gpu_.device, &poolInfo, nullptr, &pool_), "vkCreateCommandPool")) {
        return false;
    }
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool_;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkFenceCreateInfo fenceInfo{};
    fenceInfo.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    return check(vkAllocateCommandBuffers(gpu_.device, &info, &commands_), "vkAllocateCommandBuffers") &&
           check(vkCreateFence(gpu_.device, &fenceInfo, nullptr, &copied_), "vkCreateFence");
}

Result<void> OffscreenDisplay::start(const Gpu &gpu) {
    gpu_ = gpu;
    if (createImage() && createReadback() && createCommands()) {
        return {};
    }
    return Error{lostReason_};
}

void OffscreenDisplay::release() {
    if (gpu_.device == VK_NULL_HANDLE) {
        return;
    }
    vkDeviceWaitIdle(gpu_.device);
    vkDestroyFence(gpu_.device, copied_, nullptr);
    vkDestroyCommandPool(gpu_.device, pool_, nullptr);
    vkDestroyBuffer(gpu_.device, readback_, nullptr);
    vkFreeMemory(gpu_.device, readbackMemory_, nullptr);
    vkDestroyImage(gpu_.device, image_, nullptr);
    vkFreeMemory(gpu_.device, imageMemory_, nullptr);
}

DisplayInfo OffscreenDisplay::info() const {
    DisplayInfo info;
    info.name = "offscreen";
    info.eyeExtent = options_.eyeExtent;
    info.colorFormat = kColorFormat;
    info.refreshHz = options_.frameRate;
    info.realTime = false;
    info.stereoLayers = true;
    return info;
}

DisplayState OffscreenDisplay::poll() {
    if (!lostReason_.empty()) {
        return DisplayState::Lost;
    }
    return frame_ < frameCount_ ? DisplayState::Running : DisplayState::Finished;
}

FrameTiming OffscreenDisplay::beginFrame() {
    FrameTiming timing;
    timing.displayTime = frameTime();
    timing.period = 1.0 / options_.frameRate;
    timing.shouldRender = pictureDue();
    return timing;
}

// The head's pose with the eyes half their distance to each side, looking straight ahead; square pixels.
std::array<EyeView, kEyeMax> OffscreenDisplay::views() {
    const Pose head = options_.camera.value_or(sampleMotion(*options_.motion, frameTime()).head);
    const float fieldOfView = options_.camera ? kCameraView : kFieldOfView;
    const auto width = static_cast<float>(options_.eyeExtent.width);
    const auto height = static_cast<float>(options_.eyeExtent.height);
    const float perPixel = std::tan(0.5F * fieldOfView) / std::max(width, height);
    const float halfX = std::atan(perPixel * width);
    const float halfY = std::atan(perPixel * height);
    std::array<EyeView, kEyeMax> eyes;
    for (size_t i = 0; i < eyes.size(); ++i) {
        const float side = i == 0 ? -0.5F : 0.5F;
        eyes[i].pose = compose(head, {Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(side * kEyeDistance, 0.0F, 0.0F)});
        eyes[i].fovLeft = -halfX;
        eyes[i].fovRight = halfX;
        eyes[i].fovUp = halfY;
        eyes[i].fovDown = -halfY;
    }
    return eyes;
}

std::optional<FrameTarget> OffscreenDisplay::acquire() {
    if (!pictureDue() || !lostReason_.empty()) {
        return std::nullopt;
    }
    FrameTarget target;
    target.extent = options_.eyeExtent;
    target.image = {image_, image_};
    target.layer = {0, 1};
    target.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    return target;
}

void OffscreenDisplay::endFrame(bool drawn) {
    if (drawn && pictureDue() && copyToHost()) {
        writePictures();
    }
    while (picture_ < pictures_.size() && pictures_[picture_] <= frame_) {
        ++picture_; // also past those that the application chose not to draw
    }
    ++frame_;
}

// Both layers into one picture, left eye left.
bool OffscreenDisplay::recordCopy() {
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (!check(vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer")) {
        return false;
    }
    const VkExtent2D extent = options_.eyeExtent;
    std::array<VkBufferImageCopy, kEyeMax> regions{};
    for (uint32_t eye = 0; eye < kEyeMax; ++eye) {
        regions[eye].bufferOffset = kPixelBytes * extent.width * eye;
        regions[eye].bufferRowLength = kEyeMax * extent.width;
        regions[eye].imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, eye, 1};
        regions[eye].imageExtent = {extent.width, extent.height, 1};
    }
    vkCmdCopyImageToBuffer(commands_, image_, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, readback_, kEyeMax,
                           regions.data());
    VkMemoryBarrier toHost{};
    toHost.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    toHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    toHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &toHost,
                         0, nullptr, 0, nullptr);
    return check(vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
}

// Same queue as the drawing, after it; the renderer's last barrier makes the image readable for the copy.
bool OffscreenDisplay::copyToHost() {
    if (!recordCopy()) {
        return false;
    }
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands_;
    return check(vkQueueSubmit(gpu_.queue, 1, &submit, copied_), "vkQueueSubmit") &&
           check(vkWaitForFences(gpu_.device, 1, &copied_, VK_TRUE, UINT64_MAX), "vkWaitForFences") &&
           check(vkResetFences(gpu_.device, 1, &copied_), "vkResetFences");
}

// Usually one; several when their times fall on the same frame.
void OffscreenDisplay::writePictures() {
    const int width = static_cast<int>(kEyeMax * options_.eyeExtent.width);
    const int height = static_cast<int>(options_.eyeExtent.height);
    for (size_t i = picture_; i < pictures_.size() && pictures_[i] == frame_; ++i) {
        const auto written = writePng(options_.outputFolder / pictureName(i), width, height,
                                      {pixels_, static_cast<size_t>(pictureBytes())});
        if (!written) {
            lostReason_ = written.error().message;
            return;
        }
    }
}

} // namespace

Result<std::unique_ptr<Display>> openOffscreen(const OffscreenOptions &options) {
    if (options.motion == nullptr || options.motion->samples.empty()) {
        return Error{"The offscreen display needs a motion with at least one row"};
    }
    if (options.eyeExtent.width == 0 || options.eyeExtent.height == 0) {
        return Error{"The offscreen display needs a picture size of at least 1x1"};
    }
    if (!(options.frameRate > 0.0)) {
        return Error{"The offscreen display needs a frame rate above 0 Hz"};
    }
    return std::unique_ptr<Display>(std::make_unique<OffscreenDisplay>(options));
}

} // namespace selvage
