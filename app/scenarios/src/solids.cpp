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

Collider makeRod(const Vec3 &a, const Vec3 &b, float radius) {
    Collider rod = atRest(ColliderShape::Capsule, 0.5F * (a + b));
    const float length = glm::distance(a, b);
    rod.halfExtents = Vec3(radius, 0.5F * length, radius);
    rod.radius = radius;
    rod.pose.orientation = glm::rotation(Vec3(0.0F, 1.0F, 0.0F), (b - a) / length);
    rod.previousPose = rod.pose;
    return rod;
}

Collider makeEllipsoid(const Vec3 &centre, const Vec3 &semiAxes, const Quat &turn) {
    Collider ellipsoid = atRest(ColliderShape::Ellipsoid, centre);
    ellipsoid.halfExtents = semiAxes;
    ellipsoid.pose.orientation = turn;
    ellipsoid.previousPose = ellipsoid.pose;
    return ellipsoid;
}

} // namespace selvage
