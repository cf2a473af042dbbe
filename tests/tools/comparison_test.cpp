// Reading Bullet's time at our stretch off its curve.
#include "comparison.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

JobResult result(double frameMs, double stretch, bool ours) {
    JobResult r;
    r.frameMs = frameMs;
    r.stretchP99 = stretch;
    r.stretchWorst = 2.0 * stretch;
    r.ours = ours;
    return r;
}

TEST(SpeedRatio, IsReadOffTheCurveBetweenTwoSettings) {
    const SpeedRatio ratio =
        speedRatio(result(2.0, 0.02, true), {result(16.0, 0.01, false), result(4.0, 0.04, false)},
                   &JobResult::stretchP99);
    EXPECT_EQ(ratio.bound, SpeedRatio::Bound::Exact);
    EXPECT_NEAR(ratio.value, 4.0, 1e-12); // halfway on logarithmic axes: 8 ms over 2 ms
}

TEST(SpeedRatio, TakesNoSettingThatAnotherBeats) {
    const SpeedRatio ratio =
        speedRatio(result(2.0, 0.02, true),
                   {result(4.0, 0.04, false), result(7.0, 0.05, false), result(16.0, 0.01, false)},
                   &JobResult::stretchP99);
    EXPECT_NEAR(ratio.value, 4.0, 1e-12); // as without the setting that takes 7 ms
}

TEST(SpeedRatio, IsALowerBoundWhereThePeerNeverStretchesSoLittle) {
    const SpeedRatio ratio =
        speedRatio(result(2.0, 0.001, true), {result(16.0, 0.01, false), result(4.0, 0.04, false)},
                   &JobResult::stretchP99);
    EXPECT_EQ(ratio.bound, SpeedRatio::Bound::AtLeast);
    EXPECT_NEAR(ratio.value, 8.0, 1e-12);
}

TEST(SpeedRatio, IsAnUpperBoundWhereThePeersFastestStretchesLess) {
    const SpeedRatio ratio =
        speedRatio(result(2.0, 0.05, true), {result(16.0, 0.01, false), result(4.0, 0.04, false)},
                   &JobResult::stretchP99);
    EXPECT_EQ(ratio.bound, SpeedRatio::Bound::AtMost);
    EXPECT_NEAR(ratio.value, 2.0, 1e-12);
}

TEST(CompareJobs, ComparesOnlyTheSameJobAtTheSameSize) {
    std::vector<JobResult> results = {result(1.0, 0.02, true), result(3.0, 0.02, false),
                                      result(99.0, 0.02, false)};
    results[0].side = results[1].side = 33;
    results[2].side = 65;
    const auto comparisons = compareJobs(results);
    ASSERT_EQ(comparisons.size(), 1U);
    EXPECT_NEAR(comparisons[0].atP99.value, 3.0, 1e-12);
}

} // namespace
} // namespace selvage
