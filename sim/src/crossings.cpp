// Boxes in single precision sort out nearly everything; what is left is decided in double.
#include "sim/crossings.h"

#include "box.h"
#include "maths/index.h"
#include "patches.h"

#include <algorithm>
#include <array>
#include <set>

namespace selvage {

namespace {

using Vec3d = glm::dvec3;

// All cloths as one mesh.
struct Soup {
    std::vector<Vec3> position;
    std::vector<std::array<int32_t, 3>> triangles;
    std::vector<std::array<int32_t, 2>> edges;
    std::vector<Box> boxes; // of the triangles

    explicit Soup(std::span<const Cloth> cloths) {
        const std::vector<int32_t> offsets = vertexOffsets(cloths);
        std::set<std::array<int32_t, 2>> known;
        for (size_t c = 0; c < cloths.size(); ++c) {
            position.insert(position.end(), cloths[c].position.begin(), cloths[c].position.end());
            const auto &t = cloths[c].topology->triangles;
            for (size_t i = 0; i + 2 < t.size(); i += 3) {
                triangles.push_back({t[i] + offsets[c], t[i + 1] + offsets[c], t[i + 2] + offsets[c]});
            }
        }
        for (const auto &t : triangles) {
            Box box;
            for (size_t k = 0; k < 3; ++k) {
                box.add(position[u(t[k])]);
                known.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
            }
            boxes.push_back(box);
        }
        edges.assign(known.begin(), known.end());
    }

    Vec3d at(int32_t v) const { return Vec3d(position[u(v)]); }
};

double volume(const Vec3d &a, const Vec3d &b, const Vec3d &c, const Vec3d &d) {
    return glm::dot(glm::cross(b - a, c - a), d - a);
}

bool pierces(const Soup &soup, const std::array<int32_t, 2> &edge, const std::array<int32_t, 3> &t) {
    const Vec3d p = soup.at(edge[0]);
    const Vec3d q = soup.at(edge[1]);
    const Vec3d a = soup.at(t[0]);
    const Vec3d b = soup.at(t[1]);
    const Vec3d c = soup.at(t[2]);
    if ((volume(a, b, c, p) > 0.0) == (volume(a, b, c, q) > 0.0)) {
        return false;
    }
    const bool first = volume(p, q, a, b) > 0.0;
    return first == (volume(p, q, b, c) > 0.0) && first == (volume(p, q, c, a) > 0.0);
}

bool shareVertex(const std::array<int32_t, 2> &edge, const std::array<int32_t, 3> &t) {
    return std::any_of(t.begin(), t.end(), [&](int32_t v) { return v == edge[0] || v == edge[1]; });
}

double squaredToSegment(const Vec3d &p, const Vec3d &a, const Vec3d &b) {
    const Vec3d d = b - a;
    const double s = std::clamp(glm::dot(p - a, d) / std::max(glm::dot(d, d), 1e-300), 0.0, 1.0);
    const Vec3d r = p - (a + s * d);
    return glm::dot(r, r);
}

double squaredToTriangle(const Vec3d &p, const Vec3d &a, const Vec3d &b, const Vec3d &c) {
    const Vec3d n = glm::cross(b - a, c - a);
    const bool inside = glm::dot(glm::cross(b - a, p - a), n) > 0.0 &&
                        glm::dot(glm::cross(c - b, p - b), n) > 0.0 &&
                        glm::dot(glm::cross(a - c, p - c), n) > 0.0;
    if (inside) {
        const double h = glm::dot(p - a, n);
        return h * h / glm::dot(n, n);
    }
    return std::min({squaredToSegment(p, a, b), squaredToSegment(p, b, c), squaredToSegment(p, c, a)});
}

} // namespace

std::vector<Crossing> findCrossings(std::span<const Cloth> cloths) {
    const Soup soup(cloths);
    std::vector<Crossing> crossings;
    for (const auto &edge : soup.edges) {
        Box box;
        box.add(soup.position[u(edge[0])]);
        box.add(soup.position[u(edge[1])]);
        for (size_t t = 0; t < soup.triangles.size(); ++t) {
            const auto &triangle = soup.triangles[t];
            if (box.overlaps(soup.boxes[t]) && !shareVertex(edge, triangle) &&
                pierces(soup, edge, triangle)) {
                crossings.push_back({{edge[0], edge[1]}, {triangle[0], triangle[1], triangle[2]}});
            }
        }
    }
    return crossings;
}

double shareNearer(std::span<const Cloth> cloths, double distance) {
    const Soup soup(cloths);
    std::vector<std::set<int32_t>> around(soup.position.size()); // each vertex with its neighbours
    for (const auto &edge : soup.edges) {
        around[u(edge[0])].insert({edge[0], edge[1]});
        around[u(edge[1])].insert({edge[0], edge[1]});
    }
    size_t near = 0;
    for (size_t v = 0; v < soup.position.size(); ++v) {
        Box box;
        box.add(soup.position[v] - Vec3(static_cast<float>(distance)));
        box.add(soup.position[v] + Vec3(static_cast<float>(distance)));
        for (size_t t = 0; t < soup.triangles.size(); ++t) {
            const auto &[a, b, c] = soup.triangles[t];
            if (box.overlaps(soup.boxes[t]) &&
                around[v].count(a) + around[v].count(b) + around[v].count(c) == 0 &&
                squaredToTriangle(Vec3d(soup.position[v]), soup.at(a), soup.at(b), soup.at(c)) <
                    distance * distance) {
                ++near;
                break;
            }
        }
    }
    return static_cast<double>(near) / static_cast<double>(std::max<size_t>(soup.position.size(), 1));
}

} // namespace selvage
