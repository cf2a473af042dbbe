// Exact distance to a triangle mesh and its generalised winding number (Jacobson et al. 2013), both through
// one tree of boxes. The winding number of a point is about 1 inside and 0 outside even where the mesh has
// holes, crosses itself or contains whole meshes, so that it says inside or outside of any file; far parts of
// the mesh count as one dipole each (Barill et al. 2018).
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace selvage {

class Workers;

struct MeshTree {
    struct Node {
        Vec3 low{0.0F}; // m, box
        Vec3 high{0.0F};
        int32_t first{0};      // triangle of a leaf in the tree's order; of an inner node its second child
        int32_t count{0};      // triangles of a leaf; 0: an inner node, whose first child follows it
        Vec3 areaNormal{0.0F}; // m², sum over its triangles: the dipole
        Vec3 middle{0.0F};     // m, mean of its triangles weighted by their areas
        float reach{0.0F};     // m, from the middle to the farthest corner
    };
    struct Triangle {
        Vec3 a{0.0F}; // m
        Vec3 b{0.0F};
        Vec3 c{0.0F};
        int32_t index{0}; // in the mesh
    };
    std::vector<Node> nodes; // the first is the root; empty for a mesh without triangles
    std::vector<Triangle> triangles;
};

// position: m; triangles: 3 per triangle, each with an area. O(n log n).
MeshTree makeMeshTree(std::span<const Vec3> position, std::span<const int32_t> triangles);

struct ClosestPoint {
    float distance{0.0F}; // m
    Vec3 point{0.0F};     // m
    int32_t slot{-1};     // of the tree's triangles; -1: nothing is nearer than the limit
};

// The nearest point of a triangle.
Vec3 closestPoint(const MeshTree::Triangle &triangle, const Vec3 &from);

// The point of the mesh nearest to `from`, if nearer than `limit` (m). `seed`: a slot that is likely to be
// near, which saves time; -1 = none.
ClosestPoint closestPoint(const MeshTree &tree, const Vec3 &from,
                          float limit = std::numeric_limits<float>::max(), int32_t seed = -1);

// –; exact up to rounding near the mesh, within 0.06 elsewhere.
float windingNumber(const MeshTree &tree, const Vec3 &at);

inline constexpr float kInsideWinding = 0.5F; // – more than this is inside
// How far (–) from that a winding number has to be to say so clearly.
inline constexpr float kClearWinding = 0.2F;

// The tree of those triangles only that bound the solid: without buried ones, both sides of which are inside.
// All of them where that leaves none. `whole` is the tree of the mesh; `step`: m, how far beside a triangle
// to look.
MeshTree makeSurfaceTree(std::span<const Vec3> position, std::span<const int32_t> triangles,
                         const MeshTree &whole, float step, Workers &workers);

// The share (–) of the surface whose two sides are clearly inside or outside, from the middles of at most
// `sampleCount` triangles spread evenly over the list. 1 for every closed mesh.
float clearShare(const MeshTree &tree, int32_t sampleCount);

inline constexpr float kSolidShare = 0.97F; // – and more: the mesh bounds a solid

} // namespace selvage
