// Constrained Delaunay triangulation of a region between simple closed rings, with points inside: Lawson's
// incremental insertion (1977), then the rings' segments forced in by flips (Sloan 1993), then flips until
// every edge that is no segment is Delaunay. Exact, hence it cannot fail on rings that are simple and apart
// (findCrossing), and deterministic. Rings are never split.
//
// Debian's GTS would do the same, but ends the process where its assertions fail and visits faces in an order
// that differs from run to run.
#pragma once

#include "lattice.h"

#include <array>

namespace selvage {

struct Triangulation {
    std::vector<LatticePoint> point;              // the rings' in order, then the inner ones
    std::vector<std::array<int32_t, 3>> triangle; // counter-clockwise; only those inside
};

// `rings`: simple, apart, no two equal points; what an odd number of them encloses is inside. `inner`: points
// strictly inside, off the rings. `smoothing`: passes that move each inner point to the area-weighted middle
// of the triangles around it and flip again. O(n) in practice for inner points in rows.
Triangulation triangulate(std::span<const LatticeRing> rings, std::span<const LatticePoint> inner,
                          int32_t smoothing);

} // namespace selvage
