// What lies between the particles of a cloth, edges and faces, for contact with what is thinner than a cell.
#pragma once

#include "sim/cloth.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// One edge between two slots.
struct EdgeSlots {
    int32_t a{0};
    int32_t b{0};
};

// What lies between the particles of a cloth, by slots, and room for one pass. Two thirds as large as all
// else that a grid needs, so only where something thin is there are the lists made.
struct ClothFeatures {
    float longest{0.0F};              // m, edge of the flat cloth; known without the lists
    std::vector<int32_t> edgeStart;   // per slot and one more, offsets into edgeEnd
    std::vector<int32_t> edgeEnd;     // slots at the other ends of the edges around each slot
    std::vector<int32_t> cornerStart; // per slot and one more, offsets into corners
    std::vector<int32_t> corners;     // the two other slots of the triangles around each slot
    std::vector<uint64_t> isNear;     // per slot: bits of the solids that may touch what is around it
    std::vector<int32_t> near;        // slots that have some
    uint64_t anyNear{0};              // bits of the solids that are near any slot
    std::vector<EdgeSlots> edges;     // around those
    std::vector<uint64_t> edgeNear;   // bits of both ends
    std::vector<EdgeSlots> touching;  // those that the solid of one pass touches
    float slack{-1.0F};               // m, that anything may go before these lists must be made anew
    float spent{0.0F};                // m, of it
    std::vector<float> share;         // –, per slot, of its way that it may keep

    bool listed() const { return !edgeStart.empty(); }
};

// m, the longest edge of the flat cloth.
float longestEdge(const ClothTopology &topology);

// slotOf: per particle.
ClothFeatures makeClothFeatures(const ClothTopology &topology, size_t slots, std::span<const int32_t> slotOf);

} // namespace selvage
