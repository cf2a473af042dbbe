// Particles that go so far in a substep that they may pass through a solid unseen: stopped where they first
// touch it, in the solid's own frame, so that either may be the one that moves.
#pragma once

#include "collider_pass.h"

namespace selvage {

// How far every particle of a block is to be pushed, and whereto in the collider's frame.
struct Pushes {
    float depth[kBlock]; // m; not more than 0: not at all
    Block normal;
    bool any;  // is pushed
    bool deep; // so far that it matters where it was before
};

// Whether anything on the ways between two places may be near.
SELVAGE_INLINE inline bool isWayNear(const Pass &pass, const Block &from, const Block &to, int32_t count) {
    int32_t near = 0;
    for (int32_t k = 0; k < count; ++k) {
        const float x =
            std::max(pass.low.x - std::max(from.x[k], to.x[k]), std::min(from.x[k], to.x[k]) - pass.high.x);
        const float y =
            std::max(pass.low.y - std::max(from.y[k], to.y[k]), std::min(from.y[k], to.y[k]) - pass.high.y);
        const float z =
            std::max(pass.low.z - std::max(from.z[k], to.z[k]), std::min(from.z[k], to.z[k]) - pass.high.z);
        const float outside = std::max(x, std::max(y, z));
        near |= outside <= 0.0F ? 1 : 0;
    }
    return near != 0;
}

inline constexpr int32_t kTraceSteps = 8;

// Where particles that go far in the collider's frame first come as near as the thickness: from there on they
// stay on the outside of the tangent plane, behind which all of a convex solid lies. Whoever is still on its
// way after the last step is kept by the plane there, which is right, too, if early.
template <ColliderShape shape>
SELVAGE_INLINE inline void sweepAnalytic(const Pass &pass, const Block &from, const Block &to, const float *w,
                                         int32_t count, Pushes &pushes) {
    float part[kBlock] = {}; // of the way, that is free
    float length[kBlock];    // m
    float first[kBlock];     // m, distance at the start
    for (int32_t k = 0; k < count; ++k) {
        const float x = to.x[k] - from.x[k];
        const float y = to.y[k] - from.y[k];
        const float z = to.z[k] - from.z[k];
        length[k] = std::sqrt(fused(x, x, fused(y, y, z * z)));
        first[k] = sampleShape<shape>(*pass.collider, from.x[k], from.y[k], from.z[k]).distance;
    }
    for (int32_t step = 0; step < kTraceSteps; ++step) {
        for (int32_t k = 0; k < count; ++k) {
            const Sample s =
                sampleShape<shape>(*pass.collider, fused(part[k], to.x[k] - from.x[k], from.x[k]),
                                   fused(part[k], to.y[k] - from.y[k], from.y[k]),
                                   fused(part[k], to.z[k] - from.z[k], from.z[k]));
            const float free = std::max(s.distance - pass.thickness, 0.0F) / std::max(length[k], 1e-9F);
            part[k] = std::min(part[k] + free, 1.0F);
        }
    }
    const float core = coreDepth(*pass.collider);
    for (int32_t k = 0; k < count; ++k) {
        const float x = fused(part[k], to.x[k] - from.x[k], from.x[k]);
        const float y = fused(part[k], to.y[k] - from.y[k], from.y[k]);
        const float z = fused(part[k], to.z[k] - from.z[k], from.z[k]);
        const Sample s = sampleShape<shape>(*pass.collider, x, y, z);
        const float beyond =
            fused(s.x, to.x[k] - x, fused(s.y, to.y[k] - y, fused(s.z, to.z[k] - z, s.distance)));
        const bool sweeps = w[k] > 0.0F && length[k] > pass.sweptWay && first[k] > -kUnseenShare * core;
        pushes.depth[k] = sweeps ? pass.thickness - beyond : pushes.depth[k];
        pushes.normal.x[k] = sweeps ? s.x : pushes.normal.x[k];
        pushes.normal.y[k] = sweeps ? s.y : pushes.normal.y[k];
        pushes.normal.z[k] = sweeps ? s.z : pushes.normal.z[k];
    }
}

inline constexpr int32_t kMarchSteps = 64;

// The same for a mesh, whose distances are known only near it: in steps of half the thickness.
inline void sweepMesh(const Pass &pass, const Block &from, const Block &to, const float *w, int32_t count,
                      Pushes &pushes) {
    const VoxelSolid &solid = pass.collider->mesh->voxels;
    for (int32_t k = 0; k < count; ++k) {
        const Vec3 start(from.x[k], from.y[k], from.z[k]);
        const Vec3 end(to.x[k], to.y[k], to.z[k]);
        const float length = glm::distance(start, end);
        const Vec3 low = glm::min(start, end);
        const Vec3 high = glm::max(start, end);
        const bool apart =
            glm::any(glm::greaterThan(low, pass.high)) || glm::any(glm::lessThan(high, pass.low));
        if (w[k] == 0.0F || length <= pass.sweptWay || apart) {
            continue;
        }
        const float steps = std::min(std::ceil(length / pass.sweptWay), static_cast<float>(kMarchSteps));
        for (float step = 0.0F; step < steps; step += 1.0F) {
            const Vec3 p = start + (step / steps) * (end - start);
            const VoxelSample s = sampleVoxels(solid, p);
            if (s.distance < 0.0F) {
                break; // from the inside there is nothing to be kept out of
            }
            if (s.distance < pass.thickness) {
                pushes.depth[k] = pass.thickness - s.distance - glm::dot(s.normal, end - p);
                pushes.normal.x[k] = s.normal.x;
                pushes.normal.y[k] = s.normal.y;
                pushes.normal.z[k] = s.normal.z;
                break;
            }
        }
    }
}

// Corrects the pushes of those who go far.
template <ColliderShape shape>
SELVAGE_INLINE inline void sweep(const Pass &pass, const Block &from, const Block &to, const float *w,
                                 int32_t count, Pushes &pushes) {
    if constexpr (shape == ColliderShape::Mesh) {
        sweepMesh(pass, from, to, w, count, pushes);
    } else {
        sweepAnalytic<shape>(pass, from, to, w, count, pushes);
    }
    int32_t any = 0;
    for (int32_t k = 0; k < count; ++k) {
        any |= pushes.depth[k] > 0.0F ? 1 : 0;
    }
    pushes.any = any != 0;
}

} // namespace selvage
