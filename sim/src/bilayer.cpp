// Kang and Cho's bilayered integration (Kang, Cho 2002, §4, Table 1, NEXTSTATE): a coarse layer feels
// internal and external forces and carries the global motion; the dense layer, which is the cloth itself,
// follows its changes of velocity and adds its own internal forces by the direct update of Eq. 6, in two
// halves.
//
// Obstacles meet the dense layer, in the common post-step; the coarse layer learns of them when it is
// adjusted to the dense one at the start of the next substep, which is also what lets the integrator be
// switched at any step.
#include "sim/bilayer.h"

#include "integrator_table.h"
#include "kang_cho.h"
#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace selvage {

namespace {

constexpr int32_t kDivisionMax = 1000;
constexpr float kNearWeight = 0.25F; // –, a dense particle nearer than this to a coarse one fixes it

int32_t coarseCount(int32_t denseCount, int32_t ratio) {
    return std::max(
        2, static_cast<int32_t>(std::lround(static_cast<float>(denseCount - 1) / static_cast<float>(ratio))) +
               1);
}

// The dense row or column at a coarse one: both ends meet.
int32_t denseLine(int32_t coarse, int32_t coarseTotal, int32_t denseTotal) {
    return (2 * coarse * (denseTotal - 1) + coarseTotal - 1) / (2 * (coarseTotal - 1));
}

// The coarse line at or before a dense one, and how far beyond it (0…1) the dense one lies.
std::pair<int32_t, float> coarsePlace(int32_t dense, int32_t coarseTotal, int32_t denseTotal) {
    int32_t c = 0;
    while (c + 2 < coarseTotal && denseLine(c + 1, coarseTotal, denseTotal) <= dense) {
        ++c;
    }
    const auto from = static_cast<float>(denseLine(c, coarseTotal, denseTotal));
    const auto to = static_cast<float>(denseLine(c + 1, coarseTotal, denseTotal));
    return {c, (static_cast<float>(dense) - from) / (to - from)};
}

// Masses of the coarse layer: what each of its particles moves.
void gatherMasses(const Cloth &cloth, Bilayer &layer) {
    std::fill(layer.coarse.mass.begin(), layer.coarse.mass.end(), 0.0F);
    for (size_t i = 0; i < layer.cells.size(); ++i) {
        for (size_t k = 0; k < 4; ++k) {
            layer.coarse.mass[u(layer.cells[i].corner[k])] += layer.cells[i].weight[k] * cloth.mass[i];
        }
    }
}

// The cloth's fabric on the coarse layer.
Fabric coarseFabric(const Cloth &cloth, const BilayerSettings &settings) {
    Fabric fabric = cloth.fabric;
    fabric.contractionResistance *= settings.coarseContraction;
    return fabric;
}

void placeCells(const ClothTopology &dense, const GridSize &size, Bilayer &layer) {
    layer.denseIndex.clear();
    for (int32_t row = 0; row < size.rows; ++row) {
        for (int32_t column = 0; column < size.columns; ++column) {
            layer.denseIndex.push_back(denseLine(row, size.rows, dense.rowCount) * dense.columnCount +
                                       denseLine(column, size.columns, dense.columnCount));
        }
    }
    layer.cells.resize(u(dense.particleCount));
    for (int32_t i = 0; i < dense.particleCount; ++i) {
        const auto [c, x] = coarsePlace(i % dense.columnCount, size.columns, dense.columnCount);
        const auto [r, y] = coarsePlace(i / dense.columnCount, size.rows, dense.rowCount);
        const int32_t first = r * size.columns + c;
        layer.cells[u(i)] = {{first, first + 1, first + size.columns, first + size.columns + 1},
                             {(1.0F - x) * (1.0F - y), x * (1.0F - y), (1.0F - x) * y, x * y}};
    }
}

// The coarse lines need not be evenly spaced: the springs get the shape of what lies between the dense
// particles.
void takeRestShape(const ClothTopology &dense, Bilayer &layer) {
    auto topology = std::make_shared<ClothTopology>(*layer.coarse.topology);
    for (size_t i = 0; i < layer.denseIndex.size(); ++i) {
        topology->restUv[i] = dense.restUv[u(layer.denseIndex[i])];
    }
    layer.coarse.topology = topology;
}

// "Adjust M_C in accordance with M_D" (Table 1, last line): the coarse layer takes place and velocity of the
// dense particles it stands for. Where any dense particle of its neighbourhood is fixed, it is fixed too.
void adjustToDense(const Cloth &cloth, const ClothSolver &denseSolver, Bilayer &layer) {
    Cloth &coarse = layer.coarse;
    for (size_t c = 0; c < layer.denseIndex.size(); ++c) {
        const size_t i = u(layer.denseIndex[c]);
        coarse.position[c] = denseSolver.start[i];
        coarse.velocity[c] = cloth.velocity[i];
        coarse.fixed[c] = 0;
    }
    for (size_t i = 0; i < layer.cells.size(); ++i) {
        for (size_t k = 0; k < 4 && cloth.fixed[i] != 0; ++k) {
            if (layer.cells[i].weight[k] >= kNearWeight) {
                const size_t c = u(layer.cells[i].corner[k]);
                coarse.fixed[c] = cloth.fixed[i];
                coarse.velocity[c] = cloth.velocity[i];
            }
        }
    }
}

// What a person may have changed since the last substep.
void adjustFabric(const Cloth &cloth, Bilayer &layer) {
    const Fabric fabric = coarseFabric(cloth, layer.settings);
    if (fabric.arealDensity != layer.coarse.fabric.arealDensity) {
        gatherMasses(cloth, layer);
    }
    layer.coarse.fabric = fabric;
}

// d steps of the coarse layer; velocityChange receives what they did to its velocities: "average velocity
// from t to t + h" less the velocity at t. Printed, that leaves (d + 1) / (2 d) of gravity. Corrected: the
// share that is missing is added, to gravity alone. Taking the velocity at t + h instead would also give
// gravity its due, but what a stiff spring does at the end of h says little about where it was in between,
// and the dense layer, which moves by it, never came to rest (21 m/s at k = 1000 N/m).
template <bool asPrinted>
void moveCoarse(Bilayer &layer, const SubstepSettings &settings, bool isolated, Workers &workers) {
    Cloth &coarse = layer.coarse;
    ClothSolver &solver = layer.solver;
    const int32_t divisions = std::clamp(layer.settings.divisions, 1, kDivisionMax);
    const auto d = static_cast<float>(divisions);
    const SubstepSettings part{settings.dt / d, settings.gravity};
    std::vector<Vec3> &before = layer.velocityChange;
    std::copy(coarse.velocity.begin(), coarse.velocity.end(), before.begin());
    std::fill(layer.velocitySum.begin(), layer.velocitySum.end(), Vec3(0.0F));
    for (int32_t s = 0; s < divisions; ++s) {
        std::copy(coarse.position.begin(), coarse.position.end(), solver.start.begin());
        solver.pivot = findPivot(solver.start, coarse.velocity, coarse.fixed);
        solver.pivot.isolated = solver.pivot.kind == Pivot::Kind::Free && isolated;
        layer.integrator->predict(coarse, solver, part, workers);
        std::copy(solver.predicted.begin(), solver.predicted.end(), coarse.position.begin());
        for (size_t c = 0; c < coarse.velocity.size(); ++c) {
            layer.velocitySum[c] += coarse.velocity[c];
        }
    }
    const Vec3 missing = asPrinted ? Vec3(0.0F) : settings.gravity * (settings.dt * (d - 1.0F) / (2.0F * d));
    for (size_t c = 0; c < coarse.velocity.size(); ++c) {
        const Vec3 average = layer.velocitySum[c] / d;
        layer.velocityChange[c] = coarse.fixed[c] != 0 ? Vec3(0.0F) : average - before[c] + missing;
    }
}

// Half a substep of the dense layer, from `from` to `to` (m): "average of (dV_C, dV_D)", half of the coarse
// layer's change and half of what its own internal forces do. Both layers resist the same deformation, so
// that together they are as stiff as the cloth.
void moveDenseHalf(Cloth &cloth, ClothSolver &solver, std::span<const Vec3> from, std::span<Vec3> to, float h,
                   Workers &workers) {
    const Bilayer &layer = *solver.bilayer;
    kangChoInternal(cloth, solver, from, {h, 0.5F}, workers);
    for (size_t i = 0; i < layer.cells.size(); ++i) {
        if (cloth.fixed[i] == 0) {
            for (size_t k = 0; k < 4; ++k) {
                cloth.velocity[i] +=
                    0.5F * layer.cells[i].weight[k] * layer.velocityChange[u(layer.cells[i].corner[k])];
            }
        }
        to[i] = from[i] + h * cloth.velocity[i];
    }
}

template <bool asPrinted>
void nextState(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    if (solver.bilayer == nullptr || solver.bilayer->topology != cloth.topology->id) {
        predictKangCho(cloth, solver, settings, workers);
        return;
    }
    Bilayer &layer = *solver.bilayer;
    adjustFabric(cloth, layer);
    adjustToDense(cloth, solver, layer);
    moveCoarse<asPrinted>(layer, settings, solver.pivot.isolated, workers);
    const float half = 0.5F * settings.dt;
    moveDenseHalf(cloth, solver, solver.start, layer.middle, half, workers);
    moveDenseHalf(cloth, solver, layer.middle, solver.predicted, half, workers);
}

} // namespace

Result<void> prepareBilayer(const Cloth &cloth, ClothSolver &solver, const BilayerSettings &settings) {
    const ClothTopology &dense = *cloth.topology;
    const Integrator *integrator = findIntegrator(settings.coarseIntegrator);
    if (integrator == nullptr || integrator->prepare == prepareBilayered) {
        return Error{"the coarse layer expects an integrator that is not bilayered, not '" +
                     std::string(settings.coarseIntegrator) + "'"};
    }
    if (dense.columnCount < 3 || dense.rowCount < 3 || settings.ratio < 2) {
        return Error{"two layers expect a rectangular grid of at least 3 x 3 particles and a ratio of at "
                     "least 2"};
    }
    auto layer = std::make_shared<Bilayer>();
    layer->settings = settings;
    layer->integrator = integrator;
    layer->topology = dense.id;
    const GridSize size{coarseCount(dense.columnCount, settings.ratio),
                        coarseCount(dense.rowCount, settings.ratio), 1.0F, 1.0F, dense.layout};
    layer->coarse = makeGridCloth(size, coarseFabric(cloth, settings), Pose{});
    placeCells(dense, size, *layer);
    takeRestShape(dense, *layer);
    gatherMasses(cloth, *layer);
    prepareSolver(layer->coarse, layer->solver);
    if (auto prepared = integrator->prepare(layer->coarse, layer->solver); !prepared) {
        return prepared;
    }
    const size_t coarseParticles = layer->denseIndex.size();
    layer->velocityChange.assign(coarseParticles, Vec3(0.0F));
    layer->velocitySum.assign(coarseParticles, Vec3(0.0F));
    layer->middle.assign(layer->cells.size(), Vec3(0.0F));
    solver.bilayer = std::move(layer);
    return prepareSprings(cloth, solver);
}

Result<void> prepareBilayered(const Cloth &cloth, ClothSolver &solver) {
    return prepareBilayer(cloth, solver,
                          solver.bilayer != nullptr ? solver.bilayer->settings : BilayerSettings{});
}

void predictBilayered(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings, Workers &workers) {
    nextState<false>(cloth, solver, settings, workers);
}

void predictBilayeredAsPrinted(Cloth &cloth, ClothSolver &solver, const SubstepSettings &settings,
                               Workers &workers) {
    nextState<true>(cloth, solver, settings, workers);
}

} // namespace selvage
