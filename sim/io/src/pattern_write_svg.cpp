// SVG at full size, in millimetres. Each piece is a group of the class "piece": its title and name, the path
// "outline" (and after it the holes), where there is a seam allowance "cut", paths "notch" from the outline
// inwards with the number of their seam beside them, "grain" from bottom to top, and "internal" lines.
#include "pattern_drawing.h"
#include "raw_pattern.h"

#include <cmath>
#include <pugixml.hpp>
#include <sstream>

namespace selvage {

namespace {

constexpr double kPerMetre = 1000.0;
constexpr double kMargin = 0.03;       // m, right of and below the pieces
constexpr double kNotchLength = 0.006; // m
constexpr double kNameBelow = 0.012;   // m, below the grain line
constexpr const char *kNameSize = "8"; // mm
constexpr const char *kMarkSize = "4";

// From the panel's plane to the sheet, whose y points down.
struct Sheet {
    DVec2 place{0.0}; // m, of the panel

    DVec2 operator()(const DVec2 &p) const {
        const DVec2 moved = kPerMetre * (p + place);
        return {moved.x, -moved.y};
    }
    void append(std::string &data, const char *command, const DVec2 &p) const {
        const DVec2 at = (*this)(p);
        data += command;
        data += numberText(at.x);
        data += ' ';
        data += numberText(at.y);
    }
};

void appendArc(const PanelEdge &edge, const ArcShape &arc, const Sheet &sheet, std::string &data) {
    const std::string radius = numberText(kPerMetre * arc.radius);
    data += " A ";
    data += radius;
    data += ' ';
    data += radius;
    data += arc.large ? " 0 1" : " 0 0";
    // What is counter-clockwise with y up goes against SVG's positive angles.
    sheet.append(data, arc.counterClockwise ? " 0 " : " 1 ", edge.end);
}

void appendEdge(const PanelEdge &edge, const Sheet &sheet, std::string &data) {
    switch (edge.curve) {
    case EdgeCurve::Line:
    case EdgeCurve::Polyline:
        for (const DVec2 &p : edge.through) {
            sheet.append(data, " L ", p);
        }
        break;
    case EdgeCurve::Quadratic:
        sheet.append(data, " Q ", edge.through[0]);
        sheet.append(data, " ", edge.end);
        return;
    case EdgeCurve::Cubic:
        sheet.append(data, " C ", edge.through[0]);
        sheet.append(data, " ", edge.through[1]);
        sheet.append(data, " ", edge.end);
        return;
    case EdgeCurve::Arc:
        if (const ArcShape arc = shapeOfArc(edge); arc.radius > 0.0) {
            appendArc(edge, arc, sheet, data);
            return;
        }
        break;
    }
    sheet.append(data, " L ", edge.end);
}

void appendLoop(const PanelLoop &loop, const Sheet &sheet, std::string &data) {
    sheet.append(data, data.empty() ? "M " : " M ", loop.front().start);
    for (const PanelEdge &edge : loop) {
        appendEdge(edge, sheet, data);
    }
    data += " Z";
}

std::string lineData(const std::vector<DVec2> &points, const Sheet &sheet) {
    std::string data;
    for (const DVec2 &p : points) {
        sheet.append(data, data.empty() ? "M " : " L ", p);
    }
    return data;
}

void addPath(pugi::xml_node &group, const char *kind, const std::string &data) {
    pugi::xml_node path = group.append_child("path");
    path.append_attribute("class") = kind;
    path.append_attribute("d") = data.c_str();
}

void addText(pugi::xml_node &group, const DVec2 &at, const char *size, const std::string &text) {
    pugi::xml_node node = group.append_child("text");
    node.append_attribute("x") = numberText(at.x).c_str();
    node.append_attribute("y") = numberText(at.y).c_str();
    node.append_attribute("font-size") = size;
    node.append_attribute("fill") = "black";
    node.append_attribute("stroke") = "none";
    node.append_attribute("text-anchor") = "middle";
    node.append_child(pugi::node_pcdata).set_value(text.c_str());
}

std::string outlineData(const Panel &panel, const Sheet &sheet) {
    std::string data;
    appendLoop(panel.outline, sheet, data);
    for (const PanelLoop &hole : panel.holes) {
        appendLoop(hole, sheet, data);
    }
    return data;
}

void addNotches(pugi::xml_node &group, const std::vector<DrawnNotch> &notches, const Sheet &sheet) {
    for (const DrawnNotch &notch : notches) {
        addPath(group, "notch", lineData({notch.at, notch.at + kNotchLength * notch.inward}, sheet));
        if (notch.seam > 0) {
            addText(group, sheet(notch.at + 2.0 * kNotchLength * notch.inward), kMarkSize,
                    std::to_string(notch.seam));
        }
    }
}

void addPiece(pugi::xml_node &svg, const Panel &panel, const std::vector<DrawnNotch> &notches,
              const Sheet &sheet) {
    pugi::xml_node group = svg.append_child("g");
    group.append_attribute("class") = "piece";
    group.append_attribute("data-quantity") = panel.quantity;
    if (!panel.fabric.empty()) {
        group.append_attribute("data-fabric") = panel.fabric.c_str();
    }
    group.append_child("title").append_child(pugi::node_pcdata).set_value(panel.name.c_str());
    addPath(group, "outline", outlineData(panel, sheet));
    addNotches(group, notches, sheet);
    const GrainLine grain = grainLine(panel);
    addPath(group, "grain", lineData({grain.from, grain.to}, sheet));
    for (const PanelLine &line : panel.lines) {
        if (line.use == LineUse::Cut) {
            addPath(group, "cut", lineData(openedLine(line), sheet) + " Z");
        } else if (line.points.size() > 1) {
            addPath(group, "internal", lineData(line.points, sheet));
        }
    }
    std::string words = panel.name;
    if (panel.quantity > 1) {
        words += ", cut ";
        words += std::to_string(panel.quantity);
    }
    addText(group, sheet(grain.from - DVec2(0.0, kNameBelow)), kNameSize, words);
}

} // namespace

Result<std::string> svgPatternText(const SewingPattern &pattern) {
    const std::vector<DVec2> places = panelPlaces(pattern);
    const auto notches = panelNotches(pattern);
    DVec2 size(0.0);
    for (size_t p = 0; p < places.size(); ++p) {
        size = glm::max(size, boxWithLines(pattern.panels[p]).high + places[p] + DVec2(kMargin));
    }
    pugi::xml_document document;
    pugi::xml_node svg = document.append_child("svg");
    const std::string width = numberText(kPerMetre * size.x);
    const std::string height = numberText(kPerMetre * size.y);
    svg.append_attribute("xmlns") = "http://www.w3.org/2000/svg";
    svg.append_attribute("width") = (width + "mm").c_str();
    svg.append_attribute("height") = (height + "mm").c_str();
    std::string box = "0 -"; // y counts up from the lower border
    for (const std::string *part : {&height, &width, &height}) {
        box += *part;
        box += ' ';
    }
    box.pop_back();
    svg.append_attribute("viewBox") = box.c_str();
    svg.append_attribute("fill") = "none";
    svg.append_attribute("stroke") = "black";
    svg.append_attribute("stroke-width") = "0.5";
    svg.append_attribute("font-family") = "sans-serif";
    for (size_t p = 0; p < places.size(); ++p) {
        addPiece(svg, pattern.panels[p], notches[p], Sheet{places[p]});
    }
    std::ostringstream text;
    document.save(text, " ");
    return text.str();
}

} // namespace selvage
