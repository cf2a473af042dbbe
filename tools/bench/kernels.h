// Registration of the benchmarks with Google Benchmark.
#pragma once

#include <cstdint>
#include <vector>

namespace selvage {

// Steps of every integrator of the table in both jobs, and the kernels they are made of, on sheets with so
// many particles along a side.
void registerBenchmarks(const std::vector<int32_t> &sides);

} // namespace selvage
