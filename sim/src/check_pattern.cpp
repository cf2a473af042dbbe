// What is wrong with a sewing pattern, in words that name panel and edge.
#include "maths/index.h"
#include "outline.h"
#include "sim/sewing_pattern.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

constexpr double kClearlyNearer = 0.9; // –

std::string inMillimetres(double metres) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.2f mm", 1000.0 * metres);
    return text;
}

bool isFinite(const DVec2 &p) {
    return std::isfinite(p.x) && std::isfinite(p.y);
}

bool isFinite(const PanelEdge &edge) {
    return isFinite(edge.start) && isFinite(edge.end) &&
           std::all_of(edge.through.begin(), edge.through.end(), [](const DVec2 &p) { return isFinite(p); });
}

size_t controlsOf(EdgeCurve curve, size_t given) {
    switch (curve) {
    case EdgeCurve::Line:
        return 0;
    case EdgeCurve::Quadratic:
    case EdgeCurve::Arc:
        return 1;
    case EdgeCurve::Cubic:
        return 2;
    case EdgeCurve::Polyline:
        return given;
    }
    return 0;
}

// "edge 3 'armhole'"
std::string edgeName(const PanelLoop &loop, int32_t edge) {
    const std::string &label = loop[u(edge)].label;
    return "edge " + std::to_string(edge) + (label.empty() ? "" : " '" + label + "'");
}

class Checker {
public:
    explicit Checker(const SewingPattern &pattern) : pattern_(pattern) {}

    std::vector<std::string> check() {
        for (const Panel &panel : pattern_.panels) {
            const bool usable = checkLoop(panel, panel.outline, "") && checkHoles(panel);
            if (usable && checkSize(panel)) {
                checkCrossings(panel);
            }
        }
        for (const LoopGap &gap : loopGaps(pattern_)) {
            if (gap.gap > kLoopGapMax) {
                const Panel &panel = pattern_.panels[u(gap.panel)];
                say(panel, "the outline is open by " + inMillimetres(gap.gap) + " after " +
                               edgeName(panel.outline, gap.edge));
            }
        }
        checkSeams();
        return std::move(faults_);
    }

private:
    void say(const Panel &panel, const std::string &what) {
        faults_.push_back("piece '" + panel.name + "': " + what);
    }

    bool checkHoles(const Panel &panel) {
        bool usable = true;
        for (size_t h = 0; h < panel.holes.size(); ++h) {
            usable = checkLoop(panel, panel.holes[h], "hole " + std::to_string(h) + ", ") && usable;
        }
        return usable;
    }

    bool checkLoop(const Panel &panel, const PanelLoop &loop, const std::string &prefix) {
        if (loop.empty()) {
            say(panel, prefix + "the outline has no edge");
            return false;
        }
        for (size_t e = 0; e < loop.size(); ++e) {
            const std::string name = prefix + edgeName(loop, static_cast<int32_t>(e));
            if (!isFinite(loop[e])) {
                say(panel, name + ": expected finite coordinates");
                return false;
            }
            if (loop[e].through.size() != controlsOf(loop[e].curve, loop[e].through.size())) {
                say(panel, name + ": the number of its control points is wrong");
                return false;
            }
        }
        return true;
    }

    bool checkSize(const Panel &panel) {
        const PatternBox box = boxOf(panel.outline);
        size_t points = 0;
        for (const PanelEdge &edge : panel.outline) {
            points += edge.curve == EdgeCurve::Polyline ? edge.through.size() + 1 : 32;
        }
        for (const PanelLoop &hole : panel.holes) {
            const PatternBox inner = boxOf(hole);
            if (glm::any(glm::lessThan(inner.low, box.low)) ||
                glm::any(glm::greaterThan(inner.high, box.high))) {
                say(panel, "a hole reaches out of the outline");
                return false;
            }
            points += 32 * hole.size();
            for (const PanelEdge &edge : hole) {
                points += edge.through.size();
            }
        }
        const DVec2 size = box.high - box.low;
        if (!(std::max(size.x, size.y) <= kPanelSizeMax)) {
            say(panel, "it measures " + std::to_string(std::max(size.x, size.y)) +
                           " m; expected at most 20 m (a wrong unit?)");
            return false;
        }
        if (points > static_cast<size_t>(kOutlinePointsMax)) {
            say(panel, "its outline has " + std::to_string(points) + " points; expected at most " +
                           std::to_string(kOutlinePointsMax));
            return false;
        }
        return true;
    }

    // Outline and holes together: none may cross or touch itself or another one.
    void checkCrossings(const Panel &panel) {
        const PatternBox box = boxOf(panel.outline);
        const DVec2 middle = 0.5 * (box.low + box.high);
        std::vector<LatticeRing> rings;
        std::vector<DrawnRing> drawn{drawLoop(panel.outline, middle)};
        for (const PanelLoop &hole : panel.holes) {
            drawn.push_back(drawLoop(hole, middle));
        }
        for (const DrawnRing &each : drawn) {
            if (each.ring.size() < 3) {
                say(panel, "an outline encloses no area");
                return;
            }
            rings.push_back(each.ring);
        }
        const auto crossing = findCrossing(rings);
        if (!crossing) {
            for (size_t h = 1; h < rings.size(); ++h) {
                if (!encloses(rings[0], rings[h][0])) {
                    say(panel, "hole " + std::to_string(h - 1) + " lies outside the outline");
                }
            }
            return;
        }
        const auto named = [&](const SegmentOfRing &s) {
            const int32_t edge = drawn[u(s.ring)].edgeOfSegment[u(s.segment)];
            return s.ring == 0 ? edgeName(panel.outline, edge)
                               : "hole " + std::to_string(s.ring - 1) + " " +
                                     edgeName(panel.holes[u(s.ring - 1)], edge);
        };
        say(panel, named(crossing->first) + " crosses or touches " + named(crossing->second));
    }

    void checkSeams() {
        std::vector<std::vector<uint8_t>> sewn;
        for (const Panel &panel : pattern_.panels) {
            sewn.emplace_back(panel.outline.size(), uint8_t{0});
        }
        for (size_t s = 0; s < pattern_.seams.size(); ++s) {
            for (const auto *side : {&pattern_.seams[s].a, &pattern_.seams[s].b}) {
                checkSide("seam " + std::to_string(s), *side, sewn);
            }
        }
    }

    void checkSide(const std::string &seam, const std::vector<EdgeOfPanel> &side,
                   std::vector<std::vector<uint8_t>> &sewn) {
        if (side.empty()) {
            faults_.push_back(seam + ": a side has no edge");
        }
        for (const EdgeOfPanel &e : side) {
            if (e.panel < 0 || u(e.panel) >= sewn.size()) {
                faults_.push_back(seam + ": there is no piece " + std::to_string(e.panel));
            } else if (e.edge < 0 || u(e.edge) >= sewn[u(e.panel)].size()) {
                faults_.push_back(seam + ": piece '" + pattern_.panels[u(e.panel)].name + "' has no edge " +
                                  std::to_string(e.edge));
            } else if (sewn[u(e.panel)][u(e.edge)]++ != 0) {
                faults_.push_back(seam + ": piece " + nameOf(pattern_, e) + " is sewn already");
            }
        }
    }

    const SewingPattern &pattern_;
    std::vector<std::string> faults_;
};

// Where a side of a seam begins and ends in space; against the edges' direction or along them.
struct SideEnds {
    Vec3 begin;
    Vec3 end;
};

SideEnds endsOf(const SewingPattern &pattern, const std::vector<EdgeOfPanel> &side, bool against) {
    const auto place = [&](const EdgeOfPanel &e, bool atStart) {
        const Panel &panel = pattern.panels[u(e.panel)];
        const DVec2 p = atStart ? panel.outline[u(e.edge)].start : panel.outline[u(e.edge)].end;
        return transformPoint(panel.placement, Vec3(Vec2(p), 0.0F));
    };
    return {place(side.front(), !against), place(side.back(), against)};
}

} // namespace

std::vector<LoopGap> loopGaps(const SewingPattern &pattern) {
    std::vector<LoopGap> gaps;
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const PanelLoop &loop = pattern.panels[p].outline;
        for (size_t e = 0; e < loop.size(); ++e) {
            const double gap = glm::distance(loop[e].end, loop[(e + 1) % loop.size()].start);
            if (gap > 1e-6) {
                gaps.push_back({static_cast<int32_t>(p), static_cast<int32_t>(e), gap});
            }
        }
    }
    return gaps;
}

std::vector<std::string> patternFaults(const SewingPattern &pattern) {
    return Checker(pattern).check();
}

std::string nameOf(const SewingPattern &pattern, const EdgeOfPanel &edge) {
    const Panel &panel = pattern.panels[u(edge.panel)];
    return "'" + panel.name + "', " + edgeName(panel.outline, edge.edge);
}

double sideLength(const SewingPattern &pattern, const std::vector<EdgeOfPanel> &side) {
    double sum = 0.0;
    for (const EdgeOfPanel &e : side) {
        sum += edgeLength(pattern.panels[u(e.panel)].outline[u(e.edge)]);
    }
    return sum;
}

bool isDart(const SewingPattern &pattern, const Seam &seam) {
    if (seam.a.size() != 1 || seam.b.size() != 1 || seam.a[0].panel != seam.b[0].panel) {
        return false;
    }
    const auto count = static_cast<int32_t>(pattern.panels[u(seam.a[0].panel)].outline.size());
    const int32_t apart = (seam.b[0].edge - seam.a[0].edge + count) % count;
    return apart == 1 || apart == count - 1;
}

bool looksFlipped(const SewingPattern &pattern, const Seam &seam) {
    const SideEnds a = endsOf(pattern, seam.a, false);
    const SideEnds b = endsOf(pattern, seam.b, !seam.rightToWrong);
    const float told = glm::distance(a.begin, b.begin) + glm::distance(a.end, b.end);
    const float other = glm::distance(a.begin, b.end) + glm::distance(a.end, b.begin);
    return static_cast<double>(other) < kClearlyNearer * static_cast<double>(told);
}

} // namespace selvage
