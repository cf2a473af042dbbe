// One small interface, three displays: a headset (OpenXR), a window (GLFW) and offscreen (PNG files). The
// frame loop is the same for all:
//
//     poll() -> beginFrame() -> input() -> views() -> acquire() -> [draw] -> endFrame()
//
// All calls from the frame thread. No call but beginFrame() may block, and beginFrame() only until the next
// frame is due. A failing runtime, window or file turns into DisplayState::Lost with lostReason(), never into
// a crash.
#pragma once

#include "maths/hand_skeleton.h"
#include "maths/result.h"
#include "maths/tracking.h"
#include "render/renderer.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace selvage {

struct Motion;

enum class DisplayState {
    Running, // call beginFrame()
    Idle, // nothing to show now (headset doffed, session not started): poll again, the display paces the wait
    Finished, // the person or the script ended it
    Lost      // the runtime or device is gone: lostReason() says why
};

struct DisplayInfo {
    std::string name; // e.g. "headset (Monado)", "window", "offscreen"
    int eyeCount{2};
    VkExtent2D eyeExtent{}; // recommended size of one eye's picture
    Vec2 windowSize{0.0F};  // of a window, in its own units; else 0
    VkFormat colorFormat{VK_FORMAT_UNDEFINED};
    double refreshHz{90.0};  // nominal; the period of each frame is in FrameTiming
    bool realTime{true};     // false: time is the script's, the loop may wait for the simulation
    bool stereoLayers{true}; // both eyes are layers of one image (multiview and layered drawing possible)
    // Which controller each hand has, e.g. "valve/index_controller"; empty: none or not known.
    std::array<std::string, kHandCount> controllers;
};

struct FrameTiming {
    double displayTime{0.0};   // s, when this frame will be seen, on the display's clock
    double period{1.0 / 90.0}; // s, until the next one
    bool shouldRender{true};   // false: end the frame with no picture
    bool focused{true};        // false: another application has the input; release and pause gently
    bool originMoved{false};   // the tracking origin jumped since the last frame (recentred)
};

// Levels and counters, never events: a reader that misses a frame misses nothing.
struct UserCommands {
    uint32_t resetCount{0};
    uint32_t singleStepCount{0};
    uint32_t nextScenarioCount{0};
    uint32_t previousScenarioCount{0};
    bool paused{false};
    bool wireframe{false};
    bool stretchColors{false}; // the cloth shows how much it is stretched
    bool panel{false};         // is open
};

// Keys typed into a text field of the panel.
struct TypedKeys {
    static constexpr char kErase = '\b';
    static constexpr char kConfirm = '\r';
    static constexpr char kCancel = '\x1b';

    std::array<char, 32> latest{}; // ASCII or one of the above; the n-th lies at n % 32
    uint32_t count{0};             // since the start
};

// A mouse over the picture, for a panel that lies on it.
struct Pointer {
    bool present{false};
    Vec2 position{0.0F};                  // pixels of the picture, from its upper left corner
    std::array<bool, 3> down{};           // left, right, middle
    std::array<uint32_t, 3> pressCount{}; // since the start
    float wheel{0.0F};                    // clicks over the panel since the start
    bool control{false};                  // Ctrl was down at the latest press
    TypedKeys typed;
};

class Display {
public:
    virtual ~Display() = default;

    // What Vulkan must be made with.
    virtual GpuRequest gpuRequest() = 0;
    // After the GPU exists: session, swapchains. Fails with one sentence.
    virtual Result<void> start(const Gpu &gpu) = 0;
    virtual DisplayInfo info() const = 0;

    virtual DisplayState poll() = 0;
    virtual std::string lostReason() const { return {}; }

    virtual FrameTiming beginFrame() = 0;
    // Poses and buttons predicted for `time` (a displayTime). Called twice a frame: early for the simulation,
    // and late (poses only matter) just before drawing.
    virtual TrackedInput input(double time) = 0;
    // The joints behind the last input() of a hand, in the same space; nullptr where it is no bare hand.
    virtual const HandSkeleton *skeleton(Hand) const { return nullptr; }
    virtual UserCommands commands() const { return {}; }
    // Eye poses for the frame begun; eyeCount of them. What is hidden of them is valid until the next poll().
    virtual std::array<EyeView, kEyeMax> views() = 0;
    // The image to draw into, or nothing when there is none this frame (then call endFrame(false)).
    virtual std::optional<FrameTarget> acquire() = 0;
    virtual void endFrame(bool drawn) = 0;

    // Draws frames from the next one on with this share of the picture's width and height, 0…1, in the same
    // images. Only the headset does.
    virtual void setResolution(float /*share*/) {}

    // A short buzz. amplitude 0…1, duration in s. Does nothing where there is no motor.
    virtual void vibrate(Hand, float /*amplitude*/, float /*duration*/) {}
    // Points a mouse may pick (m, world), valid during the call. Only the window uses them.
    virtual void offerPickPoints(std::span<const Vec3>) {}
    // The mouse, where there is one.
    virtual Pointer pointer() const { return {}; }
    // Where the panel lies (pixels of the picture): presses and the wheel there are the panel's alone, and
    // while it is `typing` the keys are.
    virtual void offerPanel(const Vec2 & /*low*/, const Vec2 & /*high*/, bool /*typing*/) {}
    // Where the wind blows to (unit), for keys that make it stronger without turning it, and whether there is
    // one that hands steer.
    virtual void offerWind(const Vec3 & /*direction*/, bool /*steered*/) {}
    // One line of text about the running state for a window's title. Called a few times per second.
    virtual void showStatus(const std::string &) {}
};

struct HeadsetOptions {
    bool separateEyes{false};  // a swapchain per eye even where the runtime takes layers
    bool depthLayer{true};     // submit depth where the runtime takes it
    bool olderVulkan{false};   // XR_KHR_vulkan_enable even where XR_KHR_vulkan_enable2 is there
    bool visibilityMask{true}; // draw only what the runtime says can be seen through the lenses
};
// A headset through OpenXR. Fails with one sentence when there is no runtime or no headset. Depth is
// submitted for the near plane that FrameScene has by default.
Result<std::unique_ptr<Display>> openHeadset(const std::string &applicationName,
                                             const HeadsetOptions &options = {});

struct WindowOptions {
    int width{1280};
    int height{800};
    std::string title{"Selvage"};
};
// A desktop window with mouse and keyboard. Fails with one sentence when no display server answers.
Result<std::unique_ptr<Display>> openWindow(const WindowOptions &options);

struct OffscreenOptions {
    VkExtent2D eyeExtent{640, 720};
    double frameRate{90.0};             // Hz, of the scripted clock
    const Motion *motion{nullptr};      // drives head and hands; must outlive the display
    int frames{0};                      // how many frames to run; 0 = the motion's length
    std::filesystem::path outputFolder; // PNG files go here; empty = none are written
    std::vector<double> pictureTimes;   // s from the start; one PNG (both eyes side by side) each
    std::optional<Pose> camera;         // pictures are taken from there instead of from the head
};
// No screen: scripted motion in, PNG files out.
Result<std::unique_ptr<Display>> openOffscreen(const OffscreenOptions &options);

} // namespace selvage
