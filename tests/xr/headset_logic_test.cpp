// The headset display's decisions: session states, spaces, formats, the runtime's times.
#include "headset_logic.h"

#include <array>
#include <gtest/gtest.h>
#include <limits>

namespace selvage {
namespace {

constexpr XrDuration kMillisecond = 1'000'000; // ns
constexpr XrDuration kDay = 86'400'000 * kMillisecond;

TEST(SessionStep, BeginsAndEndsInPairsOverManyDoffs) {
    bool running = false;
    int begins = 0;
    for (int cycle = 0; cycle < 3; ++cycle) {
        for (const XrSessionState state :
             {XR_SESSION_STATE_IDLE, XR_SESSION_STATE_READY, XR_SESSION_STATE_SYNCHRONIZED,
              XR_SESSION_STATE_VISIBLE, XR_SESSION_STATE_FOCUSED, XR_SESSION_STATE_VISIBLE,
              XR_SESSION_STATE_STOPPING}) {
            switch (nextSessionStep(state, running)) {
            case SessionStep::Begin:
                EXPECT_FALSE(running);
                running = true;
                ++begins;
                break;
            case SessionStep::End:
                EXPECT_TRUE(running);
                running = false;
                break;
            case SessionStep::None:
                break;
            case SessionStep::Finish:
            case SessionStep::Lose:
                ADD_FAILURE();
                break;
            }
        }
    }
    EXPECT_EQ(begins, 3);
    EXPECT_FALSE(running);
}

TEST(SessionStep, DoesNotBeginTwiceNorEndWhatDoesNotRun) {
    EXPECT_EQ(nextSessionStep(XR_SESSION_STATE_READY, true), SessionStep::None);
    EXPECT_EQ(nextSessionStep(XR_SESSION_STATE_STOPPING, false), SessionStep::None);
}

TEST(SessionStep, TellsAnEndFromALoss) {
    EXPECT_EQ(nextSessionStep(XR_SESSION_STATE_EXITING, false), SessionStep::Finish);
    EXPECT_EQ(nextSessionStep(XR_SESSION_STATE_LOSS_PENDING, true), SessionStep::Lose);
}

TEST(SessionStep, IgnoresStatesThatItDoesNotKnow) {
    EXPECT_EQ(nextSessionStep(static_cast<XrSessionState>(99), true), SessionStep::None);
}

TEST(SpaceChoice, PrefersLocalFloorThenStageThenLocalWithAnEyeHeight) {
    const std::array all = {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL,
                            XR_REFERENCE_SPACE_TYPE_STAGE, kReferenceSpaceLocalFloor};
    EXPECT_EQ(chooseSpace(all, true).type, kReferenceSpaceLocalFloor);
    EXPECT_EQ(chooseSpace(all, false).type, XR_REFERENCE_SPACE_TYPE_STAGE);
    EXPECT_EQ(chooseSpace(all, false).floorBelow, 0.0F);
    const auto seated = chooseSpace(std::span(all).first(2), true);
    EXPECT_EQ(seated.type, XR_REFERENCE_SPACE_TYPE_LOCAL);
    EXPECT_FLOAT_EQ(seated.floorBelow, 1.6F);
}

TEST(FormatChoice, TakesEightBitSrgbHoweverLateItIsListed) {
    const std::array<int64_t, 4> monado = {VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT,
                                           VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_SRGB};
    EXPECT_EQ(chooseColorFormat(monado), VK_FORMAT_R8G8B8A8_SRGB);
    EXPECT_EQ(chooseColorFormat(std::span(monado).first(3)), VK_FORMAT_B8G8R8A8_SRGB);
    EXPECT_EQ(chooseColorFormat(std::span(monado).first(2)), VK_FORMAT_R16G16B16A16_SFLOAT);
    EXPECT_EQ(chooseColorFormat(std::span(monado).first(1)), std::nullopt);
}

TEST(FormatChoice, DoesWithoutDepthWhereTheRendererCannotWriteIt) {
    const std::array<int64_t, 2> depths = {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT};
    EXPECT_EQ(chooseDepthFormat(depths), VK_FORMAT_D32_SFLOAT);
    EXPECT_EQ(chooseDepthFormat(std::span(depths).first(1)), std::nullopt);
}

TEST(RefreshRateChoice, AsksFor90OnlyWhereItIsListed) {
    const std::array quest = {72.0F, 80.0F, 89.99F, 120.0F};
    EXPECT_EQ(chooseRefreshRate(quest), 89.99F);
    EXPECT_EQ(chooseRefreshRate(std::span(quest).first(2)), std::nullopt);
    EXPECT_EQ(chooseRefreshRate({}), std::nullopt);
}

TEST(FrameClock, StartsAtZeroWhateverTheRuntimesZeroIs) {
    FrameClock clock;
    advanceClock(clock, 7'000'000'000'000'000, 11 * kMillisecond);
    EXPECT_EQ(clock.seconds, 0.0);
    advanceClock(clock, 7'000'000'000'000'000 + 11 * kMillisecond, 11 * kMillisecond);
    EXPECT_NEAR(clock.seconds, 0.011, 1e-12);
}

// A float of seconds would have lost the frame after two hours; a double of XrTime itself after some weeks of
// uptime.
TEST(FrameClock, KeepsNanosecondsAfterADay) {
    constexpr XrTime kYearOfUptime = 31'536'000'000'000'000;
    constexpr XrDuration kPeriod = 11'111'111;
    constexpr int64_t kFrames = 7'776'000; // a day at 90 Hz
    FrameClock clock;
    advanceClock(clock, kYearOfUptime, kPeriod);
    for (int64_t frame = 1; frame <= kFrames; ++frame) {
        advanceClock(clock, kYearOfUptime + frame * kPeriod, kPeriod);
    }
    const double exact = static_cast<double>(kFrames * kPeriod) * 1e-9;
    EXPECT_NEAR(clock.seconds, exact, 1e-3);
    EXPECT_EQ(toXrTime(clock, clock.seconds), clock.xrTime);
    EXPECT_NEAR(static_cast<double>(toXrTime(clock, clock.seconds + 0.02) - clock.xrTime), 20e6, 100.0);
}

TEST(FrameClock, GoesOnByOnePeriodWhenTheTimeIsGarbage) {
    const XrTime start = 1'000'000 * kMillisecond;
    for (const XrTime garbage :
         {XrTime{0}, XrTime{-5}, std::numeric_limits<XrTime>::min(), std::numeric_limits<XrTime>::max(),
          start + 27 * kDay, start - 5'000 * kMillisecond, start}) {
        FrameClock clock;
        advanceClock(clock, start, 10 * kMillisecond);
        advanceClock(clock, garbage, 10 * kMillisecond);
        EXPECT_NEAR(clock.seconds, 0.010, 1e-12) << garbage;
        advanceClock(clock, start + 20 * kMillisecond, 10 * kMillisecond);
        EXPECT_GT(clock.seconds, 0.010) << garbage;
        EXPECT_LE(clock.seconds, 0.040) << garbage;
    }
}

TEST(FrameClock, WaitsForAFirstTimeThatCanBeBelieved) {
    FrameClock clock;
    advanceClock(clock, -1, 10 * kMillisecond);
    EXPECT_FALSE(clock.started);
    advanceClock(clock, 50 * kMillisecond, 10 * kMillisecond);
    EXPECT_TRUE(clock.started);
    EXPECT_EQ(clock.seconds, 0.0);
}

TEST(FrameClock, ClampsThePeriodAndKeepsTheLastWhenThereIsNone) {
    FrameClock clock;
    advanceClock(clock, 1, 50 * kMillisecond);
    EXPECT_DOUBLE_EQ(clock.period, 0.05);
    advanceClock(clock, 2, 0);
    EXPECT_DOUBLE_EQ(clock.period, 0.05);
    advanceClock(clock, 3, -7);
    EXPECT_DOUBLE_EQ(clock.period, 0.05);
    advanceClock(clock, 4, 5'000 * kMillisecond);
    EXPECT_DOUBLE_EQ(clock.period, 0.1);
    advanceClock(clock, 5, 1);
    EXPECT_DOUBLE_EQ(clock.period, 0.001);
}

TEST(Recentring, HoldsFromItsTimeOnAndAtOnceWhenItsTimeIsGarbage) {
    const XrTime now = 5'000 * kMillisecond;
    EXPECT_TRUE(recentringHolds(now, now));
    EXPECT_TRUE(recentringHolds(0, now));
    EXPECT_FALSE(recentringHolds(now + kMillisecond, now));
    EXPECT_TRUE(recentringHolds(now + 2'000 * kMillisecond, now));
}

TEST(XrErrors, NameTheCallWithoutItsArgumentsAndTheResult) {
    EXPECT_EQ(xrError("xrCreateSession(instance, &info, &session)", XR_ERROR_LIMIT_REACHED).message,
              "xrCreateSession failed: XR_ERROR_LIMIT_REACHED");
    EXPECT_EQ(xrResultName(static_cast<XrResult>(-123456)), "XrResult -123456");
}

TEST(HiddenTriangles, AreTheCornersInTheOrderOfTheIndices) {
    const std::vector<XrVector2f> corners{{-0.9F, 0.5F}, {-0.9F, 0.9F}, {-0.4F, 0.9F}, {0.9F, 0.9F}};
    const std::vector<uint32_t> indices{2, 0, 1};
    EXPECT_EQ(hiddenTriangles(corners, indices),
              (std::vector<Vec2>{Vec2(-0.4F, 0.9F), Vec2(-0.9F, 0.5F), Vec2(-0.9F, 0.9F)}));
    EXPECT_TRUE(hiddenTriangles({}, {}).empty());
}

TEST(HiddenTriangles, AreNoneWhereTheMaskIsNotToBeBelieved) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<XrVector2f> corner{{0.5F, 0.5F}, {0.9F, 0.5F}, {0.9F, 0.9F}};
    const std::vector<XrVector2f> garbage{{0.5F, 0.5F}, {nan, 0.5F}, {0.9F, 0.9F}};
    const std::vector<XrVector2f> middle{{-2.0F, -2.0F}, {2.0F, -2.0F}, {0.0F, 2.0F}};
    const std::vector<uint32_t> indices{0, 1, 2};
    EXPECT_EQ(hiddenTriangles(corner, indices).size(), 3U);
    EXPECT_TRUE(hiddenTriangles(corner, std::vector<uint32_t>{0, 1}).empty());
    EXPECT_TRUE(hiddenTriangles(corner, std::vector<uint32_t>{0, 1, 3}).empty());
    EXPECT_TRUE(hiddenTriangles(corner, std::vector<uint32_t>(30'000, 0)).empty());
    EXPECT_TRUE(hiddenTriangles(garbage, indices).empty());
    EXPECT_TRUE(hiddenTriangles(middle, indices).empty());
    const std::vector<uint32_t> otherWay{2, 1, 0};
    EXPECT_TRUE(hiddenTriangles(middle, otherWay).empty()) << "whichever way it turns";
}

} // namespace
} // namespace selvage
