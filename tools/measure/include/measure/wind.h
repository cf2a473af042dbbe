// What wind does to sheets and flags. Tests compare it with theory; `selvage-lab reproduce` shows both.
#pragma once

#include "sim/air.h"

#include <vector>

namespace selvage {

// N, along a wind of 2 m/s that strikes a square metre of side x side particles face on.
double forceOnSheet(int32_t side, AirLaw law);

// The middle of the free edge of the scene `flag`, sampled once a step while it flaps in a steady wind.
struct Flapping {
    std::vector<double> time;   // s
    std::vector<double> across; // m, from the pole, across the wind
    double frequency{0.0};      // Hz, from the crossings of its mean
};

Flapping flappingAt(double windSpeed); // m/s

} // namespace selvage
