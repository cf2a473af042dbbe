// Sheets that meet obstacles thinner than a cell: what went through, and how deep anything is.
#pragma once

#include "measure/sheet.h"
#include "sim/mesh_cloth.h"

#include <numbers>

namespace selvage {

constexpr int32_t kSide = 33;                                    // particles along a side of a metre
constexpr float kBetween = 0.5F / static_cast<float>(kSide - 1); // m: midway between two columns

inline Collider thinBox(const Vec3 &halfExtents) {
    Collider box;
    box.shape = ColliderShape::Box;
    box.halfExtents = halfExtents;
    return box;
}

// Along z.
inline Collider rod(float radius, float halfLength) {
    Collider collider;
    collider.shape = ColliderShape::Capsule;
    collider.radius = radius;
    collider.halfExtents = Vec3(0.0F, halfLength, 0.0F);
    collider.pose.orientation = glm::angleAxis(glm::radians(90.0F), Vec3(1.0F, 0.0F, 0.0F));
    collider.previousPose = collider.pose;
    return collider;
}

inline Collider ball(float radius) {
    Collider collider;
    collider.shape = ColliderShape::Sphere;
    collider.radius = radius;
    return collider;
}

inline void place(Collider &collider, const Vec3 &at) {
    collider.pose.position = at;
    collider.previousPose.position = at;
}

// A horizontal sheet with its middle at `at`: a grid, or irregular triangles.
inline World sheetAt(bool irregular, const Vec3 &at) {
    World world;
    Fabric fabric = sheetFabric(1000.0F, 2.0F * kBetween);
    const Pose pose{Quat(1.0F, 0.0F, 0.0F, 0.0F), at};
    const GridSize size{kSide, kSide, 1.0F, 1.0F, SpringLayout::Papers};
    world.cloths.push_back(irregular ? *makeMeshCloth(irregularSheet(size, 7), fabric, pose)
                                     : makeGridCloth(size, fabric, pose));
    return world;
}

// m, by which any point of any triangle lies inside of an obstacle.
inline float deepestPoint(const World &world) {
    constexpr int kParts = 8;
    float deepest = 0.0F;
    for (const Cloth &cloth : world.cloths) {
        const std::vector<int32_t> &corners = cloth.topology->triangles;
        for (size_t k = 0; k < corners.size(); k += 3) {
            const Vec3 a = cloth.position[static_cast<size_t>(corners[k])];
            const Vec3 b = cloth.position[static_cast<size_t>(corners[k + 1])];
            const Vec3 c = cloth.position[static_cast<size_t>(corners[k + 2])];
            for (const Collider &collider : world.colliders) {
                const float size = std::max(glm::distance(a, b), glm::distance(a, c));
                if (sampleCollider(collider, collider.pose, a).distance > size) {
                    continue;
                }
                for (int i = 0; i <= kParts; ++i) {
                    for (int j = 0; i + j <= kParts; ++j) {
                        const Vec3 p = a + (b - a) * (static_cast<float>(i) / kParts) +
                                       (c - a) * (static_cast<float>(j) / kParts);
                        deepest = std::max(deepest, -sampleCollider(collider, collider.pose, p).distance);
                    }
                }
            }
        }
    }
    return deepest;
}

// The angle (rad) that each row of the sheet turns about a line along z through `at`: a row that goes through
// the line changes it by a whole turn.
inline std::vector<float> windings(const Cloth &cloth, const Vec3 &at) {
    std::vector<float> turns(kSide, 0.0F);
    for (size_t r = 0; r < kSide; ++r) {
        for (size_t c = 0; c + 1 < kSide; ++c) {
            const Vec3 a = cloth.position[r * kSide + c] - at;
            const Vec3 b = cloth.position[r * kSide + c + 1] - at;
            turns[r] += std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
        }
    }
    return turns;
}

// Whether a segment meets any triangle.
inline bool crosses(const Cloth &cloth, const Vec3 &from, const Vec3 &to) {
    const std::vector<int32_t> &corners = cloth.topology->triangles;
    for (size_t k = 0; k < corners.size(); k += 3) {
        const Vec3 a = cloth.position[static_cast<size_t>(corners[k])];
        const Vec3 ab = cloth.position[static_cast<size_t>(corners[k + 1])] - a;
        const Vec3 ac = cloth.position[static_cast<size_t>(corners[k + 2])] - a;
        const Vec3 way = to - from;
        const Vec3 p = glm::cross(way, ac);
        const float det = glm::dot(ab, p);
        if (std::abs(det) < 1e-12F) {
            continue;
        }
        const Vec3 s = from - a;
        const float u = glm::dot(s, p) / det;
        const Vec3 q = glm::cross(s, ab);
        const float v = glm::dot(way, q) / det;
        const float t = glm::dot(ac, q) / det;
        if (u >= 0.0F && v >= 0.0F && u + v <= 1.0F && t >= 0.0F && t <= 1.0F) {
            return true;
        }
    }
    return false;
}

} // namespace selvage
