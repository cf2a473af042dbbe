// Where cloth passes through cloth: the oracle of self-contact, brute force in double precision.
#pragma once

#include "sim/cloth.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// An edge that pierces a triangle; vertices of all cloths, one cloth after the other.
struct Crossing {
    int32_t edge[2]{};
    int32_t triangle[3]{};
};

// Every edge of the triangles against every triangle with which it shares no vertex. Allocates; some tenths
// of a second for ten thousand triangles.
std::vector<Crossing> findCrossings(std::span<const Cloth> cloths);

// Share (–) of the vertices that are nearer than `distance` (m) to a triangle none of whose vertices is the
// vertex itself or one of its neighbours.
double shareNearer(std::span<const Cloth> cloths, double distance);

} // namespace selvage
