// What the readers of sewing patterns hand over, before it is in metres, and the writers.
#pragma once

#include "io/pattern_file.h"

#include <string_view>

namespace selvage {

struct RawPattern {
    SewingPattern pattern; // in the file's unit, +y up
    std::string format;
    std::optional<double> metresPerUnit; // where the file says so
    bool unitLikely{false};              // it does not say so outright
    std::string unitReason;              // why, or what there is to go by
    // Where the file says only that it is metric or English.
    bool metric{false};
    bool english{false};
    std::vector<std::string> notes;
};

struct PatternSource {
    std::span<const std::byte> bytes;
    std::string name;

    std::string_view text() const { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }
};

Result<RawPattern> parseGarmentCode(const PatternSource &source);
Result<RawPattern> parseSvgPattern(const PatternSource &source);
Result<RawPattern> parseDxfPattern(const PatternSource &source);

// A file's text. They fail where the format cannot say what the pattern does; the messages lack the file's
// name.
Result<std::string> garmentCodeText(const SewingPattern &pattern);
Result<std::string> svgPatternText(const SewingPattern &pattern);
Result<std::string> dxfPatternText(const SewingPattern &pattern);

// Makes a whole piece of a half one that ends on the line through a and b, on which its outline has edges.
// Where those lie apart, the whole piece is a ring: its inner edge becomes a hole. False, and nothing is
// done, where the outline has no edge there.
bool unfold(Panel &panel, const DVec2 &a, const DVec2 &b, double tolerance);

// The loop without edges of no length, and with lines that follow on each other without a corner (a turn of
// more than 20 degrees) as one polyline.
PanelLoop joinLines(const PanelLoop &loop);

// A row of edges as drawn.
std::vector<DVec2> pointsOf(const PanelLoop &edges);

inline constexpr size_t kPiecesMax = 2000; // of a file

// Pieces without names from closed outlines: those that lie in no other one, the others being their holes. A
// hole that fills most of a piece is its sewing line, and the outline the cutting line, which becomes one of
// its lines. In the file's order; of more than kPiecesMax outlines the largest.
std::vector<Panel> piecesOf(std::vector<PanelLoop> loops);

} // namespace selvage
