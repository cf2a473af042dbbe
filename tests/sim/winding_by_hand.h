// The generalised winding number without a tree: what the fast one is compared with.
#pragma once

#include "maths/pose.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace selvage {

// –, how often the triangles go around a point: the sum of all solid angles over that of a sphere.
inline double windingByHand(std::span<const Vec3> position, std::span<const int32_t> triangles,
                            const Vec3 &p) {
    double angle = 0.0; // rad
    for (size_t k = 0; k < triangles.size(); k += 3) {
        const auto corner = [&](size_t c) {
            return glm::dvec3(position[static_cast<size_t>(triangles[k + c])]) - glm::dvec3(p);
        };
        const glm::dvec3 a = corner(0);
        const glm::dvec3 b = corner(1);
        const glm::dvec3 c = corner(2);
        const double la = glm::length(a);
        const double lb = glm::length(b);
        const double lc = glm::length(c);
        angle +=
            2.0 * std::atan2(glm::dot(a, glm::cross(b, c)),
                             la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
    }
    return angle / (4.0 * glm::pi<double>());
}

} // namespace selvage
