// Spring forces of one cloth, for the integrators that are built on them.
#pragma once

#include "sim/integrator.h"

#include <algorithm>
#include <span>

namespace selvage {

inline constexpr int32_t kForceBlock = 128; // particles per block of the force gather

enum class Viscosity { AlongSpring, AsPrinted, OfFabric };

// Where forces are evaluated; per particle.
struct SpringState {
    std::span<const Vec3> position; // m
    std::span<const Vec3> velocity; // m/s
};

// Desbrun 1999, Fig. 6 (with the spring direction of Meyer 2000, Fig. 4, which attracts when stretched):
//   F_i = sum_j k_ij (|x_ij| - l_ij) x_ij / |x_ij| + k_ij dt (v_j - v_i),   x_ij = x_j - x_i
// The printed viscosity resists any difference of velocities, a rigid turn too, and locks every fold of a
// stiff cloth as if it moved in molasses. Kept to the part along the spring, it is what linearising the
// spring's length gives, and it leaves turning free. OfFabric replaces k dt by the fabric's own damping
// coefficient: Chung, Yen 2004, §2, whose stiffness term is printed with the sign that pushes a stretched
// spring further apart. A contracted spring keeps the share c of its force (Kang, Cho 2002, §4.2).
// Written as a gather over each particle's springs into solver.force, so that any number of workers gives the
// same bits.
template <Viscosity viscosity>
void gatherSpringForces(const Cloth &cloth, ClothSolver &solver, const SpringState &state, float dt,
                        Workers &workers) {
    const float constant[] = {cloth.fabric.weftStiffness, cloth.fabric.warpStiffness,
                              cloth.fabric.shearStiffness,
                              cloth.fabric.bendingRigidity}; // in the order of SpringKind
    const float contracted = cloth.fabric.contractionResistance;
    workers.forBlocks(cloth.particleCount(), kForceBlock, [&](int32_t begin, int32_t end) {
        for (int32_t i = begin; i < end; ++i) {
            const Vec3 x = state.position[static_cast<size_t>(i)];
            const Vec3 v = state.velocity[static_cast<size_t>(i)];
            Vec3 force(0.0F);
            for (const SpringEnd &springEnd : solver.springEnds.around(i)) {
                const float k = constant[static_cast<size_t>(springEnd.kind)] * springEnd.shape;
                const Vec3 d = state.position[static_cast<size_t>(springEnd.other)] - x;
                const Vec3 relative = state.velocity[static_cast<size_t>(springEnd.other)] - v;
                const float inverseLength = 1.0F / std::max(glm::length(d), 1e-9F);
                float alongSpring = k * (1.0F - springEnd.restLength * inverseLength);
                alongSpring *= alongSpring < 0.0F ? contracted : 1.0F;
                if constexpr (viscosity == Viscosity::AsPrinted) {
                    force += k * dt * relative;
                } else {
                    const float damping =
                        viscosity == Viscosity::AlongSpring ? k * dt : cloth.fabric.springDamping;
                    alongSpring += damping * glm::dot(relative, d) * inverseLength * inverseLength;
                }
                force += alongSpring * d;
            }
            solver.force[static_cast<size_t>(i)] = Vec4(force, 0.0F);
        }
    });
}

// The same at the start of the substep.
template <Viscosity viscosity>
void gatherInternalForces(const Cloth &cloth, ClothSolver &solver, float dt, Workers &workers) {
    gatherSpringForces<viscosity>(cloth, solver, {solver.start, cloth.velocity}, dt, workers);
}

} // namespace selvage
