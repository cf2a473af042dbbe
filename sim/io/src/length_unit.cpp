#include "io/length_unit.h"

#include <array>
#include <cstddef>

namespace selvage {

namespace {

constexpr std::array<const char *, 4> kUnitNames{"m", "cm", "mm", "in"};
constexpr std::array<double, 4> kMetres{1.0, 0.01, 0.001, 0.0254};

} // namespace

std::optional<LengthUnit> unitNamed(std::string_view name) {
    for (size_t k = 0; k < kUnitNames.size(); ++k) {
        if (name == kUnitNames[k]) {
            return static_cast<LengthUnit>(k);
        }
    }
    return std::nullopt;
}

const char *nameOf(LengthUnit unit) {
    return kUnitNames[static_cast<size_t>(unit)];
}

double metresOf(LengthUnit unit) {
    return kMetres[static_cast<size_t>(unit)];
}

} // namespace selvage
