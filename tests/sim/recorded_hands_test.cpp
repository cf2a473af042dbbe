// Real recorded hands, with all their faults, holding the scarf.
#include "io/motion_csv.h"
#include "measure/sheet.h"
#include "scenarios/scenario.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(RecordedHands, HoldTheScarfForTheirWholeLength) {
    const std::filesystem::path path =
        SELVAGE_SOURCE_DIR "/../shared/data/motion/beatsaber_quest2_90hz_55-95s.csv";
    if (!std::filesystem::exists(path)) {
        GTEST_SKIP() << "needs the folder of shared test data beside the project";
    }
    const auto file = readMotionCsv(path);
    ASSERT_TRUE(file) << file.error().message;
    const Motion &motion = file.value().motion;
    ScenarioOptions options;
    options.heldFrom = &motion.samples.front();
    auto world = findScenario("scarf")->build(options);
    ASSERT_TRUE(world);
    std::vector<float> frameP99;
    std::vector<float> stretch;
    const auto steps = static_cast<int>(motion.duration() * 90.0);
    for (int s = 1; s <= steps; ++s) {
        StepInput input;
        input.tracked = sampleMotion(motion, motion.startTime() + s / 90.0);
        for (HandInput &hand : input.tracked.hands) {
            hand.grab = 1.0F;
        }
        const StepReport report = step(*world, input);
        ASSERT_EQ(report.nonFinite, 0) << "step " << s;
        stretch.clear();
        appendStretch(world->cloths[0], stretch);
        frameP99.push_back(static_cast<float>(quantile(stretch, 0.99)));
    }
    EXPECT_TRUE(world->hands[0].holding());
    EXPECT_TRUE(world->hands[1].holding());
    EXPECT_TRUE(allFinite(world->cloths[0]));
    EXPECT_LE(quantile(frameP99, 0.5), 0.10);
}

} // namespace
} // namespace selvage
