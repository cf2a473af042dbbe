// What the panel shows in a headset alone: rows of large buttons instead of lists, and the menu at a hand.
#include "panel.h"

#include <algorithm>
#include <imgui.h>

namespace selvage {

// A button in a grid as wide as the page; true when it was clicked.
bool ControlPanel::showChoice(const char *label, bool chosen, int column, int columns) const {
    if (column % columns != 0) {
        ImGui::SameLine();
    }
    const float space = ImGui::GetStyle().ItemSpacing.x;
    const float all = ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x;
    const float width = (all - space * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    if (chosen) {
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_Header));
    }
    const bool clicked = ImGui::Button(label, ImVec2(width, 0.0F));
    if (chosen) {
        ImGui::PopStyleColor();
    }
    return clicked;
}

// Quick acts: at a bench those that are taken back most, elsewhere the way to other scenes.
void ControlPanel::showMenu(const PanelFrame &frame) {
    constexpr int kColumns = 2;
    int column = 0;
    const auto button = [&](const char *label) {
        return showChoice(label, false, column++, kColumns) ? 1U : 0U;
    };
    if (frame.simulation->bench.present) {
        clicks_.undos += button("Undo");
        clicks_.redos += button("Redo");
    } else {
        const auto count = static_cast<uint32_t>(scenarios().size());
        clicks_.scenes += button("Scene before") * (count - 1U);
        clicks_.scenes += button("Next scene");
    }
    clicks_.pauses += button(frame.commands.paused ? "Go on" : "Pause");
    clicks_.resets += button("Reset");
    clicks_.recentrings += button("Recentre me");
    clicks_.openings += button("Panel");
}

void ControlPanel::showHeadset(const PanelFrame &frame) {
    struct Page {
        const char *name;
        void (ControlPanel::*show)(const PanelFrame &);
    };
    constexpr Page kPages[] = {{"Scenes", &ControlPanel::showScenes}, {"Cloth", &ControlPanel::showCloth},
                               {"Wind", &ControlPanel::showWind},     {"Tools", &ControlPanel::showTools},
                               {"Method", &ControlPanel::showMethod}, {"Figures", &ControlPanel::showFigures},
                               {"You", &ControlPanel::showPlace}};
    showHeadsetButtons(frame);
    if (!ImGui::BeginTabBar("pages")) {
        return;
    }
    for (const Page &page : kPages) {
        if (ImGui::BeginTabItem(page.name)) {
            ImGui::BeginChild(page.name);
            (this->*page.show)(frame);
            ImGui::EndChild();
            ImGui::EndTabItem();
        }
    }
    ImGui::EndTabBar();
}

void ControlPanel::showHeadsetButtons(const PanelFrame &frame) {
    clicks_.pauses += ImGui::Button(frame.commands.paused ? "Go on" : "Pause") ? 1U : 0U;
    ImGui::SameLine();
    clicks_.singleSteps += ImGui::Button("Step") ? 1U : 0U;
    ImGui::SameLine();
    clicks_.resets += ImGui::Button("Reset") ? 1U : 0U;
    ImGui::SameLine();
    showRecording(*frame.simulation);
    const float width = ImGui::CalcTextSize("Close").x + 2.0F * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    clicks_.closings += ImGui::Button("Close") ? 1U : 0U;
    if (frame.simulation->notice) {
        showHint(frame.simulation->notice->c_str());
    }
}

void ControlPanel::showMethodGrid(const PanelFrame &frame) {
    constexpr int kColumns = 2;
    const auto count = static_cast<int>(integrators().size());
    for (int i = 0; i < count; ++i) {
        const char *name = integrators()[static_cast<size_t>(i)].name;
        const bool chosen = std::string_view(name) == frame.simulation->readouts.integrator;
        if (showChoice(name, chosen, i, kColumns)) {
            change(live_, kIntegratorSlot, static_cast<float>(i));
        }
    }
}

// A column for each hand, a row for each tool.
void ControlPanel::showTools(const PanelFrame &frame) {
    const BenchFrame &bench = frame.simulation->bench;
    if (!bench.present) {
        showHint("Tools belong to a bench: the scene skirt has one.");
        return;
    }
    clicks_.undos += showChoice("Undo", false, 0, kHandCount) ? 1U : 0U;
    clicks_.redos += showChoice("Redo", false, 1, kHandCount) ? 1U : 0U;
    ImGui::TextUnformatted("In the left hand");
    ImGui::SameLine(0.5F * ImGui::GetWindowWidth());
    ImGui::TextUnformatted("In the right hand");
    for (size_t i = 0; i < kHandCount * benchToolCount(); ++i) {
        const size_t side = i % kHandCount;
        const auto tool = static_cast<BenchTool>(i / kHandCount);
        ImGui::PushID(static_cast<int>(side));
        if (showChoice(nameOf(tool).data(), bench.tools[side].tool == tool, static_cast<int>(i),
                       kHandCount)) {
            clicks_.toolWish[side] = static_cast<uint8_t>(static_cast<int>(tool) + 1);
            ++clicks_.toolWishes[side];
        }
        ImGui::PopID();
    }
    showHint(comfort_.swapsTriggerAndGrip ? "The grip of the hand, or its pinch, uses the tool."
                                          : "The trigger of the hand, or its pinch, uses the tool.");
    showGarment(*frame.simulation);
}

// Pointing, and whose button undoes.
void ControlPanel::showHands() {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("The hand that leads");
    ImGui::SameLine();
    if (ImGui::RadioButton("left", comfort_.dominant == Hand::Left)) {
        comfort_.dominant = Hand::Left;
    }
    ImGui::SameLine();
    if (ImGui::RadioButton("right", comfort_.dominant == Hand::Right)) {
        comfort_.dominant = Hand::Right;
    }
    showHint(comfort_.dominant == Hand::Right ? "It points first; A undoes, X does again (Index: sticks)."
                                              : "It points first; X undoes, A does again (Index: sticks).");
}

// What takes cloth, and for how long.
void ControlPanel::showGrip() {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("A hand holds");
    ImGui::SameLine();
    if (ImGui::RadioButton("while I press", !comfort_.togglesGrab)) {
        comfort_.togglesGrab = false;
    }
    ImGui::SameLine();
    if (ImGui::RadioButton("until I press again", comfort_.togglesGrab)) {
        comfort_.togglesGrab = true;
    }
    ImGui::Checkbox("Trigger takes, grip uses", &comfort_.swapsTriggerAndGrip);
}

// Each about its own middle, on a list of its own.
void ControlPanel::layHints(const PanelFrame &frame) {
    constexpr float kFar = 1e5F; // pixels
    for (size_t h = 0; h < kHandCount; ++h) {
        ImDrawList &list = *hintLists_[h];
        list._ResetForNewFrame();
        const std::string_view text = frame.hints[h];
        if (text.empty()) {
            continue;
        }
        list.PushTextureID(ImGui::GetIO().Fonts->TexID);
        list.PushClipRect(ImVec2(-kFar, -kFar), ImVec2(kFar, kFar));
        const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
        const float margin = 0.4F * ImGui::GetTextLineHeight();
        const ImVec2 half(0.5F * size.x, 0.5F * size.y);
        list.AddRectFilled(ImVec2(-half.x - 2.0F * margin, -half.y - margin),
                           ImVec2(half.x + 2.0F * margin, half.y + margin), IM_COL32(12, 12, 13, 235),
                           margin);
        list.AddText(ImVec2(-half.x, -half.y), IM_COL32(247, 245, 240, 255), text.data(),
                     text.data() + text.size());
    }
}

void ControlPanel::showPlace(const PanelFrame &frame) {
    clicks_.recentrings += ImGui::Button("Put me back in the middle") ? 1U : 0U;
    ImGui::SameLine();
    if (ImGui::Button("Show the hints again")) {
        comfort_.known = {};
    }
    ImGui::AlignTextToFramePadding();
    ImGui::Text("Your height %+.2f m", static_cast<double>(frame.raised));
    ImGui::SameLine();
    clicks_.raises += ImGui::Button("Higher") ? 1 : 0;
    ImGui::SameLine();
    clicks_.raises -= ImGui::Button("Lower") ? 1 : 0;
    showHands();
    showGrip();
    showSound(frame);
    showViews(frame);
}

} // namespace selvage
