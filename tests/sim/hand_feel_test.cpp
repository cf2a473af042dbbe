// The hand that is drawn and holds: outside of solids, held back by taut cloth, and what it feels.
#include "measure/sheet.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr float kDt = 1.0F / 90.0F;
const Vec3 kFarAway(0.0F, 5.0F, 0.0F); // from cloth

class HandNearABall : public ::testing::Test {
protected:
    HandNearABall() : world_(sheetWorld(17, 300.0F)) {
        placeBesideBall(world_, 0.35F);
        world_.settings.gravity = Vec3(0.0F);
    }
    void moveTo(const Vec3 &at, float grab = 0.0F) {
        StepInput input = emptyInput(kDt);
        input.tracked.hand(Hand::Right) = handAt(at, grab);
        step(world_, input);
    }
    const HandState &hand() const { return world_.hands[1]; }
    float depth() const { return world_.colliders[0].radius - glm::length(hand().anchor.position); }

    World world_;
};

TEST_F(HandNearABall, StaysOutsideOfItHoweverDeepTheTrackedHandIs) {
    prepareWorld(world_, 1);
    moveTo(Vec3(0.0F, -0.5F, 0.0F));
    for (float y = -0.5F; y < -0.05F; y += 0.01F) {
        moveTo(Vec3(0.0F, y, 0.0F));
        EXPECT_LT(depth(), 1e-4F) << y;
    }
    EXPECT_NEAR(hand().anchor.position.y, -0.3F, 1e-4F);
    EXPECT_GT(hand().tracking.position.y, -0.07F);
}

TEST_F(HandNearABall, IsWhereTheTrackedHandIsWhileThatIsOutside) {
    prepareWorld(world_, 1);
    for (float x = -0.6F; x < 0.6F; x += 0.01F) {
        moveTo(Vec3(x, -0.3001F, 0.0F));
        ASSERT_EQ(hand().anchor.position, hand().tracking.position);
    }
}

TEST_F(HandNearABall, GoesAroundItWithoutAJumpWhenTheTrackedHandGoesThrough) {
    prepareWorld(world_, 1);
    moveTo(Vec3(0.02F, -0.4F, 0.0F));
    for (float y = -0.4F; y < 0.35F; y += 0.02F) { // through its middle at 1.8 m/s
        moveTo(Vec3(0.02F, y, 0.0F));
        const float moved = glm::distance(hand().anchor.position, hand().previousAnchor.position);
        EXPECT_LT(moved, world_.handSettings.bridgeSpeed * kDt + 0.021F);
    }
    for (int i = 0; i < 30; ++i) {
        moveTo(Vec3(0.02F, 0.35F, 0.0F));
    }
    EXPECT_EQ(hand().anchor.position, hand().tracking.position);
}

TEST_F(HandNearABall, IsNotKeptOutOfWhatItCarries) {
    world_.tools.push_back({0, Hand::Right, Pose{}});
    prepareWorld(world_, 1);
    for (int i = 0; i < 10; ++i) {
        moveTo(kFarAway + Vec3(0.01F * static_cast<float>(i)));
        ASSERT_EQ(hand().anchor.position, hand().tracking.position);
    }
}

// Two hands draw a metre of cloth by two corners of one side.
class TwoHandsOnCloth : public ::testing::Test {
protected:
    explicit TwoHandsOnCloth(const char *integrator = kDefaultIntegrator)
        : world_(sheetWorld(17, 300.0F, integrator)) {
        prepareWorld(world_, 1);
        left_ = world_.cloths[0].position[0];
        right_ = world_.cloths[0].position[16];
        run(0.0F, 5);
    }
    // `apart`: m beyond the cloth's own length.
    void run(float apart, int steps) {
        const Vec3 half = 0.5F * apart * glm::normalize(right_ - left_);
        for (int s = 0; s < steps; ++s) {
            StepInput input = emptyInput(kDt);
            input.tracked.hand(Hand::Left) = handAt(left_ - half, 1.0F);
            input.tracked.hand(Hand::Right) = handAt(right_ + half, 1.0F);
            const StepReport report = step(world_, input);
            ASSERT_EQ(report.nonFinite, 0);
            ASSERT_TRUE(allFinite(world_.cloths[0]));
        }
    }
    float between() const {
        return glm::distance(world_.hands[0].anchor.position, world_.hands[1].anchor.position);
    }
    uint32_t slips() const { return world_.hands[0].slipCount + world_.hands[1].slipCount; }

    World world_;
    Vec3 left_{0.0F};
    Vec3 right_{0.0F};
};

TEST_F(TwoHandsOnCloth, FeelNothingSlackAndMoreTheMoreTheyPull) {
    run(-0.2F, 90);
    EXPECT_EQ(world_.hands[0].pull, 0.0F);
    EXPECT_EQ(world_.hands[1].pull, 0.0F);
    float before = 0.0F;
    for (float apart = 0.0F; apart <= 0.2F; apart += 0.04F) {
        run(apart, 20);
        EXPECT_GE(world_.hands[1].pull, before - 0.02F) << apart;
        before = world_.hands[1].pull;
    }
    EXPECT_GT(before, 0.3F);
}

TEST_F(TwoHandsOnCloth, AreHeldBackByTautClothAndComeBackWhenItIsSlack) {
    run(0.0F, 30);
    for (float apart = 0.0F; apart < 0.5F; apart += 0.02F) {
        run(apart, 1);
    }
    run(0.5F, 30);
    EXPECT_EQ(slips(), 0U);
    EXPECT_LT(between(), 1.5F - 0.05F); // the tracked hands are 1.5 m apart
    run(-0.1F, 60);
    EXPECT_NEAR(between(), 0.9F, 1e-3F);
    EXPECT_TRUE(world_.hands[0].holding() && world_.hands[1].holding());
}

TEST_F(TwoHandsOnCloth, LoseTheClothRatherThanTearIt) {
    float longest = 0.0F;
    for (float apart = 0.0F; apart < 2.0F; apart += 0.02F) { // at 1.8 m/s
        run(apart, 1);
        longest = std::max(longest, fastest(world_.cloths[0]));
    }
    run(2.0F, 90);
    EXPECT_GE(slips(), 1U);
    EXPECT_LT(longest, 40.0F); // m/s: it does not explode
    EXPECT_FALSE(world_.hands[0].holding() && world_.hands[1].holding());
}

TEST_F(TwoHandsOnCloth, KeepWhatTheyShake) {
    run(0.0F, 30);
    for (int s = 0; s < 270; ++s) { // 4 Hz, 0.3 m each way: 7.5 m/s
        const float sway = 0.3F * std::sin(2.0F * 3.14159265F * 4.0F * static_cast<float>(s) * kDt);
        const Vec3 move(0.0F, sway, 0.5F * sway);
        left_ += move;
        right_ += move;
        run(0.0F, 1);
        left_ -= move;
        right_ -= move;
    }
    EXPECT_EQ(slips(), 0U);
    EXPECT_TRUE(world_.hands[0].holding() && world_.hands[1].holding());
}

TEST_F(TwoHandsOnCloth, AreNotHeldBackByAShortJerk) {
    run(0.0F, 30);
    for (int i = 0; i < 4; ++i) {
        run(0.3F, 2); // 22 ms
        run(0.0F, 10);
    }
    EXPECT_EQ(slips(), 0U);
    EXPECT_NEAR(between(), 1.0F, 1e-3F);
}

} // namespace
} // namespace selvage
