// Moving vertices of a flat mesh and flipping its edges, as long as its triangles stay well shaped.
#pragma once

#include "flat_mesh.h"

namespace selvage {

// A vertex as seen from one panel.
struct FlatPoint {
    int32_t vertex{0};
    DVec2 place{0.0}; // m
};

// Moves a vertex: to `place` where all around it is one panel; along a straight border or seam to what is
// nearest to the place, or, with a direction, to the line through it. Returns whether it moved; it stays
// where a triangle would get an angle below 10 degrees, unless one is smaller already, and at corners.
bool moveVertex(FlatMesh &mesh, const FlatPoint &at, const DVec2 &place, const DVec2 *direction);

// Moves a vertex towards the middle of its neighbours, or along a straight border or seam, if that opens the
// smallest angle around it and that is below 25 degrees. Returns whether it moved.
bool relaxVertex(FlatMesh &mesh, int32_t vertex);

// Flips an edge inside a panel if that opens the smallest angle of its two triangles. Returns whether it did.
bool flipIfBetter(FlatMesh &mesh, int32_t triangle, int32_t k);

inline int32_t precedingCorner(int32_t k) {
    return k == 0 ? 2 : k - 1;
}

} // namespace selvage
