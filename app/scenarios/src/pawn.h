// Solids of our own to drape cloth on, turned as on a lathe.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

// A profile (radius and height in m, from the bottom up, both ends on the axis) turned about the y axis.
PlainMesh makeTurned(std::span<const Vec2> profile);

// A turned figure like a pawn, 1 m high, standing on the origin: foot, waist, collar and a round head.
PlainMesh makePawn();

} // namespace selvage
