// The default solver of rectangular cloth: substeps, a multilevel strain limiter, damped bending, contact
// with an accumulated friction cone on the finest level only, tethers to what holds the cloth. No linear
// solve.
#pragma once

#include "grid_bending.h"
#include "grid_contact.h"
#include "grid_elastic.h"
#include "grid_level.h"
#include "grid_motion.h"
#include "sim/integrator.h"

#include <vector>

namespace selvage {

// –, of an elastic fabric; all zero: inextensible.
struct Elongation {
    float warp{0.0F};
    float weft{0.0F};
    float bias{0.0F};
};

struct GridSolver {
    std::vector<GridLevel> levels; // finest first
    float arealDensity{0.0F};      // kg/m², that the weights were made for
    float unitMass{1.0F};          // kg, of weight one
    bool weightsChanged{true};     // since the bending was factored
    Axes velocity;                 // per slot, m/s
    Axes previous;                 // per slot, m, at the start of the substep
    Workers alone;                 // the calling thread
    GridContacts contacts;
    GridBending bending;
    std::unique_ptr<GridElastic> elastic; // of a fabric that may stretch; nullptr where none ever did
    Elongation allowed;                   // beyond what inextensible fabric has
    int tetherCount{0};
    int32_t tetherHolder[2]{};         // slots
    std::vector<float> tetherReach[2]; // per slot, m², squared length in the flat fabric
    std::vector<int32_t> holders;      // particles that stand for a pin or a held patch
};

// Levels and tables for a cloth that is a grid, but for those of completeGridSolver(). Allocates.
std::shared_ptr<GridSolver> makeGridSolver(const Cloth &cloth);
// Makes the tables that not every cloth needs, and this one does: of an elastic fabric, and of edges and
// faces where a solid is thin or sharp. Does nothing where they are there; else allocates.
void completeGridSolver(const Cloth &cloth, std::span<const Collider> colliders, GridSolver &grid);

// Integrator table: fails for a network, which has no triangles.
Result<void> prepareSelvage(const Cloth &cloth, ClothSolver &solver);

} // namespace selvage
