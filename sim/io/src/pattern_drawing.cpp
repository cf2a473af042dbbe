#include "pattern_drawing.h"

#include "maths/index.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace selvage {

namespace {

constexpr double kRowWidth = 1.5;       // m, a usual width of fabric
constexpr double kBetween = 0.03;       // m, between pieces
constexpr double kDrawnError = 2e-5;    // m, of polygons
constexpr double kGrainShare = 0.3;     // –, of the piece's size, to either side of its middle
constexpr double kNotchShare = 1.0 / 3; // –, of a seam's side
constexpr double kNotchSmall = 1e-6;    // m, to either side of a notch

void takeIn(const std::vector<DVec2> &points, PatternBox &box) {
    for (const DVec2 &p : points) {
        box.low = glm::min(box.low, p);
        box.high = glm::max(box.high, p);
    }
}

DrawnNotch notchAt(const PanelLoop &outline, const Notch &place, double turn, int32_t seam) {
    const EdgeTrace trace = traceEdge(outline[u(place.edge)]);
    const DVec2 before = pointAt(trace, place.along - kNotchSmall);
    const DVec2 after = pointAt(trace, place.along + kNotchSmall);
    const double length = glm::distance(before, after);
    const DVec2 along = length > 0.0 ? (after - before) / length : DVec2(1.0, 0.0);
    return {pointAt(trace, place.along), turn * DVec2(-along.y, along.x), seam};
}

// The place `along` metres from where the side of a seam begins.
struct SidePlace {
    int32_t panel{0};
    Notch place;
};
SidePlace placeOnSide(const SewingPattern &pattern, const std::vector<EdgeOfPanel> &side, bool backwards,
                      double along) {
    size_t k = 0;
    double length = 0.0;
    for (;; along -= length, ++k) {
        length = edgeLength(pattern.panels[u(side[k].panel)].outline[u(side[k].edge)]);
        if (along <= length || k + 1 == side.size()) {
            return {side[k].panel, {side[k].edge, backwards ? length - along : along}};
        }
    }
}

// Douglas and Peucker 1973, of the points between first and last.
void keepFarPoints(const std::vector<DVec2> &points, size_t first, size_t last, std::vector<uint8_t> &kept) {
    const DVec2 chord = points[last] - points[first];
    const double square = glm::dot(chord, chord);
    double farthest = kDrawnError;
    size_t at = first;
    for (size_t i = first + 1; i < last; ++i) {
        const DVec2 from = points[i] - points[first];
        const double t = square > 0.0 ? glm::clamp(glm::dot(from, chord) / square, 0.0, 1.0) : 0.0;
        const double distance = glm::length(from - t * chord);
        if (distance > farthest) {
            farthest = distance;
            at = i;
        }
    }
    if (at > first) {
        kept[at] = 1;
        keepFarPoints(points, first, at, kept);
        keepFarPoints(points, at, last, kept);
    }
}

} // namespace

PatternBox boxWithLines(const Panel &panel) {
    PatternBox box = boxOf(panel.outline);
    for (const PanelLine &line : panel.lines) {
        takeIn(line.points, box);
    }
    return box;
}

std::vector<DVec2> panelPlaces(const SewingPattern &pattern) {
    std::vector<DVec2> places;
    DVec2 at(kBetween);
    double rowHeight = 0.0;
    for (const Panel &panel : pattern.panels) {
        const PatternBox box = boxWithLines(panel);
        const DVec2 size = box.high - box.low;
        if (at.x > kBetween && at.x + size.x > kRowWidth) {
            at = DVec2(kBetween, at.y + rowHeight + kBetween);
            rowHeight = 0.0;
        }
        places.push_back(at - box.low);
        at.x += size.x + kBetween;
        rowHeight = std::max(rowHeight, size.y);
    }
    return places;
}

std::vector<std::string> panelNamesApart(const SewingPattern &pattern) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const Panel &panel : pattern.panels) {
        std::string name = panel.name;
        for (int32_t count = 2; !taken.insert(name).second; ++count) {
            name = panel.name + " (" + std::to_string(count) + ")";
        }
        names.push_back(name);
    }
    return names;
}

std::vector<std::vector<DrawnNotch>> panelNotches(const SewingPattern &pattern) {
    std::vector<std::vector<DrawnNotch>> notches(pattern.panels.size());
    std::vector<double> turns; // 1: the piece is to the left of its outline
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const Panel &panel = pattern.panels[p];
        turns.push_back(signedArea(panel.outline) < 0.0 ? -1.0 : 1.0);
        for (const Notch &notch : panel.notches) {
            notches[p].push_back(notchAt(panel.outline, notch, turns[p], 0));
        }
    }
    for (size_t s = 0; s < pattern.seams.size(); ++s) {
        const Seam &seam = pattern.seams[s];
        for (const auto &[side, backwards] :
             {std::pair(&seam.a, false), std::pair(&seam.b, !seam.rightToWrong)}) {
            const double along = kNotchShare * sideLength(pattern, *side);
            const SidePlace at = placeOnSide(pattern, *side, backwards, along);
            notches[u(at.panel)].push_back(notchAt(pattern.panels[u(at.panel)].outline, at.place,
                                                   turns[u(at.panel)], static_cast<int32_t>(s) + 1));
        }
    }
    return notches;
}

GrainLine grainLine(const Panel &panel) {
    const PatternBox box = boxOf(panel.outline);
    const DVec2 size = box.high - box.low;
    const DVec2 middle = 0.5 * (box.low + box.high);
    const double reach = kGrainShare * (std::abs(size.x * panel.grain.x) + std::abs(size.y * panel.grain.y));
    return {middle - reach * panel.grain, middle + reach * panel.grain};
}

std::vector<DrawnPoint> polygonOf(const PanelLoop &loop) {
    std::vector<DrawnPoint> polygon;
    for (const PanelEdge &edge : loop) {
        const std::vector<DVec2> points = traceEdge(edge).point;
        const bool isPolyline = edge.curve == EdgeCurve::Polyline;
        std::vector<uint8_t> kept(points.size(), isPolyline ? 1 : 0);
        kept.front() = 1;
        if (!isPolyline) {
            keepFarPoints(points, 0, points.size() - 1, kept);
        }
        for (size_t i = 0; i + 1 < points.size(); ++i) {
            if (kept[i] != 0) {
                polygon.push_back({points[i], i == 0});
            }
        }
    }
    return polygon;
}

std::vector<DVec2> openedLine(const PanelLine &line) {
    std::vector<DVec2> points = line.points;
    if (points.size() > 2 && glm::distance(points.front(), points.back()) <= kLoopGapMax) {
        points.pop_back();
    }
    return points;
}

std::string numberText(double value) {
    char text[40];
    const auto end = std::to_chars(std::begin(text), std::end(text), value, std::chars_format::general, 12);
    return {std::begin(text), end.ptr};
}

} // namespace selvage
