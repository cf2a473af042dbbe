// Who is whose neighbour in a mesh.
#pragma once

#include "io/triangle_mesh.h"

namespace selvage {

// Turns triangles so that neighbours across an edge of two agree; of every piece so made, the way round that
// encloses a positive volume where it is closed, and the more frequent one where it is open.
void turnAlike(TriangleMesh &mesh);

// Fills components, holes, border and non-manifold edges.
void countTopology(TriangleMesh &mesh);

} // namespace selvage
