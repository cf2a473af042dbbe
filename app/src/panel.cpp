// The panel's contents, and Dear ImGui's draw lists as pieces for the renderer.
#include "panel.h"

#include "stretch_scale.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <imgui.h>

namespace selvage {

namespace {

constexpr float kFontSize = 15.0F;     // pixels in a picture 800 high
constexpr float kPanelWidth = 350.0F;  // pixels, the same
constexpr float kUsualHeight = 800.0F; // pixels
constexpr float kScaleMax = 3.0F;      // –
constexpr const char *kFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

// Where a value is on its way to the simulation the slider shows it at once, so that it stays under the
// mouse.
constexpr const char *kClothKeys[] = {"density",  "stretch",     "shear",          "bending",
                                      "elastic",  "max-stretch", "spring-damping", "damping",
                                      "friction", "gravity",     "self-contact"};
constexpr const char *kWindKeys[] = {"wind", "wind-heading", "gusts", "air", "wind-steered", "current"};
constexpr const char *kMethodKeys[] = {"substeps", "sweeps", "acceleration"};

size_t slotOf(const char *key) {
    return static_cast<size_t>(findParameter(key) - parameters().data());
}

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

// The atlas is made once; the letters come from a common typeface, else from ImGui's own small one.
void addFont(ImFontAtlas &atlas, float scale) {
    std::error_code ignored;
    if (std::filesystem::exists(kFont, ignored)) {
        atlas.AddFontFromFileTTF(kFont, kFontSize * scale);
        return;
    }
    ImFontConfig config;
    config.SizePixels = kFontSize * scale;
    atlas.AddFontDefault(&config);
}

Result<void> giveAtlas(Renderer &renderer, ImFontAtlas &atlas) {
    unsigned char *pixels = nullptr;
    int width = 0;
    int height = 0;
    atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
    const auto size = static_cast<size_t>(width) * static_cast<size_t>(height);
    return renderer.setOverlayAtlas(
        {static_cast<uint32_t>(width), static_cast<uint32_t>(height), {pixels, size}});
}

bool flip(const char *label, bool on) {
    bool value = on;
    return ImGui::Checkbox(label, &value);
}

// A slider over the logarithm: ImGui's own knows no values below its number of decimals.
bool slideByFactors(const Parameter &parameter, const char *text, float &value) {
    float exponent = std::log10(std::clamp(value, parameter.low, parameter.high));
    const bool changed = ImGui::SliderFloat(parameter.label, &exponent, std::log10(parameter.low),
                                            std::log10(parameter.high), text, ImGuiSliderFlags_NoInput);
    value = changed ? std::pow(10.0F, exponent) : value;
    return changed;
}

// The scale of the stretch colours.
void showLegend() {
    constexpr int kParts = 24;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetTextLineHeight() * 0.7F;
    ImDrawList *list = ImGui::GetWindowDrawList();
    for (int i = 0; i < kParts; ++i) {
        const float begin = static_cast<float>(i) / kParts;
        const float end = static_cast<float>(i + 1) / kParts;
        const auto colour = [](float share) {
            const Vec3 c = stretchColor(share);
            return ImGui::ColorConvertFloat4ToU32(ImVec4(c.r, c.g, c.b, 1.0F));
        };
        list->AddRectFilledMultiColor(ImVec2(at.x + begin * width, at.y),
                                      ImVec2(at.x + end * width, at.y + height), colour(begin), colour(end),
                                      colour(end), colour(begin));
    }
    ImGui::Dummy(ImVec2(width, height));
    ImGui::TextUnformatted("0 %");
    ImGui::SameLine(0.5F * width - ImGui::GetTextLineHeight());
    ImGui::Text("%.1f %%", static_cast<double>(50.0F * kStretchScale));
    ImGui::SameLine(width - 1.5F * ImGui::GetTextLineHeight());
    ImGui::Text("%.0f %%", static_cast<double>(100.0F * kStretchScale));
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

Result<std::unique_ptr<ControlPanel>> ControlPanel::create(Renderer &renderer, uint32_t height) {
    const float scale = std::clamp(static_cast<float>(height) / kUsualHeight, 1.0F, kScaleMax);
    ImGuiContext *context = ImGui::CreateContext();
    std::unique_ptr<ControlPanel> panel(new ControlPanel(context, scale));
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr; // keeps nothing on disk
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    addFont(*io.Fonts, scale);
    ImGui::StyleColorsDark();
    applyColours(ImGui::GetStyle());
    ImGui::GetStyle().ScaleAllSizes(scale);
    if (const auto given = giveAtlas(renderer, *io.Fonts); !given) {
        return given.error();
    }
    return panel;
}

ControlPanel::ControlPanel(ImGuiContext *context, float scale) : context_(context), scale_(scale) {}

ControlPanel::~ControlPanel() {
    ImGui::DestroyContext(context_);
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
    const float margin = 8.0F * scale_;
    ImGui::SetNextWindowPos(ImVec2(margin, margin));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0F, 0.0F),
                                        ImVec2(FLT_MAX, std::max(height - 2.0F * margin, 100.0F)));
    ImGui::SetNextWindowSize(ImVec2(std::min(kPanelWidth * scale_, width - 2.0F * margin), 0.0F));
    ImGui::Begin("Selvage", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
    showButtons(frame);
    showViews(frame);
    showTabs(frame);
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    low_ = Vec2(at.x, at.y);
    high_ = low_ + Vec2(size.x, size.y);
    ImGui::End();
    ImGui::Render();
    gatherPieces();
    return pieces_;
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
    if (ImGui::Button(frame.simulation->readouts.recording ? "Stop recording" : "Record")) {
        ++clicks_.recordings;
    }
    ImGui::SameLine(ImGui::GetWindowWidth() - 2.6F * ImGui::GetTextLineHeight());
    if (ImGui::Button("x")) {
        ++clicks_.closings;
    }
    if (frame.simulation->notice) {
        ImGui::PushTextWrapPos();
        ImGui::TextDisabled("%s", frame.simulation->notice->c_str());
        ImGui::PopTextWrapPos();
    }
}

void ControlPanel::showViews(const PanelFrame &frame) {
    clicks_.wireframes += flip("Skeleton", frame.commands.wireframe) ? 1U : 0U;
    ImGui::SameLine();
    clicks_.stretches += flip("Stretch", frame.commands.stretchColors) ? 1U : 0U;
    ImGui::SameLine();
    clicks_.motes += flip("Show the wind", frame.motes) ? 1U : 0U;
    if (frame.commands.stretchColors) {
        showLegend();
    }
}

void ControlPanel::showTabs(const PanelFrame &frame) {
    struct Tab {
        const char *name;
        void (ControlPanel::*show)(const PanelFrame &);
    };
    constexpr Tab kTabs[] = {{"Scenes", &ControlPanel::showScenes},
                             {"Cloth", &ControlPanel::showCloth},
                             {"Wind", &ControlPanel::showWind},
                             {"Method", &ControlPanel::showMethod},
                             {"Figures", &ControlPanel::showFigures}};
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

void ControlPanel::showScenes(const PanelFrame &frame) {
    const auto count = static_cast<int32_t>(scenarios().size());
    for (int32_t i = 0; i < count; ++i) {
        const bool chosen = i == frame.scenario;
        if (ImGui::Selectable(scenarios()[static_cast<size_t>(i)].title, chosen) && !chosen) {
            clicks_.scenes += static_cast<uint32_t>((i - frame.scenario + count) % count);
        }
    }
    ImGui::Separator();
    ImGui::PushTextWrapPos();
    ImGui::TextUnformatted(scenarios()[static_cast<size_t>(frame.scenario)].description);
    ImGui::PopTextWrapPos();
}

float ControlPanel::valueOf(const PanelFrame &frame, size_t slot) const {
    const bool acting = ImGui::GetIO().MouseDown[0] && live_.levels[slot].number > 0;
    return acting ? live_.levels[slot].value : frame.simulation->readouts.parameters[slot];
}

// What was typed so far, where the slider was.
void ControlPanel::showEntry(const Parameter &parameter) {
    std::array<char, 48> text{};
    const std::string_view typed = entry_.typed();
    std::snprintf(text.data(), text.size(), "%.*s_ %s", static_cast<int>(typed.size()), typed.data(),
                  parameter.unit);
    float unused = 0.0F;
    ImGui::SliderFloat(parameter.label, &unused, 0.0F, 1.0F, text.data(), ImGuiSliderFlags_NoInput);
}

bool ControlPanel::showSlider(const Parameter &parameter, float &value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.4g %s", static_cast<double>(value), parameter.unit);
    bool changed = false;
    switch (parameter.control) {
    case ParameterControl::Switch:
        changed = flip(parameter.label, value >= 0.5F);
        value = value >= 0.5F ? 0.0F : 1.0F;
        break;
    case ParameterControl::Whole: {
        auto whole = static_cast<int>(value);
        changed = ImGui::SliderInt(parameter.label, &whole, static_cast<int>(parameter.low),
                                   static_cast<int>(parameter.high), "%d", ImGuiSliderFlags_NoInput);
        value = static_cast<float>(whole);
        break;
    }
    case ParameterControl::Slider:
        changed = ImGui::SliderFloat(parameter.label, &value, parameter.low, parameter.high, text.data(),
                                     ImGuiSliderFlags_NoInput);
        break;
    case ParameterControl::LogSlider:
        changed = slideByFactors(parameter, text.data(), value);
        break;
    case ParameterControl::None:
        break;
    }
    return changed;
}

void ControlPanel::showParameter(const PanelFrame &frame, const char *key) {
    const size_t slot = slotOf(key);
    const Parameter &parameter = parameters()[slot];
    ImGui::PushID(key);
    if (entry_.slot == slot) {
        showEntry(parameter);
        ImGui::PopID();
        return;
    }
    float value = valueOf(frame, slot);
    const bool changed = showSlider(parameter, value);
    if (control_ && ImGui::IsItemClicked() && parameter.control != ParameterControl::Switch) {
        entry_ = {};
        entry_.slot = slot;
    } else if (changed) {
        change(live_, slot, value);
    }
    ImGui::PopID();
}

void ControlPanel::showHint(const char *text) {
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", text);
    ImGui::PopTextWrapPos();
}

void ControlPanel::showFabrics(const PanelFrame &frame) {
    for (size_t i = 0; i < fabrics().size(); ++i) {
        const char *name = fabrics()[i].name;
        if (ImGui::RadioButton(name, std::string_view(name) == frame.simulation->readouts.fabric)) {
            change(live_, kFabricSlot, static_cast<float>(i));
        }
        if (i + 1 < fabrics().size()) {
            ImGui::SameLine(0.0F, 5.0F * scale_);
        }
    }
}

void ControlPanel::showCloth(const PanelFrame &frame) {
    ImGui::BeginDisabled(frame.simulation->readouts.recording);
    showFabrics(frame);
    ImGui::PushItemWidth(0.52F * ImGui::GetWindowWidth());
    for (const char *key : kClothKeys) {
        showParameter(frame, key);
    }
    ImGui::PopItemWidth();
    ImGui::EndDisabled();
    showHint("Ctrl-click a slider to type a number.");
}

void ControlPanel::showWind(const PanelFrame &frame) {
    ImGui::BeginDisabled(frame.simulation->readouts.recording);
    ImGui::PushItemWidth(0.52F * ImGui::GetWindowWidth());
    for (const char *key : kWindKeys) {
        showParameter(frame, key);
    }
    ImGui::PopItemWidth();
    ImGui::EndDisabled();
    showHint("Arrow keys and the right mouse button, dragged, turn the wind, + and - make it stronger and "
             "weaker.");
}

void ControlPanel::showMethod(const PanelFrame &frame) {
    const Readouts &now = frame.simulation->readouts;
    ImGui::BeginDisabled(now.recording);
    for (size_t i = 0; i < integrators().size(); ++i) {
        const Integrator &integrator = integrators()[i];
        if (ImGui::Selectable(integrator.name, std::string_view(integrator.name) == now.integrator)) {
            change(live_, kIntegratorSlot, static_cast<float>(i));
        }
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", integrator.source);
        }
    }
    ImGui::Separator();
    ImGui::PushItemWidth(0.45F * ImGui::GetWindowWidth());
    auto stepMs = static_cast<float>(now.dt * 1000.0);
    if (ImGui::SliderFloat("Step", &stepMs, 1000.0F * kDtMin, 1000.0F * kDtMax, "%.1f ms",
                           ImGuiSliderFlags_NoInput)) {
        change(live_, kStepSlot, stepMs / 1000.0F);
    }
    for (const char *key : kMethodKeys) {
        showParameter(frame, key);
    }
    ImGui::PopItemWidth();
    ImGui::EndDisabled();
}

void ControlPanel::showFigures(const PanelFrame &frame) {
    const SimFrame &simulation = *frame.simulation;
    const Readouts &now = simulation.readouts;
    const ImVec2 plot(ImGui::GetContentRegionAvail().x, 3.0F * ImGui::GetTextLineHeight());
    const auto at = static_cast<int>(historyAt_);
    ImGui::Text("Step %.2f ms", static_cast<double>(simulation.stepMs));
    ImGui::PlotLines("##step", stepMs_.data(), static_cast<int>(kHistory), at, nullptr, 0.0F, FLT_MAX, plot);
    ImGui::Text("Frame %.1f ms, of the GPU %.1f ms", static_cast<double>(frame.frameMs), frame.drawing.gpuMs);
    ImGui::PlotLines("##frame", frameMs_.data(), static_cast<int>(kHistory), at, nullptr, 0.0F, FLT_MAX,
                     plot);
    const auto count = [](uint64_t value) { return static_cast<unsigned long long>(value); };
    ImGui::Text("Stretch %.2f %% (99 of 100 edges)", static_cast<double>(100.0F * now.stretchP99));
    ImGui::Text("%d particles, %d of them in contact", now.points, now.contacts);
    ImGui::Text("%lld tests of cloth against cloth", static_cast<long long>(now.selfTests));
    ImGui::Text("Energy %.4g J", now.energy);
    ImGui::Text("%d sweeps, time was up %llu times", now.sweeps, count(now.timeUp));
    ImGui::Text("Missed frames %llu, late steps %llu", count(frame.missed), count(frame.overruns));
    ImGui::Text("%llu triangles in %llu draws", count(frame.drawing.triangles), count(frame.drawing.draws));
}

// ImGui's vertices have the layout of ours.
void ControlPanel::gatherPieces() {
    static_assert(sizeof(ImDrawVert) == sizeof(OverlayVertex));
    static_assert(offsetof(ImDrawVert, uv) == offsetof(OverlayVertex, uv));
    static_assert(offsetof(ImDrawVert, col) == offsetof(OverlayVertex, color));
    static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t));
    const ImDrawData &data = *ImGui::GetDrawData();
    size_t drawCount = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        drawCount += static_cast<size_t>(data.CmdLists[i]->CmdBuffer.Size);
    }
    pieces_.clear();
    draws_.clear();
    draws_.reserve(drawCount); // spans into it are kept
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList &list = *data.CmdLists[i];
        const size_t first = draws_.size();
        for (const ImDrawCmd &command : list.CmdBuffer) {
            draws_.push_back({Vec2(command.ClipRect.x, command.ClipRect.y),
                              Vec2(command.ClipRect.z, command.ClipRect.w), command.IdxOffset,
                              command.ElemCount, command.VtxOffset});
        }
        pieces_.push_back({{reinterpret_cast<const OverlayVertex *>(list.VtxBuffer.Data),
                            static_cast<size_t>(list.VtxBuffer.Size)},
                           {list.IdxBuffer.Data, static_cast<size_t>(list.IdxBuffer.Size)},
                           {draws_.data() + first, draws_.size() - first}});
    }
}

} // namespace selvage
