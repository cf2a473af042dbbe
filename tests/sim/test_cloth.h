// Small worlds that several tests use.
#pragma once

#include "sim/diagnostics.h"
#include "sim/world.h"

namespace selvage {

// The sheet of most measurements: 1 x 1 m, 0.2 kg, structural k, shear k/2, flexion k/10, no damping.
inline Fabric sheetFabric(float stiffness) {
    Fabric fabric;
    fabric.name = "sheet";
    fabric.arealDensity = 0.2F;
    fabric.structuralStiffness = stiffness;
    fabric.shearStiffness = stiffness * 0.5F;
    fabric.flexionStiffness = stiffness * 0.1F;
    fabric.maxStretch = 0.05F;
    fabric.damping = 0.0F;
    return fabric;
}

// A horizontal sheet of n x n particles in empty space; prepareWorld() is left to the caller.
inline World sheetWorld(int32_t n, float stiffness, const char *integrator = kDefaultIntegrator) {
    World world;
    world.settings.integrator = findIntegrator(integrator);
    world.cloths.push_back(makeGridCloth({n, n, 1.0F, 1.0F}, sheetFabric(stiffness), Pose{}));
    return world;
}

inline void pinTwoCorners(World &world) {
    world.pins.push_back({0, 0});
    world.pins.push_back({0, world.cloths[0].topology->columnCount - 1});
}

inline StepInput emptyInput(float dt = 1.0F / 90.0F) {
    StepInput input;
    input.dt = dt;
    return input;
}

inline HandInput handAt(const Vec3 &position, float grab) {
    HandInput hand;
    hand.active = true;
    hand.grip.position = position;
    hand.aim = hand.grip;
    hand.grab = grab;
    return hand;
}

inline bool allFinite(const Cloth &cloth) {
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        if (!isFinite(cloth.position[i]) || !isFinite(cloth.velocity[i])) {
            return false;
        }
    }
    return true;
}

inline float fastest(const Cloth &cloth) {
    float speed = 0.0F;
    for (const Vec3 &v : cloth.velocity) {
        speed = std::max(speed, glm::length(v));
    }
    return speed;
}

} // namespace selvage
