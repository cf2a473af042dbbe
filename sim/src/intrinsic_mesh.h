// A triangle mesh that knows only its edges' lengths, not where it lies: the flat fabric, whatever panels it
// was sewn from. Vertices are taken out by flipping edges until three triangles are left around one and
// merging these (Sharp, Soliman, Crane 2019; Liu et al. 2023, for vertices that are not flat), so the edges
// of the coarser mesh are straight lines across the cloth, over seams too, and their lengths exact where it
// is flat.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// Where a vertex lies that was taken out: a mean of three others.
struct PlaceInTriangle {
    int32_t vertex[3]{};
    double weight[3]{};
    double distance[3]{}; // m, to each of them
};

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

struct Coarsening {
    IntrinsicMesh mesh;                 // renumbered
    std::vector<int32_t> source;        // per coarse vertex, the fine one
    std::vector<PlaceInTriangle> place; // per fine vertex, in coarse numbers; no weight where it has no triangle
};

// About a third of the vertices, no two of them neighbours, corners of the outline among them; triangles as
// Delaunay would have them. The same mesh gives the same bits.
Coarsening coarsen(const IntrinsicMesh &fine);

// The straight line over two triangles between the corners that they do not share.
struct MeshDiagonal {
    int32_t a{0};
    int32_t b{0};
    double length{0.0}; // m
};
// Of all edges that such a line crosses.
std::vector<MeshDiagonal> diagonalsOf(const IntrinsicMesh &mesh);

double triangleArea(double a, double b, double c); // m², from three sides

} // namespace selvage
