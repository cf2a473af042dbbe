// One array for x, one for y and one for z.
#pragma once

#include <array>
#include <vector>

namespace selvage {

using Axes = std::array<std::vector<float>, 3>;

} // namespace selvage
