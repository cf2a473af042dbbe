// What a written pattern has to be like, by our reader and by readers that share nothing with it.
#pragma once

#include "io/pattern_file.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <unistd.h>

namespace selvage {

inline constexpr double kWrittenTolerance = 1e-4; // m

// A folder of this process that is gone afterwards.
struct TemporaryFolder {
    std::filesystem::path path;

    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "selvage-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;
};

inline SewingPattern reread(const SewingPattern &pattern, const std::filesystem::path &path) {
    const auto written = writePattern(path, pattern);
    EXPECT_TRUE(written) << (written ? "" : written.error().message);
    auto file = readPattern(path, {});
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    if (!file) {
        return {};
    }
    EXPECT_EQ(file->unitSource, UnitSource::Stated) << path;
    return std::move(file->pattern);
}

// m, from the outline's first edge's start.
inline double placeAlong(const PanelLoop &outline, const Notch &place) {
    double sum = place.along;
    for (int32_t e = 0; e < place.edge; ++e) {
        sum += edgeLength(outline[static_cast<size_t>(e)]);
    }
    return sum;
}

// Every edge of the pattern is there: its ends lie on the outline, and as far from each other along it.
inline void expectEdges(const PanelLoop &outline, const PanelLoop &read, const DVec2 &moved) {
    const double whole = loopLength(read);
    EXPECT_NEAR(whole, loopLength(outline), kWrittenTolerance);
    for (const PanelEdge &edge : outline) {
        const OutlinePlace start = nearestOnOutline(read, edge.start + moved);
        const OutlinePlace end = nearestOnOutline(read, edge.end + moved);
        EXPECT_LT(start.distance, kWrittenTolerance);
        EXPECT_LT(end.distance, kWrittenTolerance);
        const double length = placeAlong(read, end.place) - placeAlong(read, start.place) - edgeLength(edge);
        EXPECT_NEAR(length - whole * std::round(length / whole), 0.0, kWrittenTolerance);
    }
}

inline void expectHoles(const Panel &panel, const Panel &read) {
    ASSERT_EQ(read.holes.size(), panel.holes.size()) << panel.name;
    for (size_t h = 0; h < panel.holes.size(); ++h) {
        EXPECT_NEAR(loopLength(read.holes[h]), loopLength(panel.holes[h]), kWrittenTolerance) << panel.name;
    }
}

// GarmentCode: edges, seams and places in space. Polylines have become lines.
inline void expectSameGarmentCode(const SewingPattern &pattern, const SewingPattern &read) {
    ASSERT_EQ(read.panels.size(), pattern.panels.size());
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const Panel &a = pattern.panels[p];
        const Panel &b = read.panels[p];
        SCOPED_TRACE(a.name);
        EXPECT_TRUE(b.name.starts_with(a.name)) << b.name;
        EXPECT_NEAR(loopLength(b.outline), loopLength(a.outline), kWrittenTolerance);
        expectHoles(a, b);
        size_t at = 0;
        for (const PanelEdge &edge : a.outline) {
            const size_t pieces = edge.curve == EdgeCurve::Polyline ? edge.through.size() + 1 : 1;
            ASSERT_LE(at + pieces, b.outline.size());
            const Vec3 start = transformPoint(a.placement, Vec3(Vec2(edge.start), 0.0F));
            const Vec3 readStart = transformPoint(b.placement, Vec3(Vec2(b.outline[at].start), 0.0F));
            EXPECT_LT(glm::distance(start, readStart), kWrittenTolerance);
            double length = 0.0;
            for (size_t k = 0; k < pieces; ++k) {
                EXPECT_EQ(b.outline[at].label, edge.label);
                length += edgeLength(b.outline[at++]);
            }
            EXPECT_NEAR(length, edgeLength(edge), kWrittenTolerance);
        }
        EXPECT_EQ(at, b.outline.size());
        const auto warp = [](const Panel &panel) {
            return panel.placement.orientation * Vec3(Vec2(panel.grain), 0.0F);
        };
        EXPECT_LT(glm::distance(warp(a), warp(b)), 1e-4F);
    }
    ASSERT_EQ(read.seams.size(), pattern.seams.size());
    for (size_t s = 0; s < pattern.seams.size(); ++s) {
        EXPECT_EQ(read.seams[s].rightToWrong, pattern.seams[s].rightToWrong);
        for (const auto side : {&Seam::a, &Seam::b}) {
            EXPECT_EQ((read.seams[s].*side)[0].panel, (pattern.seams[s].*side)[0].panel);
            EXPECT_NEAR(sideLength(read, read.seams[s].*side), sideLength(pattern, pattern.seams[s].*side),
                        kWrittenTolerance);
        }
    }
}

// SVG, DXF: pieces with their outlines, grain and notches. `inPlace`: each in its own coordinates.
inline void expectSameDrawing(const SewingPattern &pattern, const SewingPattern &read, bool inPlace) {
    ASSERT_EQ(read.panels.size(), pattern.panels.size());
    std::vector<size_t> notches;
    for (const Panel &panel : pattern.panels) {
        notches.push_back(panel.notches.size());
    }
    for (const Seam &seam : pattern.seams) {
        ++notches[static_cast<size_t>(seam.a[0].panel)];
        ++notches[static_cast<size_t>(seam.b[0].panel)];
    }
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const Panel &a = pattern.panels[p];
        const Panel &b = read.panels[p];
        SCOPED_TRACE(a.name);
        EXPECT_TRUE(b.name.starts_with(a.name)) << b.name;
        EXPECT_EQ(b.quantity, a.quantity);
        const DVec2 moved = inPlace ? DVec2(0.0) : boxOf(b.outline).low - boxOf(a.outline).low;
        expectEdges(a.outline, b.outline, moved);
        expectHoles(a, b);
        EXPECT_TRUE(b.grainGiven);
        EXPECT_LT(glm::distance(a.grain, b.grain), 1e-6);
        ASSERT_EQ(b.notches.size(), notches[p]);
        for (size_t n = 0; n < a.notches.size(); ++n) {
            const auto at = [](const Panel &panel, const Notch &notch) {
                return pointAt(traceEdge(panel.outline[static_cast<size_t>(notch.edge)]), notch.along);
            };
            EXPECT_LT(glm::distance(at(a, a.notches[n]) + moved, at(b, b.notches[n])), kWrittenTolerance);
        }
    }
}

inline std::string textOf(const std::filesystem::path &path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// mm, of each subpath of a path in absolute coordinates, arcs being of circles.
inline std::vector<double> svgSubpathLengths(const std::string &data) {
    std::istringstream in(data);
    std::vector<double> lengths;
    DVec2 at(0.0);
    DVec2 start(0.0);
    const auto point = [&] {
        DVec2 p(NAN);
        in >> p.x >> p.y;
        return p;
    };
    for (std::string command; in >> command;) {
        if (command == "M") {
            at = start = point();
            lengths.push_back(0.0);
            continue;
        }
        DVec2 to = start; // "Z"
        double length = NAN;
        if (command == "Q" || command == "C") {
            const DVec2 c0 = point();
            const DVec2 c1 = command == "C" ? point() : c0;
            to = point();
            length = 0.0;
            DVec2 before = at;
            for (int k = 1; k <= 4000; ++k) {
                const double t = k / 4000.0;
                const double r = 1.0 - t;
                const DVec2 p = command == "C" ? r * r * r * at + 3.0 * r * r * t * c0 +
                                                     3.0 * r * t * t * c1 + t * t * t * to
                                               : r * r * at + 2.0 * r * t * c0 + t * t * to;
                length += glm::distance(before, p);
                before = p;
            }
        } else if (command == "A") {
            double radius = NAN;
            double skip = NAN;
            int large = 0;
            in >> radius >> skip >> skip >> large >> skip;
            to = point();
            const double angle = 2.0 * std::asin(std::min(1.0, glm::distance(at, to) / (2.0 * radius)));
            length = radius * (large != 0 ? 2.0 * M_PI - angle : angle);
        } else {
            EXPECT_TRUE(command == "L" || command == "Z") << command;
            to = command == "L" ? point() : to;
            length = glm::distance(at, to);
        }
        lengths.back() += length;
        at = to;
    }
    return lengths;
}

// m, per piece its title and the lengths of the loops in its outline.
inline std::vector<std::pair<std::string, std::vector<double>>> svgPieces(const std::string &text) {
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(text.c_str()));
    const pugi::xml_node svg = document.child("svg");
    double x = NAN;
    double y = NAN;
    double width = NAN;
    double height = NAN;
    std::istringstream(svg.attribute("viewBox").value()) >> x >> y >> width >> height;
    EXPECT_NEAR(svg.attribute("width").as_double(), width, 1e-6);
    EXPECT_TRUE(std::string(svg.attribute("width").value()).ends_with("mm"));
    std::vector<std::pair<std::string, std::vector<double>>> pieces;
    for (const pugi::xml_node group : svg.children("g")) {
        const auto outline = group.find_child_by_attribute("path", "class", "outline");
        std::vector<double> lengths = svgSubpathLengths(outline.attribute("d").value());
        for (double &length : lengths) {
            length *= 0.001;
        }
        pieces.emplace_back(group.child("title").child_value(), lengths);
    }
    return pieces;
}

// m, per block the lengths of its closed polylines by their layers, in order; and how many points a layer
// has.
struct WrittenBlock {
    std::vector<std::pair<std::string, double>> loops;
    std::map<std::string, int> points;
    std::vector<std::string> texts;
};

// Group codes, two lines each.
inline std::vector<WrittenBlock> dxfBlocks(const std::string &text) {
    std::istringstream in(text);
    std::vector<WrittenBlock> blocks;
    std::string kind;
    std::string layer;
    DVec2 at(0.0);
    std::vector<DVec2> vertices;
    bool inBlocks = false;
    const auto endEntity = [&] {
        if (!inBlocks || blocks.empty()) {
            return;
        }
        if (kind == "VERTEX") {
            vertices.push_back(at);
        } else if (kind == "POINT") {
            ++blocks.back().points[layer];
        } else if (kind == "SEQEND") {
            double length = 0.0;
            for (size_t i = 0; i < vertices.size(); ++i) {
                length += 0.001 * glm::distance(vertices[i], vertices[(i + 1) % vertices.size()]);
            }
            blocks.back().loops.emplace_back(layer, length);
            vertices.clear();
        }
    };
    std::string codeLine;
    for (std::string value; std::getline(in, codeLine) && std::getline(in, value);) {
        const int code = std::stoi(codeLine);
        if (code == 0) {
            endEntity();
            kind = value;
            inBlocks = inBlocks && kind != "SECTION";
            if (kind == "BLOCK") {
                inBlocks = true;
                blocks.emplace_back();
            }
        } else if (code == 8) {
            layer = value;
        } else if (code == 10) {
            at.x = std::stod(value);
        } else if (code == 20) {
            at.y = std::stod(value);
        } else if (code == 1 && inBlocks) {
            blocks.back().texts.push_back(value);
        }
    }
    return blocks;
}

// Both drawings by the readers above.
inline void expectLengthsByOtherReaders(const SewingPattern &pattern, const std::string &svg,
                                        const std::string &dxf) {
    const auto pieces = svgPieces(svg);
    const auto blocks = dxfBlocks(dxf);
    ASSERT_EQ(pieces.size(), pattern.panels.size());
    ASSERT_EQ(blocks.size(), pattern.panels.size());
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const Panel &panel = pattern.panels[p];
        SCOPED_TRACE(panel.name);
        EXPECT_EQ(pieces[p].first, panel.name);
        std::vector<double> expected;
        bool cut = false;
        for (const PanelLine &line : panel.lines) {
            cut = cut || line.use == LineUse::Cut;
        }
        expected.push_back(loopLength(panel.outline));
        for (const PanelLoop &hole : panel.holes) {
            expected.push_back(loopLength(hole));
        }
        const size_t before = cut ? 1 : 0;
        ASSERT_EQ(pieces[p].second.size(), expected.size());
        ASSERT_GE(blocks[p].loops.size(), expected.size() + before);
        for (size_t k = 0; k < expected.size(); ++k) {
            EXPECT_NEAR(pieces[p].second[k], expected[k], kWrittenTolerance);
            EXPECT_NEAR(blocks[p].loops[before + k].second, expected[k], kWrittenTolerance);
        }
        EXPECT_EQ(blocks[p].loops[0].first, "1");
        EXPECT_EQ(blocks[p].loops[before].first, cut ? "14" : "1");
    }
}

} // namespace selvage
