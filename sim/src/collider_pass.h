// One pass over one collider, for contact in blocks: its frame, and the nearest surface point of the analytic
// solids without branches, so that loops over it run in wide vectors.
#pragma once

#include "contact_kernel.h"
#include "extent.h"
#include "voxel_block.h"
#include "wide.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace selvage {

// The nearest surface point in the collider's frame: its distance (m) and the outward normal.
struct Sample {
    float distance;
    float x;
    float y;
    float z;
};

// –, of the way into a solid at which it would be pushed out on the wrong side.
inline constexpr float kUnseenShare = 0.5F;

// All that one pass over one collider needs.
struct Pass {
    const Collider *collider;
    int32_t index;
    Affine toLocal;
    Affine startToLocal;
    Mat3 toWorld;
    Affine surfaceStep;
    float friction;  // –
    float thickness; // m
    float recovery;  // m, by which a deep particle may come out
    float way;       // m, nothing goes farther relative to the solid in the substep
    float sweptWay;  // m, who goes farther may pass through it unseen
    bool swept;      // some go as far
    Vec3 low;        // m, box in the collider's frame beyond which nothing is touched
    Vec3 high;
};

// m, from the surface to where the nearest surface point changes sides.
inline float coreDepth(const Collider &collider) {
    const Vec3 &half = collider.halfExtents;
    switch (collider.shape) {
    case ColliderShape::Plane:
        return std::numeric_limits<float>::max();
    case ColliderShape::Sphere:
    case ColliderShape::Capsule:
        return collider.radius;
    case ColliderShape::Box:
    case ColliderShape::Ellipsoid:
        return std::min(half.x, std::min(half.y, half.z));
    case ColliderShape::Mesh:
        break;
    }
    return 0.0F; // not known
}

// m, the least radius of curvature.
inline float sharpestRadius(const Collider &collider) {
    const Vec3 &half = collider.halfExtents;
    switch (collider.shape) {
    case ColliderShape::Plane:
    case ColliderShape::Mesh: // not known
        return std::numeric_limits<float>::max();
    case ColliderShape::Sphere:
    case ColliderShape::Capsule:
    case ColliderShape::Box:
        return collider.radius;
    case ColliderShape::Ellipsoid: {
        const float least = std::min(half.x, std::min(half.y, half.z));
        return least * least / std::max(half.x, std::max(half.y, half.z));
    }
    }
    return 0.0F;
}

// Whether an edge as long as `length` (m) may cut into the solid between two ends that are kept off it: a
// chord of a circle sinks in by its height. Of meshes only what is thin is known.
inline bool isSharpFor(const Collider &collider, float length, float thickness) {
    if (collider.shape == ColliderShape::Mesh) {
        return !collider.mesh->voxels.nearThin.empty();
    }
    const float radius = sharpestRadius(collider);
    return 0.25F * length * length > thickness * (2.0F * radius + thickness);
}

// No point of the solid moves farther over the substep (m): of a turn by w through q = (w, v), |v| =
// sin(angle / 2), a point at r goes at most 2 |v| r on a straight line.
inline float surfaceWayOf(const ContactFrame &frame) {
    if (frame.startPose.position == frame.pose.position &&
        frame.startPose.orientation == frame.pose.orientation) {
        return 0.0F;
    }
    const Quat turn = frame.pose.orientation * glm::conjugate(frame.startPose.orientation);
    const bool isMesh = frame.collider->shape == ColliderShape::Mesh;
    const Vec3 far = isMesh ? glm::max(glm::abs(frame.collider->mesh->voxels.low),
                                       glm::abs(frame.collider->mesh->voxels.high))
                            : halfBox(*frame.collider);
    return glm::distance(frame.pose.position, frame.startPose.position) +
           2.0F * glm::length(Vec3(turn.x, turn.y, turn.z)) * glm::length(far);
}

// `way`: m, that any particle goes in the substep.
inline Pass makePass(const Fabric &fabric, const ContactScene &scene, int32_t index, float way) {
    const ContactFrame frame = makeContactFrame(fabric, scene, index);
    Pass pass;
    pass.collider = frame.collider;
    pass.index = index;
    pass.toLocal = inverseOf(frame.pose);
    pass.startToLocal = inverseOf(frame.startPose);
    pass.toWorld = frame.toWorld;
    pass.surfaceStep = surfaceStepOf(frame.startPose, frame.pose);
    pass.friction = frame.friction;
    pass.thickness = frame.thickness;
    pass.recovery = kRecoverySpeed * scene.dt;
    pass.way = way + surfaceWayOf(frame);
    pass.sweptWay = kUnseenShare * (frame.thickness + coreDepth(*frame.collider));
    pass.swept = pass.way > pass.sweptWay;
    const Extent extent = extentOf(*frame.collider);
    pass.low = extent.low - pass.thickness;
    pass.high = extent.high + pass.thickness;
    return pass;
}

SELVAGE_INLINE inline void transform(const Affine &by, const float *x, const float *y, const float *z,
                                     int32_t count, Block &out) {
    const Mat3 &m = by.linear;
    for (int32_t k = 0; k < count; ++k) {
        out.x[k] = fused(m[0][0], x[k], fused(m[1][0], y[k], fused(m[2][0], z[k], by.offset.x)));
        out.y[k] = fused(m[0][1], x[k], fused(m[1][1], y[k], fused(m[2][1], z[k], by.offset.y)));
        out.z[k] = fused(m[0][2], x[k], fused(m[1][2], y[k], fused(m[2][2], z[k], by.offset.z)));
    }
}

// The nearest surface point in the collider's frame, without branches.
template <ColliderShape shape>
SELVAGE_INLINE inline Sample sampleShape(const Collider &c, float x, float y, float z) {
    if constexpr (shape == ColliderShape::Plane) {
        return {y, 0.0F, 1.0F, 0.0F};
    } else if constexpr (shape == ColliderShape::Sphere) {
        const float r = std::sqrt(fused(x, x, fused(y, y, z * z)));
        const bool central = r <= 1e-9F;
        const float inverse = 1.0F / std::max(r, 1e-9F);
        return {r - c.radius, x * inverse, central ? 1.0F : y * inverse, z * inverse};
    } else if constexpr (shape == ColliderShape::Capsule) {
        const float along = std::min(std::max(y, -c.halfExtents.y), c.halfExtents.y);
        const float dy = y - along;
        const float r = std::sqrt(fused(x, x, fused(dy, dy, z * z)));
        const bool central = r <= 1e-9F;
        const float inverse = 1.0F / std::max(r, 1e-9F);
        return {r - c.radius, central ? 1.0F : x * inverse, dy * inverse, z * inverse};
    } else if constexpr (shape == ColliderShape::Ellipsoid) { // see sampleEllipsoid()
        const float px = x / c.halfExtents.x;
        const float py = y / c.halfExtents.y;
        const float pz = z / c.halfExtents.z;
        const float gx = px / c.halfExtents.x;
        const float gy = py / c.halfExtents.y;
        const float gz = pz / c.halfExtents.z;
        const float k0 = std::sqrt(fused(px, px, fused(py, py, pz * pz)));
        const float k1 = std::sqrt(fused(gx, gx, fused(gy, gy, gz * gz)));
        const bool central = k1 < 1e-9F;
        const float inverse = 1.0F / std::max(k1, 1e-9F);
        const float least = std::min(c.halfExtents.x, std::min(c.halfExtents.y, c.halfExtents.z));
        return {central ? -least : k0 * (k0 - 1.0F) * inverse, gx * inverse, central ? 1.0F : gy * inverse,
                gz * inverse};
    } else {
        static_assert(shape == ColliderShape::Box);
        const float qx = std::abs(x) - (c.halfExtents.x - c.radius);
        const float qy = std::abs(y) - (c.halfExtents.y - c.radius);
        const float qz = std::abs(z) - (c.halfExtents.z - c.radius);
        const float ox = std::max(qx, 0.0F);
        const float oy = std::max(qy, 0.0F);
        const float oz = std::max(qz, 0.0F);
        const float length = std::sqrt(fused(ox, ox, fused(oy, oy, oz * oz)));
        const bool outside = length > 1e-9F;
        const float inverse = 1.0F / std::max(length, 1e-9F);
        const float deepest = std::max(qx, std::max(qy, qz));
        const bool onX = qx == deepest;
        const bool onY = !onX && qy == deepest;
        const bool onZ = !onX && !onY;
        return {(outside ? length : deepest) - c.radius,
                std::copysign(outside ? ox * inverse : (onX ? 1.0F : 0.0F), x),
                std::copysign(outside ? oy * inverse : (onY ? 1.0F : 0.0F), y),
                std::copysign(outside ? oz * inverse : (onZ ? 1.0F : 0.0F), z)};
    }
}

} // namespace selvage
