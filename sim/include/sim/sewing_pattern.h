// A sewing pattern: flat panels with curved outlines, the seams that join their edges, and where each panel
// stands in space before it is sewn. Nothing here is meshed yet (sim/panel_mesh.h) and nothing is trusted:
// readers fill these structures with what a file says, patternFaults tells what is wrong with it.
#pragma once

#include "maths/pose.h"
#include "maths/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace selvage {

using DVec2 = glm::dvec2;

enum class EdgeCurve : uint8_t { Line, Quadratic, Cubic, Arc, Polyline };

// A piece of an outline between two corners, in the panel's plane (m).
struct PanelEdge {
    EdgeCurve curve{EdgeCurve::Line};
    DVec2 start{0.0};
    DVec2 end{0.0};
    // Quadratic, cubic: the one or two control points; arc of a circle: the point in its middle; polyline:
    // the points between start and end.
    std::vector<DVec2> through;
    std::string label;
};

// Edges in order, each from where the one before ends; the last ends where the first starts.
using PanelLoop = std::vector<PanelEdge>;

// A place on the outline that is marked for sewing.
struct Notch {
    int32_t edge{0};
    double along{0.0}; // m, from the edge's start
};

enum class LineUse : uint8_t {
    Internal,
    Sew,  // inside the outline
    Cut,  // around the outline, which is where it is sewn
    Fold, // between the halves of a piece
    Drill // a point
};

struct PanelLine {
    LineUse use{LineUse::Internal};
    std::vector<DVec2> points; // m
};

struct Panel {
    std::string name;
    PanelLoop outline;
    std::vector<PanelLoop> holes;
    std::vector<PanelLine> lines; // drawn on the panel, none of them cut
    std::vector<Notch> notches;
    DVec2 grain{0.0, 1.0}; // along the warp; unit length
    bool grainGiven{false};
    std::string fabric;
    std::string label;
    int32_t quantity{1};
    bool unfolded{false}; // the file has half of it, on the fold line
    Pose placement;       // of the panel's plane: (x, y, 0) to space
};

struct EdgeOfPanel {
    int32_t panel{0};
    int32_t edge{0}; // of the outline
};

// Two rows of edges that are sewn together. Side a runs along its edges, from the first one's start. Side b
// runs against the direction of its edges, as two outlines do that wind the same way round; where right is
// sewn to wrong, it runs along them.
struct Seam {
    std::vector<EdgeOfPanel> a;
    std::vector<EdgeOfPanel> b;
    bool rightToWrong{false};
};

struct SewingPattern {
    std::vector<Panel> panels;
    std::vector<Seam> seams;
};

inline constexpr double kPanelSizeMax = 20.0;       // m, either way
inline constexpr double kLoopGapMax = 0.0005;       // m: wider gaps between neighbouring edges are faults
inline constexpr int32_t kOutlinePointsMax = 40000; // of a panel, its curves as drawn by drawLoop

// An edge as a polyline with the length up to each point (m), 0 at the first. Polylines keep their points;
// curves get 256 pieces, which measures a quarter of a circle short by 2e-6.
struct EdgeTrace {
    std::vector<DVec2> point;
    std::vector<double> along;

    double length() const { return along.back(); }
};
EdgeTrace traceEdge(const PanelEdge &edge);
double edgeLength(const PanelEdge &edge); // m
// The point `along` metres from the start; beyond the ends, the end.
DVec2 pointAt(const EdgeTrace &trace, double along);
// The part of an edge between two places along it (m): the same kind of curve.
PanelEdge partOf(const PanelEdge &edge, double from, double to);
// Start and end changed places.
PanelEdge reversed(const PanelEdge &edge);
// The arc from start to end with the given radius (m), enlarged to a half circle where it is too small to
// reach; counter-clockwise or not, the short or the long way.
PanelEdge makeArc(const DVec2 &start, const DVec2 &end, double radius, bool large, bool counterClockwise);

// What makeArc made an arc from; a radius of 0 where it is straight.
struct ArcShape {
    double radius{0.0}; // m
    bool large{false};
    bool counterClockwise{false};
};
ArcShape shapeOfArc(const PanelEdge &arc);

// m², positive when it runs counter-clockwise.
double signedArea(const PanelLoop &loop);
double loopLength(const PanelLoop &loop); // m

struct PatternBox {
    DVec2 low{0.0};
    DVec2 high{0.0};
};
PatternBox boxOf(const PanelLoop &loop);

// The place on the outline nearest to `point`.
struct OutlinePlace {
    Notch place;
    double distance{0.0}; // m
};
OutlinePlace nearestOnOutline(const PanelLoop &outline, const DVec2 &point);

// Where an edge does not start where the one before it ends.
struct LoopGap {
    int32_t panel{0};
    int32_t edge{0}; // the one before the gap
    double gap{0.0}; // m
};
std::vector<LoopGap> loopGaps(const SewingPattern &pattern);

// Everything that keeps a pattern from being meshed and sewn, a sentence each with panel and edge: numbers
// that are not finite, loops of no edge or open by more than kLoopGapMax, panels out of size, outlines that
// cross or touch themselves, seams of edges that are not there or sewn twice.
std::vector<std::string> patternFaults(const SewingPattern &pattern);

// "'front', edge 3 'armhole'"
std::string nameOf(const SewingPattern &pattern, const EdgeOfPanel &edge);

// m, along one side of a seam.
double sideLength(const SewingPattern &pattern, const std::vector<EdgeOfPanel> &side);

// Two neighbouring edges of one panel, sewn to each other.
bool isDart(const SewingPattern &pattern, const Seam &seam);

// Whether the ends of the seam's sides would lie clearly nearer (by a tenth and more) to each other, as the
// panels are placed, if one side ran the other way. A hint: shoulders that lie far apart look like that, too.
bool looksFlipped(const SewingPattern &pattern, const Seam &seam);

} // namespace selvage
