// The panel's frame, pointer and keys, and Dear ImGui's draw lists as pieces for the renderer.
#include "panel.h"

#include "stretch_scale.h"

#include <algorithm>
#include <cfloat>
#include <cstddef>
#include <filesystem>
#include <imgui.h>
#include <imgui_internal.h> // which item is under the pointer

namespace selvage {

namespace {

constexpr float kUsualHeight = 800.0F; // pixels, of a window at scale 1
constexpr float kScaleMax = 3.0F;      // –
// In a headset.
constexpr float kTextDeg = 1.7F;          // height of a line of text, seen from kPanelDistance
constexpr float kPictureDeg = 100.0F;     // about what an eye's picture shows, from top to bottom
constexpr float kPixelsPerDegMin = 8.0F;  // below which letters are no letters
constexpr float kPixelsPerDegMax = 30.0F; // more than headsets have
const ImVec2 kTargetPadding(7.0F, 7.5F);  // pixels at scale 1: buttons and rows are 3.4 degrees high
constexpr const char *kFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

void applyColours(ImGuiStyle &style) {
    ImVec4 *colour = style.Colors;
    const ImVec4 strong(0.86F, 0.55F, 0.24F, 1.0F);
    const ImVec4 grab(0.86F, 0.55F, 0.24F, 0.62F); // the number stays readable under it
    const ImVec4 middle(0.52F, 0.34F, 0.17F, 1.0F);
    const ImVec4 quiet(0.28F, 0.28F, 0.29F, 1.0F);
    colour[ImGuiCol_Text] = ImVec4(0.94F, 0.93F, 0.91F, 1.0F);
    colour[ImGuiCol_TextDisabled] = ImVec4(0.66F, 0.65F, 0.63F, 1.0F);
    colour[ImGuiCol_WindowBg] = ImVec4(0.075F, 0.075F, 0.08F, 0.96F);
    colour[ImGuiCol_FrameBg] = quiet;
    colour[ImGuiCol_FrameBgHovered] = ImVec4(0.36F, 0.35F, 0.34F, 1.0F);
    colour[ImGuiCol_FrameBgActive] = ImVec4(0.40F, 0.38F, 0.36F, 1.0F);
    colour[ImGuiCol_SliderGrab] = grab;
    colour[ImGuiCol_SliderGrabActive] = ImVec4(1.0F, 0.70F, 0.36F, 1.0F);
    colour[ImGuiCol_CheckMark] = strong;
    colour[ImGuiCol_Button] = ImVec4(0.34F, 0.34F, 0.35F, 1.0F);
    colour[ImGuiCol_ButtonHovered] = middle;
    colour[ImGuiCol_ButtonActive] = strong;
    colour[ImGuiCol_Header] = middle;
    colour[ImGuiCol_HeaderHovered] = ImVec4(0.40F, 0.30F, 0.20F, 1.0F);
    colour[ImGuiCol_HeaderActive] = strong;
    colour[ImGuiCol_Tab] = quiet;
    colour[ImGuiCol_TabHovered] = middle;
    colour[ImGuiCol_TabActive] = middle;
    colour[ImGuiCol_PlotLines] = strong;
    style.WindowRounding = 6.0F;
    style.FrameRounding = 3.0F;
    style.GrabRounding = 3.0F;
    style.WindowBorderSize = 0.0F;
    style.ItemSpacing = ImVec2(8.0F, 6.0F);
}

// Large enough for a ray or a finger; text at 4.5 : 1 on all that it may stand on, edges at 3 : 1.
void applyHeadsetStyle(ImGuiStyle &style) {
    style.FramePadding = kTargetPadding;
    style.ItemSpacing = ImVec2(6.0F, 4.0F);
    style.ScrollbarSize = 28.0F;
    style.GrabMinSize = 28.0F;
    style.WindowRounding = 0.0F;
    style.FrameBorderSize = 2.0F;
    ImVec4 *colour = style.Colors;
    const ImVec4 edge(0.50F, 0.50F, 0.50F, 1.0F);
    const ImVec4 lit(0.43F, 0.42F, 0.41F, 1.0F); // what is chosen is amber, what is pointed at is not
    const ImVec4 knob(0.60F, 0.39F, 0.17F, 1.0F);
    colour[ImGuiCol_Text] = ImVec4(0.97F, 0.96F, 0.94F, 1.0F);
    colour[ImGuiCol_TextDisabled] = ImVec4(0.76F, 0.75F, 0.73F, 1.0F);
    colour[ImGuiCol_WindowBg] = ImVec4(0.06F, 0.06F, 0.065F, 1.0F);
    colour[ImGuiCol_Border] = edge;
    colour[ImGuiCol_FrameBgHovered] = lit;
    colour[ImGuiCol_FrameBgActive] = lit;
    colour[ImGuiCol_SliderGrab] = knob;
    colour[ImGuiCol_SliderGrabActive] = knob;
    colour[ImGuiCol_ButtonHovered] = lit;
    colour[ImGuiCol_ButtonActive] = knob;
    colour[ImGuiCol_TabHovered] = lit;
    colour[ImGuiCol_TabActive] = colour[ImGuiCol_Header];
    colour[ImGuiCol_ScrollbarGrab] = edge;
    colour[ImGuiCol_ScrollbarGrabHovered] = edge;
    colour[ImGuiCol_ScrollbarGrabActive] = knob;
}

// The atlas is made once; the letters come from a common typeface, else from ImGui's own small one.
void addFont(ImFontAtlas &atlas, float scale) {
    std::error_code ignored;
    if (std::filesystem::exists(kFont, ignored)) {
        atlas.AddFontFromFileTTF(kFont, kPanelFontSize * scale);
        return;
    }
    ImFontConfig config;
    config.SizePixels = kPanelFontSize * scale;
    atlas.AddFontDefault(&config);
}

} // namespace

// Viridis (Smith, van der Walt 2015) at five stations.
Vec3 stretchColor(float share) {
    constexpr std::array<Vec3, 5> kStations{Vec3(0.267F, 0.005F, 0.329F), Vec3(0.230F, 0.322F, 0.546F),
                                            Vec3(0.128F, 0.567F, 0.551F), Vec3(0.369F, 0.789F, 0.383F),
                                            Vec3(0.993F, 0.906F, 0.144F)};
    const float at = std::clamp(share, 0.0F, 1.0F) * static_cast<float>(kStations.size() - 1);
    const auto first = std::min(static_cast<size_t>(at), kStations.size() - 2);
    return glm::mix(kStations[first], kStations[first + 1], at - static_cast<float>(first));
}

PanelStyle windowStyle(uint32_t height) {
    return {std::clamp(static_cast<float>(height) / kUsualHeight, 1.0F, kScaleMax), false, 0.0F};
}

PanelStyle headsetStyle(uint32_t height) {
    const float perDegree =
        std::clamp(static_cast<float>(height) / kPictureDeg, kPixelsPerDegMin, kPixelsPerDegMax);
    return {kTextDeg * perDegree / kPanelFontSize, true, glm::degrees(perDegree) / kPanelDistance};
}

std::unique_ptr<ControlPanel> ControlPanel::create(const PanelStyle &style, const SceneTiles &tiles) {
    ImGuiContext *context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context); // another may have been left to a thread that hangs
    std::unique_ptr<ControlPanel> panel(new ControlPanel(context, style));
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr; // keeps nothing on disk
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    addFont(*io.Fonts, style.scale);
    ImGui::StyleColorsDark();
    applyColours(ImGui::GetStyle());
    if (style.headset) {
        applyHeadsetStyle(ImGui::GetStyle());
    }
    ImGui::GetStyle().ScaleAllSizes(style.scale);
    panel->measureTiles();
    panel->makeAtlas(tiles);
    return panel;
}

ControlPanel::ControlPanel(ImGuiContext *context, const PanelStyle &style)
    : context_(context), style_(style), scale_(style.scale) {
    for (auto &list : hintLists_) {
        list = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
    }
}

ControlPanel::~ControlPanel() {
    ImGui::DestroyContext(context_);
}

// Its own copy is needed no more.
Result<void> ControlPanel::giveAtlas(Renderer &renderer) {
    ImGui::SetCurrentContext(context_);
    ImFontAtlas &atlas = *ImGui::GetIO().Fonts;
    unsigned char *pixels = nullptr;
    int width = 0;
    int height = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    const auto size = static_cast<size_t>(4) * static_cast<size_t>(width) * static_cast<size_t>(height);
    const auto given = renderer.setOverlayAtlas(
        {static_cast<uint32_t>(width), static_cast<uint32_t>(height), {pixels, size}});
    atlas.ClearTexData();
    return given;
}

// A press that was over before this frame still counts, for one frame.
void ControlPanel::readPointer(const Pointer &pointer) {
    ImGuiIO &io = ImGui::GetIO();
    io.MousePos =
        pointer.present ? ImVec2(pointer.position.x, pointer.position.y) : ImVec2(-FLT_MAX, -FLT_MAX);
    if (pointer.pressCount[0] != pressSeen_[0]) {
        entry_ = {}; // a press beside it cancels
    }
    control_ = pointer.control;
    for (size_t button = 0; button < pointer.down.size(); ++button) {
        io.MouseDown[button] = pointer.down[button] || pointer.pressCount[button] != pressSeen_[button];
    }
    pressSeen_ = pointer.pressCount;
    io.MouseWheel = pointer.wheel - wheelSeen_;
    wheelSeen_ = pointer.wheel;
}

void ControlPanel::readKeys(const TypedKeys &typed) {
    const auto kept = static_cast<uint32_t>(typed.latest.size());
    typedSeen_ = typed.count - typedSeen_ > kept ? typed.count - kept : typedSeen_;
    for (; typedSeen_ != typed.count; ++typedSeen_) {
        const size_t slot = entry_.slot;
        if (const auto value = typeInto(entry_, typed.latest[typedSeen_ % kept])) {
            change(live_, slot, *value);
        }
    }
}

std::span<const OverlayPiece> ControlPanel::build(const PanelFrame &frame, const Pointer &pointer,
                                                  VkExtent2D picture, double dt) {
    ImGuiIO &io = ImGui::GetIO();
    const auto width = static_cast<float>(picture.width);
    const auto height = static_cast<float>(picture.height);
    io.DisplaySize = ImVec2(width, height);
    io.DeltaTime = static_cast<float>(std::clamp(dt, 1e-3, 0.5));
    readPointer(pointer);
    readKeys(pointer.typed);
    remember(frame);
    ImGui::NewFrame();
    if (frame.open || frame.menu) {
        placeWindow(width, height);
        showWindow(frame);
        layHints({});
    } else {
        layHints(frame);
        low_ = high_ = Vec2(0.0F);
        hovered_ = 0;
    }
    showCaption(frame);
    ImGui::Render();
    gatherPieces();
    return pieces_;
}

void ControlPanel::showWindow(const PanelFrame &frame) {
    constexpr int kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize;
    ImGui::Begin(frame.open ? "Selvage" : "menu", nullptr,
                 frame.open ? kFixed : kFixed | ImGuiWindowFlags_NoScrollbar);
    if (!frame.open) {
        showMenu(frame);
    } else if (style_.headset) {
        showHeadset(frame);
    } else {
        showButtons(frame);
        showViews(frame);
        showTabs(frame);
    }
    hovered_ = ImGui::GetHoveredID();
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    low_ = Vec2(at.x, at.y);
    high_ = low_ + Vec2(size.x, size.y);
    ImGui::End();
}

void ControlPanel::placeWindow(float width, float height) const {
    if (style_.headset) { // it is all there is
        ImGui::SetNextWindowPos(ImVec2(0.0F, 0.0F));
        ImGui::SetNextWindowSize(ImVec2(width, height));
        return;
    }
    const float margin = kWindowPanelMargin * scale_;
    ImGui::SetNextWindowPos(ImVec2(margin, margin));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0F, 0.0F),
                                        ImVec2(FLT_MAX, std::max(height - 2.0F * margin, 100.0F)));
    ImGui::SetNextWindowSize(ImVec2(std::min(kWindowPanelWidth * scale_, width - 2.0F * margin), 0.0F));
}

void ControlPanel::remember(const PanelFrame &frame) {
    stepMs_[historyAt_] = frame.simulation->stepMs;
    frameMs_[historyAt_] = frame.frameMs;
    historyAt_ = (historyAt_ + 1) % kHistory;
}

void ControlPanel::showButtons(const PanelFrame &frame) {
    if (ImGui::Button(frame.commands.paused ? "Go on" : "Pause")) {
        ++clicks_.pauses;
    }
    ImGui::SameLine();
    if (ImGui::Button("Step")) {
        ++clicks_.singleSteps;
    }
    ImGui::SameLine();
    if (ImGui::Button("Reset")) {
        ++clicks_.resets;
    }
    ImGui::SameLine();
    showRecording(*frame.simulation);
    ImGui::SameLine(ImGui::GetWindowWidth() - 2.6F * ImGui::GetTextLineHeight());
    if (ImGui::Button("x")) {
        ++clicks_.closings;
    }
    showGarment(*frame.simulation);
    if (frame.simulation->notice) {
        ImGui::PushTextWrapPos();
        ImGui::TextDisabled("%s", frame.simulation->notice->c_str());
        ImGui::PopTextWrapPos();
    }
}

// What was recorded last can be seen again.
void ControlPanel::showRecording(const SimFrame &simulation) {
    clicks_.recordings +=
        ImGui::Button(simulation.readouts.recording ? "Stop recording" : "Record") ? 1U : 0U;
    if ((simulation.readouts.recorded && !simulation.readouts.recording) || simulation.replays) {
        ImGui::SameLine();
        clicks_.replays += ImGui::Button(simulation.replays ? "Stop replay" : "Replay") ? 1U : 0U;
    }
}

void ControlPanel::showTabs(const PanelFrame &frame) {
    struct Tab {
        const char *name;
        void (ControlPanel::*show)(const PanelFrame &);
    };
    constexpr Tab kTabs[] = {{"Scenes", &ControlPanel::showScenes},   {"Cloth", &ControlPanel::showCloth},
                             {"Wind", &ControlPanel::showWind},       {"Method", &ControlPanel::showMethod},
                             {"Figures", &ControlPanel::showFigures}, {"Sound", &ControlPanel::showSound}};
    if (!ImGui::BeginTabBar("tabs")) {
        return;
    }
    for (const Tab &tab : kTabs) {
        if (ImGui::BeginTabItem(tab.name)) {
            (this->*tab.show)(frame);
            ImGui::EndTabItem();
        }
    }
    ImGui::EndTabBar();
}

// ImGui's vertices have the layout of ours.
void ControlPanel::addPiece(const ImDrawList &list) {
    static_assert(sizeof(ImDrawVert) == sizeof(OverlayVertex));
    static_assert(offsetof(ImDrawVert, uv) == offsetof(OverlayVertex, uv));
    static_assert(offsetof(ImDrawVert, col) == offsetof(OverlayVertex, color));
    static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t));
    const size_t first = draws_.size();
    for (const ImDrawCmd &command : list.CmdBuffer) {
        draws_.push_back({Vec2(command.ClipRect.x, command.ClipRect.y),
                          Vec2(command.ClipRect.z, command.ClipRect.w), command.IdxOffset, command.ElemCount,
                          command.VtxOffset});
    }
    pieces_.push_back({{reinterpret_cast<const OverlayVertex *>(list.VtxBuffer.Data),
                        static_cast<size_t>(list.VtxBuffer.Size)},
                       {list.IdxBuffer.Data, static_cast<size_t>(list.IdxBuffer.Size)},
                       {draws_.data() + first, draws_.size() - first}});
}

void ControlPanel::gatherPieces() {
    const ImDrawData &data = *ImGui::GetDrawData();
    size_t drawCount = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        drawCount += static_cast<size_t>(data.CmdLists[i]->CmdBuffer.Size);
    }
    for (const auto &list : hintLists_) {
        drawCount += static_cast<size_t>(list->CmdBuffer.Size);
    }
    pieces_.clear();
    draws_.clear();
    draws_.reserve(drawCount); // spans into it are kept
    for (int i = 0; i < data.CmdListsCount; ++i) {
        addPiece(*data.CmdLists[i]);
    }
    hintPieces_ = {};
    for (size_t h = 0; h < kHandCount; ++h) {
        if (hintLists_[h]->VtxBuffer.Size > 0) {
            addPiece(*hintLists_[h]);
            hintPieces_[h] = pieces_.size();
        }
    }
}

void ControlPanel::placeHints(const std::array<Mat4, kHandCount> &models) {
    for (size_t h = 0; h < kHandCount; ++h) {
        if (hintPieces_[h] > 0) {
            pieces_[hintPieces_[h] - 1].model = models[h];
        }
    }
}

} // namespace selvage
