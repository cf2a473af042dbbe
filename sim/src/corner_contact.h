// Faces of a cloth against the corners of solids: of boxes, the ends of rods, balls smaller than a cell.
#pragma once

#include "cloth_features.h"

namespace selvage {

struct GridContacts;
struct GridParticles;
struct Pass;

// Pushes the faces around the features' near slots off every corner. Returns whether anything touches.
bool touchCorners(const Pass &pass, const GridParticles &particles, const ClothFeatures &features,
                  GridContacts &contacts);

// At the end of a substep: shortens the ways of what would go through.
void cutAtCorners(const Pass &pass, const GridParticles &particles, ClothFeatures &features);

} // namespace selvage
