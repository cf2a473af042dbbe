// Outlines of straight edges for the tests of patterns.
#pragma once

#include "sim/sewing_pattern.h"

#include <numbers>

namespace selvage {

inline PanelLoop polygon(const std::vector<DVec2> &corners) {
    PanelLoop loop;
    for (size_t i = 0; i < corners.size(); ++i) {
        PanelEdge edge;
        edge.start = corners[i];
        edge.end = corners[(i + 1) % corners.size()];
        loop.push_back(edge);
    }
    return loop;
}

inline Panel panelOf(const std::string &name, PanelLoop outline) {
    Panel panel;
    panel.name = name;
    panel.outline = std::move(outline);
    return panel;
}

// width x height (m), its low corner at `low`; edges: bottom, right, top, left.
inline PanelLoop rectangle(double width, double height, const DVec2 &low = DVec2(0.0)) {
    return polygon({low, low + DVec2(width, 0.0), low + DVec2(width, height), low + DVec2(0.0, height)});
}

inline SewingPattern patternOf(Panel panel) {
    SewingPattern pattern;
    pattern.panels.push_back(std::move(panel));
    return pattern;
}

} // namespace selvage
