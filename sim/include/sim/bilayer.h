// What Kang and Cho's bilayered integration keeps besides the cloth: a coarse layer for the global motion.
#pragma once

#include "sim/integrator.h"

#include <vector>

namespace selvage {

struct BilayerSettings {
    const char *coarseIntegrator{
        "implicit-cg"};            // any row but a bilayered one: heterogeneous layers (§5, Fig. 8)
    int32_t divisions{4};          // d: parts of a substep in which the coarse layer moves
    int32_t ratio{4};              // dense cells per coarse one, along a row
    float coarseContraction{0.4F}; // –, contraction resistance of the coarse layer (§4.2, Fig. 5)
};

// A dense particle between up to four coarse ones.
struct CoarseCell {
    int32_t corner[4]{};
    float weight[4]{}; // –, sums to 1
};

struct Bilayer {
    BilayerSettings settings;
    const Integrator *integrator{nullptr}; // of the coarse layer
    uint64_t topology{0};                  // id of the dense layer's
    Cloth coarse;
    ClothSolver solver;
    std::vector<int32_t> denseIndex;  // per coarse particle: the dense one at the same place
    std::vector<CoarseCell> cells;    // per dense particle
    std::vector<Vec3> velocityChange; // m/s, per coarse particle: dV_C
    std::vector<Vec3> velocitySum;    // m/s, per coarse particle: over the divisions
    std::vector<Vec3> middle;         // m, per dense particle: after the first half
};

// Builds the coarse layer of a grid. Fails for cloth without rows and columns, and for settings that do not
// serve. Allocates.
Result<void> prepareBilayer(const Cloth &cloth, ClothSolver &solver, const BilayerSettings &settings);

} // namespace selvage
