// What is told at which hand, and until when.
#include "hints.h"

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

} // namespace
} // namespace selvage
