// Faces of a cloth against the corners of solids: of boxes, the ends of rods, balls smaller than a cell.
#pragma once

#include "cloth_features.h"

namespace selvage {

struct GridContacts;
struct GridParticles;
struct Pass;
enum class Keep : uint8_t;

// Pushes the faces around the features' near slots off every corner. Returns whether anything touches.
bool touchCorners(const Pass &pass, const GridParticles &particles, const ClothFeatures &features,
                  GridContacts &contacts);

// At the end of a substep: keeps what would go through.
void cutAtCorners(const Pass &pass, const GridParticles &particles, Keep keep, ClothFeatures &features);

} // namespace selvage
