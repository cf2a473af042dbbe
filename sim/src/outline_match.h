// Which vertices of a mesh lie along the edges of its panel's outline, when the outline was changed.
#pragma once

#include "sim/sewing_pattern.h"

#include <span>

namespace selvage {

// Per edge of the outline the vertices from its start to its end. `place`: m, per vertex, in the panel's
// plane; `triangles`: of this panel, which run the way its outline does. Both go along the border of the mesh
// in the same order, so that the sum of the squared distances from corners to vertices is least. Empty where
// a corner would be farther than `reach` (m) from its vertex, or where the border touches itself. O(outline's
// edges * n²).
std::vector<std::vector<int32_t>> matchOutline(const PanelLoop &outline, std::span<const DVec2> place,
                                               std::span<const int32_t> triangles, double reach);

} // namespace selvage
