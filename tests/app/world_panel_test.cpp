// The panel in the room: where it stands, ray, poke, palm, and what the simulation no longer gets to read.
#include "hand_poses.h"
#include "world_panel.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kFrame = 1.0 / 90.0;
constexpr std::array<bool, 2> kControllers{false, false};
constexpr std::array<bool, 2> kBare{true, true};
constexpr size_t kRight = 1;

// A person with two controllers that hang at their sides.
class Person {
public:
    Person() {
        input.head = lookingFrom({0.0F, 1.6F, 0.0F}, {0.0F, 1.6F, -1.0F});
        for (size_t side = 0; side < 2; ++side) {
            const Vec3 at(side == 0 ? -0.3F : 0.3F, 0.8F, 0.0F);
            input.hands[side].active = true;
            input.hands[side].grip = input.hands[side].aim = lookingFrom(at, at + Vec3(0.0F, -1.0F, -0.01F));
        }
    }
    HandInput &right() { return input.hands[kRight]; }

    void frame(int count = 1) {
        for (int i = 0; i < count; ++i) {
            time += kFrame;
            panel.update(input, {bare, holding}, solids, time);
        }
    }
    void open() {
        right().menu = true;
        frame();
        right().menu = false;
        frame();
    }
    // A place on the panel or menu in m from its upper left corner, `before` m off its face.
    Vec3 place(const Vec2 &at, float before = 0.0F) const {
        const Vec2 size = panel.board(input).value_or(Board{}).size;
        return transformPoint(panel.pose(), Vec3(at.x - 0.5F * size.x, 0.5F * size.y - at.y, before));
    }
    void pointAt(size_t side, const Vec2 &at) {
        const Vec3 hand(side == 0 ? -0.2F : 0.2F, 1.1F, -0.3F);
        input.hands[side].grip = input.hands[side].aim = lookingFrom(hand, place(at));
    }
    // The fingertip, from straight before it.
    void touch(const Vec2 &at, float before) {
        const Vec3 tip = place(at, before);
        const Vec3 normal = panel.pose().orientation * Vec3(0.0F, 0.0F, 1.0F);
        right().aim = lookingFrom(tip + kPokeReach * normal, tip);
        right().grip = right().aim;
    }
    TrackedInput simulation() const { return panel.forSimulation(input); }

    TrackedInput input;
    WorldPanel panel;
    Solids solids;
    std::array<bool, 2> bare{kControllers};
    std::array<bool, 2> holding{};
    double time{0.0};
};

float degreesBetween(const Vec3 &a, const Vec3 &b) {
    return glm::degrees(std::acos(std::clamp(glm::dot(glm::normalize(a), glm::normalize(b)), -1.0F, 1.0F)));
}

TEST(WorldPanel, OpensBeforeTheHeadALittleBelowTheEyesAndFacesThem) {
    for (const float turn : {0.0F, 75.0F, 180.0F, -120.0F}) {
        const Vec3 ahead =
            glm::angleAxis(glm::radians(turn), Vec3(0.0F, 1.0F, 0.0F)) * Vec3(0.0F, 0.0F, -1.0F);
        // However the head is bent, the panel stands as high.
        for (const float up : {-0.8F, 0.0F, 0.5F}) {
            const Vec3 eyes(0.4F, 1.3F, 0.2F);
            const Pose panel = placePanel(lookingFrom(eyes, eyes + ahead + Vec3(0.0F, up, 0.0F)));
            const Vec3 way = panel.position - eyes;
            EXPECT_NEAR(glm::length(way), 0.9F, 1e-4F);
            EXPECT_NEAR(degreesBetween(way, {way.x, 0.0F, way.z}), 12.5F, 0.1F);
            EXPECT_LT(degreesBetween({way.x, 0.0F, way.z}, ahead), 0.1F);
            EXPECT_LT(degreesBetween(panel.orientation * Vec3(0.0F, 0.0F, 1.0F), -way), 0.1F);
            EXPECT_NEAR((panel.orientation * Vec3(1.0F, 0.0F, 0.0F)).y, 0.0F, 1e-5F) << "level";
        }
    }
}

TEST(WorldPanel, OpensForAHeadThatLooksStraightDown) {
    const Vec3 eyes(0.0F, 1.6F, 0.0F);
    const Quat down = glm::angleAxis(glm::radians(-90.0F), Vec3(1.0F, 0.0F, 0.0F));
    const Pose panel = placePanel({down, eyes});
    EXPECT_LT(panel.position.z, -0.8F) << "where the hair points";
    EXPECT_TRUE(isUsable(panel));
}

TEST(WorldPanel, StaysInTheRoomWhenTheHeadMoves) {
    Person person;
    person.open();
    const Vec3 before = person.panel.pose().position;
    person.input.head = lookingFrom({1.0F, 1.6F, 0.5F}, {-3.0F, 1.0F, 0.0F});
    person.frame(10);
    EXPECT_EQ(person.panel.pose().position, before);
}

TEST(WorldPanel, IsOpenedAndClosedByTheMenuButtonOfEitherHandOncePerPress) {
    Person person;
    for (const size_t side : {size_t{0}, size_t{1}}) {
        person.input.hands[side].menu = true;
        person.frame(30);
        EXPECT_TRUE(person.panel.isOpen());
        person.input.hands[side].menu = false;
        person.frame(5);
        EXPECT_TRUE(person.panel.isOpen());
        person.input.hands[side].menu = true;
        person.frame(30);
        EXPECT_FALSE(person.panel.isOpen());
        person.input.hands[side].menu = false;
        person.frame();
    }
}

// Beside the formula: from 0.5 m before the middle, a ray 30 degrees to the right meets it 0.5 tan 30 to the
// right and is 0.5 / cos 30 long.
TEST(BoardHit, IsWhereTheRayMeetsThePlane) {
    const Pose panel = placePanel(lookingFrom({0.0F, 1.6F, 0.0F}, {0.0F, 1.6F, -1.0F}));
    const Pose before{panel.orientation, transformPoint(panel, {0.0F, 0.0F, 0.5F})};
    const Pose turned{panel.orientation * glm::angleAxis(glm::radians(-30.0F), Vec3(0.0F, 1.0F, 0.0F)),
                      before.position};
    const auto hit = hitBoard({panel}, turned);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->at.x, 0.5F * kPanelSize.x + 0.5F * std::tan(glm::radians(30.0F)), 1e-4F);
    EXPECT_NEAR(hit->at.y, 0.5F * kPanelSize.y, 1e-4F);
    EXPECT_NEAR(hit->distance, 0.5F / std::cos(glm::radians(30.0F)), 1e-4F);
}

TEST(BoardHit, IsNoneFromBehindAwayOrAlong) {
    const Pose panel = placePanel(lookingFrom({0.0F, 1.6F, 0.0F}, {0.0F, 1.6F, -1.0F}));
    const auto from = [&](const Vec3 &local, float turn) {
        return Pose{panel.orientation * glm::angleAxis(glm::radians(turn), Vec3(0.0F, 1.0F, 0.0F)),
                    transformPoint(panel, local)};
    };
    EXPECT_TRUE(hitBoard({panel}, from({0.0F, 0.0F, 0.5F}, 0.0F)));
    EXPECT_FALSE(hitBoard({panel}, from({0.0F, 0.0F, -0.5F}, 180.0F))) << "from behind";
    EXPECT_FALSE(hitBoard({panel}, from({0.0F, 0.0F, 0.5F}, 180.0F))) << "away";
    EXPECT_FALSE(hitBoard({panel}, from({0.0F, 0.0F, 0.5F}, 89.0F))) << "along";
}

TEST(WorldPanel, TakesTriggerAndPinchOfTheHandThatPointsAtItAndOfNoOther) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.3F, 0.2F});
    person.frame();
    for (HandInput &hand : person.input.hands) {
        hand.trigger = hand.pinch = 1.0F;
        hand.stick = Vec2(0.0F, 1.0F);
    }
    person.frame();
    const TrackedInput read = person.simulation();
    EXPECT_EQ(read.hands[1].trigger, 0.0F);
    EXPECT_EQ(read.hands[1].pinch, 0.0F);
    EXPECT_EQ(read.hands[1].stick, Vec2(0.0F));
    EXPECT_EQ(read.hands[0].trigger, 1.0F);
    EXPECT_EQ(read.hands[0].pinch, 1.0F);
    EXPECT_EQ(read.hands[0].stick, Vec2(0.0F, 1.0F));
    EXPECT_EQ(read.hands[1].grip.position, person.right().grip.position) << "hands stay where they are";
    ASSERT_TRUE(person.panel.pointing());
    EXPECT_EQ(*person.panel.pointing(), kRight);
    EXPECT_EQ(person.panel.pressCount(), 1U);
    EXPECT_NEAR(person.panel.hand(kRight).hit.at.x, 0.3F, 1e-3F);
    EXPECT_NEAR(person.panel.hand(kRight).hit.at.y, 0.2F, 1e-3F);
}

TEST(WorldPanel, TakesNothingWhileItIsClosedOrNobodyPointsAtIt) {
    Person person;
    person.right().trigger = 0.7F;
    person.right().menu = true;
    person.frame();
    TrackedInput read = person.simulation();
    EXPECT_EQ(read.hands[1].trigger, 0.7F);
    EXPECT_FALSE(read.hands[1].menu) << "which a recording must not press again";
    person.right().menu = false;
    person.frame(5);
    EXPECT_EQ(person.simulation().hands[1].trigger, 0.7F) << "open, but the hand hangs down";
}

TEST(WorldPanel, LeavesClothToAHandThatHeldItBeforeItCameToThePanel) {
    for (const bool byPinch : {true, false}) {
        Person person;
        person.open();
        (byPinch ? person.right().pinch : person.right().grab) = 1.0F;
        person.frame();
        person.pointAt(kRight, {0.3F, 0.2F});
        person.frame(20);
        EXPECT_FALSE(person.panel.pointing());
        EXPECT_EQ(person.simulation().hands[1].pinch, person.right().pinch);
        EXPECT_EQ(person.simulation().hands[1].grab, person.right().grab);
        EXPECT_EQ(person.panel.pressCount(), 0U);
        person.right().pinch = person.right().grab = 0.0F;
        person.frame();
        EXPECT_TRUE(person.panel.pointing());
    }
}

TEST(WorldPanel, PressesOncePerPullHoweverTheTriggerTrembles) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.3F, 0.2F});
    person.frame();
    for (const float value : {0.3F, 0.5F, 0.61F, 0.55F, 0.62F, 0.45F, 0.9F, 0.41F}) {
        person.right().trigger = value;
        person.frame();
    }
    EXPECT_EQ(person.panel.pressCount(), 1U);
    EXPECT_TRUE(person.panel.hand(kRight).presses);
    person.right().trigger = 0.39F;
    person.frame();
    EXPECT_FALSE(person.panel.hand(kRight).presses);
}

TEST(WorldPanel, KeepsASliderThatIsDraggedBeyondItsEdge) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.7F, 0.2F});
    person.frame();
    person.right().trigger = 1.0F;
    person.frame();
    person.pointAt(kRight, {1.1F, 0.2F});
    person.frame();
    EXPECT_TRUE(person.panel.hand(kRight).presses);
    EXPECT_NEAR(person.panel.hand(kRight).hit.at.x, 1.1F, 1e-3F);
    EXPECT_EQ(person.simulation().hands[1].trigger, 0.0F);
    person.right().trigger = 0.0F;
    person.frame();
    EXPECT_TRUE(person.panel.pointing()) << "it lets go there";
    person.frame();
    EXPECT_FALSE(person.panel.pointing());
}

TEST(WorldPanel, HoldsAPullBackUntilItEndsWhenThePanelClosesUnderIt) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.3F, 0.2F});
    person.frame();
    person.right().trigger = 1.0F;
    person.frame();
    person.panel.close();
    person.frame(5);
    EXPECT_EQ(person.simulation().hands[1].trigger, 0.0F);
    person.right().trigger = 0.0F;
    person.frame();
    person.right().trigger = 1.0F;
    person.frame();
    EXPECT_EQ(person.simulation().hands[1].trigger, 1.0F);
}

// A controller with one button has it for grip and trigger alike.
TEST(WorldPanel, TakesAGripThatClosesWithThePress) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.3F, 0.2F});
    person.frame();
    person.right().trigger = person.right().grab = 1.0F;
    person.frame();
    EXPECT_EQ(person.simulation().hands[1].grab, 0.0F);
    person.right().trigger = 0.0F;
    person.frame();
    EXPECT_EQ(person.simulation().hands[1].grab, 0.0F) << "until it opens";
    person.right().grab = 0.0F;
    person.frame();
    person.right().grab = 1.0F; // without a press it is for cloth before the panel
    person.frame();
    EXPECT_EQ(person.simulation().hands[1].grab, 1.0F);
}

TEST(WorldPanel, FollowsTheHandThatPressedLast) {
    Person person;
    person.open();
    person.pointAt(0, {0.1F, 0.1F});
    person.pointAt(1, {0.6F, 0.4F});
    person.frame();
    EXPECT_EQ(*person.panel.pointing(), 1U) << "the dominant hand";
    person.input.hands[0].trigger = 1.0F;
    person.frame();
    EXPECT_EQ(*person.panel.pointing(), 0U);
    person.right().trigger = 1.0F;
    person.frame();
    EXPECT_EQ(*person.panel.pointing(), 0U) << "it still presses";
    EXPECT_EQ(person.panel.pressCount(), 1U);
    person.input.hands[0].trigger = person.right().trigger = 0.0F;
    person.frame();
    EXPECT_EQ(*person.panel.pointing(), 0U);
    person.panel.setDominant(Hand::Right);
    person.frame();
    EXPECT_EQ(*person.panel.pointing(), 1U);
}

TEST(WorldPanel, IsPressedByAFingertipThatGoesThroughItsFace) {
    Person person;
    person.open();
    person.touch({0.2F, 0.3F}, 0.05F);
    person.frame();
    EXPECT_TRUE(person.panel.hand(kRight).pokes);
    for (const float before : {0.02F, 0.004F, -0.002F, 0.004F, -0.01F, 0.008F}) { // it trembles
        person.touch({0.2F, 0.3F}, before);
        person.frame();
    }
    EXPECT_EQ(person.panel.pressCount(), 1U);
    EXPECT_TRUE(person.panel.hand(kRight).presses);
    EXPECT_NEAR(person.panel.hand(kRight).hit.at.x, 0.2F, 1e-3F);
    EXPECT_NEAR(person.panel.hand(kRight).hit.at.y, 0.3F, 1e-3F);
    person.touch({0.2F, 0.3F}, 0.02F);
    person.frame();
    EXPECT_FALSE(person.panel.hand(kRight).presses);
    person.touch({0.2F, 0.3F}, -0.005F);
    person.frame();
    EXPECT_EQ(person.panel.pressCount(), 2U);
}

TEST(WorldPanel, IsNotPressedByAFingertipThatComesFromBehindOrTheSide) {
    Person person;
    person.open();
    for (const float before : {-0.2F, -0.08F, -0.04F, -0.005F, 0.005F}) {
        person.touch({0.2F, 0.3F}, before);
        person.frame();
    }
    EXPECT_EQ(person.panel.pressCount(), 0U);
    Person other;
    other.open();
    for (const float x : {-0.2F, -0.1F, 0.02F, 0.1F, 0.2F}) {
        other.touch({x, 0.3F}, -0.01F);
        other.frame();
    }
    EXPECT_EQ(other.panel.pressCount(), 0U);
}

TEST(WorldPanel, ScrollsByTheStickOfThePointingHandForTheTimeItIsPushed) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.3F, 0.2F});
    person.right().stick = Vec2(0.0F, -1.0F);
    person.frame(90);
    EXPECT_NEAR(person.panel.scrolled(), -4.0F, 0.1F);
    person.right().stick = Vec2(0.0F, 0.15F); // a worn stick at rest
    person.frame(90);
    EXPECT_NEAR(person.panel.scrolled(), -4.0F, 0.1F);
}

class Palm : public ::testing::TestWithParam<Hand> {
protected:
    Palm() {
        person.bare = kBare;
        hand().grip = palmTowards(GetParam(), {0.0F, 1.4F, -0.35F}, person.input.head.position);
    }
    HandInput &hand() { return person.input.hand(GetParam()); }
    void pinch(int frames = 5) {
        hand().pinch = 1.0F;
        person.frame(frames);
        hand().pinch = 0.0F;
        person.frame(5);
    }
    Person person;
};

TEST_P(Palm, TowardsTheEyesAndAPinchOpensAndClosesThePanel) {
    person.frame(40);
    pinch();
    EXPECT_TRUE(person.panel.isOpen());
    pinch();
    EXPECT_FALSE(person.panel.isOpen());
}

TEST_P(Palm, DoesNothingWhenItHasNotBeenOpenForAMoment) {
    person.frame(10);
    pinch();
    EXPECT_FALSE(person.panel.isOpen());
}

// Cloth in the hand: pinch or grasp were closed before the palm turned to the eyes.
TEST_P(Palm, DoesNothingWhileItHoldsCloth) {
    hand().pinch = 1.0F;
    person.frame(100);
    EXPECT_FALSE(person.panel.isOpen());
    EXPECT_EQ(person.simulation().hand(GetParam()).pinch, 1.0F);
    hand().pinch = 0.0F;
    hand().grab = 0.8F;
    person.frame(100);
    pinch();
    EXPECT_FALSE(person.panel.isOpen());
    EXPECT_EQ(person.simulation().hand(GetParam()).grab, 0.8F);
}

TEST_P(Palm, DoesNothingAwayFromTheEyesOrWithAController) {
    const Pose towards = hand().grip;
    hand().grip.orientation =
        towards.orientation * glm::angleAxis(glm::radians(180.0F), Vec3(0.0F, 1.0F, 0.0F));
    person.frame(60);
    pinch();
    EXPECT_FALSE(person.panel.isOpen()) << "the back of the hand";
    hand().grip = palmTowards(GetParam(), {0.6F, 1.6F, 0.3F}, person.input.head.position);
    person.frame(60);
    pinch();
    EXPECT_FALSE(person.panel.isOpen()) << "behind the view";
    hand().grip = towards;
    person.bare = kControllers;
    person.frame(60);
    pinch();
    EXPECT_FALSE(person.panel.isOpen()) << "a controller's trigger is no menu";
}

TEST_P(Palm, KeepsThePinchThatOpensThePanelFromTheCloth) {
    person.frame(40);
    hand().pinch = 0.65F;
    person.frame();
    EXPECT_EQ(person.simulation().hand(GetParam()).pinch, 0.0F);
    hand().pinch = 1.0F;
    person.frame();
    EXPECT_EQ(person.simulation().hand(GetParam()).pinch, 0.0F);
    hand().grip.position.y = 0.7F; // turned away with the pinch still closed
    hand().grip.orientation = Quat(1.0F, 0.0F, 0.0F, 0.0F);
    person.frame();
    EXPECT_EQ(person.simulation().hand(GetParam()).pinch, 0.0F);
    hand().pinch = 0.0F;
    person.frame();
    hand().pinch = 1.0F;
    person.frame();
    EXPECT_EQ(person.simulation().hand(GetParam()).pinch, 1.0F);
}

INSTANTIATE_TEST_SUITE_P(EachHand, Palm, ::testing::Values(Hand::Left, Hand::Right),
                         [](const auto &test) { return test.param == Hand::Left ? "Left" : "Right"; });

TEST(WorldPanel, TakesGarbageForNoHand) {
    Person person;
    person.open();
    person.pointAt(kRight, {0.3F, 0.2F});
    person.right().aim.orientation = Quat(0.0F, 0.0F, 0.0F, 0.0F);
    person.frame();
    EXPECT_FALSE(person.panel.pointing());
    person.right().aim.position.x = std::nanf("");
    person.frame();
    EXPECT_FALSE(person.panel.pointing());
    person.panel.update(person.input, {kControllers, {}}, {}, person.time - 1e9); // a clock that jumps
    person.panel.update(person.input, {kControllers, {}}, {}, person.time + 1e9);
    EXPECT_EQ(person.panel.scrolled(), 0.0F);
}

} // namespace
} // namespace selvage
