// Strips of lines side by side, each worked on from its first node to its last, back, and forth again.
#include "grid_elastic.h"

#include "maths/index.h"
#include "sim/cloth.h"
#include "sim/workers.h"
#include "transpose.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kSmall = 10000;    // nodes; all strips of smaller cloths are one block
constexpr int32_t kStripsAtOnce = 4; // of larger ones, for one worker
constexpr int32_t kTogether = 3;
constexpr int32_t kRowsAtOnce = 8; // for one worker

// Which lines of a layout.
struct Lines {
    ElasticLayout &layout;
    int32_t lean; // columns that a line moves from row to row: 0, or 1 or -1 along a diagonal
    float stiffness;
    float contraction;

    // A line's number is its column in the first row, which may lie outside.
    int32_t first() const { return lean > 0 ? 1 - layout.rows : 0; }
    int32_t count() const { return layout.columns + (lean != 0 ? layout.rows - 1 : 0); }
};

int32_t stripsOf(int32_t lines) {
    return (lines + kStrip - 1) / kStrip;
}

// How many strips make a block: a matter of size, not of workers.
int32_t stripsPerBlock(const ElasticLayout &layout) {
    return layout.columns * layout.rows < kSmall ? stripsOf(layout.columns + layout.rows) : kStripsAtOnce;
}

// One strip: its lines from `begin` on, in those rows where any of them is on the cloth.
struct Strip {
    const Lines *lines;
    int32_t begin;
    int32_t firstRow;
    int32_t endRow;
    StripRow *rows; // of row 0

    int32_t column(int32_t row) const { return begin + lines->lean * row; }
    bool has(int32_t row) const { return row >= firstRow && row < endRow; }
};

Strip stripAt(const Lines &lines, int32_t strip, StripRow *rows) {
    const int32_t begin = lines.first() + strip * kStrip;
    const ElasticLayout &layout = lines.layout;
    Strip out{&lines, begin, 0, layout.rows, rows + 1};
    if (lines.lean > 0) {
        out.firstRow = std::max(0, 1 - kStrip - begin);
        out.endRow = std::min(layout.rows, layout.columns - begin);
    } else if (lines.lean < 0) {
        out.firstRow = std::max(0, begin - layout.columns + 1);
        out.endRow = std::min(layout.rows, begin + kStrip);
    }
    return out;
}

// Three arrays.
struct Vectors {
    float *x;
    float *y;
    float *z;
};

SELVAGE_INLINE inline Vectors from(Axes &axes, int32_t at) {
    return {axes[0].data() + at, axes[1].data() + at, axes[2].data() + at};
}

SELVAGE_INLINE inline Vec3 load(const Vectors &v, int32_t k) {
    return {v.x[k], v.y[k], v.z[k]};
}

SELVAGE_INLINE inline Vec3 load(const float (&v)[3][kStrip], int32_t k) {
    return {v[0][k], v[1][k], v[2][k]};
}

SELVAGE_INLINE inline void store(const Vectors &v, int32_t k, const Vec3 &value) {
    v.x[k] = value.x;
    v.y[k] = value.y;
    v.z[k] = value.z;
}

SELVAGE_INLINE inline void store(float (&v)[3][kStrip], int32_t k, const Vec3 &value) {
    v[0][k] = value.x;
    v[1][k] = value.y;
    v[2][k] = value.z;
}

SELVAGE_INLINE inline float dot(const Vec3 &a, const Vec3 &b) {
    return fused(a.z, b.z, fused(a.y, b.y, a.x * b.x));
}

// v + s a
SELVAGE_INLINE inline Vec3 added(float s, const Vec3 &a, const Vec3 &v) {
    return {fused(s, a.x, v.x), fused(s, a.y, v.y), fused(s, a.z, v.z)};
}

// The springs of one row of a strip: their ends, and what shapes them.
struct SpringRow {
    Vectors x;                  // m, of this row's nodes
    Vectors next;               // m
    const float *otherDiagonal; // m
    const float *w;
    const float *wNext;
    const float *strip;
    const float *wide[2];
    float tall[2];
    float length;
    float perLength;
    float stiffness;
    float contraction;
};

SELVAGE_INLINE inline SpringRow springsOf(const Strip &strip, int32_t r) {
    ElasticLayout &layout = strip.lines->layout;
    const int32_t lean = strip.lines->lean;
    const int32_t column = strip.column(r);
    const int32_t at = layout.at(column, r);
    const auto entry = u(column + kStrip);
    const size_t cell = lean < 0 ? entry - 1 : entry; // on a falling diagonal's left
    return {from(layout.x, at),
            from(layout.x, at + layout.stride + lean),
            layout.otherDiagonal.data() + (lean < 0 ? at - 1 : at),
            layout.w.data() + at,
            layout.w.data() + at + layout.stride + lean,
            layout.strip.data() + entry,
            {layout.cellWide[0].data() + cell, layout.cellWide[1].data() + cell},
            {layout.cellTall[0][u(r)], layout.cellTall[1][u(r)]},
            layout.length[u(r)],
            layout.perLength[u(r)],
            strip.lines->stiffness,
            strip.lines->contraction};
}

struct Elongated {
    float by;        // m
    float stiffness; // –, d² k / m
};

template <bool diagonal>
SELVAGE_INLINE inline Elongated elongate(const SpringRow &row, int32_t k, float length) {
    if constexpr (diagonal) {
        const float shape = fused(row.wide[0][k], row.tall[0], row.wide[1][k] * row.tall[1]);
        return {length - row.otherDiagonal[k], row.stiffness * shape};
    } else {
        const float by = length - row.length;
        const float full = row.stiffness * row.strip[k] * row.perLength;
        return {by, by < 0.0F ? row.contraction * full : full};
    }
}

// Springs from a row to the next one, and elimination from the first row on. One division serves for the
// length and for the pivot k / (1 + k m).
template <bool diagonal> SELVAGE_INLINE inline void eliminate(const Strip &strip, int32_t r) {
    constexpr float kTiny = 1e-12F; // m², of a spring without direction
    const SpringRow row = springsOf(strip, r);
    const StripRow &last = strip.rows[r - 1];
    StripRow &own = strip.rows[r];
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kStrip; ++k) {
        const Vec3 d = load(row.next, k) - load(row.x, k);
        const float squared = std::max(dot(d, d), kTiny);
        const float length = std::sqrt(squared);
        const Elongated spring = elongate<diagonal>(row, k, length);
        const float joint = row.w[k] * dot(load(last.direction, k), d); // m
        const float share = joint * last.pivot[k];
        const float free = fused(row.w[k] + row.wNext[k], squared, -(joint * share));
        const float whole = fused(spring.stiffness, free, squared);
        const float inverse = 1.0F / (squared * whole);
        const float perLength = length * (inverse * whole);
        const bool acts = spring.stiffness > 0.0F; // else it lies outside, or the fabric has none
        own.pivot[k] = spring.stiffness * squared * (inverse * squared);
        own.force[k] = acts ? fused(share * perLength, last.force[k], spring.by) : 0.0F;
        own.turn[k] = acts ? perLength : 0.0F;
        store(own.direction, k, d * perLength);
    }
}

// The forces of the springs that end at a row, when those that begin there are known; then elimination of
// (M + T) dx = -J^T f from the last row on, which leaves its factors in the pivots' place.
SELVAGE_INLINE inline void relax(const Strip &strip, int32_t r) {
    const float *w = strip.lines->layout.w.data() + strip.lines->layout.at(strip.column(r), r);
    StripRow &last = strip.rows[r - 1];
    StripRow &own = strip.rows[r];
    const StripRow &next = strip.rows[r + 1];
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kStrip; ++k) {
        const Vec3 n = load(own.direction, k);
        const Vec3 nLast = load(last.direction, k);
        const float joint = w[k] * dot(nLast, n);
        const float force = last.pivot[k] * fused(joint, own.force[k], last.force[k]);
        const float turn = last.turn[k] * std::max(force, 0.0F);
        const float toNext = w[k] * own.turn[k];
        const float toLast = w[k] * turn;
        const float whole = 1.0F / fused(-toNext, own.pivot[k], 1.0F + (toNext + toLast));
        const Vec3 pull = added(-force, nLast, n * own.force[k]) * w[k];
        store(own.change, k, added(toNext, load(next.change, k), pull) * whole);
        last.force[k] = force;
        last.turn[k] = turn;
        last.pivot[k] = toLast * whole;
    }
}

// dx of a row when the row before has it.
SELVAGE_INLINE inline void finish(const Strip &strip, int32_t r) {
    ElasticLayout &layout = strip.lines->layout;
    const Vectors x = from(layout.x, layout.at(strip.column(r), r));
    const StripRow &last = strip.rows[r - 1];
    StripRow &own = strip.rows[r];
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kStrip; ++k) {
        const Vec3 change = added(last.pivot[k], load(last.change, k), load(own.change, k));
        store(own.change, k, change);
        store(x, k, load(x, k) + change);
    }
}

// The lengths of the other diagonals: they are other lines', which may be on their way.
void measureOthers(const Lines &lines, Workers &workers) {
    ElasticLayout &layout = lines.layout;
    workers.forBlocks(layout.rows - 1, kRowsAtOnce, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t r = begin; r < end; ++r) {
                const int32_t at = layout.at(0, r);
                const Vectors above = from(layout.x, lines.lean > 0 ? at + 1 : at);
                const Vectors below = from(layout.x, at + layout.stride + (lines.lean > 0 ? 0 : 1));
                float *length = layout.otherDiagonal.data() + at;
                SELVAGE_INDEPENDENT
                for (int32_t c = 0; c + 1 < layout.columns; ++c) {
                    const Vec3 d = load(below, c) - load(above, c);
                    length[c] = std::sqrt(dot(d, d));
                }
            }
        });
    });
}

// A few strips at once: each one's next row waits for the divisions of the last.
template <bool diagonal> SELVAGE_INLINE inline void solveStrips(const Strip *strips, int32_t count) {
    int32_t first = strips[0].firstRow;
    int32_t end = strips[0].endRow;
    for (int32_t s = 0; s < count; ++s) {
        first = std::min(first, strips[s].firstRow);
        end = std::max(end, strips[s].endRow);
        strips[s].rows[strips[s].firstRow - 1] = StripRow{};
        strips[s].rows[strips[s].endRow] = StripRow{};
    }
    for (int32_t r = first; r < end; ++r) {
        for (int32_t s = 0; s < count; ++s) {
            if (strips[s].has(r)) {
                eliminate<diagonal>(strips[s], r);
            }
        }
    }
    for (int32_t r = end - 1; r >= first; --r) {
        for (int32_t s = 0; s < count; ++s) {
            if (strips[s].has(r)) {
                relax(strips[s], r);
            }
        }
    }
    for (int32_t s = 0; s < count; ++s) {
        for (int32_t r = strips[s].firstRow; r < strips[s].endRow; ++r) {
            finish(strips[s], r);
        }
    }
}

// One implicit step of the lines' springs.
template <bool diagonal> void solve(GridElastic &elastic, const Lines &lines, Workers &workers) {
    if constexpr (diagonal) {
        measureOthers(lines, workers);
    }
    const int32_t strips = stripsOf(lines.count());
    const int32_t perBlock = stripsPerBlock(lines.layout);
    workers.forBlocks(strips, perBlock, [&](int32_t begin, int32_t end) {
        StripRow *rows = elastic.rows.data() + u(begin / perBlock * kTogether * elastic.rowsOfStrip);
        runWide([&]() SELVAGE_INLINE {
            for (int32_t first = begin; first < end; first += kTogether) {
                Strip together[kTogether];
                const int32_t count = std::min(kTogether, end - first);
                for (int32_t s = 0; s < count; ++s) {
                    together[s] = stripAt(lines, first + s, rows + s * elastic.rowsOfStrip);
                }
                solveStrips<diagonal>(together, count);
            }
        });
    });
}

// In whole blocks: beyond the cloth nothing is exchanged for nothing.
void transpose(const ElasticLayout &in, ElasticLayout &out, Workers &workers) {
    const int32_t blocks = (in.rows + kLanes - 1) / kLanes;
    workers.forBlocks(blocks, 1, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t part = 3 * begin; part < 3 * end; ++part) {
                const int32_t row = part / 3 * kLanes;
                const float *values = in.x[u(part % 3)].data();
                float *transposed = out.x[u(part % 3)].data();
                for (int32_t c = 0; c < in.columns; c += kLanes) {
                    transposeBlock(values + in.at(c, row), in.stride, transposed + out.at(row, c),
                                   out.stride);
                }
            }
        });
    });
}

// Calls body(slots, nodes, count) for the even and the odd columns of all rows and each axis: where a row's
// slots are, and its nodes, of which every second one is meant.
template <typename Body>
void forHalfRows(ElasticLayout &down, GridLevel &fine, Workers &workers, const Body &body) {
    workers.forBlocks(fine.rows, kRowsAtOnce, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t part = 6 * begin; part < 6 * end; ++part) {
                const int32_t axis = part % 3;
                const int32_t half = part / 3 % 2;
                const int32_t row = part / 6;
                float *x = (axis == 0 ? fine.x : axis == 1 ? fine.y : fine.z).data();
                body(x + row * fine.stride + half * fine.evens, down.x[u(axis)].data() + down.at(half, row),
                     half == 0 ? fine.evens : fine.columns - fine.evens);
            }
        });
    });
}

void takeUp(ElasticLayout &down, GridLevel &fine, Workers &workers) {
    forHalfRows(down, fine, workers, [](const float *slots, float *nodes, int32_t count) SELVAGE_INLINE {
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < count; ++k) {
            nodes[2 * k] = slots[k];
        }
    });
}

void layDown(ElasticLayout &down, GridLevel &fine, Workers &workers) {
    forHalfRows(down, fine, workers, [](float *slots, const float *nodes, int32_t count) SELVAGE_INLINE {
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < count; ++k) {
            slots[k] = nodes[2 * k];
        }
    });
}

void allocate(ElasticLayout &layout) {
    const int32_t rows = (layout.rows + kLanes) / kLanes * kLanes; // at least one more
    const size_t nodes = u(rows * layout.stride + kStrip);
    for (auto *values : {&layout.x[0], &layout.x[1], &layout.x[2], &layout.w, &layout.otherDiagonal}) {
        values->assign(nodes, 0.0F);
    }
    for (auto *values : {&layout.strip, &layout.cellWide[0], &layout.cellWide[1]}) {
        values->assign(u(layout.stride + kStrip), 0.0F);
    }
    for (auto *values : {&layout.length, &layout.perLength, &layout.cellTall[0], &layout.cellTall[1]}) {
        values->assign(u(layout.rows), 0.0F);
    }
}

// `columnAt` and `rowAt`: m, of the cloth's columns and rows as the layout has them.
ElasticLayout makeLayout(const std::vector<float> &columnAt, const std::vector<float> &rowAt,
                         SpringLayout springs) {
    ElasticLayout layout;
    layout.columns = static_cast<int32_t>(columnAt.size());
    layout.rows = static_cast<int32_t>(rowAt.size());
    layout.stride = layout.columns + 2 * kStrip;
    allocate(layout);
    const bool alike = springs == SpringLayout::Papers;
    for (size_t c = 0; c < columnAt.size(); ++c) {
        const float before = columnAt[c > 0 ? c - 1 : c];
        const float after = columnAt[std::min(c + 1, columnAt.size() - 1)];
        layout.strip[c + kStrip] = alike ? 1.0F : 0.5F * (after - before);
    }
    for (size_t c = 0; c + 1 < columnAt.size(); ++c) {
        const float width = columnAt[c + 1] - columnAt[c];
        layout.cellWide[0][c + kStrip] = alike ? 0.5F : 0.25F * width;
        layout.cellWide[1][c + kStrip] = alike ? 0.0F : 0.25F / width;
    }
    for (size_t r = 0; r + 1 < rowAt.size(); ++r) {
        layout.length[r] = rowAt[r + 1] - rowAt[r];
        layout.perLength[r] = alike ? 1.0F : 1.0F / layout.length[r];
        layout.cellTall[0][r] = layout.perLength[r];
        layout.cellTall[1][r] = layout.length[r];
    }
    return layout;
}

} // namespace

GridElastic makeGridElastic(const ClothTopology &topology) {
    const auto [columnAt, rowAt] = gridLines(topology);
    GridElastic elastic;
    elastic.down = makeLayout(columnAt, rowAt, topology.layout);
    elastic.across = makeLayout(rowAt, columnAt, topology.layout);
    const int32_t strips = stripsOf(topology.columnCount + topology.rowCount); // of the diagonals: most
    const int32_t perBlock = stripsPerBlock(elastic.down);
    const int32_t blocks = (strips + perBlock - 1) / perBlock;
    elastic.rowsOfStrip = std::max(topology.columnCount, topology.rowCount) + 2;
    elastic.rows.resize(u(blocks * kTogether * elastic.rowsOfStrip));
    return elastic;
}

void weighElastic(GridElastic &elastic, const GridLevel &fine) {
    for (int32_t r = 0; r < fine.rows; ++r) {
        for (int32_t c = 0; c < fine.columns; ++c) {
            const float w = fine.w[u(fine.slot(c, r))];
            elastic.down.w[u(elastic.down.at(c, r))] = w;
            elastic.across.w[u(elastic.across.at(r, c))] = w;
        }
    }
}

void stretch(GridElastic &elastic, const ElasticStep &step, GridLevel &fine, Workers &workers) {
    ElasticLayout &down = elastic.down;
    ElasticLayout &across = elastic.across;
    const Lines wefts{across, 0, 0.5F * step.weft, step.contraction};
    const Lines warps{down, 0, 0.5F * step.warp, step.contraction};
    const Lines rising{down, 1, 0.5F * step.shear, 1.0F};
    const Lines falling{down, -1, 1.0F * step.shear, 1.0F};
    takeUp(down, fine, workers);
    transpose(down, across, workers);
    solve<false>(elastic, wefts, workers);
    transpose(across, down, workers);
    solve<false>(elastic, warps, workers);
    solve<true>(elastic, rising, workers);
    solve<true>(elastic, falling, workers);
    solve<true>(elastic, rising, workers);
    solve<false>(elastic, warps, workers);
    transpose(down, across, workers);
    solve<false>(elastic, wefts, workers);
    transpose(across, down, workers);
    layDown(down, fine, workers);
}

} // namespace selvage
