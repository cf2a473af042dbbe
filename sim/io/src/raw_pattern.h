// What the readers of sewing patterns hand over, before it is in metres.
#pragma once

#include "io/pattern_file.h"

#include <string_view>

namespace selvage {

struct RawPattern {
    SewingPattern pattern; // in the file's unit, +y up
    std::string format;
    std::optional<double> metresPerUnit; // where the file says so
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

// Makes a whole piece of a half one that ends on the line through a and b, on which its outline has edges.
// False, and nothing is done, where it has none there.
bool unfold(Panel &panel, const DVec2 &a, const DVec2 &b, double tolerance);

// The edges of a polyline that is closed by its last point meeting the first (or by a line): split at
// corners, where it turns by more than 20 degrees. Fewer than two points: no edges.
PanelLoop edgesOfPolyline(std::vector<DVec2> points);

} // namespace selvage
