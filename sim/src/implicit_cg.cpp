// Implicit Euler with the true Jacobian of every spring and conjugate gradients, the way of Baraff, Witkin
// 1998, §5: the method that Desbrun 1999, §6, compares with. Accurate and stable, but the number of
// iterations, and with it the time of a step, depends on what the person does.
//
//   (M - h dF/dv - h² dF/dx) dv = h (F + h dF/dx v)
//
// The scratch memory is part of ClothSolver, so that a step allocates nothing.
#include "integrator_table.h"
#include "maths/index.h"
#include "spring_forces.h"

#include <cmath>

namespace selvage {

namespace {

constexpr float kTolerance = 1e-3F;      // –, residual against the right-hand side, both over the diagonal
constexpr double kSpeedTolerance = 1e-6; // m/s, velocity errors below this do not matter
constexpr int32_t kIterationLimit = 200;

// With n the spring's direction: -h² dF/dx = across I + (along - across) n nT, where along = h² k and
// across = h² k (1 - l0 / l). Across a contracted spring that is negative, the matrix could lose its
// definiteness, and it is left out (Choi, Ko 2002, §4.2); forces, and so every equilibrium, stay exact.
void linearise(const Cloth &cloth, ClothSolver &solver, float dt, Workers &workers) {
    const auto &springs = solver.springs;
    workers.forBlocks(static_cast<int32_t>(springs.size()), kForceBlock, [&](int32_t begin, int32_t end) {
        for (int32_t s = begin; s < end; ++s) {
            const Spring &spring = springs[u(s)];
            const Vec3 d = solver.start[u(spring.b)] - solver.start[u(spring.a)];
            const float length = std::max(glm::length(d), 1e-9F);
            const bool contracted = length < spring.restLength;
            const float k = dt * dt * springStiffness(cloth.fabric, spring) *
                            (contracted ? cloth.fabric.contractionResistance : 1.0F);
            solver.gradients.springs[u(s)] = {d / length, k,
                                              contracted ? 0.0F : k * (1.0F - spring.restLength / length)};
        }
    });
}

// The matrix's diagonal blocks' diagonals, inverted: the preconditioner.
Vec3 inverseDiagonal(const Cloth &cloth, const ClothSolver &solver, float damping, int32_t i) {
    Vec3 sum(cloth.mass[u(i)]);
    for (const SpringEnd &end : solver.springEnds.around(i)) {
        const SpringJacobian &j = solver.gradients.springs[u(end.spring)];
        sum += Vec3(j.across) + (j.along + damping - j.across) * j.direction * j.direction;
    }
    return 1.0F / sum;
}

// (Q x)_i = sum_j K_ij (x_i - x_j), with `damping` (h times the fabric's) added along the springs.
Vec3 stiffnessRow(const ClothSolver &solver, float damping, std::span<const Vec3> x, int32_t i) {
    Vec3 sum(0.0F);
    for (const SpringEnd &end : solver.springEnds.around(i)) {
        const SpringJacobian &j = solver.gradients.springs[u(end.spring)];
        const Vec3 d = x[u(i)] - x[u(end.other)];
        sum += j.across * d + (j.along + damping - j.across) * glm::dot(j.direction, d) * j.direction;
    }
    return sum;
}

// Serial and in double, so that any number of workers gives the same bits.
double dotPlain(std::span<const Vec3> a, std::span<const Vec3> b) {
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        sum += static_cast<double>(glm::dot(a[i], b[i]));
    }
    return sum;
}

double dotScaled(std::span<const Vec3> a, std::span<const Vec3> scale) {
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        sum += static_cast<double>(glm::dot(a[i], a[i] * scale[i]));
    }
    return sum;
}

// Right-hand side, preconditioner, first guess and first residual. Rows of fixed particles are zero: Baraff
// and Witkin's filter, with the change of velocity that a fixed particle must have already made. A cloth that
// nothing holds starts from free fall, which is then exact; one that is held from no change, which makes a
// static equilibrium exact. Returns the squared residual that is small enough.
double begin(const Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    ConjugateGradients &cg = solver.gradients;
    const float h = settings.dt;
    const float damping = h * cloth.fabric.springDamping;
    const Vec3 guess = solver.pivot.kind == Pivot::Kind::Free ? h * settings.gravity : Vec3(0.0F);
    workers.forBlocks(cloth.particleCount(), kForceBlock, [&](int32_t first, int32_t last) {
        for (int32_t i = first; i < last; ++i) {
            const bool fixed = cloth.fixed[u(i)] != 0;
            cg.inverseDiagonal[u(i)] = inverseDiagonal(cloth, solver, damping, i);
            const Vec3 external = h * cloth.mass[u(i)] * settings.gravity;
            const Vec3 internal =
                h * Vec3(solver.force[u(i)]) - stiffnessRow(solver, 0.0F, cloth.velocity, i);
            cg.residual[u(i)] = fixed ? Vec3(0.0F) : external + internal;
            solver.change[u(i)] = fixed ? Vec3(0.0F) : guess;
        }
    });
    double mass = 0.0;
    for (const float m : cloth.mass) {
        mass += static_cast<double>(m);
    }
    const double size = dotScaled(cg.residual, cg.inverseDiagonal);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        // Springs do not feel the guess, a translation of everything: only the mass does.
        cg.residual[u(i)] -= cloth.mass[u(i)] * solver.change[u(i)];
    }
    const double relative = static_cast<double>(kTolerance) * static_cast<double>(kTolerance) * size;
    return std::max(relative, kSpeedTolerance * kSpeedTolerance * mass);
}

// Preconditioned conjugate gradients on solver.change. Returns the number of iterations.
int32_t iterate(const Cloth &cloth, ClothSolver &solver, float damping, double enough, Workers &workers) {
    ConjugateGradients &cg = solver.gradients;
    const int32_t n = cloth.particleCount();
    double rho = dotScaled(cg.residual, cg.inverseDiagonal);
    for (int32_t i = 0; i < n; ++i) {
        cg.direction[u(i)] = cg.inverseDiagonal[u(i)] * cg.residual[u(i)];
    }
    int32_t iteration = 0;
    for (; iteration < kIterationLimit && rho > enough; ++iteration) {
        workers.forBlocks(n, kForceBlock, [&](int32_t first, int32_t last) {
            for (int32_t i = first; i < last; ++i) {
                cg.product[u(i)] = cloth.fixed[u(i)] != 0
                                       ? Vec3(0.0F)
                                       : cloth.mass[u(i)] * cg.direction[u(i)] +
                                             stiffnessRow(solver, damping, cg.direction, i);
            }
        });
        const auto alpha = static_cast<float>(rho / dotPlain(cg.direction, cg.product));
        for (int32_t i = 0; i < n; ++i) {
            solver.change[u(i)] += alpha * cg.direction[u(i)];
            cg.residual[u(i)] -= alpha * cg.product[u(i)];
        }
        const double next = dotScaled(cg.residual, cg.inverseDiagonal);
        const auto beta = static_cast<float>(next / rho);
        rho = next;
        for (int32_t i = 0; i < n; ++i) {
            cg.direction[u(i)] = cg.inverseDiagonal[u(i)] * cg.residual[u(i)] + beta * cg.direction[u(i)];
        }
    }
    return iteration;
}

} // namespace

Result<void> prepareImplicitCg(const Cloth &cloth, ClothSolver &solver) {
    ConjugateGradients &cg = solver.gradients;
    for (auto *values : {&cg.residual, &cg.direction, &cg.product, &cg.inverseDiagonal}) {
        values->resize(u(cloth.particleCount()), Vec3(0.0F));
    }
    auto prepared = prepareSprings(cloth, solver);
    cg.springs.resize(solver.springs.size());
    return prepared;
}

void predictImplicitCg(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    linearise(cloth, solver, settings.dt, workers);
    gatherInternalForces<Viscosity::OfFabric>(cloth, solver, settings.dt, workers);
    const double enough = begin(cloth, solver, settings, workers);
    const int32_t count = iterate(cloth, solver, settings.dt * cloth.fabric.springDamping, enough, workers);
    solver.gradients.iterationCount += static_cast<uint64_t>(count);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        cloth.velocity[u(i)] += solver.change[u(i)];
        solver.predicted[u(i)] = solver.start[u(i)] + settings.dt * cloth.velocity[u(i)];
    }
}

} // namespace selvage
