// The two legs of a cut along a V, made alike, so that they can be sewn to each other particle by particle.
#pragma once

#include "flat_mesh.h"

namespace selvage {

// Whether the edges are in a row without gaps, of which the tip is an inner vertex.
bool leadsThrough(std::span<const std::array<int32_t, 2>> path, int32_t tip);

// `path`: leads through vertex `tip` in one panel. Where a vertex of one leg has none on the other one that
// is as far from the tip, within `near` (m), that one's edge is split; the others move half the way to each
// other along their legs, as far as their triangles allow. Afterwards both legs have as many edges. Returns
// the vertices moved.
std::vector<int32_t> matchLegs(FlatMesh &mesh, int32_t tip, double near,
                               std::vector<std::array<int32_t, 2>> &path);

} // namespace selvage
