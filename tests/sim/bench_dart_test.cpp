// The dress bench: darts, by hands alone.
#include "bench_fumbler.h"
#include "sim/body_measure.h"

#include <numbers>
#include <numeric>

namespace selvage {
namespace {

constexpr float kDeep = 0.4F; // m, height of the panel
constexpr float kMouth = 0.06F;
constexpr float kLong = 0.15F;

World deepPanel(int32_t threads = 1) {
    World world = flatPanel(rectangle(kWidth, kDeep));
    prepareWorld(world, threads);
    return world;
}

// Long enough for cut and seam.
constexpr int32_t kDartSteps = 150;

void dart(Person &person, const Vec3 &from, const Vec3 &tip, const Vec3 &to) {
    person.take(BenchTool::Dart);
    person.draw({from, tip, to});
    person.wait(kDartSteps);
}

// From the upper edge downwards.
void dartAtTop(Person &person, float middle = 0.25F) {
    dart(person, {middle - 0.5F * kMouth, kDeep, 0.0F}, {middle, kDeep - kLong, 0.0F},
         {middle + 0.5F * kMouth, kDeep, 0.0F});
}

double restAreaOf(const World &world) {
    const std::vector<Vec2> &uv = world.cloths[0].topology->cornerUv;
    const std::vector<Vec2> &rest = world.cloths[0].topology->restUv;
    const std::vector<int32_t> &corners = world.cloths[0].topology->triangles;
    const auto at = [&](size_t c) {
        return DVec2(uv.empty() ? rest[static_cast<size_t>(corners[c])] : uv[c]);
    };
    double area = 0.0;
    for (size_t c = 0; c < corners.size(); c += 3) {
        const DVec2 a = at(c + 1) - at(c);
        const DVec2 b = at(c + 2) - at(c);
        area += 0.5 * (a.x * b.y - a.y * b.x);
    }
    return area;
}

double angleBetween(const DVec2 &a, const DVec2 &b) {
    return std::acos(glm::dot(a, b) / (glm::length(a) * glm::length(b)));
}

// Radians, of all triangles in the flat fabric; none is turned over.
double smallestAngle(const World &world) {
    const std::vector<Vec2> &uv = world.cloths[0].topology->cornerUv;
    double smallest = 10.0;
    for (size_t c = 0; c < uv.size(); c += 3) {
        const std::array<DVec2, 3> p{uv[c], uv[c + 1], uv[c + 2]};
        EXPECT_GT((p[1] - p[0]).x * (p[2] - p[0]).y - (p[1] - p[0]).y * (p[2] - p[0]).x, 0.0);
        for (size_t k = 0; k < 3; ++k) {
            smallest = std::min(smallest, angleBetween(p[(k + 1) % 3] - p[k], p[(k + 2) % 3] - p[k]));
        }
    }
    return smallest;
}

// Radians, of the flat fabric's triangles around a vertex of the garment: less than a full turn at a cone's
// tip.
double angleAround(const World &world, int32_t vertex) {
    const int32_t particle = world.bench->shape.garment.sewnParticle[static_cast<size_t>(vertex)];
    const std::vector<int32_t> &corners = world.cloths[0].topology->triangles;
    const std::vector<Vec2> &uv = world.cloths[0].topology->cornerUv;
    double sum = 0.0;
    for (size_t c = 0; c < corners.size(); ++c) {
        const size_t first = c - c % 3;
        if (corners[c] == particle) {
            const DVec2 at(uv[c]);
            sum += angleBetween(DVec2(uv[first + (c + 1) % 3]) - at, DVec2(uv[first + (c + 2) % 3]) - at);
        }
    }
    return sum;
}

// What must hold of any dart that was made in a panel that had no seams.
void expectSewnDart(const World &world) {
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    expectOneValidPiece(world.cloths[0]);
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 1U);
    EXPECT_GT(smallestAngle(world), glm::radians(5.0));
    const SewingPattern &pattern = world.bench->shape.pattern;
    ASSERT_EQ(pattern.panels.size(), 1U);
    ASSERT_EQ(pattern.seams.size(), 1U);
    EXPECT_TRUE(isDart(pattern, pattern.seams[0]));
    EXPECT_NEAR(sideLength(pattern, pattern.seams[0].a), sideLength(pattern, pattern.seams[0].b), 1e-4);
    // One by one they are one particle, and the tip is one vertex of both legs.
    const std::vector<int32_t> &a = edgeOf(world, pattern.seams[0].a[0]);
    const std::vector<int32_t> &b = edgeOf(world, pattern.seams[0].b[0]);
    const std::vector<int32_t> &particle = world.bench->shape.garment.sewnParticle;
    ASSERT_EQ(a.size(), b.size());
    EXPECT_EQ(a.back(), b.front());
    for (size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(particle[static_cast<size_t>(a[k])], particle[static_cast<size_t>(b[b.size() - 1 - k])]);
    }
}

void expectRefused(const World &world, uint64_t start, BenchNote note) {
    EXPECT_EQ(world.bench->note, note) << sentenceOf(world.bench->note);
    EXPECT_FALSE(sentenceOf(note).empty());
    EXPECT_EQ(makingHash(world), start);
}

TEST(BenchDart, TakesInAWedgeAsOneActThatIsUndone) {
    World world = deepPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    const double area = restAreaOf(world);
    dartAtTop(person);
    expectSewnDart(world);
    const SewingPattern &pattern = world.bench->shape.pattern;
    EXPECT_EQ(pattern.panels[0].name, "skirt");
    EXPECT_EQ(pattern.panels[0].outline.size(), 7U);
    const double wedge = 0.5 * static_cast<double>(kMouth * kLong);
    EXPECT_NEAR(area - restAreaOf(world), wedge, 0.02 * wedge);
    const double leg = std::hypot(0.5 * static_cast<double>(kMouth), static_cast<double>(kLong));
    EXPECT_NEAR(sideLength(pattern, pattern.seams[0].a), leg, 0.004);
    const double cone = 2.0 * std::numbers::pi - 2.0 * std::atan(0.5 * static_cast<double>(kMouth / kLong));
    EXPECT_NEAR(angleAround(world, edgeOf(world, pattern.seams[0].a[0]).back()), cone, 0.02);
    EXPECT_EQ(world.bench->history.done, 1U) << "cut and seam are one act";
    EXPECT_EQ(world.bench->history.acts[0].work, BenchWork::Dart);
    const uint64_t sewn = makingHash(world);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    expectValid(world);
    EXPECT_EQ(world.bench->history.done, 0U);
    person.redo();
    EXPECT_EQ(makingHash(world), sewn);
    expectValid(world);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
}

// The flat panel is a cone there: it cannot lie flat any more.
TEST(BenchDart, MakesAConeOfAFlatPanel) {
    World world = deepPanel();
    Person person(world);
    dartAtTop(person);
    person.hand().active = false;
    for (Vec3 &p : world.cloths[0].position) { // which way it bulges
        const float away = glm::distance(p, Vec3(0.25F, kDeep - kLong, 0.0F)) / 0.1F;
        p.z = 0.002F * std::exp(-away * away);
    }
    person.wait(270);
    float low = 1e9F;
    float high = -1e9F;
    for (const Vec3 &p : world.cloths[0].position) {
        low = std::min(low, p.z);
        high = std::max(high, p.z);
    }
    EXPECT_GT(high - low, 0.01F);
    const EdgeOfPanel leg = world.bench->shape.pattern.seams.at(0).a[0];
    EXPECT_NEAR(lengthOf(world, leg), std::hypot(0.5F * kMouth, kLong), 0.01F);
}

TEST(BenchDart, DrawnAslantHasLegsOfOneLength) {
    World world = deepPanel();
    Person person(world);
    const double area = restAreaOf(world);
    dart(person, {0.22F, kDeep, 0.0F}, {0.27F, 0.25F, 0.0F}, {0.28F, kDeep, 0.0F});
    expectSewnDart(world);
    const SewingPattern &pattern = world.bench->shape.pattern;
    const EdgeOfPanel leg = pattern.seams.at(0).a[0];
    EXPECT_NEAR(pattern.panels[0].outline[static_cast<size_t>(leg.edge)].end.x, 0.25, 0.002);
    EXPECT_NEAR(area - restAreaOf(world), 0.5 * 0.06 * 0.15, 0.03 * 0.5 * 0.06 * 0.15);
}

TEST(BenchDart, IsTakenInFromAnyEdgeAndAtACorner) {
    const std::array<std::array<Vec3, 3>, 4> drawn{{
        {Vec3(0.2F, 0.0F, 0.0F), Vec3(0.225F, 0.12F, 0.0F), Vec3(0.25F, 0.0F, 0.0F)},
        {Vec3(kWidth, 0.15F, 0.0F), Vec3(0.35F, 0.18F, 0.0F), Vec3(kWidth, 0.21F, 0.0F)},
        {Vec3(0.0F, 0.25F, 0.0F), Vec3(0.11F, 0.22F, 0.0F), Vec3(0.0F, 0.19F, 0.0F)},
        {Vec3(0.04F, kDeep, 0.0F), Vec3(0.15F, 0.25F, 0.0F), Vec3(0.0F, 0.36F, 0.0F)},
    }};
    for (const auto &[from, tip, to] : drawn) {
        World world = deepPanel();
        Person person(world);
        const uint64_t start = makingHash(world);
        dart(person, from, tip, to);
        expectSewnDart(world);
        person.undo();
        EXPECT_EQ(makingHash(world), start);
    }
}

// Whatever its width, length and place.
TEST(BenchDart, OfAnyShapeIsSewnVertexByVertexOrRefused) {
    std::mt19937_64 random(17);
    const auto uniform = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random() >> 40U) / static_cast<float>(1U << 24U);
    };
    int32_t made = 0;
    for (int32_t k = 0; k < 40; ++k) {
        World world = deepPanel();
        Person person(world);
        const float width = uniform(0.026F, 0.09F);
        const float middle = uniform(0.06F, 0.44F);
        const float length = uniform(std::max(0.9F * width, 0.05F), 0.3F);
        dart(person, {middle - 0.5F * width, kDeep, 0.0F},
             {middle + uniform(-0.02F, 0.02F), kDeep - length, 0.0F}, {middle + 0.5F * width, kDeep, 0.0F});
        if (world.bench->history.done > 0) {
            ++made;
            expectSewnDart(world);
        } else {
            std::printf("refused: %.3f wide, %.3f long at %.3f: %s\n", static_cast<double>(width),
                        static_cast<double>(length), static_cast<double>(middle),
                        std::string(sentenceOf(world.bench->note)).c_str());
        }
        EXPECT_FALSE(HasFailure()) << width << " wide, " << length << " long at " << middle;
    }
    EXPECT_GE(made, 38);
}

TEST(BenchDart, IsTakenInBesideAnother) {
    World world = deepPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    const double area = restAreaOf(world);
    dartAtTop(person, 0.12F);
    const uint64_t first = makingHash(world);
    dart(person, {0.35F, kDeep, 0.0F}, {0.38F, 0.25F, 0.0F}, {0.41F, kDeep, 0.0F});
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    expectOneValidPiece(world.cloths[0]);
    EXPECT_EQ(world.bench->shape.pattern.seams.size(), 2U);
    EXPECT_NEAR(area - restAreaOf(world), 2.0 * 0.5 * 0.06 * 0.15, 0.001);
    EXPECT_EQ(world.bench->history.done, 2U);
    person.undo();
    EXPECT_EQ(makingHash(world), first);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
}

// –, of the upper edge on both sides of a dart, as it hangs over what it is flat.
std::array<float, 2> gatheredBeside(const World &world) {
    const PanelLoop &outline = world.bench->shape.pattern.panels[0].outline;
    std::array<float, 2> shares{};
    for (size_t e = 0; e < outline.size(); ++e) {
        if (std::min(outline[e].start.y, outline[e].end.y) > static_cast<double>(kDeep) - 1e-3) {
            const float share =
                lengthOf(world, {0, static_cast<int32_t>(e)}) / static_cast<float>(edgeLength(outline[e]));
            (outline[e].start.x + outline[e].end.x > 0.5 ? shares[1] : shares[0]) = share;
        }
    }
    return shares;
}

TEST(BenchDart, LetsAWaistbandGoOnBeyondIt) {
    for (const bool isFirst : {true, false}) {
        World world = deepPanel();
        world.bench->settings.bandRatio = 0.8F;
        Person person(world);
        if (isFirst) {
            dartAtTop(person);
        }
        person.take(BenchTool::Waistband);
        person.moveTo({0.1F, kDeep, 0.0F});
        person.pull(2.0F);
        person.wait(90);
        if (!isFirst) {
            const std::vector<int32_t> top = edgeOf(world, kTop);
            const Vec3 middle = vertexAt(world, top[top.size() / 2]);
            dart(person, vertexAt(world, top[top.size() / 2 - 1]), middle - Vec3(0.0F, kLong, 0.0F),
                 vertexAt(world, top[top.size() / 2 + 1]));
        }
        EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
        ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
        person.wait(270);
        for (const float share : gatheredBeside(world)) {
            EXPECT_LT(share, 0.84F) << (isFirst ? "tightened over the dart" : "taken in afterwards");
            EXPECT_GT(share, 0.7F);
        }
        ASSERT_EQ(world.bench->bands.size(), 1U);
        person.take(BenchTool::Waistband); // on the other side it is the same one
        person.moveTo(middleOf(world, {0, world.bench->bands[0].edge.edge == 2 ? 5 : 2}));
        person.press();
        EXPECT_EQ(world.bench->bands.size(), 1U);
    }
}

TEST(BenchDart, LeavesPinsAndKeepsThemWhenItIsUndone) {
    World world = deepPanel();
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt({0.0F, kDeep, 0.0F});
    person.pressAt({kWidth, kDeep, 0.0F});
    const uint64_t start = makingHash(world);
    dartAtTop(person);
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    expectValid(world);
    EXPECT_EQ(world.pins.size(), 2U);
    person.undo();
    EXPECT_EQ(makingHash(world), start);
    expectValid(world);
}

TEST(BenchDart, IsUndoneWhileItsLegsAreStillApart) {
    World world = deepPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Dart);
    person.draw({{0.22F, kDeep, 0.0F}, {0.25F, 0.25F, 0.0F}, {0.28F, kDeep, 0.0F}});
    person.wait(25);
    ASSERT_TRUE(world.bench->closing.active);
    EXPECT_NE(makingHash(world), start);
    person.undo();
    person.wait(80);
    EXPECT_FALSE(world.bench->closing.active);
    EXPECT_EQ(makingHash(world), start);
    EXPECT_EQ(world.bench->history.done, 0U);
    expectValid(world);
    person.redo(); // the wedge is gone, its legs are open
    EXPECT_EQ(world.bench->shape.pattern.panels[0].outline.size(), 7U);
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
    person.undo();
    EXPECT_EQ(makingHash(world), start);
}

// An act of the other hand would be undone before the dart's cut is, and after its seam.
TEST(BenchDart, LetsNoPinBetweenItsCutAndItsSeam) {
    World world = deepPanel();
    Person person(world);
    HandInput &left = person.tracked.hand(Hand::Left);
    left.active = true;
    left.toolWish = 1 + static_cast<uint8_t>(BenchTool::Pin);
    person.take(BenchTool::Dart);
    person.draw({{0.22F, kDeep, 0.0F}, {0.25F, 0.25F, 0.0F}, {0.28F, kDeep, 0.0F}});
    person.wait(25);
    ASSERT_TRUE(world.bench->closing.active);
    left.trigger = 1.0F;
    person.wait();
    left.trigger = 0.0F;
    EXPECT_EQ(world.bench->note, BenchNote::Busy);
    EXPECT_TRUE(world.pins.empty());
    person.wait(kDartSteps);
    EXPECT_EQ(world.bench->history.done, 1U);
    EXPECT_EQ(world.bench->shape.pattern.seams.size(), 1U);
}

TEST(BenchDart, ShowsTheLineThatIsDrawnAndLeavesItOutWhenThatIsUndone) {
    World world = deepPanel();
    Person person(world);
    const uint64_t start = makingHash(world);
    person.take(BenchTool::Dart);
    person.moveTo({0.22F, kDeep, 0.0F});
    person.hand().trigger = 1.0F;
    person.moveTo({0.25F, 0.3F, 0.0F});
    EXPECT_GT(person.bench().line.size(), 5U);
    person.hand().undo = true;
    person.wait();
    person.hand().undo = false;
    EXPECT_EQ(person.bench().line.size(), 1U) << "it begins anew where the hand is";
    person.hand().trigger = 0.0F;
    person.wait(kDartSteps);
    expectRefused(world, start, BenchNote::ShortDart);
}

TEST(BenchDart, IsRefusedWithASentenceForEachReason) {
    struct Case {
        BenchNote note;
        std::array<Vec3, 3> drawn;
    };
    const Case cases[] = {
        {BenchNote::DartOffBorder,
         {Vec3(0.2F, 0.3F, 0.0F), Vec3(0.25F, 0.15F, 0.0F), Vec3(0.3F, 0.3F, 0.0F)}},
        {BenchNote::DartEdges, {Vec3(0.2F, kDeep, 0.0F), Vec3(0.25F, 0.2F, 0.0F), Vec3(0.3F, 0.0F, 0.0F)}},
        {BenchNote::DartNarrow,
         {Vec3(0.24F, kDeep, 0.0F), Vec3(0.25F, 0.2F, 0.0F), Vec3(0.26F, kDeep, 0.0F)}},
        {BenchNote::DartWide, {Vec3(0.2F, kDeep, 0.0F), Vec3(0.25F, 0.33F, 0.0F), Vec3(0.3F, kDeep, 0.0F)}},
        {BenchNote::DartTip, {Vec3(0.22F, kDeep, 0.0F), Vec3(0.25F, 0.004F, 0.0F), Vec3(0.28F, kDeep, 0.0F)}},
        {BenchNote::ShortDart, {Vec3(0.22F, 0.6F, 0.0F), Vec3(0.25F, 0.6F, 0.0F), Vec3(0.28F, 0.6F, 0.0F)}},
    };
    for (const Case &each : cases) {
        World world = deepPanel();
        Person person(world);
        const uint64_t start = makingHash(world);
        dart(person, each.drawn[0], each.drawn[1], each.drawn[2]);
        expectRefused(world, start, each.note);
        EXPECT_EQ(world.bench->history.done, 0U);
    }
}

TEST(BenchDart, WhoseWedgeIsPinnedIsRefused) {
    World world = deepPanel();
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt({0.25F, kDeep, 0.0F});
    const uint64_t start = makingHash(world);
    dart(person, {0.2F, kDeep, 0.0F}, {0.25F, 0.2F, 0.0F}, {0.3F, kDeep, 0.0F});
    expectRefused(world, start, BenchNote::DartHeld);
    EXPECT_EQ(world.pins.size(), 1U);
}

TEST(BenchDart, OnASeamOrOverItIsRefused) {
    World world = deepPanel();
    Person person(world);
    person.cut({{0.25F, -0.02F, 0.0F}, {0.25F, kDeep + 0.02F, 0.0F}});
    ASSERT_EQ(world.bench->shape.pattern.panels.size(), 2U);
    person.take(BenchTool::Seam);
    person.pressAt({0.24F, 0.2F, 0.0F});
    person.pressAt({0.26F, 0.2F, 0.0F});
    person.wait(100);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    const uint64_t sewn = makingHash(world);
    dart(person, {0.22F, kDeep, 0.0F}, {0.25F, 0.25F, 0.0F}, {0.28F, kDeep, 0.0F});
    expectRefused(world, sewn, BenchNote::DartAtSeam);
    dart(person, {0.14F, kDeep, 0.0F}, {0.19F, 0.25F, 0.0F}, {0.245F, kDeep, 0.0F});
    expectRefused(world, sewn, BenchNote::DartAtSeam);
    dart(person, {0.1F, kDeep, 0.0F}, {0.13F, 0.25F, 0.0F}, {0.16F, kDeep, 0.0F}); // beside it
    EXPECT_EQ(world.bench->shape.pattern.seams.size(), 2U);
    expectValid(world);
    EXPECT_EQ(world.bench->shape.pattern.panels.size(), 2U);
    person.undo();
    EXPECT_EQ(makingHash(world), sewn);
}

TEST(BenchDart, GivesTheSameBitsWithOneAndTwoWorkers) {
    std::array<uint64_t, 3> hashes{};
    for (size_t run = 0; run < hashes.size(); ++run) {
        World world = deepPanel(run == 2 ? 2 : 1);
        Person person(world);
        dartAtTop(person);
        person.undo();
        person.redo();
        EXPECT_EQ(world.bench->history.done, 1U);
        hashes.at(run) = stateHash(world);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

} // namespace
} // namespace selvage
