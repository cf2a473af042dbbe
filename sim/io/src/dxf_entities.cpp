// Pairs of lines: a group's code, then its value. An entity is a group 0 and what follows up to the next.
#include "dxf_entities.h"

#include "text_scanner.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr size_t kEntitiesMax = 500000;
constexpr std::string_view kBinary = "AutoCAD Binary DXF";

std::string_view trimmed(std::string_view text) {
    constexpr const char *kBlanks = " \t\r\f\v";
    const size_t begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

struct Group {
    int32_t code{0};
    std::string_view value;
    int64_t line{0}; // of the value
};

struct Vertex {
    DVec2 at{0.0};
    double bulge{0.0}; // tan of a quarter of the angle to the next vertex, counter-clockwise
};

// The groups that any of our entities has.
struct Groups {
    std::string_view type;
    int64_t line{0};
    std::string_view layer;
    std::string_view text;        // group 1
    std::string_view name;        // group 2
    DVec2 first{0.0};             // 10, 20
    DVec2 second{0.0};            // 11, 21
    double radius{0.0};           // 40
    DVec2 scale{1.0};             // 41, 42
    double angle{0.0};            // 50
    double endAngle{0.0};         // 51
    int32_t flags{0};             // 70
    bool turned{false};           // 230 is negative: seen from below
    std::vector<Vertex> vertices; // of an LWPOLYLINE
};

// A full circle in halves, an arc as it is; counter-clockwise from `from` to `to` (degrees).
PanelLoop arcEdges(const DVec2 &centre, double radius, double from, double to) {
    double span = std::fmod(to - from, 360.0);
    span = span <= 0.0 ? span + 360.0 : span;
    const int pieces = span > 180.0 ? 2 : 1;
    PanelLoop edges;
    const auto at = [&](double degrees) {
        const double angle = glm::radians(degrees);
        return centre + radius * DVec2(std::cos(angle), std::sin(angle));
    };
    for (int k = 0; k < pieces; ++k) {
        const double a = from + span * k / pieces;
        const double b = from + span * (k + 1) / pieces;
        edges.push_back({EdgeCurve::Arc, at(a), at(b), {at(0.5 * (a + b))}, {}});
    }
    if (span == 360.0) {
        edges.back().end = edges.front().start;
    }
    return edges;
}

PanelEdge bulgedEdge(const Vertex &from, const DVec2 &to) {
    PanelEdge edge;
    edge.start = from.at;
    edge.end = to;
    if (from.bulge != 0.0) {
        const DVec2 chord = to - from.at;
        edge.curve = EdgeCurve::Arc;
        edge.through = {0.5 * (from.at + to) + 0.5 * from.bulge * DVec2(chord.y, -chord.x)};
    }
    return edge;
}

PanelLoop polylineEdges(const std::vector<Vertex> &vertices, bool closed) {
    PanelLoop edges;
    for (size_t i = 1; i < vertices.size(); ++i) {
        edges.push_back(bulgedEdge(vertices[i - 1], vertices[i].at));
    }
    if (closed && vertices.size() > 1) {
        edges.push_back(bulgedEdge(vertices.back(), vertices.front().at));
    }
    return edges;
}

void turnOver(PanelLoop &edges) {
    const auto turn = [](DVec2 &p) { p.x = -p.x; };
    for (PanelEdge &edge : edges) {
        turn(edge.start);
        turn(edge.end);
        std::for_each(edge.through.begin(), edge.through.end(), turn);
    }
}

class DxfReader {
public:
    explicit DxfReader(const PatternSource &source) : source_(source), scanner_(source.text()) {}

    Result<DxfFile> read() {
        if (source_.text().starts_with(kBinary)) {
            return Error{source_.name + ": this is a binary DXF; expected one saved as text (ASCII)"};
        }
        if (!next()) {
            return error_;
        }
        while (!atEnd_) {
            if (group_.code == 0 && group_.value == "SECTION") {
                if (!readSection()) {
                    return error_;
                }
            } else if (group_.code == 0 && group_.value == "EOF") {
                sawEnd_ = true;
                break;
            } else if (!next()) {
                return error_;
            }
        }
        if (!sawEnd_) {
            return errorAt(scanner_.line(), "the file ends too early; expected EOF");
        }
        return std::move(file_);
    }

private:
    Error errorAt(int64_t line, const std::string &message) const {
        return {source_.name + ":" + std::to_string(line) + ": " + message};
    }

    bool fail(int64_t line, const std::string &message) {
        error_ = errorAt(line, message);
        return false;
    }

    // The next group into group_; at the end of the file atEnd_.
    bool next() {
        for (;;) {
            if (scanner_.atEnd()) {
                atEnd_ = true;
                group_ = {};
                return true;
            }
            const int64_t line = scanner_.line();
            const std::string_view codeText = trimmed(scanner_.restOfLine());
            if (codeText.empty() && scanner_.atEnd()) {
                continue;
            }
            const auto code = TextScanner::toNumber<int32_t>(codeText);
            if (!code) {
                return fail(line, "expected a group code, got '" + std::string(codeText.substr(0, 40)) + "'");
            }
            if (scanner_.atEnd()) {
                return fail(line, "the group " + std::to_string(*code) + " has no value");
            }
            group_.code = *code;
            group_.line = scanner_.line();
            group_.value = trimmed(scanner_.restOfLine());
            if (group_.code != 999) { // a comment
                return true;
            }
        }
    }

    bool number(double &out) {
        const auto value = TextScanner::toNumber<double>(group_.value);
        if (!value || !(std::abs(*value) < 1e9 || std::abs(*value) == 1e20)) { // 1e20: no extent
            return fail(group_.line, "group " + std::to_string(group_.code) + ": expected a number, got '" +
                                         std::string(group_.value.substr(0, 40)) + "'");
        }
        out = *value;
        return true;
    }

    bool readSection() {
        if (!next()) {
            return false;
        }
        const std::string_view name = group_.code == 2 ? group_.value : std::string_view();
        if (name == "HEADER") {
            return readHeader();
        }
        if (name == "BLOCKS") {
            return readBlocks();
        }
        if (name == "ENTITIES") {
            return next() && readEntities(file_.entities);
        }
        while (!atEnd_ && !(group_.code == 0 && group_.value == "ENDSEC")) {
            if (!next()) {
                return false;
            }
        }
        return true;
    }

    bool readHeader() {
        bool units = false;
        while (next()) {
            if (atEnd_ || (group_.code == 0 && group_.value == "ENDSEC")) {
                return true;
            }
            if (group_.code == 9) {
                units = group_.value == "$INSUNITS";
            } else if (units && group_.code == 70) {
                file_.unitsCode = TextScanner::toNumber<int32_t>(group_.value).value_or(0);
            }
        }
        return false;
    }

    bool readBlocks() {
        if (!next()) {
            return false;
        }
        while (!atEnd_ && !(group_.code == 0 && group_.value == "ENDSEC")) {
            if (group_.code != 0 || group_.value != "BLOCK") {
                if (!next()) {
                    return false;
                }
                continue;
            }
            Groups head;
            if (!readGroups(head)) {
                return false;
            }
            if (++entityCount_ > kEntitiesMax) {
                return failTooMany(head.line);
            }
            file_.blocks.push_back({std::string(head.name), head.first, {}});
            if (!readEntities(file_.blocks.back().entities)) {
                return false;
            }
        }
        return true;
    }

    bool failTooMany(int64_t line) {
        return fail(line,
                    "more than " + std::to_string(kEntitiesMax) + " entities; expected a sewing pattern");
    }

    // Entities up to the end of a block or section.
    bool readEntities(std::vector<DxfEntity> &out) {
        while (!atEnd_) {
            if (group_.code != 0) {
                if (!next()) {
                    return false;
                }
                continue;
            }
            if (group_.value == "ENDSEC" || group_.value == "EOF") {
                return true;
            }
            if (group_.value == "ENDBLK") {
                return next();
            }
            Groups groups;
            if (!readGroups(groups) || !addEntity(groups, out)) {
                return false;
            }
            if (++entityCount_ > kEntitiesMax) {
                return failTooMany(groups.line);
            }
        }
        return true;
    }

    // The entity that group_ starts, up to the next one.
    bool readGroups(Groups &out) {
        out.type = group_.value;
        out.line = group_.line;
        while (next()) {
            if (atEnd_ || group_.code == 0) {
                return true;
            }
            if (!readGroup(out)) {
                return false;
            }
        }
        return false;
    }

    bool readGroup(Groups &out) {
        const bool light = out.type == "LWPOLYLINE";
        double value = 0.0;
        switch (group_.code) {
        case 1:
            out.text = group_.value;
            return true;
        case 2:
            out.name = group_.value;
            return true;
        case 8:
            out.layer = group_.value;
            return true;
        case 10:
            if (light) {
                out.vertices.emplace_back();
                return number(out.vertices.back().at.x);
            }
            return number(out.first.x);
        case 20:
            return number(light && !out.vertices.empty() ? out.vertices.back().at.y : out.first.y);
        case 11:
            return number(out.second.x);
        case 21:
            return number(out.second.y);
        case 40:
            return number(out.radius);
        case 41:
            return number(out.scale.x);
        case 42:
            return number(light && !out.vertices.empty() ? out.vertices.back().bulge : out.scale.y);
        case 50:
            return number(out.angle);
        case 51:
            return number(out.endAngle);
        case 70:
            if (!number(value)) {
                return false;
            }
            out.flags = static_cast<int32_t>(glm::clamp(value, 0.0, 1e6));
            return true;
        case 230:
            out.turned = group_.value.starts_with("-");
            return true;
        default:
            return true;
        }
    }

    // Vertices up to SEQEND.
    bool readVertices(const Groups &polyline, std::vector<Vertex> &vertices) {
        constexpr int32_t kFrame = 16; // a control point of a spline, which is not on it
        while (!atEnd_ && group_.code == 0 && group_.value == "VERTEX") {
            Groups vertex;
            vertex.scale.y = 0.0; // group 42 is the bulge here
            if (!readGroups(vertex)) {
                return false;
            }
            if ((vertex.flags & kFrame) == 0) {
                vertices.push_back({vertex.first, vertex.scale.y});
            }
        }
        if (atEnd_ || group_.value != "SEQEND") {
            return fail(polyline.line, "this POLYLINE has no SEQEND");
        }
        Groups end;
        return readGroups(end);
    }

    bool addEntity(const Groups &groups, std::vector<DxfEntity> &out) {
        constexpr int32_t kClosed = 1;
        constexpr int32_t kMesh = 16 + 64;
        DxfEntity entity;
        entity.layer = groups.layer;
        entity.at = groups.first;
        if (groups.type == "POLYLINE") {
            std::vector<Vertex> vertices;
            if (!readVertices(groups, vertices)) {
                return false;
            }
            if ((groups.flags & kMesh) == 0) {
                entity.closed = (groups.flags & kClosed) != 0;
                entity.edges = polylineEdges(vertices, entity.closed);
                addCurve(std::move(entity), groups, out);
            }
            return true;
        }
        if (groups.type == "LWPOLYLINE") {
            entity.closed = (groups.flags & kClosed) != 0;
            entity.edges = polylineEdges(groups.vertices, entity.closed);
            addCurve(std::move(entity), groups, out);
        } else if (groups.type == "LINE") {
            entity.edges.push_back({EdgeCurve::Line, groups.first, groups.second, {}, {}});
            out.push_back(std::move(entity));
        } else if (groups.type == "ARC" || groups.type == "CIRCLE") {
            const bool whole = groups.type == "CIRCLE";
            entity.closed = whole;
            entity.edges = arcEdges(groups.first, groups.radius, whole ? 0.0 : groups.angle,
                                    whole ? 360.0 : groups.endAngle);
            addCurve(std::move(entity), groups, out);
        } else if (groups.type == "POINT") {
            entity.kind = DxfKind::Point;
            out.push_back(std::move(entity));
        } else if (groups.type == "TEXT" || groups.type == "MTEXT" || groups.type == "ATTRIB") {
            entity.kind = DxfKind::Text;
            entity.text = groups.text;
            out.push_back(std::move(entity));
        } else if (groups.type == "INSERT") {
            entity.kind = DxfKind::Insert;
            entity.text = groups.name;
            entity.scale = groups.scale;
            entity.angleDeg = groups.angle;
            out.push_back(std::move(entity));
        } else if (groups.type != "SEQEND" && groups.type != "ATTDEF") {
            file_.otherKind = file_.otherEntities++ == 0 ? groups.type : file_.otherKind;
        }
        return true;
    }

    static void addCurve(DxfEntity entity, const Groups &groups, std::vector<DxfEntity> &out) {
        if (groups.turned) {
            turnOver(entity.edges);
        }
        if (!entity.edges.empty()) {
            out.push_back(std::move(entity));
        }
    }

    const PatternSource &source_;
    TextScanner scanner_;
    Group group_;
    bool atEnd_{false};
    bool sawEnd_{false};
    size_t entityCount_{0};
    DxfFile file_;
    Error error_;
};

} // namespace

Result<DxfFile> readDxf(const PatternSource &source) {
    return DxfReader(source).read();
}

} // namespace selvage
