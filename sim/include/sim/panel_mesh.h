// Panels as triangle meshes. Outlines are sampled at equal steps of arc length, both sides of a seam with as
// many particles; the inside is filled with a hexagonal lattice and triangulated by constrained Delaunay that
// leaves the outline as it is (sim/src/constrained_delaunay.h). Edges shorter than 3 mm are joined to a
// point. Same pattern, same mesh, bit by bit.
#pragma once

#include "sim/sewing_pattern.h"

namespace selvage {

struct PanelMeshOptions {
    double edgeLength{0.02}; // m, wanted; 0.001 to 1
    int32_t smoothing{3};    // passes over the inner points
};

inline constexpr double kJoinedEdge = 0.003;         // m: shorter edges become a point
inline constexpr int32_t kPanelVerticesMax = 500000; // of all panels

struct PanelMesh {
    std::vector<DVec2> position;    // m, in the panel's plane
    std::vector<int32_t> triangles; // 3 per triangle, counter-clockwise in the panel's plane
    // Of each edge of the outline, from its start to its end; one vertex where the edge was joined.
    std::vector<std::vector<int32_t>> edgeVertices;
};

// One mesh a panel. Fails with the pattern's first fault (patternFaults), for options out of range, and where
// an outline crosses itself when drawn with edges of the wanted length.
Result<std::vector<PanelMesh>> meshPattern(const SewingPattern &pattern, const PanelMeshOptions &options);

struct PanelVertex {
    int32_t panel{0};
    int32_t vertex{0};

    friend bool operator==(const PanelVertex &, const PanelVertex &) = default;
};

struct SeamPair {
    PanelVertex a;
    PanelVertex b;
};

// What a seam joins, in order along it. A pair may be one vertex twice, as at a dart's tip, and a vertex may
// be in two pairs, where two edges of the other side meet.
std::vector<SeamPair> seamPairs(const Seam &seam, const std::vector<PanelMesh> &meshes);

struct MeshQuality {
    double minAngleDeg{180.0};
    double angleP1Deg{180.0}; // of the triangles' smallest angles, 1 % are below
    int32_t slivers{0};       // triangles with an angle under 10 degrees
};
MeshQuality meshQuality(const std::vector<PanelMesh> &meshes);

} // namespace selvage
