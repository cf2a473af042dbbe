// A small program for the end-to-end tests: opens the headset, fills both eyes with one colour for a while,
// and tells what it sees as JSON lines on standard output. Without --scene it draws nothing, so a failure
// points at the display and not at the renderer. Exit codes: 0 ran to its end, 2 no headset, 3 the headset
// was lost.
#include "test_scene.h"
#include "xr/display.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace {

using namespace selvage;
using Clock = std::chrono::steady_clock;

struct Options {
    double seconds{2.0};      // real time after the session began to run
    double waitSeconds{20.0}; // for the session to begin
    std::string readyFile;    // made when the first frame has the focus
    bool buzz{false};         // a short buzz every 10 frames
    bool validation{false};
    bool scene{false}; // draw the tests' scene instead of one colour
    StereoMode stereo{StereoMode::TwoPass};
    HeadsetOptions headset;
};

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Clears the images of a frame. One command buffer and one fence: the probe may wait for the GPU.
struct Filler {
    Gpu gpu;
    VkCommandPool pool{VK_NULL_HANDLE};
    VkCommandBuffer commands{VK_NULL_HANDLE};
    VkFence fence{VK_NULL_HANDLE};
};

bool createFiller(const Gpu &gpu, Filler &filler) {
    filler.gpu = gpu;
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = gpu.queueFamily;
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandBufferCount = 1;
    VkFenceCreateInfo fence{};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    if (vkCreateCommandPool(gpu.device, &pool, nullptr, &filler.pool) != VK_SUCCESS) {
        return false;
    }
    allocate.commandPool = filler.pool;
    return vkAllocateCommandBuffers(gpu.device, &allocate, &filler.commands) == VK_SUCCESS &&
           vkCreateFence(gpu.device, &fence, nullptr, &filler.fence) == VK_SUCCESS;
}

void destroyFiller(Filler &filler) {
    vkDestroyFence(filler.gpu.device, filler.fence, nullptr);
    vkDestroyCommandPool(filler.gpu.device, filler.pool, nullptr);
}

struct Transition {
    VkImage image;
    VkImageSubresourceRange range;
    VkImageLayout before;
    VkImageLayout after;
};

void addTransition(VkCommandBuffer commands, const Transition &transition) {
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_MEMORY_READ_BIT;
    barrier.oldLayout = transition.before;
    barrier.newLayout = transition.after;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = transition.image;
    barrier.subresourceRange = transition.range;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
}

// The left eye reddish, the right one bluish: a picture of the compositor shows which is which.
void recordEye(VkCommandBuffer commands, const FrameTarget &target, size_t eye) {
    const VkClearColorValue color =
        eye == 0 ? VkClearColorValue{{0.6F, 0.2F, 0.1F, 1.0F}} : VkClearColorValue{{0.1F, 0.2F, 0.6F, 1.0F}};
    const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, target.layer[eye], 1};
    addTransition(commands, {target.image[eye], range, VK_IMAGE_LAYOUT_UNDEFINED,
                             VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL});
    vkCmdClearColorImage(commands, target.image[eye], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &color, 1,
                         &range);
    addTransition(commands,
                  {target.image[eye], range, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, target.finalLayout});
    if (target.depthImage[eye] != VK_NULL_HANDLE) {
        const VkImageSubresourceRange depth{VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, target.layer[eye], 1};
        addTransition(commands, {target.depthImage[eye], depth, VK_IMAGE_LAYOUT_UNDEFINED,
                                 VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL});
    }
}

bool fill(const Filler &filler, const FrameTarget &target) {
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    vkBeginCommandBuffer(filler.commands, &begin);
    for (size_t eye = 0; eye < kEyeMax; ++eye) {
        recordEye(filler.commands, target, eye);
    }
    vkEndCommandBuffer(filler.commands);
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &filler.commands;
    return vkQueueSubmit(filler.gpu.queue, 1, &submit, filler.fence) == VK_SUCCESS &&
           vkWaitForFences(filler.gpu.device, 1, &filler.fence, VK_TRUE, UINT64_MAX) == VK_SUCCESS &&
           vkResetFences(filler.gpu.device, 1, &filler.fence) == VK_SUCCESS;
}

void printPose(const char *name, const Pose &pose) {
    std::printf("\"%s\":[%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f]", name, double(pose.position.x),
                double(pose.position.y), double(pose.position.z), double(pose.orientation.x),
                double(pose.orientation.y), double(pose.orientation.z), double(pose.orientation.w));
}

void printHand(const char *name, const HandInput &hand) {
    std::printf(",\"%s\":{\"active\":%d,\"tracked\":%d,\"grab\":%.5f,\"pinch\":%.5f,\"trigger\":%.5f,"
                "\"stick\":[%.5f,%.5f],\"menu\":%d,\"tool\":%d,\"undo\":%d,\"redo\":%d,",
                name, hand.active, hand.tracked, double(hand.grab), double(hand.pinch), double(hand.trigger),
                double(hand.stick.x), double(hand.stick.y), hand.menu, hand.tool, hand.undo, hand.redo);
    printPose("grip", hand.grip);
    std::printf(",");
    printPose("aim", hand.aim);
    std::printf("}");
}

void printFrame(const FrameTiming &timing, const TrackedInput &input,
                const std::array<EyeView, kEyeMax> &views, bool drawn) {
    std::printf("{\"event\":\"frame\",\"t\":%.9f,\"period\":%.6f,\"render\":%d,\"drawn\":%d,\"focused\":%d,"
                "\"origin_moved\":%d,",
                timing.displayTime, timing.period, timing.shouldRender, drawn, timing.focused,
                timing.originMoved);
    printPose("head", input.head);
    printHand("left", input.hand(Hand::Left));
    printHand("right", input.hand(Hand::Right));
    std::printf(",");
    printPose("left_eye", views[0].pose);
    std::printf(",");
    printPose("right_eye", views[1].pose);
    std::printf("}\n");
    std::fflush(stdout);
}

void printInfo(const DisplayInfo &info) {
    std::printf("{\"event\":\"info\",\"name\":\"%s\",\"width\":%u,\"height\":%u,\"format\":%d,\"hz\":%.3f,"
                "\"layers\":%d,"
                "\"left\":\"%s\",\"right\":\"%s\"}\n",
                info.name.c_str(), info.eyeExtent.width, info.eyeExtent.height, info.colorFormat,
                info.refreshHz, info.stereoLayers, info.controllers[0].c_str(), info.controllers[1].c_str());
    std::fflush(stdout);
}

// What fills the pictures.
struct Painter {
    Filler filler;
    std::unique_ptr<Renderer> renderer; // with --scene
    test::TestScene scene;
};

Result<void> createPainter(Gpu &gpu, const DisplayInfo &info, const Options &options, Painter &painter) {
    if (!createFiller(gpu, painter.filler)) {
        return Error{"no command buffer"};
    }
    if (!options.scene) {
        return {};
    }
    RendererOptions rendererOptions;
    rendererOptions.samples = 1;
    rendererOptions.stereo = options.stereo;
    rendererOptions.colorFormat = info.colorFormat;
    auto renderer = Renderer::create(gpu, rendererOptions);
    if (!renderer) {
        return renderer.error();
    }
    painter.renderer = std::move(*renderer);
    painter.scene = test::drapedScene(*painter.renderer, 1.0F);
    return {};
}

bool paint(Painter &painter, const std::array<EyeView, kEyeMax> &views, const FrameTarget &target) {
    if (painter.renderer == nullptr) {
        return fill(painter.filler, target);
    }
    FrameScene scene = painter.scene.view();
    scene.eyes = views;
    return painter.renderer->beginFrame() && painter.renderer->draw(scene, target);
}

// One frame, from beginFrame() to endFrame().
FrameTiming runFrame(Display &display, Painter &painter) {
    const FrameTiming timing = display.beginFrame();
    const TrackedInput input = display.input(timing.displayTime);
    const auto views = display.views();
    bool drawn = false;
    if (timing.shouldRender) {
        if (const auto target = display.acquire()) {
            drawn = paint(painter, views, *target);
        }
    }
    display.endFrame(drawn);
    printFrame(timing, input, views, drawn);
    return timing;
}

DisplayState runFrames(Display &display, Painter &painter, const Options &options) {
    const auto opened = Clock::now();
    std::optional<Clock::time_point> began;
    bool focusedBefore = false;
    for (int frame = 0;; ++frame) {
        const DisplayState state = display.poll();
        if (state == DisplayState::Lost || state == DisplayState::Finished) {
            return state;
        }
        if (began ? secondsSince(*began) > options.seconds : secondsSince(opened) > options.waitSeconds) {
            return state;
        }
        if (state == DisplayState::Idle) {
            continue;
        }
        began = began.value_or(Clock::now());
        const FrameTiming timing = runFrame(display, painter);
        if (timing.focused && !focusedBefore && !options.readyFile.empty()) {
            std::ofstream(options.readyFile).flush();
        }
        focusedBefore = focusedBefore || timing.focused;
        if (options.buzz && frame % 10 == 0) {
            display.vibrate(Hand::Left, 0.5F, 0.02F);
        }
    }
}

int report(const char *state, const std::string &reason, int code) {
    std::printf("{\"event\":\"end\",\"state\":\"%s\",\"reason\":\"%s\",\"validation\":%d}\n", state,
                reason.c_str(), validationMessageCount());
    std::fflush(stdout);
    return code;
}

int run(Display &display, Gpu &gpu, const Options &options) {
    if (const auto started = display.start(gpu); !started) {
        return report("failed", started.error().message, 2);
    }
    Painter painter;
    if (const auto created = createPainter(gpu, display.info(), options, painter); !created) {
        return report("failed", created.error().message, 1);
    }
    printInfo(display.info());
    const DisplayState state = runFrames(display, painter, options);
    printInfo(display.info());
    vkDeviceWaitIdle(gpu.device);
    painter.renderer.reset();
    destroyFiller(painter.filler);
    switch (state) {
    case DisplayState::Lost:
        return report("lost", display.lostReason(), 3);
    case DisplayState::Finished:
        return report("finished", "", 0);
    case DisplayState::Idle:
        return report("idle", "", 0);
    case DisplayState::Running:
        return report("running", "", 0);
    }
    return 1;
}

Options parse(int count, char **arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        const bool hasValue = i + 1 < count;
        if (name == "--seconds" && hasValue) {
            options.seconds = std::atof(arguments[++i]);
        } else if (name == "--ready-file" && hasValue) {
            options.readyFile = arguments[++i];
        } else if (name == "--buzz") {
            options.buzz = true;
        } else if (name == "--validation") {
            options.validation = true;
        } else if (name == "--scene" && hasValue) {
            options.scene = true;
            const std::string stereo = arguments[++i];
            options.stereo = stereo == "multiview" ? StereoMode::Multiview
                             : stereo == "layered" ? StereoMode::Layered
                                                   : StereoMode::TwoPass;
        } else if (name == "--separate-eyes") {
            options.headset.separateEyes = true;
        } else if (name == "--no-depth") {
            options.headset.depthLayer = false;
        } else if (name == "--older-vulkan") {
            options.headset.olderVulkan = true;
        } else {
            std::fprintf(stderr, "headset_probe: unknown option '%s'\n", name.c_str());
            std::exit(2);
        }
    }
    return options;
}

} // namespace

int main(int count, char **arguments) {
    const Options options = parse(count, arguments);
    auto display = openHeadset("Selvage headset probe", options.headset);
    if (!display) {
        return report("failed", display.error().message, 2);
    }
    GpuRequest request = (*display)->gpuRequest();
    request.validation = options.validation;
    auto gpu = createGpu(request);
    if (!gpu) {
        return report("failed", gpu.error().message, 2);
    }
    const int code = run(**display, *gpu, options);
    display.value().reset(); // the session goes before the device that it draws with
    destroyGpu(*gpu);
    return code;
}
