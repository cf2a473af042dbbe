// Seams of a mesh that is one already: found, unpicked, and new ones sewn. Particles that were there carry
// over as those of a cut do.
#pragma once

#include "sim/garment.h"
#include "sim/mesh_cut.h"

namespace selvage {

// The edges, from one particle to the next, of the seam that the edge of two particles is part of, as long as
// the same two panels meet there, or the same panel at two places; up to where further edges of such a seam
// branch off. None where no seam is. O(n).
std::vector<std::array<int32_t, 2>> seamThrough(const MeshShape &shape, int32_t a, int32_t b,
                                                std::span<const int32_t> panel = {});

// Parts a mesh along edges that are there: unpicks a seam. Where several seams meet, only those pieces part
// that no other one holds together. Fails, naming the edge, where there is none, and as cutMesh does.
Result<MeshCut> partMeshAt(const MeshShape &shape, std::span<const std::array<int32_t, 2>> edges,
                           std::span<const int32_t> panel = {});

struct SewnMesh {
    MeshShape shape; // the first particle of each pair, in the old order
    std::vector<ParticleSource> source;
    std::vector<int32_t> newIndex; // per old particle
};

// Makes one particle of each pair, at the mean of its parts; pairs may be chained, where several seams meet.
// Every triangle keeps its shape in the flat fabric. Fails, naming particle or triangle, for pairs that are
// not of two particles of the mesh, for more than three parts in one particle, where a triangle would have
// two corners in one, and where the mesh would be no sheet, e.g. seams inside the cloth. O(n).
Result<SewnMesh> sewMesh(const MeshShape &shape, std::span<const ParticlePair> pairs);

} // namespace selvage
