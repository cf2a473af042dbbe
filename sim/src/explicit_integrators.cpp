// Explicit integration: Euler, midpoint and symplectic Euler (Chung, Yen 2004, §3; Witkin, Baraff 1994). All
// are stable only while h * omega < about 2 (Euler, undamped: never), where omega is the highest frequency of
// the springs, sqrt(k / m) times a small number: the reason why the other integrators were invented.
#include "integrator_table.h"
#include "maths/index.h"
#include "spring_forces.h"

namespace selvage {

namespace {

Vec3 acceleration(const Cloth &cloth, const ClothSolver &solver, const Vec3 &gravity, int32_t i) {
    return Vec3(solver.force[u(i)]) / cloth.mass[u(i)] + gravity;
}

} // namespace

// x(t+h) = x + h v,  v(t+h) = v + h F(x, v) / m: positions move with the OLD velocity (Chung, Yen 2004, §3,
// print the new one, which is the symplectic form). A free oscillation gains energy in every step.
void predictEuler(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    gatherInternalForces<Viscosity::OfFabric>(cloth, solver, settings.dt, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.predicted[u(i)] = solver.start[u(i)] + settings.dt * cloth.velocity[u(i)];
        if (cloth.fixed[u(i)] == 0) {
            cloth.velocity[u(i)] += settings.dt * acceleration(cloth, solver, settings.gravity, i);
        }
    }
}

// Midpoint, second order: forces at x + h/2 v and v + h/2 a move the whole step. `predicted` and `change`
// hold the state at the middle.
void predictMidpoint(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    const float half = 0.5F * settings.dt;
    gatherInternalForces<Viscosity::OfFabric>(cloth, solver, settings.dt, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const Vec3 v = cloth.velocity[u(i)];
        solver.predicted[u(i)] = solver.start[u(i)] + half * v;
        solver.change[u(i)] =
            cloth.fixed[u(i)] != 0 ? v : v + half * acceleration(cloth, solver, settings.gravity, i);
    }
    gatherSpringForces<Viscosity::OfFabric>(cloth, solver, {solver.predicted, solver.change}, settings.dt,
                                            workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.predicted[u(i)] = solver.start[u(i)] + settings.dt * solver.change[u(i)];
        if (cloth.fixed[u(i)] == 0) {
            cloth.velocity[u(i)] += settings.dt * acceleration(cloth, solver, settings.gravity, i);
        }
    }
}

// Symplectic Euler, v(t+h) = v + h F(x, v) / m, x(t+h) = x + h v(t+h): first order, but it keeps the energy
// of free oscillations while h * omega < 2. With many substeps it is the reference for everything else.
void predictSymplectic(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    gatherInternalForces<Viscosity::OfFabric>(cloth, solver, settings.dt, workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0) {
            cloth.velocity[u(i)] += settings.dt * acceleration(cloth, solver, settings.gravity, i);
        }
        solver.predicted[u(i)] = solver.start[u(i)] + settings.dt * cloth.velocity[u(i)];
    }
}

} // namespace selvage
