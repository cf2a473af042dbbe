// What a tape says of the garment at the dress bench.
#pragma once

#include "sim/bench_save.h"

#include <string>

namespace selvage {

// For each measure of a body at `place` (m) that the garment covers, how long it is round it, and its ease:
// "Waist 67.4 cm with an ease of 1.4 cm; hip open". Not along hooks, only where the cloth is closed.
// Allocates.
std::string fitSentence(const BenchSave &save, std::span<const MeasureLine> measures, const Vec3 &place);

} // namespace selvage
