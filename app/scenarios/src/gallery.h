// A gallery: a wall with rails from which cloths hang side by side, to be compared.
#pragma once

#include "scenarios/scenario.h"

#include <array>

namespace selvage {

inline constexpr float kGalleryPitch = 0.53F;                    // m, from one place to the next
inline constexpr std::array<float, 2> kRailHeight{1.98F, 1.26F}; // m, of the upper and the lower rail

// Floor, wall and rails.
std::vector<Collider> galleryColliders(int32_t columns);

// m, where the middle of a cloth's upper edge hangs.
Vec3 galleryPlace(int32_t row, int32_t column, int32_t columns);

// A square cloth of side x side particles, upright below the rail (row 0 above), `size` m wide.
Cloth hungCloth(int32_t side, float size, const Fabric &fabric, const Vec3 &place);

// Brings the corners of the upper edge nearer to each other, to this share of the width; the cloth bulges.
void gatherCorners(Cloth &cloth, float share);

// Floor, wall and rails as galleryColliders() has them.
std::span<const Vec3> galleryColours();

} // namespace selvage
