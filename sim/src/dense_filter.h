// Desbrun's filter as the papers have it: the inverse matrix itself, n x n.
#pragma once

#include "sim/integrator.h"

namespace selvage {

inline constexpr int32_t kDenseParticleMax = 2000; // 16 MB, and 4 million products a vector

Result<void> prepareDenseFilter(const Cloth &cloth, ClothSolver &solver);

// False until prepareDenseFilter() has run for this cloth.
bool hasDenseFilter(const Cloth &cloth, const ClothSolver &solver);

// Fills the dense inverse from the sparse factor, column by column. O(n²).
void invertFilter(ClothSolver &solver);

// solver.force <- W * solver.force. O(n²).
void applyDenseFilter(ClothSolver &solver, Workers &workers);

} // namespace selvage
