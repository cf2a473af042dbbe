// A garment of a world as its files have it.
#pragma once

#include "io/garment_file.h"
#include "sim/bench_save.h"
#include "sim/world.h"

namespace selvage {

// Of one of the world's garments, sewn or not yet; `pattern`: what it was made from. Panels without a fabric
// of their own are of the cloth's.
GarmentMesh garmentMesh(const World &world, size_t sewing, const SewingPattern &pattern);

// Of what is on the world's bench.
GarmentMesh benchMesh(const World &world);
GarmentMesh savedMesh(const BenchSave &save);

} // namespace selvage
