// From a changed flat mesh to cloth again: parting it along edges, and where its particles come from.
#pragma once

#include "flat_mesh.h"
#include "sim/mesh_cut.h"

namespace selvage {

struct FlatParts {
    std::vector<CutEdge> edges; // of the borders that came of it, by their vertices
    std::vector<int32_t> from;  // per vertex added, the one it was a part of
};

// Parts a mesh along some of its edges, each told by its vertices: where they separate the pieces of a
// vertex's star, all but the first get vertices of their own. Edges of the border are passed over.
FlatParts partMesh(FlatMesh &mesh, std::span<const std::array<int32_t, 2>> edges);

struct ChangedMesh {
    const FlatMesh &before;
    const FlatMesh &after;
    std::span<const uint8_t> moved; // per vertex: it is not where it was in the fabric
};

// `shape`: what the mesh was made of.
MeshCut writeCut(const MeshShape &shape, const ChangedMesh &mesh, std::vector<CutEdge> edges);

} // namespace selvage
