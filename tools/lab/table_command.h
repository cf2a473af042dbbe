// selvage-lab table: the time of a step in three jobs at four sizes, as Liu, Li 2006, Table 1, have it.
#pragma once

#include <cstdint>
#include <vector>

namespace selvage {

struct TableOptions {
    std::vector<int32_t> sides{10, 20, 40, 80}; // particles along one side of a cloth
    double seconds{3.0};                        // simulated
};

int tableCommand(const TableOptions &options); // exit code

} // namespace selvage
