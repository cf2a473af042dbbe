// Small worlds that several tests use.
#pragma once

#include "sim/diagnostics.h"
#include "sim/world.h"

namespace selvage {

// The sheet of most measurements: 0.2 kg/m², structural k, shear k/2, flexion k/10 in cells of that size (m),
// no damping.
inline Fabric sheetFabric(float stiffness, float cell) {
    Fabric fabric;
    fabric.name = "sheet";
    fabric.arealDensity = 0.2F;
    setSpringConstants(fabric, {stiffness, stiffness * 0.5F, stiffness * 0.1F}, cell);
    setMaxStretch(fabric, 0.05F);
    fabric.damping = 0.0F;
    return fabric;
}

// n x n particles, 1 x 1 m, horizontal, with the springs of the papers.
inline Cloth sheetCloth(int32_t n, float stiffness) {
    const Fabric fabric = sheetFabric(stiffness, 1.0F / static_cast<float>(n - 1));
    return makeGridCloth({n, n, 1.0F, 1.0F, SpringLayout::Papers}, fabric, Pose{});
}

// A horizontal sheet of n x n particles in empty space; prepareWorld() is left to the caller.
inline World sheetWorld(int32_t n, float stiffness, const char *integrator = kDefaultIntegrator) {
    World world;
    world.settings.integrator = findIntegrator(integrator);
    world.cloths.push_back(sheetCloth(n, stiffness));
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
