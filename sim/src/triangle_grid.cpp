// See triangle_grid.h.
#include "triangle_grid.h"

#include "broad_phase_data.h"
#include "maths/index.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace selvage {

namespace {

constexpr size_t kCellsPerTriangle = 64; // on average; where there would be more, the cells are wider
constexpr size_t kSlotsPerTriangle = 4;
constexpr float kFarthestCell = 1e9F;

} // namespace

TriangleGrid::TriangleGrid(size_t triangles, float cell) : cell_(cell) {
    const size_t slots = std::bit_ceil(kSlotsPerTriangle * std::max<size_t>(triangles, 1));
    heads_.resize(slots);
    stamps_.resize(slots);
    entries_.resize(kCellsPerTriangle * triangles);
    met_.resize(triangles);
}

TriangleGrid::Cell TriangleGrid::cellOf(const Vec3 &p) const {
    const Vec3 at = glm::clamp(glm::floor(perMetre_ * p), Vec3(-kFarthestCell), Vec3(kFarthestCell));
    return {static_cast<int32_t>(at.x), static_cast<int32_t>(at.y), static_cast<int32_t>(at.z)};
}

// As wide as wanted, or wider where all triangles together would cover more cells than there is room for.
void TriangleGrid::chooseCells(std::span<const Box> boxes) {
    for (float width = cell_;; width *= 1.25F) {
        perMetre_ = 1.0F / width;
        double covered = 0.0;
        for (const Box &box : boxes) {
            const Cell low = cellOf(box.low);
            const Cell high = cellOf(box.high);
            double cells = 1.0;
            for (size_t axis = 0; axis < 3; ++axis) {
                cells *= 1.0 + static_cast<double>(high[axis]) - static_cast<double>(low[axis]);
            }
            covered += cells;
        }
        if (covered <= static_cast<double>(entries_.size())) {
            return;
        }
    }
}

int32_t &TriangleGrid::headOf(const Cell &cell) {
    const auto hashed = static_cast<uint32_t>(cell[0]) * 73856093U ^
                        static_cast<uint32_t>(cell[1]) * 19349663U ^
                        static_cast<uint32_t>(cell[2]) * 83492791U;
    const size_t slot = hashed & (heads_.size() - 1);
    if (stamps_[slot] != stamp_) {
        stamps_[slot] = stamp_;
        heads_[slot] = -1;
    }
    return heads_[slot];
}

int64_t TriangleGrid::meetAndInsert(int32_t triangle, int32_t &head, std::span<const Box> boxes,
                                    PairSink &sink) {
    int64_t tests = 0;
    for (int32_t e = head; e >= 0; e = entries_[u(e)].next) {
        const int32_t other = entries_[u(e)].triangle;
        if (met_[u(other)] == triangle) {
            continue;
        }
        met_[u(other)] = triangle;
        ++tests;
        if (boxes[u(other)].overlaps(boxes[u(triangle)])) {
            sink.add(other, triangle);
        }
    }
    entries_[entryCount_] = {triangle, head};
    head = static_cast<int32_t>(entryCount_++);
    return tests;
}

int64_t TriangleGrid::findPairs(std::span<const Box> boxes, PairSink &sink) {
    chooseCells(boxes);
    ++stamp_;
    entryCount_ = 0;
    std::fill(met_.begin(), met_.end(), -1);
    int64_t tests = 0;
    for (size_t t = 0; t < boxes.size(); ++t) {
        const auto triangle = static_cast<int32_t>(t);
        met_[t] = triangle; // two of its own cells may share a slot
        const Cell low = cellOf(boxes[t].low);
        const Cell high = cellOf(boxes[t].high);
        for (int32_t z = low[2]; z <= high[2]; ++z) {
            for (int32_t y = low[1]; y <= high[1]; ++y) {
                for (int32_t x = low[0]; x <= high[0]; ++x) {
                    tests += meetAndInsert(triangle, headOf({x, y, z}), boxes, sink);
                }
            }
        }
    }
    return tests;
}

} // namespace selvage
