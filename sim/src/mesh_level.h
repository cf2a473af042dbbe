// One level of the multilevel strain limiter on an irregular mesh: particles in one array of x, y, z and a
// spare, springs in blocks of eight that share no particle, and each finer particle's place among three
// coarse ones.
#pragma once

#include "axes.h"
#include "intrinsic_mesh.h"
#include "maths/pose.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

inline constexpr int32_t kBlock = 8;

// Eight springs. A block that is not full is padded with springs between two particles that are not there.
struct alignas(32) SpringBlock {
    int32_t a[kBlock]{};
    int32_t b[kBlock]{};
    float lengthSquared[kBlock]{}; // m²
    float shareA[kBlock]{}; // –, of a correction, that a takes: w_a / (w_a + w_b), 0 where both are fixed
    float shareB[kBlock]{};
};

struct LevelSpring {
    int32_t a{0};
    int32_t b{0};
    float length{0.0F}; // m
};

// A particle of the next finer level as a mean of three of this one.
struct Parents {
    int32_t node[3]{};
    float weight[3]{};
};

// A fixed particle that is no node of a level: the interpolated displacement there must stay zero.
struct MeshAnchor {
    static constexpr int32_t kNodesMax = 8;
    int32_t count{0};
    int32_t node[kNodesMax]{};
    float weight[kNodesMax]{};
};

struct MeshLevel {
    int32_t count{0};        // nodes
    std::vector<Vec4> x;     // m; at least two more than nodes, for the padding of blocks
    std::vector<Vec4> start; // m, before the coarser levels' corrections; finest: when the substep began
    std::vector<float> w;    // –, inverse mass up to a common factor; 0 = fixed
    std::vector<float> area; // m², of the fabric that moves with each node
    std::vector<SpringBlock> blocks;
    std::vector<int32_t> source;  // per node, the particle of the next finer level; empty in the finest
    std::vector<Parents> parents; // per node, in the next coarser level; empty in the coarsest
    std::vector<MeshAnchor> anchors;
};

// Allocates. `springs` in an order that keeps neighbours together.
MeshLevel makeMeshLevel(int32_t count, std::span<const LevelSpring> springs);
// All edges of a mesh, each once, then the lines across them that run straight over two triangles: with the
// edges alone strain spreads too slowly.
std::vector<LevelSpring> springsOf(const IntrinsicMesh &mesh);

// After w changed: what each end of a spring takes of its corrections.
void shareCorrections(MeshLevel &level);

struct MeshSweep {
    float extension{1.0F};   // –, share that is taken out; more than one hurries
    float compression{0.0F}; // –, share that is taken out; 0 = may fold freely
    bool backwards{false};
};

// One pass over all springs, towards their length at rest.
//   s = (|d|² - L²) / ((|d|² + L²) (w_a + w_b)),  x_a += w_a s d,  x_b -= w_b s d
void sweepLevel(MeshLevel &level, const MeshSweep &sweep);

// Holds the anchors: takes out the displacement since `start` interpolated at each.
void holdAnchors(MeshLevel &level);

// To and from x, y and z apart. The arrays are as long as the level's.
void packPositions(const Axes &from, std::vector<Vec4> &to);
void unpackPositions(const std::vector<Vec4> &from, Axes &to);

// Copies the nodes that both levels have from fine to coarse, as positions and as start.
void injectPositions(const MeshLevel &fine, MeshLevel &coarse);
// Adds the coarse level's displacement since its start, interpolated, to the fine level's free nodes. Leaves
// that displacement in coarse.start.
void prolongDisplacement(MeshLevel &coarse, MeshLevel &fine);

} // namespace selvage
