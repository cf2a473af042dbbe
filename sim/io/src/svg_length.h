// SVG's lengths with units.
#pragma once

#include <optional>
#include <string>

namespace selvage {

// A length with its unit; in metres, or in the drawing's own unit.
struct SvgLength {
    double value{0.0};
    std::string unit;
};

// Nothing where the text does not begin with a finite number.
std::optional<SvgLength> svgLengthOf(const char *text);

// Nothing for units that are none of length, such as px.
std::optional<double> metresOfSvgUnit(const std::string &unit);

} // namespace selvage
