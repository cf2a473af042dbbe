// The desktop window as a display: GLFW for the window, mouse and keys, Vulkan for its pictures. What the
// mouse means is in window_input.h. Frames are paced by sleeping until the next one is due at the monitor's
// rate; the swapchain prefers MAILBOX, with which nothing blocks, and where only FIFO is offered the wait for
// an image is part of beginFrame().
#include "frame_pacer.h"
#include "window_input.h"
#include "window_keys.h"
#include "window_swapchain.h"
#include "xr/display.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace selvage {

namespace {

constexpr double kRefreshHzUnknown = 90.0; // Hz, where no monitor says
constexpr double kIdleWait = 0.1;          // s between two looks at a window that shows nothing
constexpr double kAcquireWait = 0.1;       // s, longest wait for an image: a hidden window may never get one
constexpr double kFifoShare = 0.9;    // –, of a period slept under FIFO: the rest is the display's to wait
constexpr double kHelpSeconds = 10.0; // s, how long the help stays in the title
constexpr float kPickRadius = 24.0F;  // pixels at scale 1
constexpr int kSizeMin = 160;         // pixels, smallest window

constexpr const char *kHelp =
    "drag cloth: hold (wheel: depth, Ctrl: keep)  |  drag: orbit  |  Shift-drag: pan  |  "
    "wheel: zoom  |  right drag, arrows, + -: wind  |  T tool, E use it  |  Z undo  |  Y redo  |  P panel  | "
    " R reset  "
    "|  Space pause  |  N step  |  "
    "W wireframe  |  S stretch  |  [ ] scenario  |  Esc quit";

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleepUntil(double time) {
    const auto wanted =
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(time));
    std::this_thread::sleep_until(std::chrono::steady_clock::time_point(wanted));
}

std::string glfwProblem() {
    const char *text = nullptr;
    if (glfwGetError(&text) == GLFW_NO_ERROR || text == nullptr) {
        return "no reason given";
    }
    std::string problem = text;
    problem.erase(problem.find_last_not_of(' ') + 1); // GLFW names the display even where there is none
    return problem;
}

// All that the window's callbacks change.
struct WindowEvents {
    WindowInput input;
    VkExtent2D pixels{};       // of the picture
    float pixelsPerUnit{1.0F}; // of the picture, per unit the mouse counts in
    bool iconified{false};
};

WindowEvents &eventsOf(GLFWwindow *window) {
    return *static_cast<WindowEvents *>(glfwGetWindowUserPointer(window));
}

WindowInput &inputOf(GLFWwindow *window) {
    return eventsOf(window).input;
}

// Sizes and scale; asking the window system takes a while, so this is done when they change. The mouse counts
// in window units, not in the picture's pixels; some systems scale one, some the other.
void readSizes(GLFWwindow *window) {
    WindowEvents &events = eventsOf(window);
    int pixelWidth = 0;
    int pixelHeight = 0;
    glfwGetFramebufferSize(window, &pixelWidth, &pixelHeight);
    events.pixels = {static_cast<uint32_t>(std::max(pixelWidth, 0)),
                     static_cast<uint32_t>(std::max(pixelHeight, 0))};
    int width = 0;
    int height = 0;
    glfwGetWindowSize(window, &width, &height);
    float scale = 1.0F;
    glfwGetWindowContentScale(window, &scale, nullptr);
    if (width > 0 && height > 0 && pixelWidth > 0) {
        events.input.size = Vec2(static_cast<float>(width), static_cast<float>(height));
        events.pixelsPerUnit = static_cast<float>(pixelWidth) / events.input.size.x;
        events.input.pickRadius = kPickRadius * scale * events.input.size.x / static_cast<float>(pixelWidth);
    }
}

void onSize(GLFWwindow *window, int, int) {
    readSizes(window);
}

void onScale(GLFWwindow *window, float, float) {
    readSizes(window);
}

void onIconify(GLFWwindow *window, int iconified) {
    eventsOf(window).iconified = iconified == GLFW_TRUE;
}

void onMouseMove(GLFWwindow *window, double x, double y) {
    moveMouse(inputOf(window), Vec2(static_cast<float>(x), static_cast<float>(y)));
}

void onMouseButton(GLFWwindow *window, int glfwButton, int action, int mods) {
    const std::optional<MouseButton> button = mouseButton(glfwButton);
    if (!button) {
        return;
    }
    WindowInput &input = inputOf(window);
    const KeyModifiers modifiers{(mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_CONTROL) != 0};
    if (action == GLFW_PRESS) {
        pressButton(input, *button, modifiers);
    } else {
        releaseButton(input, *button, modifiers);
    }
}

void onWheel(GLFWwindow *window, double, double clicks) {
    turnWheel(inputOf(window), static_cast<float>(clicks));
}

void onCharacter(GLFWwindow *window, unsigned int code) {
    constexpr unsigned int kFirst = 0x20;
    constexpr unsigned int kEnd = 0x7f;
    if (inputOf(window).panelTyping && code >= kFirst && code < kEnd) {
        typeKey(inputOf(window), static_cast<char>(code));
    }
}

// Holding a key repeats single steps and what is typed only.
void onKey(GLFWwindow *window, int key, int scancode, int action, int mods) {
    if (inputOf(window).panelTyping && action != GLFW_RELEASE) {
        if (const std::optional<char> typed = typedKey(key)) {
            typeKey(inputOf(window), *typed);
        }
        return;
    }
    const int printed = printedKey(key, scancode);
    if (const std::optional<WindKey> wind = windKey(printed); wind && action != GLFW_REPEAT) {
        setWindKey(inputOf(window), *wind, action == GLFW_PRESS);
    }
    const bool shift = (mods & GLFW_MOD_SHIFT) != 0;
    if (const std::optional<HandKey> hand = handKey(printed, shift); hand && action == GLFW_PRESS) {
        pressHandKey(inputOf(window), *hand);
    }
    if (isTriggerKey(printed) && action != GLFW_REPEAT) {
        setTriggerKey(inputOf(window), action == GLFW_PRESS);
    }
    const std::optional<WindowCommand> command = commandOfKey(printed);
    const bool repeats = action == GLFW_REPEAT && command == WindowCommand::SingleStep;
    if (command && (action == GLFW_PRESS || repeats)) {
        giveCommand(inputOf(window), *command);
    }
}

double monitorRefreshHz() {
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode *mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    return mode != nullptr && mode->refreshRate >= 20 ? mode->refreshRate : kRefreshHzUnknown;
}

class WindowDisplay final : public Display {
public:
    WindowDisplay(GLFWwindow *window, std::string title);
    ~WindowDisplay() override;
    WindowDisplay(const WindowDisplay &) = delete;
    WindowDisplay &operator=(const WindowDisplay &) = delete;

    GpuRequest gpuRequest() override;
    Result<void> start(const Gpu &gpu) override;
    DisplayInfo info() const override;
    DisplayState poll() override;
    std::string lostReason() const override { return lostReason_; }
    FrameTiming beginFrame() override;
    TrackedInput input(double time) override { return trackedInput(events_.input, time); }
    UserCommands commands() const override { return events_.input.commands; }
    std::array<EyeView, kEyeMax> views() override;
    std::optional<FrameTarget> acquire() override;
    void endFrame(bool drawn) override;
    void offerPickPoints(std::span<const Vec3> points) override;
    Pointer pointer() const override;
    void offerPanel(const Vec2 &low, const Vec2 &high, bool typing) override;
    void offerWind(const Vec3 &direction, bool steered) override {
        events_.input.wind = direction;
        events_.input.windSteered = steered;
    }
    void showStatus(const std::string &status) override;

private:
    bool isHidden() const;
    void readyImage();
    void updateTitle();
    void showTitle();
    void lose(const Result<void> &result);

    GLFWwindow *window_;
    std::string title_;
    std::string status_;
    std::string lostReason_;
    Gpu gpu_;
    VkSurfaceKHR surface_{VK_NULL_HANDLE};
    WindowSwapchain swapchain_;
    WindowEvents events_;
    FramePacer pacer_;
    double refreshHz_{kRefreshHzUnknown};
    double frameBegan_{0.0}; // s
    double helpUntil_{0.0};  // s
    uint32_t helpShown_{0};
};

WindowDisplay::WindowDisplay(GLFWwindow *window, std::string title)
    : window_(window), title_(std::move(title)), refreshHz_(monitorRefreshHz()) {
    pacer_.period = 1.0 / refreshHz_;
    events_.input.commands.panel = true;
    glfwSetWindowUserPointer(window_, &events_);
    glfwSetFramebufferSizeCallback(window_, onSize);
    glfwSetWindowSizeCallback(window_, onSize);
    glfwSetWindowContentScaleCallback(window_, onScale);
    glfwSetWindowIconifyCallback(window_, onIconify);
    glfwSetCursorPosCallback(window_, onMouseMove);
    glfwSetMouseButtonCallback(window_, onMouseButton);
    glfwSetScrollCallback(window_, onWheel);
    glfwSetKeyCallback(window_, onKey);
    glfwSetCharCallback(window_, onCharacter);
    readSizes(window_);
}

WindowDisplay::~WindowDisplay() {
    if (gpu_.device != VK_NULL_HANDLE) {
        destroySwapchain(swapchain_, gpu_);
    }
    if (surface_ != VK_NULL_HANDLE) {
        vkDestroySurfaceKHR(gpu_.instance, surface_, nullptr);
    }
    glfwDestroyWindow(window_);
    glfwTerminate();
}

GpuRequest WindowDisplay::gpuRequest() {
    GpuRequest request;
    uint32_t count = 0;
    const char **names = glfwGetRequiredInstanceExtensions(&count);
    request.instanceExtensions.assign(names, names + count);
    request.deviceExtensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    request.canPresent = [](VkInstance instance, VkPhysicalDevice device, uint32_t family) {
        return glfwGetPhysicalDevicePresentationSupport(instance, device, family) == GLFW_TRUE;
    };
    return request;
}

Result<void> WindowDisplay::start(const Gpu &gpu) {
    if (glfwCreateWindowSurface(gpu.instance, window_, nullptr, &surface_) != VK_SUCCESS) {
        return Error{"The window cannot show Vulkan pictures: " + glfwProblem()};
    }
    gpu_ = gpu;
    if (Result<void> chosen = chooseSwapchainFormat(swapchain_, gpu_, surface_); !chosen) {
        return chosen;
    }
    if (swapchain_.presentMode == VK_PRESENT_MODE_FIFO_KHR) {
        pacer_.sleepShare = kFifoShare;
    }
    return rebuildSwapchain(swapchain_, gpu_, surface_, events_.pixels);
}

DisplayInfo WindowDisplay::info() const {
    DisplayInfo info;
    info.name = "window";
    info.eyeCount = 1;
    info.eyeExtent = swapchain_.extent;
    info.windowSize = events_.input.size;
    info.colorFormat = swapchain_.format.format;
    info.refreshHz = refreshHz_;
    info.stereoLayers = false;
    return info;
}

bool WindowDisplay::isHidden() const {
    return events_.iconified || events_.pixels.width == 0 || events_.pixels.height == 0;
}

DisplayState WindowDisplay::poll() {
    if (!lostReason_.empty()) {
        return DisplayState::Lost;
    }
    if (isHidden()) {
        glfwWaitEventsTimeout(kIdleWait);
    } else {
        glfwPollEvents();
    }
    if (events_.input.quit || glfwWindowShouldClose(window_) == GLFW_TRUE) {
        return DisplayState::Finished;
    }
    return isHidden() ? DisplayState::Idle : DisplayState::Running;
}

// Sleeps until the frame is due, then takes the mouse as it is now.
FrameTiming WindowDisplay::beginFrame() {
    sleepUntil(nextWake(pacer_));
    glfwPollEvents();
    readyImage();
    FrameTiming timing;
    const double now = steadySeconds();
    timing.displayTime = beginPacedFrame(pacer_, now);
    timing.period = 1.0 / refreshHz_;
    timing.shouldRender = swapchain_.current.has_value();
    advanceInput(events_.input, static_cast<float>(std::clamp(now - frameBegan_, 0.0, kIdleWait)));
    frameBegan_ = now;
    updateTitle();
    return timing;
}

// Sees to it that an image is held, making the swapchain anew where the window changed. Under MAILBOX this
// does not wait.
void WindowDisplay::readyImage() {
    const VkExtent2D size = events_.pixels;
    const bool resized = size.width != swapchain_.extent.width || size.height != swapchain_.extent.height;
    if ((swapchain_.outOfDate || resized) && !isHidden()) {
        lose(rebuildSwapchain(swapchain_, gpu_, surface_, size));
    }
    lose(acquireImage(swapchain_, gpu_, kAcquireWait));
}

std::array<EyeView, kEyeMax> WindowDisplay::views() {
    const EyeView view = eyeView(pictureView(events_.input.camera, events_.input.size));
    return {view, view};
}

std::optional<FrameTarget> WindowDisplay::acquire() {
    if (!swapchain_.current) {
        return std::nullopt;
    }
    const uint32_t index = *swapchain_.current;
    FrameTarget target;
    target.extent = swapchain_.extent;
    target.image.fill(swapchain_.images[index]);
    target.finalLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    target.waitSemaphore = swapchain_.acquired[index];
    target.signalSemaphore = swapchain_.drawn[index];
    return target;
}

// An image that was not drawn is kept for the next frame.
void WindowDisplay::endFrame(bool drawn) {
    if (drawn && swapchain_.current) {
        lose(presentImage(swapchain_, gpu_));
    }
}

void WindowDisplay::offerPickPoints(std::span<const Vec3> points) {
    events_.input.pickPoints.assign(points.begin(), points.end());
}

Pointer WindowDisplay::pointer() const {
    const WindowInput &input = events_.input;
    return {true,
            input.mouse * events_.pixelsPerUnit,
            input.down,
            input.pressCount,
            input.panelWheel,
            input.control,
            input.typed};
}

void WindowDisplay::offerPanel(const Vec2 &low, const Vec2 &high, bool typing) {
    events_.input.panelTyping = typing;
    events_.input.panelLow = low / events_.pixelsPerUnit;
    events_.input.panelHigh = high / events_.pixelsPerUnit;
}

void WindowDisplay::showStatus(const std::string &status) {
    status_ = status;
    if (helpUntil_ == 0.0) {
        showTitle();
    }
}

void WindowDisplay::showTitle() {
    glfwSetWindowTitle(window_, (status_.empty() ? title_ : title_ + " – " + status_).c_str());
}

// Help takes the title's place for a while, and is said once where text stays.
void WindowDisplay::updateTitle() {
    if (events_.input.helpCount != helpShown_) {
        if (helpShown_ == 0) {
            std::fprintf(stderr, "%s\n", kHelp);
        }
        helpShown_ = events_.input.helpCount;
        helpUntil_ = frameBegan_ + kHelpSeconds;
        glfwSetWindowTitle(window_, kHelp);
    } else if (helpUntil_ != 0.0 && frameBegan_ > helpUntil_) {
        helpUntil_ = 0.0;
        showTitle();
    }
}

void WindowDisplay::lose(const Result<void> &result) {
    if (!result && lostReason_.empty()) {
        lostReason_ = result.error().message;
        swapchain_.current.reset();
    }
}

} // namespace

Result<std::unique_ptr<Display>> openWindow(const WindowOptions &options) {
    if (glfwInit() != GLFW_TRUE) {
        return Error{"No window can be opened (" + glfwProblem() +
                     "): expected a display server such as X11"};
    }
    if (glfwVulkanSupported() != GLFW_TRUE) {
        glfwTerminate();
        return Error{"No window can be opened: expected a Vulkan loader and driver that can draw into one"};
    }
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    GLFWwindow *window =
        glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
    if (window == nullptr) {
        const std::string problem = glfwProblem();
        glfwTerminate();
        return Error{"No window can be opened (" + problem + ")"};
    }
    glfwSetWindowSizeLimits(window, kSizeMin, kSizeMin, GLFW_DONT_CARE, GLFW_DONT_CARE);
    return std::unique_ptr<Display>(std::make_unique<WindowDisplay>(window, options.title));
}

} // namespace selvage
