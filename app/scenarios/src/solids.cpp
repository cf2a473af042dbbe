// See solids.h.
#include "solids.h"

namespace selvage {

Pose placedAt(const Vec3 &position) {
    return {Quat(1.0F, 0.0F, 0.0F, 0.0F), position};
}

namespace {

Collider atRest(ColliderShape shape, const Vec3 &centre) {
    Collider collider;
    collider.shape = shape;
    collider.pose = placedAt(centre);
    collider.previousPose = collider.pose;
    return collider;
}

} // namespace

Collider makeFloorSolid() {
    return atRest(ColliderShape::Plane, Vec3(0.0F));
}

Collider makeBall(const Vec3 &centre, float radius) {
    Collider ball = atRest(ColliderShape::Sphere, centre);
    ball.radius = radius;
    return ball;
}

Collider makeBlock(const Vec3 &centre, const Vec3 &halfExtents, float rounding) {
    Collider block = atRest(ColliderShape::Box, centre);
    block.halfExtents = halfExtents;
    block.radius = rounding;
    return block;
}

} // namespace selvage
