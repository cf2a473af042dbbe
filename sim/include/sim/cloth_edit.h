// Changing what a cloth is made of while it is simulated: cutting removes springs and splits particles,
// sewing adds springs and merges particles. In two parts, so that the frame does not pay for the new topology
// and the solver's tables: planEdit() on any thread, applyEdit() between two steps.
#pragma once

#include "maths/result.h"
#include "sim/world.h"

#include <memory>
#include <vector>

namespace selvage {

// Indices are those before the edit. Parts are taken in this order.
struct ClothEdit {
    struct Split {
        int32_t particle{0};
        std::vector<int32_t> springs;   // whose end goes to the new particle
        std::vector<int32_t> triangles; // whose corner does, with its area
    };
    struct Merge {
        int32_t kept{0};
        int32_t gone{0};
    };
    std::vector<int32_t> removedSprings;
    std::vector<int32_t> removedTriangles;
    std::vector<Split> splits; // the k-th makes particle particleCount + k, which springs and merges may name
    std::vector<Spring> addedSprings;
    std::vector<Merge> merges; // springs inside a merged particle vanish, those side by side add up
};

struct EditPlan {
    uint64_t before{0}; // id of the topology that it is for
    std::shared_ptr<const ClothTopology> topology;
    std::vector<int32_t> newIndex; // per old particle, and per split one: where it is now
    std::vector<int32_t> source;   // per old particle, and per split one: whose state it takes
    std::vector<float> share;      // –, of its source's mass
    std::unique_ptr<ClothSolver> solver;
};

// `cloth` may be a copy. A grid that is edited is a grid no more, but a mesh of triangles. The solver's
// tables are made for `integrator`, the one that runs; with substepDt > 0 (s) the factor of `desbrun` is made
// too, else its first step does that. Fails naming what was expected, e.g. an index.
Result<EditPlan> planEdit(const Cloth &cloth, const ClothEdit &edit, const Integrator &integrator,
                          float substepDt);

// Puts the plan to work: positions and velocities of merged particles are their common centre of mass's, so
// that momentum is kept; what pins and hands hold stays held. An integrator that cannot serve the new
// topology gives way to `desbrun`. Fails where the cloth has changed since the plan. O(n), allocates.
Result<void> applyEdit(World &world, int32_t cloth, EditPlan plan);

} // namespace selvage
