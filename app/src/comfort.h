// What a person sets for themselves in the panel, whatever the scene; kept from one start to the next.
#pragma once

#include "maths/tracking.h"

namespace selvage {

// What they have done once, and need not be told of again.
struct KnownActs {
    bool taking{false};
    bool wind{false};
    bool panel{false};

    friend bool operator==(const KnownActs &, const KnownActs &) = default;
};

struct Comfort {
    Hand dominant{Hand::Right}; // points first; its button undoes, the other's does again
    float volume{0.7F};         // 0…1
    bool muted{false};
    bool captions{false}; // what is heard, in words
    // In a headset.
    bool togglesGrab{false};         // a press takes hold, the next one lets go
    bool swapsTriggerAndGrip{false}; // the trigger takes, the grip uses
    KnownActs known;

    friend bool operator==(const Comfort &, const Comfort &) = default;
};

} // namespace selvage
