// What is told at which hand, and until when.
#include "hints.h"

#include "hand_acts.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Texts = std::array<std::string_view, kHandCount>;

constexpr HintHand kThere{.there = true};

TEST(Hints, TellOfClothThenWindAtTheRightHandAndOfThePanelAtTheLeft) {
    Comfort comfort;
    const std::array<HintHand, 2> hands{kThere, kThere};
    EXPECT_EQ(hintsFor(comfort, hands, true), (Texts{"Menu button: the panel", "Squeeze: take the cloth"}));
    comfort.known.taking = true;
    EXPECT_EQ(hintsFor(comfort, hands, true),
              (Texts{"Menu button: the panel", "Trigger: wind blows\nwhere you point"}));
    EXPECT_EQ(hintsFor(comfort, hands, false), (Texts{"Menu button: the panel", ""})) << "no wind to steer";
    comfort.known.panel = true;
    comfort.known.wind = true;
    EXPECT_EQ(hintsFor(comfort, hands, true), Texts{});
}

TEST(Hints, TellAllOfItAtTheOnlyHandInTurn) {
    for (const size_t side : {size_t{0}, size_t{1}}) {
        Comfort comfort;
        std::array<HintHand, 2> hands{};
        hands[side] = kThere;
        EXPECT_EQ(hintsFor(comfort, hands, true)[side], "Squeeze: take the cloth");
        comfort.known.taking = true;
        EXPECT_EQ(hintsFor(comfort, hands, true)[side], "Trigger: wind blows\nwhere you point");
        comfort.known.wind = true;
        EXPECT_FALSE(hintsFor(comfort, hands, true)[side].empty());
        comfort.known.panel = true;
        EXPECT_EQ(hintsFor(comfort, hands, true), Texts{});
    }
}

TEST(Hints, AreOfTheButtonsThatTheHandHas) {
    Comfort comfort;
    comfort.swapsTriggerAndGrip = true;
    EXPECT_EQ(hintsFor(comfort, {kThere, kThere}, true)[1], "Trigger: take the cloth");
    const HintHand bare{.there = true, .bare = true};
    EXPECT_EQ(hintsFor(comfort, {bare, bare}, true),
              (Texts{"Open palm before your face,\nthen pinch: the panel",
                     "Pinch, or make a fist:\ntake the cloth"}));
    comfort.known.taking = true;
    EXPECT_EQ(hintsFor(comfort, {kThere, kThere}, true)[1], "Squeeze: wind blows\nwhere you point");
    const HintHand index{.there = true, .menuIsB = true};
    EXPECT_EQ(hintsFor(comfort, {index, index}, true)[0], "B button: the panel");
    const HintHand pin{.there = true, .tool = true};
    EXPECT_EQ(hintsFor(comfort, {kThere, pin}, true)[1], "") << "its trigger blows no wind";
}

TEST(Hints, AreNotAtAHandThatIsNotThere) {
    EXPECT_EQ(hintsFor({}, {}, true), Texts{});
}

class FirstActsTest : public testing::Test {
protected:
    FirstActsTest() {
        input.hands[1].active = true;
        frame.airDensity = 1.2F;
        frame.windSettings.steered = true;
        follow(); // what was before counts for nothing
    }
    KnownActs follow() {
        acts.follow(known, frame, input, panelOpen);
        return known;
    }
    FirstActs acts;
    KnownActs known;
    SimFrame frame;
    TrackedInput input;
    bool panelOpen{false};
};

TEST_F(FirstActsTest, AreLearntOneByOne) {
    EXPECT_EQ(follow(), KnownActs{});
    frame.hands[1].holding = true;
    EXPECT_EQ(follow(), (KnownActs{.taking = true}));
    panelOpen = true;
    EXPECT_EQ(follow(), (KnownActs{.taking = true, .panel = true}));
    frame.hands[1].holding = false;
    input.hands[1].trigger = 1.0F;
    EXPECT_EQ(follow(), (KnownActs{.taking = true, .wind = true, .panel = true}));
}

TEST_F(FirstActsTest, AreToldAgainThoughTheOpenPanelAndAHeldClothAreSeen) {
    panelOpen = frame.hands[1].holding = true;
    follow();
    known = {}; // by its button
    EXPECT_EQ(follow(), KnownActs{});
}

TEST_F(FirstActsTest, TakeNoTriggerForWindThatBlowsNone) {
    input.hands[1].trigger = 1.0F;
    frame.windSettings.steered = false;
    EXPECT_FALSE(follow().wind);
    frame.windSettings.steered = true;
    frame.airDensity = 0.0F;
    EXPECT_FALSE(follow().wind);
    frame.airDensity = 1.2F;
    frame.bench.present = true;
    frame.bench.tools[1].tool = BenchTool::Pin;
    EXPECT_FALSE(follow().wind);
    frame.bench.present = false;
    input.hands[1].active = false;
    EXPECT_FALSE(follow().wind);
    input.hands[1].active = true;
    EXPECT_TRUE(follow().wind);
}

} // namespace
} // namespace selvage
