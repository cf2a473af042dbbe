// The default solver on any triangle mesh: as on grids substeps, a multilevel strain limiter, damped bending,
// contact on the finest level only and tethers, but over a hierarchy that is made from the mesh's edges.
#pragma once

#include "geodesic.h"
#include "mesh_bending.h"
#include "mesh_level.h"
#include "sim/integrator.h"

#include <vector>

namespace selvage {

struct MeshSolver {
    std::vector<MeshLevel> levels;      // finest first
    std::vector<BendingLevel> bending;  // one a level
    std::vector<Vec4> velocity;         // m/s, per particle
    std::vector<Vec4> predicted;        // m/s, before the constraints
    std::vector<Vec4> target;           // m: where the substep would lead without constraints
    std::vector<Vec4> previous;         // m, at the start of the substep
    std::vector<ContactState> contacts; // per particle
    float cellArea{0.0F};               // m², mean of the particles'

    // Distances over the fabric, measured on a level of a few hundred nodes.
    size_t distanceLevel{0};
    IntrinsicMesh distanceMesh;
    Geodesics geodesics;
    std::vector<std::vector<Vec3>> parentDistance; // m, per level below that one and node, to its parents
    std::vector<std::vector<float>> reach;         // m, per level up to that one and node
    std::vector<uint8_t> depth;                    // per particle, the coarsest level that has it
    int32_t fixedCount{0};
    int32_t tetherCount{0};
    int32_t tetherHolder[2]{};         // particles
    std::vector<float> tetherReach[2]; // m² per particle, squared distance over the fabric
};

// Levels and tables for a cloth with triangles. Allocates; a few milliseconds a thousand particles.
std::shared_ptr<MeshSolver> makeMeshSolver(const Cloth &cloth);

// After masses or the fixed particles changed: weights, anchors and tethers. Does not allocate.
void refreshMeshSolver(const Cloth &cloth, MeshSolver &mesh);

// Advances one step, for a solver that is fresh.
void advanceMesh(Cloth &cloth, ClothSolver &solver, const AdvanceSettings &settings, AdvanceReport &report);

} // namespace selvage
