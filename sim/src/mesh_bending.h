// Bending of an irregular mesh: a quadratic energy of its hinges (Bergou et al. 2006, §3), taken explicitly on
// a state a little ahead in time, and on coarser levels as far as the finer ones would not be stable with it.
#pragma once

#include "intrinsic_mesh.h"
#include "mesh_level.h"

#include <vector>

namespace selvage {

// Two triangles at an edge: E = B/2 |sum c x|².
struct Hinge {
    int32_t node[4]{};        // the edge's ends, then the far corners
    float c[4]{};             // 1/m
    float inverseBound{0.0F}; // m⁴, by which its nodes' hinges bound what bending does to a node
    uint8_t place[4][4]{};    // of the product of two coefficients, in the row of the first one's node
};

// The energy's matrix by rows, and what it is made from.
struct BendingLevel {
    std::vector<Hinge> hinges;
    // Four rows at a time, as long as the longest of them, their entries side by side:
    std::vector<int32_t> groupStart; // per four nodes, and one more
    std::vector<int32_t> column;     // nodes
    std::vector<float> value;        // 1/m², with as much of each hinge as is stable
    std::vector<Vec4> ahead;         // m, what bending is measured on
    std::vector<Vec4> moved;         // m, by bending
};

struct MeshBending {
    std::vector<BendingLevel> levels;
    size_t used{0};      // levels that do something
    float stable{-1.0F}; // 1/m⁴, what the values were made for
};

struct BendingStep {
    float factor{0.0F}; // m⁴, d² B / areal density
    float lead{1.0F};   // –, substeps ahead, which damps the bending
};

// The hinges of all inner edges; `level` is the same mesh's, with its areas set. Allocates.
BendingLevel makeBendingLevel(const IntrinsicMesh &mesh, const MeshLevel &level);

// Measures what bending does in one substep; the finest level's `start` are the positions at its start, its
// `x` where it leads. Where the step is another than last time the matrices are made anew, which costs a few
// times more.
void measureBending(std::span<const MeshLevel> levels, MeshBending &bending, const BendingStep &step);
// Moves the free particles by what was measured last.
void moveByBending(const MeshBending &bending, MeshLevel &fine);

} // namespace selvage
