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

// Places along both sides of a seam that are sewn to each other (m), and whether a corner is there.
struct SeamCut {
    double a{0.0};
    double b{0.0};
    bool atA{false};
    bool atB{false};
};

// A cut at every corner of either side, by share of their lengths. `a`, `b`: m, up to each corner, the ends
// included; corners of both sides nearer than `near` (m) are one cut.
std::vector<SeamCut> seamCuts(const std::vector<double> &a, const std::vector<double> &b, double near);

} // namespace selvage
