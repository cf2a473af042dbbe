// Changes of a sewing pattern: cuts, darts, trimmed edges, seams of single edges. Each takes a pattern and
// gives another one, in which the seams go on with the parts of their edges. A panel that falls apart keeps
// its number and name for the larger piece; the other ones come last and are named "front (2)", "front (3)".
#pragma once

#include "sim/sewing_pattern.h"

#include <span>

namespace selvage {

inline constexpr double kSlitWidth = 1e-4; // m: a slit is a wedge that is so wide at the outline

// Cuts a panel along a line in its plane (m); what of it lies outside the panel counts for nothing. From the
// outline to inside it makes a slit: two edges there and back; inside alone, a hole as wide as a slit; from
// outline to outline, two panels. Where it crosses slits it goes on beyond. Fails, naming the panel, for a
// line that is not finite, too short, meets a hole or crosses itself, and where the pattern has or would get
// faults.
Result<SewingPattern> cutPanel(const SewingPattern &pattern, int32_t panel, std::span<const DVec2> line);

// Cuts from outline to outline, and what lies to the right of the line is gone, with its part of the seams: a
// hem. Fails as cutPanel does, and where the line does not make two panels.
Result<SewingPattern> trimPanel(const SewingPattern &pattern, int32_t panel, std::span<const DVec2> line);

// Takes a wedge out of a panel, from an edge to the tip, and sews its legs together. Fails, naming the panel,
// where the wedge is wider than the edge is long on either side of `place`, where the tip is not inside, and
// where the pattern has or would get faults.
struct Dart {
    EdgeOfPanel edge;
    double along{0.0}; // m, of its middle, from the edge's start
    double width{0.0}; // m
    DVec2 tip{0.0};    // m
};
Result<SewingPattern> addDart(const SewingPattern &pattern, const Dart &dart);

// Every seam sews one edge to one other: those of several edges are split at the corners of both sides, by
// share of their lengths, and polylines in seams become lines. What has seams without faults keeps them.
SewingPattern withSingleEdgeSeams(const SewingPattern &pattern);

} // namespace selvage
