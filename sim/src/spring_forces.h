// Spring forces of one cloth, for the integrators that are built on them.
#pragma once

#include "sim/integrator.h"

#include <algorithm>

namespace selvage {

inline constexpr int32_t kForceBlock = 128; // particles per block of the force gather

enum class Viscosity { AlongSpring, AsPrinted };

// Desbrun 1999, Fig. 6 (with the spring direction of Meyer 2000, Fig. 4, which attracts when stretched):
//   F_i = sum_j k_ij (|x_ij| - l_ij) x_ij / |x_ij| + k_ij dt (v_j - v_i),   x_ij = x_j - x_i
// The printed viscosity resists any difference of velocities, a rigid turn too, and locks every fold of a
// stiff cloth as if it moved in molasses. Kept to the part along the spring, it is what linearising the
// spring's length gives, and it leaves turning free. Written as a gather over each particle's springs, so
// that any number of workers gives the same bits.
template <Viscosity viscosity>
void gatherInternalForces(const Cloth &cloth, ClothSolver &solver, float dt, Workers &workers) {
    const ClothTopology &topology = *cloth.topology;
    const float stiffness[3] = {cloth.fabric.structuralStiffness, cloth.fabric.shearStiffness,
                                cloth.fabric.flexionStiffness};
    workers.forBlocks(cloth.particleCount(), kForceBlock, [&](int32_t begin, int32_t end) {
        for (int32_t i = begin; i < end; ++i) {
            const Vec3 x = solver.start[static_cast<size_t>(i)];
            const Vec3 v = cloth.velocity[static_cast<size_t>(i)];
            Vec3 force(0.0F);
            for (int32_t e = topology.springEndStart[static_cast<size_t>(i)];
                 e < topology.springEndStart[static_cast<size_t>(i) + 1]; ++e) {
                const SpringEnd &springEnd = topology.springEnds[static_cast<size_t>(e)];
                const Spring &spring = topology.springs[static_cast<size_t>(springEnd.spring)];
                const float k = stiffness[static_cast<size_t>(spring.kind)];
                const Vec3 d = solver.start[static_cast<size_t>(springEnd.other)] - x;
                const Vec3 relative = cloth.velocity[static_cast<size_t>(springEnd.other)] - v;
                const float inverseLength = 1.0F / std::max(glm::length(d), 1e-9F);
                float alongSpring = k * (1.0F - spring.restLength * inverseLength);
                if constexpr (viscosity == Viscosity::AlongSpring) {
                    alongSpring += k * dt * glm::dot(relative, d) * inverseLength * inverseLength;
                } else {
                    force += k * dt * relative;
                }
                force += alongSpring * d;
            }
            solver.force[static_cast<size_t>(i)] = Vec4(force, 0.0F);
        }
    });
}

} // namespace selvage
