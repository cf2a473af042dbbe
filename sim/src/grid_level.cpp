// Levels of the multilevel strain limiter and their sweeps.
#include "grid_level.h"

#include "maths/index.h"
#include "sim/cloth.h"
#include "sim/workers.h"
#include "wide.h"

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

namespace selvage {

namespace {

constexpr int32_t kBandedRows = 96; // levels of at least this many rows are swept in bands
constexpr int32_t kBandRows = 16;
constexpr int32_t kSeamsAtOnce = 2;  // for one worker
constexpr int32_t kParallelRows = 8; // of a check, for one worker at a time

constexpr int32_t kChunk = 128; // columns at a time
constexpr size_t kFew = 9;      // nodes along the shorter side

enum class Sweep : uint8_t { OneSided, TwoSided, Means };

// Half a row: its even or its odd columns.
struct HalfRow {
    float *x;
    float *y;
    float *z;
    const float *w;
    const float *restX; // of means
    const float *restY;
};

template <Sweep sweep> HalfRow halfRowAt(GridLevel &level, int32_t offset) {
    const size_t i = u(offset);
    if constexpr (sweep == Sweep::Means) {
        return {&level.x[i], &level.y[i], &level.z[i], &level.w[i], &level.restX[i], &level.restY[i]};
    }
    return {&level.x[i], &level.y[i], &level.z[i], &level.w[i], nullptr, nullptr};
}

struct Node {
    float x;
    float y;
    float z;
    float w;
    float restX; // m, of means
    float restY;
};

template <Sweep sweep> SELVAGE_INLINE inline Node load(const HalfRow &row, int32_t k) {
    if constexpr (sweep == Sweep::Means) {
        return {row.x[k], row.y[k], row.z[k], row.w[k], row.restX[k], row.restY[k]};
    }
    return {row.x[k], row.y[k], row.z[k], row.w[k], 0.0F, 0.0F};
}

SELVAGE_INLINE inline void store(const HalfRow &row, int32_t k, const Node &node) {
    row.x[k] = node.x;
    row.y[k] = node.y;
    row.z[k] = node.z;
}

// `rest`: m², unless the nodes are means; `stretch`: –, the squared length allowed over that.
template <Sweep sweep>
SELVAGE_INLINE inline void limitPair(Node &a, Node &b, float rest, float stretch, float compression) {
    if constexpr (sweep == Sweep::Means) {
        const float restX = b.restX - a.restX;
        const float restY = b.restY - a.restY;
        rest = fused(restY, restY, restX * restX);
    }
    constexpr float kTiny = 1e-30F; // both ends fixed: the correction is multiplied by their zero weights
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float dz = b.z - a.z;
    const float squared = fused(dz, dz, fused(dy, dy, dx * dx));
    float wanted = std::max(squared - rest * stretch, 0.0F);
    if constexpr (sweep == Sweep::TwoSided) {
        wanted = fused(compression, std::min(squared - rest, 0.0F), wanted);
    }
    const float s = wanted / std::max((squared + rest) * (a.w + b.w), kTiny);
    const float sa = s * a.w;
    const float sb = -s * b.w;
    a.x = fused(sa, dx, a.x);
    a.y = fused(sa, dy, a.y);
    a.z = fused(sa, dz, a.z);
    b.x = fused(sb, dx, b.x);
    b.y = fused(sb, dy, b.y);
    b.z = fused(sb, dz, b.z);
}

// Cells between two rows: upper left, upper right, lower left and lower right corners.
struct Cells {
    HalfRow left;
    HalfRow right;
    HalfRow leftBelow;
    HalfRow rightBelow;
    const float *lengthX; // m²
    float lengthY;        // m²
    int32_t count;
};

// Each cell's upper edge, its diagonals and, where they are not some other cell's, its sides.
template <Sweep sweep, bool sides>
SELVAGE_INLINE inline void limitCells(const Cells &cells, const StretchLimit &limit) {
    const float y = cells.lengthY;
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < cells.count; ++k) {
        Node a = load<sweep>(cells.left, k);
        Node b = load<sweep>(cells.right, k);
        Node c = load<sweep>(cells.leftBelow, k);
        Node d = load<sweep>(cells.rightBelow, k);
        const float x = cells.lengthX[k];
        limitPair<sweep>(a, b, x, limit.weft, limit.compression);
        if constexpr (sides) {
            limitPair<sweep>(a, c, y, limit.warp, limit.compression);
            limitPair<sweep>(b, d, y, limit.warp, limit.compression);
        }
        limitPair<sweep>(a, d, x + y, limit.bias, limit.compression);
        limitPair<sweep>(b, c, x + y, limit.bias, limit.compression);
        store(cells.left, k, a);
        store(cells.right, k, b);
        store(cells.leftBelow, k, c);
        store(cells.rightBelow, k, d);
    }
}

template <Sweep sweep>
SELVAGE_INLINE inline void limitPairs(const HalfRow &first, const HalfRow &second, const float *lengthX,
                                      int32_t count, const StretchLimit &limit) {
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        Node a = load<sweep>(first, k);
        Node b = load<sweep>(second, k);
        limitPair<sweep>(a, b, lengthX[k], limit.weft, limit.compression);
        store(first, k, a);
        store(second, k, b);
    }
}

template <Sweep sweep>
SELVAGE_INLINE inline void limitRow(GridLevel &level, int32_t row, const StretchLimit &limit) {
    const int32_t even = row * level.stride;
    const int32_t odd = even + level.evens;
    const float *lengths = level.columnLengthSquared.data();
    limitPairs<sweep>(halfRowAt<sweep>(level, even), halfRowAt<sweep>(level, odd), lengths,
                      level.columns - level.evens, limit);
    limitPairs<sweep>(halfRowAt<sweep>(level, odd), halfRowAt<sweep>(level, even + 1), lengths + level.evens,
                      level.evens - 1, limit);
}

// Everything between a row and the next one, and the upper row's own springs.
template <Sweep sweep>
SELVAGE_INLINE inline void limitRowPair(GridLevel &level, int32_t row, const StretchLimit &limit) {
    const int32_t odds = level.columns - level.evens;
    const int32_t above = row * level.stride;
    const int32_t below = above + level.stride;
    const HalfRow even = halfRowAt<sweep>(level, above);
    const HalfRow odd = halfRowAt<sweep>(level, above + level.evens);
    const HalfRow evenBelow = halfRowAt<sweep>(level, below);
    const HalfRow oddBelow = halfRowAt<sweep>(level, below + level.evens);
    const float *lengths = level.columnLengthSquared.data();
    const float lengthY = level.rowLengthSquared[u(row)];
    limitCells<sweep, true>({even, odd, evenBelow, oddBelow, lengths, lengthY, odds}, limit);
    if (level.evens > odds) { // the side of the last column
        Node a = load<sweep>(even, odds);
        Node b = load<sweep>(evenBelow, odds);
        limitPair<sweep>(a, b, lengthY, limit.warp, limit.compression);
        store(even, odds, a);
        store(evenBelow, odds, b);
    }
    limitCells<sweep, false>({odd, halfRowAt<sweep>(level, above + 1), oddBelow,
                              halfRowAt<sweep>(level, below + 1), lengths + level.evens, lengthY,
                              level.evens - 1},
                             limit);
}

// Rows [begin, end) and the springs between them; the last one's own springs only where it is the level's
// last.
template <Sweep sweep>
SELVAGE_INLINE inline void limitRows(GridLevel &level, const StretchLimit &limit, bool backwards,
                                     int32_t begin, int32_t end) {
    const bool last = end == level.rows;
    if (backwards && last) {
        limitRow<sweep>(level, end - 1, limit);
    }
    for (int32_t k = begin; k + 1 < end; ++k) {
        limitRowPair<sweep>(level, backwards ? end - 2 - (k - begin) : k, limit);
    }
    if (!backwards && last) {
        limitRow<sweep>(level, end - 1, limit);
    }
}

// Calls body(std::integral_constant<Sweep, ...>), wide, for how this level is swept within this limit.
template <typename Body> void sweepAs(const GridLevel &level, const StretchLimit &limit, const Body &body) {
    if (level.means) {
        runWide([&]() SELVAGE_INLINE { body(std::integral_constant<Sweep, Sweep::Means>()); });
    } else if (limit.compression > 0.0F) {
        runWide([&]() SELVAGE_INLINE { body(std::integral_constant<Sweep, Sweep::TwoSided>()); });
    } else {
        runWide([&]() SELVAGE_INLINE { body(std::integral_constant<Sweep, Sweep::OneSided>()); });
    }
}

void sweepRows(GridLevel &level, const StretchLimit &limit, bool backwards, int32_t begin, int32_t end) {
    sweepAs(level, limit,
            [&](auto sweep) SELVAGE_INLINE { limitRows<sweep.value>(level, limit, backwards, begin, end); });
}

void sweepRowPair(GridLevel &level, const StretchLimit &limit, int32_t row) {
    sweepAs(level, limit, [&](auto sweep) SELVAGE_INLINE { limitRowPair<sweep.value>(level, row, limit); });
}

// What springs along one direction may be: the longest squared length is scale * (lengths + more).
struct LongestRule {
    const float *lengths; // m², of each column
    float more;           // m²
    float scale;
};

// 1 where any pair from two half rows, given by their first slots, is longer than allowed.
SELVAGE_INLINE inline int32_t anyLonger(const GridLevel &level, int32_t a, int32_t b, int32_t count,
                                        const LongestRule &rule) {
    int32_t longer = 0;
    for (int32_t k = 0; k < count; ++k) {
        const float dx = level.x[u(b + k)] - level.x[u(a + k)];
        const float dy = level.y[u(b + k)] - level.y[u(a + k)];
        const float dz = level.z[u(b + k)] - level.z[u(a + k)];
        const float squared = fused(dz, dz, fused(dy, dy, dx * dx));
        longer |= squared > rule.scale * (rule.lengths[k] + rule.more) ? 1 : 0;
    }
    return longer;
}

// A row's own springs and those to the next one.
SELVAGE_INLINE inline int32_t rowExceeds(const GridLevel &level, int32_t row, const StretchLimit &limit,
                                         const float *zeros) {
    const int32_t odds = level.columns - level.evens;
    const int32_t even = row * level.stride;
    const int32_t odd = even + level.evens;
    const float *lengths = level.columnLengthSquared.data();
    const float *oddLengths = lengths + level.evens;
    int32_t longer = anyLonger(level, even, odd, odds, {lengths, 0.0F, limit.weft}) |
                     anyLonger(level, odd, even + 1, level.evens - 1, {oddLengths, 0.0F, limit.weft});
    if (row + 1 == level.rows) {
        return longer;
    }
    const int32_t down = level.stride;
    const float y = level.rowLengthSquared[u(row)];
    for (int32_t first = 0; first < level.columns; first += kChunk) {
        const int32_t count = std::min(kChunk, level.columns - first);
        longer |= anyLonger(level, even + first, even + down + first, count, {zeros, y, limit.warp});
    }
    longer |= anyLonger(level, even, odd + down, odds, {lengths, y, limit.bias});
    longer |= anyLonger(level, odd, even + down, odds, {lengths, y, limit.bias});
    longer |= anyLonger(level, odd, even + 1 + down, level.evens - 1, {oddLengths, y, limit.bias});
    longer |= anyLonger(level, even + 1, odd + down, level.evens - 1, {oddLengths, y, limit.bias});
    return longer;
}

// The squared distances of neighbours.
void squareLengths(const std::vector<float> &at, int32_t from, int32_t step, std::vector<float> &out) {
    for (int32_t i = from; i + 1 < static_cast<int32_t>(at.size()); i += step) {
        const float length = at[u(i + 1)] - at[u(i)];
        out.push_back(length * length);
    }
}

void allocate(GridLevel &level) {
    level.columns = static_cast<int32_t>(level.columnLines.at.size());
    level.rows = static_cast<int32_t>(level.rowLines.at.size());
    level.evens = (level.columns + 1) / 2;
    level.stride = level.columns;
    // Families with no member still name an address one past their row.
    const size_t slots = u(level.stride) * u(level.rows) + 2;
    for (auto *values : {&level.x, &level.y, &level.z, &level.w}) {
        values->assign(slots, 0.0F);
    }
    level.columnLengthSquared.reserve(u(level.columns) + 1);
    squareLengths(level.columnLines.at, 0, 2, level.columnLengthSquared);
    level.columnLengthSquared.resize(u(level.evens), 0.0F);
    squareLengths(level.columnLines.at, 1, 2, level.columnLengthSquared);
    level.columnLengthSquared.resize(u(level.columns) + 1, 0.0F);
    squareLengths(level.rowLines.at, 0, 1, level.rowLengthSquared);
    level.rowLengthSquared.push_back(0.0F);
}

// Half of what lies between a line and its neighbours on either side, of the mean distance.
std::vector<float> massesOf(const std::vector<float> &at) {
    const size_t last = at.size() - 1;
    const float mean = (at[last] - at[0]) / static_cast<float>(last);
    std::vector<float> mass;
    mass.reserve(at.size());
    for (size_t i = 0; i <= last; ++i) {
        mass.push_back(0.5F * (at[std::min(i + 1, last)] - at[i == 0 ? 0 : i - 1]) / mean);
    }
    return mass;
}

// The coarser level's lines; `few`: with shares.
LevelLines thinLines(const LevelLines &fine, const std::vector<int32_t> &kept, bool few) {
    LevelLines lines;
    const auto last = static_cast<int32_t>(fine.at.size()) - 1;
    for (auto *values : {&lines.at, &lines.mass}) {
        values->reserve(kept.size());
    }
    for (auto *values : {&lines.before, &lines.own, &lines.after}) {
        values->reserve(few ? kept.size() : 0);
    }
    for (const int32_t i : kept) {
        // Where their number is even, the last two are both kept.
        const bool hasBefore = i > 0 && i % 2 == 0;
        const bool hasAfter = i % 2 == 0 && i < last && (i + 1 < last || last % 2 == 0);
        const float before = hasBefore ? 0.5F * fine.mass[u(i - 1)] : 0.0F;
        const float after = hasAfter ? 0.5F * fine.mass[u(i + 1)] : 0.0F;
        const float mass = before + fine.mass[u(i)] + after;
        lines.at.push_back(fine.at[u(i)]);
        lines.mass.push_back(mass);
        if (few) {
            lines.before.push_back(before / mass);
            lines.own.push_back(fine.mass[u(i)] / mass);
            lines.after.push_back(after / mass);
        }
    }
    return lines;
}

// Of a level, those of a grid with so many particles.
size_t anchorsMax(int32_t particles) {
    return std::min<size_t>(1024, std::max<size_t>(128, u(particles) / 8));
}

// Every second index and the last.
std::vector<int32_t> thin(int32_t count) {
    std::vector<int32_t> kept;
    for (int32_t i = 0; i < count; i += 2) {
        kept.push_back(i);
    }
    if (kept.back() != count - 1) {
        kept.push_back(count - 1);
    }
    return kept;
}

Vec3 displacementAt(const GridLevel &level, int32_t slot) {
    const size_t i = u(slot);
    return {level.x[i] - level.startX[i], level.y[i] - level.startY[i], level.z[i] - level.startZ[i]};
}

} // namespace

GridLines gridLines(const ClothTopology &topology) {
    GridLines lines;
    lines.columnAt.reserve(u(topology.columnCount));
    lines.rowAt.reserve(u(topology.rowCount));
    for (int32_t c = 0; c < topology.columnCount; ++c) {
        lines.columnAt.push_back(topology.restUv[u(c)].x);
    }
    for (int32_t r = 0; r < topology.rowCount; ++r) {
        lines.rowAt.push_back(topology.restUv[u(r * topology.columnCount)].y);
    }
    return lines;
}

GridLevel makeGridLevel(std::vector<float> columnAt, std::vector<float> rowAt) {
    GridLevel level;
    level.columnLines.mass = massesOf(columnAt);
    level.rowLines.mass = massesOf(rowAt);
    level.columnLines.at = std::move(columnAt);
    level.rowLines.at = std::move(rowAt);
    allocate(level);
    for (int32_t c = 0; c < level.columns; ++c) {
        level.fineColumn.push_back(c);
    }
    for (int32_t r = 0; r < level.rows; ++r) {
        level.fineRow.push_back(r);
    }
    return level;
}

GridLevel makeCoarserLevel(const GridLevel &fine) {
    GridLevel level;
    level.sourceColumn = thin(fine.columns);
    level.sourceRow = thin(fine.rows);
    for (const int32_t c : level.sourceColumn) {
        level.fineColumn.push_back(fine.fineColumn[u(c)]);
    }
    for (const int32_t r : level.sourceRow) {
        level.fineRow.push_back(fine.fineRow[u(r)]);
    }
    level.few = std::min(level.sourceColumn.size(), level.sourceRow.size()) <= kFew;
    level.columnLines = thinLines(fine.columnLines, level.sourceColumn, level.few);
    level.rowLines = thinLines(fine.rowLines, level.sourceRow, level.few);
    allocate(level);
    for (auto *values : {&level.startX, &level.startY, &level.startZ}) {
        values->assign(level.x.size(), 0.0F);
    }
    for (auto *values : {&level.restX, &level.restY}) {
        values->assign(level.few ? level.x.size() : 0, 0.0F);
    }
    level.heldNodes.reserve(level.few ? u(level.columns) * u(level.rows) : 0);
    level.anchors.reserve(anchorsMax((level.fineColumn.back() + 1) * (level.fineRow.back() + 1)));
    return level;
}

void sweepLevel(GridLevel &level, const StretchLimit &limit, bool backwards, Workers &workers) {
    if (level.rows < kBandedRows) {
        sweepRows(level, limit, backwards, 0, level.rows);
        return;
    }
    // The bands by themselves, then what joins them.
    const int32_t bands = (level.rows + kBandRows - 1) / kBandRows;
    workers.forBlocks(bands, 1, [&](int32_t begin, int32_t end) {
        for (int32_t b = begin; b < end; ++b) {
            sweepRows(level, limit, backwards, b * kBandRows, std::min((b + 1) * kBandRows, level.rows));
        }
    });
    workers.forBlocks(bands - 1, kSeamsAtOnce, [&](int32_t begin, int32_t end) {
        for (int32_t b = begin; b < end; ++b) {
            sweepRowPair(level, limit, (b + 1) * kBandRows - 1);
        }
    });
}

bool exceedsLimit(const GridLevel &level, const StretchLimit &limit, Workers &workers) {
    std::atomic<bool> exceeds{false};
    workers.forBlocks(level.rows, kParallelRows, [&](int32_t begin, int32_t end) {
        const float zeros[kChunk] = {};
        int32_t longer = 0;
        runWide([&]() SELVAGE_INLINE {
            for (int32_t r = begin; r < end; ++r) {
                longer |= rowExceeds(level, r, limit, zeros);
            }
        });
        if (longer != 0) {
            exceeds.store(true, std::memory_order_relaxed);
        }
    });
    return exceeds.load(std::memory_order_relaxed);
}

void holdAnchors(GridLevel &level) {
    for (const GridAnchor &anchor : level.anchors) {
        const int32_t c = anchor.column;
        const int32_t r = anchor.row;
        const float s = anchor.right;
        const float t = anchor.down;
        const int32_t slot[] = {level.slot(c, r), level.slot(c + 1, r), level.slot(c, r + 1),
                                level.slot(c + 1, r + 1)};
        const float weight[] = {(1.0F - s) * (1.0F - t), s * (1.0F - t), (1.0F - s) * t, s * t};
        Vec3 moved(0.0F);
        float sum = 0.0F;
        for (int k = 0; k < 4; ++k) {
            moved += weight[k] * displacementAt(level, slot[k]);
            sum += weight[k] * weight[k] * level.w[u(slot[k])];
        }
        if (sum <= 0.0F) {
            continue;
        }
        for (int k = 0; k < 4; ++k) {
            const float share = weight[k] * level.w[u(slot[k])] / sum;
            level.put(slot[k], level.at(slot[k]) - share * moved);
        }
    }
}

} // namespace selvage
