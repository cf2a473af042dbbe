// What readers do to outlines: unfold half pieces, join the steps of polylines.
#include "raw_pattern.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace selvage {

namespace {

constexpr double kCornerTurn = 0.94;     // cos 20 degrees: a polyline that turns more has a corner there
constexpr double kMostOfIt = 0.4;        // –, of a piece's area: a hole this large is its sewing line
constexpr size_t kInnerPointsMax = 4096; // of one edge of a polyline

struct Line {
    DVec2 at{0.0};
    DVec2 direction{1.0, 0.0}; // of unit length
};

DVec2 mirrored(const DVec2 &p, const Line &line) {
    const DVec2 from = p - line.at;
    return line.at + 2.0 * glm::dot(from, line.direction) * line.direction - from;
}

PanelEdge mirrored(const PanelEdge &edge, const Line &line) {
    PanelEdge image = edge;
    image.start = mirrored(edge.start, line);
    image.end = mirrored(edge.end, line);
    for (DVec2 &p : image.through) {
        p = mirrored(p, line);
    }
    return image;
}

// The image of a row of edges, in the same sense round as the row itself.
PanelLoop mirrored(const PanelLoop &edges, const Line &line) {
    PanelLoop image;
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
        image.push_back(reversed(mirrored(*edge, line)));
    }
    return image;
}

bool liesOn(const PanelEdge &edge, const Line &line, double tolerance) {
    const auto isOn = [&](const DVec2 &p) {
        const DVec2 from = p - line.at;
        return std::abs(from.x * line.direction.y - from.y * line.direction.x) <= tolerance;
    };
    return isOn(edge.start) && isOn(edge.end) && std::all_of(edge.through.begin(), edge.through.end(), isOn);
}

// The rows of edges between those on the fold, by their numbers.
std::vector<std::vector<int32_t>> rowsBetweenFolds(const PanelLoop &outline, const Line &fold,
                                                   double tolerance) {
    const auto count = static_cast<int32_t>(outline.size());
    std::vector<uint8_t> folded;
    for (const PanelEdge &edge : outline) {
        folded.push_back(liesOn(edge, fold, tolerance) ? 1 : 0);
    }
    int32_t first = 0;
    while (first < count && folded[u(first)] == 0) {
        ++first;
    }
    std::vector<std::vector<int32_t>> rows;
    if (first == count) {
        return rows;
    }
    bool between = false;
    for (int32_t k = 0; k < count; ++k) {
        const int32_t edge = (first + k) % count;
        if (folded[u(edge)] != 0) {
            between = false;
            continue;
        }
        if (!between) {
            rows.emplace_back();
            between = true;
        }
        rows.back().push_back(edge);
    }
    return rows;
}

// A row and its image as a loop; the row's ends snap to the fold, so that they meet.
PanelLoop wholeOf(const PanelLoop &outline, const std::vector<int32_t> &row, const Line &fold) {
    PanelLoop half;
    for (const int32_t edge : row) {
        half.push_back(outline[u(edge)]);
    }
    half.front().start = 0.5 * (half.front().start + mirrored(half.front().start, fold));
    half.back().end = 0.5 * (half.back().end + mirrored(half.back().end, fold));
    const PanelLoop image = mirrored(half, fold);
    half.insert(half.end(), image.begin(), image.end());
    return half;
}

void unfoldNotches(Panel &panel, const std::vector<int32_t> &row) {
    std::vector<Notch> whole;
    for (const Notch &notch : panel.notches) {
        const auto found = std::find(row.begin(), row.end(), notch.edge);
        if (found == row.end()) {
            continue; // on the fold
        }
        const auto edge = static_cast<int32_t>(found - row.begin());
        const int32_t image = 2 * static_cast<int32_t>(row.size()) - 1 - edge;
        whole.push_back({edge, notch.along});
        whole.push_back({image, edgeLength(panel.outline[u(edge)]) - notch.along});
    }
    panel.notches = std::move(whole);
}

void unfoldLines(Panel &panel, const Line &fold) {
    for (size_t l = 0, count = panel.lines.size(); l < count; ++l) {
        PanelLine image = panel.lines[l];
        for (DVec2 &p : image.points) {
            p = mirrored(p, fold);
        }
        panel.lines.push_back(std::move(image));
    }
}

bool turnsAt(const PanelEdge &in, const PanelEdge &out) {
    const DVec2 a = in.end - in.start;
    const DVec2 b = out.end - out.start;
    return in.curve != EdgeCurve::Line || out.curve != EdgeCurve::Line ||
           glm::dot(a, b) < kCornerTurn * glm::length(a) * glm::length(b);
}

bool hasLength(const PanelEdge &edge) {
    return edge.start != edge.end || std::any_of(edge.through.begin(), edge.through.end(),
                                                 [&](const DVec2 &p) { return p != edge.start; });
}

bool isInBox(const PatternBox &box, const DVec2 &p) {
    return p.x > box.low.x && p.y > box.low.y && p.x < box.high.x && p.y < box.high.y;
}

// Whether p is inside the loop, by an even or odd number of passes to its right.
bool isInside(const DVec2 &p, const PanelLoop &loop) {
    bool inside = false;
    for (const PanelEdge &edge : loop) {
        const std::vector<DVec2> points = traceEdge(edge).point;
        for (size_t i = 1; i < points.size(); ++i) {
            const DVec2 &a = points[i - 1];
            const DVec2 &b = points[i];
            if ((a.y <= p.y) != (b.y <= p.y)) {
                inside ^= a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x;
            }
        }
    }
    return inside;
}

void takeSewingLine(Panel &panel) {
    const double area = std::abs(signedArea(panel.outline));
    const auto sewn = std::find_if(panel.holes.begin(), panel.holes.end(), [&](const PanelLoop &hole) {
        return std::abs(signedArea(hole)) > kMostOfIt * area;
    });
    if (sewn == panel.holes.end()) {
        return;
    }
    panel.lines.push_back({LineUse::Cut, pointsOf(panel.outline)});
    panel.outline = std::move(*sewn);
    panel.holes.erase(sewn);
}

} // namespace

bool unfold(Panel &panel, const DVec2 &a, const DVec2 &b, double tolerance) {
    const double length = glm::distance(a, b);
    if (!(length > 0.0)) {
        return false;
    }
    const Line fold{a, (b - a) / length};
    const auto rows = rowsBetweenFolds(panel.outline, fold, tolerance);
    if (rows.empty()) {
        return false;
    }
    std::vector<PanelLoop> loops;
    std::vector<double> areas;
    for (const auto &row : rows) {
        loops.push_back(wholeOf(panel.outline, row, fold));
        areas.push_back(std::abs(signedArea(loops.back())));
    }
    const auto outer = static_cast<size_t>(std::max_element(areas.begin(), areas.end()) - areas.begin());
    for (size_t h = 0, count = panel.holes.size(); h < count; ++h) {
        panel.holes.push_back(mirrored(panel.holes[h], fold));
    }
    panel.outline = loops[outer];
    for (size_t row = 0; row < loops.size(); ++row) {
        if (row != outer) {
            panel.holes.push_back(loops[row]);
        }
    }
    unfoldNotches(panel, rows[outer]);
    unfoldLines(panel, fold);
    panel.lines.push_back({LineUse::Fold, {a, b}});
    panel.unfolded = true;
    return true;
}

PanelLoop joinLines(const PanelLoop &loop) {
    PanelLoop edges;
    std::copy_if(loop.begin(), loop.end(), std::back_inserter(edges), hasLength);
    const size_t count = edges.size();
    size_t first = 0; // an edge that starts at a corner
    while (first < count && !turnsAt(edges[(first + count - 1) % count], edges[first])) {
        ++first;
    }
    PanelLoop joined;
    for (size_t k = 0; k < count; ++k) {
        const PanelEdge &edge = edges[(first + k) % count];
        const bool follows = k > 0 && !turnsAt(edges[(first + k - 1) % count], edge);
        if (!follows || joined.back().through.size() >= kInnerPointsMax) {
            joined.push_back(edge);
            continue;
        }
        joined.back().through.push_back(joined.back().end);
        joined.back().end = edge.end;
        joined.back().curve = EdgeCurve::Polyline;
    }
    return joined;
}

std::vector<DVec2> pointsOf(const PanelLoop &edges) {
    std::vector<DVec2> points;
    for (const PanelEdge &edge : edges) {
        const std::vector<DVec2> traced = traceEdge(edge).point;
        points.insert(points.end(), traced.begin(), traced.end());
    }
    return points;
}

std::vector<Panel> piecesOf(std::vector<PanelLoop> loops) {
    struct Sized {
        double area{0.0};
        PatternBox box;
        PanelLoop loop;
        size_t number{0}; // in the file
    };
    std::vector<Sized> sized;
    for (PanelLoop &loop : loops) {
        const double area = std::abs(signedArea(loop));
        const PatternBox box = boxOf(loop);
        sized.push_back({area, box, std::move(loop), sized.size()});
    }
    std::stable_sort(sized.begin(), sized.end(),
                     [](const Sized &a, const Sized &b) { return a.area > b.area; });
    sized.resize(std::min(sized.size(), kPiecesMax));
    std::vector<Panel> panels;
    std::vector<PatternBox> boxes;
    std::map<size_t, size_t> panelOfNumber;
    for (Sized &each : sized) {
        const DVec2 &p = each.loop.front().start;
        size_t outer = 0;
        while (outer < panels.size() && !(isInBox(boxes[outer], p) && isInside(p, panels[outer].outline))) {
            ++outer;
        }
        if (outer < panels.size()) {
            panels[outer].holes.push_back(std::move(each.loop));
            continue;
        }
        boxes.push_back(each.box);
        panelOfNumber[each.number] = panels.size();
        panels.emplace_back();
        panels.back().outline = std::move(each.loop);
    }
    std::vector<Panel> inOrder;
    for (const auto &[number, panel] : panelOfNumber) {
        takeSewingLine(panels[panel]);
        inOrder.push_back(std::move(panels[panel]));
    }
    return inOrder;
}

} // namespace selvage
