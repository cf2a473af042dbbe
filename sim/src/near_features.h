// Narrow phase of self-contact: vertices near triangles and edges near edges, from pairs of patches.
//
// In two stages: features that may come near each other during the next substeps are listed from the pairs of
// patches, and in each substep those of the list that are near are found again.
#pragma once

#include "maths/pose.h"
#include "patch_pairs.h"
#include "patches.h"
#include "smooth_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// Two features at their closest points: sum of weight[i] x[vertex[i]] = distance * normal. A vertex and a
// triangle: weights 1 and minus the barycentric coordinates; two edges: 1 - s, s, t - 1, -t.
struct NearFeatures {
    int32_t vertex[4]{};
    float weight[4]{};
    Vec3 normal{0.0F, 1.0F, 0.0F}; // unit, from the second to the first
    float distance{0.0F};          // m
    float middle{0.0F};            // m, along the normal, of the plane halfway between them
    int16_t firstCount{1};         // vertices of the first: 1 = a vertex, 2 = an edge
    bool mayTouch{false}; // the closest points are inside both, and about the thickness apart or less
};

// How far what is between vertices gives way when a force acts on all of them by their weights.
class Give {
public:
    void add(float weight, float inverseMass) {
        sum_ += weight * weight * inverseMass;
        most_ = std::max(most_, std::abs(weight) * inverseMass);
    }
    bool any() const { return sum_ > 0.0F; }
    // The push that is wanted over this is the force. Where nearly all the weight is on what is held, the
    // rest would be hurled away: none goes farther than kFarthest times what is wanted.
    float all() const { return std::max(sum_, most_ / kFarthest); }

private:
    static constexpr float kFarthest = 2.0F; // –
    float sum_{0.0F};
    float most_{0.0F};
};

// What is known of a patch while a list is made: normal (3; zero for patches without extent), extent along it
// (2, m), reach of its corners (m), parts, nothing; then x, y, z (m) and vertex of each corner.
struct alignas(32) PatchRecord {
    float values[24];
};

struct FeatureList {
    std::vector<Four> vertexTriangle;
    std::vector<Four> edgeEdge; // two vertices each
    // How many of each, the first ones, are to be dropped if a vertex of theirs has been searched for again.
    size_t oldVertexTriangles{0};
    size_t oldEdges{0};
};

struct SearchCount {
    int64_t kept{0};    // pairs of patches left after the quick tests
    int64_t tests{0};   // pairs of features
    int64_t leftOut{0}; // for lack of room
};

// `reach`: where the vertices are and how near two of them must be to be listed (w; the sum of both counts),
// m.
void recordPatches(const Patches &patches, const PatchShapes &shapes, std::span<const Vec4> reach,
                   std::vector<PatchRecord> &records);
// Boxes of patches, grown by their vertices' reach.
void boxPatches(const Patches &patches, std::span<const Vec4> reach, PatchBoxes &boxes);
// Both, of some patches only: of the others nothing has changed.
void placeSome(const Patches &patches, std::span<const int32_t> some, const PatchShapes &shapes,
               std::span<const Vec4> reach, std::vector<PatchRecord> &records, PatchBoxes &boxes);

// Adds to the list, as far as its capacity goes, what is nearer than the reach of its patches, always in the
// same order. Features that share a vertex are no pair. Leaves those of `pairs` whose patches are near.
// Unless `marks` (one per vertex) is empty, only features with a marked vertex count.
SearchCount listFeatures(const std::vector<PatchRecord> &records, std::vector<PatchPair> &pairs,
                         std::span<const uint8_t> marks, FeatureList &out);

// Leaves those of `pairs` that are nearer than the reach of their patches, or may be.
void dropPairsApart(const std::vector<PatchRecord> &records, std::vector<PatchPair> &pairs);

// Writes to `out`, as far as its capacity goes, what of the list is nearer than its vertices may move, w (m)
// each, or may touch: nearer than 1.1 of the thickness (m) and not beside each other. Returns how many that
// are. On the way drops the old features of vertices whose w has its sign bit set.
int64_t findNearFeatures(FeatureList &list, std::span<const Vec4> vertices, float thickness,
                         std::vector<NearFeatures> &out);

} // namespace selvage
