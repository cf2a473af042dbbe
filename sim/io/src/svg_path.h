// SVG's path data (SVG 1.1, §8.3) as outlines, in the path's own coordinates.
#pragma once

#include "maths/result.h"
#include "sim/sewing_pattern.h"

#include <string_view>

namespace selvage {

struct SvgSubpath {
    PanelLoop edges; // arcs of ellipses that are no circles as cubic curves
    bool closed{false};
};

// All commands, absolute and relative. Fails with the character where something else was expected.
Result<std::vector<SvgSubpath>> parseSvgPath(std::string_view data);

// Numbers of a list, as in `points` and `transform`; stops at what is none.
std::vector<double> svgNumbers(std::string_view text);

} // namespace selvage
