// selvage-lab compare: the time of a step with several integrators, as Desbrun, Schröder, Barr 1999, §6,
// compare their method with conjugate gradients.
#pragma once

#include "maths/result.h"
#include "step_timing.h"

#include <cstdint>
#include <string>
#include <vector>

namespace selvage {

struct CompareOptions {
    std::vector<std::string> integrators{"desbrun-dense", "desbrun",
                                         "implicit-cg"}; // ratios are to the first
    std::vector<int32_t> points{120, 289, 400, 1089};
    int32_t substeps{1};
    double seconds{4.0}; // simulated
};

// Of a hanging sheet of about so many particles with nothing but the integrator at work. Fails, naming what
// was expected.
Result<Timing> timeIntegrator(const std::string &name, int32_t points, int32_t substeps, double seconds);

int compareCommand(const CompareOptions &options); // exit code

} // namespace selvage
