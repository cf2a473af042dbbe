// The dense filter W (Desbrun, Schröder, Barr 1999, §2.2, §3.5), kept to compare with the sparse factor: the
// same result at n² products and n² memory.
#include "dense_filter.h"

#include "integrator_table.h"

#include <algorithm>
#include <string>

namespace selvage {

namespace {

constexpr int32_t kRowBlock = 16;
constexpr size_t kColumnsAtOnce = 3; // the sparse solve takes three right-hand sides

} // namespace

Result<void> prepareDenseFilter(const Cloth &cloth, ClothSolver &solver) {
    auto prepared = prepareDesbrunAsPrinted(cloth, solver); // what serves where the inverse is too large
    const int32_t n = cloth.particleCount();
    if (n > kDenseParticleMax) {
        return Error{"the dense filter expects at most " + std::to_string(kDenseParticleMax) +
                     " particles, and a cloth has " + std::to_string(n) +
                     "; 'desbrun' gives the same result for any number"};
    }
    const auto size = static_cast<size_t>(n);
    solver.dense.inverse.assign(size * size, 0.0F);
    solver.dense.result.assign(size, Vec4(0.0F));
    solver.filter.current.valid = false;
    return prepared;
}

bool hasDenseFilter(const Cloth &cloth, const ClothSolver &solver) {
    const auto n = static_cast<size_t>(cloth.particleCount());
    return solver.dense.inverse.size() == n * n;
}

void invertFilter(ClothSolver &solver) {
    const size_t n = solver.dense.result.size();
    for (size_t first = 0; first < n; first += kColumnsAtOnce) {
        const size_t count = std::min(kColumnsAtOnce, n - first);
        auto &columns = solver.dense.result;
        std::fill(columns.begin(), columns.end(), Vec4(0.0F));
        for (size_t c = 0; c < count; ++c) {
            columns[first + c][static_cast<int>(c)] = 1.0F;
        }
        solver.filter.current.factor.solve(columns);
        for (size_t c = 0; c < count; ++c) {
            float *row = solver.dense.inverse.data() + (first + c) * n; // W is symmetric
            for (size_t i = 0; i < n; ++i) {
                row[i] = columns[i][static_cast<int>(c)];
            }
        }
    }
}

void applyDenseFilter(ClothSolver &solver, Workers &workers) {
    const size_t n = solver.dense.result.size();
    workers.forBlocks(static_cast<int32_t>(n), kRowBlock, [&](int32_t begin, int32_t end) {
        for (int32_t i = begin; i < end; ++i) {
            const float *row = solver.dense.inverse.data() + static_cast<size_t>(i) * n;
            Vec4 sum(0.0F);
            for (size_t j = 0; j < n; ++j) {
                sum += row[j] * solver.force[j];
            }
            solver.dense.result[static_cast<size_t>(i)] = sum;
        }
    });
    std::copy(solver.dense.result.begin(), solver.dense.result.end(), solver.force.begin());
}

} // namespace selvage
