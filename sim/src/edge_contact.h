// Edges and faces of a cloth against solids that are thinner than its cells, or sharp: rods, rims and corners
// between the particles. Nothing is done for solids that are flat and round enough for particles alone.
#pragma once

#include "cloth_features.h"

namespace selvage {

struct GridContacts;
struct GridParticles;
struct Pass;

// Forgets where edges and faces were near to solids: solids may have come, gone or jumped.
void forgetNear(ClothFeatures &features);
// Whether the lists of what is near still hold where nothing went farther than `way` (m) in this substep.
bool nearHolds(const ClothFeatures &features, float way);
// Makes the lists anew: first beginNear(), then addNear() for every solid, then endNear().
void beginNear(float way, ClothFeatures &features);
void addNear(const Pass &pass, const GridParticles &particles, ClothFeatures &features);
void endNear(ClothFeatures &features);

// Pushes edges out of one solid, after the particles. Contacts are those of the particles at their ends,
// friction too. Returns whether anything touches. On the calling thread.
bool touchEdges(const Pass &pass, const GridParticles &particles, ClothFeatures &features,
                GridContacts &contacts);

// At the end of a substep: pushes faces off corners, and then no edge, face or particle that was outside goes
// through, whatever pushed it after all. Returns whether a face touches.
bool keepOut(const Pass &pass, const GridParticles &particles, ClothFeatures &features,
             GridContacts &contacts);

} // namespace selvage
