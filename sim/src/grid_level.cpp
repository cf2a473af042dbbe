// Sweeps and transfers of the multilevel strain limiter.
#include "grid_level.h"

#include "maths/index.h"
#include "sim/cloth.h"
#include "sim/workers.h"
#include "wide.h"

#include <algorithm>
#include <atomic>

namespace selvage {

namespace {

constexpr int32_t kBandedRows = 96; // levels of at least this many rows are swept in bands
constexpr int32_t kBandRows = 16;
constexpr int32_t kSeamsAtOnce = 2;  // for one worker
constexpr int32_t kParallelRows = 8; // of a transfer, for one worker at a time

constexpr int32_t kChunk = 128; // columns at a time, even

// Half a row: its even or its odd columns.
struct HalfRow {
    float *x;
    float *y;
    float *z;
    const float *w;
};

HalfRow halfRowAt(GridLevel &level, int32_t offset) {
    const size_t i = u(offset);
    return {&level.x[i], &level.y[i], &level.z[i], &level.w[i]};
}

struct Node {
    float x;
    float y;
    float z;
    float w;
};

SELVAGE_INLINE inline Node load(const HalfRow &row, int32_t k) {
    return {row.x[k], row.y[k], row.z[k], row.w[k]};
}

SELVAGE_INLINE inline void store(const HalfRow &row, int32_t k, const Node &node) {
    row.x[k] = node.x;
    row.y[k] = node.y;
    row.z[k] = node.z;
}

// `longest`: m², the squared length allowed.
template <bool twoSided>
SELVAGE_INLINE inline void limitPair(Node &a, Node &b, float rest, float longest, float compression) {
    constexpr float kTiny = 1e-30F; // both ends fixed: the correction is multiplied by their zero weights
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float dz = b.z - a.z;
    const float squared = fused(dz, dz, fused(dy, dy, dx * dx));
    float wanted = std::max(squared - longest, 0.0F);
    if constexpr (twoSided) {
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
template <bool twoSided, bool sides>
SELVAGE_INLINE inline void limitCells(const Cells &cells, const StretchLimit &limit) {
    const float y = cells.lengthY;
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < cells.count; ++k) {
        Node a = load(cells.left, k);
        Node b = load(cells.right, k);
        Node c = load(cells.leftBelow, k);
        Node d = load(cells.rightBelow, k);
        const float x = cells.lengthX[k];
        limitPair<twoSided>(a, b, x, x * limit.weft, limit.compression);
        if constexpr (sides) {
            limitPair<twoSided>(a, c, y, y * limit.warp, limit.compression);
            limitPair<twoSided>(b, d, y, y * limit.warp, limit.compression);
        }
        limitPair<twoSided>(a, d, x + y, (x + y) * limit.bias, limit.compression);
        limitPair<twoSided>(b, c, x + y, (x + y) * limit.bias, limit.compression);
        store(cells.left, k, a);
        store(cells.right, k, b);
        store(cells.leftBelow, k, c);
        store(cells.rightBelow, k, d);
    }
}

template <bool twoSided>
SELVAGE_INLINE inline void limitPairs(const HalfRow &first, const HalfRow &second, const float *lengthX,
                                      int32_t count, const StretchLimit &limit) {
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        Node a = load(first, k);
        Node b = load(second, k);
        limitPair<twoSided>(a, b, lengthX[k], lengthX[k] * limit.weft, limit.compression);
        store(first, k, a);
        store(second, k, b);
    }
}

template <bool twoSided>
SELVAGE_INLINE inline void limitRow(GridLevel &level, int32_t row, const StretchLimit &limit) {
    const int32_t even = row * level.stride;
    const int32_t odd = even + level.evens;
    const float *lengths = level.columnLengthSquared.data();
    limitPairs<twoSided>(halfRowAt(level, even), halfRowAt(level, odd), lengths, level.columns - level.evens,
                         limit);
    limitPairs<twoSided>(halfRowAt(level, odd), halfRowAt(level, even + 1), lengths + level.evens,
                         level.evens - 1, limit);
}

// Everything between a row and the next one, and the upper row's own springs.
template <bool twoSided>
SELVAGE_INLINE inline void limitRowPair(GridLevel &level, int32_t row, const StretchLimit &limit) {
    const int32_t odds = level.columns - level.evens;
    const int32_t above = row * level.stride;
    const int32_t below = above + level.stride;
    const HalfRow even = halfRowAt(level, above);
    const HalfRow odd = halfRowAt(level, above + level.evens);
    const HalfRow evenBelow = halfRowAt(level, below);
    const HalfRow oddBelow = halfRowAt(level, below + level.evens);
    const float *lengths = level.columnLengthSquared.data();
    const float lengthY = level.rowLengthSquared[u(row)];
    limitCells<twoSided, true>({even, odd, evenBelow, oddBelow, lengths, lengthY, odds}, limit);
    if (level.evens > odds) { // the side of the last column
        Node a = load(even, odds);
        Node b = load(evenBelow, odds);
        limitPair<twoSided>(a, b, lengthY, lengthY * limit.warp, limit.compression);
        store(even, odds, a);
        store(evenBelow, odds, b);
    }
    limitCells<twoSided, false>({odd, halfRowAt(level, above + 1), oddBelow, halfRowAt(level, below + 1),
                                 lengths + level.evens, lengthY, level.evens - 1},
                                limit);
}

// Rows [begin, end) and the springs between them; the last one's own springs only where it is the level's
// last.
template <bool twoSided>
SELVAGE_INLINE inline void limitRows(GridLevel &level, const StretchLimit &limit, bool backwards,
                                     int32_t begin, int32_t end) {
    const bool last = end == level.rows;
    if (backwards && last) {
        limitRow<twoSided>(level, end - 1, limit);
    }
    for (int32_t k = begin; k + 1 < end; ++k) {
        limitRowPair<twoSided>(level, backwards ? end - 2 - (k - begin) : k, limit);
    }
    if (!backwards && last) {
        limitRow<twoSided>(level, end - 1, limit);
    }
}

void sweepRows(GridLevel &level, const StretchLimit &limit, bool backwards, int32_t begin, int32_t end) {
    if (limit.compression > 0.0F) {
        runWide([&]() SELVAGE_INLINE { limitRows<true>(level, limit, backwards, begin, end); });
    } else {
        runWide([&]() SELVAGE_INLINE { limitRows<false>(level, limit, backwards, begin, end); });
    }
}

void sweepRowPair(GridLevel &level, const StretchLimit &limit, int32_t row) {
    if (limit.compression > 0.0F) {
        runWide([&]() SELVAGE_INLINE { limitRowPair<true>(level, row, limit); });
    } else {
        runWide([&]() SELVAGE_INLINE { limitRowPair<false>(level, row, limit); });
    }
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

void allocate(GridLevel &level, const std::vector<float> &columnAt, const std::vector<float> &rowAt) {
    level.columns = static_cast<int32_t>(columnAt.size());
    level.rows = static_cast<int32_t>(rowAt.size());
    level.evens = (level.columns + 1) / 2;
    level.stride = level.columns;
    // Families with no member still name an address one past their row.
    const size_t slots = u(level.stride) * u(level.rows) + 2;
    for (auto *values : {&level.x, &level.y, &level.z, &level.w}) {
        values->assign(slots, 0.0F);
    }
    level.columnLengthSquared.assign(u(level.columns) + 1, 0.0F);
    for (int32_t c = 0; c + 1 < level.columns; ++c) {
        const float length = columnAt[u(c + 1)] - columnAt[u(c)];
        level.columnLengthSquared[u(c % 2 == 0 ? c / 2 : level.evens + c / 2)] = length * length;
    }
    level.rowLengthSquared.assign(u(level.rows), 0.0F);
    for (int32_t r = 0; r + 1 < level.rows; ++r) {
        const float length = rowAt[u(r + 1)] - rowAt[u(r)];
        level.rowLengthSquared[u(r)] = length * length;
    }
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

std::vector<float> pick(const std::vector<float> &values, const std::vector<int32_t> &kept) {
    std::vector<float> out;
    out.reserve(kept.size());
    for (const int32_t i : kept) {
        out.push_back(values[u(i)]);
    }
    return out;
}

Vec3 displacementAt(const GridLevel &level, int32_t slot) {
    const size_t i = u(slot);
    return {level.x[i] - level.startX[i], level.y[i] - level.startY[i], level.z[i] - level.startZ[i]};
}

// What the corrections did to a level along one axis: x - start.
struct Displacement {
    const GridLevel &level;
    const float *x;
    const float *start;
};

// Displacements of coarse columns [first, first + count) halfway between two rows (perhaps one), in their
// natural order.
SELVAGE_INLINE inline void blendRows(const Displacement &moved, int32_t r0, int32_t r1, int32_t first,
                                     int32_t count, float *blend) {
    const GridLevel &level = moved.level;
    for (int32_t half = 0; half < 2; ++half) {
        const int32_t begin = half * level.evens + first / 2;
        const float *x0 = moved.x + u(r0 * level.stride + begin);
        const float *x1 = moved.x + u(r1 * level.stride + begin);
        const float *start0 = moved.start + u(r0 * level.stride + begin);
        const float *start1 = moved.start + u(r1 * level.stride + begin);
        const int32_t nodes = (count + 1 - half) / 2;
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < nodes; ++k) {
            blend[2 * k + half] = 0.5F * ((x0[k] - start0[k]) + (x1[k] - start1[k]));
        }
    }
}

// Adds to a fine row's free nodes: even columns lie on coarse ones, odd ones between two.
SELVAGE_INLINE inline void addBlend(const float *blend, int32_t first, int32_t count, const GridLevel &fine,
                                    const float *w, float *out) {
    const int32_t evens = std::min(count, fine.evens - first);
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < evens; ++k) {
        out[first + k] += w[first + k] > 0.0F ? blend[k] : 0.0F;
    }
    const bool lastIsNode = fine.columns % 2 == 0; // a coarse node of its own
    const int32_t all = fine.columns - fine.evens - (lastIsNode ? 1 : 0);
    float *outOdd = out + fine.evens;
    const float *wOdd = w + fine.evens;
    const int32_t odds = std::min(count, all - first);
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < odds; ++k) {
        const float between = 0.5F * (blend[k] + blend[k + 1]);
        outOdd[first + k] += wOdd[first + k] > 0.0F ? between : 0.0F;
    }
    if (lastIsNode && all >= first && all < first + count && wOdd[all] > 0.0F) {
        outOdd[all] += blend[all + 1 - first];
    }
}

SELVAGE_INLINE inline void prolongRow(const Displacement &moved, GridLevel &fine, float *out, int32_t row) {
    const GridLevel &coarse = moved.level;
    const bool lastRow = row == fine.rows - 1;
    const int32_t r0 = lastRow ? coarse.rows - 1 : row / 2;
    const int32_t r1 = lastRow ? r0 : (row + 1) / 2;
    float blend[kChunk + 1];
    for (int32_t first = 0; first < coarse.columns; first += kChunk) {
        blendRows(moved, r0, r1, first, std::min(kChunk + 1, coarse.columns - first), blend);
        addBlend(blend, first, std::min(kChunk, coarse.columns - first), fine,
                 fine.w.data() + u(row * fine.stride), out + u(row * fine.stride));
    }
}

void injectRow(const GridLevel &fine, GridLevel &coarse, int32_t row) {
    for (int32_t c = 0; c < coarse.columns; ++c) {
        const size_t from = u(fine.slot(coarse.sourceColumn[u(c)], coarse.sourceRow[u(row)]));
        const size_t to = u(coarse.slot(c, row));
        coarse.x[to] = coarse.startX[to] = fine.x[from];
        coarse.y[to] = coarse.startY[to] = fine.y[from];
        coarse.z[to] = coarse.startZ[to] = fine.z[from];
    }
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

GridLevel makeGridLevel(const std::vector<float> &columnAt, const std::vector<float> &rowAt) {
    GridLevel level;
    allocate(level, columnAt, rowAt);
    for (int32_t c = 0; c < level.columns; ++c) {
        level.fineColumn.push_back(c);
    }
    for (int32_t r = 0; r < level.rows; ++r) {
        level.fineRow.push_back(r);
    }
    return level;
}

GridLevel makeCoarserLevel(const GridLevel &fine, std::vector<float> &columnAt, std::vector<float> &rowAt) {
    GridLevel level;
    level.sourceColumn = thin(fine.columns);
    level.sourceRow = thin(fine.rows);
    for (const int32_t c : level.sourceColumn) {
        level.fineColumn.push_back(fine.fineColumn[u(c)]);
    }
    for (const int32_t r : level.sourceRow) {
        level.fineRow.push_back(fine.fineRow[u(r)]);
    }
    columnAt = pick(columnAt, level.sourceColumn);
    rowAt = pick(rowAt, level.sourceRow);
    allocate(level, columnAt, rowAt);
    for (auto *values : {&level.startX, &level.startY, &level.startZ}) {
        values->assign(level.x.size(), 0.0F);
    }
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

void injectPositions(const GridLevel &fine, GridLevel &coarse, Workers &workers) {
    workers.forBlocks(coarse.rows, kParallelRows, [&](int32_t begin, int32_t end) {
        for (int32_t r = begin; r < end; ++r) {
            injectRow(fine, coarse, r);
        }
    });
}

void prolongDisplacement(const GridLevel &coarse, GridLevel &fine, Workers &workers) {
    // A fine index lies on a coarse one or halfway between two: half the sum of its two (perhaps equal)
    // neighbours.
    workers.forBlocks(fine.rows, kParallelRows, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t r = begin; r < end; ++r) {
                prolongRow({coarse, coarse.x.data(), coarse.startX.data()}, fine, fine.x.data(), r);
                prolongRow({coarse, coarse.y.data(), coarse.startY.data()}, fine, fine.y.data(), r);
                prolongRow({coarse, coarse.z.data(), coarse.startZ.data()}, fine, fine.z.data(), r);
            }
        });
    });
}

} // namespace selvage
