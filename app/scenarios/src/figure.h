// A figure with legs: a dress form's trunk that goes through simple poses, and a stool for it.
#pragma once

#include "dress_form.h"
#include "figure_motion.h"

namespace selvage {

// Names as in ISO 8559-1; the values are of the same size as FormSize's.
struct LegSize {
    float insideLegHeight{0.78F}; // m, from the floor to the crotch
    float kneeHeight{0.47F};      // m
    float ankleHeight{0.075F};    // m, the outer ankle's
    float thighGirth{0.55F};      // m
    float midThighGirth{0.48F};   // m
    float kneeGirth{0.37F};       // m
    float calfGirth{0.36F};       // m
    float ankleGirth{0.22F};      // m
    float footLength{0.24F};      // m
};

struct Figure {
    FormSize trunk;
    LegSize legs;
    Vec3 place{0.0F};      // m, where it stands
    float thickness{0.0F}; // m, of the cloth that it wears
    std::span<const FigureAct> acts;
};

inline constexpr size_t kLegParts = kFigureParts - 1;
inline constexpr size_t kStoolParts = 5; // its seat, its legs

// Of a world whose first collider is the figure's trunk: adds its legs, as colliders in the order of
// FigurePoses, the knob on its neck, a stool behind it, and tracks. Uses the options' threads and progress.
void addFigure(World &world, const Figure &figure, const ScenarioOptions &options);

} // namespace selvage
