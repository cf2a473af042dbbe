// Where a V that a hand has drawn takes a wedge out of a panel.
#pragma once

#include "bench_reshape.h"

#include <array>

namespace selvage {

struct DartCut {
    BenchNote note{BenchNote::None}; // why there is none
    int32_t panel{-1};
    // m, in the panel's plane: where its legs, equally long, begin on the outline, and where they meet.
    std::array<DVec2, 2> ends{};
    DVec2 tip{0.0};
    std::array<MeshPoint, 3> line{}; // end, tip, end on the worn cloth
};

// `drawn`: on the worn cloth. The V's ends move to the nearest place of the outline, its tip, of what is
// drawn the farthest from between them, along the way between them to the middle.
DartCut dartOf(const BenchShape &now, const WornShape &worn, std::span<const MeshPoint> drawn);

struct Wedge {
    BenchNote note{BenchNote::None}; // why it cannot go
    std::vector<uint8_t> goes;       // per triangle of the cut mesh
};

// Of what the cut parts the smaller one. `fixed`: per particle before, whether it is pinned or held.
Wedge wedgeOf(const MeshCut &cut, std::span<const uint8_t> fixed);

// Takes the wedge out of the pattern: what the panel falls into, the larger part first. Fails as cutPanel
// does, and where that are not two pieces.
Result<SewingPattern> cutWedge(const SewingPattern &pattern, const DartCut &dart);

// Its legs, that are one edge of the panel from end to end, become two: the one that ends at the tip and the
// one that begins there. {-1, -1}: there is no such edge.
std::array<EdgeOfPanel, 2> partLegs(int32_t panel, const DVec2 &tip, SewingPattern &pattern);

} // namespace selvage
