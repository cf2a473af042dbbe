// Distances across the fabric on a mesh that knows only its edges' lengths: straight over triangles (Novotni,
// Klein 2002), so exact where the cloth is flat and nothing is in the way, and never much too long around a
// hole or a corner.
#pragma once

#include "intrinsic_mesh.h"

#include <cstdint>
#include <vector>

namespace selvage {

// Sized once for a mesh by makeGeodesics().
struct Geodesics {
    std::vector<double> distance; // m, per vertex; kUnreached where there is no way
    std::vector<int32_t>
        waiting; // ring of vertices whose neighbours may be nearer than they are thought to be
    std::vector<uint8_t> isWaiting;
};

inline constexpr double kUnreached = 1e15; // m

Geodesics makeGeodesics(const IntrinsicMesh &mesh);

// From a distance already set at some vertices (the others kUnreached) to all others. Does not allocate.
void spreadDistances(const IntrinsicMesh &mesh, Geodesics &geodesics);

} // namespace selvage
