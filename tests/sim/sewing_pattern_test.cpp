// Curves, faults and meshes of sewing patterns.
#include "pattern_shapes.h"
#include "sim/panel_cloth.h"
#include "sim/springs.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace selvage {
namespace {

constexpr double kPi = std::numbers::pi;

double cross(const DVec2 &a, const DVec2 &b) {
    return a.x * b.y - a.y * b.x;
}

std::array<DVec2, 3> cornersOf(const PanelMesh &mesh, size_t t) {
    const auto at = [&](size_t k) { return mesh.position[static_cast<size_t>(mesh.triangles[3 * t + k])]; };
    return {at(0), at(1), at(2)};
}

double areaOf(const PanelMesh &mesh) {
    double sum = 0.0;
    for (size_t t = 0; 3 * t < mesh.triangles.size(); ++t) {
        const auto c = cornersOf(mesh, t);
        const double twice = cross(c[1] - c[0], c[2] - c[0]);
        EXPECT_GT(twice, 0.0) << "triangle " << t;
        sum += 0.5 * twice;
    }
    return sum;
}

// How many triangles there are at each edge.
std::map<std::pair<int32_t, int32_t>, int> edgesOf(const PanelMesh &mesh) {
    std::map<std::pair<int32_t, int32_t>, int> edges;
    for (size_t t = 0; t < mesh.triangles.size(); t += 3) {
        for (size_t k = 0; k < 3; ++k) {
            ++edges[std::minmax(mesh.triangles[t + k], mesh.triangles[t + (k + 1) % 3])];
        }
    }
    return edges;
}

std::vector<PanelMesh> meshesOf(const SewingPattern &pattern, double edge, int32_t smoothing = 3) {
    auto meshes = meshPattern(pattern, {edge, smoothing});
    EXPECT_TRUE(meshes) << (meshes ? "" : meshes.error().message);
    return meshes ? std::move(meshes.value()) : std::vector<PanelMesh>(pattern.panels.size());
}

std::string meshError(const SewingPattern &pattern, double edge = 0.02) {
    const auto meshes = meshPattern(pattern, {edge, 0});
    return meshes ? "" : meshes.error().message;
}

TEST(SewingPattern, ArcsAndCurvesHaveTheirLengths) {
    const PanelEdge quarter = makeArc({1.0, 0.0}, {0.0, 1.0}, 1.0, false, true);
    EXPECT_NEAR(edgeLength(quarter), 0.5 * kPi, 1e-5);
    EXPECT_NEAR(glm::length(quarter.through[0]), 1.0, 1e-12) << "its middle is on the circle round 0";
    const PanelEdge rest = makeArc({1.0, 0.0}, {0.0, 1.0}, 1.0, true, false);
    EXPECT_NEAR(edgeLength(rest), 1.5 * kPi, 1e-4);
    EXPECT_NEAR(glm::length(pointAt(traceEdge(rest), 1.0)), 1.0, 1e-4);
    // A parabola from (0, 0) to (1, 0) with y = 2 x (1 - x): by its arc length in closed form.
    const PanelEdge parabola{EdgeCurve::Quadratic, {0.0, 0.0}, {1.0, 0.0}, {{0.5, 1.0}}, {}};
    EXPECT_NEAR(edgeLength(parabola), 0.5 * std::sqrt(5.0) + 0.25 * std::asinh(2.0), 1e-5);
    // A cubic with its controls on the chord is the chord.
    const PanelEdge straight{EdgeCurve::Cubic, {0.0, 0.0}, {3.0, 0.0}, {{1.0, 0.0}, {2.0, 0.0}}, {}};
    EXPECT_NEAR(edgeLength(straight), 3.0, 1e-12);
    EXPECT_NEAR(edgeLength(reversed(parabola)), edgeLength(parabola), 1e-12);
}

TEST(SewingPattern, NamesTheEdgeThatAnOutlineIsOpenAfter) { // case 48
    SewingPattern pattern = patternOf(panelOf("front", rectangle(0.4, 0.6)));
    pattern.panels[0].outline[1].label = "side";
    pattern.panels[0].outline[1].end.y += 0.0001;
    ASSERT_EQ(loopGaps(pattern).size(), 1U);
    EXPECT_NEAR(loopGaps(pattern)[0].gap, 0.0001, 1e-9);
    EXPECT_TRUE(patternFaults(pattern).empty()) << "0.1 mm is told, not refused";
    pattern.panels[0].outline[1].end.y += 0.01;
    ASSERT_EQ(patternFaults(pattern).size(), 1U);
    EXPECT_EQ(patternFaults(pattern)[0],
              "piece 'front': the outline is open by 10.10 mm after edge 1 'side'");
    EXPECT_EQ(meshError(pattern), patternFaults(pattern)[0]);
}

TEST(SewingPattern, RefusesOutlinesThatCrossTouchOrEncloseNothing) { // case 48
    const auto faultOf = [](const std::vector<DVec2> &corners) {
        const auto faults = patternFaults(patternOf(panelOf("p", polygon(corners))));
        return faults.empty() ? "" : faults.front();
    };
    EXPECT_EQ(faultOf({{0, 0}, {1, 1}, {1, 0}, {0, 1}}), "piece 'p': edge 0 crosses or touches edge 2");
    // A corner in the middle of another edge; two corners in one place; a spike; nothing but a line.
    EXPECT_EQ(faultOf({{0, 0}, {2, 0}, {2, 1}, {1, 0}, {0, 1}}),
              "piece 'p': edge 0 crosses or touches edge 3");
    EXPECT_NE(faultOf({{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}), "");
    EXPECT_NE(faultOf({{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 1}, {0, 1}}), "");
    EXPECT_NE(faultOf({{0, 0}, {1, 0}, {2, 0}}), "");
    EXPECT_NE(faultOf({{0, 0}, {1, 0}}), "");
    EXPECT_NE(faultOf({{0, 0}, {0, 0}, {0, 0}}), "");
    EXPECT_NE(faultOf({{0, 0}, {NAN, 0}, {0, 1}}), "");
    EXPECT_NE(faultOf({{0, 0}, {30, 0}, {0, 1}}), "") << "larger than cloth is woven";
    EXPECT_EQ(faultOf({{0, 0}, {1, 0}, {0, 1}}), "");
}

TEST(SewingPattern, NamesSeamsThatCannotBeSewn) {
    SewingPattern pattern = patternOf(panelOf("p", rectangle(0.4, 0.6)));
    pattern.seams = {{{{0, 0}}, {{0, 2}}, false}, {{{0, 2}}, {{0, 4}}, false}, {{{1, 0}}, {}, false}};
    const std::vector<std::string> expected{"seam 1: piece 'p', edge 2 is sewn already",
                                            "seam 1: piece 'p' has no edge 4", "seam 2: there is no piece 1",
                                            "seam 2: a side has no edge"};
    EXPECT_EQ(patternFaults(pattern), expected);
}

TEST(SewingPattern, TellsASeamWhoseEndsLieNearerTheOtherWayRound) { // case 43
    SewingPattern pattern;
    pattern.panels = {panelOf("front", rectangle(0.4, 0.6)), panelOf("back", rectangle(0.4, 0.6))};
    pattern.panels[0].placement.position = {0.0F, 0.0F, 0.1F};
    std::reverse(pattern.panels[1].outline.begin(), pattern.panels[1].outline.end());
    for (PanelEdge &edge : pattern.panels[1].outline) {
        edge = reversed(edge);
    }
    // The right sides: edge 1 of the front runs up, edge 2 of the back runs down.
    Seam seam{{{0, 1}}, {{1, 2}}, false};
    EXPECT_FALSE(looksFlipped(pattern, seam));
    seam.rightToWrong = true;
    EXPECT_TRUE(looksFlipped(pattern, seam));
}

TEST(PanelMesh, FillsAPanelAndKeepsItsOutline) {
    const SewingPattern pattern = patternOf(panelOf("p", rectangle(0.5, 0.3)));
    const PanelMesh mesh = meshesOf(pattern, 0.02)[0];
    EXPECT_NEAR(areaOf(mesh), 0.15, 1e-6);
    ASSERT_EQ(mesh.edgeVertices.size(), 4U);
    EXPECT_EQ(mesh.edgeVertices[0].size(), 26U);
    EXPECT_EQ(mesh.edgeVertices[1].size(), 16U);
    for (size_t e = 0; e < 4; ++e) {
        EXPECT_EQ(mesh.edgeVertices[e].back(), mesh.edgeVertices[(e + 1) % 4].front());
    }
    // Every step of the outline is an edge of one triangle, every other edge one of two; Euler: a disc.
    std::map<std::pair<int32_t, int32_t>, int> edges = edgesOf(mesh);
    const auto edgeCount = static_cast<int64_t>(edges.size());
    for (const auto &along : mesh.edgeVertices) {
        for (size_t i = 1; i < along.size(); ++i) {
            EXPECT_EQ(edges.extract(std::minmax(along[i - 1], along[i])).mapped(), 1);
        }
    }
    EXPECT_TRUE(std::all_of(edges.begin(), edges.end(), [](const auto &edge) { return edge.second == 2; }));
    EXPECT_EQ(static_cast<int64_t>(mesh.position.size()) - edgeCount +
                  static_cast<int64_t>(mesh.triangles.size() / 3),
              1);
}

TEST(PanelMesh, IsTheSameForBothWindingsAndEveryRun) {
    const std::vector<DVec2> corners{{0, 0}, {0.5, 0.1}, {0.45, 0.6}, {0.2, 0.3}, {0.05, 0.7}};
    const PanelMesh mesh = meshesOf(patternOf(panelOf("p", polygon(corners))), 0.015)[0];
    const PanelMesh again = meshesOf(patternOf(panelOf("p", polygon(corners))), 0.015)[0];
    EXPECT_EQ(mesh.position, again.position);
    EXPECT_EQ(mesh.triangles, again.triangles);
    const PanelMesh other =
        meshesOf(patternOf(panelOf("p", polygon({corners.rbegin(), corners.rend()}))), 0.015)[0];
    EXPECT_NEAR(areaOf(mesh), areaOf(other), 1e-9) << "counter-clockwise, whichever way the outline runs";
}

// A star round 0 with random radii: simple, with sharp corners both ways.
std::vector<DVec2> randomStar(std::mt19937_64 &random, int count) {
    std::uniform_real_distribution<double> radius(0.05, 0.5);
    std::vector<DVec2> corners;
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * kPi * i / count;
        corners.push_back(radius(random) * DVec2(std::cos(angle), std::sin(angle)));
    }
    return corners;
}

TEST(PanelMesh, TriangulatesRandomStarsWithSmallEdgesAndSlits) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 60; ++round) {
        std::vector<DVec2> corners = randomStar(random, 5 + round);
        if (round % 3 == 1) { // a slit 0.05 mm wide to near the middle, and a tiny edge
            corners.push_back({0.6, -0.00005});
            corners.push_back({0.01, 0.0});
            corners.front() = {0.6, 0.0};
        }
        const SewingPattern pattern = patternOf(panelOf("star", polygon(corners)));
        const double area = std::abs(signedArea(pattern.panels[0].outline));
        if (!patternFaults(pattern).empty()) {
            continue;
        }
        const auto meshes = meshPattern(pattern, {0.03, round % 4});
        ASSERT_TRUE(meshes) << round << meshes.error().message;
        EXPECT_NEAR(areaOf(meshes.value()[0]), area, 1e-4) << round;
    }
}

TEST(PanelMesh, NoPointLiesInTheCircleOfATriangleThatCanSeeIt) {
    // Convex, so that each point sees each: plain Delaunay, checked by force.
    std::vector<DVec2> corners(12);
    for (size_t i = 0; i < corners.size(); ++i) {
        const double k = static_cast<double>(i);
        corners[i] = {0.2 * std::cos(0.5236 * k) + 0.003 * k, 0.15 * std::sin(0.5236 * k)};
    }
    const PanelMesh mesh = meshesOf(patternOf(panelOf("p", polygon(corners))), 0.02)[0];
    for (size_t t = 0; 3 * t < mesh.triangles.size(); ++t) {
        const auto c = cornersOf(mesh, t);
        const DVec2 b = c[1] - c[0];
        const DVec2 d = c[2] - c[0];
        const DVec2 centre =
            DVec2(d.y * glm::dot(b, b) - b.y * glm::dot(d, d), b.x * glm::dot(d, d) - d.x * glm::dot(b, b)) /
            (2.0 * cross(b, d));
        for (const DVec2 &p : mesh.position) {
            EXPECT_GE(glm::distance(p, c[0] + centre), glm::length(centre) * (1.0 - 1e-6));
        }
    }
}

TEST(PanelMesh, LeavesHolesOpenAndIgnoresDrillHoles) {
    Panel panel = panelOf("p", rectangle(0.5, 0.5));
    panel.holes.push_back(rectangle(0.1, 0.2, {0.2, 0.15}));
    panel.holes.push_back({makeArc({0.1, 0.1}, {0.104, 0.1}, 0.002, false, true),
                           makeArc({0.104, 0.1}, {0.1, 0.1}, 0.002, false, true)});
    EXPECT_NEAR(areaOf(meshesOf(patternOf(panel), 0.02)[0]), 0.23, 1e-6);
    panel.holes[0] = rectangle(0.4, 0.1, {0.2, 0.2});
    EXPECT_NE(meshError(patternOf(panel)), "");
    panel.holes[0] = rectangle(0.1, 0.2, {0.7, 0.2});
    EXPECT_NE(meshError(patternOf(panel)), "");
}

TEST(PanelMesh, GivesBothSidesOfASeamAsManyParticles) {
    SewingPattern pattern;
    pattern.panels = {panelOf("skirt", rectangle(0.5, 0.3)), panelOf("left", rectangle(0.31, 0.4)),
                      panelOf("right", rectangle(0.33, 0.4))};
    // One edge of the skirt to two, a little longer; the skirt is cut where they meet.
    pattern.seams = {{{{0, 2}}, {{2, 0}, {1, 0}}, false}};
    const auto meshes = meshesOf(pattern, 0.02);
    const auto &top = meshes[0].edgeVertices[2];
    const auto &left = meshes[1].edgeVertices[0];
    const auto &right = meshes[2].edgeVertices[0];
    ASSERT_EQ(top.size() + 1, left.size() + right.size());
    const auto pairs = seamPairs(pattern.seams[0], meshes);
    ASSERT_EQ(pairs.size(), top.size() + 1) << "one vertex of the skirt has two partners";
    // The top runs to the left; its partners run against their edges' direction, the right panel's first.
    EXPECT_EQ(pairs.front().a, (PanelVertex{0, top.front()}));
    EXPECT_EQ(pairs.front().b, (PanelVertex{2, right.back()}));
    EXPECT_EQ(pairs.back().b, (PanelVertex{1, left.front()}));
    const size_t corner = right.size() - 1;
    EXPECT_EQ(pairs[corner].a, pairs[corner + 1].a);
    EXPECT_EQ(pairs[corner].b, (PanelVertex{2, right.front()}));
    EXPECT_EQ(pairs[corner + 1].b, (PanelVertex{1, left.back()}));
    const double x = meshes[0].position[static_cast<size_t>(pairs[corner].a.vertex)].x;
    EXPECT_NEAR(x, 0.5 * (1.0 - 0.33 / 0.64), 1e-5) << "by arc length";
}

TEST(PanelMesh, JoinsTinyEdgesOnBothSidesOfASeam) {
    const auto withTinyEdge = [] {
        return polygon({{0, 0}, {0.3, 0}, {0.301, 0.0015}, {0.3, 0.4}, {0, 0.4}});
    };
    SewingPattern pattern;
    pattern.panels = {panelOf("a", withTinyEdge()), panelOf("b", withTinyEdge())};
    pattern.seams = {{{{0, 1}}, {{1, 1}}, true}, {{{0, 2}}, {{1, 2}}, true}};
    const auto meshes = meshesOf(pattern, 0.02);
    for (const PanelMesh &mesh : meshes) {
        ASSERT_EQ(mesh.edgeVertices[1].size(), 1U);
        EXPECT_EQ(mesh.edgeVertices[0].back(), mesh.edgeVertices[1][0]);
        EXPECT_EQ(mesh.edgeVertices[2].front(), mesh.edgeVertices[1][0]);
        const DVec2 p = mesh.position[static_cast<size_t>(mesh.edgeVertices[1][0])];
        EXPECT_NEAR(glm::distance(p, DVec2(0.3005, 0.00075)), 0.0, 1e-6) << "half way";
    }
    EXPECT_EQ(seamPairs(pattern.seams[0], meshes).size(), 1U);
    EXPECT_GT(meshQuality(meshes).minAngleDeg, 25.0);
}

TEST(PanelMesh, KeepsAFineOutlineOfManyTinyEdges) {
    std::vector<DVec2> corners(400); // a circle in steps of 1.6 mm
    for (size_t i = 0; i < corners.size(); ++i) {
        const double angle = kPi * static_cast<double>(i) / 200.0;
        corners[i] = 0.1 * DVec2(std::cos(angle), std::sin(angle));
    }
    const PanelMesh mesh = meshesOf(patternOf(panelOf("p", polygon(corners))), 0.02)[0];
    EXPECT_NEAR(areaOf(mesh), kPi * 0.01, 2e-4);
}

TEST(PanelMesh, MeetsADartInItsTip) {
    SewingPattern pattern = patternOf(panelOf(
        "p", polygon({{0, 0}, {0.4, 0}, {0.4, 0.5}, {0.22, 0.5}, {0.2, 0.35}, {0.18, 0.5}, {0, 0.5}})));
    pattern.seams = {{{{0, 3}}, {{0, 4}}, false}};
    EXPECT_TRUE(isDart(pattern, pattern.seams[0]));
    const auto meshes = meshesOf(pattern, 0.02);
    const auto pairs = seamPairs(pattern.seams[0], meshes);
    EXPECT_EQ(pairs.back().a, pairs.back().b) << "the tip";
    EXPECT_FALSE(pairs.front().a == pairs.front().b);
}

TEST(PanelMesh, RefusesWhatItCannotMakeWithTheReason) {
    const SewingPattern pattern = patternOf(panelOf("p", rectangle(10.0, 10.0)));
    EXPECT_NE(meshError(pattern, 0.001).find("particles; expected at most"), std::string::npos);
    EXPECT_NE(meshError(pattern, 0.0), "");
    EXPECT_NE(meshError(pattern, NAN), "");
    // A half circle round three sides of a hexagon: drawn coarsely, it cuts through them.
    Panel moon = panelOf("moon", polygon({{-0.2, 0.0}, {0.2, 0.0}, {0.095, -0.1645}, {-0.095, -0.1645}}));
    moon.outline[0] = makeArc({-0.2, 0.0}, {0.2, 0.0}, 0.2, false, true);
    EXPECT_EQ(meshError(patternOf(moon), 0.01), "");
    EXPECT_NE(meshError(patternOf(moon), 0.3).find("piece 'moon'"), std::string::npos);
}

// Warp along the grain, weft across, whichever way the panel lies in its plane or in space.
TEST(PanelCloth, KeepsItsShapeAndItsGrain) {
    for (const bool clockwise : {false, true}) {
        Panel panel = panelOf("p", rectangle(0.3, 0.2));
        if (clockwise) {
            std::reverse(panel.outline.begin(), panel.outline.end());
            for (PanelEdge &edge : panel.outline) {
                edge = reversed(edge);
            }
        }
        panel.grain = DVec2(0.6, 0.8);
        panel.placement = {glm::angleAxis(1.0F, glm::normalize(Vec3(1, 2, 3))), Vec3(0.5F, 1.0F, -0.2F)};
        const PanelMesh mesh = meshesOf(patternOf(panel), 0.02)[0];
        const auto made = makePanelCloth(panel, mesh, Fabric());
        ASSERT_TRUE(made) << made.error().message;
        const Cloth &cloth = made.value();
        float mass = 0.0F;
        for (const float m : cloth.mass) {
            mass += m;
        }
        EXPECT_NEAR(mass, 0.06F * Fabric().arealDensity, 1e-6);
        for (const Spring &spring : springsOf(*cloth.topology)) {
            const auto a = static_cast<size_t>(spring.a);
            const auto b = static_cast<size_t>(spring.b);
            if (spring.kind != SpringKind::Flexion) {
                EXPECT_NEAR(glm::distance(cloth.position[a], cloth.position[b]), spring.restLength, 1e-5);
            }
            const DVec2 along = mesh.position[b] - mesh.position[a];
            const double share = std::abs(glm::dot(along, panel.grain)) / glm::length(along);
            if (spring.kind == SpringKind::Warp) {
                EXPECT_GT(share, 0.92);
            } else if (spring.kind == SpringKind::Weft) {
                EXPECT_LT(share, 0.39);
            }
        }
        const auto corner = [&](size_t k) {
            return cloth.position[static_cast<size_t>(cloth.topology->triangles[k])];
        };
        const Vec3 face = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
        const Vec3 front = panel.placement.orientation * Vec3(0, 0, 1);
        EXPECT_EQ(glm::dot(face, front) < 0.0F, clockwise)
            << "the side the outline runs counter-clockwise on";
    }
}

} // namespace
} // namespace selvage
