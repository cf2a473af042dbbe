// Curves of outlines: drawn, measured, turned round.
#include "sim/sewing_pattern.h"

#include "outline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kTracePieces = 256;
constexpr int32_t kDrawnPieces = 32;
constexpr double kStraightRise = 1e-6; // –, of half the chord: flatter arcs are straight

double crossOf(const DVec2 &a, const DVec2 &b) {
    return a.x * b.y - a.y * b.x;
}

// To the left of d, as long.
DVec2 leftOf(const DVec2 &d) {
    return {-d.y, d.x};
}

// The blossom of a quadratic or cubic Bézier curve (Ramshaw 1987) by de Casteljau: of the first shares, as
// many as its degree. Equal ones give a point of the curve, a and b in turn the control points of its part
// from a to b.
DVec2 blossomAt(const PanelEdge &edge, const std::array<double, 3> &share) {
    std::array<DVec2, 4> p{edge.start};
    size_t n = 1;
    for (const DVec2 &control : edge.through) {
        p[n++] = control;
    }
    p[n++] = edge.end;
    for (size_t step = 0; n > 1; --n, ++step) {
        for (size_t i = 0; i + 1 < n; ++i) {
            p[i] = glm::mix(p[i], p[i + 1], share[step]);
        }
    }
    return p[0];
}

DVec2 bezierAt(const PanelEdge &edge, double t) {
    return blossomAt(edge, {t, t, t});
}

// The point at the share t of an arc with half chord c and rise s: half the angle it spans is 2 atan(s / c).
DVec2 arcAt(const PanelEdge &edge, double t) {
    const DVec2 chord = edge.end - edge.start;
    const DVec2 middle = 0.5 * (edge.start + edge.end);
    const double c = 0.5 * glm::length(chord);
    if (c == 0.0) {
        return edge.start;
    }
    const DVec2 normal = leftOf(chord) / (2.0 * c);
    const double s = glm::dot(edge.through.front() - middle, normal);
    if (std::abs(s) < 1e-9 * c) {
        return edge.start + t * chord;
    }
    const double radius = (c * c + s * s) / (2.0 * s); // signed
    const double angle = 2.0 * std::atan2(s, c) * (2.0 * t - 1.0);
    return middle + (s - radius + radius * std::cos(angle)) * normal +
           radius * std::sin(angle) * (chord / (2.0 * c));
}

std::vector<DVec2> drawEdge(const PanelEdge &edge, int32_t pieces) {
    std::vector<DVec2> points{edge.start};
    switch (edge.curve) {
    case EdgeCurve::Line:
        break;
    case EdgeCurve::Polyline:
        points.insert(points.end(), edge.through.begin(), edge.through.end());
        break;
    case EdgeCurve::Quadratic:
    case EdgeCurve::Cubic:
    case EdgeCurve::Arc:
        for (int32_t k = 1; k < pieces; ++k) {
            const double t = static_cast<double>(k) / pieces;
            points.push_back(edge.curve == EdgeCurve::Arc ? arcAt(edge, t) : bezierAt(edge, t));
        }
        break;
    }
    points.push_back(edge.end);
    return points;
}

} // namespace

EdgeTrace traceEdge(const PanelEdge &edge) {
    EdgeTrace trace{drawEdge(edge, kTracePieces), {0.0}};
    for (size_t i = 1; i < trace.point.size(); ++i) {
        trace.along.push_back(trace.along.back() + glm::distance(trace.point[i - 1], trace.point[i]));
    }
    return trace;
}

double edgeLength(const PanelEdge &edge) {
    return traceEdge(edge).length();
}

DVec2 pointAt(const EdgeTrace &trace, double along) {
    const auto after = std::upper_bound(trace.along.begin(), trace.along.end(), along);
    if (after == trace.along.begin()) {
        return trace.point.front();
    }
    if (after == trace.along.end()) {
        return trace.point.back();
    }
    const auto i = static_cast<size_t>(after - trace.along.begin());
    const double t = (along - trace.along[i - 1]) / (trace.along[i] - trace.along[i - 1]);
    return glm::mix(trace.point[i - 1], trace.point[i], t);
}

PanelEdge partOf(const PanelEdge &edge, double from, double to) {
    const EdgeTrace trace = traceEdge(edge);
    const double length = trace.length();
    PanelEdge part{edge.curve,
                   from <= 0.0 ? edge.start : pointAt(trace, from),
                   to >= length ? edge.end : pointAt(trace, to),
                   {},
                   edge.label};
    const auto shareAt = [&](double along) { // – of the curve's parameter
        const auto after = std::upper_bound(trace.along.begin(), trace.along.end(), along);
        const auto i = static_cast<size_t>(after - trace.along.begin());
        if (i == 0 || i == trace.along.size()) {
            return i == 0 ? 0.0 : 1.0;
        }
        const double t = (along - trace.along[i - 1]) / (trace.along[i] - trace.along[i - 1]);
        return (static_cast<double>(i - 1) + t) / kTracePieces;
    };
    const double a = from <= 0.0 ? 0.0 : shareAt(from);
    const double b = to >= length ? 1.0 : shareAt(to);
    switch (edge.curve) {
    case EdgeCurve::Line:
        break;
    case EdgeCurve::Quadratic:
        part.through = {blossomAt(edge, {a, b, b})};
        break;
    case EdgeCurve::Cubic:
        part.through = {blossomAt(edge, {a, a, b}), blossomAt(edge, {a, b, b})};
        break;
    case EdgeCurve::Arc:
        part.through = {arcAt(edge, 0.5 * (a + b))};
        break;
    case EdgeCurve::Polyline:
        for (size_t i = 1; i + 1 < trace.point.size(); ++i) {
            if (trace.along[i] > from && trace.along[i] < to) {
                part.through.push_back(trace.point[i]);
            }
        }
        break;
    }
    return part;
}

PanelEdge reversed(const PanelEdge &edge) {
    PanelEdge turned = edge;
    std::swap(turned.start, turned.end);
    std::reverse(turned.through.begin(), turned.through.end());
    return turned;
}

PanelEdge makeArc(const DVec2 &start, const DVec2 &end, double radius, bool large, bool counterClockwise) {
    const DVec2 chord = end - start;
    const double c = 0.5 * glm::length(chord);
    const double r = std::max(std::abs(radius), c);
    const double inner = std::sqrt(std::max(r * r - c * c, 0.0));
    const double rise = large ? r + inner : r - inner;
    const DVec2 right = c > 0.0 ? -leftOf(chord) / (2.0 * c) : DVec2(0.0);
    const DVec2 middle = 0.5 * (start + end) + (counterClockwise ? rise : -rise) * right;
    return {EdgeCurve::Arc, start, end, {middle}, {}};
}

ArcShape shapeOfArc(const PanelEdge &arc) {
    const DVec2 chord = arc.end - arc.start;
    const DVec2 toMiddle = arc.through.front() - 0.5 * (arc.start + arc.end);
    const double half = 0.5 * glm::length(chord);
    const double rise = glm::length(toMiddle);
    if (rise <= kStraightRise * half) {
        return {};
    }
    // The chord and the middle's diameter cut each other: half² = rise (2 r - rise).
    return {(half * half + rise * rise) / (2.0 * rise), rise > half, crossOf(chord, toMiddle) < 0.0};
}

double signedArea(const PanelLoop &loop) {
    double twice = 0.0;
    for (const PanelEdge &edge : loop) {
        const EdgeTrace trace = traceEdge(edge);
        for (size_t i = 1; i < trace.point.size(); ++i) {
            twice += crossOf(trace.point[i - 1] - loop.front().start, trace.point[i] - loop.front().start);
        }
    }
    return 0.5 * twice;
}

double loopLength(const PanelLoop &loop) {
    double sum = 0.0;
    for (const PanelEdge &edge : loop) {
        sum += edgeLength(edge);
    }
    return sum;
}

PatternBox boxOf(const PanelLoop &loop) {
    PatternBox box{loop.front().start, loop.front().start};
    for (const PanelEdge &edge : loop) {
        for (const DVec2 &p : drawEdge(edge, kDrawnPieces)) {
            box.low = glm::min(box.low, p);
            box.high = glm::max(box.high, p);
        }
    }
    return box;
}

OutlinePlace nearestOnOutline(const PanelLoop &outline, const DVec2 &point) {
    OutlinePlace nearest{{}, HUGE_VAL};
    for (size_t e = 0; e < outline.size(); ++e) {
        const EdgeTrace trace = traceEdge(outline[e]);
        for (size_t i = 1; i < trace.point.size(); ++i) {
            const DVec2 a = trace.point[i - 1];
            const DVec2 d = trace.point[i] - a;
            const double square = glm::dot(d, d);
            const double t = square > 0.0 ? glm::clamp(glm::dot(point - a, d) / square, 0.0, 1.0) : 0.0;
            const double distance = glm::distance(point, a + t * d);
            if (distance < nearest.distance) {
                const double along = glm::mix(trace.along[i - 1], trace.along[i], t);
                nearest = {{static_cast<int32_t>(e), along}, distance};
            }
        }
    }
    return nearest;
}

void addToRing(DrawnRing &drawn, const LatticePoint &point, int32_t edge) {
    if (!drawn.ring.empty() && drawn.ring.back() == point) {
        drawn.edgeOfSegment.back() = edge;
        return;
    }
    drawn.ring.push_back(point);
    drawn.edgeOfSegment.push_back(edge);
}

void closeRing(DrawnRing &drawn) {
    while (drawn.ring.size() > 1 && drawn.ring.back() == drawn.ring.front()) {
        drawn.ring.pop_back();
        drawn.edgeOfSegment.pop_back();
    }
}

DrawnRing drawLoop(const PanelLoop &loop, const DVec2 &middle) {
    DrawnRing drawn;
    for (size_t e = 0; e < loop.size(); ++e) {
        std::vector<DVec2> points = drawEdge(loop[e], kDrawnPieces);
        points.pop_back(); // where the next edge starts
        for (const DVec2 &p : points) {
            addToRing(drawn, toLattice(p, middle), static_cast<int32_t>(e));
        }
    }
    closeRing(drawn);
    return drawn;
}

} // namespace selvage
