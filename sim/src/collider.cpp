// Signed distance and outward normal of the analytic solids.
#include "sim/collider.h"

#include <algorithm>

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

// The distance k0 (k0 - 1) / k1 of Quilez: |p / a| - 1 over the length of its gradient.
SurfaceSample sampleEllipsoid(const Vec3 &semiAxes, const Vec3 &local) {
    const Vec3 scaled = local / semiAxes;
    const Vec3 gradient = scaled / semiAxes;
    const float k0 = glm::length(scaled);
    const float k1 = glm::length(gradient);
    if (k1 < 1e-9F) {
        return {-std::min(semiAxes.x, std::min(semiAxes.y, semiAxes.z)), Vec3(0.0F, 1.0F, 0.0F)};
    }
    return {k0 * (k0 - 1.0F) / k1, gradient / k1};
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
    case ColliderShape::Capsule:
        sample = sampleSurface<ColliderShape::Capsule>(collider, local);
        break;
    case ColliderShape::Ellipsoid:
        sample = sampleSurface<ColliderShape::Ellipsoid>(collider, local);
        break;
    case ColliderShape::Mesh:
        sample = sampleSurface<ColliderShape::Mesh>(collider, local);
        break;
    }
    sample.normal = pose.orientation * sample.normal;
    return sample;
}

} // namespace selvage
