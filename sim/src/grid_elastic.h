// Stretch and shear stiffness of a rectangular cloth by implicit steps, so that its tension is what the
// fabric says at any resolution and any number of substeps.
//
//   E = sum over warp and weft springs of k/2 (l - L)²  +  sum over cells of k/2 (l1 - l2)²
//
// l1 and l2 are a cell's diagonals: their difference is its shear angle, and unlike two springs it leaves the
// stiffness along warp and weft alone. All springs along wefts, warps, rising and falling diagonals are in
// turn relaxed: each line is one compliant constraint with a multiplier f a spring (Macklin, Müller,
// Chentanez 2016, Eq. 4), solved at once instead of spring by spring,
//
//   (J M^-1 J^T + 1/k) f = C,   (M + T) dx = -J^T f
//
// a tridiagonal system for f and one each for x, y and z. T, of f / l, is the resistance to turning of
// springs that pull: without it a taut line would flutter across. A step takes half of all stiffness in one
// order and half in the reverse one: from one side only, the last family would always find the others
// relaxed.
#pragma once

#include "axes.h"
#include "grid_level.h"

#include <array>
#include <vector>

namespace selvage {

class Workers;
struct ClothTopology;

inline constexpr int32_t kStrip = 16; // lines side by side

// Nodes in their natural order, kStrip places with nothing on either side, and rows of them at the end.
struct ElasticLayout {
    int32_t columns{0};
    int32_t rows{0};
    int32_t stride{0};
    Axes x;                           // m, per node
    std::vector<float> w;             // –, per node, as the level's; 0 = fixed
    std::vector<float> otherDiagonal; // m, per cell, of the diagonal that is not being relaxed
    // Of the springs to the next row. Per column, padded alike:
    std::vector<float> strip; // m, width of cloth that a line stands for
    // Per row, zero at the last:
    std::vector<float> length;    // m, at rest
    std::vector<float> perLength; // 1/m
    // Of the cells to the right of a column and below a row: the shape of their shear springs is the sum of
    // both products, of columns and rows.
    std::array<std::vector<float>, 2> cellWide;
    std::array<std::vector<float>, 2> cellTall;

    int32_t at(int32_t column, int32_t row) const { return row * stride + kStrip + column; }
};

// One row of a strip of lines; its springs are those to the next row.
struct alignas(64) StripRow {
    float direction[3][kStrip]; // –
    float force[kStrip];        // m, d² tension / m
    float pivot[kStrip];        // –
    float turn[kStrip];         // –, force / length of those that pull
    float change[3][kStrip];    // m
};

// What a fabric's constants are in a substep: d² K over the mass of weight one.
struct ElasticStep {
    float warp{0.0F};        // –
    float weft{0.0F};        // –
    float shear{0.0F};       // –
    float contraction{0.0F}; // –, share of the stiffness that contracted springs have
};

struct GridElastic {
    ElasticLayout down;         // as the cloth
    ElasticLayout across;       // rows and columns exchanged
    std::vector<StripRow> rows; // scratch of each block of strips
    int32_t rowsOfStrip{0};     // a row more than the longest line at either end
};

// Sizes everything for the finest level of a grid. Allocates.
GridElastic makeGridElastic(const ClothTopology &topology);

// To be called when the level's weights have changed. O(n), no allocation.
void weighElastic(GridElastic &elastic, const GridLevel &fine);

// Moves the free nodes of `fine` by the forces of its springs.
void stretch(GridElastic &elastic, const ElasticStep &step, GridLevel &fine, Workers &workers);

} // namespace selvage
