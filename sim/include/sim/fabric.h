// A fabric in SI units, and nominal presets. All constants belong to the material: they do not depend on the
// number of particles, and what a single spring of a mass-spring grid gets follows from them and from its
// shape at rest (springStiffness in sim/cloth.h).
#pragma once

#include <span>
#include <string_view>

namespace selvage {

struct Fabric {
    const char *name{"silk"};
    float arealDensity{0.060F};        // kg/m²
    float warpStiffness{1000.0F};      // N/m: force per metre of width for a strain of one
    float weftStiffness{1000.0F};      // N/m
    float shearStiffness{25.0F};       // N/m: force per metre for a shear angle of one
    float bendingRigidity{7e-6F};      // N m: moment per metre of width for a curvature of one
    float springDamping{0.0F};         // N s/m, along each spring, where the integrator has no viscosity
    float contractionResistance{1.0F}; // –, share of a spring's force that is left when it is contracted
    float maxStretchWarp{0.03F};       // –, critical elongations of the post-step (Provot's tau_c)
    float maxStretchWeft{0.03F};       // –
    float maxStretchBias{0.03F};       // –, along the cell diagonals
    float damping{0.2F};               // 1/s, v decays by exp(-damping * dt)
    float friction{0.3F};              // –, Coulomb, against a collider of frictionScale 1
    float thickness{0.004F};           // m, distance kept between the particles and any surface
    // Whether the default integrator, on grids, follows the stretch and shear stiffness up to the critical
    // elongations; else it takes the fabric as inextensible. All other integrators follow them anyway.
    bool elastic{false};
};

// Nominal fabrics: typical of their kind, none of them measured from one piece. Silk first, the default.
std::span<const Fabric> fabrics();
const Fabric *findFabric(std::string_view name); // nullptr when there is none of that name

// The same critical elongation along warp, weft and bias.
void setMaxStretch(Fabric &fabric, float maxStretch);

// Constants of single springs, as the papers state them.
struct SpringConstants {
    float structural{1000.0F}; // N/m
    float shear{500.0F};       // N/m
    float flexion{100.0F};     // N/m
};

// Gives `fabric` the constants that lead to these springs in a grid of cells `cell` metres wide whose springs
// are laid out as in the papers (SpringLayout::Papers).
void setSpringConstants(Fabric &fabric, const SpringConstants &constants, float cell);

// A flexion spring of k N/m and L m at rest stands for a bending rigidity of kFlexionShare k L². The spring
// stores k/2 (L (1 - cos(a/2)))² where its two halves meet at the angle a, cloth stores 2 B sin²(a/2) (for
// square cells); both are equal at tan²(a/4) = 4 kFlexionShare, a = 45°. At smaller angles the spring is the
// weaker one: its energy goes with the fourth power, it has no linear bending stiffness at all.
inline constexpr float kFlexionShare = 0.01F;
// The papers' springs are many times as stiff as that, so their sheets bend by small angles, and what counts
// is the moment there: the spring's, k L²/2 (1 - cos(a/2)) sin(a/2), is cloth's, B sin(a), for
// B = kPapersFlexionShare k L² at a = 0.143, the RMS angle of the draped sheet of 65 x 65.
inline constexpr float kPapersFlexionShare = 6.4e-4F;

} // namespace selvage
