// DXF as AAMA-292 has it (AutoCAD R12, text, millimetres): a block a piece, what a line is told by its layer
// (pattern_dxf.cpp lists them). Curves become polygons whose lengths are right to 1e-5. R12 takes few
// characters in the names of blocks: a piece's own name is a note in its block.
#include "pattern_drawing.h"
#include "raw_pattern.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace selvage {

namespace {

constexpr double kPerMetre = 1000.0;
constexpr double kTextHeight = 0.005; // m
constexpr double kLineHeight = 0.008; // m
constexpr double kNoteInside = 0.012; // m, of a seam's number from its notch
constexpr const char *kInsUnitsMillimetre = "4";

constexpr const char *kBoundary = "1"; // layers
constexpr const char *kTurnPoint = "2";
constexpr const char *kCurvePoint = "3";
constexpr const char *kNotch = "4";
constexpr const char *kGrain = "7";
constexpr const char *kInternal = "8";
constexpr const char *kCutOut = "11";
constexpr const char *kDrill = "13";
constexpr const char *kSewing = "14";
constexpr const char *kNote = "15";

class DxfText {
public:
    std::string text;

    void group(int32_t code, const std::string &value) { text += std::to_string(code) + "\n" + value + "\n"; }
    void entity(const char *kind, const char *layer) {
        group(0, kind);
        group(8, layer);
    }
    void place(int32_t xCode, const DVec2 &at) {
        group(xCode, numberText(kPerMetre * at.x));
        group(xCode + 10, numberText(kPerMetre * at.y));
    }
    void point(const char *layer, const DVec2 &at) {
        entity("POINT", layer);
        place(10, at);
    }
    void note(const char *layer, const DVec2 &at, std::string words) {
        std::replace_if(
            words.begin(), words.end(), [](unsigned char c) { return c < ' '; }, ' ');
        entity("TEXT", layer);
        place(10, at);
        group(40, numberText(kPerMetre * kTextHeight));
        group(1, words);
    }
    void line(const char *layer, const DVec2 &from, const DVec2 &to) {
        entity("LINE", layer);
        place(10, from);
        place(11, to);
    }
    void polyline(const char *layer, const std::vector<DVec2> &points, bool closed) {
        entity("POLYLINE", layer);
        group(66, "1");
        group(70, closed ? "1" : "0");
        for (const DVec2 &p : points) {
            entity("VERTEX", layer);
            place(10, p);
        }
        entity("SEQEND", layer);
    }
};

std::vector<DVec2> placesOf(const std::vector<DrawnPoint> &polygon) {
    std::vector<DVec2> points;
    points.reserve(polygon.size());
    for (const DrawnPoint &p : polygon) {
        points.push_back(p.at);
    }
    return points;
}

// Letters, digits, "_" and "-", each once.
std::vector<std::string> blockNames(const SewingPattern &pattern) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const Panel &panel : pattern.panels) {
        std::string base = panel.name.empty() ? "PIECE" : panel.name;
        for (char &c : base) {
            const auto letter = static_cast<unsigned char>(c);
            c = letter < 128 && (std::isalnum(letter) != 0 || c == '-')
                    ? static_cast<char>(std::toupper(letter))
                    : '_';
        }
        std::string name = base;
        for (int32_t count = 2; !taken.insert(name).second; ++count) {
            name = base + "_" + std::to_string(count);
        }
        names.push_back(name);
    }
    return names;
}

void writeOutlines(const Panel &panel, DxfText &out) {
    const auto cut = std::find_if(panel.lines.begin(), panel.lines.end(),
                                  [](const PanelLine &line) { return line.use == LineUse::Cut; });
    if (cut != panel.lines.end()) {
        out.polyline(kBoundary, openedLine(*cut), true);
    }
    const std::vector<DrawnPoint> polygon = polygonOf(panel.outline);
    out.polyline(cut == panel.lines.end() ? kBoundary : kSewing, placesOf(polygon), true);
    for (const DrawnPoint &p : polygon) {
        out.point(p.corner ? kTurnPoint : kCurvePoint, p.at);
    }
    for (const PanelLoop &hole : panel.holes) {
        out.polyline(kCutOut, placesOf(polygonOf(hole)), true);
    }
}

void writeLines(const Panel &panel, DxfText &out) {
    for (const PanelLine &line : panel.lines) {
        if (line.use == LineUse::Drill) {
            out.point(kDrill, line.points.front());
        } else if (line.use != LineUse::Cut && line.points.size() > 1) {
            out.polyline(kInternal, line.points, false);
        }
    }
    const GrainLine grain = grainLine(panel);
    out.line(kGrain, grain.from, grain.to);
}

void writeNotes(const Panel &panel, const std::string &name, DxfText &out) {
    const PatternBox box = boxOf(panel.outline);
    DVec2 at = 0.5 * (box.low + box.high);
    std::vector<std::string> notes = {"PIECE NAME: " + name, "QUANTITY: " + std::to_string(panel.quantity)};
    if (!panel.fabric.empty()) {
        notes.push_back("MATERIAL: " + panel.fabric);
    }
    for (const std::string &words : notes) {
        out.note(kBoundary, at, words);
        at.y -= kLineHeight;
    }
}

void writeBlock(const Panel &panel, const std::vector<DrawnNotch> &notches, const std::string &name,
                DxfText &out) {
    writeOutlines(panel, out);
    for (const DrawnNotch &notch : notches) {
        out.point(kNotch, notch.at);
        if (notch.seam > 0) {
            out.note(kNote, notch.at + kNoteInside * notch.inward, std::to_string(notch.seam));
        }
    }
    writeLines(panel, out);
    writeNotes(panel, name, out);
}

void writeHeader(DxfText &out) {
    out.group(0, "SECTION");
    out.group(2, "HEADER");
    out.group(9, "$ACADVER");
    out.group(1, "AC1009");
    out.group(9, "$INSUNITS");
    out.group(70, kInsUnitsMillimetre);
    out.group(0, "ENDSEC");
}

} // namespace

Result<std::string> dxfPatternText(const SewingPattern &pattern) {
    const std::vector<std::string> blocks = blockNames(pattern);
    const std::vector<std::string> names = panelNamesApart(pattern);
    const std::vector<DVec2> places = panelPlaces(pattern);
    const auto notches = panelNotches(pattern);
    DxfText out;
    writeHeader(out);
    out.group(0, "SECTION");
    out.group(2, "BLOCKS");
    for (size_t p = 0; p < blocks.size(); ++p) {
        out.entity("BLOCK", "0");
        out.group(2, blocks[p]);
        out.group(70, "0");
        out.place(10, DVec2(0.0));
        out.group(3, blocks[p]);
        writeBlock(pattern.panels[p], notches[p], names[p], out);
        out.entity("ENDBLK", "0");
    }
    out.group(0, "ENDSEC");
    out.group(0, "SECTION");
    out.group(2, "ENTITIES");
    out.note(kBoundary, DVec2(0.0), "UNITS: METRIC");
    for (size_t p = 0; p < blocks.size(); ++p) {
        out.entity("INSERT", kBoundary);
        out.group(2, blocks[p]);
        out.place(10, places[p]);
    }
    out.group(0, "ENDSEC");
    out.group(0, "EOF");
    return std::move(out.text);
}

} // namespace selvage
