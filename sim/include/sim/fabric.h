// A fabric in SI units, and nominal presets. Spring constants are per spring of a grid of masses, as in the
// papers.
#pragma once

namespace selvage {

struct Fabric {
    const char *name{"silk"};
    float arealDensity{0.060F};        // kg/m²
    float structuralStiffness{300.0F}; // N/m, along warp and weft
    float shearStiffness{60.0F};       // N/m, along the cell diagonals
    float flexionStiffness{0.3F};      // N/m, every other particle: bending
    float springDamping{0.0F};         // N s/m, along each spring, where the integrator has no viscosity
    float contractionResistance{1.0F}; // –, share of a spring's force that is left when it is contracted
    float maxStretch{0.03F};           // –, critical elongation of the post-step (Provot's tau_c)
    float damping{0.2F};               // 1/s, v decays by exp(-damping * dt)
    float friction{0.3F};              // –, Coulomb, against a collider of frictionScale 1
    float thickness{0.004F};           // m, distance kept between the particles and any surface
};

} // namespace selvage
