// Narrow phase of self-contact: vertices near triangles and edges near edges, from pairs of patches.
#pragma once

#include "maths/pose.h"
#include "patch_pairs.h"
#include "patches.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace selvage {

// Two features at their closest points: sum of weight[i] x[vertex[i]] = distance * normal. A vertex and a
// triangle: weights 1 and minus the barycentric coordinates; two edges: 1 - s, s, t - 1, -t.
struct NearFeatures {
    int32_t vertex[4]{};
    float weight[4]{};
    Vec3 normal{0.0F, 1.0F, 0.0F}; // unit, from the second to the first
    float distance{0.0F};          // m
    int32_t firstCount{1};         // vertices of the first: 1 = a vertex, 2 = an edge
    bool inside{false};            // the closest points are inside both features
};

// Positions of all cloths' vertices and how far each may move, m.
struct VertexMotion {
    std::vector<float> x, y, z;
    std::vector<float> motion;
};

struct PatchShapes {
    std::array<std::vector<float>, 3> normal; // unit; zero for patches without extent
    std::vector<float> slabLow, slabHigh;     // m, of the corners along the normal from corner 0
    std::vector<float> motion;                // m, largest of the corners
    std::vector<int32_t> folded;              // not 0: the patch may touch itself
    void resize(int32_t count);
};

// Two patches matter to each other nearer than this (m), given how far their vertices may move.
inline float reachOf(float thickness, float motionA, float motionB) {
    return std::max(1.1F * thickness, motionA + motionB);
}

// Normals, slabs and motions of all patches.
void shapePatches(const Patches &patches, const VertexMotion &vertices, PatchShapes &shapes);
// Their boxes, grown by their share of the reach and by `margin` (m).
void boxPatches(const Patches &patches, const VertexMotion &vertices, float thickness, float margin,
                PatchBoxes &boxes);

// What is searched.
struct FeatureSearch {
    const Patches &patches;
    const PatchShapes &shapes;
    const VertexMotion &vertices;
    float thickness; // m
};

struct SearchCount {
    int64_t kept{0};  // pairs of patches left after the quick tests
    int64_t tests{0}; // pairs of features
    int64_t found{0};
};

// Writes what is nearer than the reach of its patches to `out` as far as its capacity goes, always in the
// same order. Features that share a vertex are no pair, nor are those of two patches that are close in the
// flat cloth, face nearly the same way and move little. `scratch`: as large as `pairs`.
SearchCount findNearFeatures(const FeatureSearch &search, const std::vector<PatchPair> &pairs,
                             std::vector<PatchPair> &scratch, std::vector<NearFeatures> &out);

} // namespace selvage
