// A fitting: a body, and a sewing pattern's panels round it that are going to be sewn.
#pragma once

#include "scenarios/scenario.h"
#include "sim/dressing.h"

namespace selvage {

struct FittingOptions {
    DressingOptions dressing;
    Fabric fabric;    // its thickness is what particles keep from the body
    Vec3 place{0.0F}; // m, where the body stands
    int32_t substeps{12};
};

struct Fitting {
    World world;           // the body is the first collider, the floor the second; not finished
    BodyMeasures measures; // m, in the body's space
    float lifted{0.0F};    // m, how much higher than in the pattern the trunk's panels begin
};

// The pattern as seen from the body's own origin. Uses the options' threads and progress. Fails as
// planDressing and addGarment do. finishWorld() remains to be called.
Result<Fitting> makeFitting(const SewingPattern &pattern, PlainMesh body, const FittingOptions &fitting,
                            const ScenarioOptions &options);

} // namespace selvage
