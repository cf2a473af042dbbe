// Sweeps and transfers of the multilevel strain limiter.
#include "grid_level.h"

#include "simd.h"

#include <algorithm>

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// The rows that a family of springs joins: a at the one end, b at the other.
struct RowEnds {
    float *__restrict x;
    float *__restrict y;
    float *__restrict z;
    const float *__restrict w;
};

RowEnds rowAt(GridLevel &level, int32_t offset) {
    const size_t i = u(offset);
    return {&level.x[i], &level.y[i], &level.z[i], &level.w[i]};
}

SELVAGE_AVX2_CLONES void limitPairs(const RowEnds a, const RowEnds b, const float *__restrict lengthX,
                                    float lengthY, int32_t count, float compression) {
    constexpr float kTiny = 1e-30F; // both ends fixed: the correction is multiplied by their zero weights
    for (int32_t k = 0; k < count; ++k) {
        const float dx = b.x[k] - a.x[k];
        const float dy = b.y[k] - a.y[k];
        const float dz = b.z[k] - a.z[k];
        const float squared = dx * dx + dy * dy + dz * dz;
        const float rest = lengthX[k] + lengthY;
        const float excess = squared - rest;
        const float wanted = std::max(excess, 0.0F) + compression * std::min(excess, 0.0F);
        const float s = wanted / std::max((squared + rest) * (a.w[k] + b.w[k]), kTiny);
        const float sa = s * a.w[k];
        const float sb = s * b.w[k];
        a.x[k] += sa * dx;
        a.y[k] += sa * dy;
        a.z[k] += sa * dz;
        b.x[k] -= sb * dx;
        b.y[k] -= sb * dy;
        b.z[k] -= sb * dz;
    }
}

void limitAlongRow(GridLevel &level, int32_t row, float compression) {
    const int32_t even = row * level.stride;
    const int32_t odd = even + level.evens;
    const int32_t odds = level.columns - level.evens;
    limitPairs(rowAt(level, even), rowAt(level, odd), level.columnLengthSquared.data(), 0.0F, odds,
               compression);
    limitPairs(rowAt(level, odd), rowAt(level, even + 1), &level.columnLengthSquared[u(level.evens)], 0.0F,
               level.evens - 1, compression);
}

void limitBetweenRows(GridLevel &level, int32_t row, float compression) {
    const int32_t even = row * level.stride;
    const int32_t odd = even + level.evens;
    const int32_t evenBelow = even + level.stride;
    const int32_t oddBelow = odd + level.stride;
    const int32_t odds = level.columns - level.evens;
    const float lengthY = level.rowLengthSquared[u(row)];
    const float *fromEven = level.columnLengthSquared.data();
    const float *fromOdd = &level.columnLengthSquared[u(level.evens)];
    limitPairs(rowAt(level, even), rowAt(level, evenBelow), level.zeros.data(), lengthY, level.evens,
               compression);
    limitPairs(rowAt(level, odd), rowAt(level, oddBelow), level.zeros.data(), lengthY, odds, compression);
    // Diagonals down to the right ...
    limitPairs(rowAt(level, even), rowAt(level, oddBelow), fromEven, lengthY, odds, compression);
    limitPairs(rowAt(level, odd), rowAt(level, evenBelow + 1), fromOdd, lengthY, level.evens - 1,
               compression);
    // ... and to the left.
    limitPairs(rowAt(level, odd), rowAt(level, evenBelow), fromEven, lengthY, odds, compression);
    limitPairs(rowAt(level, even + 1), rowAt(level, oddBelow), fromOdd, lengthY, level.evens - 1,
               compression);
}

void allocate(GridLevel &level, const std::vector<float> &columnAt, const std::vector<float> &rowAt) {
    level.columns = static_cast<int32_t>(columnAt.size());
    level.rows = static_cast<int32_t>(rowAt.size());
    level.evens = (level.columns + 1) / 2;
    level.stride = level.columns;
    // Families with no member still name an address one past their row.
    const size_t slots = u(level.stride) * u(level.rows) + 2;
    for (auto *values :
         {&level.x, &level.y, &level.z, &level.startX, &level.startY, &level.startZ, &level.w}) {
        values->assign(slots, 0.0F);
    }
    level.zeros.assign(u(level.columns), 0.0F);
    level.blend.assign(u(level.columns) + 1, 0.0F);
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
    level.anchors.reserve(1024);
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

std::vector<float> &positions(GridLevel &level, int axis) {
    return axis == 0 ? level.x : axis == 1 ? level.y : level.z;
}

const std::vector<float> &starts(const GridLevel &level, int axis) {
    return axis == 0 ? level.startX : axis == 1 ? level.startY : level.startZ;
}

// Half the sum of the displacements of two rows, in the natural order of columns, into level.blend.
void blendRows(GridLevel &level, int axis, int32_t r0, int32_t r1) {
    const float *x = positions(level, axis).data();
    const float *start = starts(level, axis).data();
    for (int32_t half = 0; half < 2; ++half) {
        const int32_t count = half == 0 ? level.evens : level.columns - level.evens;
        const size_t i0 = u(r0 * level.stride + half * level.evens);
        const size_t i1 = u(r1 * level.stride + half * level.evens);
        for (int32_t k = 0; k < count; ++k) {
            level.blend[u(2 * k + half)] =
                0.5F * ((x[i0 + u(k)] - start[i0 + u(k)]) + (x[i1 + u(k)] - start[i1 + u(k)]));
        }
    }
}

// Adds a coarse row to a fine row's free nodes: even columns lie on coarse ones, odd ones between two.
SELVAGE_AVX2_CLONES void addRow(const float *__restrict blend, int32_t coarseColumns, GridLevel &fine,
                                int axis, int32_t row) {
    float *__restrict out = positions(fine, axis).data() + u(row * fine.stride);
    const float *__restrict w = fine.w.data() + u(row * fine.stride);
    const int32_t odds = fine.columns - fine.evens;
    for (int32_t k = 0; k < fine.evens; ++k) {
        out[k] += w[k] > 0.0F ? blend[k] : 0.0F;
    }
    const bool lastIsOdd = fine.columns % 2 == 0; // then the last column is a node of its own
    out += fine.evens;
    w += fine.evens;
    for (int32_t k = 0; k < odds - (lastIsOdd ? 1 : 0); ++k) {
        const float between = 0.5F * (blend[k] + blend[k + 1]);
        out[k] += w[k] > 0.0F ? between : 0.0F;
    }
    if (lastIsOdd && w[odds - 1] > 0.0F) {
        out[odds - 1] += blend[coarseColumns - 1];
    }
}

} // namespace

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
    return level;
}

void sweepLevel(GridLevel &level, float compression, bool backwards) {
    for (int32_t k = 0; k < level.rows; ++k) {
        const int32_t row = backwards ? level.rows - 1 - k : k;
        limitAlongRow(level, row, compression);
        const int32_t upper = backwards ? row - 1 : row;
        if (upper >= 0 && upper + 1 < level.rows) {
            limitBetweenRows(level, upper, compression);
        }
    }
}

void holdAnchors(GridLevel &level) {
    for (const GridAnchor &anchor : level.anchors) {
        Vec3 moved(0.0F);
        float sum = 0.0F;
        for (int k = 0; k < 4; ++k) {
            moved += anchor.weight[k] * displacementAt(level, anchor.slot[k]);
            sum += anchor.weight[k] * anchor.weight[k] * level.w[u(anchor.slot[k])];
        }
        if (sum <= 0.0F) {
            continue;
        }
        for (int k = 0; k < 4; ++k) {
            const float share = anchor.weight[k] * level.w[u(anchor.slot[k])] / sum;
            level.put(anchor.slot[k], level.at(anchor.slot[k]) - share * moved);
        }
    }
}

void injectPositions(const GridLevel &fine, GridLevel &coarse) {
    for (int32_t r = 0; r < coarse.rows; ++r) {
        for (int32_t c = 0; c < coarse.columns; ++c) {
            const size_t from = u(fine.slot(coarse.sourceColumn[u(c)], coarse.sourceRow[u(r)]));
            const size_t to = u(coarse.slot(c, r));
            coarse.x[to] = coarse.startX[to] = fine.x[from];
            coarse.y[to] = coarse.startY[to] = fine.y[from];
            coarse.z[to] = coarse.startZ[to] = fine.z[from];
        }
    }
}

void prolongDisplacement(GridLevel &coarse, GridLevel &fine) {
    // A fine index lies on a coarse one or halfway between two: half the sum of its two (perhaps equal)
    // neighbours.
    for (int32_t r = 0; r < fine.rows; ++r) {
        const bool lastRow = r == fine.rows - 1;
        const int32_t r0 = lastRow ? coarse.rows - 1 : r / 2;
        const int32_t r1 = lastRow ? r0 : (r + 1) / 2;
        for (int axis = 0; axis < 3; ++axis) {
            blendRows(coarse, axis, r0, r1);
            addRow(coarse.blend.data(), coarse.columns, fine, axis, r);
        }
    }
}

} // namespace selvage
