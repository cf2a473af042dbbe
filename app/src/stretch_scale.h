// The scale on which stretch is shown in colours.
#pragma once

#include "maths/pose.h"

namespace selvage {

inline constexpr float kStretchScale = 0.05F; // –, stretch or shortening at its end

// The colour at a place on the scale (0…1), sRGB; the cloth's shader has the same stations.
Vec3 stretchColor(float place);

} // namespace selvage
