// The live panel (Dear ImGui): scenes, fabrics, parameters, wind, integrators, what is shown, and figures. It
// knows no window and no GPU: it takes a pointer in pixels and gives triangles. Closed, it does nothing.
#pragma once

#include "live_settings.h"
#include "number_entry.h"
#include "render/renderer.h"
#include "sim_thread.h"
#include "xr/display.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

struct ImGuiContext;

namespace selvage {

// What the panel shows beside the simulation's own figures.
struct PanelFrame {
    const SimFrame *simulation{nullptr};
    UserCommands commands; // in force
    int32_t scenario{0};   // index in scenarios()
    uint64_t missed{0};
    uint64_t overruns{0};
    float frameMs{0.0F}; // work of the last frame
    RenderStats drawing;
    bool motes{true};
};

// What was clicked since the start, on top of the display's own commands.
struct PanelClicks {
    uint32_t pauses{0};
    uint32_t wireframes{0};
    uint32_t stretches{0};
    uint32_t closings{0};
    uint32_t resets{0};
    uint32_t singleSteps{0};
    uint32_t recordings{0};
    uint32_t motes{0};
    uint32_t scenes{0}; // forward in the table
};

class ControlPanel {
public:
    // `height`: of the picture, pixels; the letters' size follows from it. Gives the renderer its atlas.
    static Result<std::unique_ptr<ControlPanel>> create(Renderer &renderer, uint32_t height);
    ~ControlPanel();
    ControlPanel(const ControlPanel &) = delete;
    ControlPanel &operator=(const ControlPanel &) = delete;

    // Lays the panel out for this frame and works off the pointer. Valid until the next call.
    std::span<const OverlayPiece> build(const PanelFrame &frame, const Pointer &pointer, VkExtent2D picture,
                                        double dt);

    // Where it lies, pixels.
    Vec2 low() const { return low_; }
    Vec2 high() const { return high_; }

    // Whether a text field is open, which the keys belong to.
    bool isTyping() const { return entry_.isOpen(); }

    const PanelClicks &clicks() const { return clicks_; }
    // What it changed; forgotten by whoever changes the scene.
    LiveSettings &live() { return live_; }

private:
    ControlPanel(ImGuiContext *context, float scale);
    void readPointer(const Pointer &pointer);
    void readKeys(const TypedKeys &typed);
    void showButtons(const PanelFrame &frame);
    void showViews(const PanelFrame &frame);
    void showScenes(const PanelFrame &frame);
    void showFabrics(const PanelFrame &frame);
    void showCloth(const PanelFrame &frame);
    void showWind(const PanelFrame &frame);
    void showMethod(const PanelFrame &frame);
    void showFigures(const PanelFrame &frame);
    void showParameter(const PanelFrame &frame, const char *key);
    bool showSlider(const Parameter &parameter, float &value);
    void showEntry(const Parameter &parameter);
    void showHint(const char *text);
    void showTabs(const PanelFrame &frame);
    void remember(const PanelFrame &frame);
    float valueOf(const PanelFrame &frame, size_t slot) const;
    void gatherPieces();

    static constexpr size_t kHistory = 180; // frames

    ImGuiContext *context_;
    float scale_;
    PanelClicks clicks_;
    LiveSettings live_;
    Vec2 low_{0.0F};
    Vec2 high_{0.0F};
    std::array<uint32_t, 3> pressSeen_{};
    uint32_t typedSeen_{0};
    bool control_{false}; // was down at the latest press
    NumberEntry entry_;
    float wheelSeen_{0.0F};
    std::array<float, kHistory> stepMs_{};
    std::array<float, kHistory> frameMs_{};
    size_t historyAt_{0};
    std::vector<OverlayPiece> pieces_;
    std::vector<OverlayDraw> draws_;
};

} // namespace selvage
