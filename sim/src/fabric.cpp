// Nominal fabrics. Densities, thicknesses, stretch stiffness and bending rigidity are the middle of what
// textile handbooks and measured collections give for the kind; shear and the critical elongations, for which
// there is less, are of the right order.
#include "sim/fabric.h"

namespace selvage {

namespace {

// m, kept from surfaces beyond the material's own thickness: it hides an obstacle between the particles of
// the scenes' meshes.
constexpr float kMargin = 0.0039F;

constexpr Fabric kFabrics[] = {
    Fabric{},
    {.name = "cotton", // poplin
     .arealDensity = 0.120F,
     .warpStiffness = 3000.0F,
     .weftStiffness = 2000.0F,
     .shearStiffness = 40.0F,
     .bendingRigidity = 10e-6F,
     .maxStretchWarp = 0.02F,
     .maxStretchWeft = 0.03F,
     .maxStretchBias = 0.08F,
     .friction = 0.4F,
     .thickness = kMargin + 0.00025F},
    {.name = "denim",
     .arealDensity = 0.380F,
     .warpStiffness = 1000.0F,
     .weftStiffness = 600.0F,
     .shearStiffness = 55.0F,
     .bendingRigidity = 100e-6F,
     .maxStretchWarp = 0.02F,
     .maxStretchWeft = 0.03F,
     .maxStretchBias = 0.06F,
     .friction = 0.3F,
     .thickness = kMargin + 0.0008F},
    {.name = "wool", // suiting
     .arealDensity = 0.230F,
     .warpStiffness = 1200.0F,
     .weftStiffness = 900.0F,
     .shearStiffness = 30.0F,
     .bendingRigidity = 14e-6F,
     .maxStretchWarp = 0.04F,
     .maxStretchWeft = 0.06F,
     .maxStretchBias = 0.10F,
     .friction = 0.35F,
     .thickness = kMargin + 0.00045F},
    {.name = "jersey", // cotton; warp: along the wales
     .arealDensity = 0.180F,
     .warpStiffness = 60.0F,
     .weftStiffness = 30.0F,
     .shearStiffness = 30.0F,
     .bendingRigidity = 6e-6F,
     .maxStretchWarp = 0.20F,
     .maxStretchWeft = 0.40F,
     .maxStretchBias = 0.30F,
     .friction = 0.4F,
     .thickness = kMargin + 0.0006F,
     .elastic = true},
};

} // namespace

std::span<const Fabric> fabrics() {
    return kFabrics;
}

const Fabric *findFabric(std::string_view name) {
    for (const Fabric &fabric : kFabrics) {
        if (name == fabric.name) {
            return &fabric;
        }
    }
    return nullptr;
}

void setMaxStretch(Fabric &fabric, float maxStretch) {
    fabric.maxStretchWarp = maxStretch;
    fabric.maxStretchWeft = maxStretch;
    fabric.maxStretchBias = maxStretch;
}

void setSpringConstants(Fabric &fabric, const SpringConstants &constants, float cell) {
    fabric.warpStiffness = constants.structural;
    fabric.weftStiffness = constants.structural;
    fabric.shearStiffness = constants.shear;
    fabric.bendingRigidity = constants.flexion * kPapersFlexionShare * (2.0F * cell) * (2.0F * cell);
}

} // namespace selvage
