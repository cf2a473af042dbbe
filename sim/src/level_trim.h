// What of a sheet of cloth hangs below a height, and the lines that part it from the rest: a hem.
#pragma once

#include "sim/mesh_cut.h"

#include <span>
#include <vector>

namespace selvage {

struct LevelTrim {
    std::vector<std::vector<MeshPoint>> lines; // from border to border, or closed; none: nothing is below
    // Per particle: it goes. That is all of the sheet but the largest part that hangs together above the
    // height, and the hollows in it that the border does not reach.
    std::vector<uint8_t> goes;
    float share{0.0F}; // –, of the sheet's area in the flat fabric, that goes
};

// `triangles`: corners in which sewn cloth is one; `uv`: m, per corner, in the flat fabric; `place`: m, per
// particle. The sheet is what hangs together with triangle `at`; what reaches less than `least` (m) below the
// height stays. O(n log n).
LevelTrim trimBelow(std::span<const int32_t> triangles, std::span<const Vec2> uv, std::span<const Vec3> place,
                    int32_t at, float height, float least);

} // namespace selvage
