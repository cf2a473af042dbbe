// Kang and Cho's approximate implicit integration by a direct update, without a matrix (Kang, Cho 2002, §3.1,
// Eq. 6), in a corrected form and as printed. O(n), stable at any stiffness and step, and over-damped: what a
// particle is told by its springs reaches its neighbours only.
#include "kang_cho.h"

#include "integrator_table.h"
#include "maths/index.h"
#include "spring_forces.h"

namespace selvage {

namespace {

// Sum of kappa_ij over the springs around a particle.
float stiffnessAround(const Cloth &cloth, const ClothSolver &solver, int32_t i) {
    float sum = 0.0F;
    for (const SpringEnd &end : solver.springEnds.around(i)) {
        sum += springStiffness(cloth.fabric, end);
    }
    return sum;
}

// Eq. 6 in two gathers. `force` holds F~ and afterwards F~_j h / (m_j + h² sum_l kappa_jl), in w the inverse
// of that denominator; solver.change receives dv. A particle that `isStill` tells no neighbour anything and
// receives nothing.
template <typename IsStill>
void directUpdate(const Cloth &cloth, ClothSolver &solver, float h, const IsStill &isStill,
                  Workers &workers) {
    workers.forBlocks(cloth.particleCount(), kForceBlock, [&](int32_t begin, int32_t end) {
        for (int32_t j = begin; j < end; ++j) {
            const float inverse = 1.0F / (cloth.mass[u(j)] + h * h * stiffnessAround(cloth, solver, j));
            const float share = isStill(j) ? 0.0F : h * inverse;
            solver.force[u(j)] = Vec4(share * Vec3(solver.force[u(j)]), inverse);
        }
    });
    workers.forBlocks(cloth.particleCount(), kForceBlock, [&](int32_t begin, int32_t end) {
        for (int32_t i = begin; i < end; ++i) {
            Vec3 told(0.0F);
            for (const SpringEnd &spring : solver.springEnds.around(i)) {
                told += springStiffness(cloth.fabric, spring) * Vec3(solver.force[u(spring.other)]);
            }
            const Vec4 &own = solver.force[u(i)];
            solver.change[u(i)] = isStill(i) ? Vec3(0.0F) : Vec3(own) + own.w * h * h * told;
        }
    });
}

} // namespace

void kangChoInternal(Cloth &cloth, ClothSolver &solver, std::span<const Vec3> position,
                     const DirectUpdate &update, Workers &workers) {
    gatherSpringForces<Viscosity::AlongSpring>(cloth, solver, {position, cloth.velocity}, update.h, workers);
    directUpdate(
        cloth, solver, update.h, [&](int32_t i) { return cloth.fixed[u(i)] != 0; }, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.change[u(i)] *= update.share;
        cloth.velocity[u(i)] += solver.change[u(i)];
    }
    correctMomentum(solver.pivot, {position, cloth.mass, cloth.fixed, solver.change}, cloth.velocity);
}

// Corrected. Eq. 6 scales any force down by about m / (m + h² sum kappa), so the uniform acceleration of
// gravity is applied outside; the momenta that it breaks are restored; fixed particles are known not to
// change. What is left of its damping makes a hanging cloth super-elastic, which the post-step limits.
void predictKangCho(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    const float h = settings.dt;
    kangChoInternal(cloth, solver, solver.start, {.h = h}, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0) {
            cloth.velocity[u(i)] += h * settings.gravity;
        }
        solver.predicted[u(i)] = solver.start[u(i)] + h * cloth.velocity[u(i)];
    }
}

// As printed, with external forces in F~ as Eq. 4 has them. To be seen floating: of gravity the share
// 1 - (S h² / (m + S h²))² is left, S = sum kappa, which is 0.0015 for S h² / m = 1330.
void predictKangChoAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                             Workers &workers) {
    const float h = settings.dt;
    gatherInternalForces<Viscosity::AsPrinted>(cloth, solver, h, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.force[u(i)] += Vec4(cloth.mass[u(i)] * settings.gravity, 0.0F);
    }
    directUpdate(
        cloth, solver, h, [](int32_t) { return false; }, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0) {
            cloth.velocity[u(i)] += solver.change[u(i)];
        }
        solver.predicted[u(i)] = solver.start[u(i)] + h * cloth.velocity[u(i)];
    }
}

} // namespace selvage
