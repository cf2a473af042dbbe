// 8 rows at a time: the residual and a solve along the rows, side by side. Then a solve down the columns, as
// many as are wanted side by side. Rows are the same worker's as in the other loops over them, so the solve
// down the columns leaves the positions alone.
#include "grid_bending.h"

#include "maths/index.h"
#include "sim/workers.h"
#include "transpose.h"
#include "wide.h"

#include <algorithm>
#include <array>

namespace selvage {

namespace {

constexpr float kBorderStrip = 0.5F; // cells
constexpr int32_t kColumnChunk = 64; // slots of a row that are worked on together, down all rows
constexpr int32_t kGroupsAtOnce = 1; // of kLanes rows, for one worker

// One axis of space, per slot.
struct Axis {
    const float *previous; // m
    const float *x;        // m
    float *change;         // m
};

Axis axisOf(GridBending &bending, const GridLevel &fine, const Axes &previous, size_t axis) {
    const std::vector<float> &x = axis == 0 ? fine.x : axis == 1 ? fine.y : fine.z;
    return {previous[axis].data(), x.data(), bending.change[axis].data()};
}

// Slots of a row.
struct Slots {
    int32_t first;
    int32_t count;
};

// How wide the strip of cloth is that a line stands for.
float stripOf(int32_t line, int32_t count) {
    return line == 0 || line == count - 1 ? kBorderStrip : 1.0F;
}

// One line of n nodes: where their weights are, and where their factors go.
struct Line {
    int32_t n;
    const GridLevel *level;
    int32_t index; // of the row or column
    bool alongRow;

    size_t slot(int32_t i) const { return u(alongRow ? level->slot(i, index) : level->slot(index, i)); }
    size_t factor(int32_t i) const {
        return alongRow ? u((index / kLanes * n + i) * kLanes + index % kLanes) : slot(i);
    }
};

// Entries of Q by distance from the diagonal.
std::array<double, 3> bendRow(int32_t i, int32_t n) {
    std::array<double, 3> row{0.0, 0.0, 0.0}; // with itself, the one before, the one before that
    for (int32_t middle = std::max(1, i - 1); middle <= std::min(n - 2, i + 1); ++middle) {
        const double own = middle == i ? -2.0 : 1.0;
        row[0] += own * own;
        if (i - 1 >= middle - 1) {
            row[1] += own * (middle == i - 1 ? -2.0 : 1.0);
        }
        if (i - 2 >= middle - 1) {
            row[2] += own;
        }
    }
    return row;
}

// The factors of diag(1 / w) + k Q, Q the square of the second difference with free ends. Nodes of weight 0
// are left out.
void factorLine(const Line &line, double k, LineFactors &factors) {
    double diagonal[2] = {1.0, 1.0}; // of the nodes one and two before
    double coupling = 0.0;           // L between those two
    bool fixed[2] = {true, true};
    for (int32_t i = 0; i < line.n; ++i) {
        const size_t s = line.factor(i);
        const auto w = static_cast<double>(line.level->w[line.slot(i)]);
        const std::array<double, 3> q = bendRow(i, line.n);
        const bool isFixed = w == 0.0;
        const double f = isFixed || fixed[1] ? 0.0 : k * q[2] / diagonal[1];
        const double e = isFixed || fixed[0] ? 0.0 : (k * q[1] - f * diagonal[1] * coupling) / diagonal[0];
        const double d = isFixed ? 1.0 : 1.0 / w + k * q[0] - f * f * diagonal[1] - e * e * diagonal[0];
        factors.before[s] = static_cast<float>(e);
        factors.before2[s] = static_cast<float>(f);
        factors.inverse[s] = isFixed ? 0.0F : static_cast<float>(1.0 / d);
        diagonal[1] = diagonal[0];
        diagonal[0] = d;
        fixed[1] = fixed[0];
        fixed[0] = isFixed;
        coupling = e;
    }
}

// Where bending is measured: x_old + a (x - x_old).
SELVAGE_INLINE inline void lookAhead(const float *previous, const float *x, float ahead, int32_t count,
                                     float *out) {
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        out[k] = fused(ahead, x[k] - previous[k], previous[k]);
    }
}

// a - 2 b + c without rounding where they are close.
SELVAGE_INLINE inline void secondDifference(const float *a, const float *b, const float *c, int32_t count,
                                            float *out) {
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        out[k] = (a[k] - b[k]) - (b[k] - c[k]);
    }
}

// Some rows, one after the other.
struct Rows {
    int32_t first;
    int32_t count;
};

// change -= weft Q b along one row. `b`: the row; `scratch`: as much and 5 more.
SELVAGE_INLINE inline void residualAlong(float weft, const GridLevel &fine, const float *b, float *change,
                                         float *scratch) {
    const int32_t odds = fine.columns - fine.evens;
    float *evenSeconds = scratch;                     // about column 2 k
    float *oddSeconds = evenSeconds + fine.evens + 2; // about column 2 k + 1, one before the first too
    const float *even = b;
    const float *odd = b + fine.evens;
    evenSeconds[0] = evenSeconds[fine.evens - 1] = evenSeconds[fine.evens] = 0.0F;
    secondDifference(odd, even + 1, odd + 1, odds - 1, evenSeconds + 1);
    oddSeconds[0] = oddSeconds[odds] = oddSeconds[odds + 1] = 0.0F;
    secondDifference(even, odd, even + 1, fine.evens - 1, oddSeconds + 1);
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < fine.evens; ++k) {
        change[k] -= weft * ((oddSeconds[k] - evenSeconds[k]) - (evenSeconds[k] - oddSeconds[k + 1]));
    }
    float *change1 = change + fine.evens;
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < odds; ++k) {
        change1[k] -=
            weft * ((evenSeconds[k] - oddSeconds[k + 1]) - (oddSeconds[k + 1] - evenSeconds[k + 1]));
    }
}

// Scratch of residualOf(): rows of b and of second differences, with the neighbours that they need.
constexpr int32_t kResidualRows = (kLanes + 4) + (kLanes + 2) + 1;
constexpr int32_t kResidualPadding = 8;

// change = -K b of some rows; zero where fixed.
SELVAGE_INLINE inline void residualOf(const GridBending &bending, const GridLevel &fine, const Axis &axis,
                                      const Rows &rows, float *scratch) {
    const int32_t columns = fine.columns;
    float *ahead = scratch + 2 * columns;                      // b of row `first`
    float *seconds = ahead + (kLanes + 2) * columns + columns; // down the columns, about row `first`
    float *along = seconds + (kLanes + 1) * columns;
    const int32_t end = rows.first + rows.count;
    for (int32_t r = std::max(0, rows.first - 2); r < std::min(fine.rows, end + 2); ++r) {
        const size_t at = u(r * fine.stride);
        lookAhead(axis.previous + at, axis.x + at, bending.ahead, columns,
                  ahead + (r - rows.first) * columns);
    }
    for (int32_t r = rows.first - 1; r <= end; ++r) {
        float *out = seconds + (r - rows.first) * columns;
        if (r >= 1 && r + 1 < fine.rows) {
            const float *b = ahead + (r - rows.first) * columns;
            secondDifference(b - columns, b, b + columns, columns, out);
        } else {
            std::fill(out, out + columns, 0.0F);
        }
    }
    const float warp = bending.warp;
    for (int32_t r = rows.first; r < end; ++r) {
        const float *here = seconds + (r - rows.first) * columns;
        float *out = axis.change + u(r * fine.stride);
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < columns; ++k) {
            out[k] = -warp * ((here[k - columns] - here[k]) - (here[k] - here[k + columns]));
        }
        out[0] *= kBorderStrip;
        out[fine.slot(columns - 1, 0)] *= kBorderStrip;
        residualAlong(bending.weft * stripOf(r, fine.rows), fine, ahead + (r - rows.first) * columns, out,
                      along);
        const float *w = fine.w.data() + u(r * fine.stride);
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < columns; ++k) {
            out[k] = w[k] > 0.0F ? out[k] : 0.0F;
        }
    }
}

// Rows of a per-slot array, from `row` on, side by side: lanes[column * 8 + i]. Rows past the end are zero.
SELVAGE_INLINE inline void gatherRows(const GridLevel &fine, const float *values, int32_t row, int32_t rows,
                                      float *lanes) {
    for (int32_t half = 0; half < 2; ++half) {
        const int32_t count = half == 0 ? fine.evens : fine.columns - fine.evens;
        const float *in = values + u(row * fine.stride + half * fine.evens);
        int32_t k = 0;
        for (; rows == kLanes && k + 8 <= count; k += 8) {
            transposeBlock(in + k, fine.stride, lanes + (2 * k + half) * kLanes, 2 * kLanes);
        }
        for (; k < count; ++k) {
            for (int32_t i = 0; i < kLanes; ++i) {
                lanes[(2 * k + half) * kLanes + i] = i < rows ? in[i * fine.stride + k] : 0.0F;
            }
        }
    }
}

SELVAGE_INLINE inline void scatterRows(const GridLevel &fine, const float *lanes, int32_t row, int32_t rows,
                                       float *values) {
    for (int32_t half = 0; half < 2; ++half) {
        const int32_t count = half == 0 ? fine.evens : fine.columns - fine.evens;
        float *out = values + u(row * fine.stride + half * fine.evens);
        int32_t k = 0;
        for (; rows == kLanes && k + 8 <= count; k += 8) {
            transposeBlock(lanes + (2 * k + half) * kLanes, 2 * kLanes, out + k, fine.stride);
        }
        for (; k < count; ++k) {
            for (int32_t i = 0; i < rows; ++i) {
                out[i * fine.stride + k] = lanes[(2 * k + half) * kLanes + i];
            }
        }
    }
}

// Solves along 8 rows for x, y and z. `lanes`: 3 blocks of columns * 8.
SELVAGE_INLINE inline void solveLanes(const LineFactors &factors, int32_t group, int32_t columns,
                                      float *lanes) {
    const auto *e = reinterpret_cast<const Eight *>(&factors.before[u(group * columns * kLanes)]);
    const auto *f = reinterpret_cast<const Eight *>(&factors.before2[u(group * columns * kLanes)]);
    const auto *inverse = reinterpret_cast<const Eight *>(&factors.inverse[u(group * columns * kLanes)]);
    auto *x = reinterpret_cast<Eight *>(lanes);
    Eight *y = x + columns;
    Eight *z = y + columns;
    for (Eight *values : {x, y, z}) {
        values[1].v -= e[1].v * values[0].v;
    }
    for (int32_t c = 2; c < columns; ++c) {
        x[c].v = (x[c].v - f[c].v * x[c - 2].v) - e[c].v * x[c - 1].v;
        y[c].v = (y[c].v - f[c].v * y[c - 2].v) - e[c].v * y[c - 1].v;
        z[c].v = (z[c].v - f[c].v * z[c - 2].v) - e[c].v * z[c - 1].v;
    }
    const int32_t last = columns - 1;
    for (Eight *values : {x, y, z}) {
        values[last].v *= inverse[last].v;
        values[last - 1].v = values[last - 1].v * inverse[last - 1].v - e[last].v * values[last].v;
    }
    for (int32_t c = last - 2; c >= 0; --c) {
        x[c].v = (x[c].v * inverse[c].v - f[c + 2].v * x[c + 2].v) - e[c + 1].v * x[c + 1].v;
        y[c].v = (y[c].v * inverse[c].v - f[c + 2].v * y[c + 2].v) - e[c + 1].v * y[c + 1].v;
        z[c].v = (z[c].v * inverse[c].v - f[c + 2].v * z[c + 2].v) - e[c + 1].v * z[c + 1].v;
    }
}

// Solves down some slots of all rows.
SELVAGE_INLINE inline void solveDown(const GridBending &bending, const GridLevel &fine, float *change,
                                     const Slots &slots) {
    const int32_t count = slots.count;
    const LineFactors &factors = bending.alongColumns;
    const int32_t stride = fine.stride;
    for (int32_t r = 0; r < fine.rows; ++r) {
        const size_t at = u(r * stride + slots.first);
        float *values = change + at;
        const float *heft = bending.heft.data() + at;
        const float *e = factors.before.data() + at;
        const float *f = factors.before2.data() + at;
        const float *before = r >= 1 ? values - stride : values; // multiplied by zero
        const float *before2 = r >= 2 ? before - stride : before;
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < count; ++k) {
            values[k] = fused(-e[k], before[k], fused(-f[k], before2[k], heft[k] * values[k]));
        }
    }
    for (int32_t r = fine.rows - 1; r >= 0; --r) {
        const size_t at = u(r * stride + slots.first);
        float *values = change + at;
        const float *inverse = factors.inverse.data() + at;
        const bool has = r + 1 < fine.rows;
        const bool has2 = r + 2 < fine.rows;
        const float *e = factors.before.data() + at + (has ? u(stride) : 0);
        const float *f = factors.before2.data() + at + (has2 ? u(2 * stride) : 0);
        const float *after = values + (has ? stride : 0);
        const float *after2 = values + (has2 ? 2 * stride : 0);
        const float couple = has ? 1.0F : 0.0F;
        const float couple2 = has2 ? 1.0F : 0.0F;
        SELVAGE_INDEPENDENT
        for (int32_t k = 0; k < count; ++k) {
            const float own = values[k] * inverse[k];
            values[k] = fused(-couple * e[k], after[k], fused(-couple2 * f[k], after2[k], own));
        }
    }
}

void makeFactors(LineFactors &factors, size_t count) {
    for (auto *values : {&factors.before, &factors.before2, &factors.inverse}) {
        values->assign(count, 0.0F);
    }
}

// Floats of a group's scratch.
size_t scratchOf(const GridLevel &fine) {
    return u(std::max(3 * kLanes, kResidualRows) * fine.columns + kResidualPadding);
}

// The residual of rows [8 group, 8 group + 8) and the solve along them.
SELVAGE_INLINE inline void bendGroup(GridBending &bending, const GridLevel &fine, const Axes &previous,
                                     int32_t group) {
    const int32_t row = group * kLanes;
    const int32_t rows = std::min(kLanes, fine.rows - row);
    const int32_t block = fine.columns * kLanes;
    float *lanes = bending.lanes.data() + u(group) * scratchOf(fine);
    for (size_t axis = 0; axis < 3; ++axis) {
        residualOf(bending, fine, axisOf(bending, fine, previous, axis), {row, rows}, lanes);
    }
    for (int32_t axis = 0; axis < 3; ++axis) {
        gatherRows(fine, bending.change[u(axis)].data(), row, rows, lanes + axis * block);
    }
    solveLanes(bending.alongRows, group, fine.columns, lanes);
    for (int32_t axis = 0; axis < 3; ++axis) {
        scatterRows(fine, lanes + axis * block, row, rows, bending.change[u(axis)].data());
    }
}

} // namespace

GridBending makeGridBending(const GridLevel &fine) {
    GridBending bending;
    const size_t slots = fine.x.size();
    const int32_t groups = (fine.rows + kLanes - 1) / kLanes;
    const size_t lanes = u(groups * kLanes * fine.columns);
    makeFactors(bending.alongRows, lanes);
    makeFactors(bending.alongColumns, slots);
    bending.heft.assign(slots, 0.0F);
    bending.lanes.assign(u(groups) * scratchOf(fine), 0.0F);
    for (auto &values : bending.change) {
        values.assign(slots, 0.0F);
    }
    return bending;
}

void prepareBending(GridBending &bending, const GridLevel &fine, float weft, float warp, float ahead,
                    bool weightsChanged) {
    if (!weightsChanged && weft == bending.weft && warp == bending.warp && ahead == bending.ahead) {
        return;
    }
    bending.weft = weft;
    bending.warp = warp;
    bending.ahead = ahead;
    for (size_t i = 0; i < fine.w.size(); ++i) {
        bending.heft[i] = fine.w[i] > 0.0F ? 1.0F / fine.w[i] : 0.0F;
    }
    for (int32_t r = 0; r < fine.rows; ++r) {
        const float k = ahead * weft * stripOf(r, fine.rows);
        factorLine({fine.columns, &fine, r, true}, static_cast<double>(k), bending.alongRows);
    }
    for (int32_t c = 0; c < fine.columns; ++c) {
        const float k = ahead * warp * stripOf(c, fine.columns);
        factorLine({fine.rows, &fine, c, false}, static_cast<double>(k), bending.alongColumns);
    }
}

void bend(GridBending &bending, GridLevel &fine, const Axes &previous, Workers &workers) {
    workers.forBlocks((fine.rows + kLanes - 1) / kLanes, kGroupsAtOnce, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t group = begin; group < end; ++group) {
                bendGroup(bending, fine, previous, group);
            }
        });
    });
    const int32_t chunks = (fine.columns + kColumnChunk - 1) / kColumnChunk;
    workers.forBlocks(3 * chunks, 1, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (int32_t part = begin; part < end; ++part) {
                const int32_t first = part / 3 * kColumnChunk;
                solveDown(bending, fine, bending.change[u(part % 3)].data(),
                          {first, std::min(kColumnChunk, fine.columns - first)});
            }
        });
    });
    workers.forBlocks(fine.rows, kGroupsAtOnce * kLanes, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (size_t axis = 0; axis < 3; ++axis) {
                const float *change = bending.change[axis].data();
                float *x = (axis == 0 ? fine.x : axis == 1 ? fine.y : fine.z).data();
                SELVAGE_INDEPENDENT
                for (int32_t i = begin * fine.stride; i < end * fine.stride; ++i) {
                    x[i] += change[i];
                }
            }
        });
    });
}

} // namespace selvage
