// Two corners of a cloth pinned, damping 1/s, beside the double-precision reference.
#pragma once

#include "measure/sheet.h"
#include "reference/reference.h"

#include <gtest/gtest.h>

namespace selvage {

struct HangError {
    double centre{0.0}; // m, RMS of the centre of mass' height over the first second
    double worst{0.0};  // –, largest p99 stretch of any frame
};

// Four seconds of a prepared world whose cloth's centre of mass must never come above its release. `grid`:
// the same cloth as the reference takes it.
template <typename P99Stretch>
HangError hangBesideReference(World &world, const Cloth &grid, const P99Stretch &p99Stretch) {
    const Cloth &cloth = world.cloths[0];
    reference::State state = reference::fromCloth(grid);
    double squares = 0.0;
    HangError error;
    for (int s = 1; s <= 360; ++s) {
        step(world, emptyInput());
        error.worst = std::max(error.worst, p99Stretch(cloth));
        if (s <= 90) {
            reference::advance(state, 1.0 / 90.0, 200, 1.0);
            const double off = static_cast<double>(centreOfMass(cloth).y) - reference::centreHeight(state);
            squares += off * off / 90.0;
        }
        EXPECT_LT(centreOfMass(cloth).y, 0.0F);
    }
    error.centre = std::sqrt(squares);
    return error;
}

} // namespace selvage
