// The way of a drawn line through the flat fabric.
#pragma once

#include "flat_mesh.h"
#include "sim/mesh_cut.h"

namespace selvage {

// A place that the cut passes: the line's points, and where it crosses a seam or border.
struct CutNode {
    int32_t triangle{0};
    int32_t edge{-1}; // that it lies on, if it is a seam's or the border's
    DVec2 place{0.0}; // m
    int32_t point{0}; // of the line: this one, or the last before it
};

// Straight, in one panel.
struct CutLeg {
    int32_t from{0}; // node
    int32_t to{0};
    int32_t panel{0};
    DVec2 start{0.0}; // m, in the panel's coordinates
    DVec2 end{0.0};
};

struct CutTrace {
    std::vector<CutNode> nodes;
    std::vector<CutLeg> legs;
};

// m, of the triangle's edges.
double meanEdge(const FlatMesh &mesh, int32_t triangle);

Result<CutTrace> traceLine(const FlatMesh &mesh, std::span<const MeshPoint> line);

} // namespace selvage
