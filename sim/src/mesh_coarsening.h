// A mesh with about a third of another's vertices. The others are taken out by flipping edges until three
// triangles are left around one and merging these (Liu et al. 2023, for vertices that are not flat), so the
// edges of the coarser mesh are straight lines across the cloth, over seams too, and their lengths exact
// where it is flat.
#pragma once

#include "intrinsic_mesh.h"

#include <cstdint>
#include <vector>

namespace selvage {

// Where a vertex lies that was taken out: a mean of three others.
struct PlaceInTriangle {
    int32_t vertex[3]{};
    double weight[3]{};
    double distance[3]{}; // m, to each of them
};

struct Coarsening {
    IntrinsicMesh mesh;          // renumbered
    std::vector<int32_t> source; // per coarse vertex, the fine one
    std::vector<PlaceInTriangle>
        place; // per fine vertex, in coarse numbers; no weight where it has no triangle
};

// About a third of the vertices, no two of them neighbours, corners of the outline among them; triangles as
// Delaunay would have them. The same mesh gives the same bits.
Coarsening coarsen(const IntrinsicMesh &fine);

} // namespace selvage
