// Desbrun's approximate implicit integration: internal forces with artificial viscosity, smoothed by a
// precomputed filter (Desbrun, Schröder, Barr 1999, §2–3, Fig. 6), in a corrected form and as printed.
#include "sim/integrator.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

constexpr int32_t kForceBlock = 128; // particles per block of the force gather

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
            const Vec3 x = solver.start[u(i)];
            const Vec3 v = cloth.velocity[u(i)];
            Vec3 force(0.0F);
            for (int32_t e = topology.springEndStart[u(i)]; e < topology.springEndStart[u(i) + 1]; ++e) {
                const SpringEnd &springEnd = topology.springEnds[u(e)];
                const Spring &spring = topology.springs[u(springEnd.spring)];
                const float k = stiffness[static_cast<size_t>(spring.kind)];
                const Vec3 d = solver.start[u(springEnd.other)] - x;
                const Vec3 relative = cloth.velocity[u(springEnd.other)] - v;
                const float inverseLength = 1.0F / std::max(glm::length(d), 1e-9F);
                float alongSpring = k * (1.0F - spring.restLength * inverseLength);
                if constexpr (viscosity == Viscosity::AlongSpring) {
                    alongSpring += k * dt * glm::dot(relative, d) * inverseLength * inverseLength;
                } else {
                    force += k * dt * relative;
                }
                force += alongSpring * d;
            }
            solver.force[u(i)] = Vec4(force, 0.0F);
        }
    });
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
        const double k = dt2 * static_cast<double>(springStiffness(cloth.fabric, spring.kind));
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

// Corrected predictor-corrector. Differences from the printed form, each with its reason:
//  - (M - dt²H) with each particle's own mass keeps linear momentum (the printed W needs equal masses);
//  - fixed particles are eliminated, so no force leaks into them, and their motion enters as a known velocity
//  change;
//  - the artificial viscosity acts along the springs only;
//  - gravity passes through the filter, which makes every static equilibrium exact;
//  - the corrector uses the inertia tensor and turns about what holds the cloth.
void predictDesbrun(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    const float dt = settings.dt;
    if (!filterIsCurrent(cloth, solver, dt, predictDesbrun)) {
        factorFilter(
            cloth, solver, dt, [&](int32_t i) { return static_cast<double>(cloth.mass[u(i)]); },
            [&](int32_t i) { return cloth.fixed[u(i)] != 0; });
        claimFilter(cloth, solver, dt, predictDesbrun);
    }
    gatherInternalForces<Viscosity::AlongSpring>(cloth, solver, dt, workers);
    const Vec3 fall = settings.gravity * dt;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        Vec4 &f = solver.force[u(i)];
        f = cloth.fixed[u(i)] != 0 ? Vec4(0.0F) : dt * f + Vec4(cloth.mass[u(i)] * fall, 0.0F);
    }
    solver.filter.solve(solver.force);
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

constexpr Integrator kIntegrators[] = {
    {"desbrun", "Desbrun, Schröder, Barr 1999, Fig. 6, corrected", predictDesbrun, true},
    {"desbrun-as-printed", "Desbrun, Schröder, Barr 1999, Fig. 6", predictDesbrunAsPrinted, false},
};

} // namespace

std::span<const Integrator> integrators() {
    return kIntegrators;
}

const Integrator *findIntegrator(std::string_view name) {
    for (const Integrator &integrator : kIntegrators) {
        if (name == integrator.name) {
            return &integrator;
        }
    }
    return nullptr;
}

void prepareSolver(const Cloth &cloth, ClothSolver &solver) {
    const size_t n = u(cloth.particleCount());
    const auto &springs = cloth.topology->springs;
    solver.start = cloth.position;
    solver.predicted = cloth.position;
    solver.change.assign(n, Vec3(0.0F));
    solver.correction.assign(n, Vec3(0.0F));
    solver.force.assign(n, Vec4(0.0F));
    solver.inverseMass.assign(n, 0.0F);
    solver.contacts.assign(n, ContactState{});
    solver.filterDiagonal.assign(n, 0.0);
    solver.filterOffDiagonal.assign(springs.size(), 0.0);
    std::vector<SparseCholesky::Edge> edges;
    edges.reserve(springs.size());
    for (const Spring &spring : springs) {
        edges.push_back({spring.a, spring.b});
    }
    solver.filter.analyse(cloth.particleCount(), edges);
    solver.filterValid = false;
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
