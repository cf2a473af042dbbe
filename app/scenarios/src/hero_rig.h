// A man of balls and capsules who stands, turns, walks, sprints and flies along a circle, as colliders with
// tracks.
#pragma once

#include "sim/world.h"

#include <array>

namespace selvage {

inline constexpr double kHeroPeriod = 22.0; // s, then he starts again
inline constexpr int32_t kHeroParts = 17;

// Adds his parts, in the pose of time 0, and their tracks. Returns the index of his chest among the
// colliders.
int32_t addHero(World &world);

// The same for each part: suit, skin, boots, hair.
std::array<Vec3, kHeroParts> heroColours();

} // namespace selvage
