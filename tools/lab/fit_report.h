// How a worn garment fits, in the report of selvage-lab dress.
#pragma once

#include "scenarios/fitting.h"

#include <nlohmann/json.hpp>

namespace selvage {

// The contact pressures of several steps.
struct PressureMean {
    std::vector<float> sum; // Pa, per particle
    int32_t stepCount{0};

    // After a step of dt seconds.
    void add(const World &world, float dt);
};

// Ease (cm), stretch along warp and weft (–), pressure on the body (kPa) and distance to it (mm).
nlohmann::json fitJson(const Fitting &fitting, const PlainMesh &body, const PressureMean &pressure);

} // namespace selvage
