// GarmentCode's specification in centimetres: the reader's inverse. A panel's warp is its y axis there, so
// that panels with another grain are turned, and placed turned back. Polylines become straight edges. Holes
// and the fabric's name are members of our own ("holes", "fabric"), which other programs pass over.
#include "maths/index.h"
#include "pattern_drawing.h"
#include "raw_pattern.h"
#include "sim/pattern_edit.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace selvage {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kUnitsPerMetre = 100.0;
constexpr double kUpright = 1e-5; // –, of a turn's columns: nearer to none, y is turned by a quarter

// A curve that ends where it starts has no length to be told in: its points are.
void straightenClosed(PanelLoop &loop) {
    for (PanelEdge &edge : loop) {
        if (edge.start == edge.end &&
            (edge.curve == EdgeCurve::Quadratic || edge.curve == EdgeCurve::Cubic)) {
            const std::vector<DVec2> points = traceEdge(edge).point;
            edge.through.assign(points.begin() + 1, points.end() - 1);
            edge.curve = EdgeCurve::Polyline;
        }
    }
}

// Turned in its plane so that the grain is +y; space sees no difference.
Panel upright(const Panel &panel) {
    if (panel.grain == DVec2(0.0, 1.0)) {
        return panel;
    }
    Panel turned = panel;
    const DVec2 right(panel.grain.y, -panel.grain.x);
    const auto turn = [&](PanelLoop &loop) {
        for (PanelEdge &edge : loop) {
            edge.start = {glm::dot(edge.start, right), glm::dot(edge.start, panel.grain)};
            edge.end = {glm::dot(edge.end, right), glm::dot(edge.end, panel.grain)};
            for (DVec2 &p : edge.through) {
                p = {glm::dot(p, right), glm::dot(p, panel.grain)};
            }
        }
    };
    turn(turned.outline);
    std::for_each(turned.holes.begin(), turned.holes.end(), turn);
    const auto angle = static_cast<float>(std::atan2(right.y, right.x));
    turned.placement.orientation =
        panel.placement.orientation * glm::angleAxis(angle, Vec3(0.0F, 0.0F, 1.0F));
    return turned;
}

// R = Rz Ry Rx, in degrees.
Json eulerAngles(const Quat &orientation) {
    const glm::dmat3 r = glm::mat3_cast(glm::normalize(glm::dquat(orientation))); // r[column][row]
    const double level = std::hypot(r[0][0], r[0][1]);
    const double y = std::atan2(-r[0][2], level);
    const bool free = level > kUpright;
    const double x = free ? std::atan2(r[1][2], r[2][2]) : std::atan2(-r[2][1], r[1][1]);
    const double z = free ? std::atan2(r[0][1], r[0][0]) : 0.0;
    return {glm::degrees(x), glm::degrees(y), glm::degrees(z)};
}

Json pointJson(const DVec2 &p) {
    return {p.x * kUnitsPerMetre, p.y * kUnitsPerMetre};
}

// Along the edge and to its left, in lengths of it.
Json relativeTo(const PanelEdge &edge, const DVec2 &p) {
    const DVec2 along = edge.end - edge.start;
    const DVec2 from = p - edge.start;
    const double square = glm::dot(along, along);
    return {glm::dot(from, along) / square, (along.x * from.y - along.y * from.x) / square};
}

Json curvatureOf(const PanelEdge &edge) {
    Json params = Json::array();
    switch (edge.curve) {
    case EdgeCurve::Line:
    case EdgeCurve::Polyline:
        return nullptr;
    case EdgeCurve::Quadratic:
    case EdgeCurve::Cubic:
        for (const DVec2 &control : edge.through) {
            params.push_back(relativeTo(edge, control));
        }
        return {{"type", edge.curve == EdgeCurve::Cubic ? "cubic" : "quadratic"}, {"params", params}};
    case EdgeCurve::Arc: {
        const ArcShape arc = shapeOfArc(edge);
        return arc.radius == 0.0
                   ? Json(nullptr)
                   : Json{{"type", "circle"},
                          {"params",
                           {arc.radius * kUnitsPerMetre, arc.large ? 1 : 0, arc.counterClockwise ? 1 : 0}}};
    }
    }
    return nullptr;
}

// The vertices and edges of a panel, and which edge of the file each of its edges begins with.
class LoopWriter {
public:
    Json vertices = Json::array();

    Json edgesOf(const PanelLoop &loop, std::vector<int32_t> &firstEdge) {
        Json edges = Json::array();
        const size_t first = vertices.size();
        for (size_t e = 0; e < loop.size(); ++e) {
            const PanelEdge &edge = loop[e];
            const PanelEdge &next = loop[(e + 1) % loop.size()];
            firstEdge.push_back(static_cast<int32_t>(edges.size()));
            size_t from = vertexAt(edge.start);
            if (edge.curve == EdgeCurve::Polyline) {
                for (const DVec2 &p : edge.through) {
                    const size_t to = vertexAt(p);
                    edges.push_back(edgeJson(from, to, edge));
                    from = to;
                }
            }
            const bool meets = edge.end == next.start;
            const bool closes = meets && e + 1 == loop.size();
            const size_t to = closes ? first : meets ? vertices.size() : vertexAt(edge.end);
            edges.push_back(edgeJson(from, to, edge));
        }
        return edges;
    }

private:
    size_t vertexAt(const DVec2 &p) {
        vertices.push_back(pointJson(p));
        return vertices.size() - 1;
    }

    static Json edgeJson(size_t from, size_t to, const PanelEdge &edge) {
        Json json = {{"endpoints", {from, to}}};
        if (const Json curvature = curvatureOf(edge); !curvature.is_null()) {
            json["curvature"] = curvature;
        }
        if (!edge.label.empty()) {
            json["label"] = edge.label;
        }
        return json;
    }
};

Json panelJson(const Panel &given, std::vector<int32_t> &firstEdge) {
    Panel panel = upright(given);
    straightenClosed(panel.outline);
    std::for_each(panel.holes.begin(), panel.holes.end(), straightenClosed);
    const Vec3 place = panel.placement.position;
    LoopWriter loops;
    Json json = {
        {"translation", {place.x * kUnitsPerMetre, place.y * kUnitsPerMetre, place.z * kUnitsPerMetre}},
        {"rotation", eulerAngles(panel.placement.orientation)}};
    Json edges = loops.edgesOf(panel.outline, firstEdge);
    Json holes = Json::array();
    for (const PanelLoop &hole : panel.holes) {
        std::vector<int32_t> unused;
        holes.push_back(loops.edgesOf(hole, unused));
    }
    json["vertices"] = std::move(loops.vertices);
    json["edges"] = std::move(edges);
    if (!holes.empty()) {
        json["holes"] = std::move(holes);
    }
    for (const auto &[key, value] : {std::pair("label", &panel.label), std::pair("fabric", &panel.fabric)}) {
        if (!value->empty()) {
            json[key] = *value;
        }
    }
    return json;
}

} // namespace

// Stitches are of single edges that are no polylines.
Result<std::string> garmentCodeText(const SewingPattern &given) {
    const SewingPattern pattern = withSingleEdgeSeams(given);
    const std::vector<std::string> names = panelNamesApart(pattern);
    std::vector<std::vector<int32_t>> firstEdge(pattern.panels.size());
    Json panels = Json::object();
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        panels[names[p]] = panelJson(pattern.panels[p], firstEdge[p]);
    }
    Json stitches = Json::array();
    for (const Seam &seam : pattern.seams) {
        Json stitch = Json::array();
        for (const EdgeOfPanel &side : {seam.a.front(), seam.b.front()}) {
            stitch.push_back(
                {{"panel", names[u(side.panel)]}, {"edge", firstEdge[u(side.panel)][u(side.edge)]}});
        }
        if (seam.rightToWrong) {
            stitch.push_back("right_wrong");
        }
        stitches.push_back(std::move(stitch));
    }
    const Json file = {{"pattern", {{"panels", panels}, {"stitches", stitches}, {"panel_order", names}}},
                       {"parameters", Json::object()},
                       {"parameter_order", Json::array()},
                       {"properties",
                        {{"curvature_coords", "relative"},
                         {"normalize_panel_translation", false},
                         {"normalized_edge_loops", false},
                         {"units_in_meter", static_cast<int32_t>(kUnitsPerMetre)}}}};
    return file.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace selvage
