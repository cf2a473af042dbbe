// What air does to cloth: drag and lift on its triangles, in SI units, from the velocity of the air relative
// to the cloth. Still air resists too, so a falling sheet has a terminal velocity.
//
// The force of a step comes from the velocity at its start: dividing it by 1 + dt dF/dv, as an implicit step
// of the air alone does, would take from the force that holds a deflected cloth, the more the longer the
// step. A step takes at most kAirMost of the relative velocity away, whatever the wind and the step, so that
// it is always stable. The air carries no mass along and cloth does not disturb it.
#pragma once

#include "sim/cloth.h"
#include "sim/water.h"
#include "sim/wind.h"
#include "sim/workers.h"

#include <vector>

namespace selvage {

enum class AirLaw : uint8_t {
    Triangles, // by area, relative to the cloth
    // Meyer et al. 2000, §4.1, Eq. 5: F = K |v| (n . v) n on every mass point, with the wind's velocity
    // alone. A finer mesh gets more force, the middle of a flat cloth none.
    MeyerAsPrinted
};

// –, below 2, above which a step would overshoot by more than it corrects. Reached by silk (0.06 kg/m²) that
// faces a wind of 11 m/s at 90 Hz; stronger winds then push no harder.
inline constexpr float kAirMost = 1.5F;

inline constexpr float kAirDensity = 1.2F; // kg/m³, at sea level

struct AirSettings {
    float density{0.0F};     // kg/m³; 0 = no air at all
    float normal{1.17F};     // –, coefficient of the force along a triangle's normal: a plate's drag
    float tangential{0.03F}; // –, along the triangle: the friction of both its faces
    AirLaw law{AirLaw::Triangles};
    float drag{0.8F}; // kg/m, K of Meyer's Eq. 5 (the value is Chung's and Yen's, §3.3)
};

// Of one cloth. Sized by prepareAir().
struct ClothAir {
    std::vector<float> restArea; // m², of each triangle
    // m/s, times kg: what the air does to each triangle; w: its mass, kg. As printed: scratch, per particle.
    std::vector<Vec4> change;
    std::vector<int32_t> triangleStart;   // particleCount + 1 offsets into trianglesAround
    std::vector<int32_t> trianglesAround; // of each particle
    // –, share of the wind that obstacles let through to each triangle. Each is looked for in every kLooks-th
    // step, for it is the dearest part of a step and changes slowly.
    std::vector<float> open;
    int32_t looked{-1}; // which part of them was in the last step; -1: all are to be looked for
};

inline constexpr int32_t kLooks = 4;

// To be called whenever the cloth's topology is a new one. Allocates.
void prepareAir(const Cloth &cloth, ClothAir &air);

struct AirScene {
    const AirSettings &settings;
    const WindSettings &windSettings;
    const Wind &wind;
    std::span<const Collider> colliders; // as they are at the start of the step
    // m/s, by how much a falling cloth's velocity at the end of a step leads its mean over the step: without
    // it the terminal velocity would depend on the length of the step. A resting cloth hardly feels it.
    Vec3 lead{0.0F};
    // Where there is water, it acts in place of the air on what is under it.
    const WaterSettings *waterSettings{nullptr};
    const Water *water{nullptr};
    Vec3 gravity{0.0F, -kGravity, 0.0F}; // m/s²
    std::span<const float> wetness;      // –, per particle of the cloth; only where there is water
};

// At the start of a step. Changes the velocities of the free particles by what the air does to them in
// dt (s).
void blow(Cloth &cloth, ClothAir &air, const AirScene &scene, float dt, Workers &workers);

} // namespace selvage
