// Grip and trigger exchanged, and holding from press to press, with the simulation's own hands, which answer
// some frames later.
#include "hand_buttons.h"

#include "sim/hands.h"

#include <deque>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kFrame = 1.0 / 90.0;
constexpr size_t kRight = 1;

// A person before a cloth that the right hand reaches or not.
class Player {
public:
    explicit Player(bool toggles = true) { comfort.togglesGrab = toggles; }

    void frame(int count = 1) {
        for (int i = 0; i < count; ++i) {
            now.time += kFrame;
            ++now.request;
            if (answers_.size() > latency) {
                now.answered = answers_.front().request;
                now.holding[kRight] = answers_.front().holding;
                answers_.pop_front();
            }
            read = input;
            buttons.apply(read, comfort, now);
            simulate();
            now.newWorld = false;
        }
    }
    void press(float HandInput::*button, int frames = 20) {
        right().*button = 1.0F;
        frame(frames);
        right().*button = 0.0F;
        frame(20);
    }
    void pullTrigger() { // which is the pinch as well
        right().trigger = right().pinch = 1.0F;
        frame(20);
        right().trigger = right().pinch = 0.0F;
        frame(20);
    }
    void openAll() {
        right().grab = right().pinch = right().trigger = 0.0F;
        frame(20);
    }
    HandInput &right() { return input.hands[kRight]; }
    const HandInput &simulation() const { return read.hands[kRight]; }
    bool holds() const { return hand.holding(); }

    Comfort comfort;
    ButtonsFrame now;
    TrackedInput input = [] {
        TrackedInput two;
        two.hands[0].active = two.hands[1].active = true;
        return two;
    }();
    TrackedInput read;
    HandButtons buttons;
    HandState hand;
    bool reaches{true};
    bool paused{false};
    size_t latency{3}; // frames

private:
    struct Answer {
        uint64_t request;
        bool holding;
    };

    // As the simulation's step has it.
    void simulate() {
        const HandSettings settings;
        const HandInput &in = read.hands[kRight];
        if (now.newWorld) {
            hand = {};
        }
        if (!paused) {
            static_cast<void>(moveAnchor(hand, in, settings, static_cast<float>(kFrame), 1.0F));
            const bool grab = wantsToGrab(hand, in, settings, static_cast<float>(kFrame));
            if (wantsToRelease(hand, settings)) {
                hand.cloth = -1;
            } else if (grab && reaches) {
                hand.cloth = 0;
            }
        }
        answers_.push_back({now.request, hand.holding()});
    }
    std::deque<Answer> answers_;
};

TEST(HandButtons, LeaveEverythingAsItIsAtFirst) {
    Player player(false);
    player.right().grab = 0.7F;
    player.right().pinch = 0.3F;
    player.right().trigger = 0.2F;
    player.frame();
    EXPECT_EQ(player.simulation().grab, 0.7F);
    EXPECT_EQ(player.simulation().pinch, 0.3F);
    EXPECT_EQ(player.simulation().trigger, 0.2F);
    EXPECT_TRUE(player.holds());
    player.openAll();
    EXPECT_FALSE(player.holds());
}

TEST(ToggledGrab, HoldsFromOnePressToTheNextOfGripTriggerAndPinch) {
    for (float HandInput::*button : {&HandInput::grab, &HandInput::pinch}) {
        Player player;
        for (int turn = 0; turn < 3; ++turn) {
            player.press(button);
            EXPECT_TRUE(player.holds());
            player.frame(500);
            EXPECT_TRUE(player.holds());
            player.press(button);
            EXPECT_FALSE(player.holds());
        }
    }
    Player player;
    player.press(&HandInput::grab);
    player.pullTrigger();
    EXPECT_FALSE(player.holds()) << "taken with the one, let go with the other";
}

TEST(ToggledGrab, LetsGoWhenTheNextPressBeginsAndTakesNothingDuringIt) {
    Player player;
    player.press(&HandInput::grab);
    player.right().grab = 1.0F;
    player.frame(2);
    EXPECT_FALSE(player.holds());
    player.frame(200);
    EXPECT_FALSE(player.holds());
}

TEST(ToggledGrab, ChangesNothingByAPressInTheEmptyAir) {
    Player player;
    player.reaches = false;
    player.press(&HandInput::grab);
    player.reaches = true;
    player.frame(50);
    EXPECT_FALSE(player.holds());
    EXPECT_EQ(player.simulation().grab, 0.0F);
    player.press(&HandInput::grab);
    EXPECT_TRUE(player.holds()) << "and the next one takes";
}

TEST(ToggledGrab, TakesWithATapOfOneFrameHoweverLateTheSimulationAnswers) {
    for (const size_t latency : {size_t{0}, size_t{1}, size_t{5}, size_t{40}}) {
        Player player;
        player.latency = latency;
        player.frame(static_cast<int>(latency) + 2);
        player.press(&HandInput::grab, 1);
        player.frame(100);
        EXPECT_TRUE(player.holds()) << latency;
        player.press(&HandInput::grab, 1);
        player.frame(100);
        EXPECT_FALSE(player.holds()) << latency;
    }
}

TEST(ToggledGrab, TakesWithATapThatIsALittleEarly) {
    Player player;
    player.reaches = false;
    player.right().grab = 1.0F;
    player.frame(2);
    player.right().grab = 0.0F;
    player.frame(4);
    player.reaches = true; // within HandSettings::lateGrabTime
    player.frame(50);
    EXPECT_TRUE(player.holds());
}

// Of a hand that has let go it is still told for some frames that it holds.
TEST(ToggledGrab, DoesNotBelieveAnAnswerFromBeforeThePress) {
    Player player;
    player.latency = 10;
    player.frame(12);
    player.press(&HandInput::grab, 2);
    player.frame(30);
    ASSERT_TRUE(player.holds());
    player.right().grab = 1.0F;
    player.frame(2); // lets go
    player.right().grab = 0.0F;
    player.frame(2);
    player.press(&HandInput::grab, 2); // takes it again
    player.frame(50);
    EXPECT_TRUE(player.holds());
}

TEST(ToggledGrab, CountsATremblingGripAsOnePress) {
    Player player;
    for (const float value : {0.3F, 0.5F, 0.61F, 0.55F, 0.62F, 0.45F, 0.41F}) {
        player.right().grab = value;
        player.frame(30);
    }
    EXPECT_TRUE(player.holds());
    player.right().grab = 0.39F;
    player.frame(30);
    player.right().grab = 0.59F;
    player.frame(30);
    EXPECT_TRUE(player.holds());
    player.right().grab = 0.61F;
    player.frame(30);
    EXPECT_FALSE(player.holds());
}

TEST(ToggledGrab, KeepsTheGripForASecondOfLostTrackingAndIsOffAfterwards) {
    Player player;
    player.press(&HandInput::grab);
    player.right().tracked = false;
    player.frame(80);
    EXPECT_TRUE(player.holds());
    player.right().tracked = true;
    player.frame(80);
    EXPECT_TRUE(player.holds());
    player.right().tracked = false;
    player.frame(100);
    EXPECT_FALSE(player.holds());
    player.right().tracked = true;
    player.frame(50);
    EXPECT_FALSE(player.holds());
    player.press(&HandInput::grab);
    EXPECT_TRUE(player.holds());
}

TEST(ToggledGrab, OutlivesAnotherApplicationsFocusAndIsNotChangedByAPressThere) {
    Player player;
    player.press(&HandInput::grab);
    player.paused = true;
    player.right().active = false;
    player.frame(500);
    player.right().active = player.right().tracked = true;
    player.right().trigger = player.right().pinch = 1.0F; // which closed what had the focus
    player.paused = false;
    player.frame(20);
    EXPECT_TRUE(player.holds());
    player.openAll();
    EXPECT_TRUE(player.holds());
    player.press(&HandInput::grab);
    EXPECT_FALSE(player.holds());

    player.right().active = false;
    player.frame(20);
    player.right().active = true;
    player.right().grab = 1.0F;
    player.frame(20);
    EXPECT_FALSE(player.holds()) << "nor does that press take";
}

TEST(ToggledGrab, StaysWhenControllerAndBareHandTakeOverFromEachOther) {
    Player player;
    player.press(&HandInput::grab);
    for (const bool bare : {true, false}) {
        player.now.bare[kRight] = bare;
        player.right().pinch = 1.0F; // closed at once
        player.frame(30);
        EXPECT_TRUE(player.holds());
        player.right().pinch = 0.0F;
        player.frame(30);
        EXPECT_TRUE(player.holds());
    }
    player.now.bare[kRight] = true;
    player.frame(10);
    player.press(&HandInput::pinch);
    EXPECT_FALSE(player.holds());
}

TEST(ToggledGrab, IsOffInAnotherSceneAndAfterAReset) {
    for (const bool pressed : {false, true}) {
        Player player;
        player.press(&HandInput::grab);
        player.right().grab = pressed ? 1.0F : 0.0F;
        player.now.newWorld = true;
        player.frame(); // the new world is never shown a closed hand
        EXPECT_FALSE(player.holds());
        player.frame(100);
        EXPECT_FALSE(player.holds());
        player.openAll();
        player.press(&HandInput::grab);
        EXPECT_TRUE(player.holds());
    }
}

TEST(ToggledGrab, IsOffWhenTheClothSlipsAway) {
    Player player;
    player.press(&HandInput::grab);
    player.hand.cloth = -1;
    player.reaches = true;
    player.frame(50);
    EXPECT_FALSE(player.holds());
    player.press(&HandInput::grab);
    EXPECT_TRUE(player.holds());
}

TEST(ToggledGrab, IsNotEndedByATriggerThatThePanelTakes) {
    Player player;
    player.press(&HandInput::grab);
    player.now.atPanel[kRight] = true; // which takes trigger and pinch out of the input
    player.frame(100);
    EXPECT_TRUE(player.holds());
}

TEST(ToggledGrab, LeavesTheTriggerToATool) {
    Player player;
    player.now.tool[kRight] = true;
    player.right().trigger = player.right().pinch = 1.0F;
    player.frame(20);
    EXPECT_EQ(player.simulation().trigger, 1.0F);
    player.openAll();
    player.press(&HandInput::grab);
    ASSERT_TRUE(player.holds());
    player.right().trigger = player.right().pinch = 1.0F;
    player.frame(20);
    EXPECT_TRUE(player.holds());
    EXPECT_EQ(player.simulation().trigger, 1.0F);
    player.right().trigger = 0.0F; // of a bare hand, which pinches a little earlier than it points
    player.frame(20);
    EXPECT_TRUE(player.holds());
    player.right().trigger = 1.0F;
    player.press(&HandInput::grab);
    EXPECT_FALSE(player.holds()) << "under its grip";
    EXPECT_EQ(player.simulation().trigger, 1.0F) << "nor does that end what the tool does";
}

TEST(ToggledGrab, SendsNoGustWithTheTriggerThatLetsGo) {
    Player player;
    player.pullTrigger();
    ASSERT_TRUE(player.holds());
    player.right().trigger = player.right().pinch = 1.0F;
    for (int i = 0; i < 50; ++i) {
        player.frame();
        EXPECT_TRUE(player.holds() || player.simulation().trigger == 0.0F);
    }
    EXPECT_FALSE(player.holds());
    player.openAll();
    player.reaches = false;
    player.right().trigger = 1.0F;
    player.frame();
    EXPECT_EQ(player.simulation().trigger, 1.0F);
}

TEST(ToggledGrab, TakesOverWhatIsHeldAndLetsItGoWhenItIsSwitchedOff) {
    Player player(false);
    player.right().grab = 1.0F;
    player.frame(30);
    player.right().grab = 0.5F;
    player.frame(30);
    player.comfort.togglesGrab = true;
    player.frame(30);
    player.openAll();
    EXPECT_TRUE(player.holds());
    player.comfort.togglesGrab = false;
    player.frame(2);
    EXPECT_FALSE(player.holds());
}

TEST(ToggledGrab, IsOneOfEachHand) {
    Player player;
    player.press(&HandInput::grab);
    player.input.hands[0].grab = 1.0F;
    player.frame(30);
    player.input.hands[0].grab = 0.0F;
    player.frame(30);
    EXPECT_TRUE(player.holds());
    EXPECT_EQ(player.read.hands[0].grab, 0.0F) << "which held nothing";
}

TEST(SwappedTrigger, TakesAndTheGripUses) {
    Player player(false);
    player.comfort.swapsTriggerAndGrip = true;
    player.frame();
    player.right().trigger = player.right().pinch = 0.9F;
    player.frame();
    EXPECT_EQ(player.simulation().grab, 0.9F);
    EXPECT_EQ(player.simulation().pinch, 0.0F);
    EXPECT_EQ(player.simulation().trigger, 0.0F);
    player.openAll();
    player.right().grab = 0.8F;
    player.frame();
    EXPECT_EQ(player.simulation().grab, 0.0F);
    EXPECT_EQ(player.simulation().pinch, 0.8F);
    EXPECT_EQ(player.simulation().trigger, 0.8F);
}

TEST(SwappedTrigger, LeavesBareHandsAsTheyAre) {
    Player player(false);
    player.comfort.swapsTriggerAndGrip = true;
    player.now.bare[kRight] = true;
    player.frame();
    player.right().trigger = player.right().pinch = 0.9F;
    player.frame();
    EXPECT_EQ(player.simulation().pinch, 0.9F);
    EXPECT_EQ(player.simulation().grab, 0.0F);
}

TEST(SwappedTrigger, UsesNothingWithTheGripOfAHandAtThePanel) {
    Player player(false);
    player.comfort.swapsTriggerAndGrip = true;
    player.frame();
    player.now.atPanel[kRight] = true;
    player.right().grab = 1.0F;
    player.frame();
    EXPECT_EQ(player.simulation().trigger, 0.0F);
    EXPECT_TRUE(player.holds()) << "cloth before it is taken, as without the swap";
    player.now.atPanel[kRight] = false;
    player.frame();
    EXPECT_EQ(player.simulation().trigger, 0.0F) << "until it opens";
    player.openAll();
    player.right().grab = 1.0F;
    player.frame();
    EXPECT_EQ(player.simulation().trigger, 1.0F);
}

TEST(SwappedTrigger, NeitherLetsGoNorUsesAnythingWhenItIsChangedUnderAPress) {
    Player player(false);
    player.right().grab = 1.0F;
    player.frame(10);
    for (const bool swaps : {true, false}) {
        player.comfort.swapsTriggerAndGrip = swaps;
        player.frame(10);
        EXPECT_TRUE(player.holds());
        EXPECT_EQ(player.simulation().trigger, 0.0F);
    }
}

TEST(SwappedTrigger, CarriesAGripOfABareHandOverWithoutUsingATool) {
    Player player(false);
    player.comfort.swapsTriggerAndGrip = true;
    player.now.bare[kRight] = true;
    player.right().grab = 1.0F;
    player.frame(10);
    ASSERT_TRUE(player.holds());
    player.now.bare[kRight] = false; // the fist goes on for a moment
    player.frame(10);
    EXPECT_TRUE(player.holds());
    EXPECT_EQ(player.simulation().trigger, 0.0F);
}

TEST(SwappedTrigger, TogglesWithTheTrigger) {
    Player player;
    player.comfort.swapsTriggerAndGrip = true;
    player.now.tool[kRight] = true;
    player.frame();
    player.pullTrigger();
    EXPECT_TRUE(player.holds());
    player.right().grab = 1.0F;
    player.frame(20);
    EXPECT_TRUE(player.holds());
    EXPECT_EQ(player.simulation().trigger, 1.0F) << "the grip uses the tool";
    player.right().grab = 0.0F;
    player.frame(20);
    player.pullTrigger();
    EXPECT_FALSE(player.holds());
}

} // namespace
} // namespace selvage
