// A trustworthy but slow solution to compare with: symplectic Euler in double precision, velocity form, many
// substeps. (In single precision, or with v = (x - x_old) / dt, it is wrong by centimetres.)
#pragma once

#include "sim/cloth.h"

#include <Eigen/Core>
#include <vector>

namespace selvage::reference {

using Vec3d = Eigen::Vector3d;

struct State {
    const Cloth *cloth;
    std::vector<Vec3d> position;
    std::vector<Vec3d> velocity;
};

inline Vec3d toDouble(const Vec3 &v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

inline State fromCloth(const Cloth &cloth) {
    State state{&cloth, {}, {}};
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        state.position.push_back(toDouble(cloth.position[i]));
        state.velocity.push_back(toDouble(cloth.velocity[i]));
    }
    return state;
}

inline void advance(State &state, double duration, int substeps, double damping) {
    const double dt = duration / substeps;
    const Cloth &cloth = *state.cloth;
    std::vector<Vec3d> force(state.position.size());
    for (int s = 0; s < substeps; ++s) {
        for (size_t i = 0; i < force.size(); ++i) {
            force[i] = Vec3d(0.0, -static_cast<double>(kGravity), 0.0) * static_cast<double>(cloth.mass[i]);
        }
        for (const Spring &spring : cloth.topology->springs) {
            const auto a = static_cast<size_t>(spring.a);
            const auto b = static_cast<size_t>(spring.b);
            const Vec3d d = state.position[b] - state.position[a];
            const double length = d.norm();
            const Vec3d f = d * (static_cast<double>(springStiffness(cloth.fabric, spring.kind)) *
                                 (length - static_cast<double>(spring.restLength)) / length);
            force[a] += f;
            force[b] -= f;
        }
        for (size_t i = 0; i < force.size(); ++i) {
            if (cloth.fixed[i] == 0) {
                state.velocity[i] = std::exp(-damping * dt) * state.velocity[i] +
                                    force[i] * (dt / static_cast<double>(cloth.mass[i]));
                state.position[i] += dt * state.velocity[i];
            }
        }
    }
}

inline double centreHeight(const State &state) {
    double sum = 0.0;
    double mass = 0.0;
    for (size_t i = 0; i < state.position.size(); ++i) {
        sum += state.position[i].y() * static_cast<double>(state.cloth->mass[i]);
        mass += static_cast<double>(state.cloth->mass[i]);
    }
    return sum / mass;
}

} // namespace selvage::reference
