// The menu at a hand whose palm is turned to the eyes.
#include "hand_poses.h"
#include "world_panel.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kFrame = 1.0 / 90.0;

// One palm turned to the eyes, the other hand at the side; with controllers, then bare.
class HandMenu : public ::testing::TestWithParam<std::tuple<Hand, bool>> {
protected:
    HandMenu() {
        input_.head = lookingFrom({0.0F, 1.6F, 0.0F}, {0.0F, 1.45F, -0.4F});
        hands_.bare = {bare(), bare()};
        wearer().active = true;
        wearer().grip = wearer().aim = palmTowards(side(), {0.0F, 1.4F, -0.4F}, input_.head.position);
        other().active = true;
        other().grip = other().aim = lookingFrom({0.3F, 0.8F, 0.0F}, {0.3F, 0.0F, -0.1F});
    }
    static Hand side() { return std::get<0>(GetParam()); }
    static bool bare() { return std::get<1>(GetParam()); }
    static size_t index() { return static_cast<size_t>(side()); }
    HandInput &wearer() { return input_.hands[index()]; }
    HandInput &other() { return input_.hands[1 - index()]; }
    void frames(int count) {
        for (int i = 0; i < count; ++i) {
            time_ += kFrame;
            panel_.update(input_, hands_, {}, time_);
        }
    }
    bool hasMenu() const { return panel_.menuAt() == index(); }
    // With the fingertip of the other hand, so far before the middle of the menu.
    void touch(float before) {
        const Board board = panel_.board(input_).value();
        const Vec3 tip = transformPoint(board.pose, {0.0F, 0.0F, before});
        other().grip = other().aim =
            lookingFrom(tip + kPokeReach * (board.pose.orientation * Vec3(0.0F, 0.0F, 1.0F)), tip);
    }

    TrackedInput input_;
    PanelHands hands_;
    WorldPanel panel_;
    double time_{0.0};
};

TEST_P(HandMenu, ComesAfterAMomentStaysOverTheHandAndGoesWithThePalm) {
    frames(15);
    EXPECT_FALSE(hasMenu());
    frames(20);
    ASSERT_TRUE(hasMenu());
    EXPECT_FALSE(panel_.isOpen());
    for (const float x : {-0.1F, 0.05F, 0.15F}) {
        wearer().grip = palmTowards(side(), {x, 1.38F, -0.42F}, input_.head.position);
        const Board late = panel_.board(input_).value(); // of hands that moved since
        frames(1);
        const Board now = panel_.board(input_).value();
        EXPECT_EQ(late.pose.position, now.pose.position);
        EXPECT_NEAR(now.pose.position.x, x, 1e-5F);
        EXPECT_GT(now.pose.position.y - 0.5F * now.size.y, wearer().grip.position.y) << "not in the hand";
        const Vec3 toEyes = glm::normalize(input_.head.position - now.pose.position);
        EXPECT_GT(glm::dot(now.pose.orientation * Vec3(0.0F, 0.0F, 1.0F), toEyes), 0.9999F);
    }
    wearer().grip = palmTowards(side(), {0.0F, 1.4F, -0.4F}, {0.0F, 0.0F, -0.5F});
    frames(1);
    EXPECT_FALSE(panel_.menuAt());
    EXPECT_FALSE(panel_.board(input_));
}

// As the panel's, that are 0.9 m away.
TEST_P(HandMenu, LooksAsLargeFromNearAsFromFar) {
    for (const float far : {0.35F, 0.5F, 0.7F}) {
        const Vec3 at = input_.head.position + far * glm::normalize(Vec3(0.0F, -0.2F, -0.4F));
        wearer().grip = palmTowards(side(), at, input_.head.position);
        frames(40);
        ASSERT_TRUE(hasMenu()) << far;
        const Board board = panel_.board(input_).value();
        const float distance = glm::distance(board.pose.position, input_.head.position);
        EXPECT_NEAR(board.size.x / distance, kMenuSize.x / kPanelDistance,
                    0.1F * kMenuSize.x / kPanelDistance);
        EXPECT_NEAR(board.scale, board.size.y / kMenuSize.y, 1e-5F);
    }
}

TEST_P(HandMenu, IsNotAtAHandThatHoldsOrPressesNorBesideThePanel) {
    frames(40);
    hands_.holding[index()] = true; // until it presses again
    frames(1);
    EXPECT_FALSE(hasMenu());
    hands_.holding[index()] = false;
    wearer().grab = 0.8F;
    frames(1);
    EXPECT_FALSE(hasMenu());
    wearer().grab = 0.0F;
    frames(1);
    EXPECT_TRUE(hasMenu());
    panel_.open(input_.head, {});
    frames(40);
    EXPECT_FALSE(hasMenu());
    panel_.close();
    frames(1);
    EXPECT_TRUE(hasMenu());
}

TEST_P(HandMenu, IsPointedAtAndPressedByTheOtherHandWhoseTriggerItKeeps) {
    frames(40);
    const Board board = panel_.board(input_).value();
    other().grip = other().aim = lookingFrom({0.25F, 1.3F, -0.1F}, board.pose.position);
    frames(2);
    ASSERT_EQ(panel_.pointing(), 1 - index());
    EXPECT_NEAR(panel_.hand(1 - index()).hit.at.x, 0.5F * board.size.x, 1e-3F);
    EXPECT_NEAR(panel_.hand(1 - index()).hit.at.y, 0.5F * board.size.y, 1e-3F);
    EXPECT_FALSE(panel_.hand(index()).points);
    other().trigger = 1.0F;
    frames(2);
    EXPECT_EQ(panel_.pressCount(), 1U);
    EXPECT_EQ(panel_.forSimulation(input_).hands[1 - index()].trigger, 0.0F);
}

TEST_P(HandMenu, IsPressedByTheOtherHandsFingertip) {
    frames(40);
    for (const float before : {0.06F, 0.03F, 0.02F, 0.005F, -0.003F}) {
        touch(before);
        frames(1);
    }
    EXPECT_EQ(panel_.pressCount(), 1U);
    touch(0.03F);
    frames(1);
    EXPECT_FALSE(panel_.hand(1 - index()).presses);
}

// The hand is at work: the wind goes on blowing while it is turned.
TEST_P(HandMenu, LeavesItsOwnHandTheTriggerOfAController) {
    frames(40);
    wearer().trigger = 1.0F;
    frames(2);
    EXPECT_EQ(panel_.forSimulation(input_).hands[index()].trigger, bare() ? 0.0F : 1.0F);
    EXPECT_FALSE(hasMenu());
}

INSTANTIATE_TEST_SUITE_P(EachHand, HandMenu,
                         ::testing::Combine(::testing::Values(Hand::Left, Hand::Right), ::testing::Bool()),
                         [](const auto &test) {
                             return std::string(std::get<0>(test.param) == Hand::Left ? "Left" : "Right") +
                                    (std::get<1>(test.param) ? "Bare" : "Controller");
                         });

} // namespace
} // namespace selvage
