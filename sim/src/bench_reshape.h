// A bench's shape from another one: joined, unpicked, cut, hemmed. For the planner's thread; all allocate.
#pragma once

#include "bench_planner.h"

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

struct Reshaped {
    BenchNote note{BenchNote::None}; // why not
    BenchShape shape;
    std::vector<ParticlePart> forth;
    std::vector<ParticlePart> back;
    std::vector<std::vector<EdgeOfPanel>> edgeNow; // as a plan's
};

Reshaped joinShape(const BenchShape &now, std::span<const ParticlePair> pairs, const BenchSeam &seam);
// The seam that has the edge between two particles.
Reshaped unpickShape(const BenchShape &now, const std::array<int32_t, 2> &edge);
Reshaped cutShape(const BenchShape &now, std::span<const MeshPoint> line);
// What hangs below a height is gone.
Reshaped hemShape(const BenchShape &now, const Hem &hem);

} // namespace selvage
