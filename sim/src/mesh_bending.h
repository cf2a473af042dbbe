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
};

struct BendingLevel {
    std::vector<Hinge> hinges;
    std::vector<Vec4> ahead; // m, what bending is measured on
    std::vector<Vec4> force; // 1/m, the energy's gradient over B, then what it moves (m)
};

// The hinges of all inner edges; `level` is the same mesh's, with its areas set. Allocates.
BendingLevel makeBendingLevel(const IntrinsicMesh &mesh, const MeshLevel &level);

struct BendingStep {
    float factor{0.0F}; // m⁴, d² B / areal density
    float lead{1.0F};   // –, substeps ahead, which damps the bending
};

// Moves the finest level's free particles by one substep's bending. `previous`: positions (m) at its start.
void bendMesh(std::span<MeshLevel> levels, std::span<BendingLevel> bending, std::span<const Vec4> previous,
              const BendingStep &step);

} // namespace selvage
