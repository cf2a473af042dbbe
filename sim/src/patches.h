// Cloths cut into patches for the search for self-contact: a patch is one triangle or two with a common edge.
// Every vertex and every edge belongs to exactly one patch, so that testing what one patch owns against what
// another one is made of meets every pair of features once.
#pragma once

#include "sim/cloth.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// Bits of Patches::parts.
inline constexpr int32_t kOwnVertex = 1;
inline constexpr int32_t kOwnEdge = 2;   // << 0, 1, 2
inline constexpr int32_t kTriangle = 16; // << 0, 1
inline constexpr int32_t kEdgesPerPatch = 3;

struct Patches {
    int32_t count{0};
    int32_t vertexCount{0}; // of all cloths, one after the other
    // Per patch; vertices of all cloths together:
    std::array<std::vector<int32_t>, 4> corner; // triangles (0, 1, 2) and (1, 3, 2)
    std::vector<int32_t> ownVertex;
    std::array<std::vector<int32_t>, kEdgesPerPatch> edgeA;
    std::array<std::vector<int32_t>, kEdgesPerPatch> edgeB;
    std::vector<int32_t> parts; // what is there: absent parts name some vertex of the patch
    // Where it is in the flat cloth:
    std::vector<int32_t> cloth;
    std::vector<float> restU, restV; // m, its middle
    std::vector<float> size;         // m, square root of its area
};

// Where each cloth's vertices begin, and one past the last.
std::vector<int32_t> vertexOffsets(std::span<const Cloth> cloths);

Patches makePatches(std::span<const Cloth> cloths);

} // namespace selvage
