// Values of long runs in little memory.
#include "report/series.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr size_t kRoom = 2000;

TEST(Series, HasEveryValueWhileThereIsRoom) {
    Series series;
    EXPECT_TRUE(series.empty());
    series.reserve(kRoom);
    for (size_t i = 0; i < kRoom; ++i) {
        series.add(static_cast<float>(i));
    }
    ASSERT_EQ(series.values().size(), kRoom);
    for (size_t i = 0; i < kRoom; ++i) {
        EXPECT_EQ(series.values()[i], static_cast<float>(i));
    }
}

TEST(Series, NeverTakesMoreRoomAndStaysEvenlySpacedHoweverLongItGets) {
    Series series;
    series.reserve(kRoom);
    const float *where = nullptr;
    for (size_t i = 0; i < 100 * kRoom; ++i) {
        series.add(static_cast<float>(i));
        where = i == 0 ? series.values().data() : where;
        ASSERT_EQ(series.values().data(), where) << i;
        EXPECT_EQ(series.last(), static_cast<float>(i));
    }
    const auto values = series.values();
    ASSERT_GE(values.size(), kRoom / 2);
    ASSERT_LE(values.size(), kRoom);
    for (size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(values[i], static_cast<float>(i) * values[1]);
    }
    EXPECT_GT(values.back() + values[1], static_cast<float>(100 * kRoom - 1)) << "up to the end";
}

TEST(Series, KnowsItsGreatestAlsoWhereThatWasGivenUp) {
    Series series;
    series.reserve(kRoom);
    for (size_t i = 0; i < 10 * kRoom; ++i) {
        series.add(i == 7 * kRoom + 1 ? 5.0F : -1.0F);
    }
    EXPECT_EQ(series.greatest(), 5.0F);
    Series negative;
    negative.add(-3.0F);
    EXPECT_EQ(negative.greatest(), -3.0F);
}

} // namespace
} // namespace selvage
