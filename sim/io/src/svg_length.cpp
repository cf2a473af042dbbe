#include "svg_length.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace selvage {

std::optional<SvgLength> svgLengthOf(const char *text) {
    while (*text == ' ') {
        ++text;
    }
    double value = 0.0;
    const char *end = text + std::strlen(text);
    const auto [after, code] = std::from_chars(text, end, value);
    if (code != std::errc() || !std::isfinite(value)) {
        return std::nullopt;
    }
    std::string unit(after, end);
    unit.erase(unit.find_last_not_of(' ') + 1);
    return SvgLength{value, unit};
}

std::optional<double> metresOfSvgUnit(const std::string &unit) {
    constexpr double kInch = 0.0254;
    const std::pair<const char *, double> known[] = {{"mm", 0.001},        {"cm", 0.01},        {"in", kInch},
                                                     {"pt", kInch / 72.0}, {"pc", kInch / 6.0}, {"m", 1.0},
                                                     {"Q", 0.00025}};
    for (const auto &[name, metres] : known) {
        if (unit == name) {
            return metres;
        }
    }
    return std::nullopt;
}

} // namespace selvage
