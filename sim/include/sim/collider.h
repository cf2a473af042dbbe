// Obstacles: analytic solids that cloth rests on. A collider may move; contact and friction are relative to its
// surface.
#pragma once

#include "maths/pose.h"

#include <cstdint>

namespace selvage {

enum class ColliderShape : uint8_t {
    Plane,  // half space below local y = 0
    Sphere, // radius
    Box     // halfExtents, edges rounded by radius (the rounding lies inside the extents)
};

struct Collider {
    ColliderShape shape{ColliderShape::Plane};
    Pose pose;                  // at the end of the step
    Pose previousPose;          // at its start; equal to pose for things at rest
    Vec3 halfExtents{0.5F};     // m, box
    float radius{0.0F};         // m, sphere, or rounding of a box
    float frictionScale{1.0F};  // –, multiplies the fabric's friction
};

// The nearest surface point of a solid seen from a point.
struct SurfaceSample {
    float distance{0.0F}; // m, negative inside
    Vec3 normal{0.0F, 1.0F, 0.0F}; // outward, unit, world space
};

SurfaceSample sampleCollider(const Collider &collider, const Pose &pose, const Vec3 &point);

} // namespace selvage
