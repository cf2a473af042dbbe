// Measurements of a cloth: stretch, energy, momentum, penetration, and a hash of its exact state.
#pragma once

#include "sim/world.h"

#include <cstdint>
#include <vector>

namespace selvage {

// Stretch (length / rest - 1, –) of every structural spring, appended to `out`.
void appendStretch(const Cloth &cloth, std::vector<float> &out);

// Depth (m) of every particle inside any collider at the end of the step, 0 when outside; appended to `out`.
// The fabric's thickness does not count: 0 means the particle itself is not inside.
void appendPenetration(const World &world, const Cloth &cloth, std::vector<float> &out);

// How deep (m) the cloths are in the meshes of the colliders themselves, not in their voxels: exact
// distances, and winding numbers for the side. Slow: for reports.
struct MeshPenetration {
    float particles{0.0F};   // deepest particle
    float edgeCentres{0.0F}; // deepest middle of a structural spring
    float faceCentres{0.0F}; // deepest middle of a triangle
    bool any{false};         // there is a mesh at all
    bool solid{true};        // and all of them bound solids, so that the depths mean something
};
MeshPenetration meshPenetration(const World &world);

struct Momentum {
    double linear[3]{};  // kg m/s
    double angular[3]{}; // kg m²/s, about the centre of mass
};
Momentum momentumOf(const Cloth &cloth);

// Kinetic + spring + gravitational energy (J); the last relative to height 0.
double energyOf(const Cloth &cloth, const Vec3 &gravity);

Vec3 centreOfMass(const Cloth &cloth); // m

// A 64-bit FNV-1a hash of all positions and velocities, bit for bit.
uint64_t stateHash(const World &world);

// The value at `fraction` (0…1) of the sorted values; 0 when empty. Reorders the values.
double quantile(std::vector<float> &values, double fraction);

} // namespace selvage
