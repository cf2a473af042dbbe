// Zones of a tree that cannot intersect themselves (Liu, Li 2006, §6, after Volino, Magnenat-Thalmann 1994
// and Provot 1997): all normals of the zone lie in a cone of less than a right angle and, which the paper
// leaves out, the contour of the zone, seen along the cone's axis, does not cross itself. Then every point of
// that view is covered by one triangle at most: as all triangles face the viewer, the number of those that
// cover a point is the winding number of the contour, and that of a single curve without crossings is 0 or 1.
#pragma once

#include "sim/broad_phase.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

struct TreeNode;

class ZoneCones {
public:
    ZoneCones() = default;
    // Allocates.
    ZoneCones(std::span<const TreeNode> nodes, std::span<const Triangle> triangles);

    // Fits the cones from the bottom up; vertices: m, which have to stay where they are while zones are asked
    // for.
    void refit(std::span<const TreeNode> nodes, std::span<const Triangle> triangles,
               std::span<const Vec3> vertices);
    // Whether no two triangles of the node's zone intersect. O(m log m) for a contour of m edges, and more
    // where many of them lie beside each other.
    bool isFree(int32_t node);

private:
    struct Cone {
        Vec3 axis{0.0F};   // unit
        float angle{0.0F}; // rad, between the axis and any normal
    };
    struct Segment {
        glm::dvec2 from{0.0}; // m, seen along the axis
        glm::dvec2 to{0.0};
        std::array<int32_t, 2> vertex{};
    };
    using Edge = std::array<int32_t, 2>;

    void findContours(std::span<const TreeNode> nodes, std::span<const Triangle> triangles);
    static Cone join(const Cone &a, const Cone &b);

    std::vector<Cone> cones_;          // per node
    std::vector<size_t> contourStart_; // per node, and where it ends
    std::vector<size_t> contourEnd_;
    std::vector<Edge> contours_;
    std::vector<uint8_t> isOneCurve_; // per node
    std::vector<Segment> segments_;   // scratch
    std::span<const Vec3> vertices_;
};

} // namespace selvage
