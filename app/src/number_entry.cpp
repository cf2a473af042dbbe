// See number_entry.h.
#include "number_entry.h"

#include <algorithm>
#include <charconv>

namespace selvage {

std::optional<float> typeInto(NumberEntry &entry, char key) {
    constexpr std::string_view kCharacters = "0123456789+-.eE";
    switch (key) {
    case '\b':
        entry.length -= entry.length > 0 ? 1 : 0;
        return std::nullopt;
    case '\x1b':
        entry = {};
        return std::nullopt;
    case '\r':
        break;
    default:
        if (kCharacters.find(key) != std::string_view::npos && entry.length < entry.text.size()) {
            entry.text.at(entry.length++) = key;
        }
        return std::nullopt;
    }
    const NumberEntry done = entry;
    entry = {};
    float value = 0.0F;
    const char *end = done.text.data() + done.length;
    const auto [stopped, code] = std::from_chars(done.text.data(), end, value);
    if (done.slot >= parameters().size() || code != std::errc() || stopped != end) {
        return std::nullopt;
    }
    const Parameter &parameter = parameters()[done.slot];
    return std::clamp(value, parameter.minimum, parameter.maximum);
}

} // namespace selvage
