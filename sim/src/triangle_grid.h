// Uniform grid of Chung and Yen 2004, §4.1: every triangle is put into all cells that its box covers, in the
// order of the triangles, and meets those that are there already; the triangle that another one met last is
// remembered, so that two meet once however many cells they share. Corrected: a triangle covers as many cells
// as it does (the paper says 8 at most), and the cloth may be anywhere: cells share slots by a hash. Instead
// of two lists per cell that take turns, a slot is stamped with the search in which it was filled.
#pragma once

#include "box.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

struct PairSink;

class TriangleGrid {
public:
    TriangleGrid() = default;
    // `cell`: m, the natural length of the springs. Allocates.
    TriangleGrid(size_t triangles, float cell);

    // Returns how many pairs of boxes it compared. Does not allocate.
    int64_t findPairs(std::span<const Box> boxes, PairSink &sink);

private:
    using Cell = std::array<int32_t, 3>;
    struct Entry {
        int32_t triangle{0};
        int32_t next{-1};
    };
    void chooseCells(std::span<const Box> boxes);
    Cell cellOf(const Vec3 &p) const;
    int32_t &headOf(const Cell &cell);
    int64_t meetAndInsert(int32_t triangle, int32_t &head, std::span<const Box> boxes, PairSink &sink);

    float cell_{1.0F};           // m, as wanted
    float perMetre_{1.0F};       // cells
    std::vector<int32_t> heads_; // per slot, of its entries
    std::vector<uint64_t> stamps_;
    std::vector<Entry> entries_;
    std::vector<int32_t> met_; // per triangle: the last one that it met
    size_t entryCount_{0};
    uint64_t stamp_{0};
};

} // namespace selvage
