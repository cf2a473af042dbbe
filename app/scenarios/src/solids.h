// Obstacles that several scenes are built of.
#pragma once

#include "sim/collider.h"

namespace selvage {

Pose placedAt(const Vec3 &position);

Collider makeFloorSolid();
Collider makeBall(const Vec3 &centre, float radius);
// Edges rounded by `rounding`; as round as it is thin, a capsule.
Collider makeBlock(const Vec3 &centre, const Vec3 &halfExtents, float rounding);

} // namespace selvage
