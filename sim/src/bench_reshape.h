// A bench's shape from another one: joined, unpicked, cut, hemmed, darted. For the planner's thread; all
// allocate.
#pragma once

#include "bench_planner.h"

#include <array>

namespace selvage {

// A shape of these panels, in which these vertices are one particle.
void setJoined(std::vector<ParticlePair> joined, BenchShape &shape);
// Joins all vertices of which `particle` says the same.
void joinAlike(std::span<const int32_t> particle, BenchShape &shape);

// The particles' parts of two shapes with the same vertices.
std::vector<ParticlePart> partsBetween(const Garment &before, const Garment &after);
// The way back of parts of which each has one particle as its own.
std::vector<ParticlePart> partsBack(std::span<const ParticlePart> parts);

// The cloth's shape, and per triangle of it the panel and the garment's triangle it is.
struct WornShape {
    MeshShape shape;
    std::vector<int32_t> panel;
    std::vector<int32_t> triangle;
};
WornShape wornShape(const Garment &garment);
// m, in the flat fabric.
Vec2 flatPlace(const WornShape &worn, const MeshPoint &point);

// Each edge of `before` goes on as the one of `after` that has most of its particles. `back`: the particles'
// parts from after to before; `home`: per panel after, the one it was.
std::vector<std::vector<EdgeOfPanel>> edgesNow(const Garment &before, const Garment &after,
                                               std::span<const ParticlePart> back,
                                               std::span<const int32_t> home);

// m, in the panel's plane, of a place in the flat fabric, and back. `origin`: as the shape has it.
DVec2 planePlace(const Panel &panel, const DVec2 &origin, const Vec2 &uv);
Vec2 flatPlace(const Panel &panel, const DVec2 &origin, const DVec2 &place);

// m, of all triangles' edges, if they were equilateral. `uv`: m, per corner.
double equilateralEdge(std::span<const Vec2> uv);

struct Reshaped {
    BenchNote note{BenchNote::None}; // why not
    BenchShape shape;
    std::vector<ParticlePart> forth;
    std::vector<ParticlePart> back;
    std::vector<std::vector<EdgeOfPanel>> edgeNow; // as a plan's
    std::array<EdgeOfPanel, 2> legs{};             // of a dart
};

Reshaped joinShape(const BenchShape &now, std::span<const ParticlePair> pairs, const BenchSeam &seam);
// The seam that has the edge between two particles.
Reshaped unpickShape(const BenchShape &now, const std::array<int32_t, 2> &edge);
Reshaped cutShape(const BenchShape &now, std::span<const MeshPoint> line);
// What hangs below a height is gone.
Reshaped hemShape(const BenchShape &now, const Hem &hem);
// A wedge is gone, its legs not sewn yet. `fixed`: per particle, whether it is pinned or held.
Reshaped dartShape(const BenchShape &now, std::span<const MeshPoint> drawn, std::span<const uint8_t> fixed);

} // namespace selvage
