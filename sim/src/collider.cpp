// Signed distance and outward normal of the analytic solids.
#include "sim/collider.h"

#include <algorithm>

namespace selvage {

namespace {

SurfaceSample sampleSphere(float radius, const Vec3 &local) {
    const float r = glm::length(local);
    const Vec3 normal = r > 1e-9F ? local / r : Vec3(0.0F, 1.0F, 0.0F);
    return {r - radius, normal};
}

// A box with edges rounded by `radius`: the distance to a smaller box, less the radius.
SurfaceSample sampleBox(const Vec3 &halfExtents, float radius, const Vec3 &local) {
    const Vec3 core = halfExtents - Vec3(radius);
    const Vec3 q = glm::abs(local) - core;
    const Vec3 outside = glm::max(q, Vec3(0.0F));
    const float outsideLength = glm::length(outside);
    const Vec3 side(local.x < 0.0F ? -1.0F : 1.0F, local.y < 0.0F ? -1.0F : 1.0F, local.z < 0.0F ? -1.0F : 1.0F);
    if (outsideLength > 1e-9F) {
        return {outsideLength - radius, outside / outsideLength * side};
    }
    const int axis = q.x > q.y ? (q.x > q.z ? 0 : 2) : (q.y > q.z ? 1 : 2);
    Vec3 normal(0.0F);
    normal[axis] = side[axis];
    return {q[axis] - radius, normal};
}

} // namespace

SurfaceSample sampleCollider(const Collider &collider, const Pose &pose, const Vec3 &point) {
    const Vec3 local = inverseTransformPoint(pose, point);
    SurfaceSample sample;
    switch (collider.shape) {
    case ColliderShape::Plane:
        sample = {local.y, Vec3(0.0F, 1.0F, 0.0F)};
        break;
    case ColliderShape::Sphere:
        sample = sampleSphere(collider.radius, local);
        break;
    case ColliderShape::Box:
        sample = sampleBox(collider.halfExtents, collider.radius, local);
        break;
    }
    sample.normal = pose.orientation * sample.normal;
    return sample;
}

} // namespace selvage
