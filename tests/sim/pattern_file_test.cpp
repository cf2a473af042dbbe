// The readers of sewing patterns on small files in memory.
#include "io/pattern_file.h"

#include <gtest/gtest.h>
#include <numbers>

namespace selvage {
namespace {

constexpr double kPi = std::numbers::pi;

Result<PatternFile> parse(const std::string &text, const std::string &name,
                          const PatternImportOptions &options = {}) {
    return parsePattern(std::as_bytes(std::span(text.data(), text.size())), name, options);
}

PatternFile parsed(const std::string &text, const std::string &name,
                   const PatternImportOptions &options = {}) {
    auto file = parse(text, name, options);
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    return file ? std::move(file.value()) : PatternFile{};
}

std::string errorOf(const std::string &text, const std::string &name) {
    const auto file = parse(text, name);
    return file ? "" : file.error().message;
}

// Two squares of 50 cm with every kind of curve, sewn along two edges, the second right to wrong.
std::string twoPanels() {
    return R"({"pattern": {"panels": {
 "back": {"translation": [0, 100, -20], "rotation": [0, 180, 0], "vertices": [[0,0],[50,0],[50,50],[0,50]],
  "edges": [{"endpoints": [0,1], "label": "hem"}, {"endpoints": [1,2]}, {"endpoints": [2,3]}, {"endpoints": [3,0]}]},
 "front": {"translation": [0, 100, 20], "rotation": [0, 0, 0], "vertices": [[0,0],[50,0],[50,50],[0,50]],
  "edges": [{"endpoints": [0,1], "curvature": {"type": "circle", "params": [25, 0, 1]}},
            {"endpoints": [1,2], "curvature": [0.5, 0.2]},
            {"endpoints": [2,3], "curvature": {"type": "cubic", "params": [[0.25, 0], [0.75, 0]]}},
            {"endpoints": [3,0], "curvature": {"type": "quadratic", "params": [[0.5, 0]]}}]}},
 "stitches": [[{"panel": "front", "edge": 1}, {"panel": "back", "edge": 3}],
              [{"panel": "front", "edge": 3}, {"panel": "back", "edge": 1}, "right_wrong"]],
 "panel_order": ["front", "back"]},
 "properties": {"units_in_meter": 100}})";
}

TEST(GarmentCode, IsReadWithCurvesStitchesAndPlacement) {
    const PatternFile file = parsed(twoPanels(), "a.json");
    const SewingPattern &pattern = file.pattern;
    ASSERT_EQ(pattern.panels.size(), 2U);
    EXPECT_EQ(pattern.panels[0].name, "front") << "in the order that the file tells";
    EXPECT_EQ(pattern.panels[1].outline[0].label, "hem");
    const PanelLoop &front = pattern.panels[0].outline;
    EXPECT_NEAR(edgeLength(front[0]), 0.25 * kPi, 1e-5) << "a half circle";
    EXPECT_NEAR(front[0].through[0].y, -0.25, 1e-12) << "to the right of the edge";
    EXPECT_NEAR(front[1].through[0].x, 0.40, 1e-12) << "to the left of the edge, upwards";
    EXPECT_NEAR(edgeLength(front[2]), 0.5, 1e-12);
    ASSERT_EQ(pattern.seams.size(), 2U);
    EXPECT_FALSE(pattern.seams[0].rightToWrong);
    EXPECT_TRUE(pattern.seams[1].rightToWrong);
    EXPECT_EQ(pattern.seams[0].a[0].panel, 0);
    EXPECT_EQ(pattern.seams[0].b[0].edge, 3);
    const Vec3 corner = transformPoint(pattern.panels[1].placement, Vec3(0.5F, 0.0F, 0.0F));
    EXPECT_NEAR(glm::distance(corner, Vec3(-0.5F, 1.0F, -0.2F)), 0.0F, 1e-6F);
    EXPECT_EQ(file.unitSource, UnitSource::Stated);
}

// Rotations about x, then y, then z of the fixed axes.
TEST(GarmentCode, TurnsAboutTheFixedAxesInOrder) {
    std::string text = twoPanels();
    text.replace(text.find("[0, 180, 0]"), 11, "[90, 0, 90]");
    const PatternFile file = parsed(text, "a.json");
    const Quat q = file.pattern.panels[1].placement.orientation;
    EXPECT_NEAR(glm::distance(q * Vec3(1, 0, 0), Vec3(0, 1, 0)), 0.0F, 1e-6F);
    EXPECT_NEAR(glm::distance(q * Vec3(0, 1, 0), Vec3(0, 0, 1)), 0.0F, 1e-6F);
}

TEST(GarmentCode, NamesWhatIsWrongInIt) {
    const auto with = [](const std::string &from, const std::string &to) {
        std::string text = twoPanels();
        text.replace(text.find(from), from.size(), to);
        return errorOf(text, "a.json");
    };
    EXPECT_EQ(with("\"endpoints\": [0,1], \"label\"", "\"endpoints\": [0,9], \"label\""),
              "a.json: panel 'back', edge 0: expected a number from 0 to 4 less one");
    EXPECT_EQ(with("[[0,0],[50,0]", "[[0,\"x\"],[50,0]"),
              "a.json: panel 'back', vertex 0: expected a finite number");
    EXPECT_EQ(with("[25, 0, 1]", "[5, 0, 1]"),
              "a.json: panel 'front', edge 0: a circle with the radius 5.000000 "
              "does not reach from end to end");
    EXPECT_EQ(with("\"panel\": \"back\", \"edge\": 3", "\"panel\": \"side\", \"edge\": 3"),
              "a.json: stitch 0: there is no panel \"side\"");
    EXPECT_EQ(with("quadratic", "quartic"),
              "a.json: panel 'front', edge 3: expected the type quadratic, cubic or circle, got 'quartic'");
    EXPECT_EQ(with("\"units_in_meter\": 100", "\"units_in_meter\": 0"),
              "a.json: 'units_in_meter': expected 0.001 to 1000000, got 0.000000");
    EXPECT_EQ(with("\"stitches\": [", "\"stitches\": [,"), "a.json:9: this is no JSON from here on");
    EXPECT_EQ(errorOf("{}", "a.json"), "a.json: the file: expected a member 'pattern'");
    EXPECT_EQ(errorOf("", "a.json"), "a.json: the file is empty");
    EXPECT_NE(errorOf("x", "a.txt"), "");
}

// Cut short or damaged anywhere, a file is read or refused by name.
void expectNoCrash(const std::string &text, const std::string &name) {
    for (size_t size = 0; size < text.size(); ++size) {
        const auto cut = parse(text.substr(0, size), name);
        EXPECT_TRUE(cut || cut.error().message.starts_with(name));
        std::string damaged = text;
        damaged[size] = static_cast<char>(damaged[size] ^ (1 << (size % 7)));
        const auto file = parse(damaged, name);
        EXPECT_TRUE(file || file.error().message.starts_with(name));
        if (file && size % 16 == 0) {
            EXPECT_FALSE(auditText(file.value()).empty());
        }
    }
}

TEST(GarmentCode, SurvivesDamageAtEveryByte) {
    expectNoCrash(twoPanels(), "a.json");
}

// A drawing of 1000 x 1000 mm whose unit is the millimetre.
std::string drawing(const std::string &content) {
    return "<svg xmlns='http://www.w3.org/2000/svg' width='1000mm' height='1000mm' viewBox='0 0 1000 "
           "1000'>\n" +
           content + "</svg>\n";
}

std::string path(const std::string &data) {
    return drawing("<path id='p' d='" + data + "'/>\n");
}

Panel onlyPanel(const std::string &text) {
    const PatternFile file = parsed(text, "a.svg");
    EXPECT_EQ(file.pattern.panels.size(), 1U);
    return file.pattern.panels.empty() ? Panel() : file.pattern.panels[0];
}

TEST(SvgPattern, ReadsEveryCommandAbsoluteAndRelative) {
    // The same outline by absolute and by relative commands, numbers run together.
    const Panel absolute =
        onlyPanel(path("M100,100 L300 100 H400 V200 C400 250 350 300 300 300 S200 350 200 400 "
                       "Q150 400 150 350 T100 300 A100 100 0 0 1 100 100 Z"));
    const Panel relative = onlyPanel(path("m100,100l200 0h100v100c0 50-50 100-100 100s-100 50-100 100"
                                          "q-50 0-50-50t-50-50a100 100 0 01 0-200z"));
    ASSERT_EQ(absolute.outline.size(), relative.outline.size());
    for (size_t e = 0; e < absolute.outline.size(); ++e) {
        const PanelEdge &a = absolute.outline[e];
        const PanelEdge &b = relative.outline[e];
        EXPECT_EQ(a.curve, b.curve);
        EXPECT_NEAR(glm::distance(a.start, b.start), 0.0, 1e-12);
        EXPECT_NEAR(edgeLength(a), edgeLength(b), 1e-12);
    }
    const auto ofKind = [&](EdgeCurve curve) {
        return std::count_if(absolute.outline.begin(), absolute.outline.end(),
                             [&](const PanelEdge &edge) { return edge.curve == curve; });
    };
    EXPECT_EQ(ofKind(EdgeCurve::Cubic), 2);
    EXPECT_EQ(ofKind(EdgeCurve::Quadratic), 2);
    EXPECT_EQ(ofKind(EdgeCurve::Arc), 1);
    for (const PanelEdge &edge : absolute.outline) {
        if (edge.curve == EdgeCurve::Cubic && edge.end.x < 0.25) { // S goes on where C went
            EXPECT_NEAR(glm::distance(edge.through[0], DVec2(0.25, -0.3)), 0.0, 1e-12);
        }
        if (edge.curve == EdgeCurve::Arc) { // towards growing angles with y down: over the left
            EXPECT_NEAR(glm::distance(edge.through[0], DVec2(0.0, -0.2)), 0.0, 1e-12);
        }
    }
}

TEST(SvgPattern, DrawsEllipsesByTheirAxes) {
    const double a = 0.2;
    const double b = 0.1;
    // Ramanujan's second approximation, here good to 1e-6.
    const double h = (a - b) * (a - b) / ((a + b) * (a + b));
    const double round = kPi * (a + b) * (1.0 + 3.0 * h / (10.0 + std::sqrt(4.0 - 3.0 * h)));
    const std::string shapes[] = {
        path("M100 500 A200 100 0 1 1 500 500 A200 100 0 1 1 100 500"),
        path("M100 500 A200 100 0 0 0 500 500 A200 100 0 0 0 100 500 z"),
        path("M300 300 A100 200 90 0 1 300 500 A100 200 90 0 1 300 300 z"),
        drawing("<ellipse cx='500' cy='400' rx='200' ry='100'/>"),
        drawing("<circle transform='scale(2,1)' cx='200' cy='400' r='100'/>"),
        drawing("<circle transform='rotate(30) skewX(0) scale(2 1)' cx='200' cy='400' r='100'/>")};
    for (const std::string &shape : shapes) {
        EXPECT_NEAR(loopLength(onlyPanel(shape).outline), round, 2e-4) << shape;
        EXPECT_NEAR(std::abs(signedArea(onlyPanel(shape).outline)), kPi * a * b, 1e-4) << shape;
    }
}

TEST(SvgPattern, FollowsTransformsOfGroupsInGroups) {
    const Panel panel =
        onlyPanel(drawing("<g transform='translate(100 200)'><g transform='rotate(90, 0, 0) scale(2)'>"
                          "<rect x='10' y='20' width='100' height='50'/></g></g>"));
    const PatternBox box = boxOf(panel.outline);
    // (x, y) goes to (100 - 2 y, 200 + 2 x), then up.
    EXPECT_NEAR(glm::distance(box.low, DVec2(-0.04, -0.42)), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(box.high, DVec2(0.06, -0.22)), 0.0, 1e-12);
}

TEST(SvgPattern, KnowsItsUnit) { // case 62
    const auto sized = [](const std::string &attributes) {
        return parsed("<svg " + attributes + "><rect x='0' y='0' width='100' height='50'/></svg>", "a.svg");
    };
    const auto width = [](const PatternFile &file) {
        const PatternBox box = boxOf(file.pattern.panels.at(0).outline);
        return box.high.x - box.low.x;
    };
    EXPECT_NEAR(width(sized("width='200mm' height='100mm' viewBox='0 0 200 100'")), 0.1, 1e-9);
    EXPECT_NEAR(width(sized("width='20cm' height='10cm' viewBox='0 0 100 50'")), 0.2, 1e-9);
    EXPECT_NEAR(width(sized("width='10in' height='10in' viewBox='0 0 100 50'")), 0.254, 1e-9)
        << "fits into both";
    const PatternFile pixels = sized("width='96' height='96'");
    EXPECT_NEAR(width(pixels), 0.0254 * 100 / 96, 1e-9);
    EXPECT_EQ(pixels.unitSource, UnitSource::Likely);
    EXPECT_EQ(sized("width='100%' height='100%' viewBox='0 0 100 50'").unitSource, UnitSource::Unsure);
    const auto told = parse("<svg><rect width='30' height='20'/></svg>", "a.svg", {LengthUnit::Inch});
    ASSERT_TRUE(told);
    EXPECT_NEAR(width(told.value()), 30 * 0.0254, 1e-9);
    EXPECT_EQ(told.value().unitSource, UnitSource::Given);
}

TEST(SvgPattern, TellsHolesSewingLinesAndOpenPathsApart) {
    const Panel hole = onlyPanel(path("M0 0 H400 V400 H0 Z M100 100 V200 H200 V100 Z"));
    EXPECT_EQ(hole.holes.size(), 1U);
    const Panel sewn = onlyPanel(path("M0 0 H400 V400 H0 Z M10 10 H390 V390 H10 Z"));
    EXPECT_TRUE(sewn.holes.empty());
    EXPECT_NEAR(loopLength(sewn.outline), 4 * 0.38, 1e-9);
    ASSERT_EQ(sewn.lines.size(), 1U);
    EXPECT_EQ(sewn.lines[0].use, LineUse::Cut);
    const PatternFile open = parsed(path("M0 0 H400 V400 H0 V1 M500 0 H600 V100"), "a.svg"); // case 48
    ASSERT_EQ(open.pattern.panels.size(), 1U);
    ASSERT_EQ(loopGaps(open.pattern).size(), 1U);
    EXPECT_NEAR(loopGaps(open.pattern)[0].gap, 0.001, 1e-9);
    EXPECT_EQ(patternFaults(open.pattern).size(), 1U);
}

TEST(SvgPattern, UnfoldsHalfAFreeSewingPieceAndAQuarterOfARing) {
    const std::string head = "<svg freesewing='4' width='1000mm' height='1000mm' viewBox='0 0 1000 1000'>"
                             "<g id='fs-stack-a-part-skirt'>";
    const std::string fold =
        "<path marker-start='url(#cutonfoldFrom)' d='M 0,100 L 15,100 L 15,400 L 0,400'/>";
    const std::string across =
        "<path marker-start='url(#cutonfoldFrom)' d='M 250,0 L 250,9 L 400,9 L 400,0'/>";
    const Panel half = onlyPanel(head + "<path class='fabric' d='M0 50 L300 0 V400 H0 z'/>" + fold +
                                 "<path class='fabric sa' d='M0 0 H900 V900 H0 z'/></g></svg>");
    EXPECT_EQ(half.name, "skirt");
    EXPECT_TRUE(half.unfolded);
    EXPECT_EQ(half.outline.size(), 6U);
    EXPECT_NEAR(loopLength(half.outline), 2.0 * (std::hypot(0.3, 0.05) + 0.4 + 0.3), 1e-9);
    EXPECT_NEAR(std::abs(half.grain.y), 1.0, 1e-9) << "the fold lies along the grain";
    const Panel ring = onlyPanel(head +
                                 "<path class='fabric' d='M0 500 A500 500 0 0 0 500 0 H200 "
                                 "A200 200 0 0 1 0 200 z'/>" +
                                 fold + across + "</g></svg>");
    EXPECT_NEAR(loopLength(ring.outline), kPi, 1e-4);
    ASSERT_EQ(ring.holes.size(), 1U);
    EXPECT_NEAR(loopLength(ring.holes[0]), 0.4 * kPi, 1e-4);
    EXPECT_TRUE(patternFaults({{ring}, {}}).empty());
}

TEST(SvgPattern, NamesWhatIsWrongInIt) {
    EXPECT_EQ(errorOf(path("M0 0 L10 x"), "a.svg"),
              "a.svg:2: <path> 'p': path data, character 9: expected a number");
    EXPECT_EQ(errorOf(path("L10 10"), "a.svg"), "a.svg:2: <path> 'p': path data, character 1: expected 'M'");
    EXPECT_EQ(errorOf(path("M0 0 A5 5 0 2 1 9 9"), "a.svg"),
              "a.svg:2: <path> 'p': path data, character 12: expected 0 or 1");
    EXPECT_EQ(errorOf(drawing("<g transform='turn(3)'/>"), "a.svg"),
              "a.svg:2: <g>: expected a transform, got 'turn(3)'");
    EXPECT_EQ(errorOf(path(""), "a.svg"), "a.svg: no closed outline of a piece was found");
    EXPECT_EQ(errorOf("<html/>", "a.svg"), "a.svg:1: expected the element <svg>");
    EXPECT_NE(errorOf("<svg>\n<path", "a.svg").find("a.svg:2: "), std::string::npos);
}

TEST(SvgPattern, EndsWhereElementsRepeatThemselvesWithoutEnd) {
    std::string text = drawing("<g id='a'><rect width='9' height='9'/><use href='#a'/></g>");
    EXPECT_NE(errorOf(text, "a.svg").find("groups in each other"), std::string::npos);
    std::string laughs = "<rect id='l0' width='9' height='9'/>"; // ten times ten times ten ...
    for (int i = 1; i < 12; ++i) {
        laughs += "<g id='l" + std::to_string(i) + "'>";
        for (int k = 0; k < 10; ++k) {
            laughs += "<use href='#l" + std::to_string(i - 1) + "'/>";
        }
        laughs += "</g>\n";
    }
    EXPECT_NE(errorOf(drawing(laughs), "a.svg").find("repeats its elements too often"), std::string::npos);
    std::string deep;
    for (int i = 0; i < 100000; ++i) {
        deep += "<g>";
    }
    EXPECT_NE(errorOf("<svg>" + deep, "a.svg"), "");
}

TEST(SvgPattern, SurvivesDamageAtEveryByte) {
    expectNoCrash(
        "<svg width='9cm' viewBox='0 0 90 90' freesewing=''><g id='fs-stack-a-part-b'><path class='fabric' "
        "d='M0 5L9 0A4 9 3 0 1 9 40q1 2 3 4t1 1H0z'/><path d='M0 9L1 9L1 30L0 30' "
        "marker-start='url(#cutonfoldFrom)'/></g></svg>",
        "a.svg");
}

// Groups as "code value" in rows become pairs of lines.
std::string dxf(const std::string &header, const std::string &blocks, const std::string &entities) {
    const std::string rows = "0 SECTION;2 HEADER;" + header + "0 ENDSEC;0 SECTION;2 BLOCKS;" + blocks +
                             "0 ENDSEC;0 SECTION;2 ENTITIES;" + entities + "0 ENDSEC;0 EOF;";
    std::string text;
    for (size_t at = 0; at < rows.size();) {
        const size_t space = rows.find(' ', at);
        const size_t end = rows.find(';', at);
        text += rows.substr(at, space - at) + "\n" + rows.substr(space + 1, end - space - 1) + "\n";
        at = end + 1;
    }
    return text;
}

std::string dxfPolyline(const std::string &layer, const std::vector<DVec2> &points, bool closed = true) {
    std::string rows = "0 POLYLINE;8 " + layer + ";66 1;70 " + (closed ? "1" : "0") + ";";
    for (const DVec2 &p : points) {
        rows += "0 VERTEX;8 " + layer + ";10 " + std::to_string(p.x) + ";20 " + std::to_string(p.y) + ";";
    }
    return rows + "0 SEQEND;";
}

std::string dxfLine(const std::string &layer, const DVec2 &a, const DVec2 &b) {
    return "0 LINE;8 " + layer + ";10 " + std::to_string(a.x) + ";20 " + std::to_string(a.y) + ";11 " +
           std::to_string(b.x) + ";21 " + std::to_string(b.y) + ";";
}

std::string dxfBlock(const std::string &name, const std::string &entities) {
    return "0 BLOCK;8 0;2 " + name + ";10 0;20 0;" + entities + "0 ENDBLK;";
}

std::vector<DVec2> box(double width, double height) {
    return {{0, 0}, {width, 0}, {width, height}, {0, height}};
}

TEST(DxfPattern, UnfoldsAHalfPieceAndReadsItsMarks) { // case 61
    const std::string piece =
        dxfPolyline("1", box(300, 600)) + dxfLine("6", {0, 0}, {0, 600}) +
        dxfLine("7", {100, 50}, {100, 500}) +
        "0 POINT;8 4;10 300;20 200;0 POINT;8 13;10 50;20 60;0 TEXT;8 1;1 Piece Name: Back;" +
        "0 TEXT;8 1;1 Quantity: 2;0 TEXT;8 1;1 Material: Denim;0 TEXT;8 15;1 Units: METRIC;" +
        dxfPolyline("11", {{100, 100}, {200, 100}, {200, 200}, {100, 200}});
    const PatternFile file = parsed(dxf("", dxfBlock("B1", piece), "0 INSERT;2 B1;10 900;20 0;"), "a.dxf");
    ASSERT_EQ(file.pattern.panels.size(), 1U);
    const Panel &panel = file.pattern.panels[0];
    EXPECT_EQ(panel.name, "Back");
    EXPECT_EQ(panel.quantity, 2);
    EXPECT_EQ(panel.fabric, "Denim");
    EXPECT_TRUE(panel.unfolded);
    EXPECT_NEAR(loopLength(panel.outline), 2 * (0.6 + 0.6), 1e-9);
    EXPECT_NEAR(std::abs(signedArea(panel.outline)), 0.36, 1e-9);
    EXPECT_EQ(panel.holes.size(), 2U);
    EXPECT_NEAR(panel.grain.y, 1.0, 1e-9);
    ASSERT_EQ(panel.notches.size(), 2U);
    for (const Notch &notch : panel.notches) {
        const DVec2 at = pointAt(traceEdge(panel.outline[static_cast<size_t>(notch.edge)]), notch.along);
        EXPECT_NEAR(std::abs(at.x), 0.3, 1e-9);
        EXPECT_NEAR(at.y, 0.2, 1e-9);
    }
    EXPECT_TRUE(patternFaults(file.pattern).empty());
    EXPECT_EQ(file.unitSource, UnitSource::Likely);
}

TEST(DxfPattern, TellsBlocksOfOneNameApart) { // case 61
    const std::string blocks = dxfBlock("DETAIL", dxfPolyline("1", box(300, 600))) +
                               dxfBlock("DETAIL", dxfPolyline("1", box(200, 500)));
    const PatternFile file = parsed(dxf("", blocks, "0 INSERT;2 DETAIL;0 INSERT;2 DETAIL;"), "a.dxf");
    ASSERT_EQ(file.pattern.panels.size(), 2U);
    EXPECT_EQ(file.pattern.panels[1].name, "DETAIL (2)");
    EXPECT_NEAR(loopLength(file.pattern.panels[1].outline), 1.4, 1e-9);
    // The same in a plain drawing, where inserts place what they show.
    std::string plain = blocks;
    for (size_t at = plain.find("8 1;"); at != std::string::npos; at = plain.find("8 1;")) {
        plain[at + 2] = 'A';
    }
    const PatternFile drawn =
        parsed(dxf("", plain, "0 INSERT;2 DETAIL;10 5000;20 0;0 INSERT;2 DETAIL;10 0;20 0;41 2;42 -2;50 90;"),
               "a.dxf");
    ASSERT_EQ(drawn.pattern.panels.size(), 2U);
    EXPECT_NEAR(loopLength(drawn.pattern.panels[0].outline), 1.8, 1e-9);
    EXPECT_NEAR(loopLength(drawn.pattern.panels[1].outline), 2.8, 1e-9) << "twice its size";
}

TEST(DxfPattern, ReadsBulgesArcsAndChainsOfLines) {
    // A stadium: by bulges of a half circle; by lines and arcs in any order and direction.
    const double round = 2 * 0.3 + kPi * 0.2;
    const std::string bulged =
        "0 LWPOLYLINE;8 A;90 4;70 1;10 0;20 0;10 300;20 0;42 1;10 300;20 200;10 0;20 200;42 1;";
    EXPECT_NEAR(loopLength(parsed(dxf("", "", bulged), "a.dxf").pattern.panels.at(0).outline), round, 2e-5);
    const std::string chained =
        dxfLine("A", {0, 0}, {300, 0}) + "0 ARC;8 A;10 0;20 100;40 100;50 90;51 270;" +
        dxfLine("A", {300, 200}, {0, 200}) + "0 ARC;8 A;10 300;20 100;40 100;50 -90;51 90;";
    const PatternFile file = parsed(dxf("", "", chained), "a.dxf");
    ASSERT_EQ(file.pattern.panels.size(), 1U);
    EXPECT_NEAR(loopLength(file.pattern.panels[0].outline), round, 2e-5);
    EXPECT_NEAR(std::abs(signedArea(file.pattern.panels[0].outline)), 0.06 + kPi * 0.01, 1e-5);
    EXPECT_TRUE(patternFaults(file.pattern).empty());
    const std::string circle = "0 CIRCLE;8 A;10 500;20 500;40 300;";
    EXPECT_NEAR(loopLength(parsed(dxf("", "", circle), "a.dxf").pattern.panels.at(0).outline), 0.6 * kPi,
                1e-4);
}

TEST(DxfPattern, GuessesTheUnitFromTheSizeAndSaysHowSurely) { // case 62
    const auto read = [](const std::string &header, double scale) {
        const std::string entities =
            dxfPolyline("A", {{0, 0}, {300 * scale, 0}, {300 * scale, 600 * scale}, {0, 600 * scale}});
        return parsed(dxf(header, "", entities), "a.dxf");
    };
    const std::string inches = "9 $INSUNITS;70 1;";
    EXPECT_EQ(read("", 1.0).metresPerUnit, 0.001);
    EXPECT_EQ(read("", 1.0).unitSource, UnitSource::Likely);
    EXPECT_EQ(read("", 1.0 / 25.4).metresPerUnit, 0.0254);
    EXPECT_EQ(read("", 1.0 / 25.4).unitSource, UnitSource::Unsure) << "24 might be centimetres";
    EXPECT_EQ(read("", 0.2).metresPerUnit, 0.01);
    EXPECT_EQ(read("", 0.001).metresPerUnit, 1.0);
    EXPECT_EQ(read(inches, 1.0 / 25.4).unitSource, UnitSource::Stated);
    EXPECT_NE(auditText(read("", 1.0 / 25.4)).find("a guess from the size of the pieces, please check"),
              std::string::npos);
}

TEST(DxfPattern, TellsByHowMuchAnOutlineIsOpen) { // case 48
    const PatternFile file = parsed(
        dxf("", "", dxfPolyline("A", {{0, 0}, {300, 0}, {300, 600}, {0, 600}, {0, 10}}, false)), "a.dxf");
    ASSERT_EQ(loopGaps(file.pattern).size(), 1U);
    EXPECT_NEAR(loopGaps(file.pattern)[0].gap, 0.01, 1e-9);
    const std::string text = auditText(file);
    EXPECT_NE(text.find("open          10.00 mm after 'piece 1', edge 3\n"), std::string::npos) << text;
    EXPECT_NE(text.find("verdict       cannot be meshed as it is\n"), std::string::npos) << text;
}

TEST(DxfPattern, NamesWhatIsWrongInIt) {
    EXPECT_EQ(errorOf("AutoCAD Binary DXF\r\n", "a.dxf"),
              "a.dxf: this is a binary DXF; expected one saved as text (ASCII)");
    EXPECT_EQ(errorOf("0\nSECTION\nx\n", "a.dxf"), "a.dxf:3: expected a group code, got 'x'");
    EXPECT_EQ(errorOf(dxf("", "", "0 LINE;10 abc;"), "a.dxf"),
              "a.dxf:20: group 10: expected a number, got 'abc'");
    EXPECT_EQ(errorOf(dxf("", "", "0 POLYLINE;8 1;0 LINE;10 1;"), "a.dxf"),
              "a.dxf:18: this POLYLINE has no SEQEND");
    EXPECT_EQ(errorOf("0\nSECTION\n", "a.dxf"), "a.dxf:3: the file ends too early; expected EOF");
    EXPECT_EQ(errorOf(dxf("", "", ""), "a.dxf"), "a.dxf: no closed outline of a piece was found");
    std::string blocks = dxfBlock("b0", dxfPolyline("A", box(1, 1)));
    for (int i = 1; i < 9; ++i) { // ten times ten times ten ...
        std::string inserts;
        for (int k = 0; k < 10; ++k) {
            inserts += std::string("0 INSERT;2 b") + std::to_string(i - 1) + ";";
        }
        blocks += dxfBlock(std::string("b") + std::to_string(i), inserts);
    }
    EXPECT_NE(errorOf(dxf("", blocks, "0 INSERT;2 b8;"), "a.dxf").find("too often or too deep"),
              std::string::npos);
    EXPECT_NE(errorOf(dxf("", dxfBlock("b", "0 INSERT;2 b;"), "0 INSERT;2 b;"), "a.dxf"), "");
}

TEST(DxfPattern, SurvivesDamageAtEveryByte) {
    const std::string piece =
        dxfPolyline("1", {{0, 0}, {300, 0}, {0, 600}}) + dxfLine("6", {0, 0}, {0, 600}) +
        "0 POINT;8 4;10 9;20 2;0 TEXT;8 1;1 Fabric, Cut 2;" + "0 ARC;8 8;10 0;20 1;40 9;50 9;51 7;";
    expectNoCrash(dxf("9 $INSUNITS;70 4;", dxfBlock("B", piece),
                      "0 INSERT;2 B;41 2;0 LWPOLYLINE;70 1;10 0;20 0;10 9;20 0;42 1;10 9;20 9;"),
                  "a.dxf");
}

TEST(PatternAudit, SpeaksOfPiecesSeamsAndEase) { // case 43
    const std::string text = auditText(parsed(twoPanels(), "a.json"));
    EXPECT_NE(text.find("piece         'back': 50.0 x 50.0 cm, 4 edges, 200.0 cm round\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("'front', edge 1 to 'back', edge 3: 51.3 to 50.0 cm, 1.3 cm (3 %) of ease\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("right to wrong; looks flipped"), std::string::npos) << text;
    EXPECT_NE(text.find("verdict       can be meshed\n"), std::string::npos) << text;
}

} // namespace
} // namespace selvage
