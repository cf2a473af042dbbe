// A number that a person types in place of a slider.
#pragma once

#include "live_settings.h"

#include <array>
#include <optional>
#include <string_view>

namespace selvage {

struct NumberEntry {
    size_t slot{kLiveSlots}; // of the parameter; kLiveSlots: none is being typed
    std::array<char, 16> text{};
    size_t length{0};

    bool isOpen() const { return slot != kLiveSlots; }
    std::string_view typed() const { return {text.data(), length}; }
};

// One key: a character, or TypedKeys' (xr/display.h) for erasing, confirming and cancelling. Confirming
// closes the entry and gives the number, within what its parameter may be set to; nothing where it is none.
std::optional<float> typeInto(NumberEntry &entry, char key);

} // namespace selvage
