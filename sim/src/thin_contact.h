// Edges and faces of a cloth against what is thin in a mesh: wires, thin rods and plates, on which a cloth
// hangs between its particles.
#pragma once

#include "cloth_features.h"

namespace selvage {

struct GridContacts;
struct GridParticles;
struct Pass;

// Pushes the middles of the edges and faces that are near something thin out of the mesh, after the
// particles. Returns whether anything touches. On the calling thread.
bool touchThin(const Pass &pass, const GridParticles &particles, const ClothFeatures &features,
               GridContacts &contacts);

} // namespace selvage
