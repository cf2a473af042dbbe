// The default solver of rectangular cloth: substeps, a multilevel strain limiter, damped bending, contact
// with an accumulated friction cone on the finest level only, tethers to what holds the cloth. No linear
// solve.
#pragma once

#include "grid_level.h"
#include "sim/integrator.h"

#include <vector>

namespace selvage {

// The bending rigidity (N m) that a cloth's flexion springs stand for.
float bendingRigidity(const Cloth &cloth);

struct GridSolver {
    std::vector<GridLevel> levels;      // finest first
    std::vector<int32_t> slotOf;        // particle -> slot of the finest level
    std::vector<float> velocity[3];     // per slot, m/s
    std::vector<float> target[3];       // per slot, m: where the substep would lead without constraints
    std::vector<float> bent[3];         // per slot, m: what bending is measured on
    std::vector<float> bend[3];         // per slot, m: its correction
    std::vector<float> previous[3];     // per slot, m, at the start of the substep
    std::vector<ContactState> contacts; // per slot
    int tetherCount{0};
    int32_t tetherHolder[2]{};         // slots
    std::vector<float> tetherReach[2]; // per slot, m², squared length in the flat fabric
    std::vector<int32_t> holders;      // particles that stand for a pin or a held patch
};

// Levels and tables for a cloth that is a grid. Allocates.
std::shared_ptr<GridSolver> makeGridSolver(const Cloth &cloth);

// Integrator table: fails for a network, which has no triangles.
Result<void> prepareSelvage(const Cloth &cloth, ClothSolver &solver);
// Integrator table: advances one step.
void advanceSelvage(Cloth &cloth, ClothSolver &solver, const AdvanceSettings &settings,
                    AdvanceReport &report);

} // namespace selvage
