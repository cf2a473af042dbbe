#include "hand_acts.h"

#include "world_panel.h"

namespace selvage {

bool hasTool(const SimFrame &frame, size_t hand) {
    return frame.bench.present && frame.bench.tools[hand].tool != BenchTool::Wind;
}

bool canSteerWind(const SimFrame &frame) {
    return frame.airDensity > 0.0F && frame.windSettings.steered;
}

ButtonsFrame buttonsFrame(const SimFrame &frame, const SimRequest &request) {
    ButtonsFrame buttons;
    buttons.request = request.number;
    buttons.answered = frame.requestNumber;
    buttons.time = request.displayTime;
    for (size_t h = 0; h < kHandCount; ++h) {
        buttons.holding[h] = frame.hands[h].holding;
        buttons.tool[h] = hasTool(frame, h);
    }
    return buttons;
}

void FirstActs::follow(KnownActs &known, const SimFrame &frame, const TrackedInput &input, bool panelOpen) {
    for (size_t h = 0; h < kHandCount; ++h) {
        const bool holds = frame.hands[h].holding;
        const bool blows = input.hands[h].active && input.hands[h].trigger >= kPressAt &&
                           canSteerWind(frame) && !holds && !hasTool(frame, h);
        known.taking = known.taking || (holds && !held_[h]);
        known.wind = known.wind || blows;
        held_[h] = holds;
    }
    known.panel = known.panel || (panelOpen && !wasOpen_);
    wasOpen_ = panelOpen;
}

} // namespace selvage
