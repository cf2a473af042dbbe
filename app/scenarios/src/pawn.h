// A solid of our own to drape cloth on.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

// A turned figure like a pawn, 1 m high, standing on the origin: foot, waist, collar and a round head.
PlainMesh makePawn();

} // namespace selvage
