// Signed distance and outward normal of the analytic solids.
#include "sim/collider.h"

namespace selvage {

SurfaceSample sampleRoundedBox(const Vec3 &halfExtents, float rounding, const Vec3 &local) {
    const Vec3 q = glm::abs(local) - (halfExtents - Vec3(rounding));
    const Vec3 outside = glm::max(q, Vec3(0.0F));
    const float outsideLength = glm::length(outside);
    const Vec3 side(local.x < 0.0F ? -1.0F : 1.0F, local.y < 0.0F ? -1.0F : 1.0F,
                    local.z < 0.0F ? -1.0F : 1.0F);
    if (outsideLength > 1e-9F) {
        return {outsideLength - rounding, outside / outsideLength * side};
    }
    const int axis = q.x > q.y ? (q.x > q.z ? 0 : 2) : (q.y > q.z ? 1 : 2);
    Vec3 normal(0.0F);
    normal[axis] = side[axis];
    return {q[axis] - rounding, normal};
}

SurfaceSample sampleCollider(const Collider &collider, const Pose &pose, const Vec3 &point) {
    const Vec3 local = inverseTransformPoint(pose, point);
    SurfaceSample sample;
    switch (collider.shape) {
    case ColliderShape::Plane:
        sample = sampleSurface<ColliderShape::Plane>(collider, local);
        break;
    case ColliderShape::Sphere:
        sample = sampleSurface<ColliderShape::Sphere>(collider, local);
        break;
    case ColliderShape::Box:
        sample = sampleSurface<ColliderShape::Box>(collider, local);
        break;
    }
    sample.normal = pose.orientation * sample.normal;
    return sample;
}

} // namespace selvage
