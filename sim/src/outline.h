// Loops as rings of lattice points, for exact tests.
#pragma once

#include "lattice.h"
#include "sim/sewing_pattern.h"

namespace selvage {

struct DrawnRing {
    LatticeRing ring;
    std::vector<int32_t> edgeOfSegment;
};

// A loop as drawn: curves in 32 pieces, points that follow on themselves once.
DrawnRing drawLoop(const PanelLoop &loop, const DVec2 &middle);

// Adds a point unless it is the last one; `edge`: of the segment from it on.
void addToRing(DrawnRing &drawn, const LatticePoint &point, int32_t edge);
// Drops points at the end that equal the first.
void closeRing(DrawnRing &drawn);

} // namespace selvage
