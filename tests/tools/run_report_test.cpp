// What the report says of cloth that keeps out of itself.
#include "report/run_report.h"
#include "sim/crossings.h"

#include <gtest/gtest.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

// Two sheets, one put through the other.
World tangledSheets(bool selfContact) {
    World world;
    const Quat upright = glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F));
    world.cloths.push_back(makeGridCloth({9, 9, 0.4F, 0.4F}, Fabric{}, Pose{}));
    world.cloths.push_back(makeGridCloth({9, 9, 0.4F, 0.4F}, Fabric{}, {upright, {0.01F, 0.02F, 0.013F}}));
    world.settings.selfContact.enabled = selfContact;
    prepareWorld(world, 1);
    return world;
}

nlohmann::json reportOf(const World &world) {
    return nlohmann::json::parse(RunReport({}, 1).toJson(world));
}

TEST(RunReport, NamesTheCrossingsThatAreLeft) {
    World world = tangledSheets(true);
    const size_t crossings = findCrossings(world.cloths).size();
    EXPECT_GT(crossings, 5U);
    EXPECT_EQ(reportOf(world)["self_contact"]["crossings"], crossings);
    for (Vec3 &x : world.cloths[1].position) {
        x.y += 1.0F;
    }
    EXPECT_EQ(reportOf(world)["self_contact"]["crossings"], 0);
}

TEST(RunReport, CountsTheTestsOfClothAgainstClothInAStep) {
    World world = tangledSheets(true);
    RunReport report({}, 2);
    double tests = 0.0;
    for (int s = 0; s < 2; ++s) {
        const StepReport stepReport = step(world, {});
        tests += static_cast<double>(stepReport.selfContact.tests);
        report.addStep(world, stepReport, 1.0);
    }
    const auto json = nlohmann::json::parse(report.toJson(world));
    EXPECT_GT(tests, 0.0);
    EXPECT_NEAR(json["self_contact"]["tests_per_step"].get<double>(), 0.5 * tests, 1e-3 * tests);
}

TEST(RunReport, SaysNothingOfCrossingsWhereClothMayCross) {
    EXPECT_FALSE(reportOf(tangledSheets(false)).contains("self_contact"));
}

#if defined(__GLIBC__) && !defined(SELVAGE_SANITIZED)
size_t allocatedBytes() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

World oneSheet(int32_t side) {
    World world;
    world.cloths.push_back(makeGridCloth({side, side, 1.0F, 1.0F}, Fabric{}, Pose{}));
    return world;
}

TEST(RunReport, NeedsInASmallSceneNoMoreForALargeOneThatWasLeft) {
    const World small = oneSheet(9);
    const World large = oneSheet(101);
    RunReport report({}, 1);
    report.addStep(small, {}, 1.0);
    const size_t before = allocatedBytes();
    report.changeScene("large");
    report.addStep(large, {}, 1.0);
    EXPECT_GT(allocatedBytes(), before + (size_t{1} << 20U));
    report.changeScene("small");
    report.addStep(small, {}, 1.0);
    EXPECT_LE(allocatedBytes(), before + 4096U); // what the allocator rounds up to
}
#endif

} // namespace
} // namespace selvage
