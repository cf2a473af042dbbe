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

// What lies between the particles of a cloth, by slots, and room for one pass.
struct ClothFeatures {
    float longest{0.0F};              // m, edge of the flat cloth
    std::vector<int32_t> edgeStart;   // per slot and one more, offsets into edgeEnd
    std::vector<int32_t> edgeEnd;     // slots at the other ends of the edges around each slot
    std::vector<int32_t> cornerStart; // per slot and one more, offsets into corners
    std::vector<int32_t> corners;     // the two other slots of the triangles around each slot
    std::vector<uint8_t> isNear;      // per slot: a solid may touch what is around it
    std::vector<int32_t> near;        // slots of which that is true
    std::vector<EdgeSlots> edges;     // that the solid may touch
    std::vector<float> share;         // –, per slot, of its way that it may keep
};

// slotOf: per particle.
ClothFeatures makeClothFeatures(const ClothTopology &topology, size_t slots, std::span<const int32_t> slotOf);

} // namespace selvage
