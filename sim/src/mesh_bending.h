// Bending of an irregular mesh, implicit, on the finest level that has few enough nodes for a sparse factor:
// the rigidity is the fabric's on any mesh and for any number of substeps.
//
//   E = B/2 sum over triangles A |H|²,  H: second derivatives from how far the slopes jump over the sides
//   p = -(M + n L d² K)^-1 d² K (x_old + L (u + (n - 1) d² g)),  L = n + tau / d
//
// u is the way of a substep without constraints and p what bending adds to it in each of n substeps: the
// implicit step over all of them, with damping. At rest under a load p takes out what the load puts in.
#pragma once

#include "intrinsic_mesh.h"
#include "mesh_level.h"
#include "sim/sparse_cholesky.h"

#include <vector>

namespace selvage {

// K by rows, and what it is solved with.
struct BendingMatrix {
    // Four rows at a time, as long as the longest of them, their entries side by side:
    std::vector<int32_t> groupStart; // per four nodes, and one more
    std::vector<int32_t> column;     // nodes
    std::vector<float> value;        // 1/m²
    // Once more as a diagonal and pairs of nodes:
    std::vector<double> diagonal;
    std::vector<SparseCholesky::Edge> pairs;
    std::vector<double> pairValue;
    SparseCholesky solver;               // of M + n L d² B / density K without the fixed nodes
    std::vector<double> solverDiagonal;  // m²
    std::vector<double> solverPairValue; // m²
};

struct BendingStep {
    float factor{0.0F};   // m⁴, d² B / areal density
    float lead{1.0F};     // –, L
    float response{1.0F}; // –, n L
    Vec3 fall{0.0F};      // m, (n - 1) d² g
};

struct MeshBending {
    size_t level{0}; // that is bent
    BendingMatrix matrix;
    std::vector<std::vector<Vec4>> ahead; // m per level and node, x_old + L (..)
    std::vector<std::vector<Vec4>> moved; // m per level and node, -p
    float madeForFactor{-1.0F};           // m⁴; -1: nothing is made
    float madeForResponse{0.0F};          // –
};

// Whether a level has too many nodes to be the one that is bent.
bool isTooFineToBend(const MeshLevel &level);
// For the last of these levels, whose mesh it is; `levels` are all the finer ones too. Allocates.
void makeMeshBending(const IntrinsicMesh &mesh, std::span<const MeshLevel> levels, MeshBending &bending);

// Measures what bending does in each of the coming substeps; the finest level's `start` are the positions at
// the start of this one, its `x` where it leads. Factors anew where the step is another than last time or
// nothing is made, which takes some ten times longer. Does not allocate.
void measureBending(std::span<const MeshLevel> levels, MeshBending &bending, const BendingStep &step);
// Moves the free particles by what was measured last.
void moveByBending(const MeshBending &bending, MeshLevel &fine);

} // namespace selvage
