// Boxes around cloths and solids, for a cheap look whether all of a cloth is out of reach.
#pragma once

#include "contact_kernel.h"
#include "sim/collider.h"

#include <algorithm>

namespace selvage {

inline constexpr float kFarAway = 1e9F;   // m
inline constexpr float kRounding = 1e-4F; // m, more than any place is rounded by

struct Extent {
    Vec3 low{-kFarAway}; // m
    Vec3 high{kFarAway};
};

// Half the sides of the box around an analytic solid that has one.
inline Vec3 halfBox(const Collider &collider) {
    switch (collider.shape) {
    case ColliderShape::Box:
    case ColliderShape::Ellipsoid:
        return collider.halfExtents;
    case ColliderShape::Capsule:
        return {collider.radius, collider.halfExtents.y + collider.radius, collider.radius};
    case ColliderShape::Sphere:
        return Vec3(collider.radius);
    case ColliderShape::Plane:
    case ColliderShape::Mesh:
        break;
    }
    return Vec3(0.0F);
}

// In the solid's frame.
inline Extent extentOf(const Collider &collider) {
    switch (collider.shape) {
    case ColliderShape::Plane:
        return {Vec3(-kFarAway), {kFarAway, 0.0F, kFarAway}};
    case ColliderShape::Mesh:
        return {collider.mesh->voxels.low, collider.mesh->voxels.high};
    default:
        return {-halfBox(collider), halfBox(collider)};
    }
}

inline Extent joined(const Extent &a, const Extent &b) {
    return {glm::min(a.low, b.low), glm::max(a.high, b.high)};
}

// Around the box as it lies in another frame.
inline Extent transformed(const Affine &by, const Extent &extent) {
    const Vec3 half = 0.5F * (extent.high - extent.low);
    const Mat3 &m = by.linear;
    const Vec3 at = m * (0.5F * (extent.low + extent.high)) + by.offset;
    const Vec3 reach = glm::abs(m[0]) * half.x + glm::abs(m[1]) * half.y + glm::abs(m[2]) * half.z;
    return {at - reach, at + reach};
}

// Whether nothing in one is as near as that (m) to anything in the other.
inline bool areApart(const Extent &a, const Extent &b, float distance) {
    const Vec3 gap = glm::max(a.low - b.high, b.low - a.high);
    return std::max(gap.x, std::max(gap.y, gap.z)) > distance;
}

} // namespace selvage
