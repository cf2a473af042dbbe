// A river: a surface that moves with the current, the current itself, and what water does to cloth. The
// force is the air's fluid force with the density of water (sim/air.h), the part of a triangle that is under
// water also feels buoyancy, and cloth soaks: it gets heavier under water and dries in the air.
//
// Water is 800 times as dense as air and cloth weighs little, so a step that took the force at its start
// would overshoot; the relative velocity is divided by 1 + dt times its rate instead, which is stable at any
// dt. The water takes no notice of the cloth.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <vector>

namespace selvage {

struct Cloth;

// The river runs along +x between two banks of the same height.
struct WaterSettings {
    float density{0.0F};     // kg/m³; 0 = no water at all
    Vec3 middle{0.0F};       // m, a point of the resting surface halfway between the banks
    float halfWidth{1.2F};   // m, from the middle to where the banks meet the surface
    float depth{0.7F};       // m, in the middle
    float speed{0.5F};       // m/s of the current in the middle, at most kCurrentMost
    float waves{0.008F};     // m, height of the waves that the current carries
    float normal{1.17F};     // –, coefficients of the force along and across a triangle's normal
    float tangential{0.03F}; // –
    float soak{1.5F};        // –, water that cloth can hold, as a share of its dry mass
    float fibre{1350.0F};    // kg/m³, density of the bare fibre
    float wetTime{4.0F};     // s, in which dry cloth under water soaks to 63 %
    float dryTime{150.0F};   // s, in which it dries to 37 % in the air
};

inline constexpr float kWaterDensity = 1000.0F; // kg/m³
inline constexpr float kCurrentMost = 10.0F;    // m/s; a faster current carries no faster

// The water of a running world.
struct Water {
    double drift{0.0};                       // m, how far the current has carried its waves
    std::vector<std::vector<float>> wetness; // –, 0 dry … 1 soaked, per cloth and particle
};

// m, of the surface above (x, z).
float waterHeight(const WaterSettings &settings, const Water &water, float x, float z);

// m/s; slower towards the banks, zero behind them.
Vec3 currentAt(const WaterSettings &settings, const Vec3 &point);

// –, how much of a piece of cloth at a point is under water; smooth over a few centimetres at the surface.
float shareUnderWater(const WaterSettings &settings, const Water &water, const Vec3 &point);

// m/s, what the water does in dt (s) to a piece of cloth wholly under it. `normal`: unit; `velocity`: m/s;
// `massPerArea`: kg/m², wet; `wetness`: –; `gravity`: m/s².
struct WetPiece {
    Vec3 point{0.0F};
    Vec3 normal{0.0F, 1.0F, 0.0F};
    Vec3 velocity{0.0F};
    float massPerArea{0.06F};
    float wetness{0.0F};
};
Vec3 changeInWater(const WaterSettings &settings, const WetPiece &piece, const Vec3 &gravity, float dt);

// Carries the waves on and soaks or dries a cloth; its masses follow. Returns whether they changed so much
// since they were last set that what depends on masses must be made anew.
void moveWater(const WaterSettings &settings, Water &water, float dt);
bool soakCloth(const WaterSettings &settings, const Water &water, std::vector<float> &wetness, Cloth &cloth,
               float dt);

} // namespace selvage
