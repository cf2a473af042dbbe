// selvage-lab broad-phases: what each broad phase costs on one scene, at its start and at its end (Chung, Yen
// 2004, §5: triangle-triangle tests per frame).
#pragma once

#include <cstdint>
#include <string>

namespace selvage {

struct BroadPhasesOptions {
    std::string scene{"crumple"};
    int32_t points{4225};
    double seconds{8.0}; // simulated
    int32_t repeats{40}; // searches, of which the median and the 99th percentile are taken
};

int broadPhasesCommand(const BroadPhasesOptions &options); // exit code

} // namespace selvage
