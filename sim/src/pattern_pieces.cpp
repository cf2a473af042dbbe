// Pieces into panels again.
#include "pattern_pieces.h"

#include "maths/index.h"

#include <algorithm>
#include <set>

namespace selvage {

namespace {

constexpr double kSamePlace = 1e-7; // m

// A part of an old edge: where it is now, and from where to where it was.
struct Part {
    EdgeOfPanel now;
    double from{0.0}; // m
    double to{0.0};
};

std::string freeName(const SewingPattern &pattern, const std::string &name) {
    std::set<std::string> taken;
    for (const Panel &panel : pattern.panels) {
        taken.insert(panel.name);
    }
    int32_t count = 2;
    while (taken.contains(name + " (" + std::to_string(count) + ")")) {
        ++count;
    }
    return name + " (" + std::to_string(count) + ")";
}

void replaceSide(std::vector<EdgeOfPanel> &side, int32_t panel, const std::vector<std::vector<Part>> &parts,
                 bool against) {
    std::vector<EdgeOfPanel> replaced;
    for (const EdgeOfPanel &e : side) {
        if (e.panel != panel) {
            replaced.push_back(e);
            continue;
        }
        std::vector<Part> along = parts[u(e.edge)];
        if (against) {
            std::reverse(along.begin(), along.end());
        }
        for (const Part &part : along) {
            replaced.push_back(part.now);
        }
    }
    side = std::move(replaced);
}

// Begun with the part of the panel's outline that came first in it.
std::vector<PieceEdge> inOldOrder(std::vector<PieceEdge> outline) {
    const auto isEarlier = [](const PieceEdge &a, const PieceEdge &b) {
        return (a.origin < 0) != (b.origin < 0) ? b.origin < 0
                                                : std::pair(a.origin, a.from) < std::pair(b.origin, b.from);
    };
    std::rotate(outline.begin(), std::min_element(outline.begin(), outline.end(), isEarlier), outline.end());
    return outline;
}

} // namespace

PanelPiece pieceOf(const Panel &panel) {
    PanelPiece piece;
    for (size_t e = 0; e < panel.outline.size(); ++e) {
        piece.outline.push_back({panel.outline[e], static_cast<int32_t>(e), 0.0});
    }
    piece.holes = panel.holes;
    return piece;
}

void splitEdge(PanelPiece &piece, size_t edge, std::span<const double> along) {
    const PieceEdge whole = piece.outline[edge];
    const double length = edgeLength(whole.edge);
    std::vector<PieceEdge> parts;
    double from = 0.0;
    const auto add = [&](double to) {
        if (to - from > kSamePlace) {
            parts.push_back({partOf(whole.edge, from, to), whole.origin, whole.from + from});
            if (parts.size() > 1) {
                parts.back().edge.start = parts[parts.size() - 2].edge.end;
            }
            from = to;
        }
    };
    for (const double to : along) {
        if (length - to > kSamePlace) {
            add(to);
        }
    }
    if (parts.empty()) {
        return; // as it was, to the bit
    }
    add(length);
    const auto at = piece.outline.begin() + static_cast<std::ptrdiff_t>(edge);
    piece.outline.insert(piece.outline.erase(at), parts.begin(), parts.end());
}

SewingPattern replacePanel(const SewingPattern &pattern, int32_t panel,
                           const std::vector<PanelPiece> &pieces) {
    const Panel &old = pattern.panels[u(panel)];
    SewingPattern changed = pattern;
    std::vector<std::vector<Part>> parts(old.outline.size());
    std::vector<int32_t> number;
    for (size_t p = 0; p < pieces.size(); ++p) {
        number.push_back(p == 0 ? panel : static_cast<int32_t>(changed.panels.size()));
        Panel made = old;
        made.name = p == 0 ? old.name : freeName(changed, old.name);
        made.outline.clear();
        made.notches.clear();
        made.lines.clear();
        made.holes = pieces[p].holes;
        for (const PieceEdge &e : inOldOrder(pieces[p].outline)) {
            if (e.origin >= 0) {
                const auto edge = static_cast<int32_t>(made.outline.size());
                parts[u(e.origin)].push_back({{number[p], edge}, e.from, e.from + edgeLength(e.edge)});
            }
            made.outline.push_back(e.edge);
        }
        if (p == 0) {
            changed.panels[u(panel)] = std::move(made);
        } else {
            changed.panels.push_back(std::move(made));
        }
    }
    for (std::vector<Part> &along : parts) {
        std::sort(along.begin(), along.end(), [](const Part &a, const Part &b) { return a.from < b.from; });
    }
    for (const Notch &notch : old.notches) {
        for (const Part &part : parts[u(notch.edge)]) {
            if (notch.along >= part.from && notch.along <= part.to + kSamePlace) {
                changed.panels[u(part.now.panel)].notches.push_back({part.now.edge, notch.along - part.from});
                break;
            }
        }
    }
    for (const PanelLine &line : old.lines) {
        for (size_t p = 0; p < pieces.size(); ++p) {
            if (p + 1 == pieces.size() ||
                (!line.points.empty() && isInside(pieces[p].outline, line.points.front()))) {
                changed.panels[u(number[p])].lines.push_back(line);
                break;
            }
        }
    }
    for (Seam &seam : changed.seams) {
        replaceSide(seam.a, panel, parts, false);
        replaceSide(seam.b, panel, parts, !seam.rightToWrong);
    }
    std::erase_if(changed.seams, [](const Seam &seam) { return seam.a.empty() || seam.b.empty(); });
    return changed;
}

bool isInside(const std::vector<PieceEdge> &outline, const DVec2 &point) {
    bool inside = false;
    for (const PieceEdge &e : outline) {
        const std::vector<DVec2> drawn = traceEdge(e.edge).point;
        for (size_t i = 1; i < drawn.size(); ++i) {
            const DVec2 &a = drawn[i - 1];
            const DVec2 &b = drawn[i];
            if ((a.y <= point.y) != (b.y <= point.y) &&
                a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) > point.x) {
                inside = !inside;
            }
        }
    }
    return inside;
}

} // namespace selvage
