// Polygons to triangles.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace selvage {

// Cuts a polygon (positions in a row, at least 3) into count - 2 triangles by clipping ears, so that a flat
// one keeps its area however concave it is. Appends indices into `polygon`, three a triangle, in the
// polygon's own sense of rotation. `budget`: how many points may still be tried against ears; when it is used
// up, or no ear is left (the outline crosses itself), the rest becomes a fan.
void clipEars(std::span<const glm::dvec3> polygon, int64_t &budget, std::vector<int32_t> &triangles);

} // namespace selvage
