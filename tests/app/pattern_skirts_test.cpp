// Skirts drafted by FreeSewing, from their SVG files under ../shared/data, which is not part of the project:
// hung on the dress bench and sewn by a hand that picks edges. What came of it is left as a project beside
// the test, to be looked at with selvage --project.
#include "../sim/bench_person.h"
#include "scenarios/bench_project.h"
#include "sim/body_measure.h"

#include <filesystem>

namespace selvage {
namespace {

namespace fs = std::filesystem;

const fs::path kPatterns = fs::path(SELVAGE_SOURCE_DIR) / "../shared/data/patterns/freesewing";

class FreeSewingSkirts : public ::testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists(kPatterns)) {
            GTEST_SKIP() << "../shared/data/patterns/freesewing is not there";
        }
    }
};

World onTheBench(const std::string &name) {
    ScenarioOptions options;
    options.settings["pattern"] = (kPatterns / (name + ".svg")).string();
    auto world = findScenario("skirt")->build(options);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    return std::move(world.value());
}

EdgeOfPanel edgeNamed(const World &world, const std::string &panel, int32_t edge) {
    const auto &panels = world.bench->shape.pattern.panels;
    const auto found =
        std::find_if(panels.begin(), panels.end(), [&](const Panel &p) { return p.name == panel; });
    EXPECT_NE(found, panels.end()) << panel;
    return {static_cast<int32_t>(found - panels.begin()), edge};
}

// Every vertex of both edges is one particle with one of the other edge, but for darts' tips, which are their
// own.
void expectOneRow(const World &world, const EdgeOfPanel &a, const EdgeOfPanel &b) {
    const std::vector<int32_t> &particle = world.bench->shape.garment.sewnParticle;
    for (const auto &[from, to] : {std::pair(a, b), std::pair(b, a)}) {
        const std::vector<int32_t> &others = edgeOf(world, to);
        for (const int32_t v : edgeOf(world, from)) {
            EXPECT_TRUE(std::any_of(others.begin(), others.end(), [&](int32_t other) {
                return particle[static_cast<size_t>(other)] == particle[static_cast<size_t>(v)];
            }));
        }
    }
}

// The cloth still swings a little.
void pick(Person &person, const EdgeOfPanel &edge) {
    person.moveTo(middleOf(person.world, edge));
    person.moveTo(middleOf(person.world, edge));
    person.hand().grip.position = middleOf(person.world, edge);
    person.press();
}

// One edge picked, then the other; until they are one. The widest gap (m) at that moment.
float sew(Person &person, const EdgeOfPanel &a, const EdgeOfPanel &b) {
    constexpr int32_t kPatience = 600; // steps
    const size_t seams = person.whole().shape.pattern.seams.size();
    person.take(BenchTool::Seam);
    pick(person, a);
    EXPECT_TRUE(person.bench().picked.panel == a.panel && person.bench().picked.edge == a.edge);
    pick(person, b);
    for (int32_t s = 0; s < kPatience && person.whole().closing.active; ++s) {
        person.wait();
    }
    EXPECT_EQ(person.whole().shape.pattern.seams.size(), seams + 1) << sentenceOf(person.whole().note);
    EXPECT_LT(person.whole().closing.gap, 0.002F);
    expectOneRow(person.world, a, b);
    return person.whole().closing.gap;
}

struct Pick {
    const char *panel;
    int32_t edge;
    const char *other;
    int32_t otherEdge;
};

void sewAll(World &world, const std::vector<Pick> &picks) {
    Person person(world);
    person.wait(180); // until it hangs
    float widest = 0.0F;
    for (const Pick &pick : picks) {
        const float gap = sew(person, edgeNamed(world, pick.panel, pick.edge),
                              edgeNamed(world, pick.other, pick.otherEdge));
        widest = std::max(widest, gap);
        ASSERT_FALSE(testing::Test::HasFailure())
            << pick.panel << " " << pick.edge << " and " << pick.other << " " << pick.otherEdge;
    }
    person.hand() = HandInput{};
    person.wait(90);
    std::printf("%zu seams, at most %.2f mm open when they became one; %zu particles\n", picks.size(),
                1e3 * static_cast<double>(widest), world.cloths[0].position.size());
}

void leaveProject(const World &world, const std::string &name) {
    SceneSave save;
    reserveSave(world, world.cloths[0].position.size(), save.bench);
    ASSERT_TRUE(takeScene(world, *findScenario("skirt"), 1.0 / 90.0, save));
    const fs::path path = fs::path(testing::TempDir()) / (name + ".project.json");
    ASSERT_TRUE(writeProject(path, projectOf(save, timeNow())));
    EXPECT_TRUE(readProject(path));
}

TEST_F(FreeSewingSkirts, TheFullCircleIsOpenedAndSewnToItsWaistbandAndClosed) {
    World world = onTheBench("sandy_fullcircle_f36");
    ASSERT_TRUE(world.bench->shape.pattern.panels[0].unfolded);
    const char *skirt = "sandy.skirt";
    const char *band = "sandy.waistband";
    sewAll(world, {{skirt, 2, band, 1}, {skirt, 1, skirt, 3}, {band, 0, band, 2}});
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 2U) << "waist and hem";
    leaveProject(world, "full-circle");
}

TEST_F(FreeSewingSkirts, ThePencilSkirtIsSewnWithItsDartsAndItsVentStaysOpen) {
    World world = onTheBench("penelope_pencil_f36");
    ASSERT_TRUE(world.bench->shape.pattern.panels[1].unfolded);
    const char *back = "penelope.back";
    const char *front = "penelope.front";
    const char *other = "penelope.back 2"; // mirrored, as it is to be cut twice
    const char *band = "penelope.waistband";
    sewAll(world, {{back, 6, back, 7},
                   {back, 9, back, 10},
                   {front, 2, front, 3},
                   {front, 5, front, 6},
                   {front, 8, front, 9},
                   {front, 11, front, 12},
                   {other, 1, other, 2},
                   {other, 4, other, 5},
                   {back, 4, front, 14},
                   {front, 0, other, 7},
                   {back, 0, other, 11},
                   {band, 0, band, 2}});
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 4U)
        << "waist, hem with vent, and both rims of the waistband";
    leaveProject(world, "pencil");
}

} // namespace
} // namespace selvage
