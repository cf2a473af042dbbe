// The office with furniture from outside: archives that the tests make, as its package has them.
#include "furniture_archive.h"
#include "measure/play.h"

#include "sim/diagnostics.h"

#include <cstdlib>
#include <fstream>

namespace selvage {
namespace {

namespace fs = std::filesystem;

// Levels of a box, so that something is left where it is cut off.
std::string tower() {
    std::string text;
    constexpr int kLevels = 20;
    for (int level = 0; level <= kLevels; ++level) {
        for (const char *corner : {"-1 ", "1 "}) {
            for (const char *depth : {" -1\n", " 1\n"}) {
                text += std::string("v ") + corner + std::to_string(level) + depth;
            }
        }
    }
    for (int level = 0; level < kLevels; ++level) {
        const int v = 4 * level + 1;
        for (const auto &[a, b] : {std::pair(0, 1), std::pair(1, 3), std::pair(3, 2), std::pair(2, 0)}) {
            text += "f " + std::to_string(v + a) + " " + std::to_string(v + b) + " " +
                    std::to_string(v + 4 + b) + " " + std::to_string(v + 4 + a) + "\n";
        }
    }
    return text + "f 1 3 4 2\nf 81 82 84 83\n";
}

// What the office asks for, as boxes of the right size.
fs::path officeFolder(const char *name) {
    const fs::path folder = folderOf(name);
    setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
    writeCatalogue(folder / "Scopia.sh3f", {{"Scopia#mannequinBrunette", "58.5 26.8 175", tower()},
                                            {"Scopia#desk_lamp2", "22.5 41.7 40", kBox},
                                            {"Scopia#office_chair", "63.5 63.7 100", kBox}});
    writeCatalogue(folder / "BlendSwap-CC-0.sh3f", {{"Blend Swap CC-0#lbDesk", "160 80 72.3", kBox}});
    return folder;
}

std::vector<std::string> notices;

Result<World> buildOfficeFrom(const fs::path &folder) {
    notices.clear();
    ScenarioOptions options;
    options.settings = {{"furniture", folder.string()}};
    options.notice = [](const std::string &text) { notices.push_back(text); };
    return findScenario("office")->build(options);
}

int32_t meshesOf(const World &world) {
    int32_t count = 0;
    for (const Collider &collider : world.colliders) {
        count += collider.shape == ColliderShape::Mesh ? 1 : 0;
    }
    return count;
}

TEST(OfficeFurniture, ComesFromItsCataloguesWithItsColoursAndTheScarfLiesOnIt) {
    auto world = buildOfficeFrom(officeFolder("office"));
    ASSERT_TRUE(world) << world.error().message;
    EXPECT_TRUE(notices.empty());
    EXPECT_EQ(meshesOf(*world), 4);
    for (const Collider &collider : world->colliders) {
        if (collider.mesh) {
            EXPECT_EQ(3 * collider.mesh->paint.size(), collider.mesh->triangles.size());
        }
    }
    StepReport report;
    for (int s = 0; s < 60; ++s) {
        report = step(*world, {});
        ASSERT_EQ(report.nonFinite, 0);
    }
    EXPECT_GT(report.contacts, 10);
    EXPECT_GT(centreOfMass(world->cloths[0]).y, 0.74F);
}

TEST(OfficeFurniture, ThatIsBrokenOrIncompleteGivesOneLineAndOurs) {
    const fs::path folder = officeFolder("office-broken");
    std::ofstream(folder / "BlendSwap-CC-0.sh3f") << "this is no archive";
    auto world = buildOfficeFrom(folder);
    ASSERT_TRUE(world) << world.error().message;
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_NE(notices[0].find("BlendSwap-CC-0.sh3f"), std::string::npos) << notices[0];
    EXPECT_EQ(notices[0].find('\n'), std::string::npos);
    EXPECT_EQ(meshesOf(*world), 0);
    EXPECT_GT(world->colliders.size(), 30U);
    fs::remove(folder / "BlendSwap-CC-0.sh3f");
    EXPECT_TRUE(buildOfficeFrom(folder));
    EXPECT_EQ(notices.size(), 1U);
}

TEST(OfficeFurniture, ThatIsNotInstalledIsNotMissed) {
    auto world = buildOfficeFrom(folderOf("nothing") / "there");
    ASSERT_TRUE(world);
    EXPECT_TRUE(notices.empty());
    EXPECT_EQ(meshesOf(*world), 0);
}

} // namespace
} // namespace selvage
