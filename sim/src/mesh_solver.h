// The default solver on any triangle mesh: as on grids substeps, a multilevel strain limiter, damped bending,
// contact on the finest level only and tethers, but over a hierarchy that is made from the mesh's edges.
#pragma once

#include "geodesic.h"
#include "grid_contact.h"
#include "mesh_bending.h"
#include "mesh_level.h"
#include "sim/integrator.h"
#include "sim/sewing.h"

#include <vector>

namespace selvage {

// A spring of the finest level in a waistband, as it is in the flat fabric.
struct BandSpring {
    int32_t block{0};
    int32_t lane{0};
    int32_t band{0};
    float lengthSquared{0.0F}; // m²
    float alongSquared{0.0F};  // m², of its part along the band
};

struct MeshSolver {
    std::vector<MeshLevel> levels; // finest first
    MeshBending bending;
    BendingStep bendingStep; // of the running step
    int32_t bendingSpan{1};  // substeps that one measuring of bending serves
    int32_t substep{0};      // of the running step
    int32_t particleCount{0};
    float meanArea{0.0F};     // m², of the particles
    float unitMass{1.0F};     // kg, of weight one
    float arealDensity{0.0F}; // kg/m², that the weights were made for
    Axes position;            // m, per particle, for what treats all of them alike
    Axes previous;            // m, at the start of the substep
    Axes velocity;            // m/s
    GridContacts contacts;
    Workers alone;              // the calling thread
    std::vector<int32_t> fixed; // particles

    const SeamPulls *pulls{nullptr}; // of a garment
    std::vector<BandSpring> bands;   // has room for all springs where there is a bench

    // Distances over the fabric, measured on a level of a few hundred nodes.
    size_t distanceLevel{0};
    IntrinsicMesh distanceMesh;
    Geodesics geodesics;
    std::vector<std::vector<Vec3>> parentDistance; // m, per level below that one and node, to its parents
    std::vector<std::vector<float>> reach;         // m, per level up to that one and node
    std::vector<uint8_t> depth;                    // per particle, the coarsest level that has it
    int32_t tetherCount{0};
    int32_t tetherHolder[2]{};         // particles
    std::vector<float> tetherReach[2]; // m² per particle, squared distance over the fabric
};

// Levels and tables for a cloth with triangles. Allocates; a few milliseconds a thousand particles.
std::shared_ptr<MeshSolver> makeMeshSolver(const Cloth &cloth);

// After masses or the fixed particles changed: weights, anchors and tethers. Does not allocate.
void refreshMeshSolver(const Cloth &cloth, MeshSolver &mesh);

// For a solver that is fresh.
extern const Stages kMeshStages;

} // namespace selvage
