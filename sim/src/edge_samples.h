// Where the outlines of a pattern get their particles.
#pragma once

#include "sim/sewing_pattern.h"

namespace selvage {

struct EdgeSamples {
    std::vector<double> along; // m from the edge's start, of the particles, both ends included
    bool joined{false};        // to a point: no samples
};

struct LoopSamples {
    std::vector<EdgeTrace> trace;
    std::vector<EdgeSamples> edge;
    std::vector<int32_t> corner; // of each edge's start: the first of those that joined edges make one
};

// Of all outlines, at steps of about `edgeLength` (m); both sides of a seam get as many, in places that
// correspond by arc length from corner to corner.
std::vector<LoopSamples> sampleOutlines(const SewingPattern &pattern, double edgeLength);

// Of a loop that is sewn to nothing.
LoopSamples sampleLoop(const PanelLoop &loop, double edgeLength);

} // namespace selvage
