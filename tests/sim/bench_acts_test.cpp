// The dress bench: acts undone and done again, seams unpicked, cloth cut by hands alone.
#include "bench_fumbler.h"
#include "sim/body_measure.h"

#include <numeric>

namespace selvage {
namespace {

int32_t pieces(const Cloth &cloth) {
    const std::vector<int32_t> &corners = cloth.topology->triangles;
    std::vector<int32_t> root(static_cast<size_t>(cloth.particleCount()));
    for (size_t i = 0; i < root.size(); ++i) {
        root[i] = static_cast<int32_t>(i);
    }
    const auto rootOf = [&](int32_t i) {
        while (root[static_cast<size_t>(i)] != i) {
            i = root[static_cast<size_t>(i)];
        }
        return i;
    };
    for (size_t c = 0; c < corners.size(); ++c) {
        const int32_t a = rootOf(corners[c]);
        const int32_t b = rootOf(corners[c % 3 == 2 ? c - 2 : c + 1]);
        root[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
    }
    int32_t count = 0;
    for (size_t i = 0; i < root.size(); ++i) {
        count += root[i] == static_cast<int32_t>(i) ? 1 : 0;
    }
    return count;
}

void sewSlit(Person &person) {
    person.take(BenchTool::Seam);
    person.pressAt(middleOf(person.world, kRight));
    person.pressAt(middleOf(person.world, kLeft));
    person.wait(90);
    ASSERT_EQ(person.whole().shape.pattern.seams.size(), 1U);
}

TEST(BenchActs, AnUndonePinIsOutAndARedoneOneIsInAgain) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Pin);
    person.pressAt(middleOf(world, kTop));
    person.pressAt(middleOf(world, kLeft));
    const uint64_t pinned = makingHash(world);
    person.pressAt(middleOf(world, kTop)); // out again
    ASSERT_EQ(world.pins.size(), 1U);
    person.undo();
    EXPECT_EQ(makingHash(world), pinned);
    expectValid(world);
    person.undo();
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    EXPECT_EQ(std::count(world.cloths[0].fixed.begin(), world.cloths[0].fixed.end(), kPinned), 0);
    person.redo();
    person.redo();
    EXPECT_EQ(makingHash(world), pinned);
    person.redo();
    person.redo(); // there is no more
    EXPECT_EQ(world.pins.size(), 1U);
    EXPECT_EQ(world.bench->note, BenchNote::NothingLeft);
}

TEST(BenchActs, AnUndoneWaistbandHasItsRestLengthsBackBitByBit) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Waistband);
    person.moveTo(middleOf(world, kTop));
    person.pull(0.5F);
    const float share = world.bench->bands.at(0).share;
    person.pull(0.5F);
    ASSERT_LT(world.bench->bands.at(0).share, share);
    person.undo();
    EXPECT_EQ(world.bench->bands.at(0).share, share);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    EXPECT_TRUE(world.bench->bands.empty());
    person.wait(200);
    EXPECT_NEAR(lengthOf(world, kTop), kWidth, 0.01F * kWidth);
    person.redo();
    EXPECT_EQ(world.bench->bands.at(0).share, share);
}

TEST(BenchActs, AnUndoneSeamIsOpenAgainWhereItIsAndARedoneOneIsClosedWhereItWas) {
    World world = bentPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    sewSlit(person);
    const uint64_t sewn = makingHash(world);
    const Vec3 seam = middleOf(world, kLeft);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    expectValid(world);
    EXPECT_LT(glm::distance(middleOf(world, kLeft), seam), 0.06F);
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 1U);
    person.redo();
    EXPECT_EQ(makingHash(world), sewn);
    expectValid(world);
    EXPECT_LT(glm::distance(middleOf(world, kLeft), seam), 0.02F);
}

TEST(BenchActs, AHookedWaistbandIsUndoneAsOneAct) {
    World world = bentPanel();
    world.bench->settings.bandRatio = 0.8F;
    world.bench->settings.hookReach = 0.4F;
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Waistband);
    person.moveTo(middleOf(world, kTop));
    person.pull(2.0F);
    person.wait(90);
    ASSERT_TRUE(world.bench->bands.at(0).hooked);
    const uint64_t hooked = makingHash(world);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    person.redo();
    EXPECT_EQ(makingHash(world), hooked);
}

TEST(BenchActs, UndoLeavesOutASeamThatIsClosingAndAnEdgeThatIsPicked) {
    World world = bentPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Seam);
    person.pressAt(middleOf(world, kRight));
    person.undo();
    EXPECT_LT(person.bench().picked.panel, 0);
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    ASSERT_TRUE(world.bench->closing.active);
    person.undo();
    person.wait(60);
    EXPECT_FALSE(world.bench->closing.active);
    EXPECT_EQ(makingHash(world), start);
    EXPECT_EQ(world.bench->history.done, 0U);
}

TEST(BenchActs, AnUnpickedSeamComesApartAndItsPatternHasItNoMore) {
    World world = bentPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    sewSlit(person);
    const uint64_t sewn = makingHash(world);
    const Vec3 seam = middleOf(world, kLeft);
    person.take(BenchTool::Unpick);
    person.pressAt(seam);
    person.settle();
    EXPECT_EQ(makingHash(world), start);
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
    person.undo();
    EXPECT_EQ(makingHash(world), sewn);
    EXPECT_LT(glm::distance(middleOf(world, kLeft), seam), 0.02F);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
}

TEST(BenchActs, WhereNoSeamIsUnpickingSaysSo) {
    World world = flatPanel();
    Person person(world);
    person.take(BenchTool::Unpick);
    person.pressAt(middleOf(world, kLeft));
    person.settle();
    EXPECT_EQ(world.bench->note, BenchNote::NoSeam);
    EXPECT_EQ(world.bench->history.done, 0U);
}

TEST(BenchActs, ACutFromBorderToBorderMakesTwoPanelsOfAsMuchClothAndFabric) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    const double mass = std::accumulate(world.cloths[0].mass.begin(), world.cloths[0].mass.end(), 0.0);
    person.cut({{-0.02F, 0.09F, 0.0F}, {0.25F, 0.11F, 0.0F}, {0.52F, 0.09F, 0.0F}});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 2U);
    EXPECT_EQ(pieces(world.cloths[0]), 2);
    expectValid(world);
    const double after = std::accumulate(world.cloths[0].mass.begin(), world.cloths[0].mass.end(), 0.0);
    EXPECT_NEAR(after, mass, 1e-4 * mass);
    double area = 0.0;
    for (const Panel &panel : world.bench->shape.pattern.panels) {
        area += std::abs(signedArea(panel.outline));
    }
    EXPECT_NEAR(area, static_cast<double>(kWidth * kHeight), 1e-6);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    expectValid(world);
    person.redo();
    EXPECT_EQ(pieces(world.cloths[0]), 2);
    expectValid(world);
}

TEST(BenchActs, ACutThatStopsInsideMakesASlitWithTwoEdges) {
    World world = flatPanel();
    Person person(world);
    person.cut({{0.25F, 0.22F, 0.0F}, {0.24F, 0.1F, 0.0F}});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 1U);
    EXPECT_EQ(world.bench->shape.pattern.panels[0].outline.size(), 7U); // the top in two, and both legs
    EXPECT_EQ(pieces(world.cloths[0]), 1);
    expectValid(world);
}

TEST(BenchActs, ClothThatIsSewnIsCutAcrossItsSeam) {
    World world = bentPanel();
    Person person(world);
    sewSlit(person);
    const uint64_t sewn = makingHash(world);
    // Round half of the tube, over the seam, which is towards +z.
    std::vector<Vec3> line;
    const float radius = kWidth / glm::two_pi<float>();
    for (int32_t k = 0; k <= 12; ++k) {
        const float angle = -1.2F + 0.2F * static_cast<float>(k);
        line.emplace_back(radius * std::sin(angle), 0.1F, radius * std::cos(angle));
    }
    person.cut(line);
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    EXPECT_NE(makingHash(world), sewn);
    expectValid(world);
    EXPECT_EQ(world.bench->shape.pattern.seams.size(), 2U); // over the cut and under it
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 3U);
    person.undo();
    EXPECT_EQ(makingHash(world), sewn);
    expectValid(world);
}

TEST(BenchActs, EdgesMadeByACutAreSewnAgain) {
    World world = flatPanel();
    Person person(world);
    person.cut({{0.25F, 0.22F, 0.0F}, {0.24F, 0.1F, 0.0F}});
    ASSERT_EQ(world.bench->shape.pattern.panels[0].outline.size(), 7U);
    person.take(BenchTool::Seam);
    person.pressAt({0.235F, 0.15F, 0.0F});
    person.pressAt({0.26F, 0.15F, 0.0F});
    person.wait(120);
    EXPECT_EQ(world.bench->shape.pattern.seams.size(), 1U) << sentenceOf(world.bench->note);
    expectValid(world);
}

// Its two sides lie in one place of one panel.
TEST(BenchActs, ASlitThatWasSewnIsUnpicked) {
    World world = flatPanel();
    Person person(world);
    person.cut({{0.25F, 0.22F, 0.0F}, {0.24F, 0.1F, 0.0F}});
    const uint64_t open = makingHash(world);
    person.take(BenchTool::Seam);
    person.pressAt({0.235F, 0.15F, 0.0F});
    person.pressAt({0.26F, 0.15F, 0.0F});
    person.wait(120);
    const uint64_t sewn = makingHash(world);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    person.take(BenchTool::Unpick);
    person.pressAt({0.245F, 0.15F, 0.0F});
    person.settle();
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
    EXPECT_EQ(makingHash(world), open);
    expectValid(world);
    person.undo();
    EXPECT_EQ(makingHash(world), sewn);
}

TEST(BenchActs, ALineThatCrossesItselfIsRefusedWithAReason) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.cut({{0.1F, 0.05F, 0.0F},
                {0.3F, 0.05F, 0.0F},
                {0.3F, 0.15F, 0.0F},
                {0.2F, 0.15F, 0.0F},
                {0.2F, -0.02F, 0.0F}});
    EXPECT_NE(world.bench->note, BenchNote::None);
    EXPECT_EQ(makingHash(world), start);
}

// What falls apart falls: undone, it is together where it was.
TEST(BenchActs, AnUndoneCutPutsTheClothBackToWhereItWas) {
    World world = flatPanel();
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt(vertexAt(world, edgeOf(world, kTop).front()));
    person.pressAt(vertexAt(world, edgeOf(world, kTop).back()));
    person.cut({{-0.02F, 0.09F, 0.0F}, {0.52F, 0.09F, 0.0F}});
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 2U);
    world.settings.gravity = Vec3(0.0F, -kGravity, 0.0F);
    person.wait(60);
    float lowest = 0.0F;
    for (const Vec3 &p : world.cloths[0].position) {
        lowest = std::min(lowest, p.y);
    }
    EXPECT_LT(lowest, -1.0F);
    world.settings.gravity = Vec3(0.0F);
    person.undo();
    for (const Vec3 &p : world.cloths[0].position) {
        EXPECT_GT(p.y, -0.1F);
    }
}

TEST(BenchActs, ThirtyOfTwoHandsAtRandomLeaveAValidClothAndAreUndoneToTheStart) {
    const Fumbled fumbled = fumble(1, 30, 1);
    EXPECT_GT(fumbled.most, 5U);
}

} // namespace
} // namespace selvage
