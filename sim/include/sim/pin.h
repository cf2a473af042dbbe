// A particle that is always fixed: at a place, or to a collider with which it moves.
#pragma once

#include "maths/pose.h"

#include <cstdint>

namespace selvage {

struct Pin {
    int32_t cloth{0};
    int32_t particle{0};
    int32_t collider{-1}; // -1 = none
    Vec3 offset{0.0F};    // m, in the collider's frame; set when the world is prepared
};

} // namespace selvage
