// Where cloth has got through cloth all the same, and the way back: what a hand tears through, what starts
// crossed, what an obstacle jumps into. Edges that pierce triangles are found; cut at these edges the cloth
// falls apart into pieces, and of two pieces that such an edge joins the smaller one is on the wrong side
// (global intersection analysis; Baraff, Witkin, Kass 2003, here by vertices). It is drawn back through the
// pierced triangles, gently, while what is tangled does not push or hold each other. Where the pieces are
// one, as when cloth goes through cloth over a border, no side is the wrong one: there the contour along
// which they meet is made shorter until it is gone (Volino, Magnenat-Thalmann 2006). What is left is counted.
#pragma once

#include "near_features.h"
#include "patch_pairs.h"
#include "patches.h"
#include "smooth_pairs.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// An edge (0, 1) through a triangle (2, 3, 4).
struct Tangle {
    int32_t vertex[5]{};
    float weight[5]{}; // sum of weight[i] x[vertex[i]] = 0 where they meet
    // The third vertices of the triangles at the edge; -1: there is none.
    std::array<int32_t, 2> opposite{-1, -1};
    bool knowsWay{false}; // vertex 0 is to get back to the side of vertex 1
};

class Tangles {
public:
    // Allocates.
    explicit Tangles(const Patches &patches);

    // Looks at all vertices (m). O(vertices + pairs of patches); does not allocate.
    void find(const Patches &patches, std::span<const Vec4> vertices);

    // Edges through triangles with which they share no vertex.
    int64_t count() const { return count_; }
    // As many of them as there is room for.
    std::span<const Tangle> tangles() const { return tangles_; }
    // Whether a feature on each side has to do with tangles.
    bool areTangled(const NearFeatures &near) const;
    // Draws back by so much (m) in a substep that started at `from`; w: inverse masses (1/kg, up to a
    // factor).
    void drawBack(float most, std::span<const Vec4> from, std::span<Vec4> vertices) const;

private:
    void findIn(const Patches &patches, const PatchPair &pair, std::span<const Vec4> vertices);
    void test(std::array<int32_t, 2> edge, std::array<int32_t, 2> opposite, std::array<int32_t, 3> triangle,
              std::span<const Vec4> vertices);
    void findOpposites(const Patches &patches);
    void findPieces();
    void markAround(const Patches &patches);

    SortedBins bins_;
    PatchBoxes boxes_;
    PatchShapes shapes_;
    SmoothPairs smooth_;
    std::vector<PatchRecord> records_;
    std::vector<PatchPair> pairs_;
    std::vector<int32_t> edgeStart_; // per vertex and one more
    std::vector<int32_t> edgeEnd_;
    std::vector<std::array<std::array<int32_t, 2>, kEdgesPerPatch>> opposite_; // per patch and edge of it
    std::vector<Vec4> places_;
    std::vector<Tangle> tangles_;
    std::vector<std::array<int32_t, 2>> pierced_; // edges, sorted
    std::vector<int32_t> piece_;                  // per vertex
    std::vector<int32_t> pieceSize_;              // vertices
    std::vector<int32_t> queue_;
    std::vector<uint8_t> tangled_; // per vertex
    int64_t count_{0};
};

} // namespace selvage
