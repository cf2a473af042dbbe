// The table of integrators, and what they need prepared.
#include "sim/integrator.h"

#include "integrator_table.h"
#include "selvage_solver.h"

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

constexpr Integrator kIntegrators[] = {
    {"desbrun", "Desbrun, Schröder, Barr 1999, Fig. 6, corrected", predictDesbrun, true},
    {"desbrun-as-printed", "Desbrun, Schröder, Barr 1999, Fig. 6", predictDesbrunAsPrinted, false},
    {"selvage", "multilevel strain limiter with substeps; see sim/src/selvage_solver.h", nullptr, false,
     advanceSelvage},
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
    solver.grid =
        cloth.topology->columnCount >= 3 && cloth.topology->rowCount >= 3 ? makeGridSolver(cloth) : nullptr;
}

} // namespace selvage
