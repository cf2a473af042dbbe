// What of a garment a hem takes away: on the worn cloth, after it was cut, and of the pattern.
#pragma once

#include "bench_planner.h"
#include "level_trim.h"

#include <string>

namespace selvage {

// `worn`: the garment as one cloth.
LevelTrim hemOf(const MeshShape &worn, const Hem &hem);
// Why it is not made.
BenchNote noteOf(const LevelTrim &trim, const Hem &hem);

// Per particle of the cut mesh, whether most of what it hangs together with goes. `goes`: per particle
// before.
std::vector<uint8_t> partsThatGo(const MeshShape &before, const MeshCut &cut, std::span<const uint8_t> goes);

// `now`: per panel its number from now on; -1: it is gone, with its part of the seams. `whole`: per panel the
// name of what it is a piece of, which it has if it is alone.
void keepPanels(std::span<const int32_t> now, std::span<const std::string> whole, SewingPattern &pattern);

} // namespace selvage
