// Turns a distance function into a triangle mesh (naive surface nets, after Gibson 1998, "Constrained Elastic
// Surface Nets": one vertex per cell that the surface crosses, one quad per crossed grid edge). Used once at
// start, for shapes that are easier to describe than to model. Vertices are then moved onto the surface along
// the gradient.
#pragma once

#include "render/renderer.h"

#include <functional>

namespace selvage {

// Signed distance in m, negative inside; need not be exact, only smooth near zero.
using DistanceFunction = std::function<float(const Vec3 &)>;

struct SampledRegion {
    Vec3 low;   // m
    Vec3 high;  // m
    float cell; // m, edge of a grid cell
};

// The zero surface inside the region, counter-clockwise seen from outside, smooth normals. The surface must
// not touch the region's faces. O(cells).
MeshData meshDistanceFunction(const DistanceFunction &distance, const SampledRegion &region);

} // namespace selvage
