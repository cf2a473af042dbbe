// Seams of meshes, unpicked and sewn again; and acts with their undoing.
#include "random_acts.h"

namespace selvage {
namespace {

// Four squares, two by two, sewn where they meet; the middle is one particle.
SewingPattern quarters() {
    SewingPattern pattern;
    for (int32_t p = 0; p < 4; ++p) {
        pattern.panels.push_back(panelOf(std::to_string(p), rectangle(0.2, 0.2)));
    }
    pattern.seams = {{{{0, 1}}, {{1, 3}}}, {{{2, 1}}, {{3, 3}}}, {{{0, 2}}, {{2, 0}}}, {{{1, 2}}, {{3, 0}}}};
    return pattern;
}

// The same mesh, but for the order of its particles: triangle by triangle the same corners hang together.
void expectSameMesh(const MeshShape &a, const MeshShape &b) {
    ASSERT_EQ(a.triangles.size(), b.triangles.size());
    ASSERT_EQ(a.uv.size(), b.uv.size());
    std::map<int32_t, int32_t> partner;
    for (size_t c = 0; c < a.triangles.size(); ++c) {
        EXPECT_EQ(cornerPlace(a, c), cornerPlace(b, c));
        EXPECT_EQ(partner.emplace(a.triangles[c], b.triangles[c]).first->second, b.triangles[c]);
    }
    EXPECT_EQ(partner.size(), a.uv.size());
}

TEST(MeshSeam, SewnAndUnpickedItIsTheSameMeshButForItsOrder) {
    const Sewn sewn(tube());
    const auto one = partMeshAt(sewn.shape, sewn.seam(0), sewn.panel);
    ASSERT_TRUE(one) << one.error().message;
    expectWhole(sewn.shape, one.value());
    EXPECT_EQ(topologyOf(one.value().shape).pieces, 1);
    EXPECT_EQ(topologyOf(one.value().shape).loops, 1);
    EXPECT_EQ(one.value().shape.uv.size(), sewn.shape.uv.size() + sewn.garment.seams[0].size());
    EXPECT_EQ(one.value().edges.size(), sewn.garment.seams[0].size() - 1);
    const auto both = partMeshAt(one.value().shape, sewn.seam(1), sewn.panel);
    ASSERT_TRUE(both) << both.error().message;
    expectSameMesh(both.value().shape, sewn.garment.shape);
}

TEST(MeshSeam, WhereFourPanelsMeetOnlyTheUnpickedOnesPart) {
    const Sewn sewn(quarters());
    Edges edges = sewn.seam(0);
    const auto spoke = partMeshAt(sewn.shape, edges, sewn.panel);
    ASSERT_TRUE(spoke);
    EXPECT_EQ(topologyOf(spoke.value().shape).pieces, 1);
    EXPECT_TRUE(topologyOf(spoke.value().shape).manifold);
    // All but the middle, which the other three seams hold together.
    EXPECT_EQ(spoke.value().shape.uv.size(), sewn.shape.uv.size() + edges.size());
    const Edges opposite = sewn.seam(1);
    edges.insert(edges.end(), opposite.begin(), opposite.end());
    const auto halves = partMeshAt(sewn.shape, edges, sewn.panel);
    ASSERT_TRUE(halves);
    EXPECT_EQ(topologyOf(halves.value().shape).pieces, 2);
    EXPECT_EQ(halves.value().shape.uv.size(), sewn.shape.uv.size() + edges.size() + 1);
    for (const size_t other : {size_t{2}, size_t{3}}) {
        const Edges more = sewn.seam(other);
        edges.insert(edges.end(), more.begin(), more.end());
    }
    const auto all = partMeshAt(sewn.shape, edges, sewn.panel);
    ASSERT_TRUE(all);
    expectSameMesh(all.value().shape, sewn.garment.shape);
}

TEST(MeshSeam, UnpickedAndSewnAgainItIsTheSameMesh) {
    const Sewn sewn(tube());
    const auto parted = partMeshAt(sewn.shape, sewn.seam(0), sewn.panel);
    ASSERT_TRUE(parted);
    std::vector<ParticlePair> pairs;
    for (const CutEdge &edge : parted.value().edges) {
        pairs.push_back({edge.left[0], edge.right[0]});
        pairs.push_back({edge.left[1], edge.right[1]});
    }
    const auto again = sewMesh(parted.value().shape, pairs);
    ASSERT_TRUE(again) << again.error().message;
    expectSameMesh(again.value().shape, sewn.shape);
    for (size_t i = 0; i < sewn.shape.uv.size(); ++i) {
        EXPECT_LT(glm::distance(again.value().shape.position[i], sewn.shape.position[i]), 1e-6F);
    }
}

TEST(MeshSeam, OfACutGarmentEndsWhereTheCutCrossesIt) {
    const Sewn sewn(tube());
    const Edges whole = sewn.seam(0);
    const std::vector<Vec2> line{{0.1F, 0.15F}, {0.39F, 0.15F}};
    auto drawn = drawOnPanel(sewn.shape, line, sewn.panel, 0);
    ASSERT_TRUE(drawn);
    const auto back = drawOnPanel(sewn.shape, std::vector<Vec2>{{0.1F, 0.15F}, {0.2F, 0.15F}}, sewn.panel, 1);
    ASSERT_TRUE(back);
    drawn.value().push_back(back.value().front());
    const auto cut = cutMesh(sewn.shape, drawn.value(), sewn.panel);
    ASSERT_TRUE(cut) << cut.error().message;
    std::vector<int32_t> panel;
    for (const int32_t home : cut.value().home) {
        panel.push_back(sewn.panel[at(home)]);
    }
    const Edges part = seamThrough(cut.value().shape, whole[1][0], whole[1][1], panel);
    EXPECT_GT(part.size(), 1U);
    EXPECT_LT(part.size(), whole.size());
    EXPECT_TRUE(partMeshAt(cut.value().shape, part, panel));
}

TEST(MeshSeam, NamesWhatCannotBeSewnOrUnpicked) {
    const Sewn sewn(tube());
    const auto parted = partMeshAt(sewn.shape, Edges{{0, 100000}}, sewn.panel);
    ASSERT_FALSE(parted);
    EXPECT_NE(parted.error().message.find("0 and 100000"), std::string::npos);
    EXPECT_TRUE(seamThrough(sewn.shape, -1, 5, sewn.panel).empty());
    EXPECT_TRUE(seamThrough(sewn.shape, sewn.shape.triangles[0], sewn.shape.triangles[1], {}).empty());
    const auto says = [&](const std::vector<ParticlePair> &pairs, const char *what) {
        const auto result = sewMesh(sewn.shape, pairs);
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find(what), std::string::npos) << result.error().message;
    };
    says({{-1, 2}}, "particles -1 and 2");
    says({{3, 3}}, "particles 3 and 3");
    says({{sewn.shape.triangles[0], sewn.shape.triangles[1]}}, "no sheet");
    const auto last = static_cast<int32_t>(sewn.shape.uv.size()) - 1;
    says({{last, last - 3}, {last - 3, last - 6}, {last - 6, last - 9}}, "at most three parts");
}

TEST(GarmentHistory, AHundredRandomActsAreUndoneToTheBit) {
    actAndUndo(100, 1);
}

TEST(GarmentHistory, WhatWasUndoneCannotBeRedoneAfterAnotherAct) {
    std::mt19937_64 random(2);
    ActPlayer player;
    EXPECT_EQ(player.history().undo(), nullptr);
    EXPECT_EQ(player.history().redo(), nullptr);
    while (player.history().undoable() < 3) {
        player.actAtRandom(random);
    }
    player.undoAll();
    EXPECT_GE(player.history().redoable(), 3U);
    const GarmentState now = player.state();
    GarmentState after = now;
    after.pins = std::make_shared<const std::vector<Pin>>(1, Pin{0, 3});
    player.history().act(now, after);
    EXPECT_EQ(player.history().redo(), nullptr);
    EXPECT_EQ(player.history().undoable(), 1U);
}

} // namespace
} // namespace selvage
