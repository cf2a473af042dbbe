// Which limbs the borders of a garment go round.
#pragma once

#include "sim/body_measure.h"
#include "sim/cloth.h"

#include <algorithm>
#include <vector>

namespace selvage {

struct BorderLinks {
    size_t particles{0};
    LimbLinks links;
};

// Of each border; the body's axes in the cloth's space.
inline std::vector<BorderLinks> borderLinks(const Cloth &cloth, const BodyMeasures &body) {
    std::vector<BorderLinks> borders;
    for (const std::vector<int32_t> &loop : borderLoops(cloth.topology->triangles)) {
        std::vector<Vec3> points;
        points.reserve(loop.size());
        for (const int32_t i : loop) {
            points.push_back(cloth.position[static_cast<size_t>(i)]);
        }
        borders.push_back({loop.size(), linksOf(points, body)});
    }
    return borders;
}

// The limbs that each border goes round, as a bit each, sorted.
inline std::vector<int32_t> limbsInBorders(const Cloth &cloth, const BodyMeasures &body) {
    std::vector<int32_t> all;
    for (const BorderLinks &border : borderLinks(cloth, body)) {
        int32_t bits = 0;
        for (size_t limb = 0; limb < kLimbCount; ++limb) {
            bits |= border.links.count[limb] != 0 ? 1 << limb : 0;
        }
        all.push_back(bits);
    }
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace selvage
