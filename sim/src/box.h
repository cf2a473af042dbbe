// Axis-aligned boxes.
#pragma once

#include "maths/pose.h"

namespace selvage {

struct Box {
    Vec3 low{1e30F}; // m
    Vec3 high{-1e30F};

    void add(const Vec3 &p) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    void add(const Box &other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
    bool overlaps(const Box &other) const {
        return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y &&
               other.low.y <= high.y && low.z <= other.high.z && other.low.z <= high.z;
    }
};

} // namespace selvage
