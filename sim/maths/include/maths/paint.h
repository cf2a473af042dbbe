// How a piece of a surface looks that brings its own colours.
#pragma once

#include "maths/pose.h"

namespace selvage {

struct Paint {
    Vec3 colour{0.5F};     // linear light, 0…1
    float roughness{0.6F}; // –, 0 smooth … 1
};

} // namespace selvage
