// Ears in the plane of the polygon's mean normal (Newell), seen along the axis that it is nearest to.
#include "ear_clip.h"

#include <cmath>

namespace selvage {

namespace {

using Vec2d = glm::dvec2;

glm::dvec3 newellNormal(std::span<const glm::dvec3> polygon) {
    glm::dvec3 normal(0.0);
    for (size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec3 a = polygon[i] - polygon[0]; // near the origin, where rounding is least
        const glm::dvec3 b = polygon[(i + 1) % polygon.size()] - polygon[0];
        normal += glm::cross(a, b);
    }
    return normal;
}

// Flat, so that the outline turns anticlockwise.
std::vector<Vec2d> flatten(std::span<const glm::dvec3> polygon) {
    const glm::dvec3 normal = newellNormal(polygon);
    const glm::dvec3 size = glm::abs(normal);
    const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const double side = normal[axis] < 0.0 ? -1.0 : 1.0;
    std::vector<Vec2d> flat;
    flat.reserve(polygon.size());
    for (const glm::dvec3 &p : polygon) {
        const glm::dvec3 d = p - polygon[0];
        flat.emplace_back(d[u], side * d[v]);
    }
    return flat;
}

double cross(const Vec2d &a, const Vec2d &b, const Vec2d &c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

struct Outline {
    std::vector<Vec2d> point;
    std::vector<int32_t> next;
    std::vector<int32_t> previous;

    double turnAt(int32_t i) const {
        return cross(point[static_cast<size_t>(previous[static_cast<size_t>(i)])],
                     point[static_cast<size_t>(i)], point[static_cast<size_t>(next[static_cast<size_t>(i)])]);
    }
};

// No other corner lies in the triangle at i. Corners at the very place of one of its own do not count.
bool isEar(const Outline &outline, int32_t i, int64_t &budget) {
    const int32_t before = outline.previous[static_cast<size_t>(i)];
    const int32_t after = outline.next[static_cast<size_t>(i)];
    const Vec2d &a = outline.point[static_cast<size_t>(before)];
    const Vec2d &b = outline.point[static_cast<size_t>(i)];
    const Vec2d &c = outline.point[static_cast<size_t>(after)];
    if (cross(a, b, c) <= 0.0) {
        return false;
    }
    for (int32_t k = outline.next[static_cast<size_t>(after)]; k != before;
         k = outline.next[static_cast<size_t>(k)]) {
        --budget;
        const Vec2d &p = outline.point[static_cast<size_t>(k)];
        const bool inside = cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0;
        if (inside && p != a && p != b && p != c) {
            return false;
        }
    }
    return true;
}

} // namespace

void clipEars(std::span<const glm::dvec3> polygon, int64_t &budget, std::vector<int32_t> &triangles) {
    const auto count = static_cast<int32_t>(polygon.size());
    Outline outline;
    outline.point = flatten(polygon);
    for (int32_t i = 0; i < count; ++i) {
        outline.next.push_back((i + 1) % count);
        outline.previous.push_back((i + count - 1) % count);
    }
    int32_t at = 0;
    int32_t left = count;
    int32_t misses = 0;
    while (left > 3) {
        // Where no ear is left, straight corners go first, and then whatever comes next.
        const bool straight = misses >= left && outline.turnAt(at) == 0.0;
        if (straight || misses >= 2 * left || budget < 0 || isEar(outline, at, budget)) {
            const int32_t before = outline.previous[static_cast<size_t>(at)];
            const int32_t after = outline.next[static_cast<size_t>(at)];
            triangles.insert(triangles.end(), {before, at, after});
            outline.next[static_cast<size_t>(before)] = after;
            outline.previous[static_cast<size_t>(after)] = before;
            at = before;
            --left;
            misses = 0;
        } else {
            at = outline.next[static_cast<size_t>(at)];
            ++misses;
        }
    }
    triangles.insert(triangles.end(),
                     {outline.previous[static_cast<size_t>(at)], at, outline.next[static_cast<size_t>(at)]});
}

} // namespace selvage
