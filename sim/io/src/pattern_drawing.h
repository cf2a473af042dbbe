// What drawings of a pattern have in common: where the pieces lie, their names, their marks.
#pragma once

#include "sim/sewing_pattern.h"

namespace selvage {

// Of the outline and all lines (m).
PatternBox boxWithLines(const Panel &panel);

// Per panel what to add (m), so that they lie in rows beside each other, all of them above and right of 0.
std::vector<DVec2> panelPlaces(const SewingPattern &pattern);

// Per panel; of several with one name the second becomes "name (2)".
std::vector<std::string> panelNamesApart(const SewingPattern &pattern);

// A notch, with the number of its seam from 1; 0 where the pattern has the notch itself.
struct DrawnNotch {
    DVec2 at{0.0};     // m
    DVec2 inward{0.0}; // from the outline into the piece; unit length
    int32_t seam{0};
};

// Per panel its notches, then those of the seams: on either side of each, at a third of its length from where
// it begins, so that they say which way round it is sewn.
std::vector<std::vector<DrawnNotch>> panelNotches(const SewingPattern &pattern);

// From end to end (m), along the grain through the middle of the piece.
struct GrainLine {
    DVec2 from{0.0};
    DVec2 to{0.0};
};
GrainLine grainLine(const Panel &panel);

// The loop as a polygon (m), from which it differs by 0.02 mm at most: lengths then are right to 1e-5.
struct DrawnPoint {
    DVec2 at{0.0};
    bool corner{false}; // an edge begins here
};
std::vector<DrawnPoint> polygonOf(const PanelLoop &loop);

// Without a last point that is the first.
std::vector<DVec2> openedLine(const PanelLine &line);

// With the twelve digits that files get.
std::string numberText(double value);

} // namespace selvage
