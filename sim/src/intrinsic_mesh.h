// A triangle mesh that knows only its edges' lengths, not where it lies (Sharp, Soliman, Crane 2019): the
// flat fabric, whatever panels it was sewn from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

struct IntrinsicMesh {
    int32_t vertexCount{0};
    // Half-edge 3 f + k goes from corner k of triangle f to its next corner.
    std::vector<int32_t> corner; // vertex; -1 where the triangle is gone
    std::vector<int32_t> twin;   // the other half, -1 on the border
    std::vector<double> length;  // m
    // Per vertex:
    std::vector<int32_t> outgoing; // a half-edge from it, the one without a twin on the border; -1 = gone
    std::vector<uint8_t> locked;   // stays: more than one sheet of cloth meets here, or none
};

// `triangles`: 3 vertices each; `lengths`: m, of corner k to the next. Edges of more than two triangles, or
// of triangles that turn opposite ways, count as borders and lock their ends. Allocates.
IntrinsicMesh makeIntrinsicMesh(int32_t vertexCount, std::span<const int32_t> triangles,
                                std::span<const double> lengths);

// The straight line over two triangles between the corners that they do not share.
struct MeshDiagonal {
    int32_t a{0};
    int32_t b{0};
    double length{0.0}; // m
};
// Of all edges that such a line crosses.
std::vector<MeshDiagonal> diagonalsOf(const IntrinsicMesh &mesh);

double triangleArea(double a, double b, double c); // m², from three sides

// The half-edges of the same triangle after and before this one.
inline int32_t nextHalf(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
inline int32_t previousHalf(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}

struct PlanePoint {
    double x{0.0}; // m
    double y{0.0}; // m
};
using TriangleWeights = std::array<double, 3>; // of its corners in a mean of them
TriangleWeights weightsIn(const PlanePoint &a, const PlanePoint &b, const PlanePoint &c, const PlanePoint &p);
double doubleArea(const PlanePoint &a, const PlanePoint &b, const PlanePoint &c); // m², signed
// The angle (rad) between two sides, opposite a third.
double angleBetween(double a, double b, double opposite);
// From the start of a half-edge to a place in its triangle (m); `weight`: of the triangle's corners in order.
double distanceToCorner(const IntrinsicMesh &mesh, int32_t h, const TriangleWeights &weight);

// The third corner of a triangle above its base from (0, 0) to (base, 0), from its sides (m).
PlanePoint cornerAbove(double base, double toStart, double toEnd);

} // namespace selvage
