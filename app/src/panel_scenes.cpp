// The panel's page of scenes: a grid of tiles, each a small picture over a name, and under it what the scene
// under the pointer is about, else that which runs. The pictures lie in the atlas of the letters.
#include "panel.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace selvage {

namespace {

constexpr int kColumnsHeadset = 5;
constexpr int kColumnsWindow = 3;
constexpr float kAspect = 16.0F / 9.0F; // of a picture
constexpr int kLinesHeadset = 2;        // of a description, that are in view without scrolling
constexpr int kLinesWindow = 5;
constexpr float kRowsLeast = 1.6F;   // in view, however low the picture
constexpr float kInset = 2.0F;       // pixels at scale 1, between a tile's edge and its picture
constexpr float kNameHeight = 1.25F; // lines
// Of their size: a name longer than its tile has smaller ones, of a degree still.
constexpr float kLettersLeast = 0.86F;
constexpr size_t kChannels = 4; // of the atlas

// The colours of a picture, in the place that the atlas has for it.
void fill(const ImFontAtlasCustomRect &place, const std::vector<uint8_t> &rgb, unsigned char *atlas,
          int atlasWidth) {
    for (size_t y = 0; y < place.Height; ++y) {
        unsigned char *to = atlas + kChannels * ((place.Y + y) * static_cast<size_t>(atlasWidth) +
                                                 static_cast<size_t>(place.X));
        const uint8_t *from = rgb.data() + 3 * y * place.Width;
        for (size_t x = 0; x < place.Width; ++x, to += kChannels, from += 3) {
            std::copy(from, from + 3, to);
            to[3] = 255;
        }
    }
}

// In the middle of a place: left, top, right, bottom.
void writeName(const char *name, const ImVec4 &place) {
    const ImVec2 size = ImGui::CalcTextSize(name);
    const float share = std::clamp((place.z - place.x) / size.x, kLettersLeast, 1.0F);
    const ImVec2 at(std::max(place.x, 0.5F * (place.x + place.z - share * size.x)),
                    0.5F * (place.y + place.w - share * size.y));
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), share * ImGui::GetFontSize(),
                                        ImVec2(std::floor(at.x), std::floor(at.y)),
                                        ImGui::GetColorU32(ImGuiCol_Text), name, nullptr, 0.0F, &place);
}

} // namespace

// As many in a row as the page has columns, beside a scrollbar.
void ControlPanel::measureTiles() {
    const ImGuiStyle &style = ImGui::GetStyle();
    const auto columns = static_cast<float>(style_.headset ? kColumnsHeadset : kColumnsWindow);
    const float panel = style_.headset ? std::floor(kPanelSize.x * style_.pixelsPerMetre)
                                       : std::floor(kWindowPanelWidth * scale_);
    const float page = panel - 2.0F * style.WindowPadding.x - style.ScrollbarSize - style.ItemSpacing.x;
    tileSize_.x = std::floor((page - style.ItemSpacing.x * (columns - 1.0F)) / columns);
    const float inset = std::round(kInset * scale_);
    pictureSize_.x = tileSize_.x - 2.0F * inset;
    pictureSize_.y = std::round(pictureSize_.x / kAspect);
    const float name = std::round(kNameHeight * kPanelFontSize * scale_);
    tileSize_.y = pictureSize_.y + inset + name;
}

// Blocks for some milliseconds: letters and pictures are drawn into it.
void ControlPanel::makeAtlas(const SceneTiles &tiles) {
    ImFontAtlas &atlas = *ImGui::GetIO().Fonts;
    const auto width = static_cast<int>(pictureSize_.x);
    const auto height = static_cast<int>(pictureSize_.y);
    struct Place {
        size_t scene;
        int id;
        std::vector<uint8_t> rgb;
    };
    std::vector<Place> places;
    for (size_t i = 0; i < scenarios().size(); ++i) {
        auto rgb = tileOf(tiles, scenarios()[i].name, width, height);
        if (!rgb.empty()) {
            places.push_back({i, atlas.AddCustomRectRegular(width, height), std::move(rgb)});
        }
    }
    unsigned char *pixels = nullptr;
    int atlasWidth = 0;
    int atlasHeight = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &atlasWidth, &atlasHeight);
    const Vec2 size(atlasWidth, atlasHeight);
    pictures_.resize(scenarios().size());
    for (const Place &place : places) {
        const ImFontAtlasCustomRect &rect = *atlas.GetCustomRectByIndex(place.id);
        if (rect.IsPacked()) {
            fill(rect, place.rgb, pixels, atlasWidth);
            // From the middle of its outermost pixels on, so that nothing of its neighbours is mixed in.
            pictures_[place.scene] = {(Vec2(rect.X, rect.Y) + 0.5F) / size,
                                      (Vec2(rect.X + rect.Width, rect.Y + rect.Height) - 0.5F) / size};
        }
    }
}

void ControlPanel::showScenes(const PanelFrame &frame) {
    const int lines = 1 + (style_.headset ? kLinesHeadset : kLinesWindow);
    const float textHeight =
        static_cast<float>(lines) * ImGui::GetTextLineHeight() + std::round(kInset * scale_);
    ImGui::BeginChild("grid", ImVec2(0.0F, sceneGridHeight(textHeight)));
    const int32_t told = showSceneGrid(frame);
    ImGui::EndChild();
    showAbout(scenarios()[static_cast<size_t>(told)], textHeight);
}

// What the text leaves of the page, and no more than all tiles need.
float ControlPanel::sceneGridHeight(float textHeight) const {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float below = textHeight + style.ItemSpacing.y;
    float left = ImGui::GetContentRegionAvail().y - below;
    if (!style_.headset) { // it grows with what is in it, down to the edge of the picture
        const float begin = ImGui::GetWindowPos().y + ImGui::GetCursorPosY();
        const float end = ImGui::GetIO().DisplaySize.y - kWindowPanelMargin * scale_ - style.WindowPadding.y;
        left = end - begin - below;
    }
    const float row = tileSize_.y + style.ItemSpacing.y;
    const int columns = style_.headset ? kColumnsHeadset : kColumnsWindow;
    const int rowCount = (static_cast<int>(scenarios().size()) + columns - 1) / columns;
    const auto rows = static_cast<float>(rowCount);
    return std::floor(std::clamp(left, kRowsLeast * row, rows * row - style.ItemSpacing.y));
}

// The scene to be told of.
int32_t ControlPanel::showSceneGrid(const PanelFrame &frame) {
    const int columns = style_.headset ? kColumnsHeadset : kColumnsWindow;
    const auto count = static_cast<int32_t>(scenarios().size());
    int32_t told = frame.scenario;
    for (int32_t i = 0; i < count; ++i) {
        const bool chosen = i == frame.scenario;
        if (i % columns != 0) {
            ImGui::SameLine();
        }
        if (showTile(static_cast<size_t>(i), chosen) && !chosen) {
            clicks_.scenes += static_cast<uint32_t>((i - frame.scenario + count) % count);
        }
        told = ImGui::IsItemHovered() ? i : told;
        if (chosen && i != scenarioShown_ && !ImGui::IsItemVisible()) {
            ImGui::SetScrollHereY();
        }
    }
    scenarioShown_ = frame.scenario;
    return told;
}

// True when it was clicked.
bool ControlPanel::showTile(size_t scene, bool chosen) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const char *name = scenarios()[scene].name;
    if (chosen) {
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_Header));
        ImGui::PushStyleColor(ImGuiCol_Border, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
        ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::round(kInset * scale_));
    }
    if (!style_.headset) { // where it is that of what is chosen
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyleColorVec4(ImGuiCol_HeaderHovered));
    }
    ImGui::PushID(name);
    const bool clicked = ImGui::Button("##tile", ImVec2(tileSize_.x, tileSize_.y));
    ImGui::PopID();
    ImGui::PopStyleColor((chosen ? 2 : 0) + (style_.headset ? 0 : 1));
    ImGui::PopStyleVar(chosen ? 1 : 0);
    if (!ImGui::IsItemVisible()) {
        return clicked;
    }
    const float inset = std::round(kInset * scale_);
    const ImVec2 low(at.x + inset, at.y + inset);
    ImVec4 place(low.x, at.y, low.x + pictureSize_.x, at.y + tileSize_.y); // of the name
    const ScenePicture &picture = pictures_[scene];
    if (picture.high.x > 0.0F) {
        place.y = low.y + pictureSize_.y;
        ImGui::GetWindowDrawList()->AddImage(ImGui::GetIO().Fonts->TexID, low, ImVec2(place.z, place.y),
                                             ImVec2(picture.low.x, picture.low.y),
                                             ImVec2(picture.high.x, picture.high.y));
    }
    writeName(name, place);
    return clicked;
}

void ControlPanel::showAbout(const Scenario &scenario, float height) {
    ImGui::BeginChild("about", ImVec2(0.0F, height));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, std::round(kInset * scale_)));
    ImGui::PushTextWrapPos();
    ImGui::TextUnformatted(scenario.title);
    ImGui::PopTextWrapPos();
    showHint(scenario.description);
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

} // namespace selvage
