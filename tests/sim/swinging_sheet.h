// A sheet in full swing, for tests that change something on the way.
#pragma once

#include "measure/sheet.h"

#include <string>

namespace selvage {

inline constexpr int kWarmSteps = 25;       // into the swing, where everything stretches
inline constexpr float kStiffness = 200.0F; // N/m

// A sheet that hangs by two corners over a floor it slides on with its far edge.
inline World swingingSheet(const char *integrator, int32_t side = 11) {
    World world = sheetWorld(side, kStiffness, integrator);
    world.cloths[0].fabric.springDamping = 0.01F;
    world.cloths[0].fabric.damping = 0.5F;
    setMaxStretch(world.cloths[0].fabric, 0.02F);
    pinTwoCorners(world);
    Collider floor;
    floor.pose.position.y = -0.3F;
    floor.previousPose = floor.pose;
    world.colliders.push_back(floor);
    if (std::string(integrator) == "euler" || std::string(integrator) == "midpoint") {
        world.settings.substeps = 100;
    }
    prepareWorld(world, 1);
    for (int s = 0; s < kWarmSteps; ++s) {
        step(world, emptyInput());
    }
    return world;
}

} // namespace selvage
