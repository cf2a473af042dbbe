// The skirt made on the dress bench, as its script makes it (Meyer et al. 2000, §6).
#include "measure/play.h"

#include "../sim/pattern_shapes.h"
#include "io/pattern_file.h"
#include "scenarios/bench_fit.h"
#include "scenarios/worn_garment.h"
#include "skirt_measures.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

namespace selvage {
namespace {

// s into the script: all points are fixed where the waistband fits, the pins are out and all is calm, the
// wind blows, it is calm again and the seam is picked, sewn and calm, the same wind, the end.
constexpr double kFixed = 14.57;
constexpr double kCalm = 17.0;
constexpr double kWind = 17.5;
constexpr double kWindEnd = 19.6;
constexpr double kPicked = 21.95;
constexpr double kSewnCalm = 24.1;
constexpr double kEnd = 26.9;

bool isNow(const World &world, double time) {
    return std::abs(world.time - time) < 0.005;
}

TEST(SkirtScene, TheSlitFliesOpenInTheWindAndTheSeamClosesItForGood) {
    float opened = 0.0F;
    float sewnIn = 1e9F;
    float sewnOpened = 0.0F;
    float waistSewn = 0.0F;
    size_t pins = 0;
    const World end = play("skirt", kEnd, {}, [&](const World &world, const StepReport &report) {
        EXPECT_EQ(report.nonFinite, 0);
        pins = std::max(pins, isNow(world, 7.0) ? world.pins.size() : 0);
        EXPECT_TRUE(world.time < kCalm || world.pins.empty());
        opened = std::max(opened, world.time > kWind && world.time < kWindEnd ? slitOf(world) : 0.0F);
        const bool isSewn = !world.bench->shape.pattern.seams.empty();
        sewnIn = isSewn ? std::min(sewnIn, static_cast<float>(world.time - kPicked)) : sewnIn;
        EXPECT_TRUE(!isSewn || world.bench->closing.gap < 0.002F);
        waistSewn = isNow(world, kSewnCalm) ? waistOf(world) : waistSewn;
        sewnOpened = std::max(sewnOpened, world.time > kSewnCalm ? slitOf(world) : 0.0F);
    });
    EXPECT_EQ(pins, 3U);
    EXPECT_GE(opened, 0.300F);
    EXPECT_LT(sewnIn, 1.0F);
    EXPECT_EQ(sewnOpened, 0.0F);
    EXPECT_LE(waistSewn - waistOf(end), 0.003F);
    EXPECT_EQ(borderLoops(end.cloths[0].topology->triangles).size(), 2U);
    EXPECT_TRUE(end.bench->bands.at(0).hooked);
}

TEST(SkirtScene, TheWaistbandHoldsTheSkirtWhenThePinsAreOut) {
    auto world = findScenario("skirt")->build({});
    ASSERT_TRUE(world);
    const Motion motion = findScenario("skirt")->script();
    float before = 0.0F;
    size_t pins = 0;
    for (int32_t s = 1; s <= 90 * 27; ++s) { // ten seconds from the last pin on, and more
        StepInput input;
        input.tracked = sampleMotion(motion, std::min(s / 90.0, kCalm));
        step(*world, input);
        before = isNow(*world, kFixed) ? waistOf(*world) : before;
        pins = isNow(*world, kFixed) ? world->pins.size() : pins;
    }
    EXPECT_EQ(pins, 2U) << "the panel's ends, hooked, have one";
    EXPECT_TRUE(world->pins.empty());
    EXPECT_LE(before - waistOf(*world), 0.002F);
    EXPECT_LE(waistOf(*world) - before, 0.002F);
}

TEST(SkirtScene, ReplaysToTheSameBitsWithOneAndTwoWorkers) {
    uint64_t hashes[3]{};
    for (int32_t run = 0; run < 3; ++run) {
        hashes[run] = stateHash(play("skirt", kSewnCalm, {.threads = run == 2 ? 2 : 1}));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(SkirtScene, ItsPatternAndItsClothAreTakenHomeAndReadAgain) {
    const World world = play("skirt", kSewnCalm);
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "skirt_scene";
    std::filesystem::create_directories(folder);
    const SewingPattern pattern = world.bench->shape.pattern;
    ASSERT_TRUE(writePattern(folder / "skirt.json", pattern));
    auto read = readPattern(folder / "skirt.json", {});
    ASSERT_TRUE(read);
    ASSERT_EQ(read->pattern.seams.size(), 1U);
    EXPECT_EQ(read->pattern.panels.size(), 1U);
    EXPECT_NEAR(sideLength(read->pattern, read->pattern.seams[0].a), 0.5, 1e-4);
    EXPECT_NEAR(sideLength(read->pattern, read->pattern.seams[0].b), 0.5, 1e-4);
    EXPECT_NEAR(loopLength(read->pattern.panels[0].outline), 2.0 * (0.5 + 1.04 * 0.96), 1e-4);
    const GarmentMesh mesh = benchMesh(world);
    EXPECT_EQ(mesh.position.size(), static_cast<size_t>(world.cloths[0].particleCount()));
    EXPECT_TRUE(writeGarment(folder / "skirt.obj", mesh));
    EXPECT_TRUE(writeGarment(folder / "skirt.glb", mesh));
    EXPECT_GT(std::filesystem::file_size(folder / "skirt.obj"), 10000U);
    std::filesystem::remove_all(folder);
}

// The panel is 1.04 of the form's hip, of 96 cm, and its upper edge hangs below the waist.
TEST(SkirtScene, ATapeRoundTheHipTellsTheEaseOnceItIsSewn) {
    const auto told = [](const World &world) {
        BenchSave save;
        reserveSave(world, world.cloths[0].position.size(), save);
        EXPECT_TRUE(takeSave(world, save));
        return fitSentence(save, world.bench->measures, world.bench->bodyPlace);
    };
    EXPECT_EQ(told(play("skirt", kCalm)), "Hip open") << "the slit";
    const std::string sewn = told(play("skirt", kSewnCalm));
    float girth = 0.0F;
    float ease = 0.0F;
    ASSERT_EQ(std::sscanf(sewn.c_str(), "Hip %f cm with an ease of %f cm", &girth, &ease), 2) << sewn;
    EXPECT_NEAR(girth, 1.04F * 96.0F, 1.5F);
    EXPECT_NEAR(girth - ease, 96.0F, 0.11F);
}

// The edges of the skirt's panel below its middle, but those that are sewn.
std::vector<EdgeOfPanel> hemEdgesOf(const SewingPattern &pattern) {
    const PanelLoop &outline = pattern.panels[0].outline;
    double low = 1e9;
    double high = -1e9;
    for (const PanelEdge &edge : outline) {
        low = std::min(low, edge.start.y);
        high = std::max(high, edge.start.y);
    }
    std::vector<EdgeOfPanel> edges;
    for (size_t e = 0; e < outline.size(); ++e) {
        const double middle = 0.5 * (low + high);
        if (outline[e].start.y < middle && outline[e].end.y < middle) {
            edges.push_back({0, static_cast<int32_t>(e)});
        }
    }
    return edges;
}

// The right hand trims at a place, with the hem in it: m, at this height.
float hemAt(World &world, const Vec3 &place) {
    StepInput input;
    HandInput &hand = input.tracked.hand(Hand::Right);
    hand.active = true;
    hand.grip.position = place;
    hand.toolWish = 1 + static_cast<uint8_t>(BenchTool::Hem);
    float height = 0.0F;
    for (int32_t s = 0; s < 120; ++s) {
        hand.trigger = s >= 60 && s < 70 ? 1.0F : 0.0F;
        step(world, input);
        const std::vector<MeshPoint> &line = world.bench->hands[static_cast<size_t>(Hand::Right)].line;
        height = line.empty() ? height : placeOf(world.cloths[0], line.front()).y;
    }
    return height;
}

TEST(SkirtScene, SewnItIsHemmedLevelAllRoundAndSoIsThePatternThatIsTakenHome) {
    World world = play("skirt", kSewnCalm);
    const std::vector<Vec3> &position = world.cloths[0].position;
    const double area = signedArea(world.bench->shape.pattern.panels[0].outline);
    float low = 1e9F;
    float high = -1e9F;
    for (const Vec3 &p : position) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
    }
    const float wanted = low + 0.3F * (high - low);
    // In front of what hangs there and is nearest to the person.
    const auto front = std::max_element(position.begin(), position.end(), [&](const Vec3 &a, const Vec3 &b) {
        const auto isThere = [&](const Vec3 &p) { return std::abs(p.y - wanted) < 0.02F; };
        return isThere(a) != isThere(b) ? isThere(b) : a.z < b.z;
    });
    const float height = hemAt(world, *front + Vec3(0.0F, 0.0F, 0.02F));
    ASSERT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    const SewingPattern &pattern = world.bench->shape.pattern;
    ASSERT_EQ(pattern.panels.size(), 1U);
    ASSERT_EQ(pattern.seams.size(), 1U);
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 2U);
    const double left = std::abs(signedArea(pattern.panels[0].outline) / area);
    EXPECT_GT(left, 0.6);
    EXPECT_LT(left, 0.8);
    // A cut leaves its line by 0.35 of an edge, of 19 mm, and the cloth springs up when it is lighter.
    float lowest = 1e9F;
    float highest = -1e9F;
    for (const EdgeOfPanel edge : hemEdgesOf(pattern)) {
        for (const int32_t v : world.bench->shape.garment.edges[0][static_cast<size_t>(edge.edge)]) {
            const auto p =
                static_cast<size_t>(world.bench->shape.garment.sewnParticle[static_cast<size_t>(v)]);
            lowest = std::min(lowest, world.cloths[0].position[p].y);
            highest = std::max(highest, world.cloths[0].position[p].y);
        }
    }
    std::printf("hem from %.1f to %.1f mm around the height wanted, %.3f of the cloth left\n",
                1000.0 * static_cast<double>(lowest - height), 1000.0 * static_cast<double>(highest - height),
                left);
    EXPECT_GT(lowest, height - 0.012F);
    EXPECT_LT(highest, height + 0.012F);
    for (const char *name : {"hemmed.json", "hemmed.svg", "hemmed.dxf"}) {
        const auto path = std::filesystem::path(testing::TempDir()) / name;
        ASSERT_TRUE(writePattern(path, pattern)) << name;
        auto read = readPattern(path, {});
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->pattern.panels.size(), 1U) << name;
        EXPECT_NEAR(loopLength(read->pattern.panels[0].outline), loopLength(pattern.panels[0].outline), 1e-3)
            << name;
        std::filesystem::remove(path);
    }
}

// m, of the panel's upper edge as it hangs, and in the flat fabric, without the legs of darts.
std::array<float, 2> waistGirthOf(const World &world) {
    const Garment &garment = world.bench->shape.garment;
    const PanelLoop &outline = world.bench->shape.pattern.panels[0].outline;
    const double top = boxOf(outline).high.y - 0.001;
    std::array<float, 2> girth{};
    for (size_t e = 0; e < outline.size(); ++e) {
        const std::vector<int32_t> &edge = garment.edges[0][e];
        for (size_t k = 0; outline[e].start.y > top && outline[e].end.y > top && k + 1 < edge.size(); ++k) {
            const auto a = static_cast<size_t>(edge[k]);
            const auto b = static_cast<size_t>(edge[k + 1]);
            girth[0] += glm::distance(vertexAt(world, edge[k]), vertexAt(world, edge[k + 1]));
            girth[1] += glm::distance(garment.shape.uv[a], garment.shape.uv[b]);
        }
    }
    return girth;
}

// Where the cloth has a place of the flat fabric of its one panel.
Vec3 placeOf(const World &world, const Vec2 &uv) {
    const Garment &garment = world.bench->shape.garment;
    const auto nearest =
        std::min_element(garment.shape.uv.begin(), garment.shape.uv.end(), [&](const Vec2 &a, const Vec2 &b) {
            return glm::distance(a, uv) < glm::distance(b, uv);
        });
    return vertexAt(world, static_cast<int32_t>(nearest - garment.shape.uv.begin()));
}

void rest(World &world, double seconds) {
    for (int32_t s = 0; s < static_cast<int32_t>(90.0 * seconds); ++s) {
        EXPECT_EQ(step(world, {}).nonFinite, 0);
    }
}

// The right hand draws a V on the cloth with the dart in it, and waits for the legs to be sewn.
void takeIn(World &world, const std::array<Vec2, 3> &v) {
    StepInput input;
    HandInput &hand = input.tracked.hand(Hand::Right);
    hand.active = true;
    hand.toolWish = 1 + static_cast<uint8_t>(BenchTool::Dart);
    for (int32_t s = 0; s < 300; ++s) {
        const float along = std::clamp(static_cast<float>(s - 60) / 60.0F, 0.0F, 1.0F);
        const Vec2 uv =
            along < 0.5F ? glm::mix(v[0], v[1], 2.0F * along) : glm::mix(v[1], v[2], 2.0F * along - 1.0F);
        hand.grip.position = placeOf(world, uv);
        hand.trigger = s >= 60 && s <= 125 ? 1.0F : 0.0F;
        EXPECT_EQ(step(world, input).nonFinite, 0);
    }
}

// Wrapped and pinned at three points, before the waistband is tightened.
TEST(SkirtScene, TakenInAtTheWaistByADartItIsNarrowerThereByTheDartsWidth) {
    World world = play("skirt", 7.6);
    ASSERT_TRUE(world.bench->bands.empty());
    rest(world, 2.0);
    const Garment &garment = world.bench->shape.garment;
    const std::vector<int32_t> &waist = garment.edges[0][Waist];
    const size_t middle = waist.size() / 4; // between two pins
    const auto flat = [&](size_t k) { return garment.shape.uv[static_cast<size_t>(waist[k])]; };
    const std::array<Vec2, 3> v{flat(middle - 1), flat(middle) - Vec2(0.0F, 0.12F), flat(middle + 1)};
    const float width = glm::distance(v[0], v[2]);
    const auto before = waistGirthOf(world);
    takeIn(world, v);
    EXPECT_EQ(world.bench->note, BenchNote::None) << sentenceOf(world.bench->note);
    const SewingPattern &pattern = world.bench->shape.pattern;
    ASSERT_EQ(pattern.seams.size(), 1U);
    EXPECT_TRUE(isDart(pattern, pattern.seams[0]));
    EXPECT_EQ(world.pins.size(), 3U);
    rest(world, 2.0);
    const auto after = waistGirthOf(world);
    std::printf("dart %.1f mm wide: waist from %.1f to %.1f mm as it hangs, %.1f to %.1f mm flat\n",
                1000.0 * static_cast<double>(width), 1000.0 * static_cast<double>(before[0]),
                1000.0 * static_cast<double>(after[0]), 1000.0 * static_cast<double>(before[1]),
                1000.0 * static_cast<double>(after[1]));
    EXPECT_NEAR(before[0] - after[0], width, 0.003F);
    EXPECT_NEAR(before[1] - after[1], width, 0.003F);
}

// Of a pattern's file on the bench.
Result<World> benchWith(const std::filesystem::path &path) {
    ScenarioOptions options;
    options.settings["pattern"] = path.string();
    return findScenario("skirt")->build(options);
}

TEST(OwnPattern, HangsRoundTheFormOutsideOfItWithEdgesFromCornerToCorner) {
    SewingPattern pattern;
    pattern.panels = {panelOf("front", rectangle(0.5, 0.4)), panelOf("band", rectangle(0.7, 0.06))};
    PanelLoop back = rectangle(0.4, 0.4);
    back[1].end = DVec2(0.4, 0.2); // a side in two pieces
    PanelEdge rest = back[1];
    rest.start = back[1].end;
    rest.end = DVec2(0.4, 0.4);
    back.insert(back.begin() + 2, rest);
    pattern.panels.push_back(panelOf("back", back));
    const auto path = std::filesystem::path(testing::TempDir()) / "own-pattern.json";
    ASSERT_TRUE(writePattern(path, pattern));
    auto world = benchWith(path);
    ASSERT_TRUE(world) << world.error().message;
    ASSERT_EQ(world->bench->shape.pattern.panels.size(), 3U);
    for (const Panel &panel : world->bench->shape.pattern.panels) {
        EXPECT_EQ(panel.outline.size(), 4U) << panel.name;
    }
    EXPECT_EQ(world->pins.size(), 11U);
    for (int32_t s = 0; s < 180; ++s) {
        EXPECT_EQ(step(*world, {}).nonFinite, 0);
    }
    for (const Vec3 &p : world->cloths[0].position) {
        EXPECT_GT(p.y, 0.5F) << "none of it has fallen";
    }
    std::vector<float> depths;
    appendPenetration(*world, world->cloths[0], depths);
    EXPECT_LE(*std::max_element(depths.begin(), depths.end()), 0.001F);
}

TEST(OwnPattern, OfAFullCircleIsOpenedToItsHole) {
    const auto circle = [](double radius) {
        PanelLoop loop;
        for (const double side : {1.0, -1.0}) {
            loop.push_back(makeArc({0.0, side * radius}, {0.0, -side * radius}, radius, false, true));
        }
        return loop;
    };
    Panel panel = panelOf("circle", circle(0.5));
    panel.holes.push_back(circle(0.14));
    const auto path = std::filesystem::path(testing::TempDir()) / "own-circle.json";
    ASSERT_TRUE(writePattern(path, patternOf(panel)));
    auto world = benchWith(path);
    ASSERT_TRUE(world) << world.error().message;
    const Panel &opened = world->bench->shape.pattern.panels.at(0);
    EXPECT_TRUE(opened.holes.empty());
    ASSERT_EQ(opened.outline.size(), 4U) << "hem, slit, waist, slit";
    EXPECT_NEAR(loopLength(opened.outline), 2.0 * 3.14159265 * 0.64 + 2.0 * 0.36, 0.02);
}

TEST(OwnPattern, ThatCannotBeReadIsAnErrorThatNamesIt) {
    const auto world = benchWith("nowhere/own.svg");
    ASSERT_FALSE(world);
    EXPECT_NE(world.error().message.find("nowhere/own.svg"), std::string::npos);
}

} // namespace
} // namespace selvage
