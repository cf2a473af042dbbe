// Bending of a rectangular cloth by an implicit step, so that its rigidity is a constant of the material at
// any resolution and any number of substeps, and what the mesh cannot resolve is damped.
//
//   E = B/2 sum (kappa_weft² + kappa_warp²) dA,  kappa = (x_{i-1} - 2 x_i + x_{i+1}) / h²
//   (M + a d² K_weft) M^-1 (M + a d² K_warp) dx = -d² K (x_old + a (x - x_old)),  a = 1 + tau / d
//
// The left side is factored one direction at a time (Douglas and Gunn's alternating directions):
// pentadiagonal systems along every row and every column. At rest under a load dx takes out exactly what the
// load put in, so the splitting does not change the shape.
#pragma once

#include "axes.h"
#include "grid_level.h"

#include <vector>

namespace selvage {

class Workers;

// LDL^T factors of a pentadiagonal matrix for each line, per slot.
struct LineFactors {
    std::vector<float> before;  // to the node before on the line
    std::vector<float> before2; // to the one before that
    std::vector<float> inverse; // 1 / d; 0 = fixed
};

struct GridBending {
    // What the factors were made for:
    float weft{-1.0F};  // –, d² B dy / (dx³ m)
    float warp{-1.0F};  // –, d² B dx / (dy³ m)
    float ahead{-1.0F}; // –, a
    LineFactors alongRows;
    LineFactors alongColumns;
    std::vector<float> heft;  // per slot, 1 / w; 0 = fixed
    Axes change;              // m per slot
    std::vector<float> lanes; // scratch: 8 rows at a time, in the end with the rows side by side
};

// Sizes everything for a finest level. Allocates.
GridBending makeGridBending(const GridLevel &fine);

// Factors again when one of the numbers changed or `weightsChanged`. O(n), no allocation.
void prepareBending(GridBending &bending, const GridLevel &fine, float weft, float warp, float ahead,
                    bool weightsChanged);

// Moves the free nodes of `fine` by dx. `previous`: m per slot, at the start of the substep.
void bend(GridBending &bending, GridLevel &fine, const Axes &previous, Workers &workers);

} // namespace selvage
