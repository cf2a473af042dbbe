// A trustworthy but slow solution to compare with: symplectic Euler in double precision, velocity form, many
// substeps, springs of fixed stiffness and no limiter; contact by projection with Coulomb friction. (In
// single precision, or with v = (x - x_old) / dt, it is wrong by centimetres.)
#pragma once

#include "sim/world.h"

#include <span>
#include <vector>

namespace selvage::reference {

using Vec3d = glm::dvec3;

struct State {
    Cloth cloth; // topology, masses, stiffness, fixed particles; its positions are not touched
    std::vector<Spring> springs; // of the cloth
    std::vector<Collider> colliders;
    Vec3d gravity{0.0, -static_cast<double>(kGravity), 0.0}; // m/s²
    std::vector<Vec3d> position;                             // m
    std::vector<Vec3d> velocity;                             // m/s
    std::vector<Vec3d> force;                                // N, scratch
};

State fromCloth(const Cloth &cloth);

// The start of a comparison job: the world's first cloth with the reference's springs (kStiffness, half of it
// for shear, a tenth for flexion), among the world's obstacles, which must be at rest.
inline constexpr float kStiffness = 1e3F; // N/m
State fromWorld(const World &world);

// Advances by `duration` (s) in that many substeps; velocities decay by exp(-damping * time). Fixed particles
// stay where they are. Stable while a substep is shorter than about sqrt(m / k) of the lightest particle.
void advance(State &state, double duration, int substeps, double damping);

double centreHeight(const State &state); // m

// Kinetic + spring + gravitational energy (J), the last relative to height 0.
double energy(const State &state);

// RMS angle (rad) between consecutive segments of `stride` cells, along all rows and columns of a grid: how
// much it is folded. A sawtooth of the grid shows at stride 1 and not at stride 2. 0 where nothing fits.
double foldRms(std::span<const Vec3d> position, int32_t columns, int32_t rows, int32_t stride);

} // namespace selvage::reference
