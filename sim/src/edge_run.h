// An edge of a panel and what goes straight on from it beyond sewn darts, as a waistband takes it.
#pragma once

#include "sim/bench_act.h"

namespace selvage {

struct EdgeRun {
    int32_t panel{0};
    int32_t first{0};
    int32_t last{0};
};

// Neither allocates.
EdgeRun runOf(const BenchShape &shape, const EdgeOfPanel &edge);
// The edge of the run after one of it; -1: that is the last one.
int32_t nextOfRun(const BenchShape &shape, const EdgeRun &run, int32_t edge);

} // namespace selvage
