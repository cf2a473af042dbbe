// Binary tree of axis-aligned boxes of Liu and Li 2006, §5: built once from the top down, each zone cut in
// the middle of its longest axis, triangles going where their centres are, one triangle a leaf; later the
// boxes are fitted again from the bottom up. Corrected: a zone whose centres all lie on one side is cut into
// halves of equal number, a zone is tested within its left and its right child and between them whenever it
// may touch itself, and neighbours are no pair.
#pragma once

#include "box.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace selvage {

class ZoneCones;
struct PairSink;

struct TreeNode {
    int32_t left{-1}; // nodes; children come after their parent
    int32_t right{-1};
    int32_t triangle{-1}; // of a leaf
    int32_t size{1};      // triangles
};

class TriangleTree {
public:
    TriangleTree() = default;
    // Allocates. O(n log n).
    explicit TriangleTree(std::span<const Box> triangles);

    std::span<const TreeNode> nodes() const { return nodes_; }
    void refit(std::span<const Box> triangles);
    // Without what lies in one of the zones that the cones (nullptr: none) find free. Returns how many pairs
    // of boxes it compared.
    int64_t findPairs(ZoneCones *cones, PairSink &sink);

private:
    void build(std::span<const Box> triangles);

    std::vector<TreeNode> nodes_;
    std::vector<Box> boxes_; // per node
    std::vector<std::pair<int32_t, int32_t>> stack_;
};

} // namespace selvage
