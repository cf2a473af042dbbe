// A triangle mesh in the flat fabric that can be changed: edges and faces split, edges flipped, vertices
// moved. Every triangle has its corners' places in the fabric, so that panels are sewn where the places on
// both sides of an edge differ. Mirrored panels are turned over, so that all triangles run counter-clockwise.
#pragma once

#include "maths/result.h"
#include "sim/mesh_cloth.h"
#include "sim/sewing_pattern.h"

#include <array>
#include <span>

namespace selvage {

// Corner k of a triangle.
struct FlatCorner {
    int32_t triangle{0};
    int32_t k{0};
};

// The corners around a vertex, counter-clockwise.
struct FlatStar {
    std::vector<FlatCorner> corners;
    bool closed{false}; // inside the cloth; else it begins and ends at the border
};

struct FlatMesh {
    // Per triangle; edge k runs from corner k to the next.
    std::vector<std::array<int32_t, 3>> corner; // vertices
    std::vector<std::array<DVec2, 3>> uv;       // m
    std::vector<std::array<int32_t, 3>> across; // the triangle beyond an edge; -1: the border
    std::vector<int32_t> panel;                 // whose coordinates uv is in
    std::vector<int32_t> home;                  // the triangle of the given shape that it was made from
    std::vector<uint8_t> mirrored;              // uv.x is the negative of the fabric's
    // Per vertex:
    std::vector<int32_t> particle; // of the given shape; -1: made since, or moved
    std::vector<int32_t> around;   // a triangle at it

    bool isBorder(int32_t triangle, int32_t k) const;
    bool isSeam(int32_t triangle, int32_t k) const; // sewn: another panel, or another place in this one
    DVec2 place(const FlatCorner &c) const;
    void gatherStar(int32_t vertex, FlatStar &star) const;

    // The vertex made, `share` (–) of the way from corner k to the next, on both sides of the edge.
    int32_t splitEdge(int32_t triangle, int32_t k, double share);
    int32_t splitFace(int32_t triangle, const DVec2 &place);
    // The edge gives way to the other diagonal of its two triangles.
    void flip(int32_t triangle, int32_t k);
};

// `panel`: of each triangle; empty: pieces that hang together in the flat fabric. Fails, naming the triangle,
// where the shape is no sheet: corners that are not there or in line, three triangles at an edge, neighbours
// that face to different sides.
Result<FlatMesh> makeFlatMesh(const MeshShape &shape, std::span<const int32_t> panel);

inline int32_t followingCorner(int32_t k) {
    return k == 2 ? 0 : k + 1;
}

inline double crossOf(const DVec2 &a, const DVec2 &b) {
    return a.x * b.y - a.y * b.x;
}

// Of the smallest angle: 0.5 is best, near 1 a sliver; 2 where the triangle is inverted or empty.
double worstCosine(const DVec2 &a, const DVec2 &b, const DVec2 &c);

// –, of each corner, of a place in the triangle's plane.
std::array<double, 3> barycentric(const std::array<DVec2, 3> &triangle, const DVec2 &place);

// The triangle of the panel that holds a place, looked for from `hint` on; the nearest one where none does.
int32_t locate(const FlatMesh &mesh, const DVec2 &place, int32_t hint);

} // namespace selvage
