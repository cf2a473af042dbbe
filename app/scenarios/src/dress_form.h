// A dress form from measurements, made in code.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

// Names as in ISO 8559-1; the values are a size of our own.
struct FormSize {
    float waistHeight{1.06F};   // m, from the floor
    float bustGirth{0.90F};     // m
    float waistGirth{0.70F};    // m
    float hipGirth{0.96F};      // m
    float neckGirth{0.37F};     // m
    float shoulderWidth{0.38F}; // m, from shoulder point to shoulder point
    float backLength{0.41F};    // m, from the nape to the waist
    float waistToHip{0.20F};    // m, of height
    float waistToBust{0.17F};   // m, of height
};

// Upright on its stand's height, facing +z, from below the hip to the neck; closed.
PlainMesh makeDressForm(const FormSize &size);

// The same for a figure with legs: it ends at the crotch (m, from the floor), rounded from the hip down.
PlainMesh makeTrunk(const FormSize &size, float crotchHeight);

// What a form or a trunk at `place` has on its neck.
Collider formKnob(const FormSize &size, const Vec3 &place);

// The pole, the foot and the knob of a form at `place`.
void addFormStand(World &world, const FormSize &size, const Vec3 &place);

} // namespace selvage
