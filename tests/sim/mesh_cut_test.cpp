// Cuts: what becomes of the mesh, and what is refused.
#include "cut_meshes.h"

#include <optional>

namespace selvage {
namespace {

constexpr double kClear =
    0.04; // m, between places where lines end, turn or meet, of lines in general position

constexpr double kSteep = 0.85; // –, cosine of the angle that they cross at

const MeshShape &sheet() {
    static const MeshShape shape = squareMetre(0.04);
    return shape;
}

MeshCut cutOf(const MeshShape &shape, const std::vector<Vec2> &line) {
    auto cut = cutFlat(shape, line, onePanel(shape));
    EXPECT_TRUE(cut) << (cut ? "" : cut.error().message);
    if (!cut) {
        return {};
    }
    expectWhole(shape, cut.value());
    return std::move(cut.value());
}

void expectTopology(const MeshShape &shape, int pieces, int loops) {
    const Topology topology = topologyOf(shape);
    EXPECT_EQ(topology.pieces, pieces);
    EXPECT_EQ(topology.loops, loops);
}

TEST(MeshCut, RightAcrossMakesTwoPieces) {
    const MeshCut cut = cutOf(sheet(), {{-0.1F, 0.43F}, {1.1F, 0.61F}});
    expectTopology(cut.shape, 2, 2);
    double length = 0.0;
    for (const CutEdge &edge : cut.edges) {
        length += glm::distance(cut.shape.uv[at(edge.left[0])], cut.shape.uv[at(edge.left[1])]);
    }
    EXPECT_NEAR(length, std::hypot(1.0, 0.15), 0.01);
}

TEST(MeshCut, InsideMakesASlitWithTwoEnds) {
    const MeshCut cut = cutOf(sheet(), {{0.31F, 0.42F}, {0.55F, 0.5F}, {0.6F, 0.7F}});
    expectTopology(cut.shape, 1, 2);
    EXPECT_EQ(cut.edges.front().left[0], cut.edges.front().right[0]);
    EXPECT_EQ(cut.edges.back().left[1], cut.edges.back().right[1]);
    for (size_t e = 1; e < cut.edges.size(); ++e) {
        EXPECT_EQ(cut.edges[e].left[0], cut.edges[e - 1].left[1]);
        EXPECT_EQ(cut.edges[e].right[0], cut.edges[e - 1].right[1]);
        EXPECT_NE(cut.edges[e].left[0], cut.edges[e].right[0]);
    }
}

TEST(MeshCut, FromTheBorderIsANotchAndToAnotherCutAT) {
    const MeshCut notch = cutOf(sheet(), {{0.52F, -0.1F}, {0.5F, 0.47F}});
    expectTopology(notch.shape, 1, 1);
    const MeshCut tee = cutOf(notch.shape, {{-0.1F, 0.31F}, {0.5F, 0.305F}, {0.506F, 0.306F}});
    expectTopology(tee.shape, 2, 2);
}

TEST(MeshCut, AcrossASlitGoesOnBeyondIt) {
    const MeshCut slit = cutOf(sheet(), {{0.3F, 0.5F}, {0.7F, 0.52F}});
    const MeshCut cross = cutOf(slit.shape, {{0.5F, 0.25F}, {0.53F, 0.75F}});
    expectTopology(cross.shape, 1, 2);
    double longest = 0.0;
    for (const CutEdge &edge : cross.edges) {
        longest = std::max(longest, static_cast<double>(cross.shape.uv[at(edge.left[1])].y));
    }
    EXPECT_NEAR(longest, 0.75, 0.01);
    const MeshCut through = cutOf(slit.shape, {{0.5F, -0.1F}, {0.53F, 1.1F}});
    expectTopology(through.shape, 2, 2);
}

TEST(MeshCut, ThatReturnsToItsBeginningCutsAPieceOut) {
    const MeshCut cut = cutOf(sheet(), {{0.3F, 0.3F}, {0.7F, 0.32F}, {0.5F, 0.68F}, {0.3F, 0.3F}});
    expectTopology(cut.shape, 2, 3);
}

TEST(MeshCut, AlongSeveralLinesAtOnceMakesAllOfThem) {
    const MeshShape &shape = sheet();
    const std::vector<int32_t> panel = onePanel(shape);
    std::vector<std::vector<MeshPoint>> lines;
    for (const std::vector<Vec2> &line :
         {std::vector<Vec2>{{-0.1F, 0.21F}, {1.1F, 0.28F}}, std::vector<Vec2>{{-0.1F, 0.71F}, {1.1F, 0.74F}},
          std::vector<Vec2>{{0.3F, 0.4F}, {0.7F, 0.42F}, {0.5F, 0.6F}, {0.3F, 0.4F}}}) {
        const auto drawn = drawOnPanel(shape, line, panel, 0);
        ASSERT_TRUE(drawn) << drawn.error().message;
        lines.push_back(drawn.value());
    }
    const std::vector<std::span<const MeshPoint>> spans(lines.begin(), lines.end());
    const auto cut = cutMeshAlong(shape, spans, panel);
    ASSERT_TRUE(cut) << cut.error().message;
    expectWhole(shape, cut.value());
    expectTopology(cut.value().shape, 4, 5);
}

// Of a hundred Vs, narrow and wide, none is refused.
TEST(MeshCut, AlongAVHasLegsOfAsManyParticlesAsFarFromItsTip) {
    const MeshShape &shape = sheet();
    const std::vector<int32_t> panel = onePanel(shape);
    std::mt19937_64 random(9);
    double worst = 0.0;
    for (int32_t k = 0; k < 100; ++k) {
        const double width = uniform(random, 0.04, 0.2);
        const double height = uniform(random, 0.87 * width, 0.5);
        const Vec2 middle(static_cast<float>(uniform(random, 0.2, 0.8)), 0.0F);
        const Vec2 tip = middle + Vec2(0.0F, static_cast<float>(height));
        const Vec2 half(static_cast<float>(0.5 * width), 0.0F);
        const auto drawn = drawOnPanel(shape, std::array{middle - half, tip, middle + half}, panel, 0);
        ASSERT_TRUE(drawn) << drawn.error().message;
        const auto cut = cutMeshAlongV(shape, std::span<const MeshPoint, 3>(drawn.value()), panel);
        ASSERT_TRUE(cut) << cut.error().message << ": " << width << " wide, " << height << " high";
        expectWhole(shape, cut.value());
        expectTopology(cut.value().shape, 2, 2);
        const std::vector<CutEdge> &edges = cut.value().edges;
        const std::vector<Vec2> &uv = cut.value().shape.uv;
        ASSERT_EQ(edges.size() % 2, 0U);
        for (size_t e = 0; 2 * e < edges.size(); ++e) {
            const Vec2 a = uv[at(edges[e].left[0])];
            const Vec2 b = uv[at(edges[edges.size() - 1 - e].left[1])];
            worst =
                std::max(worst, std::abs(static_cast<double>(glm::distance(a, tip) - glm::distance(b, tip))));
        }
    }
    std::printf("particles of both legs are %.1f mm apart at most\n", 1000.0 * worst);
    EXPECT_LT(worst, 0.008); // a fifth of an edge: what is nearer is one particle to a cut
}

TEST(MeshCut, NamesAVWithoutATip) {
    const MeshShape &shape = sheet();
    const std::vector<int32_t> panel = onePanel(shape);
    const auto drawn =
        drawOnPanel(shape, std::array{Vec2(0.3F, 0.0F), Vec2(0.5F, 0.0F), Vec2(0.7F, 0.0F)}, panel, 0);
    ASSERT_TRUE(drawn) << drawn.error().message;
    EXPECT_FALSE(cutMeshAlongV(shape, std::span<const MeshPoint, 3>(drawn.value()), panel));
}

TEST(MeshCut, NamesAVThatGoesOverASlit) {
    const MeshCut slit = cutOf(sheet(), {{0.3F, 0.25F}, {0.5F, 0.26F}});
    const std::vector<int32_t> panel = onePanel(slit.shape);
    const auto drawn =
        drawOnPanel(slit.shape, std::array{Vec2(0.3F, 0.0F), Vec2(0.5F, 0.5F), Vec2(0.7F, 0.0F)}, panel, 0);
    ASSERT_TRUE(drawn) << drawn.error().message;
    EXPECT_FALSE(cutMeshAlongV(slit.shape, std::span<const MeshPoint, 3>(drawn.value()), panel));
}

// A hand's line: a point a millimetre, none of them quite straight on.
TEST(MeshCut, OfALineOfManyPointsIsNoFinerThanTheMesh) {
    std::mt19937_64 random(4);
    std::vector<Vec2> line;
    for (int i = 0; i <= 400; ++i) {
        line.emplace_back(0.3F + 0.001F * static_cast<float>(i),
                          0.5F + static_cast<float>(uniform(random, -0.0015, 0.0015)));
    }
    const MeshCut cut = cutOf(sheet(), line);
    expectTopology(cut.shape, 1, 2);
    EXPECT_LT(cut.edges.size(), 30U);
}

// The planar graph of the lines and the sheet's border, by Euler's formula.
struct Arrangement {
    std::vector<std::vector<DVec2>> lines{{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}, {0.0, 0.0}}};
    std::vector<DVec2> marks{lines[0]}; // ends, corners, crossings
    int crossings{0};
    std::vector<size_t> component{0};

    // Unless anything of it lies near what is there.
    bool add(const std::vector<DVec2> &line) {
        std::vector<DVec2> own = line;
        std::vector<size_t> met;
        for (size_t l = 0; l < lines.size(); ++l) {
            for (size_t i = 1; i < lines[l].size(); ++i) {
                for (size_t j = 1; j < line.size(); ++j) {
                    if (const auto x = crossing(lines[l][i - 1], lines[l][i], line[j - 1], line[j])) {
                        const DVec2 one = glm::normalize(lines[l][i] - lines[l][i - 1]);
                        if (std::abs(glm::dot(one, glm::normalize(line[j] - line[j - 1]))) > kSteep ||
                            std::max(x->x, x->y) > 1.0) { // outside
                            return false;
                        }
                        own.push_back(*x);
                        met.push_back(l);
                    }
                }
            }
        }
        for (size_t i = 0; i < own.size(); ++i) {
            for (size_t j = 0; j < i; ++j) {
                if (glm::distance(own[i], own[j]) < kClear) {
                    return false;
                }
            }
            if (std::any_of(marks.begin(), marks.end(),
                            [&](const DVec2 &m) { return glm::distance(m, own[i]) < kClear; })) {
                return false;
            }
        }
        for (const DVec2 &p : line) {
            for (const auto &other : lines) {
                if (distanceToLine(p, other) < kClear) {
                    return false;
                }
            }
        }
        if (std::any_of(marks.begin(), marks.end(),
                        [&](const DVec2 &m) { return distanceToLine(m, line) < kClear; })) {
            return false;
        }
        marks.insert(marks.end(), own.begin(), own.end());
        crossings += static_cast<int>(met.size());
        component.push_back(lines.size());
        for (const size_t l : met) {
            const size_t from = component[l];
            std::replace(component.begin(), component.end(), from, component.back());
        }
        lines.push_back(line);
        return true;
    }

    static std::optional<DVec2> crossing(const DVec2 &a, const DVec2 &b, const DVec2 &p, const DVec2 &q) {
        const auto cross = [](const DVec2 &v, const DVec2 &w) { return v.x * w.y - v.y * w.x; };
        const double whole = cross(b - a, q - p);
        const double s = cross(p - a, q - p) / whole;
        const double t = cross(p - a, b - a) / whole;
        return s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 ? std::optional(a + s * (b - a)) : std::nullopt;
    }

    int components() const { return static_cast<int>(std::set(component.begin(), component.end()).size()); }
    int pieces() const {
        int vertices = crossings + 4;
        int edges = 2 * crossings + 4;
        for (size_t l = 1; l < lines.size(); ++l) {
            vertices += static_cast<int>(lines[l].size());
            edges += static_cast<int>(lines[l].size()) - 1;
            // What lies outside the sheet is not counted: its end and the stretch to the border.
            for (const DVec2 &end : {lines[l].front(), lines[l].back()}) {
                const bool out = std::min(end.x, end.y) < 0.0 || std::max(end.x, end.y) > 1.0;
                vertices -= out ? 1 : 0;
                edges -= out ? 1 : 0;
            }
        }
        return edges - vertices + components();
    }
    int loops() const { return pieces() + components() - 1; }
};

TEST(MeshCut, MakesAsManyPiecesAndBordersAsEulerCounts) {
    for (const uint64_t seed : {11U, 12U, 13U, 14U}) {
        std::mt19937_64 random(seed);
        MeshShape shape = squareMetre(0.03);
        Arrangement arrangement;
        int cuts = 0;
        for (int tries = 0; tries < 300 && cuts < 10; ++tries) {
            std::vector<Vec2> line = randomLine(random);
            if (tries % 4 == 0) { // right across
                line = {{-0.2F, static_cast<float>(uniform(random, 0.1, 0.9))},
                        {1.2F, static_cast<float>(uniform(random, 0.1, 0.9))}};
            } else if (tries % 4 == 1) {
                line = {{static_cast<float>(uniform(random, 0.1, 0.9)), 0.5F},
                        {static_cast<float>(uniform(random, 0.1, 0.9)), 1.2F}};
            }
            if (!arrangement.add({line.begin(), line.end()})) {
                continue;
            }
            ++cuts;
            const auto cut = cutFlat(shape, line, onePanel(shape));
            ASSERT_TRUE(cut) << cut.error().message;
            shape = cut.value().shape;
            const Topology topology = topologyOf(shape);
            EXPECT_TRUE(topology.manifold);
            EXPECT_EQ(topology.pieces, arrangement.pieces()) << "seed " << seed << " cut " << cuts;
            EXPECT_EQ(topology.loops, arrangement.loops()) << "seed " << seed << " cut " << cuts;
        }
        EXPECT_GE(cuts, 4);
        EXPECT_GE(arrangement.crossings, 2);
    }
}

TEST(MeshCut, CarriesPlacesAndVelocitiesOver) {
    MeshShape shape = sheet();
    std::vector<Vec3> velocity;
    for (size_t i = 0; i < shape.uv.size(); ++i) { // what is linear in the fabric stays so
        shape.position[i] = Vec3(shape.uv[i].x, 2.0F * shape.uv[i].y, shape.uv[i].x - shape.uv[i].y);
        velocity.emplace_back(shape.uv[i].y, -shape.uv[i].x, 0.5F);
    }
    const MeshCut cut = cutOf(shape, {{0.1F, 0.2F}, {0.5F, 0.9F}, {0.8F, 0.15F}});
    const std::vector<Vec3> carried = carryOver(cut.source, velocity);
    for (size_t i = 0; i < cut.shape.uv.size(); ++i) {
        const Vec2 &at = cut.shape.uv[i];
        EXPECT_LT(glm::distance(cut.shape.position[i], Vec3(at.x, 2.0F * at.y, at.x - at.y)), 1e-5F);
        EXPECT_LT(glm::distance(carried[i], Vec3(at.y, -at.x, 0.5F)), 1e-5F);
    }
}

// A tube of two panels, cut all round: over both seams and back to where it began.
TEST(MeshCut, AroundASewnTubeCrossesBothSeamsAndMakesTwoTubes) {
    SewingPattern pattern;
    pattern.panels = {panelOf("front", rectangle(0.4, 0.3)), panelOf("back", rectangle(0.4, 0.3))};
    pattern.panels[1].outline = polygon({{0.0, 0.0}, {0.0, 0.3}, {0.4, 0.3}, {0.4, 0.0}});
    pattern.seams = {{{{0, 1}}, {{1, 2}}}, {{{0, 3}}, {{1, 0}}}};
    auto garment = makeGarment(pattern, {0.02});
    ASSERT_TRUE(garment);
    const MeshShape sewn = sewnShape(*garment, garment->shape.position);
    std::vector<int32_t> panel;
    for (size_t c = 0; c < sewn.triangles.size(); c += 3) {
        panel.push_back(garment->shape.triangles[c] < garment->firstParticle[1] ? 0 : 1);
    }
    const auto pointAt = [&](int32_t which, const Vec2 &place) {
        const std::vector<Vec2> dot{place, place + Vec2(0.0F, 0.001F)};
        const auto drawn = drawOnPanel(sewn, dot, panel, which);
        EXPECT_TRUE(drawn) << (drawn ? "" : drawn.error().message);
        return drawn.value().front();
    };
    std::vector<MeshPoint> line{pointAt(0, {0.1F, 0.15F}), pointAt(0, {0.35F, 0.15F})};
    line.push_back(pointAt(1, {0.1F, 0.15F}));
    line.push_back(pointAt(1, {0.3F, 0.15F}));
    line.push_back(line.front());
    const auto cut = cutMesh(sewn, line, panel);
    ASSERT_TRUE(cut) << cut.error().message;
    expectWhole(sewn, cut.value());
    expectTopology(cut.value().shape, 2, 4);
    for (size_t t = 0; t < cut.value().home.size(); ++t) { // every triangle is in its panel yet
        for (size_t k = 0; k < 3; ++k) {
            EXPECT_GE(cornerPlace(cut.value().shape, 3 * t + k).x, -1e-6F);
            EXPECT_LE(cornerPlace(cut.value().shape, 3 * t + k).x, 0.4F + 1e-6F);
        }
    }
}

TEST(MeshCut, NamesWhatIsWrongWithALine) {
    const auto messageOf = [](const std::vector<Vec2> &line) {
        const auto cut = cutFlat(sheet(), line, onePanel(sheet()));
        return cut ? std::string() : cut.error().message;
    };
    const auto says = [&](const std::vector<Vec2> &line, const char *what) {
        const std::string message = messageOf(line);
        EXPECT_NE(message.find(what), std::string::npos) << message;
    };
    says({{1.2F, 0.5F}, {1.5F, 0.5F}}, "no part of it lies on the panel");
    says({{0.2F, 0.5F}, {1.5F, 0.5F}, {0.5F, 0.6F}}, "point 1 lies beside the panel");
    says({{0.2F, 0.5F}}, "no part");
    says({{0.2F, 0.5F}, {0.2F, 0.5F}}, "expected 0.1 mm of cloth to cut");
    says({{0.2F, 0.5F}, {0.8F, 0.5F}, {0.8F, 0.8F}, {0.5F, 0.2F}}, "crosses or touches itself after point 2");
    says({{0.1F, 0.0F}, {0.9F, 0.0F}}, "follows the border");
    says({{0.1F, NAN}, {0.9F, 0.0F}}, "finite points");
    const auto wrong = [](const MeshPoint &point) {
        const std::vector<MeshPoint> line{{0, Vec3(1.0F / 3.0F)}, point};
        const auto cut = cutMesh(sheet(), line);
        return cut ? std::string() : cut.error().message;
    };
    for (const MeshPoint &point :
         {MeshPoint{-1, Vec3(1.0F / 3.0F)}, MeshPoint{1 << 30, Vec3(1.0F / 3.0F)}, MeshPoint{3, Vec3(1.0F)},
          MeshPoint{3, Vec3(-1.0F, 1.0F, 1.0F)}, MeshPoint{3, Vec3(NAN, 1.0F, 0.0F)}}) {
        EXPECT_NE(wrong(point).find("point 1 does not lie on the cloth"), std::string::npos) << wrong(point);
    }
}

TEST(MeshCut, NamesWhatIsWrongWithAMesh) {
    const std::vector<MeshPoint> line{{0, {0.8F, 0.1F, 0.1F}}, {0, {0.1F, 0.1F, 0.8F}}};
    const auto messageOf = [&](const std::vector<int32_t> &triangles) {
        MeshShape shape;
        shape.uv = {{0.0F, 0.0F}, {1.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 1.0F}, {2.0F, 2.0F}};
        shape.triangles = triangles;
        const auto cut = cutMesh(shape, line);
        return cut ? std::string() : cut.error().message;
    };
    EXPECT_TRUE(messageOf({0, 1, 2}).starts_with("the line: ")); // along its border
    EXPECT_NE(messageOf({0, 1, 7}).find("there is no particle 7"), std::string::npos);
    EXPECT_NE(messageOf({0, 3, 4}).find("not in line"), std::string::npos);
    EXPECT_NE(messageOf({0, 1, 1}).find("not in line"), std::string::npos);
    EXPECT_NE(messageOf({0, 1, 2, 0, 1, 3}).find("facing to the same side"), std::string::npos);
    EXPECT_NE(messageOf({0, 1}).find("three a triangle"), std::string::npos);
}

// Random points, as a hand may slip: it is cut, or refused by name, and stays whole.
TEST(MeshCut, OfAnyLineIsAWholeMeshOrRefused) {
    std::mt19937_64 random(9);
    MeshShape shape = squareMetre(0.1);
    int done = 0;
    for (int i = 0; i < 150; ++i) {
        const auto triangles = static_cast<double>(shape.triangles.size()) / 3.0;
        std::vector<MeshPoint> line;
        const int count = static_cast<int>(uniform(random, 2.0, 6.0));
        for (int p = 0; p < count; ++p) {
            const double a = uniform(random, 0.0, 1.0) < 0.3 ? 0.0 : uniform(random, 0.0, 1.0);
            const double b = uniform(random, 0.0, 1.0) < 0.3 ? 0.0 : uniform(random, 0.0, 1.0 - a);
            line.push_back({static_cast<int32_t>(uniform(random, 0.0, triangles)), Vec3(a, b, 1.0 - a - b)});
        }
        const auto cut = cutMesh(shape, line, onePanel(shape));
        if (!cut) {
            EXPECT_TRUE(cut.error().message.starts_with("the line: ")) << cut.error().message;
            continue;
        }
        expectWhole(shape, cut.value());
        ++done;
        shape = i % 10 == 9 ? squareMetre(0.1) : cut.value().shape;
    }
    EXPECT_GT(done, 50);
}

TEST(MeshCut, IsTheSameToTheBitEveryTime) {
    const std::vector<Vec2> line{{0.1F, 0.2F}, {0.5F, 0.9F}, {0.8F, 0.15F}};
    const MeshCut one = cutOf(sheet(), line);
    const MeshCut other = cutOf(sheet(), line);
    EXPECT_EQ(one.shape.triangles, other.shape.triangles);
    EXPECT_EQ(one.shape.uv, other.shape.uv);
    EXPECT_EQ(one.shape.position, other.shape.position);
}

} // namespace
} // namespace selvage
