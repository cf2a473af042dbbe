// Desbrun's approximate implicit integration: internal forces with artificial viscosity, smoothed by a
// precomputed filter (Desbrun, Schröder, Barr 1999, §2–3, Fig. 6), in a corrected form and as printed.
#include "dense_filter.h"
#include "integrator_table.h"
#include "spring_forces.h"

#include <cassert>

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// A = diag(m) - dt²H with H_ij = k_ij, H_ii = -sum_j k_ij (Desbrun 1999, Eq. 4). Eliminated particles become
// identity rows, so that the pattern, and with it the analysis, never changes. `mass` gives the diagonal.
template <typename Mass, typename Eliminated>
bool factorFilter(const Cloth &cloth, ClothSolver &solver, float dt, const Mass &mass,
                  const Eliminated &eliminated) {
    const auto &springs = cloth.topology->springs;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.filterDiagonal[u(i)] = eliminated(i) ? 1.0 : mass(i);
    }
    const double dt2 = static_cast<double>(dt) * static_cast<double>(dt);
    for (size_t s = 0; s < springs.size(); ++s) {
        const Spring &spring = springs[s];
        const double k = dt2 * static_cast<double>(springStiffness(cloth.fabric, spring));
        const bool fixedA = eliminated(spring.a);
        const bool fixedB = eliminated(spring.b);
        solver.filterOffDiagonal[s] = fixedA || fixedB ? 0.0 : -k;
        solver.filterDiagonal[u(spring.a)] += fixedA ? 0.0 : k;
        solver.filterDiagonal[u(spring.b)] += fixedB ? 0.0 : k;
    }
    ++solver.refactorCount;
    return solver.filter.factorise(solver.filterDiagonal, solver.filterOffDiagonal);
}

bool filterIsCurrent(const Cloth &cloth, const ClothSolver &solver, float dt, PredictFunction owner) {
    return solver.filterValid && solver.filterDt == dt && solver.filterTopology == cloth.topology->id &&
           solver.filterOwner != nullptr && solver.filterOwner->predict == owner;
}

void claimFilter(const Cloth &cloth, ClothSolver &solver, float dt, PredictFunction owner) {
    for (const Integrator &integrator : integrators()) {
        if (integrator.predict == owner) {
            solver.filterOwner = &integrator;
        }
    }
    solver.filterDt = dt;
    solver.filterTopology = cloth.topology->id;
    solver.filterValid = true;
}

double meanMass(const Cloth &cloth) {
    double total = 0.0;
    for (const float m : cloth.mass) {
        total += static_cast<double>(m);
    }
    return total / static_cast<double>(cloth.mass.size());
}

void factorPrinted(const Cloth &cloth, ClothSolver &solver, float dt) {
    const double mean = meanMass(cloth);
    factorFilter(
        cloth, solver, dt, [mean](int32_t) { return mean; }, [](int32_t) { return false; });
}

// How the corrected form's filter is kept and applied.
template <typename Refresh, typename Apply> struct FilterUse {
    PredictFunction owner;
    Refresh refresh;
    Apply apply;
};
template <typename Refresh, typename Apply>
FilterUse(PredictFunction, Refresh, Apply) -> FilterUse<Refresh, Apply>;

// Corrected predictor-corrector. Differences from the printed form, each with its reason:
//  - (M - dt²H) with each particle's own mass keeps linear momentum (the printed W needs equal masses);
//  - fixed particles are eliminated, so no force leaks into them, and their motion enters as a known velocity
//  change;
//  - the artificial viscosity acts along the springs only;
//  - gravity passes through the filter, which makes every static equilibrium exact;
//  - the corrector uses the inertia tensor and turns about what holds the cloth.
// `refresh` runs after a factorisation, `apply` filters solver.force.
template <typename Refresh, typename Apply>
void advance(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers,
             const FilterUse<Refresh, Apply> &filter) {
    const float dt = settings.dt;
    if (!filterIsCurrent(cloth, solver, dt, filter.owner)) {
        factorFilter(
            cloth, solver, dt, [&](int32_t i) { return static_cast<double>(cloth.mass[u(i)]); },
            [&](int32_t i) { return cloth.fixed[u(i)] != 0; });
        claimFilter(cloth, solver, dt, filter.owner);
        filter.refresh();
    }
    gatherInternalForces<Viscosity::AlongSpring>(cloth, solver, dt, workers);
    const Vec3 fall = settings.gravity * dt;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        Vec4 &f = solver.force[u(i)];
        f = cloth.fixed[u(i)] != 0 ? Vec4(0.0F) : dt * f + Vec4(cloth.mass[u(i)] * fall, 0.0F);
    }
    filter.apply();
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

void predictDesbrun(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    const FilterUse filter{predictDesbrun, [] {}, [&] { solver.filter.solve(solver.force); }};
    advance(cloth, solver, settings, workers, filter);
}

// The same with the inverse matrix itself; where that was not prepared, with the sparse factor.
void predictDesbrunDense(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                         Workers &workers) {
    if (!hasDenseFilter(cloth, solver)) {
        predictDesbrun(cloth, solver, settings, workers);
        return;
    }
    const FilterUse filter{predictDesbrunDense, [&] { invertFilter(solver); },
                           [&] { applyDenseFilter(solver, workers); }};
    advance(cloth, solver, settings, workers, filter);
}

// As printed in Desbrun 1999, Fig. 6 (x_G reset and divided, as in Meyer 2000): mean mass, nothing
// eliminated, gravity unfiltered, and a torque correction without the inverse inertia. To be seen failing:
// with stiff springs the correction is too strong by the inertia over the mass and the cloth is torn apart.
void predictDesbrunAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                             Workers &workers) {
    const float dt = settings.dt;
    if (!filterIsCurrent(cloth, solver, dt, predictDesbrunAsPrinted)) {
        factorPrinted(cloth, solver, dt);
        claimFilter(cloth, solver, dt, predictDesbrunAsPrinted);
    }
    gatherInternalForces<Viscosity::AsPrinted>(cloth, solver, dt, workers);
    solver.filter.solve(solver.force); // (m I - dt²H)^-1 F: the filtered force over the mean mass
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
    factorPrinted(cloth, solver, dt);
    solver.filterValid = false;
    std::fill(solver.force.begin(), solver.force.end(), Vec4(0.0F));
    solver.force[u(i)].x = static_cast<float>(meanMass(cloth));
    solver.filter.solve(solver.force);
    for (size_t k = 0; k < column.size(); ++k) {
        column[k] = static_cast<double>(solver.force[k].x);
    }
}

} // namespace selvage
