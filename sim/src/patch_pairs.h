// Broad phase of self-contact: which patches' boxes overlap.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace selvage {

struct PatchPair {
    int32_t a{0};
    int32_t b{0};
};

// Axis-aligned boxes in structure-of-arrays form, m.
struct PatchBoxes {
    std::array<std::vector<float>, 3> low;
    std::array<std::vector<float>, 3> high;

    int32_t count() const { return static_cast<int32_t>(low[0].size()); }
    void resize(int32_t count);
};

// Boxes sorted into bins as wide as the largest of them, each in the bin of its middle, so that whatever it
// overlaps lies in one of the 27 bins around.
class SortedBins {
public:
    // Allocates all that finding pairs among `count` boxes needs.
    explicit SortedBins(int32_t count = 0);

    // Writes the pairs of overlapping boxes to `pairs` as far as its capacity goes, always in the same order.
    // Returns how many there are.
    int64_t findPairs(const PatchBoxes &boxes, std::vector<PatchPair> &pairs);

private:
    struct Cell {
        int32_t x{0};
        int32_t y{0};
        int32_t z{0};
        bool operator==(const Cell &) const = default;
    };
    // Patches of one cell, sorted ones [begin, end).
    struct Run {
        Cell cell;
        int32_t begin{0};
        int32_t end{0};
    };
    uint32_t bucketOf(const Cell &cell) const;
    void sort(const PatchBoxes &boxes);
    void makeRuns();
    const Run *find(const Cell &cell) const;
    bool overlap(int32_t i, int32_t j) const;

    uint32_t mask_{0};
    std::vector<int32_t> bucketStart_; // of sorted patches; one more than buckets
    std::vector<int32_t> firstRun_;    // of each bucket
    std::vector<Cell> cell_;           // per patch
    std::vector<Cell> sortedCell_;
    std::vector<int32_t> order_; // sorted patches
    PatchBoxes sorted_;
    std::vector<Run> runs_;
};

// All pairs, one by one: what the others are tested against.
int64_t findPairsByForce(const PatchBoxes &boxes, std::vector<PatchPair> &pairs);

} // namespace selvage
