// The table of integrators, and what they need prepared.
#include "sim/integrator.h"

#include "dense_filter.h"
#include "integrator_table.h"
#include "maths/index.h"
#include "mesh_solver.h"
#include "selvage_solver.h"
#include "sim/springs.h"

namespace selvage {

namespace {

// Enough for the stiffest of the scenes' fabrics: h * omega < 2 with omega = sqrt(10 k / m) at a border.
constexpr int32_t kSymplecticSubsteps = 100;

constexpr Integrator kIntegrators[] = {
    {.name = "desbrun",
     .source = "Desbrun, Schröder, Barr 1999, Fig. 6, corrected",
     .predict = predictDesbrun,
     .correctAfterPostStep = true,
     .prepare = prepareDesbrun},
    {.name = "desbrun-as-printed",
     .source = "Desbrun, Schröder, Barr 1999, Fig. 6",
     .predict = predictDesbrunAsPrinted,
     .prepare = prepareDesbrunAsPrinted},
    {.name = "desbrun-dense",
     .source = "Desbrun, Schröder, Barr 1999, Fig. 6, corrected, with the inverse matrix of §2.2",
     .predict = predictDesbrunDense,
     .correctAfterPostStep = true,
     .prepare = prepareDenseFilter},
    {.name = "euler",
     .source = "explicit Euler: Chung, Yen 2004, §3",
     .predict = predictEuler,
     .limitsStretch = false,
     .prepare = prepareSprings},
    {.name = "midpoint",
     .source = "explicit midpoint: Chung, Yen 2004, §3",
     .predict = predictMidpoint,
     .limitsStretch = false,
     .prepare = prepareSprings},
    {.name = "symplectic",
     .source = "symplectic Euler, velocity form: Chung, Yen 2004, §3.1, first display",
     .predict = predictSymplectic,
     .limitsStretch = false,
     .substeps = kSymplecticSubsteps,
     .prepare = prepareSprings},
    {.name = "implicit-cg",
     .source = "Baraff, Witkin 1998, §5 (the comparison of Desbrun 1999, §6)",
     .predict = predictImplicitCg,
     .limitsStretch = false,
     .prepare = prepareImplicitCg},
    {.name = "kang-cho",
     .source = "Kang, Cho 2002, Eq. 6, corrected",
     .predict = predictKangCho,
     .correctAfterPostStep = true,
     .prepare = prepareSprings},
    {.name = "kang-cho-as-printed",
     .source = "Kang, Cho 2002, Eq. 6",
     .predict = predictKangChoAsPrinted,
     .limitsStretch = false,
     .prepare = prepareSprings},
    {.name = "bilayered",
     .source = "Kang, Cho 2002, Table 1, corrected",
     .predict = predictBilayered,
     .substeps = 1,
     .prepare = prepareBilayered},
    {.name = "bilayered-as-printed",
     .source = "Kang, Cho 2002, Table 1",
     .predict = predictBilayeredAsPrinted,
     .limitsStretch = false,
     .substeps = 1,
     .prepare = prepareBilayered},
    {.name = "selvage",
     .source = "multilevel strain limiter with substeps; see sim/src/selvage_solver.h",
     .prepare = prepareSelvage,
     .stages = &kMultilevel,
     .makesUpSteps = true},
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
    solver.filterValid = false;
    const bool isGrid = cloth.topology->columnCount >= 3 && cloth.topology->rowCount >= 3;
    solver.grid = isGrid ? makeGridSolver(cloth) : nullptr;
    const bool isSheet = !cloth.topology->network && !cloth.topology->triangles.empty();
    solver.mesh = !isGrid && isSheet ? makeMeshSolver(cloth) : nullptr;
    if (solver.mesh) {
        solver.velocityBefore.assign(u(cloth.particleCount()), Vec3(0.0F));
    }
}

Result<void> prepareSprings(const Cloth &cloth, ClothSolver &solver) {
    const size_t n = u(cloth.particleCount());
    if (solver.springEnds.topology != cloth.topology->id) {
        solver.springs = springsOf(*cloth.topology);
        solver.springEnds = makeSpringEnds(*cloth.topology);
    }
    if (solver.predicted.size() == n) {
        return {};
    }
    solver.start = cloth.position;
    solver.predicted = cloth.position;
    solver.velocityBefore.assign(n, Vec3(0.0F));
    solver.change.assign(n, Vec3(0.0F));
    solver.correction.assign(n, Vec3(0.0F));
    solver.force.assign(n, Vec4(0.0F));
    solver.inverseMass.assign(n, 0.0F);
    solver.contacts.assign(n, ContactState{});
    solver.longest.assign(solver.springs.size(), 0.0F);
    return {};
}

} // namespace selvage
