// The pages of the panel, one way or the other in a window and in a headset.
#include "panel.h"

#include "stretch_scale.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <imgui.h>

namespace selvage {

namespace {

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

void ControlPanel::showSound(const PanelFrame &frame) {
    ImGui::PushItemWidth((style_.headset ? 0.25F : 0.40F) * ImGui::GetWindowWidth());
    float percent = 100.0F * comfort_.volume;
    if (ImGui::SliderFloat("Volume", &percent, 0.0F, 100.0F, "%.0f %%", ImGuiSliderFlags_NoInput)) {
        comfort_.volume = percent / 100.0F;
    }
    ImGui::PopItemWidth();
    ImGui::SameLine();
    ImGui::Checkbox("Mute", &comfort_.muted);
    if (style_.headset) {
        ImGui::SameLine();
    }
    ImGui::Checkbox("Captions", &comfort_.captions);
    if (!frame.soundPlays && !style_.headset) {
        showHint("There is no sound device, or sound was switched off.");
    }
}

// Over the lower edge of the picture.
void ControlPanel::showCaption(const PanelFrame &frame) const {
    if (frame.caption.empty() || !comfort_.captions) {
        return;
    }
    const char *begin = frame.caption.data();
    const char *end = begin + frame.caption.size();
    const ImVec2 picture = ImGui::GetIO().DisplaySize;
    const ImVec2 size = ImGui::CalcTextSize(begin, end);
    const float margin = 0.4F * size.y;
    const ImVec2 at(0.5F * (picture.x - size.x), picture.y - size.y - 2.0F * margin);
    ImDrawList *list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(ImVec2(at.x - 2.0F * margin, at.y - margin),
                        ImVec2(at.x + size.x + 2.0F * margin, at.y + size.y + margin),
                        IM_COL32(12, 12, 13, 235), margin);
    list->AddText(at, IM_COL32(247, 245, 240, 255), begin, end);
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

// At a dress bench: what is kept of it.
void ControlPanel::showGarment(const SimFrame &simulation) {
    if (!simulation.bench.present) {
        return;
    }
    clicks_.saves += ImGui::Button("Save project") ? 1U : 0U;
    ImGui::SameLine();
    clicks_.exports += ImGui::Button("Export") ? 1U : 0U;
    ImGui::SameLine();
    clicks_.measurements += ImGui::Button("Measure") ? 1U : 0U;
    if (simulation.offer) {
        const std::string label = "Bring back the garment of " + *simulation.offer + "###bring back";
        clicks_.bringsBack += ImGui::Button(label.c_str()) ? 1U : 0U;
    }
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
    if (!style_.headset) {
        showHint("Ctrl-click a slider to type a number.");
    }
}

void ControlPanel::showWind(const PanelFrame &frame) {
    ImGui::BeginDisabled(frame.simulation->readouts.recording);
    ImGui::PushItemWidth(0.52F * ImGui::GetWindowWidth());
    for (const char *key : kWindKeys) {
        showParameter(frame, key);
    }
    ImGui::PopItemWidth();
    ImGui::EndDisabled();
    if (style_.headset) {
        showHint(comfort_.swapsTriggerAndGrip
                     ? "Where you steer it, the wind blows the way your hand points while you squeeze the "
                       "grip, and the stick makes it stronger and weaker."
                     : "Where you steer it, the wind blows the way your hand points while you pull the "
                       "trigger, and the stick makes it stronger and weaker.");
        return;
    }
    showHint("Arrow keys and the right mouse button, dragged, turn the wind, + and - make it "
             "stronger and weaker.");
}

void ControlPanel::showMethod(const PanelFrame &frame) {
    const Readouts &now = frame.simulation->readouts;
    ImGui::BeginDisabled(now.recording);
    if (style_.headset) {
        showMethodGrid(frame);
    }
    for (size_t i = 0; i < integrators().size() && !style_.headset; ++i) {
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
    if (style_.headset) {
        ImGui::Text("Resolution %.0f %%", static_cast<double>(100.0F * frame.resolution));
    }
    ImGui::Text("%llu triangles in %llu draws", count(frame.drawing.triangles), count(frame.drawing.draws));
}

} // namespace selvage
