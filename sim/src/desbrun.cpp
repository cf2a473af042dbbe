// Desbrun's approximate implicit integration: internal forces with artificial viscosity, smoothed by a
// precomputed filter (Desbrun, Schröder, Barr 1999, §2–3, Fig. 6), in a corrected form and as printed.
#include "dense_filter.h"
#include "integrator_table.h"
#include "maths/index.h"
#include "spring_forces.h"

#include <cassert>

namespace selvage {

namespace {

double meanMass(const Cloth &cloth) {
    double total = 0.0;
    for (const float m : cloth.mass) {
        total += static_cast<double>(m);
    }
    return total / static_cast<double>(cloth.mass.size());
}

// Mean mass, nothing eliminated.
void factorPrinted(const Cloth &cloth, ClothSolver &solver, const FilterKey &key) {
    factorFilter(cloth, key, {}, meanMass(cloth), solver.filter);
}

// Corrected predictor-corrector. Differences from the printed form, each with its reason:
//  - (M - dt²H) with each particle's own mass keeps linear momentum (the printed W needs equal masses);
//  - fixed particles are eliminated, so no force leaks into them, and their motion enters as a known velocity
//  change;
//  - the artificial viscosity acts along the springs only;
//  - gravity passes through the filter, which makes every static equilibrium exact;
//  - the corrector uses the inertia tensor and turns about what holds the cloth.
// The filter must be current; `apply` filters solver.force.
template <typename Apply>
void advance(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers,
             const Apply &apply) {
    const float dt = settings.dt;
    const Fabric whole = cloth.fabric;
    cloth.fabric = boundedFabric(cloth.fabric, solver.filter);
    gatherInternalForces<Viscosity::AlongSpring>(cloth, solver, dt, workers);
    cloth.fabric = whole;
    const Vec3 fall = settings.gravity * dt;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        Vec4 &f = solver.force[u(i)];
        f = cloth.fixed[u(i)] != 0 ? Vec4(0.0F) : dt * f + Vec4(cloth.mass[u(i)] * fall, 0.0F);
    }
    apply();
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const Vec3 dv(solver.force[u(i)]);
        solver.change[u(i)] = cloth.fixed[u(i)] != 0 ? Vec3(0.0F) : dv - fall;
        cloth.velocity[u(i)] += dv;
    }
    correctMomentum(solver.pivot, {solver.start, cloth.mass, cloth.fixed, solver.change}, cloth.velocity);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.predicted[u(i)] = solver.start[u(i)] + dt * cloth.velocity[u(i)];
    }
}

} // namespace

Result<void> prepareDesbrunAsPrinted(const Cloth &cloth, ClothSolver &solver) {
    if (solver.filter.current.diagonal.empty()) {
        prepareFilter(cloth, solver.filter);
    }
    return prepareSprings(cloth, solver);
}

Result<void> prepareDesbrun(const Cloth &cloth, ClothSolver &solver) {
    auto prepared = prepareDesbrunAsPrinted(cloth, solver);
    if (solver.filter.factory == nullptr) {
        prepareFilterFactory(cloth, solver.filter);
    }
    return prepared;
}

void predictDesbrun(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    keepFilter(cloth, settings.dt, FilterForm::Corrected, solver.filter);
    advance(cloth, solver, settings, workers, [&] { applyFilter(cloth, solver.filter, solver.force); });
}

// The same with the inverse matrix itself; where that was not prepared, with the sparse factor.
void predictDesbrunDense(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                         Workers &workers) {
    if (!hasDenseFilter(cloth, solver)) {
        predictDesbrun(cloth, solver, settings, workers);
        return;
    }
    if (keepFilterAtOnce(cloth, settings.dt, FilterForm::Dense, solver.filter)) {
        invertFilter(solver);
    }
    advance(cloth, solver, settings, workers, [&] { applyDenseFilter(solver, workers); });
}

// As printed in Desbrun 1999, Fig. 6 (x_G reset and divided, as in Meyer 2000): mean mass, nothing
// eliminated, gravity unfiltered, and a torque correction without the inverse inertia. To be seen failing:
// with stiff springs the correction is too strong by the inertia over the mass and the cloth is torn apart.
void predictDesbrunAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                             Workers &workers) {
    const float dt = settings.dt;
    const FilterKey key = filterKeyOf(cloth, dt, FilterForm::AsPrinted);
    if (!solver.filter.current.valid || !(solver.filter.current.key == key)) {
        factorPrinted(cloth, solver, key);
    }
    gatherInternalForces<Viscosity::AsPrinted>(cloth, solver, dt, workers);
    solver.filter.current.factor.solve(
        solver.force); // (m I - dt²H)^-1 F: the filtered force over the mean mass
    const auto m = static_cast<float>(meanMass(cloth));
    Vec3 centre(0.0F);
    Vec3 torque(0.0F);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        centre += solver.start[u(i)];
        torque += glm::cross(m * Vec3(solver.force[u(i)]), solver.start[u(i)]);
    }
    centre /= static_cast<float>(cloth.particleCount());
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0) {
            cloth.velocity[u(i)] += (Vec3(solver.force[u(i)]) + settings.gravity) * dt;
        }
        solver.predicted[u(i)] = solver.start[u(i)] + dt * cloth.velocity[u(i)];
        if (cloth.fixed[u(i)] == 0) {
            const Vec3 correction = glm::cross(centre - solver.start[u(i)], torque) * (dt * dt / m);
            solver.predicted[u(i)] += correction;
            cloth.velocity[u(i)] += correction / dt;
        }
    }
}

void filterColumnAsPrinted(const Cloth &cloth, ClothSolver &solver, float dt, int32_t i,
                           std::span<double> column) {
    assert(column.size() == solver.force.size());
    factorPrinted(cloth, solver, filterKeyOf(cloth, dt, FilterForm::AsPrinted));
    solver.filter.current.valid = false;
    std::fill(solver.force.begin(), solver.force.end(), Vec4(0.0F));
    solver.force[u(i)].x = static_cast<float>(meanMass(cloth));
    solver.filter.current.factor.solve(solver.force);
    for (size_t k = 0; k < column.size(); ++k) {
        column[k] = static_cast<double>(solver.force[k].x);
    }
}

} // namespace selvage
