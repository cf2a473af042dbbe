// Broad phase of self-contact: which patches' boxes overlap.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

struct PatchPair {
    int32_t a{0};
    int32_t b{0};
};

// Axis-aligned boxes in structure-of-arrays form, m. Two whose places (m) are nearer than the larger `close`
// (m) of both are no pair.
struct PatchBoxes {
    std::array<std::vector<float>, 3> low;
    std::array<std::vector<float>, 3> high;
    std::vector<float> placeU, placeV, close;

    int32_t count() const { return static_cast<int32_t>(low[0].size()); }
    void resize(int32_t count);
};

// Boxes sorted into bins as wide as the largest of them, each in the bin of its middle, so that whatever it
// overlaps lies in one of the 27 bins around. The bins fill the box around all, row after row, so that three
// neighbours in a row are one range.
class SortedBins {
public:
    // Allocates all that finding pairs among `count` boxes needs.
    explicit SortedBins(int32_t count = 0);

    // Writes the pairs of overlapping boxes to `pairs` as far as its capacity goes, always in the same order.
    // Returns how many there are.
    int64_t findPairs(const PatchBoxes &boxes, std::vector<PatchPair> &pairs);

    // Pairs of boxes compared by the last search.
    int64_t tests() const { return tests_; }

private:
    void chooseBins(const PatchBoxes &boxes);
    void sort(const PatchBoxes &boxes);

    std::array<float, 3> origin_{};  // m
    float perMetre_{1.0F};           // bins
    int32_t rowStep_{1};             // bins from a row to the next one
    int32_t layerStep_{1};           // and from a layer to the next one
    int32_t binCount_{0};            // with an empty one at every end of every row, an empty row and layer
    std::vector<int32_t> binStart_;  // of sorted patches; one more than bins
    std::vector<int32_t> bin_;       // per patch
    std::vector<int32_t> order_;     // sorted patches
    std::vector<int32_t> sortedBin_; // of each
    int64_t tests_{0};
    PatchBoxes sorted_; // with some empty boxes behind
};

// Pairs with some of the boxes only: each of these against boxes around sixteen that follow each other, which
// in a mesh lie side by side, and against those of the sixteen where it overlaps.
class GroupedBoxes {
public:
    // Allocates all that `count` boxes need.
    explicit GroupedBoxes(int32_t count = 0);

    // Appends to `pairs`, as far as its capacity goes, the pairs of overlapping boxes one of which at least
    // is among `some`, which `marks` (one per box) marks too. Returns how many there are. O(boxes * some).
    int64_t findPairsOf(std::span<const int32_t> some, std::span<const uint8_t> marks,
                        const PatchBoxes &boxes, std::vector<PatchPair> &pairs);

private:
    std::array<std::vector<float>, 3> low_; // m, of the groups, with some empty ones behind
    std::array<std::vector<float>, 3> high_;
};

// All pairs, one by one: what the others are tested against.
int64_t findPairsByForce(const PatchBoxes &boxes, std::vector<PatchPair> &pairs);

} // namespace selvage
