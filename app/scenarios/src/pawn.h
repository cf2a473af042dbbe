// A solid of our own to drape cloth on.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <vector>

namespace selvage {

struct PlainMesh {
    std::vector<Vec3> position;     // m
    std::vector<int32_t> triangles; // 3 per triangle, counter-clockwise seen from outside
};

// A turned figure like a pawn, 1 m high, standing on the origin: foot, waist, collar and a round head.
PlainMesh makePawn();

} // namespace selvage
