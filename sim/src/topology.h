// What every builder of a cloth's topology ends with.
#pragma once

#include "sim/cloth.h"

namespace selvage {

uint64_t newTopologyId(); // never given before

// The springs around each particle.
void addSpringEnds(ClothTopology &topology);

} // namespace selvage
