// The writers of sewing patterns on a small one that has everything.
#include "pattern_shapes.h"
#include "sim/pattern_edit.h"
#include "written_patterns.h"

#include <numbers>

namespace selvage {
namespace {

// A square of 50 cm with every kind of curve, its grain askew, and another one of straight edges; sewn along
// two edges, the second right to wrong.
SewingPattern everything() {
    SewingPattern pattern;
    Panel front = panelOf("front \"<&>\"", rectangle(0.5, 0.5));
    PanelLoop &edges = front.outline;
    edges[0] = makeArc(edges[0].start, edges[0].end, 0.25, false, true); // a half circle downwards
    edges[0].label = "hem";
    edges[1].curve = EdgeCurve::Quadratic;
    edges[1].through = {{0.6, 0.2}};
    edges[2].curve = EdgeCurve::Cubic;
    edges[2].through = {{0.4, 0.65}, {0.1, 0.45}};
    edges[3].curve = EdgeCurve::Polyline;
    edges[3].through = {{0.1, 0.3}, {0.0, 0.2}};
    front.holes = {rectangle(0.1, 0.1, {0.2, 0.2})};
    front.notches = {{0, 0.1}, {2, 0.3}};
    front.grain = glm::normalize(DVec2(0.2, 1.0));
    front.grainGiven = true;
    front.quantity = 2;
    front.fabric = "denim";
    front.placement.position = Vec3(-0.25F, 1.0F, 0.2F);
    front.lines = {{LineUse::Internal, {{0.1, 0.1}, {0.4, 0.1}}}};
    Panel back = panelOf("back", rectangle(0.5, 0.52));
    std::reverse(back.outline.begin(), back.outline.end());
    for (PanelEdge &edge : back.outline) {
        edge = reversed(edge);
    }
    back.placement = {glm::angleAxis(glm::radians(180.0F), Vec3(0.0F, 1.0F, 0.0F)), Vec3(0.25F, 1.0F, -0.2F)};
    pattern.panels = {front, back};
    pattern.seams.push_back({{{0, 1}}, {{1, 2}}, false});
    pattern.seams.push_back({{{0, 2}}, {{1, 1}}, true});
    return pattern;
}

TEST(WrittenPattern, InGarmentCodeHasItsEdgesItsSeamsAndItsPlaceInSpace) {
    const TemporaryFolder folder;
    const SewingPattern pattern = everything();
    const SewingPattern read = reread(pattern, folder.path / "a.json");
    expectSameGarmentCode(pattern, read);
    EXPECT_EQ(read.panels[0].fabric, "denim");
    EXPECT_EQ(read.panels[0].outline[0].curve, EdgeCurve::Arc);
    EXPECT_EQ(read.seams[1].b[0].edge, 1);
}

TEST(WrittenPattern, InGarmentCodeKeepsEveryTurnInSpace) {
    const TemporaryFolder folder;
    for (const float x : {-170.0F, -90.0F, 0.0F, 35.0F, 180.0F}) {
        for (const float y : {-90.0F, -30.0F, 0.0F, 89.9F, 90.0F}) {
            SewingPattern pattern = everything();
            pattern.panels[1].placement.orientation =
                glm::angleAxis(0.4F, Vec3(0.0F, 0.0F, 1.0F)) *
                glm::angleAxis(glm::radians(y), Vec3(0.0F, 1.0F, 0.0F)) *
                glm::angleAxis(glm::radians(x), Vec3(1.0F, 0.0F, 0.0F));
            expectSameGarmentCode(pattern, reread(pattern, folder.path / "a.json"));
        }
    }
}

TEST(WrittenPattern, InGarmentCodeHasASeamOfSeveralEdgesOrPolylinesInParts) {
    const TemporaryFolder folder;
    SewingPattern pattern = everything();
    pattern.seams[0] = {{{0, 3}, {0, 0}}, {{1, 2}, {1, 1}}, false};
    pattern.seams.pop_back();
    const SewingPattern read = reread(pattern, folder.path / "a.json");
    expectSameGarmentCode(withSingleEdgeSeams(pattern), read);
    ASSERT_GE(read.seams.size(), 4U); // three lines and an arc on the one side, two lines on the other
    double a = 0.0;
    double b = 0.0;
    for (const Seam &seam : read.seams) {
        EXPECT_EQ(seam.a.size(), 1U);
        EXPECT_EQ(seam.b.size(), 1U);
        EXPECT_NEAR(sideLength(read, seam.a) / sideLength(pattern, pattern.seams[0].a),
                    sideLength(read, seam.b) / sideLength(pattern, pattern.seams[0].b), 0.01);
        a += sideLength(read, seam.a);
        b += sideLength(read, seam.b);
    }
    EXPECT_NEAR(a, sideLength(pattern, pattern.seams[0].a), kWrittenTolerance);
    EXPECT_NEAR(b, sideLength(pattern, pattern.seams[0].b), kWrittenTolerance);
}

TEST(WrittenPattern, InSvgHasItsOutlinesGrainNotchesAndNames) {
    const TemporaryFolder folder;
    const SewingPattern pattern = everything();
    const SewingPattern read = reread(pattern, folder.path / "a.svg");
    expectSameDrawing(pattern, read, false);
    EXPECT_EQ(read.panels[0].name, pattern.panels[0].name);
    EXPECT_EQ(read.panels[0].fabric, "denim");
    ASSERT_EQ(read.panels[0].lines.size(), 1U);
    EXPECT_EQ(read.panels[0].lines[0].use, LineUse::Internal);
}

TEST(WrittenPattern, InDxfHasItsOutlinesGrainNotchesAndNames) {
    const TemporaryFolder folder;
    const SewingPattern pattern = everything();
    const SewingPattern read = reread(pattern, folder.path / "a.dxf");
    expectSameDrawing(pattern, read, true);
    EXPECT_EQ(read.panels[0].name, pattern.panels[0].name);
    EXPECT_EQ(read.panels[0].fabric, "denim");
}

// A third from where the seam begins on either side: 0.52 m upwards on the back, against its edge.
TEST(WrittenPattern, MarksASeamWithNotchesThatSayWhichWayRoundItIsSewn) {
    const TemporaryFolder folder;
    const SewingPattern pattern = everything();
    const SewingPattern read = reread(pattern, folder.path / "a.dxf");
    const auto notchOf = [&](size_t panel, size_t number) {
        const Notch &notch = read.panels[panel].notches[number];
        return pointAt(traceEdge(read.panels[panel].outline[static_cast<size_t>(notch.edge)]), notch.along);
    };
    const PanelEdge &side = pattern.panels[0].outline[1];
    EXPECT_LT(glm::distance(notchOf(0, 2), pointAt(traceEdge(side), edgeLength(side) / 3.0)),
              kWrittenTolerance);
    const PanelEdge &partner = pattern.panels[1].outline[2];
    EXPECT_LT(glm::distance(notchOf(1, 0), glm::mix(partner.end, partner.start, 1.0 / 3.0)),
              kWrittenTolerance);
    const PanelEdge &wrong = pattern.panels[1].outline[1];
    EXPECT_LT(glm::distance(notchOf(1, 1), glm::mix(wrong.start, wrong.end, 1.0 / 3.0)), kWrittenTolerance);
}

TEST(WrittenPattern, HasTheSameLengthsByOtherReaders) {
    const TemporaryFolder folder;
    const SewingPattern pattern = everything();
    reread(pattern, folder.path / "a.svg");
    reread(pattern, folder.path / "a.dxf");
    const std::string dxf = textOf(folder.path / "a.dxf");
    expectLengthsByOtherReaders(pattern, textOf(folder.path / "a.svg"), dxf);
    const WrittenBlock front = dxfBlocks(dxf)[0];
    EXPECT_EQ(front.points.at("4"), 4);
    EXPECT_EQ(front.points.at("2"), 4) << "a turn point a corner";
    EXPECT_NE(std::find(front.texts.begin(), front.texts.end(), "2"), front.texts.end()) << "a seam's number";
    EXPECT_NE(dxf.find("UNITS: METRIC"), std::string::npos);
}

TEST(WrittenPattern, WithASeamAllowanceHasBothLines) {
    const TemporaryFolder folder;
    SewingPattern pattern = patternOf(panelOf("sleeve", rectangle(0.3, 0.4)));
    pattern.panels[0].lines = {
        {LineUse::Cut, {{-0.01, -0.01}, {0.31, -0.01}, {0.31, 0.41}, {-0.01, 0.41}, {-0.01, -0.01}}}};
    for (const char *name : {"a.svg", "a.dxf"}) {
        const SewingPattern read = reread(pattern, folder.path / name);
        expectSameDrawing(pattern, read, std::string(name) == "a.dxf");
        ASSERT_EQ(read.panels.at(0).lines.size(), 1U) << name;
        EXPECT_EQ(read.panels[0].lines[0].use, LineUse::Cut);
        PanelLoop cut;
        for (size_t i = 1; i < read.panels[0].lines[0].points.size(); ++i) {
            cut.push_back({EdgeCurve::Line,
                           read.panels[0].lines[0].points[i - 1],
                           read.panels[0].lines[0].points[i],
                           {},
                           {}});
        }
        EXPECT_NEAR(loopLength(cut), 2.0 * (0.32 + 0.42), kWrittenTolerance) << name;
    }
    expectLengthsByOtherReaders(pattern, textOf(folder.path / "a.svg"), textOf(folder.path / "a.dxf"));
}

TEST(WrittenPattern, OfPiecesWithOneNameTellsThemApart) {
    const TemporaryFolder folder;
    SewingPattern pattern = everything();
    pattern.panels[1].name = pattern.panels[0].name;
    for (const char *name : {"a.json", "a.dxf"}) {
        const SewingPattern read = reread(pattern, folder.path / name);
        ASSERT_EQ(read.panels.size(), 2U);
        EXPECT_EQ(read.panels[1].name, pattern.panels[0].name + " (2)");
    }
}

TEST(WrittenPattern, ThatCannotBeWrittenIsAnErrorInOneLineAndLeavesNothing) {
    const TemporaryFolder folder;
    const auto errorOf = [&](const std::filesystem::path &path) {
        const auto written = writePattern(path, everything());
        return written ? std::string() : written.error().message;
    };
    const auto path = folder.path / "nowhere" / "a.svg";
    EXPECT_EQ(errorOf(path), path.string() + ": cannot be written: No such file or directory");
    EXPECT_EQ(errorOf(folder.path / "a.txt"),
              (folder.path / "a.txt").string() +
                  ": this is no format of sewing patterns; expected one of .json, .svg, .dxf");
    std::filesystem::create_directory(folder.path / "a.dxf");
    EXPECT_NE(errorOf(folder.path / "a.dxf"), "") << "a folder";
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1) << "no draft is left";
}

// Damaged anywhere, what we write is read or refused by name.
TEST(WrittenPattern, SurvivesDamage) {
    const TemporaryFolder folder;
    for (const char *name : {"a.json", "a.svg", "a.dxf"}) {
        ASSERT_TRUE(writePattern(folder.path / name, everything()));
        const std::string text = textOf(folder.path / name);
        for (size_t at = 0; at < text.size(); at += 1 + text.size() / 120) {
            std::string damaged = text;
            damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 7)));
            for (const std::string &each : {damaged, text.substr(0, at)}) {
                const auto file = parsePattern(std::as_bytes(std::span(each.data(), each.size())), name, {});
                EXPECT_TRUE(file || file.error().message.starts_with(name));
                if (file && at % 4 == 0) {
                    EXPECT_FALSE(auditText(file.value()).empty());
                }
            }
        }
    }
}

TEST(WrittenPattern, WithAHoleOfNoEdgesIsAFaultAndNoCrash) {
    const std::string text = R"({"pattern": {"panels": {"a": {"vertices": [[0,0],[9,0],[9,9]], "edges": [
 {"endpoints": [0,1]}, {"endpoints": [1,2]}, {"endpoints": [2,0]}], "holes": [[]]}}}})";
    const auto file = parsePattern(std::as_bytes(std::span(text.data(), text.size())), "a.json", {});
    ASSERT_TRUE(file);
    EXPECT_FALSE(patternFaults(file.value().pattern).empty());
    EXPECT_FALSE(auditText(file.value()).empty());
}

TEST(ArcShape, IsWhatTheArcWasMadeFrom) {
    for (const bool large : {false, true}) {
        for (const bool counterClockwise : {false, true}) {
            const ArcShape shape = shapeOfArc(makeArc({0.1, 0.2}, {0.5, 0.3}, 0.4, large, counterClockwise));
            EXPECT_NEAR(shape.radius, 0.4, 1e-12);
            EXPECT_EQ(shape.large, large);
            EXPECT_EQ(shape.counterClockwise, counterClockwise);
        }
    }
    EXPECT_EQ(shapeOfArc({EdgeCurve::Arc, {0.0, 0.0}, {1.0, 0.0}, {{0.5, 0.0}}, {}}).radius, 0.0);
}

} // namespace
} // namespace selvage
