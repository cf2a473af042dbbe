// Edges and faces of a cloth against solids that are thinner than its cells, or sharp: rods, rims and corners
// between the particles. Nothing is done for solids that are flat and round enough for particles alone.
#pragma once

#include "cloth_features.h"

namespace selvage {

struct GridContacts;
struct GridParticles;
struct Pass;

// Pushes edges and faces out of one solid, after the particles. Contacts are those of the particles at their
// ends, friction too. Returns whether anything touches. On the calling thread.
bool touchFeatures(const Pass &pass, const GridParticles &particles, ClothFeatures &features,
                   GridContacts &contacts);

// At the end of a substep: no edge that was outside goes through, whatever pushed it after all.
void cutFeatures(const Pass &pass, const GridParticles &particles, ClothFeatures &features);

} // namespace selvage
