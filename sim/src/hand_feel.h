// What keeps a hand's anchor from where the tracked hand is: solids, which a hand does not enter, and cloth
// that is taut, which it does not tear. After the outer hand of Canales et al. 2019, who find that people
// take a hand that stays outside for their own.
#pragma once

#include "sim/world.h"

namespace selvage {

// After the anchors moved: puts them outside of what stands in their way, at no more than bridgeSpeed. What a
// hand carries is not in its way, and one that appears in a solid may leave it. Does not allocate.
void keepHandsOutside(World &world, float dt);

// At the end of a step: how much the cloth pulls at the hands, and how far a hand yields to cloth that is
// taut. A hand that has yielded as far as it may lets go. `timeWasUp`: the step was cut short, and may have
// left stretch that is no pull. Does not allocate.
void feelCloth(World &world, bool timeWasUp, float dt);

} // namespace selvage
