#include "hints.h"

namespace selvage {

namespace {

std::string_view takingHint(const HintHand &hand, bool swapped) {
    if (hand.bare) {
        return "Pinch, or make a fist:\ntake the cloth";
    }
    return swapped ? "Trigger: take the cloth" : "Squeeze: take the cloth";
}

std::string_view windHint(const HintHand &hand, bool swapped) {
    if (hand.bare) {
        return "Pinch: wind blows\nwhere you point";
    }
    return swapped ? "Squeeze: wind blows\nwhere you point" : "Trigger: wind blows\nwhere you point";
}

std::string_view panelHint(const HintHand &hand, Hand side) {
    if (hand.bare) {
        return "Open palm before your face,\nthen pinch: the panel";
    }
    if (hand.menuIsB) {
        return "B button: the panel";
    }
    return side == Hand::Left ? "Menu button: the panel" : "Menu button, or a press\non the stick: the panel";
}

} // namespace

std::array<std::string_view, kHandCount> hintsFor(const Comfort &comfort,
                                                  const std::array<HintHand, kHandCount> &hands, bool wind) {
    const bool both = hands[0].there && hands[1].there;
    std::array<std::string_view, kHandCount> texts;
    for (size_t h = 0; h < kHandCount; ++h) {
        const HintHand &hand = hands[h];
        const auto side = static_cast<Hand>(h);
        const bool works = !both || side == Hand::Right;
        const bool opens = !both || side == Hand::Left;
        if (!hand.there) {
            continue;
        }
        if (works && !comfort.known.taking) {
            texts[h] = takingHint(hand, comfort.swapsTriggerAndGrip);
        } else if (works && wind && !hand.tool && !comfort.known.wind) {
            texts[h] = windHint(hand, comfort.swapsTriggerAndGrip);
        } else if (opens && !comfort.known.panel) {
            texts[h] = panelHint(hand, side);
        }
    }
    return texts;
}

} // namespace selvage
