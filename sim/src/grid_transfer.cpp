// Transfers between the levels of a grid.
#include "grid_transfer.h"

#include "maths/index.h"
#include "sim/workers.h"
#include "wide.h"

#include <algorithm>
#include <limits>

namespace selvage {

namespace {

constexpr int32_t kParallelRows = 8; // for one worker at a time
constexpr int32_t kChunk = 128;      // columns at a time, even

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
        coarse.put(coarse.slot(c, row),
                   fine.at(fine.slot(coarse.sourceColumn[u(c)], coarse.sourceRow[u(row)])));
    }
}

// Calls add(share, column, row) for what of the finer level a coarse node that is no fixed one is the mean
// of.
template <typename Add>
void forShares(const GridLevel &fine, const GridLevel &coarse, int32_t column, int32_t row, const Add &add) {
    const LevelLines &across = coarse.columnLines;
    const LevelLines &down = coarse.rowLines;
    const float ofColumn[] = {across.before[u(column)], across.own[u(column)], across.after[u(column)]};
    const float ofRow[] = {down.before[u(row)], down.own[u(row)], down.after[u(row)]};
    for (int32_t j = 0; j < 3; ++j) {
        const int32_t r = std::clamp(coarse.sourceRow[u(row)] + j - 1, 0, fine.rows - 1);
        for (int32_t i = 0; i < 3; ++i) {
            const int32_t c = std::clamp(coarse.sourceColumn[u(column)] + i - 1, 0, fine.columns - 1);
            add(ofRow[j] * ofColumn[i], c, r);
        }
    }
}

void averageRow(const GridLevel &fine, GridLevel &coarse, int32_t row) {
    for (int32_t c = 0; c < coarse.columns; ++c) {
        const int32_t s = coarse.slot(c, row);
        if (coarse.w[u(s)] == 0.0F) {
            coarse.put(s, fine.at(fine.slot(coarse.sourceColumn[u(c)], coarse.sourceRow[u(row)])));
            continue;
        }
        Vec3 mean(0.0F);
        forShares(fine, coarse, c, row, [&](float share, int32_t column, int32_t fineRow) {
            mean += share * fine.at(fine.slot(column, fineRow));
        });
        coarse.put(s, mean);
    }
}

// Where a node, or the mean that it is, lies in the flat fabric.
Vec2 restOf(const GridLevel &level, int32_t column, int32_t row) {
    const size_t s = u(level.slot(column, row));
    return level.few ? Vec2(level.restX[s], level.restY[s])
                     : Vec2(level.columnLines.at[u(column)], level.rowLines.at[u(row)]);
}

// The line before the place `i` of the finest level, and the share of the way to the next one.
void cellOf(const std::vector<int32_t> &lines, int32_t i, int32_t &low, float &share) {
    low = static_cast<int32_t>(std::upper_bound(lines.begin(), lines.end(), i) - lines.begin()) - 1;
    low = std::min(low, static_cast<int32_t>(lines.size()) - 2);
    share = static_cast<float>(i - lines[u(low)]) / static_cast<float>(lines[u(low + 1)] - lines[u(low)]);
}

// Squared, cells of the finest level, from the node to what it stands for.
int32_t distanceOf(const GridLevel &level, const HeldNode &node) {
    const int32_t across = node.fineColumn - level.fineColumn[node.column];
    const int32_t down = node.fineRow - level.fineRow[node.row];
    return across * across + down * down;
}

// Unless a nearer fixed particle has the node, or it is one.
void holdNode(const HeldNode &wanted, GridLevel &level) {
    const auto found =
        std::find_if(level.heldNodes.begin(), level.heldNodes.end(), [&](const HeldNode &node) {
            return node.column == wanted.column && node.row == wanted.row;
        });
    if (found != level.heldNodes.end()) {
        *found = distanceOf(level, wanted) < distanceOf(level, *found) ? wanted : *found;
        return;
    }
    const bool isFree = level.w[u(level.slot(wanted.column, wanted.row))] > 0.0F;
    if (isFree && level.heldNodes.size() < level.heldNodes.capacity()) {
        level.heldNodes.push_back(wanted);
    }
}

float weightOf(const GridLevel &level, int32_t column, int32_t row) {
    return 1.0F / (level.columnLines.mass[u(column)] * level.rowLines.mass[u(row)]);
}

} // namespace

void weighCoarser(const GridLevel &fine, GridLevel &coarse) {
    for (int32_t r = 0; r < coarse.rows; ++r) {
        for (int32_t c = 0; c < coarse.columns; ++c) {
            const size_t from = u(fine.slot(coarse.sourceColumn[u(c)], coarse.sourceRow[u(r)]));
            coarse.w[u(coarse.slot(c, r))] = fine.w[from] == 0.0F ? 0.0F : weightOf(coarse, c, r);
        }
    }
}

void forgetFixed(GridLevel &coarse) {
    coarse.anchors.clear();
    coarse.heldNodes.clear();
}

void holdFixed(int32_t column, int32_t row, GridLevel &coarse) {
    int32_t c = 0;
    int32_t r = 0;
    float s = 0.0F;
    float t = 0.0F;
    cellOf(coarse.fineColumn, column, c, s);
    cellOf(coarse.fineRow, row, r, t);
    const bool onNode = (s == 0.0F || s == 1.0F) && (t == 0.0F || t == 1.0F);
    if (onNode ||
        std::max(coarse.fineColumn.back(), coarse.fineRow.back()) > std::numeric_limits<uint16_t>::max()) {
        return;
    }
    if (coarse.anchors.size() < coarse.anchors.capacity()) {
        coarse.anchors.push_back({static_cast<uint16_t>(c), static_cast<uint16_t>(r), s, t});
    }
    if (coarse.few) {
        holdNode({static_cast<uint16_t>(s > 0.5F ? c + 1 : c), static_cast<uint16_t>(t > 0.5F ? r + 1 : r),
                  static_cast<uint16_t>(column), static_cast<uint16_t>(row)},
                 coarse);
    }
}

void placeMeans(const GridLevel &finest, const GridLevel &fine, GridLevel &coarse) {
    for (int32_t r = 0; coarse.few && r < coarse.rows; ++r) {
        for (int32_t c = 0; c < coarse.columns; ++c) {
            const size_t s = u(coarse.slot(c, r));
            Vec2 rest(0.0F);
            if (coarse.w[s] == 0.0F) {
                rest = Vec2(coarse.columnLines.at[u(c)], coarse.rowLines.at[u(r)]);
            } else {
                forShares(fine, coarse, c, r, [&](float share, int32_t column, int32_t row) {
                    rest += share * restOf(fine, column, row);
                });
            }
            coarse.restX[s] = rest.x;
            coarse.restY[s] = rest.y;
        }
    }
    for (const HeldNode &node : coarse.heldNodes) {
        const size_t s = u(coarse.slot(node.column, node.row));
        coarse.restX[s] = finest.columnLines.at[node.fineColumn];
        coarse.restY[s] = finest.rowLines.at[node.fineRow];
    }
}

void restrictPositions(const GridLevel &finest, const GridLevel &fine, GridLevel &coarse, bool means,
                       Workers &workers) {
    coarse.means = means && coarse.few;
    for (const HeldNode &node : coarse.heldNodes) {
        const size_t s = u(coarse.slot(node.column, node.row));
        coarse.w[s] = coarse.means ? 0.0F : weightOf(coarse, node.column, node.row);
    }
    workers.forBlocks(coarse.rows, kParallelRows, [&](int32_t begin, int32_t end) {
        for (int32_t r = begin; r < end; ++r) {
            coarse.means ? averageRow(fine, coarse, r) : injectRow(fine, coarse, r);
        }
    });
    for (const HeldNode &node : coarse.heldNodes) {
        if (coarse.means) {
            coarse.put(coarse.slot(node.column, node.row),
                       finest.at(finest.slot(node.fineColumn, node.fineRow)));
        }
    }
    std::copy(coarse.x.begin(), coarse.x.end(), coarse.startX.begin());
    std::copy(coarse.y.begin(), coarse.y.end(), coarse.startY.begin());
    std::copy(coarse.z.begin(), coarse.z.end(), coarse.startZ.begin());
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
