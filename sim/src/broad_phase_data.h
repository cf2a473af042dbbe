// What the broad phases keep between updates.
#pragma once

#include "box.h"
#include "near_features.h"
#include "patch_pairs.h"
#include "patches.h"
#include "sim/broad_phase.h"
#include "triangle_grid.h"
#include "triangle_tree.h"
#include "zone_cones.h"

#include <algorithm>

namespace selvage {

// Takes what a phase finds: keeps what fits, without neighbours.
struct PairSink {
    std::span<const Triangle> triangles;
    std::vector<TrianglePair> pairs; // its capacity is the room there is
    int64_t leftOut{0};

    bool areNeighbours(int32_t a, int32_t b) const {
        const Triangle &t = triangles[static_cast<size_t>(a)];
        const Triangle &s = triangles[static_cast<size_t>(b)];
        const auto has = [&](int32_t v) { return v == s[0] || v == s[1] || v == s[2]; };
        return has(t[0]) || has(t[1]) || has(t[2]);
    }
    void add(int32_t a, int32_t b) {
        if (!areNeighbours(a, b)) {
            keep(a, b);
        }
    }
    void keep(int32_t a, int32_t b) {
        if (pairs.size() < pairs.capacity()) {
            pairs.push_back({std::min(a, b), std::max(a, b)});
        } else {
            ++leftOut;
        }
    }
};

struct BroadPhaseData {
    std::vector<Triangle> triangles;
    PairSink sink;
    std::vector<Box> boxes;         // of the triangles
    std::span<const Vec3> vertices; // m, of the running search
    float margin{0.0F};             // m

    // Each of one or two phases:
    TriangleGrid grid;
    TriangleTree tree;
    ZoneCones cones;
    Patches patches;
    std::vector<Vec4> reach; // m, per vertex
    SortedBins bins;
    PatchBoxes binBoxes;
    std::vector<PatchPair> binPairs;
};

} // namespace selvage
