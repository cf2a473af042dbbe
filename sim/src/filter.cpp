// The filter's life: what it is factored for, where, and how held particles are taken out of it.
#include "sim/filter.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kSubstepsToSwap = 16; // some 40 ms of a live session: ample for a factorisation
constexpr float kOvershoot = 1.2F;      // –, of the filter's own stiffness; vibrations grow from 4/3 on

// A = diag(m) - dt²H with H_ij = k_ij, H_ii = -sum_j k_ij (Desbrun 1999, Eq. 4). Eliminated particles become
// identity rows, so that the pattern, and with it the analysis, never changes.
void fillFilter(const Cloth &cloth, const FilterKey &key, double mass, Filter &filter) {
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const double own = mass > 0.0 ? mass : static_cast<double>(cloth.mass[u(i)]);
        filter.diagonal[u(i)] = filter.eliminated[u(i)] != 0 ? 1.0 : own;
    }
    const double dt2 = static_cast<double>(key.dt) * static_cast<double>(key.dt);
    size_t s = 0;
    forSprings(*cloth.topology, [&](const Spring &spring) {
        const double k = dt2 * static_cast<double>(springStiffness(cloth.fabric, spring));
        const bool fixedA = filter.eliminated[u(spring.a)] != 0;
        const bool fixedB = filter.eliminated[u(spring.b)] != 0;
        filter.offDiagonal[s++] = fixedA || fixedB ? 0.0 : -k;
        filter.diagonal[u(spring.a)] += fixedA ? 0.0 : k;
        filter.diagonal[u(spring.b)] += fixedB ? 0.0 : k;
    });
    filter.key = key;
}

// Whether exactly the pinned particles are eliminated. A hand's may be either: they are seen to elsewhere.
bool eliminatesPins(const Cloth &cloth, const Filter &filter) {
    for (size_t i = 0; i < cloth.fixed.size(); ++i) {
        if ((cloth.fixed[i] == kPinned) != (filter.eliminated[i] != 0) && cloth.fixed[i] != kHeld) {
            return false;
        }
    }
    return true;
}

void startRefresh(const Cloth &cloth, const FilterKey &key, FilterState &filter) {
    Filter &next = filter.factory->next();
    for (size_t i = 0; i < cloth.fixed.size(); ++i) {
        next.eliminated[i] = cloth.fixed[i] == kPinned ? 1 : 0;
    }
    fillFilter(cloth, key, 0.0, next);
    filter.factory->start();
    filter.substepsToSwap = kSubstepsToSwap;
    ++filter.refactorCount;
}

// In-place Cholesky factor of a symmetric matrix of which the lower triangle is given.
bool factorDense(std::vector<double> &a, size_t n) {
    constexpr auto kStride = static_cast<size_t>(kHeldRowsMax);
    for (size_t j = 0; j < n; ++j) {
        for (size_t i = j; i < n; ++i) {
            double sum = a[i * kStride + j];
            for (size_t k = 0; k < j; ++k) {
                sum -= a[i * kStride + k] * a[j * kStride + k];
            }
            if (i == j && !(sum > 0.0)) {
                return false;
            }
            a[i * kStride + j] = i == j ? std::sqrt(sum) : sum / a[j * kStride + j];
        }
    }
    return true;
}

void solveDense(const std::vector<double> &a, std::span<glm::dvec3> x) {
    constexpr auto kStride = static_cast<size_t>(kHeldRowsMax);
    const size_t n = x.size();
    for (size_t i = 0; i < n; ++i) {
        for (size_t k = 0; k < i; ++k) {
            x[i] -= a[i * kStride + k] * x[k];
        }
        x[i] /= a[i * kStride + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; ++k) {
            x[i] -= a[k * kStride + i] * x[k];
        }
        x[i] /= a[i * kStride + i];
    }
}

bool isHeldRow(const Cloth &cloth, const Filter &filter, int32_t i) {
    return cloth.fixed[u(i)] != 0 && filter.eliminated[u(i)] == 0;
}

bool heldRowsAreCurrent(const Cloth &cloth, const FilterState &filter) {
    if (filter.held.filterNumber != filter.number) {
        return false;
    }
    size_t next = 0;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (isHeldRow(cloth, filter.current, i)) {
            if (next == filter.held.rows.size() || filter.held.rows[next] != i) {
                return false;
            }
            ++next;
        }
    }
    return next == filter.held.rows.size();
}

// The columns of A^-1, four in one solve.
void findResponses(FilterState &filter) {
    HeldRows &held = filter.held;
    const size_t n = held.scratch.size();
    for (size_t first = 0; first < held.rows.size(); first += 4) {
        const size_t count = std::min<size_t>(4, held.rows.size() - first);
        std::fill(held.scratch.begin(), held.scratch.end(), Vec4(0.0F));
        for (size_t c = 0; c < count; ++c) {
            held.scratch[u(held.rows[first + c])][static_cast<int>(c)] = 1.0F;
        }
        filter.current.factor.solve(held.scratch);
        for (size_t c = 0; c < count; ++c) {
            float *column = held.response.data() + (first + c) * n;
            for (size_t i = 0; i < n; ++i) {
                column[i] = held.scratch[i][static_cast<int>(c)];
            }
        }
    }
}

// False where there are too many.
bool holdRows(const Cloth &cloth, FilterState &filter) {
    HeldRows &held = filter.held;
    if (heldRowsAreCurrent(cloth, filter)) {
        return true;
    }
    held.rows.clear();
    held.filterNumber = filter.number;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (isHeldRow(cloth, filter.current, i)) {
            if (held.rows.size() == held.rows.capacity()) {
                return false;
            }
            held.rows.push_back(i);
        }
    }
    findResponses(filter);
    const size_t n = held.scratch.size();
    for (size_t g = 0; g < held.rows.size(); ++g) {
        for (size_t h = 0; h <= g; ++h) {
            held.schur[g * static_cast<size_t>(kHeldRowsMax) + h] =
                static_cast<double>(held.response[h * n + u(held.rows[g])]);
        }
    }
    return factorDense(held.schur, held.rows.size());
}

void findReleased(const Cloth &cloth, FilterState &filter) {
    filter.released.clear();
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0 && filter.current.eliminated[u(i)] != 0) {
            filter.released.push_back(i);
        }
    }
}

// The row of a particle that is free again is the identity's until the next factor comes: a step of Jacobi's
// method for it instead.
void moveReleased(const Cloth &cloth, FilterState &filter, std::span<Vec4> impulse) {
    if (filter.released.empty()) {
        return;
    }
    const float dt = filter.wanted.dt;
    std::vector<float> &sum = filter.releasedRow;
    std::copy(cloth.mass.begin(), cloth.mass.end(), sum.begin());
    forSprings(*cloth.topology, [&](const Spring &spring) {
        const float stiffness = 2.0F * dt * dt * springStiffness(cloth.fabric, spring);
        sum[u(spring.a)] += stiffness;
        sum[u(spring.b)] += stiffness;
    });
    for (const int32_t i : filter.released) {
        impulse[u(i)] /= sum[u(i)];
    }
}

// What A^-1 b says about the held rows is taken out, with all that follows from it.
void eliminateHeld(HeldRows &held, std::span<Vec4> x) {
    const std::span<glm::dvec3> multiplier(held.multiplier.data(), held.rows.size());
    for (size_t g = 0; g < held.rows.size(); ++g) {
        multiplier[g] = glm::dvec3(Vec3(x[u(held.rows[g])]));
    }
    solveDense(held.schur, multiplier);
    for (size_t g = 0; g < held.rows.size(); ++g) {
        const float *column = held.response.data() + g * x.size();
        const Vec4 l(Vec3(multiplier[g]), 0.0F);
        for (size_t i = 0; i < x.size(); ++i) {
            x[i] -= column[i] * l;
        }
    }
    for (const int32_t i : held.rows) {
        x[u(i)] = Vec4(0.0F);
    }
}

// The filter's mass over the cloth's is 1 / this.
float massRatio(const FilterKey &now, const FilterKey &filter) {
    return static_cast<float>(now.mass / filter.mass);
}

} // namespace

FilterFactory::FilterFactory(const Filter &pattern) : next_(pattern), thread_([this] { work(); }) {}

FilterFactory::~FilterFactory() {
    uint32_t state = state_.load();
    while (state == Wanted) { // never left half done
        state_.wait(Wanted);
        state = state_.load();
    }
    state_.store(Stopping);
    state_.notify_all();
    thread_.join();
}

void FilterFactory::start() {
    state_.store(Wanted);
    state_.notify_all();
}

bool FilterFactory::finish(Filter &current) {
    state_.wait(Wanted);
    if (succeeded_) {
        std::swap(next_, current);
        current.valid = true;
    }
    state_.store(Idle);
    return succeeded_;
}

void FilterFactory::work() {
    for (;;) {
        const uint32_t state = state_.load();
        if (state == Stopping) {
            return;
        }
        if (state != Wanted) {
            state_.wait(state);
            continue;
        }
        succeeded_ = next_.factor.factorise(next_.diagonal, next_.offDiagonal);
        state_.store(Done);
        state_.notify_all();
    }
}

void prepareFilter(const Cloth &cloth, FilterState &filter) {
    filter = FilterState{};
    std::vector<SparseCholesky::Edge> edges;
    forSprings(*cloth.topology, [&](const Spring &spring) { edges.push_back({spring.a, spring.b}); });
    const size_t n = u(cloth.particleCount());
    filter.current.factor.analyse(cloth.particleCount(), edges);
    filter.current.diagonal.assign(n, 0.0);
    filter.current.offDiagonal.assign(edges.size(), 0.0);
    filter.current.eliminated.assign(n, 0);
    filter.released.reserve(n);
    filter.releasedRow.assign(n, 0.0F);
}

void prepareFilterFactory(const Cloth &cloth, FilterState &filter) {
    const size_t n = u(cloth.particleCount());
    const auto rows = static_cast<size_t>(kHeldRowsMax);
    HeldRows &held = filter.held;
    held.rows.clear();
    held.rows.reserve(rows);
    held.response.assign(n * rows, 0.0F);
    held.schur.assign(rows * rows, 0.0);
    held.scratch.assign(n, Vec4(0.0F));
    held.multiplier.assign(rows, glm::dvec3(0.0));
    filter.substepsToSwap = 0;
    filter.factory = std::make_shared<FilterFactory>(filter.current);
}

FilterKey filterKeyOf(const Cloth &cloth, float dt, FilterForm form) {
    FilterKey key{form, cloth.topology->id, dt, {}, 0.0};
    for (const SpringKind kind :
         {SpringKind::Weft, SpringKind::Warp, SpringKind::Shear, SpringKind::Flexion}) {
        key.constant[static_cast<size_t>(kind)] = stiffnessConstant(cloth.fabric, kind);
    }
    for (const float m : cloth.mass) {
        key.mass += static_cast<double>(m);
    }
    return key;
}

bool factorFilter(const Cloth &cloth, const FilterKey &key, std::span<const uint8_t> eliminated, double mass,
                  FilterState &filter) {
    Filter &current = filter.current;
    std::fill(current.eliminated.begin(), current.eliminated.end(), uint8_t{0});
    std::transform(eliminated.begin(), eliminated.end(), current.eliminated.begin(),
                   [](uint8_t fixed) { return static_cast<uint8_t>(fixed != 0 ? 1 : 0); });
    fillFilter(cloth, key, mass, current);
    current.valid = current.factor.factorise(current.diagonal, current.offDiagonal);
    ++filter.number;
    ++filter.refactorCount;
    filter.released.clear();
    filter.held.rows.clear();
    filter.held.filterNumber = filter.number;
    return current.valid;
}

bool keepFilterAtOnce(const Cloth &cloth, float dt, FilterForm form, FilterState &filter) {
    const FilterKey key = filterKeyOf(cloth, dt, form);
    filter.wanted = key;
    const auto bothOrNone = [](uint8_t a, uint8_t b) { return (a != 0) == (b != 0); };
    if (filter.current.valid && filter.current.key == key &&
        std::equal(cloth.fixed.begin(), cloth.fixed.end(), filter.current.eliminated.begin(), bothOrNone)) {
        return false;
    }
    factorFilter(cloth, key, cloth.fixed, 0.0, filter);
    return true;
}

void keepFilter(const Cloth &cloth, float dt, FilterForm form, FilterState &filter) {
    if (filter.substepsToSwap > 0 && --filter.substepsToSwap == 0 && filter.factory->finish(filter.current)) {
        ++filter.number;
    }
    const FilterKey key = filterKeyOf(cloth, dt, form);
    filter.wanted = key;
    const FilterKey &old = filter.current.key;
    const bool serves = filter.current.valid && old.form == form && old.topology == key.topology;
    if (!serves || filter.factory == nullptr) {
        keepFilterAtOnce(cloth, dt, form, filter);
        return;
    }
    if (filter.substepsToSwap == 0 && !(old == key && eliminatesPins(cloth, filter.current))) {
        startRefresh(cloth, key, filter);
    }
    if (!holdRows(cloth, filter)) {
        factorFilter(cloth, key, cloth.fixed, 0.0, filter);
    }
    findReleased(cloth, filter);
}

Fabric boundedFabric(const Fabric &fabric, const FilterState &filter) {
    Fabric bounded = fabric;
    const FilterKey &old = filter.current.key;
    if (filter.wanted == old) {
        return bounded;
    }
    const float stretch = old.dt / filter.wanted.dt;
    const float room = kOvershoot * massRatio(filter.wanted, old) * stretch * stretch;
    const auto bound = [&](SpringKind kind, float &constant) {
        constant = std::min(constant, room * old.constant[static_cast<size_t>(kind)]);
    };
    bound(SpringKind::Weft, bounded.weftStiffness);
    bound(SpringKind::Warp, bounded.warpStiffness);
    bound(SpringKind::Shear, bounded.shearStiffness);
    bound(SpringKind::Flexion, bounded.bendingRigidity);
    return bounded;
}

void applyFilter(const Cloth &cloth, FilterState &filter, std::span<Vec4> impulse) {
    if (filter.wanted.mass != filter.current.key.mass) {
        // The cloth has become s times as heavy: (s M - dt²H)^-1 = (M - dt²H/s)^-1 / s.
        const float inverse = 1.0F / massRatio(filter.wanted, filter.current.key);
        for (Vec4 &b : impulse) {
            b *= inverse;
        }
    }
    filter.current.factor.solve(impulse);
    moveReleased(cloth, filter, impulse);
    if (!filter.held.rows.empty()) {
        eliminateHeld(filter.held, impulse);
    }
}

} // namespace selvage
