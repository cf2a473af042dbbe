// Cloths cut into patches for the search for self-contact: a patch is one triangle or two with a common edge.
// Every vertex and every edge belongs to exactly one patch, so that testing what one patch owns against what
// another one is made of meets every pair of features once. A patch owns its corner 0, the sides from there
// and the diagonal, or some of these; what is left over belongs to copies with the corners in another order.
#pragma once

#include "sim/cloth.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// Bits of Patches::parts.
inline constexpr int32_t kOwnVertex = 1; // corner 0
inline constexpr int32_t kOwnEdge = 2;   // << 0, 1, 2: to corner 1, to corner 2, the diagonal
inline constexpr int32_t kTriangle = 16; // << 0, 1
inline constexpr int32_t kEdgesPerPatch = 3;
inline constexpr int32_t kSingle = 64;  // one triangle at most
inline constexpr int32_t kAcross = 128; // the diagonal joins corners 0 and 3 instead of 1 and 2

// The triangles are (0, 1, second end) and (first end, 3, 2) of the diagonal's ends.
inline std::array<size_t, 2> diagonalOf(int32_t parts) {
    return (parts & kAcross) != 0 ? std::array<size_t, 2>{0, 3} : std::array<size_t, 2>{1, 2};
}

using Four = std::array<int32_t, 4>; // vertices

struct Patches {
    int32_t count{0};
    int32_t vertexCount{0}; // of all cloths, one after the other
    // Per patch; vertices of all cloths together:
    std::vector<Four> corners; // of a single triangle 3 is 0
    std::vector<int32_t> parts;
    // Where it is in the flat cloth, of which no patch goes over a seam:
    std::vector<float> restU, restV; // m, its middle; the cloths and their panels lie side by side
    std::vector<float> size;         // m, square root of its area
    std::vector<float> across;       // m, from corner to opposite corner, the shorter; 0: a single triangle
    std::vector<float> height;       // m, of the lower of its triangles over the diagonal
};

// Where each cloth's vertices begin, and one past the last.
std::vector<int32_t> vertexOffsets(std::span<const Cloth> cloths);

// Mean rest length (m) of the structural springs.
float meanEdge(std::span<const Cloth> cloths);

Patches makePatches(std::span<const Cloth> cloths);

} // namespace selvage
