// What the bench's tools share.
#pragma once

#include "sim/bench.h"

namespace selvage {

// The particles' places along an edge of a panel, as they are now.
struct EdgePick {
    EdgeOfPanel edge{-1, -1};
    float distance{1e9F}; // m
};

// The edge nearest to a place, but those that are sewn and `but`.
EdgePick nearestEdge(const World &world, const Vec3 &at, const EdgeOfPanel &but);

const std::vector<int32_t> &verticesOf(const Bench &bench, const EdgeOfPanel &edge);
bool isSame(const EdgeOfPanel &a, const EdgeOfPanel &b);

// m, in the flat fabric, of the way from vertex to vertex.
float flatLength(const Bench &bench, std::span<const int32_t> vertices);

// Begins to draw two rows of vertices together; pairs of them by their share of the row's length. Rows with
// as many vertices are paired one by one; else each vertex of the longer list goes with the one of the other
// list that is nearest to its share, so that several may become one. Nothing happens while another seam is
// on its way.
void beginClosing(World &world, std::span<const int32_t> a, std::span<const int32_t> b, bool sameWay);

// Whether the sum of the pairs' distances is smaller when both rows are taken from their starts.
bool liesSameWay(const World &world, std::span<const int32_t> a, std::span<const int32_t> b);

// Fills in the waistbands' springs of a solver that is new to the bench's cloth.
void pickBands(const World &world, ClothSolver &solver);
// Of one of them; after that of those before it.
void pickBand(const World &world, size_t band, ClothSolver &solver);

void pullWaistband(World &world, BenchHand &hand, float pull, float dt);
void beginWaistband(World &world, BenchHand &hand, const Vec3 &at);
void endWaistband(World &world, BenchHand &hand);

} // namespace selvage
