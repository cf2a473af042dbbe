// See bench_dart.h.
#include "bench_dart.h"

#include "bench_tools.h"
#include "disjoint_sets.h"
#include "maths/index.h"
#include "pattern_pieces.h"
#include "sim/panel_cloth.h"
#include "sim/pattern_edit.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr double kBorderReach = 0.03; // m, from where a V begins and ends to the outline
constexpr double kJump = 0.1;         // m, in the flat fabric, farther than a hand goes in a step
constexpr double kCorner = 0.35;      // –, of an edge's length: nearer to a corner, that is taken
constexpr double kClear = 0.6;        // –, of an edge's length, that a V stays away from what is sewn
constexpr double kTipClear = 0.5;     // –, the same of its tip and the outline
constexpr double kInward = 1e-5;      // m, of the mesh's line, so that its ends lie on their side of a slit
constexpr double kOverEdge = 2e-4;    // m, that the pattern's line goes on beyond the outline
const double kHalfAngleTangent = std::tan(0.5 * glm::radians(60.0)); // –, of the widest

// Whether two edges of an outline are one or meet.
bool doMeet(int32_t a, int32_t b, size_t count) {
    const auto n = static_cast<int32_t>(count);
    return a == b || (a + 1) % n == b || (b + 1) % n == a;
}

class DartFinder {
public:
    DartFinder(const BenchShape &now, const WornShape &worn)
        : now_(now), worn_(worn), edge_(equilateralEdge(worn.shape.cornerUv)) {}

    DartCut find(std::span<const MeshPoint> drawn) {
        for (const auto step :
             {&DartFinder::takePanel, &DartFinder::takeEnds, &DartFinder::takeTip, &DartFinder::drawLine}) {
            if (made_.note == BenchNote::None) {
                made_.note = (this->*step)(drawn);
            }
        }
        return made_;
    }

private:
    const Panel &panel() const { return now_.pattern.panels[u(made_.panel)]; }
    const DVec2 &origin() const { return now_.origin[u(made_.panel)]; }

    BenchNote takePanel(std::span<const MeshPoint> drawn) {
        made_.panel = worn_.panel[u(drawn.front().triangle)];
        Vec2 before = flatPlace(worn_, drawn.front());
        for (const MeshPoint &point : drawn) {
            const Vec2 at = flatPlace(worn_, point);
            if (worn_.panel[u(point.triangle)] != made_.panel ||
                static_cast<double>(glm::distance(at, before)) > kJump) {
                return BenchNote::DartAtSeam;
            }
            places_.push_back(planePlace(panel(), origin(), at));
            before = at;
        }
        return BenchNote::None;
    }

    BenchNote takeEnds(std::span<const MeshPoint>) {
        std::array<int32_t, 2> edges{};
        for (size_t e = 0; e < 2; ++e) {
            const DVec2 at = e == 0 ? places_.front() : places_.back();
            const OutlinePlace nearest = nearestOnOutline(panel().outline, at);
            if (nearest.distance > kBorderReach) {
                return BenchNote::DartOffBorder;
            }
            edges.at(e) = nearest.place.edge;
            made_.ends.at(e) = endAt(nearest.place);
        }
        if (isSewn(now_.pattern, {made_.panel, edges[0]}) || isSewn(now_.pattern, {made_.panel, edges[1]})) {
            return BenchNote::DartAtSeam;
        }
        if (!doMeet(edges[0], edges[1], panel().outline.size())) {
            return BenchNote::DartEdges;
        }
        return glm::distance(made_.ends[0], made_.ends[1]) < edge_ ? BenchNote::DartNarrow : BenchNote::None;
    }

    DVec2 endAt(const Notch &place) const {
        const PanelEdge &edge = panel().outline[u(place.edge)];
        const EdgeTrace trace = traceEdge(edge);
        if (place.along < kCorner * edge_) {
            return edge.start;
        }
        return trace.length() - place.along < kCorner * edge_ ? edge.end : pointAt(trace, place.along);
    }

    // On the straight line through the middle between the ends, as high over it as what was drawn.
    BenchNote takeTip(std::span<const MeshPoint>) {
        const DVec2 chord = made_.ends[1] - made_.ends[0];
        const double width = glm::length(chord);
        const DVec2 normal = DVec2(-chord.y, chord.x) / width;
        double height = 0.0;
        for (const DVec2 &at : places_) {
            const double over = glm::dot(at - made_.ends[0], normal);
            height = std::abs(over) > std::abs(height) ? over : height;
        }
        made_.tip = 0.5 * (made_.ends[0] + made_.ends[1]) + height * normal;
        if (0.5 * width > kHalfAngleTangent * std::abs(height)) {
            return BenchNote::DartWide;
        }
        const bool isIn = isInside(pieceOf(panel()).outline, made_.tip) &&
                          nearestOnOutline(panel().outline, made_.tip).distance > kTipClear * edge_;
        if (!isIn) {
            return BenchNote::DartTip;
        }
        return meetsSewn() ? BenchNote::DartAtSeam : BenchNote::None;
    }

    // Whether a leg passes near a vertex that is sewn.
    bool meetsSewn() const {
        const Garment &garment = now_.garment;
        const auto inSpace = [](const DVec2 &at) { return Vec3(Vec2(at), 0.0F); };
        const Vec3 tip = inSpace(made_.tip);
        for (int32_t v = garment.firstParticle[u(made_.panel)]; v < garment.firstParticle[u(made_.panel) + 1];
             ++v) {
            const Vec3 at = inSpace(planePlace(panel(), origin(), garment.shape.uv[u(v)]));
            const float distance = std::min(distanceToSegment(at, inSpace(made_.ends[0]), tip),
                                            distanceToSegment(at, inSpace(made_.ends[1]), tip));
            if (garment.share[u(v)] < 1.0F && static_cast<double>(distance) < kClear * edge_) {
                return true;
            }
        }
        return false;
    }

    BenchNote drawLine(std::span<const MeshPoint>) {
        const auto inward = [&](const DVec2 &end) { return end + kInward * glm::normalize(made_.tip - end); };
        const std::array<DVec2, 3> places{inward(made_.ends[0]), made_.tip, inward(made_.ends[1])};
        std::array<Vec2, 3> line{};
        for (size_t k = 0; k < line.size(); ++k) {
            line.at(k) = flatPlace(panel(), origin(), places.at(k));
        }
        auto drawn = drawOnPanel(worn_.shape, line, worn_.panel, made_.panel);
        if (!drawn || drawn->size() != line.size()) {
            return BenchNote::DartTip;
        }
        std::copy(drawn->begin(), drawn->end(), made_.line.begin());
        return BenchNote::None;
    }

    const BenchShape &now_;
    const WornShape &worn_;
    double edge_;               // m
    std::vector<DVec2> places_; // m, in the panel's plane, of what was drawn
    DartCut made_;
};

} // namespace

DartCut dartOf(const BenchShape &now, const WornShape &worn, std::span<const MeshPoint> drawn) {
    return DartFinder(now, worn).find(drawn);
}

Wedge wedgeOf(const MeshCut &cut, std::span<const uint8_t> fixed) {
    const std::vector<int32_t> &corners = cut.shape.triangles;
    const std::vector<Vec2> &uv = cut.shape.cornerUv;
    DisjointSets sets(cut.source.size());
    for (size_t c = 0; c < corners.size(); ++c) {
        sets.join(corners[c], corners[c - c % 3]);
    }
    std::vector<double> area(cut.source.size(), 0.0); // m², twice
    for (size_t c = 0; c < corners.size(); c += 3) {
        const DVec2 a = DVec2(uv[c + 1]) - DVec2(uv[c]);
        const DVec2 b = DVec2(uv[c + 2]) - DVec2(uv[c]);
        area[u(sets.of(corners[c]))] += std::abs(a.x * b.y - a.y * b.x);
    }
    const int32_t left = sets.of(cut.edges.front().left[0]);
    const int32_t right = sets.of(cut.edges.front().right[0]);
    if (left == right) { // the two hang together elsewhere
        return {BenchNote::DartAtSeam, {}};
    }
    const int32_t gone = area[u(left)] < area[u(right)] ? left : right;
    std::vector<uint8_t> onLeg(cut.source.size(), 0);
    for (const CutEdge &edge : cut.edges) {
        for (const int32_t q : {edge.left[0], edge.left[1], edge.right[0], edge.right[1]}) {
            onLeg[u(q)] = 1;
        }
    }
    Wedge wedge;
    for (size_t c = 0; c < corners.size(); ++c) {
        const bool goes = sets.of(corners[c]) == gone;
        if (c % 3 == 0) {
            wedge.goes.push_back(goes ? 1 : 0);
        }
        const auto q = u(corners[c]);
        wedge.note =
            goes && onLeg[q] == 0 && q < fixed.size() && fixed[q] != 0 ? BenchNote::DartHeld : wedge.note;
    }
    return wedge;
}

Result<SewingPattern> cutWedge(const SewingPattern &pattern, const DartCut &dart) {
    const auto beyond = [&](const DVec2 &end) { return end + kOverEdge * glm::normalize(end - dart.tip); };
    auto cut =
        cutPanel(pattern, dart.panel, std::array{beyond(dart.ends[0]), dart.tip, beyond(dart.ends[1])});
    if (cut && cut->panels.size() != pattern.panels.size() + 1) {
        return Error{"piece '" + pattern.panels[u(dart.panel)].name + "': a dart would not take out a wedge"};
    }
    return cut;
}

std::array<EdgeOfPanel, 2> partLegs(int32_t panel, const DVec2 &tip, SewingPattern &pattern) {
    PanelPiece piece = pieceOf(pattern.panels[u(panel)]);
    const auto legs = std::find_if(piece.outline.begin(), piece.outline.end(), [&](const PieceEdge &e) {
        return e.edge.through.size() == 1 && e.edge.curve == EdgeCurve::Polyline &&
               e.edge.through.front() == tip;
    });
    if (legs == piece.outline.end()) {
        return {EdgeOfPanel{-1, -1}, EdgeOfPanel{-1, -1}};
    }
    const PieceEdge whole = *legs;
    const PieceEdge first{{EdgeCurve::Line, whole.edge.start, tip, {}, {}}, whole.origin, 0.0};
    const PieceEdge second{
        {EdgeCurve::Line, tip, whole.edge.end, {}, {}}, whole.origin, edgeLength(first.edge)};
    *legs = first;
    piece.outline.insert(legs + 1, second);
    pattern = replacePanel(pattern, panel, {piece});
    const PanelLoop &outline = pattern.panels[u(panel)].outline;
    const auto at =
        std::find_if(outline.begin(), outline.end(), [&](const PanelEdge &e) { return e.end == tip; });
    const auto edge = static_cast<int32_t>(at - outline.begin());
    return {EdgeOfPanel{panel, edge}, EdgeOfPanel{panel, (edge + 1) % static_cast<int32_t>(outline.size())}};
}

} // namespace selvage
