// Obstacles that several scenes are built of.
#pragma once

#include "sim/collider.h"

namespace selvage {

Pose placedAt(const Vec3 &position);

Collider makeFloorSolid();
Collider makeBall(const Vec3 &centre, float radius);
// Edges rounded by `rounding`; as round as it is thin, a capsule.
Collider makeBlock(const Vec3 &centre, const Vec3 &halfExtents, float rounding);
// Around the line from a to b.
Collider makeRod(const Vec3 &a, const Vec3 &b, float radius);
Collider makeEllipsoid(const Vec3 &centre, const Vec3 &semiAxes,
                       const Quat &turn = Quat(1.0F, 0.0F, 0.0F, 0.0F));

} // namespace selvage
