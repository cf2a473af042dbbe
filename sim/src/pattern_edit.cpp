// Lines across outlines, and what falls apart along them.
#include "sim/pattern_edit.h"

#include "edge_samples.h"
#include "maths/index.h"
#include "pattern_pieces.h"
#include "sim/panel_mesh.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace selvage {

namespace {

constexpr double kShortest = 1e-3;  // m, of a stretch of a cut
constexpr double kOnOutline = 1e-6; // m
constexpr double kLegMin = 1e-3;    // m, of a dart
constexpr size_t kLinePointsMax = 10000;

double crossOf(const DVec2 &a, const DVec2 &b) {
    return a.x * b.y - a.y * b.x;
}

// A part of the line inside the panel.
struct Stretch {
    std::vector<DVec2> points; // m
    bool fromOutline{false};
    bool toOutline{false};

    double length() const {
        double sum = 0.0;
        for (size_t i = 1; i < points.size(); ++i) {
            sum += glm::distance(points[i - 1], points[i]);
        }
        return sum;
    }
    DVec2 middle() const { return 0.5 * (points[points.size() / 2 - 1] + points[points.size() / 2]); }
};

// Where the segment from a to b crosses a loop, as shares of it, ascending.
std::vector<double> crossingsOf(const PanelLoop &loop, const DVec2 &a, const DVec2 &b) {
    std::vector<double> shares;
    for (const PanelEdge &edge : loop) {
        const std::vector<DVec2> drawn = traceEdge(edge).point;
        for (size_t i = 1; i < drawn.size(); ++i) {
            const double p = crossOf(b - a, drawn[i - 1] - a);
            const double q = crossOf(b - a, drawn[i] - a);
            if ((p < 0.0) == (q < 0.0)) {
                continue;
            }
            const DVec2 x = glm::mix(drawn[i - 1], drawn[i], p / (p - q));
            const double share = glm::dot(x - a, b - a) / glm::dot(b - a, b - a);
            if (share > 0.0 && share < 1.0) {
                shares.push_back(share);
            }
        }
    }
    std::sort(shares.begin(), shares.end());
    return shares;
}

// The line as stretches: it is inside from each odd crossing to the next, and from its start, if that is.
std::vector<Stretch> stretchesOf(const PanelLoop &outline, std::span<const DVec2> line, bool startsInside) {
    std::vector<Stretch> stretches;
    bool inside = startsInside;
    if (inside) {
        stretches.push_back({{line[0]}, nearestOnOutline(outline, line[0]).distance < kOnOutline, false});
    }
    for (size_t i = 1; i < line.size(); ++i) {
        for (const double share : crossingsOf(outline, line[i - 1], line[i])) {
            const DVec2 x = glm::mix(line[i - 1], line[i], share);
            if (inside) {
                stretches.back().points.push_back(x);
                stretches.back().toOutline = true;
            } else {
                stretches.push_back({{x}, true, false});
            }
            inside = !inside;
        }
        if (inside) {
            stretches.back().points.push_back(line[i]);
        }
    }
    if (inside && nearestOnOutline(outline, line.back()).distance < kOnOutline) {
        stretches.back().toOutline = true;
    }
    std::erase_if(stretches, [](const Stretch &s) { return s.points.size() < 2 || s.length() < kShortest; });
    return stretches;
}

PanelEdge edgeAlong(const std::vector<DVec2> &points) {
    PanelEdge edge{EdgeCurve::Line, points.front(), points.back(), {}, {}};
    if (points.size() > 2) {
        edge.curve = EdgeCurve::Polyline;
        edge.through.assign(points.begin() + 1, points.end() - 1);
    }
    return edge;
}

// To the line's left by the shares of half a slit's width, all but the tips, whose share is 0.
std::vector<DVec2> beside(const std::vector<DVec2> &points, double side, bool wideAtStart) {
    std::vector<DVec2> moved = points;
    for (size_t i = 0; i + 1 < points.size(); ++i) {
        if (i == 0 && !wideAtStart) {
            continue;
        }
        const DVec2 before = i == 0 ? points[1] - points[0] : points[i] - points[i - 1];
        const DVec2 d = glm::normalize(glm::normalize(before) + glm::normalize(points[i + 1] - points[i]));
        moved[i] += 0.5 * kSlitWidth * side * DVec2(-d.y, d.x);
    }
    return moved;
}

PanelLoop loopOf(const PanelPiece &piece) {
    PanelLoop loop;
    for (const PieceEdge &e : piece.outline) {
        loop.push_back(e.edge);
    }
    return loop;
}

// Splits the outline at the place nearest to a point. Returns the edge that starts there.
size_t cornerAt(PanelPiece &piece, const DVec2 &point) {
    const PanelLoop loop = loopOf(piece);
    const Notch place = nearestOnOutline(loop, point).place;
    const auto edge = u(place.edge);
    const double length = edgeLength(loop[edge]);
    if (place.along < kOnOutline) {
        return edge;
    }
    if (place.along > length - kOnOutline) {
        return (edge + 1) % loop.size();
    }
    splitEdge(piece, edge, {{place.along}});
    return edge + 1;
}

class Cutter {
public:
    Cutter(const SewingPattern &pattern, int32_t panel) : pattern_(pattern), pieces_{panel} {}

    Result<void> cut(std::span<const DVec2> line) {
        const Panel &panel = pattern_.panels[u(pieces_.front())];
        const std::string piece = "piece '" + panel.name + "': ";
        const bool finite = std::all_of(line.begin(), line.end(), [](const DVec2 &p) {
            return std::isfinite(p.x) && std::isfinite(p.y);
        });
        if (line.size() < 2 || line.size() > kLinePointsMax || !finite) {
            return Error{piece + "a line to cut along needs 2 to " + std::to_string(kLinePointsMax) +
                         " finite points, got " + std::to_string(line.size())};
        }
        for (size_t i = 1; i < line.size(); ++i) {
            if (line[i] == line[i - 1]) {
                return Error{piece + "points " + std::to_string(i - 1) + " and " + std::to_string(i) +
                             " of a line to cut along are the same"};
            }
            for (const PanelLoop &hole : panel.holes) {
                if (!crossingsOf(hole, line[i - 1], line[i]).empty()) {
                    return Error{piece + "a line to cut along meets a hole after point " +
                                 std::to_string(i - 1)};
                }
            }
        }
        const bool starts = isInside(pieceOf(panel).outline, line[0]);
        const std::vector<Stretch> stretches = stretchesOf(panel.outline, line, starts);
        if (stretches.empty()) {
            return Error{piece + "expected a line to cut along of which a millimetre and more is inside"};
        }
        const Stretch &first = stretches.front();
        const size_t half = first.points.size() / 2;
        const DVec2 way = glm::normalize(first.points[half] - first.points[half - 1]);
        right_ = first.middle() + kOnOutline * DVec2(way.y, -way.x);
        for (const Stretch &stretch : stretches) {
            const auto within = std::find_if(pieces_.begin(), pieces_.end(), [&](int32_t p) {
                return isInside(pieceOf(pattern_.panels[u(p)]).outline, stretch.middle());
            });
            if (within != pieces_.end()) {
                cutStretch(*within, stretch);
            }
        }
        return {};
    }

    // A place just to the right of the line, in what was the panel.
    DVec2 rightOfLine() const { return right_; }
    SewingPattern &pattern() { return pattern_; }
    const std::vector<int32_t> &pieces() const { return pieces_; }

private:
    void cutStretch(int32_t panel, const Stretch &stretch) {
        PanelPiece piece = pieceOf(pattern_.panels[u(panel)]);
        if (stretch.fromOutline && stretch.toOutline) {
            part(panel, piece, stretch.points);
        } else if (stretch.fromOutline || stretch.toOutline) {
            std::vector<DVec2> inwards = stretch.points;
            if (stretch.toOutline) {
                std::reverse(inwards.begin(), inwards.end());
            }
            slit(piece, inwards);
            pattern_ = replacePanel(pattern_, panel, {piece});
        } else {
            const std::vector<DVec2> there = beside(stretch.points, 1.0, false);
            std::vector<DVec2> back = beside(stretch.points, -1.0, false);
            std::reverse(back.begin(), back.end());
            if (there.size() == 2) { // no corner to be wide at
                const DVec2 d = glm::normalize(there[1] - there[0]);
                const DVec2 aside = 0.5 * kSlitWidth * DVec2(-d.y, d.x);
                const DVec2 middle = 0.5 * (there[0] + there[1]);
                piece.holes.push_back({edgeAlong({there[0], middle + aside, there[1]}),
                                       edgeAlong({there[1], middle - aside, there[0]})});
            } else {
                piece.holes.push_back({edgeAlong(there), edgeAlong(back)});
            }
            pattern_ = replacePanel(pattern_, panel, {piece});
        }
    }

    // A wedge from the outline inwards, in the stead of its mouth.
    static void slit(PanelPiece &piece, const std::vector<DVec2> &inwards) {
        const Notch place = nearestOnOutline(loopOf(piece), inwards.front()).place;
        const double length = edgeLength(piece.outline[u(place.edge)].edge);
        const double begin = place.along - 0.5 * kSlitWidth;
        const double end = place.along + 0.5 * kSlitWidth;
        std::vector<double> mouth;
        if (begin > kOnOutline) {
            mouth.push_back(begin);
        }
        if (end < length - kOnOutline) {
            mouth.push_back(end);
        }
        splitEdge(piece, u(place.edge), mouth);
        const size_t at = u(place.edge) + (begin > kOnOutline ? 1 : 0);
        // Counter-clockwise the mouth is reached from the left of the way inwards.
        const double side = signedArea(loopOf(piece)) > 0.0 ? 1.0 : -1.0;
        std::vector<DVec2> there = beside(inwards, side, true);
        std::vector<DVec2> back = beside(inwards, -side, true);
        there.front() = piece.outline[at].edge.start;
        back.front() = piece.outline[at].edge.end;
        std::reverse(back.begin(), back.end());
        piece.outline[at] = {edgeAlong(there)};
        piece.outline.insert(piece.outline.begin() + static_cast<std::ptrdiff_t>(at) + 1, {edgeAlong(back)});
    }

    void part(int32_t panel, PanelPiece &piece, const std::vector<DVec2> &points) {
        const size_t from = cornerAt(piece, points.front());
        const DVec2 start = piece.outline[from].edge.start;
        const size_t end = cornerAt(piece, points.back());
        const size_t begin =
            static_cast<size_t>(std::find_if(piece.outline.begin(), piece.outline.end(),
                                             [&](const PieceEdge &e) { return e.edge.start == start; }) -
                                piece.outline.begin());
        std::vector<DVec2> line = points;
        line.front() = start;
        line.back() = piece.outline[end].edge.start;
        std::vector<PanelPiece> parts{along(piece, begin, end), along(piece, end, begin)};
        parts[1].outline.push_back({edgeAlong(line)});
        std::reverse(line.begin(), line.end());
        parts[0].outline.push_back({edgeAlong(line)});
        for (const PanelLoop &hole : piece.holes) {
            parts[isInside(parts[0].outline, hole.front().start) ? 0 : 1].holes.push_back(hole);
        }
        if (std::abs(signedArea(loopOf(parts[0]))) < std::abs(signedArea(loopOf(parts[1])))) {
            std::swap(parts[0], parts[1]);
        }
        pieces_.push_back(static_cast<int32_t>(pattern_.panels.size()));
        pattern_ = replacePanel(pattern_, panel, parts);
    }

    static PanelPiece along(const PanelPiece &piece, size_t begin, size_t end) {
        PanelPiece part;
        for (size_t i = begin; i != end; i = (i + 1) % piece.outline.size()) {
            part.outline.push_back(piece.outline[i]);
        }
        return part;
    }

    SewingPattern pattern_;
    DVec2 right_{0.0};            // m
    std::vector<int32_t> pieces_; // that the panel has fallen into
};

Result<void> checkPanel(const SewingPattern &pattern, int32_t panel) {
    if (panel < 0 || u(panel) >= pattern.panels.size()) {
        return Error{"there is no piece " + std::to_string(panel) + "; expected one from 0 to " +
                     std::to_string(pattern.panels.size()) + " (exclusive)"};
    }
    if (const auto faults = patternFaults(pattern); !faults.empty()) {
        return Error{faults.front()};
    }
    return {};
}

Result<SewingPattern> withoutFaults(SewingPattern pattern) {
    if (const auto faults = patternFaults(pattern); !faults.empty()) {
        return Error{faults.front()};
    }
    return pattern;
}

// Panels a and b change places, but not their names.
void exchange(SewingPattern &pattern, int32_t a, int32_t b) {
    std::swap(pattern.panels[u(a)], pattern.panels[u(b)]);
    std::swap(pattern.panels[u(a)].name, pattern.panels[u(b)].name);
    for (Seam &seam : pattern.seams) {
        for (auto *side : {&seam.a, &seam.b}) {
            for (EdgeOfPanel &e : *side) {
                e.panel = e.panel == a ? b : e.panel == b ? a : e.panel;
            }
        }
    }
}

void dropLast(SewingPattern &pattern) {
    pattern.panels.pop_back();
    const auto count = static_cast<int32_t>(pattern.panels.size());
    for (Seam &seam : pattern.seams) {
        for (auto *side : {&seam.a, &seam.b}) {
            std::erase_if(*side, [&](const EdgeOfPanel &e) { return e.panel == count; });
        }
    }
    std::erase_if(pattern.seams, [](const Seam &seam) { return seam.a.empty() || seam.b.empty(); });
}

// Sewn polylines as lines.
SewingPattern withoutSewnPolylines(SewingPattern pattern) {
    std::vector<std::vector<uint8_t>> sewn;
    for (const Panel &panel : pattern.panels) {
        sewn.emplace_back(panel.outline.size(), uint8_t{0});
    }
    for (const Seam &seam : pattern.seams) {
        for (const auto *side : {&seam.a, &seam.b}) {
            for (const EdgeOfPanel &e : *side) {
                sewn[u(e.panel)][u(e.edge)] = 1;
            }
        }
    }
    for (size_t p = 0; p < sewn.size(); ++p) {
        PanelPiece piece = pieceOf(pattern.panels[p]);
        bool changed = false;
        for (size_t e = sewn[p].size(); e-- > 0;) {
            // A curve that ends where it starts has no length to tell it in: its points are.
            const PanelEdge edge = piece.outline[e].edge;
            if (sewn[p][e] == 0 || (edge.curve != EdgeCurve::Polyline && edge.start != edge.end)) {
                continue;
            }
            const EdgeTrace trace = traceEdge(edge);
            splitEdge(piece, e, std::span(trace.along).subspan(1, trace.along.size() - 2));
            for (size_t i = e; i < piece.outline.size() && piece.outline[i].origin == static_cast<int32_t>(e);
                 ++i) {
                piece.outline[i].edge.curve = EdgeCurve::Line;
                piece.outline[i].edge.through.clear();
            }
            changed = true;
        }
        if (changed) {
            pattern = replacePanel(pattern, static_cast<int32_t>(p), {piece});
        }
    }
    return pattern;
}

// Where the edges of one side are to be split: m, along each edge, per panel and edge.
using EdgeSplits = std::vector<std::vector<std::vector<double>>>;

void addSplits(const SewingPattern &pattern, const std::vector<EdgeOfPanel> &side, bool against,
               std::span<const double> places, EdgeSplits &splits) {
    double begin = 0.0;
    for (const EdgeOfPanel &e : side) {
        const double length = edgeLength(pattern.panels[u(e.panel)].outline[u(e.edge)]);
        for (const double place : places) {
            if (place > begin && place < begin + length) {
                splits[u(e.panel)][u(e.edge)].push_back(against ? begin + length - place : place - begin);
            }
        }
        begin += length;
    }
}

std::vector<double> cornersOf(const SewingPattern &pattern, const std::vector<EdgeOfPanel> &side) {
    std::vector<double> corners{0.0};
    for (const EdgeOfPanel &e : side) {
        corners.push_back(corners.back() + edgeLength(pattern.panels[u(e.panel)].outline[u(e.edge)]));
    }
    return corners;
}

} // namespace

Result<SewingPattern> cutPanel(const SewingPattern &pattern, int32_t panel, std::span<const DVec2> line) {
    if (const auto checked = checkPanel(pattern, panel); !checked) {
        return checked.error();
    }
    Cutter cutter(pattern, panel);
    if (const auto done = cutter.cut(line); !done) {
        return done.error();
    }
    return withoutFaults(std::move(cutter.pattern()));
}

Result<SewingPattern> trimPanel(const SewingPattern &pattern, int32_t panel, std::span<const DVec2> line) {
    if (const auto checked = checkPanel(pattern, panel); !checked) {
        return checked.error();
    }
    Cutter cutter(pattern, panel);
    if (const auto done = cutter.cut(line); !done) {
        return done.error();
    }
    if (cutter.pieces().size() != 2) {
        return Error{"piece '" + pattern.panels[u(panel)].name +
                     "': expected a line that makes two pieces of it, got " +
                     std::to_string(cutter.pieces().size())};
    }
    const DVec2 right = cutter.rightOfLine();
    SewingPattern &cut = cutter.pattern();
    const int32_t other = cutter.pieces().back();
    if (isInside(pieceOf(cut.panels[u(panel)]).outline, right)) {
        exchange(cut, panel, other);
    }
    dropLast(cut);
    return withoutFaults(std::move(cut));
}

Result<SewingPattern> addDart(const SewingPattern &pattern, const Dart &dart) {
    const auto [panel, edge] = dart.edge;
    if (const auto checked = checkPanel(pattern, panel); !checked) {
        return checked.error();
    }
    const Panel &old = pattern.panels[u(panel)];
    if (edge < 0 || u(edge) >= old.outline.size()) {
        return Error{"piece '" + old.name + "' has no edge " + std::to_string(edge) + " for a dart"};
    }
    PanelPiece piece = pieceOf(old);
    const double begin = dart.along - 0.5 * dart.width;
    const double end = dart.along + 0.5 * dart.width;
    if (!(dart.width >= kLegMin) || !(begin >= kLegMin) ||
        !(end <= edgeLength(old.outline[u(edge)]) - kLegMin)) {
        return Error{"piece " + nameOf(pattern, dart.edge) + ": a dart from " + std::to_string(begin) +
                     " to " + std::to_string(end) +
                     " m along it; expected it inside the edge and a millimetre wide"};
    }
    if (!isInside(piece.outline, dart.tip)) {
        return Error{"piece " + nameOf(pattern, dart.edge) + ": the tip of a dart lies outside the piece"};
    }
    splitEdge(piece, u(edge), {{begin, end}});
    PieceEdge &mouth = piece.outline[u(edge) + 1];
    const PieceEdge back{edgeAlong({dart.tip, mouth.edge.end})};
    mouth = {edgeAlong({mouth.edge.start, dart.tip})};
    piece.outline.insert(piece.outline.begin() + edge + 2, back);
    SewingPattern sewn = replacePanel(pattern, panel, {piece});
    sewn.seams.push_back({{{panel, edge + 1}}, {{panel, edge + 2}}, false});
    return withoutFaults(std::move(sewn));
}

SewingPattern withSingleEdgeSeams(const SewingPattern &given) {
    SewingPattern pattern = withoutSewnPolylines(given);
    EdgeSplits splits;
    for (const Panel &panel : pattern.panels) {
        splits.emplace_back(panel.outline.size());
    }
    for (const Seam &seam : pattern.seams) {
        std::vector<double> a;
        std::vector<double> b;
        for (const SeamCut &cut :
             seamCuts(cornersOf(pattern, seam.a), cornersOf(pattern, seam.b), kJoinedEdge)) {
            if (!cut.atA) {
                a.push_back(cut.a);
            }
            if (!cut.atB) {
                b.push_back(cut.b);
            }
        }
        addSplits(pattern, seam.a, false, a, splits);
        addSplits(pattern, seam.b, !seam.rightToWrong, b, splits);
    }
    for (size_t p = 0; p < splits.size(); ++p) {
        PanelPiece piece = pieceOf(pattern.panels[p]);
        for (size_t e = splits[p].size(); e-- > 0;) {
            std::sort(splits[p][e].begin(), splits[p][e].end());
            splitEdge(piece, e, splits[p][e]);
        }
        pattern = replacePanel(pattern, static_cast<int32_t>(p), {piece});
    }
    std::vector<Seam> seams;
    for (const Seam &seam : pattern.seams) {
        for (size_t i = 0; i < std::min(seam.a.size(), seam.b.size()); ++i) {
            seams.push_back({{seam.a[i]}, {seam.b[i]}, seam.rightToWrong});
        }
    }
    pattern.seams = std::move(seams);
    return pattern;
}

} // namespace selvage
