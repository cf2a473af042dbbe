// Kang and Cho's direct update for internal forces alone, which the dense layer of their bilayered method
// uses too.
#pragma once

#include "spring_forces.h"

namespace selvage {

struct DirectUpdate {
    float h{1.0F / 360.0F}; // s
    float share{1.0F};      // –, of the velocity changes that is applied
};

// Adds to cloth.velocity what the springs, at these positions (m), bring about within h, by Eq. 6 with both
// momenta restored; fixed particles do not change. Uses solver.force, solver.change and solver.pivot.
void kangChoInternal(Cloth &cloth, ClothSolver &solver, std::span<const Vec3> position,
                     const DirectUpdate &update, Workers &workers);

} // namespace selvage
