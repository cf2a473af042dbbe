// The live panel (Dear ImGui): scenes, fabrics, parameters, wind, integrators, what is shown, and figures; in
// a headset, larger, the bench's tools and the place of the person as well. It knows no window and no GPU: it
// takes a pointer in pixels and gives triangles. Closed, it does nothing.
#pragma once

#include "comfort.h"
#include "live_settings.h"
#include "number_entry.h"
#include "render/renderer.h"
#include "scene_tiles.h"
#include "sim_thread.h"
#include "world_panel.h"
#include "xr/display.h"

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

struct ImDrawList;
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
    float resolution{1.0F}; // share of the picture's width and height
    bool motes{true};
    bool open{true};          // false: nothing but the caption, or the menu at a hand
    std::string_view caption; // empty: nothing is to be read of what is heard
    bool soundPlays{false};   // there is a device
    // In a headset.
    bool menu{false};                                 // a hand has one, while the panel is closed
    std::array<std::string_view, kHandCount> hints{}; // for each hand, while the panel is closed
    float raised{0.0F};                               // m, the person
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
    uint32_t replays{0};
    uint32_t saves{0}; // of the dress bench's garment
    uint32_t exports{0};
    uint32_t measurements{0};
    uint32_t bringsBack{0};
    uint32_t motes{0};
    uint32_t scenes{0}; // forward in the table
    // In a headset.
    uint32_t openings{0};
    uint32_t undos{0};
    uint32_t redos{0};
    uint32_t recentrings{0};
    int32_t raises{0}; // steps up
    std::array<uint32_t, kHandCount> toolWishes{};
    std::array<uint8_t, kHandCount> toolWish{}; // the latest: n for the bench's tool n-1
};

inline constexpr float kPanelFontSize = 15.0F; // pixels at scale 1
// In a window, the same.
inline constexpr float kWindowPanelWidth = 350.0F;
inline constexpr float kWindowPanelMargin = 8.0F; // around it

// How large it is, and for whom.
struct PanelStyle {
    float scale{1.0F}; // of letters and all else
    bool headset{false};
    float pixelsPerMetre{0.0F}; // in a headset
};
// `height`: of the picture, pixels.
PanelStyle windowStyle(uint32_t height);
// For a panel of kPanelSize at kPanelDistance, one pixel of it about one of an eye's picture.
PanelStyle headsetStyle(uint32_t height);

class ControlPanel {
public:
    // With the scenes' pictures; one that is not among them shows its name alone.
    static std::unique_ptr<ControlPanel> create(const PanelStyle &style, const SceneTiles &tiles);
    // Letters and pictures, once, before what it builds is drawn. Blocks until they are uploaded.
    Result<void> giveAtlas(Renderer &renderer);
    ~ControlPanel();
    ControlPanel(const ControlPanel &) = delete;
    ControlPanel &operator=(const ControlPanel &) = delete;

    // Lays the panel out for this frame and works off the pointer. Valid until the next call.
    std::span<const OverlayPiece> build(const PanelFrame &frame, const Pointer &pointer, VkExtent2D picture,
                                        double dt);

    // Where the hints of the last build() lie, from pixels about their middles.
    void placeHints(const std::array<Mat4, kHandCount> &models);

    // Where it lies, pixels.
    Vec2 low() const { return low_; }
    Vec2 high() const { return high_; }

    const PanelStyle &style() const { return style_; }
    // What lies under the pointer; 0: nothing.
    uint32_t hovered() const { return hovered_; }

    // Whether a text field is open, which the keys belong to.
    bool isTyping() const { return entry_.isOpen(); }

    const PanelClicks &clicks() const { return clicks_; }
    // What it changed; forgotten by whoever changes the scene.
    LiveSettings &live() { return live_; }
    // What another panel was told, whose display is gone.
    void goOnFrom(const PanelClicks &clicks, const LiveSettings &live) {
        clicks_ = clicks;
        live_ = live;
    }
    // The person's own, which outlive the scene.
    const Comfort &comfort() const { return comfort_; }
    void setComfort(const Comfort &comfort) { comfort_ = comfort; }

private:
    // Where a scene's picture lies in the atlas, 0…1; nothing of it where it has none.
    struct ScenePicture {
        Vec2 low{0.0F};
        Vec2 high{0.0F};
    };

    ControlPanel(ImGuiContext *context, const PanelStyle &style);
    void measureTiles();
    void makeAtlas(const SceneTiles &tiles);
    void placeWindow(float width, float height) const;
    void readPointer(const Pointer &pointer);
    void readKeys(const TypedKeys &typed);
    void showWindow(const PanelFrame &frame);
    void showButtons(const PanelFrame &frame);
    void showRecording(const SimFrame &simulation);
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
    void showGarment(const SimFrame &simulation);
    void showTabs(const PanelFrame &frame);
    void showMenu(const PanelFrame &frame);
    void showHeadset(const PanelFrame &frame);
    void showHeadsetButtons(const PanelFrame &frame);
    int32_t showSceneGrid(const PanelFrame &frame);
    bool showTile(size_t scene, bool chosen);
    void showAbout(const Scenario &scenario, float height);
    float sceneGridHeight(float textHeight) const;
    void showMethodGrid(const PanelFrame &frame);
    void showTools(const PanelFrame &frame);
    void showPlace(const PanelFrame &frame);
    void showSound(const PanelFrame &frame);
    void showHands();
    void showGrip();
    void showCaption(const PanelFrame &frame) const;
    void layHints(const PanelFrame &frame);
    void addPiece(const ImDrawList &list);
    bool showChoice(const char *label, bool chosen, int column, int columns) const;
    void remember(const PanelFrame &frame);
    float valueOf(const PanelFrame &frame, size_t slot) const;
    void gatherPieces();

    static constexpr size_t kHistory = 180; // frames

    ImGuiContext *context_;
    PanelStyle style_;
    float scale_;
    uint32_t hovered_{0};
    PanelClicks clicks_;
    LiveSettings live_;
    Comfort comfort_;
    Vec2 low_{0.0F};
    Vec2 high_{0.0F};
    std::vector<ScenePicture> pictures_; // of scenarios()
    Vec2 pictureSize_{0.0F};             // pixels, of each
    Vec2 tileSize_{0.0F};                // with the scene's name
    int32_t scenarioShown_{-1};          // whose tile the grid has been scrolled to
    std::array<uint32_t, 3> pressSeen_{};
    uint32_t typedSeen_{0};
    bool control_{false}; // was down at the latest press
    NumberEntry entry_;
    float wheelSeen_{0.0F};
    std::array<float, kHistory> stepMs_{};
    std::array<float, kHistory> frameMs_{};
    size_t historyAt_{0};
    std::array<std::unique_ptr<ImDrawList>, kHandCount> hintLists_;
    std::array<size_t, kHandCount> hintPieces_{}; // one past each one's; 0: there is none
    std::vector<OverlayPiece> pieces_;
    std::vector<OverlayDraw> draws_;
};

} // namespace selvage
