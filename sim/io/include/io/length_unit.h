// Units of length that files are in.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace selvage {

enum class LengthUnit : uint8_t { Metre, Centimetre, Millimetre, Inch };

// "m", "cm", "mm", "in"; nothing for other texts.
std::optional<LengthUnit> unitNamed(std::string_view name);
const char *nameOf(LengthUnit unit);
double metresOf(LengthUnit unit);

} // namespace selvage
