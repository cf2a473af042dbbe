// What a tailor wants to know of a pattern file.
#include "io/pattern_file.h"
#include "sim/panel_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace selvage {

namespace {

constexpr double kAuditEdge = 0.02; // m, of the trial mesh
constexpr double kEaseShown = 0.02; // –: seams that differ by less are even
constexpr size_t kLinesMax = 200;   // of one kind
constexpr double kCmPerMetre = 100.0;

__attribute__((format(printf, 1, 2))) std::string format(const char *pattern, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof(text), pattern, arguments);
    va_end(arguments);
    return text;
}

class Auditor {
public:
    explicit Auditor(const PatternFile &file) : file_(file), pattern_(file.pattern) {}

    std::string text() {
        add("format", file_.format);
        addUnit();
        add("pattern", format("%zu pieces, %zu seams", pattern_.panels.size(), pattern_.seams.size()));
        const std::vector<std::string> faults = patternFaults(pattern_);
        addPieces();
        addGaps();
        addShortEdges();
        addSeams();
        for (const std::string &note : file_.notes) {
            addOfKind("note", note);
        }
        for (const std::string &fault : faults) {
            addOfKind("fault", fault);
        }
        addMesh(faults.empty());
        return std::move(text_);
    }

private:
    void add(const char *what, const std::string &line) {
        text_ += format("%-13s ", what);
        text_ += line;
        text_ += '\n';
    }

    // Bad files may have millions of the same.
    void addOfKind(const char *what, const std::string &line) {
        if (what != kind_) {
            kind_ = what;
            ofKind_ = 0;
        }
        if (ofKind_ < kLinesMax) {
            add(what, line);
        } else if (ofKind_ == kLinesMax) {
            add(what, "... and more");
        }
        ++ofKind_;
    }

    void addUnit() {
        const char *how = "";
        switch (file_.unitSource) {
        case UnitSource::Given:
            how = "as told by --unit";
            break;
        case UnitSource::Stated:
            how = "stated: ";
            break;
        case UnitSource::Likely:
            how = "likely, from the size of the pieces; --unit m|cm|mm|in overrides";
            break;
        case UnitSource::Unsure:
            how = "a guess from the size of the pieces, please check; --unit m|cm|mm|in overrides";
            break;
        }
        add("unit", format("1 unit is %.6g cm, %s", kCmPerMetre * file_.metresPerUnit, how) +
                        (file_.unitReason.empty()                 ? ""
                         : file_.unitSource == UnitSource::Stated ? file_.unitReason
                                                                  : " (" + file_.unitReason + ")"));
    }

    void addPieces() {
        for (const Panel &panel : pattern_.panels) {
            std::string line = "'" + panel.name + "'";
            if (!panel.outline.empty()) {
                const PatternBox box = boxOf(panel.outline);
                const DVec2 size = kCmPerMetre * (box.high - box.low);
                line += format(": %.1f x %.1f cm, %zu edges, %.1f cm round", size.x, size.y,
                               panel.outline.size(), kCmPerMetre * loopLength(panel.outline));
            }
            if (panel.quantity > 1) {
                line += format(", cut %d", panel.quantity);
            }
            line += panel.unfolded ? ", unfolded from half of it" : "";
            if (panel.grainGiven) {
                line +=
                    format(", grain at %.0f degrees", glm::degrees(std::atan2(panel.grain.y, panel.grain.x)));
            }
            line += panel.holes.empty() ? "" : format(", %zu holes", panel.holes.size());
            line += panel.notches.empty() ? "" : format(", %zu notches", panel.notches.size());
            line += panel.fabric.empty() ? "" : ", of " + panel.fabric;
            addOfKind("piece", line);
        }
    }

    void addGaps() {
        for (const LoopGap &gap : loopGaps(pattern_)) {
            addOfKind("open",
                      format("%.2f mm after ", 1000.0 * gap.gap) + nameOf(pattern_, {gap.panel, gap.edge}));
        }
    }

    void addShortEdges() {
        for (size_t p = 0; p < pattern_.panels.size(); ++p) {
            for (size_t e = 0; e < pattern_.panels[p].outline.size(); ++e) {
                const double length = edgeLength(pattern_.panels[p].outline[e]);
                if (length < kJoinedEdge) {
                    addOfKind("short",
                              format("%.2f mm: ", 1000.0 * length) +
                                  nameOf(pattern_, {static_cast<int32_t>(p), static_cast<int32_t>(e)}));
                }
            }
        }
    }

    bool isThere(const std::vector<EdgeOfPanel> &side) const {
        for (const EdgeOfPanel &e : side) {
            const auto panel = static_cast<size_t>(e.panel);
            if (panel >= pattern_.panels.size() ||
                static_cast<size_t>(e.edge) >= pattern_.panels[panel].outline.size()) {
                return false;
            }
        }
        return !side.empty();
    }

    std::string sideName(const std::vector<EdgeOfPanel> &side) const {
        return nameOf(pattern_, side.front()) +
               (side.size() > 1 ? format(" and %zu more", side.size() - 1) : "");
    }

    void addSeams() {
        for (const Seam &seam : pattern_.seams) {
            if (!isThere(seam.a) || !isThere(seam.b)) {
                continue; // a fault, and named as such
            }
            const double a = sideLength(pattern_, seam.a);
            const double b = sideLength(pattern_, seam.b);
            const double longer = std::max(a, b);
            const double shorter = std::min(a, b);
            std::string line = sideName(seam.a) + " to " + sideName(seam.b) +
                               format(": %.1f to %.1f cm", kCmPerMetre * a, kCmPerMetre * b);
            if (longer > (1.0 + kEaseShown) * shorter) {
                line += format(", %.1f cm (%.0f %%) of ease", kCmPerMetre * (longer - shorter),
                               100.0 * (longer / shorter - 1.0));
            }
            line += isDart(pattern_, seam) ? ", a dart" : "";
            line += seam.rightToWrong ? ", right to wrong" : "";
            line += looksFlipped(pattern_, seam) ? "; looks flipped: its ends lie nearer the other way round"
                                                 : "";
            addOfKind("seam", line);
        }
    }

    void addMesh(bool sound) {
        if (!sound) {
            add("verdict", "cannot be meshed as it is");
            return;
        }
        const auto meshes = meshPattern(pattern_, {kAuditEdge});
        if (!meshes) {
            add("verdict", "cannot be meshed: " + meshes.error().message);
            return;
        }
        size_t particles = 0;
        size_t triangles = 0;
        for (const PanelMesh &mesh : meshes.value()) {
            particles += mesh.position.size();
            triangles += mesh.triangles.size() / 3;
        }
        const MeshQuality quality = meshQuality(meshes.value());
        add("mesh", format("at 2 cm: %zu particles, %zu triangles, smallest angle %.1f degrees, %d slivers",
                           particles, triangles, quality.minAngleDeg, quality.slivers));
        add("verdict", "can be meshed");
    }

    const PatternFile &file_;
    const SewingPattern &pattern_;
    std::string text_;
    std::string kind_;
    size_t ofKind_{0};
};

} // namespace

std::string auditText(const PatternFile &file) {
    return Auditor(file).text();
}

} // namespace selvage
