// GarmentCode's specification (Korosteleva, Sorkine-Hornung 2023): panels of edges between numbered vertices,
// curves relative to their edge, stitches of two edges, placement in space by Euler angles. An edge of a
// stitch runs against its partner's direction unless a third element says "right_wrong". Two members are
// ours, as pattern_write_garmentcode.cpp writes them: a panel's "holes", each a list like "edges", and
// "fabric".
#include "raw_pattern.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace selvage {

namespace {

using Json = nlohmann::json;

constexpr double kUnitsPerMetre = 100.0;  // where the file does not say
constexpr double kRadiusTolerance = 0.99; // –, of the half chord: smaller radii do not reach

// Thrown by the helpers below and caught where the file is read; the message lacks the file's name.
struct Bad {
    std::string message;
};

const Json &member(const Json &object, const char *key, const std::string &place) {
    if (!object.is_object() || !object.contains(key)) {
        throw Bad{place + ": expected a member '" + key + "'"};
    }
    return object[key];
}

const Json &listMember(const Json &object, const char *key, const std::string &place) {
    const Json &list = member(object, key, place);
    if (!list.is_array()) {
        throw Bad{place + ", '" + key + "': expected a list"};
    }
    return list;
}

double numberOf(const Json &value, const std::string &place) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
        throw Bad{place + ": expected a finite number"};
    }
    return value.get<double>();
}

DVec2 pointOf(const Json &value, const std::string &place) {
    if (!value.is_array() || value.size() != 2) {
        throw Bad{place + ": expected two numbers"};
    }
    return {numberOf(value[0], place), numberOf(value[1], place)};
}

glm::dvec3 vectorMember(const Json &object, const char *key, const std::string &place) {
    if (!object.contains(key)) {
        return glm::dvec3(0.0);
    }
    const Json &value = object[key];
    if (!value.is_array() || value.size() != 3) {
        throw Bad{place + ", '" + key + "': expected three numbers"};
    }
    return {numberOf(value[0], place), numberOf(value[1], place), numberOf(value[2], place)};
}

std::string textMember(const Json &object, const char *key) {
    return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

int32_t indexOf(const Json &value, size_t count, const std::string &place) {
    if (!value.is_number_integer() || value.get<double>() < 0.0 ||
        value.get<double>() >= static_cast<double>(count)) {
        throw Bad{place + ": expected a number from 0 to " + std::to_string(count) + " less one"};
    }
    return value.get<int32_t>();
}

// Relative to an edge: x along it, y to its left, both in lengths of it.
DVec2 besideEdge(const PanelEdge &edge, const DVec2 &relative) {
    const DVec2 along = edge.end - edge.start;
    return edge.start + relative.x * along + relative.y * DVec2(-along.y, along.x);
}

void bendArc(const Json &params, const std::string &place, PanelEdge &edge) {
    if (!params.is_array() || params.size() != 3) {
        throw Bad{place + ": expected radius, large arc and side of a circle"};
    }
    const double radius = numberOf(params[0], place);
    const auto flag = [&](const Json &value) {
        return value.is_boolean() ? value.get<bool>() : numberOf(value, place) != 0.0;
    };
    if (radius < kRadiusTolerance * 0.5 * glm::distance(edge.start, edge.end)) {
        throw Bad{place + ": a circle with the radius " + std::to_string(radius) +
                  " does not reach from end to end"};
    }
    const std::string label = edge.label;
    edge = makeArc(edge.start, edge.end, radius, flag(params[1]), flag(params[2]));
    edge.label = label;
}

void bend(const Json &curvature, const std::string &place, PanelEdge &edge) {
    if (curvature.is_array()) { // of older files
        edge.curve = EdgeCurve::Quadratic;
        edge.through = {besideEdge(edge, pointOf(curvature, place))};
        return;
    }
    const std::string type = curvature.is_object() ? textMember(curvature, "type") : "";
    const Json &params = member(curvature, "params", place);
    if (type == "circle") {
        bendArc(params, place, edge);
        return;
    }
    const size_t count = type == "quadratic" ? 1 : type == "cubic" ? 2 : 0;
    if (count == 0) {
        throw Bad{place + ": expected the type quadratic, cubic or circle, got '" + type + "'"};
    }
    if (!params.is_array() || params.size() != count) {
        throw Bad{place + ": expected " + std::to_string(count) + " control points"};
    }
    edge.curve = count == 1 ? EdgeCurve::Quadratic : EdgeCurve::Cubic;
    for (const Json &control : params) {
        edge.through.push_back(besideEdge(edge, pointOf(control, place)));
    }
}

Pose placementOf(const Json &panel, const std::string &place) {
    const glm::dvec3 angles = glm::radians(vectorMember(panel, "rotation", place));
    const glm::dvec3 moved = vectorMember(panel, "translation", place);
    const glm::dquat turned = glm::angleAxis(angles.z, glm::dvec3(0, 0, 1)) *
                              glm::angleAxis(angles.y, glm::dvec3(0, 1, 0)) *
                              glm::angleAxis(angles.x, glm::dvec3(1, 0, 0));
    return {Quat(turned), Vec3(moved)};
}

PanelLoop loopOf(const Json &edges, const std::vector<DVec2> &points, const std::string &place) {
    PanelLoop loop;
    for (size_t e = 0; e < edges.size(); ++e) {
        const std::string edgePlace = place + std::to_string(e);
        const Json &ends = listMember(edges[e], "endpoints", edgePlace);
        if (ends.size() != 2) {
            throw Bad{edgePlace + ": expected two endpoints"};
        }
        PanelEdge edge;
        edge.label = textMember(edges[e], "label");
        edge.start = points[static_cast<size_t>(indexOf(ends[0], points.size(), edgePlace))];
        edge.end = points[static_cast<size_t>(indexOf(ends[1], points.size(), edgePlace))];
        if (edges[e].contains("curvature") && !edges[e]["curvature"].is_null()) {
            bend(edges[e]["curvature"], edgePlace, edge);
        }
        loop.push_back(std::move(edge));
    }
    return loop;
}

Panel panelOf(const std::string &name, const Json &json) {
    const std::string place = "panel '" + name + "'";
    Panel panel;
    panel.name = name;
    const Json &vertices = listMember(json, "vertices", place);
    std::vector<DVec2> points;
    for (size_t v = 0; v < vertices.size(); ++v) {
        points.push_back(pointOf(vertices[v], place + ", vertex " + std::to_string(v)));
    }
    panel.outline = loopOf(listMember(json, "edges", place), points, place + ", edge ");
    if (json.contains("holes")) { // ours
        const Json &holes = listMember(json, "holes", place);
        for (size_t h = 0; h < holes.size(); ++h) {
            const std::string holePlace = place + ", hole " + std::to_string(h);
            if (!holes[h].is_array()) {
                throw Bad{holePlace + ": expected a list"};
            }
            panel.holes.push_back(loopOf(holes[h], points, holePlace + ", edge "));
        }
    }
    panel.fabric = textMember(json, "fabric"); // ours
    panel.label = textMember(json, "label");
    panel.placement = placementOf(json, place);
    return panel;
}

using PanelNumbers = std::map<std::string, int32_t, std::less<>>;

EdgeOfPanel stitchedEdge(const Json &json, const SewingPattern &pattern, const PanelNumbers &numbers,
                         const std::string &place) {
    const Json &panelName = member(json, "panel", place);
    const auto found = panelName.is_string() ? numbers.find(panelName.get<std::string>()) : numbers.end();
    if (found == numbers.end()) {
        throw Bad{place + ": there is no panel " +
                  panelName.dump(-1, ' ', false, Json::error_handler_t::replace)};
    }
    const size_t edges = pattern.panels[static_cast<size_t>(found->second)].outline.size();
    return {found->second, indexOf(member(json, "edge", place), edges, place)};
}

void addStitches(const Json &stitches, const PanelNumbers &numbers, SewingPattern &pattern) {
    for (size_t s = 0; s < stitches.size(); ++s) {
        const std::string place = "stitch " + std::to_string(s);
        const Json &stitch = stitches[s];
        if (!stitch.is_array() || stitch.size() < 2 || stitch.size() > 3) {
            throw Bad{place + ": expected two edges"};
        }
        Seam seam;
        seam.a = {stitchedEdge(stitch[0], pattern, numbers, place)};
        seam.b = {stitchedEdge(stitch[1], pattern, numbers, place)};
        seam.rightToWrong = stitch.size() == 3 && stitch[2] == "right_wrong";
        pattern.seams.push_back(std::move(seam));
    }
}

// In the order that the file wants, then those that it does not mention.
std::vector<std::string> panelNames(const Json &pattern, const Json &panels) {
    std::vector<std::string> names;
    const auto add = [&](const std::string &name) {
        if (panels.contains(name) && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    };
    if (pattern.contains("panel_order") && pattern["panel_order"].is_array() &&
        pattern["panel_order"].size() <= panels.size()) {
        for (const Json &name : pattern["panel_order"]) {
            if (name.is_string()) {
                add(name.get<std::string>());
            }
        }
    }
    for (const auto &[name, panel] : panels.items()) {
        add(name);
    }
    return names;
}

void readUnits(const Json &file, RawPattern &raw) {
    if (file.contains("properties") && file["properties"].is_object() &&
        file["properties"].contains("units_in_meter")) {
        const double units = numberOf(file["properties"]["units_in_meter"], "'units_in_meter'");
        if (!(units >= 1e-3 && units <= 1e6)) {
            throw Bad{"'units_in_meter': expected 0.001 to 1000000, got " + std::to_string(units)};
        }
        raw.metresPerUnit = 1.0 / units;
        raw.unitReason = "the file's units_in_meter";
        return;
    }
    raw.metresPerUnit = 1.0 / kUnitsPerMetre;
    raw.unitReason = "centimetres, as GarmentCode has it";
}

RawPattern readFile(const Json &file) {
    RawPattern raw;
    raw.format = "GarmentCode";
    const Json &pattern = member(file, "pattern", "the file");
    const Json &panels = member(pattern, "panels", "'pattern'");
    if (!panels.is_object() || panels.empty()) {
        throw Bad{"'panels': expected one panel or more"};
    }
    readUnits(file, raw);
    PanelNumbers numbers;
    for (const std::string &name : panelNames(pattern, panels)) {
        numbers[name] = static_cast<int32_t>(raw.pattern.panels.size());
        raw.pattern.panels.push_back(panelOf(name, panels[name]));
    }
    if (pattern.contains("stitches")) {
        addStitches(listMember(pattern, "stitches", "'pattern'"), numbers, raw.pattern);
    }
    return raw;
}

} // namespace

Result<RawPattern> parseGarmentCode(const PatternSource &source) {
    try {
        return readFile(Json::parse(source.text()));
    } catch (const Json::parse_error &error) {
        const size_t end = std::min(error.byte, source.text().size());
        const auto line = 1 + std::count(source.text().begin(),
                                         source.text().begin() + static_cast<std::ptrdiff_t>(end), '\n');
        return Error{source.name + ":" + std::to_string(line) + ": this is no JSON from here on"};
    } catch (const Json::exception &error) {
        return Error{source.name + ": " + error.what()};
    } catch (const Bad &bad) {
        return Error{source.name + ": " + bad.message};
    }
}

} // namespace selvage
