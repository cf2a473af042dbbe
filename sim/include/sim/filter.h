// Desbrun's filter (M - dt²H)^-1 of one cloth (Desbrun, Schröder, Barr 1999, §2–3), kept current while
// parameters change and hands take hold, without a factorisation on the step's path:
//  - a change of stiffness, mass or dt is factored on another thread and swapped in a fixed number of
//  substeps
//    later, so that a replay gives the same bits; until then the old filter serves, see boundedFabric();
//  - particles that hands hold stay in the factor and are eliminated by a low-rank correction.
#pragma once

#include "sim/cloth.h"
#include "sim/sparse_cholesky.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace selvage {

// Whose form of the matrix.
enum class FilterForm : uint8_t { None, Corrected, Dense, AsPrinted };

// What a filter is factored for.
struct FilterKey {
    FilterForm form{FilterForm::None};
    uint64_t topology{0};
    float dt{0.0F};      // s
    float constant[4]{}; // of the fabric, by SpringKind
    double mass{0.0};    // kg, of the whole cloth

    bool operator==(const FilterKey &) const = default;
};

struct Filter {
    SparseCholesky factor;
    std::vector<double> diagonal;    // kg, per particle
    std::vector<double> offDiagonal; // kg, per spring
    std::vector<uint8_t> eliminated; // per particle: a row of the identity
    FilterKey key;
    bool valid{false};
};

// One thread that factors one filter at a time.
class FilterFactory {
public:
    explicit FilterFactory(const Filter &pattern); // analysed
    ~FilterFactory();
    FilterFactory(const FilterFactory &) = delete;
    FilterFactory &operator=(const FilterFactory &) = delete;

    // To be filled with all but the factor, then start(). Not between start() and finish().
    Filter &next() { return next_; }
    void start();
    // Waits until it is factored and swaps it with `current`. False, leaving `current` as it is, where the
    // matrix was not positive definite. Does not allocate or lock.
    bool finish(Filter &current);

private:
    enum State : uint32_t { Idle, Wanted, Done, Stopping };
    void work();

    Filter next_;
    bool succeeded_{false};
    std::atomic<uint32_t> state_{Idle};
    std::thread thread_;
};

inline constexpr int32_t kHeldRowsMax = 128;

// Rows that are in the factor A and must not move: with E their columns, x = A^-1 (b - E l) where
// (E^T A^-1 E) l = E^T A^-1 b (a bordered system; Woodbury's formula in its limit).
struct HeldRows {
    std::vector<int32_t> rows;
    std::vector<float> response; // 1/kg, A^-1 E, one column after the other
    std::vector<double> schur;   // Cholesky factor of E^T A^-1 E, kHeldRowsMax a row
    std::vector<Vec4> scratch;   // per particle
    std::vector<glm::dvec3> multiplier;
    uint64_t filterNumber{0}; // of the factor that it belongs to
};

struct FilterState {
    Filter current;
    FilterKey wanted;   // of the running substep
    uint64_t number{0}; // counts the factors that served
    HeldRows held;      // sized by prepareFilterFactory()
    std::shared_ptr<FilterFactory> factory;
    int32_t substepsToSwap{0};      // 0: none is being factored
    std::vector<int32_t> released;  // eliminated in the factor, but free again
    std::vector<float> releasedRow; // kg, scratch, per particle
    uint64_t refactorCount{0};      // factorisations since the start, on any thread
};

// Analyses the pattern. Allocates.
void prepareFilter(const Cloth &cloth, FilterState &filter);
// Starts the thread and sizes the low-rank correction. Without it every change is factored in the step.
// Allocates.
void prepareFilterFactory(const Cloth &cloth, FilterState &filter);

// What a filter for this cloth and substep would be factored for.
FilterKey filterKeyOf(const Cloth &cloth, float dt, FilterForm form);

// Makes the filter serve this cloth and substep, at once; true when it had to be factored anew.
bool keepFilterAtOnce(const Cloth &cloth, float dt, FilterForm form, FilterState &filter);
// The same on the factory's thread, where there is one and a filter that can serve until then.
void keepFilter(const Cloth &cloth, float dt, FilterForm form, FilterState &filter);

// The fabric with stiffness that the filter, made for another fabric, mass or dt, can take without
// amplifying: (M - dt²H)^-1 with too small an H overshoots, and beyond 4/3 of it a vibration grows. So a
// change acts at once, a large increase in part, until the new factor comes.
Fabric boundedFabric(const Fabric &fabric, const FilterState &filter);

// impulse (N s) -> change of velocity (m/s), in place. Rows of fixed particles are zero before and after.
void applyFilter(const Cloth &cloth, FilterState &filter, std::span<Vec4> impulse);

// Factors now, on this thread, with the particles that are not 0 in `eliminated` (empty: none is)
// eliminated, and each particle's own mass on the diagonal (`mass` > 0: that one for all instead).
bool factorFilter(const Cloth &cloth, const FilterKey &key, std::span<const uint8_t> eliminated, double mass,
                  FilterState &filter);

} // namespace selvage
