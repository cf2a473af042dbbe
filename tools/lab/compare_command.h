// selvage-lab compare: the time of a step with several integrators, as Desbrun, Schröder, Barr 1999, §6,
// compare their method with conjugate gradients.
#pragma once

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

int compareCommand(const CompareOptions &options); // exit code

} // namespace selvage
