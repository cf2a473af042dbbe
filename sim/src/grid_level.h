// One level of the multilevel strain limiter on a rectangular grid: positions in structure-of-arrays rows
// with even and odd columns apart, so that every family of springs between two rows is a loop over contiguous
// memory.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <vector>

namespace selvage {

class Workers;
struct ClothTopology;

// A fixed particle that lies between the nodes of a coarse level: its interpolated displacement must stay
// zero.
struct GridAnchor {
    uint16_t column{0}; // of the cell's first corner
    uint16_t row{0};
    float right{0.0F}; // –, of the cell
    float down{0.0F};  // –
};

// The columns or the rows of a level.
struct LevelLines {
    std::vector<float> at;   // m, in the flat fabric
    std::vector<float> mass; // –, 1 = of a line amid the finest level
    // Where there are few nodes, which are means of what lies on up to three of the finer level's lines:
    std::vector<float> before, own, after; // –, shares of these
};

// A node that, where the others are means, stands for a fixed particle nearby and is where that is.
struct HeldNode {
    uint16_t column{0}; // of the level
    uint16_t row{0};
    uint16_t fineColumn{0}; // the particle's, of the finest level
    uint16_t fineRow{0};
};

struct GridLevel {
    int32_t columns{0};
    int32_t rows{0};
    int32_t evens{0};  // columns with an even number
    int32_t stride{0}; // floats from row to row
    bool few{false};   // nodes, so that they are means unless cloth is torn about; see grid_transfer.h
    bool means{false}; // the nodes are now
    LevelLines columnLines;
    LevelLines rowLines;
    std::vector<int32_t> sourceColumn; // in the next finer level
    std::vector<int32_t> sourceRow;
    std::vector<int32_t> fineColumn; // of each column and row in the finest level
    std::vector<int32_t> fineRow;
    std::vector<float>
        columnLengthSquared; // m², squared distance from column c to c + 1, even c first, then odd c
    std::vector<float> rowLengthSquared; // m², from row r to r + 1
    // Per slot:
    std::vector<float> x, y, z;                // m
    std::vector<float> startX, startY, startZ; // m, before this level's corrections; of coarse levels
    std::vector<float> w;                      // 1/kg up to a common factor; 0 = fixed
    std::vector<float> restX, restY;           // m, in the flat fabric, of means
    std::vector<GridAnchor> anchors;
    std::vector<HeldNode> heldNodes; // of levels with few nodes

    int32_t slotCount() const { return rows * stride; }
    int32_t slot(int32_t column, int32_t row) const {
        return row * stride + (column % 2 == 0 ? column / 2 : evens + column / 2);
    }
    Vec3 at(int32_t s) const {
        const auto i = static_cast<size_t>(s);
        return {x[i], y[i], z[i]};
    }
    void put(int32_t s, const Vec3 &p) {
        const auto i = static_cast<size_t>(s);
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
    }
};

// Where the columns and rows of a cloth grid lie in the flat fabric, m.
struct GridLines {
    std::vector<float> columnAt;
    std::vector<float> rowAt;
};
GridLines gridLines(const ClothTopology &topology);

// The level of a cloth grid itself; column and row coordinates in m, ascending.
GridLevel makeGridLevel(std::vector<float> columnAt, std::vector<float> rowAt);
// Every second column and row of a finer level, and its last ones.
GridLevel makeCoarserLevel(const GridLevel &fine);

// What a sweep allows.
struct StretchLimit {
    // Squared longest length over squared rest length, along weft (rows), warp (columns) and diagonals.
    float weft{1.0F};
    float warp{1.0F};
    float bias{1.0F};
    float compression{0.0F}; // –, share of a compression that is taken out; 0 = may fold freely
};

// One pass over all structural and diagonal springs: those longer than allowed are shortened, those shorter
// than at rest are lengthened by a share. Masses weigh the ends.
//   s = (|d|² - L²) / ((|d|² + L0²) (w_a + w_b)),  x_a += w_a s d,  x_b -= w_b s d
// which needs no square root and reaches L to second order. Large levels are swept in bands of rows, which is
// the same for any number of workers.
void sweepLevel(GridLevel &level, const StretchLimit &limit, bool backwards, Workers &workers);

// Whether any spring is longer than allowed. Where none of the finest level is, none of the coarser ones is.
bool exceedsLimit(const GridLevel &level, const StretchLimit &limit, Workers &workers);

// Holds the anchors: takes out the displacement since `start` interpolated at each.
void holdAnchors(GridLevel &level);

} // namespace selvage
