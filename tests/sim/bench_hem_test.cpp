// The dress bench: hems, by hands alone.
#include "bench_fumbler.h"
#include "sim/body_measure.h"

#include <numeric>

namespace selvage {
namespace {

constexpr float kHemError = 0.35F * static_cast<float>(kEdge); // m, as far as a cut leaves its line

float lowestOf(const World &world) {
    float lowest = 1e9F;
    for (const Vec3 &p : world.cloths[0].position) {
        lowest = std::min(lowest, p.y);
    }
    return lowest;
}

double areaOf(const SewingPattern &pattern) {
    return std::accumulate(
        pattern.panels.begin(), pattern.panels.end(), 0.0,
        [](double area, const Panel &panel) { return area + std::abs(signedArea(panel.outline)); });
}

double massOf(const World &world) {
    return std::accumulate(world.cloths[0].mass.begin(), world.cloths[0].mass.end(), 0.0);
}

void hemAt(Person &person, const Vec3 &place) {
    person.take(BenchTool::Hem);
    person.pressAt(place);
    person.settle();
}

void expectRefused(const World &world, uint64_t start, BenchNote note) {
    EXPECT_EQ(world.bench->note, note) << sentenceOf(world.bench->note);
    EXPECT_FALSE(sentenceOf(note).empty());
    EXPECT_EQ(makingHash(world), start);
    EXPECT_EQ(world.bench->history.done, 0U);
}

TEST(BenchHem, TakesAwayWhatHangsBelowTheHandAndIsUndone) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    const double mass = massOf(world);
    hemAt(person, {0.2F, 0.06F, 0.01F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    expectOneValidPiece(world.cloths[0]);
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 1U);
    EXPECT_EQ(world.bench->shape.pattern.panels[0].name, "skirt");
    EXPECT_NEAR(lowestOf(world), 0.06F, kHemError);
    const double left = 0.14 / static_cast<double>(kHeight);
    EXPECT_NEAR(massOf(world), left * mass, 0.02 * mass);
    EXPECT_NEAR(areaOf(world.bench->shape.pattern), 0.14 * static_cast<double>(kWidth), 0.001);
    const uint64_t hemmed = makingHash(world);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    expectValid(world);
    EXPECT_NEAR(lowestOf(world), 0.0F, 0.002F);
    person.redo();
    EXPECT_EQ(makingHash(world), hemmed);
    expectValid(world);
}

// The line is level in space, whichever way the threads run.
TEST(BenchHem, IsLevelOnClothThatHangsAslant) {
    constexpr float kSine = 0.2F;
    const float cosine = std::sqrt(1.0F - kSine * kSine);
    World world = flatPanel(rectangle(kWidth, kHeight));
    for (Vec3 &p : world.cloths[0].position) {
        p = {cosine * p.x - kSine * p.y, kSine * p.x + cosine * p.y, p.z};
    }
    prepareWorld(world, 1);
    Person person(world);
    constexpr float kHem = 0.08F; // m, over the lowest corner
    hemAt(person, {0.1F, kHem, 0.0F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    EXPECT_NEAR(lowestOf(world), kHem, kHemError);
    const float gone = 0.5F * (kHem / kSine) * (kHem / cosine); // m², a triangle
    EXPECT_NEAR(areaOf(world.bench->shape.pattern), static_cast<double>(kWidth * kHeight - gone), 0.001);
}

TEST(BenchHem, GoesRoundASewnTubeAndShortensItsSeam) {
    World world = bentPanel();
    Person person(world);
    person.take(BenchTool::Seam);
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(90);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    const uint64_t sewn = makingHash(world);
    const float radius = kWidth / glm::two_pi<float>();
    hemAt(person, {0.7F * radius, 0.07F, -0.7F * radius});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    expectOneValidPiece(world.cloths[0]);
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 2U);
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 1U);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    EXPECT_NEAR(areaOf(world.bench->shape.pattern), 0.13 * static_cast<double>(kWidth), 0.002);
    const uint64_t hemmed = makingHash(world);
    person.undo();
    EXPECT_EQ(makingHash(world), sewn);
    expectValid(world);
    person.redo();
    EXPECT_EQ(makingHash(world), hemmed);
    person.undo();
    person.take(BenchTool::Unpick); // the seam is one as before
    person.pressAt(middleOf(world, kLeft));
    person.settle();
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
}

TEST(BenchHem, LeavesClothAloneThatIsNotSewnToWhatTheHandTouches) {
    World world = flatPanel();
    Person person(world);
    person.cut({{0.25F, -0.02F, 0.0F}, {0.26F, 0.22F, 0.0F}});
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 2U);
    hemAt(person, {0.1F, 0.06F, 0.0F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 2U);
    EXPECT_NEAR(areaOf(world.bench->shape.pattern), 0.1 - 0.06 * 0.255, 0.001);
}

// A slit over the line parts it in two.
TEST(BenchHem, TakesAwayBothSidesOfASlit) {
    World world = flatPanel();
    Person person(world);
    person.cut({{0.25F, -0.02F, 0.0F}, {0.26F, 0.12F, 0.0F}});
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 1U);
    hemAt(person, {0.1F, 0.06F, 0.0F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 1U);
    EXPECT_NEAR(areaOf(world.bench->shape.pattern), 0.14 * static_cast<double>(kWidth), 0.001);
}

// What is turned up lies above the line, too.
TEST(BenchHem, TakesAwayATurnedUpEdgeWithWhatIsBelow) {
    World world = flatPanel(rectangle(kWidth, kHeight));
    for (Vec3 &p : world.cloths[0].position) {
        if (p.y < 0.06F) {
            p = {p.x, 0.12F - p.y, 0.03F};
        }
    }
    prepareWorld(world, 1);
    Person person(world);
    hemAt(person, {0.2F, 0.09F, -0.01F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    expectOneValidPiece(world.cloths[0]);
    EXPECT_NEAR(areaOf(world.bench->shape.pattern), 0.11 * static_cast<double>(kWidth), 0.004);
}

TEST(BenchHem, ShowsNothingAndDoesNothingAwayFromTheCloth) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Hem);
    person.moveTo({0.2F, 0.06F, 0.3F});
    person.hand().trigger = 1.0F;
    person.wait(3);
    EXPECT_TRUE(person.bench().line.empty());
    person.hand().trigger = 0.0F;
    person.settle();
    expectRefused(world, start, BenchNote::NoHemHere);
}

TEST(BenchHem, IsLeftOutWhenItIsUndoneBeforeTheTriggerIsLetGo) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Hem);
    person.moveTo({0.2F, 0.06F, 0.0F});
    person.hand().trigger = 1.0F;
    person.wait(3);
    EXPECT_EQ(person.bench().line.size(), 1U);
    person.hand().undo = true;
    person.wait();
    person.hand().undo = false;
    person.wait();
    EXPECT_TRUE(person.bench().line.empty());
    person.hand().trigger = 0.0F;
    person.settle();
    EXPECT_EQ(makingHash(world), start);
    EXPECT_EQ(world.bench->history.done, 0U);
}

TEST(BenchHem, WhereNothingHangsLowerItSaysSo) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    hemAt(person, {0.2F, -0.02F, 0.0F});
    expectRefused(world, start, BenchNote::NoHemHere);
}

TEST(BenchHem, ThatWouldTakeAwayMoreThanHalfIsRefused) {
    World world = flatPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    hemAt(person, {0.2F, 0.15F, 0.0F});
    expectRefused(world, start, BenchNote::HemTooHigh);
}

TEST(BenchHem, ThatWouldTakeAwayWhatIsPinnedOrHeldIsRefused) {
    World world = flatPanel();
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt({0.2F, 0.0F, 0.0F});
    hemAt(person, {0.2F, 0.06F, 0.0F});
    EXPECT_EQ(world.bench->note, BenchNote::HemHeld);
    EXPECT_EQ(world.bench->shape.pattern.panels[0].outline.size(), 4U);
    person.undo();
    ASSERT_TRUE(world.pins.empty());
    const uint64_t start = makingHash(world);
    HandInput &left = person.tracked.hand(Hand::Left);
    left.active = true;
    left.grip.position = Vec3(0.4F, 0.01F, 0.0F);
    person.wait(20);
    left.grab = 1.0F;
    person.wait(5);
    ASSERT_FALSE(world.hands[0].held.empty());
    hemAt(person, {0.2F, 0.08F, 0.0F});
    expectRefused(world, start, BenchNote::HemHeld);
}

// Pins above stay, and what is tightened there.
TEST(BenchHem, LeavesPinsAndWaistbandsAboveIt) {
    World world = flatPanel();
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt(vertexAt(world, edgeOf(world, kTop).front()));
    person.pressAt(vertexAt(world, edgeOf(world, kTop).back()));
    person.take(BenchTool::Waistband);
    person.moveTo(middleOf(world, kTop));
    person.pull(0.4F);
    person.wait(10);
    const uint64_t before = makingHash(world);
    hemAt(person, {0.2F, 0.06F, 0.0F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    EXPECT_EQ(world.pins.size(), 2U);
    ASSERT_EQ(world.bench->bands.size(), 1U);
    EXPECT_NEAR(middleOf(world, world.bench->bands[0].edge).y, kHeight, 0.02F);
    person.undo();
    EXPECT_EQ(makingHash(world), before);
}

} // namespace
} // namespace selvage
