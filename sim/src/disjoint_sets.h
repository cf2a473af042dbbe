// Numbers in sets that are joined by and by (Tarjan 1975, with halved paths).
#pragma once

#include "maths/index.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace selvage {

class DisjointSets {
public:
    // Each number below `count` in a set of its own.
    explicit DisjointSets(size_t count) : root_(count) { std::iota(root_.begin(), root_.end(), 0); }

    // The least number of the set that has i.
    int32_t of(int32_t i) {
        while (root_[u(i)] != i) {
            i = root_[u(i)] = root_[u(root_[u(i)])];
        }
        return i;
    }
    void join(int32_t a, int32_t b) {
        const int32_t first = of(a);
        const int32_t second = of(b);
        root_[u(std::max(first, second))] = std::min(first, second);
    }

private:
    std::vector<int32_t> root_;
};

} // namespace selvage
