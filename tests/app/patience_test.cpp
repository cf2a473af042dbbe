// How long a lost headset is waited for, with a clock of the test's own.
#include "patience.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

using std::chrono::milliseconds;

const Patience::Time kStart{};

TEST(Patience, LastsForItsLengthFromALossOn) {
    Patience patience(milliseconds(3500));
    EXPECT_FALSE(patience.lasts(kStart));
    patience.begin(1000, kStart);
    EXPECT_TRUE(patience.lasts(kStart));
    EXPECT_TRUE(patience.lasts(kStart + milliseconds(3499)));
    EXPECT_FALSE(patience.lasts(kStart + milliseconds(3501)));
}

TEST(Patience, EndsThoughARuntimeComesBackAgainAndAgainOnlyToBeLost) {
    Patience patience(milliseconds(3500));
    milliseconds now(0);
    int openings = 0;
    for (patience.begin(1000, kStart); patience.lasts(kStart + now); patience.begin(2, kStart + now)) {
        now += milliseconds(400);
        ASSERT_LT(++openings, 100);
    }
    EXPECT_LE(now, milliseconds(3900));
}

TEST(Patience, BeginsAnewAfterFramesWereShown) {
    Patience patience(milliseconds(3500));
    patience.begin(1000, kStart);
    const auto later = kStart + milliseconds(60000);
    patience.begin(Patience::kFramesOfHealth, later);
    EXPECT_TRUE(patience.lasts(later + milliseconds(2000)));
}

} // namespace
} // namespace selvage
