// What is measured of the skirt on the bench.
#pragma once

#include "sim/body_measure.h"
#include "sim/diagnostics.h"
#include "sim/world.h"

#include <algorithm>

namespace selvage {

enum SkirtEdge : size_t { Hem, Right, Waist, Left };

inline Vec3 vertexAt(const World &world, int32_t vertex) {
    return world.cloths[0]
        .position[static_cast<size_t>(world.bench->shape.garment.sewnParticle[static_cast<size_t>(vertex)])];
}

// m, between the sides of the slit where it is widest.
inline float slitOf(const World &world) {
    const auto &edges = world.bench->shape.garment.edges[0];
    float widest = 0.0F;
    for (size_t k = 0; k < edges[Right].size(); ++k) {
        const int32_t across = edges[Left][edges[Left].size() - 1 - k];
        widest = std::max(widest, glm::distance(vertexAt(world, edges[Right][k]), vertexAt(world, across)));
    }
    return widest;
}

// m, mean height of the panel's upper edge.
inline float waistOf(const World &world) {
    const std::vector<int32_t> &waist = world.bench->shape.garment.edges[0][Waist];
    float sum = 0.0F;
    for (const int32_t v : waist) {
        sum += vertexAt(world, v).y / static_cast<float>(waist.size());
    }
    return sum;
}

} // namespace selvage
