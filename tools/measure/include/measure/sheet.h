// Small worlds that several tests and measurements use.
#pragma once

#include "sim/diagnostics.h"
#include "sim/world.h"

#include <algorithm>
#include <cmath>

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

inline double rmsSpeed(const Cloth &cloth) { // m/s
    double sum = 0.0;
    for (const Vec3 &v : cloth.velocity) {
        sum += static_cast<double>(glm::dot(v, v));
    }
    return std::sqrt(sum / static_cast<double>(cloth.velocity.size()));
}

// A ball of 0.3 m about the origin, and the first cloth above it, 5 cm beside its axis.
inline void placeBesideBall(World &world, float height) {
    for (Vec3 &x : world.cloths[0].position) {
        x += Vec3(0.05F, height, 0.0F);
    }
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.3F;
    world.colliders.push_back(ball);
}

// What free motion did to the momenta.
struct Drift {
    double linear{0.0};  // kg m/s
    double angular{0.0}; // –, |L / L0 - 1|
};

// Five seconds of a cloth that flies and turns where nothing acts on it. Prepares the world.
inline Drift spinFreely(World &world) {
    world.settings.gravity = Vec3(0.0F);
    prepareWorld(world, 1);
    Cloth &cloth = world.cloths[0];
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        cloth.velocity[i] = Vec3(0.3F, 0.1F, -0.2F) + glm::cross(Vec3(0.5F, 3.0F, 1.0F), cloth.position[i]);
    }
    const Momentum before = momentumOf(cloth);
    for (int s = 0; s < 450; ++s) {
        step(world, emptyInput());
    }
    const Momentum after = momentumOf(cloth);
    const auto norm = [](const double(&v)[3]) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); };
    Drift drift;
    for (int axis = 0; axis < 3; ++axis) {
        drift.linear = std::max(drift.linear, std::abs(after.linear[axis] - before.linear[axis]));
    }
    drift.angular = std::abs(norm(after.angular) / norm(before.angular) - 1.0);
    return drift;
}

inline float fastest(const Cloth &cloth) {
    float speed = 0.0F;
    for (const Vec3 &v : cloth.velocity) {
        speed = std::max(speed, glm::length(v));
    }
    return speed;
}

} // namespace selvage
