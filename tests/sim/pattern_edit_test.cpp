// Patterns that are cut, slit, trimmed and darted; what becomes of their seams; and what comes back from
// files.
#include "pattern_shapes.h"
#include "sim/garment.h"
#include "sim/pattern_edit.h"
#include "written_patterns.h"

#include <random>

namespace selvage {
namespace {

// Two rectangles of 40 x 60 cm, sewn along both long sides; the hem of the front is an arc.
SewingPattern skirt() {
    SewingPattern pattern;
    pattern.panels = {panelOf("front", rectangle(0.4, 0.6)), panelOf("back", rectangle(0.4, 0.6))};
    PanelEdge &hem = pattern.panels[0].outline[0];
    hem = makeArc(hem.start, hem.end, 0.4, false, true);
    pattern.panels[0].notches = {{1, 0.1}, {1, 0.5}};
    pattern.seams = {{{{0, 1}}, {{1, 3}}}, {{{0, 3}}, {{1, 1}}}};
    return pattern;
}

SewingPattern edited(Result<SewingPattern> result) {
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    if (!result) {
        return {};
    }
    EXPECT_EQ(patternFaults(*result), std::vector<std::string>{});
    const auto garment = makeGarment(*result, {0.02});
    EXPECT_TRUE(garment) << (garment ? "" : garment.error().message);
    return std::move(*result);
}

SewingPattern cut(const SewingPattern &pattern, int32_t panel, const std::vector<DVec2> &line) {
    return edited(cutPanel(pattern, panel, line));
}

double areaOf(const SewingPattern &pattern) {
    double sum = 0.0;
    for (const Panel &panel : pattern.panels) {
        sum += std::abs(signedArea(panel.outline));
        for (const PanelLoop &hole : panel.holes) {
            sum -= std::abs(signedArea(hole));
        }
    }
    return sum;
}

TEST(PatternEdit, RightAcrossMakesTwoPanelsThatKeepTheirPartsOfTheSeams) {
    const SewingPattern pattern = skirt();
    const SewingPattern two = cut(pattern, 0, {{-0.1, 0.2}, {0.2, 0.25}, {0.5, 0.2}});
    ASSERT_EQ(two.panels.size(), 3U);
    EXPECT_EQ(two.panels[0].name, "front");
    EXPECT_EQ(two.panels[2].name, "front (2)");
    EXPECT_NEAR(areaOf(two), areaOf(pattern), 1e-9);
    EXPECT_GT(std::abs(signedArea(two.panels[0].outline)), std::abs(signedArea(two.panels[2].outline)));
    ASSERT_EQ(two.seams.size(), 2U);
    for (size_t s = 0; s < 2; ++s) {
        ASSERT_EQ(two.seams[s].a.size(), 2U);
        EXPECT_NE(two.seams[s].a[0].panel, two.seams[s].a[1].panel);
        EXPECT_NEAR(sideLength(two, two.seams[s].a), 0.6, 1e-9);
    }
    // Upwards on the right, downwards on the left.
    EXPECT_EQ(two.seams[0].a[0].panel, 2);
    EXPECT_EQ(two.seams[1].a[0].panel, 0);
    ASSERT_EQ(two.panels[0].notches.size(), 1U);
    ASSERT_EQ(two.panels[2].notches.size(), 1U);
    const auto &edge = two.panels[0].outline[static_cast<size_t>(two.panels[0].notches[0].edge)];
    EXPECT_NEAR(pointAt(traceEdge(edge), two.panels[0].notches[0].along).y, 0.5, 1e-9);
}

TEST(PatternEdit, CutAgainEveryPieceHasANameOfItsOwn) {
    SewingPattern pattern = skirt();
    for (const double y : {0.1, 0.2, 0.3}) {
        pattern = cut(pattern, 0, {{-0.1, y}, {0.5, y + 0.01}});
    }
    std::vector<std::string> names;
    for (const Panel &panel : pattern.panels) {
        names.push_back(panel.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"front", "back", "front (2)", "front (3)", "front (4)"}));
    EXPECT_NEAR(areaOf(pattern), areaOf(skirt()), 1e-9);
}

TEST(PatternEdit, ASlitIsTwoEdgesThereAndBack) {
    for (const bool outwards : {false, true}) {
        std::vector<DVec2> line{{0.2, 0.7}, {0.21, 0.5}, {0.25, 0.3}};
        if (outwards) {
            std::reverse(line.begin(), line.end());
        }
        const double depth = std::hypot(0.04, 0.2) + 0.1 * std::hypot(0.01, 0.2) / 0.2;
        const SewingPattern slit = cut(skirt(), 0, line);
        ASSERT_EQ(slit.panels.size(), 2U);
        EXPECT_EQ(slit.panels[0].outline.size(), skirt().panels[0].outline.size() + 3);
        EXPECT_NEAR(loopLength(slit.panels[0].outline), loopLength(skirt().panels[0].outline) + 2.0 * depth,
                    1.1 * kSlitWidth);
        EXPECT_NEAR(areaOf(slit), areaOf(skirt()), kSlitWidth * depth);
        EXPECT_LT(areaOf(slit), areaOf(skirt()));
    }
    // Clockwise, as the back of a pattern may run.
    SewingPattern turned = skirt();
    std::reverse(turned.panels[1].outline.begin(), turned.panels[1].outline.end());
    for (PanelEdge &edge : turned.panels[1].outline) {
        edge = reversed(edge);
    }
    turned.seams = {{{{0, 1}}, {{1, 0}}}, {{{0, 3}}, {{1, 2}}}};
    const SewingPattern slit = cut(turned, 1, {{0.2, 0.7}, {0.25, 0.3}});
    EXPECT_LT(areaOf(slit), areaOf(turned));
    EXPECT_NEAR(areaOf(slit), areaOf(turned), 1e-4);
}

TEST(PatternEdit, ASlitThroughASeamLeavesItsEdgeInTwoParts) {
    const SewingPattern slit = cut(skirt(), 0, {{0.5, 0.3}, {0.2, 0.3}});
    ASSERT_EQ(slit.seams[0].a.size(), 2U);
    EXPECT_NEAR(sideLength(slit, slit.seams[0].a), 0.6, 1.1 * kSlitWidth);
}

TEST(PatternEdit, InsideAloneItIsAHole) {
    const SewingPattern slit = cut(skirt(), 0, {{0.1, 0.2}, {0.3, 0.4}});
    ASSERT_EQ(slit.panels[0].holes.size(), 1U);
    EXPECT_NEAR(loopLength(slit.panels[0].holes[0]), 2.0 * std::hypot(0.2, 0.2), 1e-4);
    EXPECT_EQ(cut(skirt(), 0, {{0.1, 0.2}, {0.3, 0.3}, {0.3, 0.5}}).panels[0].holes.size(), 1U);
}

TEST(PatternEdit, AcrossASlitItGoesOnBeyond) {
    const SewingPattern slit = cut(skirt(), 0, {{0.2, 0.7}, {0.2, 0.3}});
    const SewingPattern cross = cut(slit, 0, {{-0.1, 0.5}, {0.5, 0.5}});
    EXPECT_EQ(cross.panels.size(), 4U); // two below the top corners, the rest
    EXPECT_NEAR(areaOf(cross), areaOf(slit), 1e-9);
}

TEST(PatternEdit, ADartIsAWedgeAndASeamOfItsLegs) {
    const SewingPattern pattern = edited(addDart(skirt(), {{0, 2}, 0.2, 0.03, {0.2, 0.45}}));
    ASSERT_EQ(pattern.seams.size(), 3U);
    EXPECT_TRUE(isDart(pattern, pattern.seams[2]));
    EXPECT_NEAR(sideLength(pattern, pattern.seams[2].a), std::hypot(0.15, 0.015), 1e-9);
    EXPECT_NEAR(sideLength(pattern, pattern.seams[2].b), std::hypot(0.15, 0.015), 1e-9);
    EXPECT_NEAR(areaOf(pattern), areaOf(skirt()) - 0.5 * 0.03 * 0.15, 1e-9);
    // Sewn, the top edge is shorter by the dart, and one.
    auto garment = makeGarment(pattern, {0.02});
    ASSERT_TRUE(garment);
    EXPECT_TRUE(makeMeshCloth(sewnShape(*garment, garment->shape.position), Fabric{}, {}));
}

TEST(PatternEdit, AHemTakesOffWhatIsToTheRightOfTheLine) {
    for (const bool keepsTop : {true, false}) {
        std::vector<DVec2> line{{-0.1, 0.2}, {0.5, 0.2}};
        if (!keepsTop) {
            std::reverse(line.begin(), line.end());
        }
        std::swap(line[0], line[1]); // leftwards, the top is to the right
        const SewingPattern hem = edited(trimPanel(skirt(), 0, line));
        ASSERT_EQ(hem.panels.size(), 2U);
        EXPECT_EQ(hem.panels[0].name, "front");
        EXPECT_EQ(hem.panels[1].name, "back");
        EXPECT_NEAR(std::abs(signedArea(hem.panels[0].outline)),
                    keepsTop ? 0.4 * 0.2 + std::abs(signedArea(skirt().panels[0].outline)) - 0.4 * 0.6
                             : 0.4 * 0.4,
                    1e-9);
        ASSERT_EQ(hem.seams.size(), 2U);
        EXPECT_NEAR(sideLength(hem, hem.seams[0].a), keepsTop ? 0.2 : 0.4, 1e-9);
        EXPECT_EQ(hem.seams[0].a[0].panel, 0);
        EXPECT_EQ(hem.seams[0].b[0].panel, 1);
    }
}

TEST(PatternEdit, PartsOfEveryCurveAreAsLongAsTheWhole) {
    PanelEdge edge = makeArc({0.0, 0.0}, {1.0, 0.0}, 0.6, true, true);
    for (const EdgeCurve curve :
         {EdgeCurve::Arc, EdgeCurve::Line, EdgeCurve::Polyline, EdgeCurve::Quadratic, EdgeCurve::Cubic}) {
        if (curve != EdgeCurve::Arc) {
            edge = {curve, {0.0, 0.0}, {1.0, 0.0}, {}, {}};
            edge.through.resize(curve == EdgeCurve::Line        ? 0
                                : curve == EdgeCurve::Quadratic ? 1
                                                                : 2,
                                DVec2(0.3, 0.9));
        }
        const double whole = edgeLength(edge);
        const PanelEdge first = partOf(edge, 0.0, 0.3 * whole);
        const PanelEdge last = partOf(edge, 0.3 * whole, whole);
        EXPECT_EQ(first.curve, curve);
        EXPECT_EQ(first.start, edge.start);
        EXPECT_EQ(last.end, edge.end);
        EXPECT_LT(glm::distance(first.end, last.start), 1e-12);
        EXPECT_NEAR(edgeLength(first), 0.3 * whole, 1e-5);
        EXPECT_NEAR(edgeLength(last), 0.7 * whole, 1e-5);
        const EdgeTrace trace = traceEdge(last);
        EXPECT_LT(glm::distance(pointAt(trace, 0.2 * whole), pointAt(traceEdge(edge), 0.5 * whole)), 2e-5);
    }
}

// Whatever was done to it: every format has the same lengths to a tenth of a millimetre.
TEST(PatternEdit, WhatIsEditedComesBackFromEveryFormat) {
    const TemporaryFolder folder;
    SewingPattern pattern = cut(skirt(), 0, {{-0.1, 0.2}, {0.2, 0.25}, {0.5, 0.2}});
    pattern = cut(pattern, 1, {{0.2, 0.7}, {0.21, 0.5}, {0.25, 0.3}});
    pattern = edited(addDart(pattern, {{1, 0}, 0.2, 0.03, {0.2, 0.15}}));
    expectSameGarmentCode(withSingleEdgeSeams(pattern), reread(pattern, folder.path / "a.json"));
    expectSameDrawing(pattern, reread(pattern, folder.path / "a.svg"), false);
    expectSameDrawing(pattern, reread(pattern, folder.path / "a.dxf"), true);
}

TEST(PatternEdit, SeamsOfSingleEdgesSewTheSameParticles) {
    const SewingPattern pattern = cut(skirt(), 0, {{-0.1, 0.2}, {0.2, 0.25}, {0.5, 0.2}});
    const SewingPattern single = withSingleEdgeSeams(pattern);
    EXPECT_EQ(single.seams.size(), 4U);
    const auto several = makeGarment(pattern, {0.02});
    const auto one = makeGarment(single, {0.02});
    ASSERT_TRUE(several && one);
    EXPECT_EQ(several.value().sewnCount, one.value().sewnCount);
    EXPECT_EQ(several.value().sewnParticle, one.value().sewnParticle);
    const SewingPattern same = withSingleEdgeSeams(skirt());
    EXPECT_EQ(same.panels[0].outline[0].through, skirt().panels[0].outline[0].through);
    EXPECT_EQ(same.seams.size(), skirt().seams.size());
}

TEST(PatternEdit, NamesWhatCannotBeDone) {
    const auto says = [](const Result<SewingPattern> &result, const char *what) {
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find(what), std::string::npos) << result.error().message;
        EXPECT_EQ(result.error().message.find('\n'), std::string::npos);
    };
    const std::vector<DVec2> across{{-0.1, 0.2}, {0.5, 0.2}};
    says(cutPanel(skirt(), 2, across), "there is no piece 2");
    says(cutPanel(skirt(), 0, std::vector<DVec2>{{0.1, 0.1}}), "piece 'front'");
    says(cutPanel(skirt(), 0, std::vector<DVec2>{{0.1, NAN}, {0.2, 0.2}}), "finite");
    says(cutPanel(skirt(), 0, std::vector<DVec2>{{0.1, 0.2}, {0.1, 0.2}}), "points 0 and 1");
    says(cutPanel(skirt(), 0, std::vector<DVec2>{{1.1, 0.2}, {1.1, 0.3}}), "a millimetre and more is inside");
    says(cutPanel(skirt(), 0, std::vector<DVec2>{{0.1, 0.2}, {0.3, 0.2}, {0.3, 0.4}, {0.2, 0.1}}),
         "crosses or touches");
    says(cutPanel(skirt(), 0, std::vector<DVec2>{{-0.1, 0.2}, {0.3, 0.2}, {0.3, 0.4}, {0.2, -0.2}}), "");
    says(trimPanel(skirt(), 0, std::vector<DVec2>{{0.1, 0.2}, {0.3, 0.2}}), "makes two pieces");
    says(addDart(skirt(), {{0, 9}, 0.2, 0.03, {0.2, 0.45}}), "has no edge 9");
    says(addDart(skirt(), {{0, 2}, 0.2, 0.5, {0.2, 0.45}}), "edge 2");
    says(addDart(skirt(), {{0, 2}, 0.2, 0.03, {0.2, 0.75}}), "tip");
    says(addDart(skirt(), {{0, 2}, NAN, 0.03, {0.2, 0.45}}), "edge 2");
    SewingPattern open = skirt();
    open.panels[0].outline[2].end.x += 0.01;
    says(cutPanel(open, 1, across), "open by");
}

// Any lines, one after the other: a pattern without faults of the same area, or refused by name.
TEST(PatternEdit, ByAnyLineIsAPatternWithoutFaultsOrRefused) {
    std::mt19937_64 random(5);
    const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
    int done = 0;
    for (int run = 0; run < 60; ++run) {
        SewingPattern pattern = skirt();
        for (int i = 0; i < 12; ++i) {
            const auto panel = static_cast<int32_t>(uniform() * static_cast<double>(pattern.panels.size()));
            std::vector<DVec2> line;
            line.resize(static_cast<size_t>(2 + i % 3));
            for (DVec2 &p : line) {
                p = {0.6 * uniform() - 0.1, 0.8 * uniform() - 0.1};
            }
            auto next = cutPanel(pattern, panel, line);
            if (!next) {
                EXPECT_TRUE(next.error().message.starts_with("piece '")) << next.error().message;
                continue;
            }
            ++done;
            EXPECT_EQ(patternFaults(*next), std::vector<std::string>{});
            EXPECT_NEAR(areaOf(*next), areaOf(pattern), 2.0 * kSlitWidth);
            pattern = std::move(*next);
        }
    }
    EXPECT_GT(done, 20);
}

} // namespace
} // namespace selvage
