// What somebody who is new to it is told at the hands, until they have done it once.
#pragma once

#include "comfort.h"
#include "maths/tracking.h"

#include <array>
#include <string_view>

namespace selvage {

// A hand as far as hints go.
struct HintHand {
    bool there{false}; // and holds nothing
    bool bare{false};
    bool tool{false};    // its trigger uses one
    bool menuIsB{false}; // what opens the panel has that name
};

// A short text for each hand; empty where there is nothing to be told. `wind`: the scene has one to be
// steered. With two hands the right one has what is done with cloth and wind, the left one the panel.
std::array<std::string_view, kHandCount> hintsFor(const Comfort &comfort,
                                                  const std::array<HintHand, kHandCount> &hands, bool wind);

} // namespace selvage
