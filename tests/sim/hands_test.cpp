// Taking hold, holding on through bad tracking, letting go.
#include "measure/sheet.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr float kDt = 1.0F / 90.0F;

class HandOnCloth : public ::testing::Test {
protected:
    HandOnCloth() : world_(sheetWorld(33, 300.0F)) {
        prepareWorld(world_, 1);
        corner_ = cloth().position[0];
        hand_ = corner_;
    }
    Cloth &cloth() { return world_.cloths[0]; }
    HandState &right() { return world_.hands[1]; }
    StepReport run(float grab, int steps = 1) {
        StepReport report;
        for (int s = 0; s < steps; ++s) {
            StepInput input = emptyInput(kDt);
            input.tracked.hand(Hand::Right) = handAt(hand_, grab);
            input.tracked.originMoved = originMoved_;
            originMoved_ = false;
            report = step(world_, input);
        }
        return report;
    }
    void runUntracked(int steps) {
        for (int s = 0; s < steps; ++s) {
            step(world_, emptyInput(kDt));
        }
    }
    World world_;
    Vec3 corner_{0.0F};
    Vec3 hand_{0.0F};
    bool originMoved_{false};
};

TEST_F(HandOnCloth, TakesEverythingWithinItsRadius) {
    run(1.0F);
    ASSERT_TRUE(right().holding());
    size_t inside = 0;
    for (const Vec2 &uv : cloth().topology->restUv) {
        inside += glm::length(uv) <= 0.05F ? 1 : 0;
    }
    EXPECT_EQ(right().held.size(), inside);
    EXPECT_GT(inside, 1U);
}

// Of a heap with more in reach than it has room for: all within a smaller reach, and nothing is allocated.
TEST_F(HandOnCloth, TakesTheNearestOfAHeapThatIsTooLargeForIt) {
    for (size_t i = 0; i < cloth().position.size(); ++i) {
        cloth().position[i] = corner_ + Vec3(0.00004F * static_cast<float>(i), 0.0F, 0.0F);
    }
    HandState hand;
    prepareHand(hand, cloth().particleCount());
    const size_t room = hand.held.capacity();
    hand.anchor.position = corner_;
    hand.radius = 0.05F;
    ASSERT_TRUE(grabParticles(hand, 0, cloth()));
    EXPECT_EQ(hand.held.capacity(), room);
    EXPECT_LE(hand.held.size(), static_cast<size_t>(heldMax(cloth().particleCount())));
    EXPECT_GT(hand.held.size(), 400U);
    for (size_t k = 0; k < hand.held.size(); ++k) { // the first ones lie nearest
        EXPECT_EQ(hand.held[k].particle, static_cast<int32_t>(k));
    }
}

TEST_F(HandOnCloth, HoldsExactlyWhereTheHandIs) {
    run(1.0F);
    for (int s = 0; s < 200; ++s) {
        hand_ = corner_ +
                Vec3(0.4F * std::sin(0.05F * static_cast<float>(s)), 0.003F * static_cast<float>(s), 0.0F);
        const StepReport report = run(1.0F);
        ASSERT_LT(report.grabError, 1e-5F);
        ASSERT_GT(report.heldCount, 0);
    }
}

TEST_F(HandOnCloth, PressesAtSixTenthsAndReleasesAtFourTenths) {
    run(0.59F, 5);
    EXPECT_FALSE(right().holding());
    hand_ = cloth().position[0];
    run(0.61F);
    EXPECT_TRUE(right().holding());
    run(0.45F, 20);
    EXPECT_TRUE(right().holding());
    run(0.39F);
    EXPECT_FALSE(right().holding());
}

TEST_F(HandOnCloth, ANoisySqueezeIsOneGrab) {
    for (int s = 0; s < 90; ++s) {
        run(0.5F + (s % 2 == 0 ? 0.08F : -0.08F) + (s > 5 ? 0.05F : 0.0F));
    }
    EXPECT_EQ(right().grabCount, 1U);
    EXPECT_EQ(right().releaseCount, 0U);
}

TEST_F(HandOnCloth, AnEmptyFistDoesNotGrabWhatItMeetsLater) {
    hand_ = corner_ + Vec3(0.0F, -0.5F, 0.0F);
    run(1.0F, 20);
    EXPECT_FALSE(right().holding());
    hand_ = cloth().position[0];
    run(1.0F);
    EXPECT_FALSE(right().holding());
}

TEST_F(HandOnCloth, AJumpIsBridgedOverSeveralStepsAndNeverKicks) {
    run(1.0F, 90);
    hand_ += Vec3(0.62F, 0.0F, 0.0F); // what a real tracker did within one frame
    float fastestHeld = 0.0F;
    int steps = 0;
    const auto held = static_cast<size_t>(right().held.front().particle);
    while (run(1.0F).grabError > 1e-3F && steps < 90) {
        fastestHeld = std::max(fastestHeld, glm::length(cloth().velocity[held]));
        ++steps;
    }
    EXPECT_GT(steps, 3);
    EXPECT_LT(steps, 45);
    EXPECT_LT(fastestHeld, world_.handSettings.speedLimit);
    EXPECT_TRUE(right().holding());
}

TEST_F(HandOnCloth, LostTrackingFreezesTheHandAndKeepsTheGripForASecond) {
    run(1.0F, 45);
    const auto held = static_cast<size_t>(right().held.front().particle);
    const Vec3 frozen = cloth().position[held];
    runUntracked(80);
    EXPECT_TRUE(right().holding());
    EXPECT_LT(glm::distance(cloth().position[held], frozen), 1e-5F);
    runUntracked(20);
    EXPECT_FALSE(right().holding());
}

TEST_F(HandOnCloth, ATrackingFlickerDoesNotDropTheCloth) {
    run(1.0F, 45);
    for (int s = 0; s < 20; ++s) {
        runUntracked(9);
        run(1.0F, 2);
    }
    EXPECT_EQ(right().grabCount, 1U);
    EXPECT_TRUE(right().holding());
}

TEST_F(HandOnCloth, GarbagePosesAreNotTracking) {
    run(1.0F, 10);
    StepInput input = emptyInput(kDt);
    input.tracked.hand(Hand::Right) = handAt(hand_, 1.0F);
    input.tracked.hand(Hand::Right).grip.orientation = Quat(0.0F, 0.0F, 0.0F, 0.0F);
    step(world_, input);
    input.tracked.hand(Hand::Right).grip = {Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(std::nanf(""))};
    step(world_, input);
    EXPECT_TRUE(allFinite(cloth()));
    EXPECT_TRUE(right().holding());
}

TEST_F(HandOnCloth, ThrownClothKeepsItsVelocity) {
    run(1.0F, 90);
    for (int s = 0; s < 45; ++s) {
        hand_ += Vec3(2.0F * kDt, 2.0F * kDt, 0.0F);
        run(1.0F);
    }
    const Momentum thrown = momentumOf(cloth());
    EXPECT_GT(thrown.linear[0], 0.1); // kg m/s: 0.2 kg are on their way
    run(0.0F);
    const Momentum after = momentumOf(cloth());
    EXPECT_FALSE(right().holding());
    EXPECT_NEAR(after.linear[0], thrown.linear[0], 0.02 * std::abs(thrown.linear[0]));
    const double fall = 0.2 * static_cast<double>(kGravity * kDt); // kg m/s in one step
    EXPECT_NEAR(after.linear[1], thrown.linear[1] - fall, 0.02 * std::abs(thrown.linear[1]) + 0.2 * fall);
}

TEST_F(HandOnCloth, RecentringCarriesTheClothAlongWithoutAKick) {
    cloth().fabric.damping = 3.0F; // so that it hangs still
    run(1.0F, 540);
    const float before = fastest(cloth());
    const auto held = static_cast<size_t>(right().held.front().particle);
    const Vec3 hanging = cloth().position.back() - cloth().position[held];
    originMoved_ = true;
    hand_ += Vec3(1.2F, 0.3F, -0.7F);
    const StepReport report = run(1.0F);
    EXPECT_LT(report.grabError, 1e-4F);
    EXPECT_LT(fastest(cloth()), before + 0.3F);
    EXPECT_LT(glm::distance(cloth().position.back() - cloth().position[held], hanging), 0.05F);
    run(1.0F, 30);
    EXPECT_LT(fastest(cloth()), before + 0.5F);
}

TEST_F(HandOnCloth, TwoHandsNeverHoldTheSameParticle) {
    StepInput input = emptyInput(kDt);
    input.tracked.hand(Hand::Right) = handAt(corner_, 1.0F);
    input.tracked.hand(Hand::Left) = handAt(corner_ + Vec3(0.04F, 0.0F, 0.0F), 1.0F);
    step(world_, input);
    for (const HeldParticle &a : world_.hands[0].held) {
        for (const HeldParticle &b : world_.hands[1].held) {
            EXPECT_NE(a.particle, b.particle);
        }
    }
    input.tracked.hand(Hand::Left).grab = 0.0F;
    step(world_, input);
    EXPECT_TRUE(world_.hands[1].holding());
    for (const HeldParticle &b : world_.hands[1].held) {
        EXPECT_EQ(cloth().fixed[static_cast<size_t>(b.particle)], kHeld);
    }
}

} // namespace
} // namespace selvage
