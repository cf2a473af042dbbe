// Obstacles that cloth rests on: analytic solids, and any mesh by way of voxels. A collider may move; contact
// and friction are relative to its surface.
#pragma once

#include "maths/paint.h"
#include "maths/pose.h"
#include "sim/voxel_solid.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace selvage {

enum class ColliderShape : uint8_t {
    Plane,     // half space below local y = 0
    Sphere,    // radius
    Box,       // halfExtents, edges rounded by radius (the rounding lies inside the extents)
    Capsule,   // radius around a piece of the local y axis, from -halfExtents.y to halfExtents.y
    Ellipsoid, // semi-axes halfExtents; distances are right at the surface and to first order near it
    Mesh       // mesh
};

// A mesh to be drawn, and the same as voxels to be touched.
struct MeshSolid {
    std::vector<Vec3> position;     // m, local
    std::vector<int32_t> triangles; // 3 per triangle, counter-clockwise seen from outside
    VoxelSolid voxels;
    std::vector<Paint> paint; // one a triangle, of a mesh that brings its own colours
};

struct Collider {
    ColliderShape shape{ColliderShape::Plane};
    Pose pose;                 // at the end of the step
    Pose previousPose;         // at its start; equal to pose for things at rest
    Vec3 halfExtents{0.5F};    // m
    float radius{0.0F};        // m
    float frictionScale{1.0F}; // –, multiplies the fabric's friction
    float restitution{0.0F};   // –, 0…1, share of its speed with which what hits it bounces back
    std::shared_ptr<const MeshSolid> mesh; // of a mesh, else nothing
    // An earlier obstacle that this one is fixed to, so that both move as one (compound objects; Meyer et al.
    // 2000, §4.2.3); -1: none.
    int32_t carrier{-1};
    Pose onCarrier; // in the carrier's frame
};

// The nearest surface point of a solid seen from a point.
struct SurfaceSample {
    float distance{0.0F};          // m, negative inside
    Vec3 normal{0.0F, 1.0F, 0.0F}; // outward, unit, world space
};

// A box whose edges are rounded by `rounding`: the distance to a smaller box, less the rounding.
SurfaceSample sampleRoundedBox(const Vec3 &halfExtents, float rounding, const Vec3 &local);

SurfaceSample sampleEllipsoid(const Vec3 &semiAxes, const Vec3 &local);

// Signed distance and outward normal in the collider's own frame. `local`: m.
template <ColliderShape shape> SurfaceSample sampleSurface(const Collider &collider, const Vec3 &local) {
    if constexpr (shape == ColliderShape::Plane) {
        return {local.y, Vec3(0.0F, 1.0F, 0.0F)};
    } else if constexpr (shape == ColliderShape::Sphere) {
        const float r = glm::length(local);
        return {r - collider.radius, r > 1e-9F ? local / r : Vec3(0.0F, 1.0F, 0.0F)};
    } else if constexpr (shape == ColliderShape::Box) {
        return sampleRoundedBox(collider.halfExtents, collider.radius, local);
    } else if constexpr (shape == ColliderShape::Capsule) {
        const float along = glm::clamp(local.y, -collider.halfExtents.y, collider.halfExtents.y);
        const Vec3 away(local.x, local.y - along, local.z);
        const float r = glm::length(away);
        return {r - collider.radius, r > 1e-9F ? away / r : Vec3(1.0F, 0.0F, 0.0F)};
    } else if constexpr (shape == ColliderShape::Ellipsoid) {
        return sampleEllipsoid(collider.halfExtents, local);
    } else {
        const VoxelSample sample = sampleVoxels(collider.mesh->voxels, local);
        return {sample.distance, sample.normal};
    }
}

// A cheap test that is true only for points farther than `distance` (m) outside.
template <ColliderShape shape> bool isFarFrom(const Collider &collider, float distance, const Vec3 &local) {
    if constexpr (shape == ColliderShape::Plane) {
        return local.y > distance;
    } else if constexpr (shape == ColliderShape::Sphere) {
        const float reach = collider.radius + distance;
        return glm::dot(local, local) > reach * reach;
    } else if constexpr (shape == ColliderShape::Mesh) {
        return isFarFromVoxels(collider.mesh->voxels, local);
    } else if constexpr (shape == ColliderShape::Capsule) {
        const float reach = collider.radius + distance;
        return local.x * local.x + local.z * local.z > reach * reach ||
               std::abs(local.y) > collider.halfExtents.y + reach;
    } else {
        return std::abs(local.x) > collider.halfExtents.x + distance ||
               std::abs(local.y) > collider.halfExtents.y + distance ||
               std::abs(local.z) > collider.halfExtents.z + distance;
    }
}

// The same in world space, for any shape.
SurfaceSample sampleCollider(const Collider &collider, const Pose &pose, const Vec3 &point);

} // namespace selvage
