// See triangle_tree.h.
#include "triangle_tree.h"

#include "broad_phase_data.h"
#include "maths/index.h"

#include <algorithm>
#include <numeric>

namespace selvage {

namespace {

// Triangles of a zone, [begin, end) of the order, and its node.
struct Zone {
    size_t begin{0};
    size_t end{0};
    int32_t node{0};
    size_t depth{0};
};

// Sorts a zone's triangles into two halves. Returns where the second begins.
size_t cutZone(std::span<const Box> triangles, std::vector<int32_t> &order, const Zone &zone) {
    Box box;
    for (size_t k = zone.begin; k < zone.end; ++k) {
        box.add(triangles[u(order[k])]);
    }
    const Vec3 extent = box.high - box.low;
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
    const float middle = box.low[axis] + box.high[axis];
    const auto centre = [&](int32_t t) { return triangles[u(t)].low[axis] + triangles[u(t)].high[axis]; };
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(zone.begin);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(zone.end);
    auto cut = std::partition(begin, end, [&](int32_t t) { return centre(t) < middle; });
    if (cut == begin || cut == end) {
        cut = begin + (end - begin) / 2;
        std::nth_element(begin, cut, end, [&](int32_t s, int32_t t) {
            return std::pair(centre(s), s) < std::pair(centre(t), t);
        });
    }
    return static_cast<size_t>(cut - order.begin());
}

} // namespace

TriangleTree::TriangleTree(std::span<const Box> triangles) {
    if (!triangles.empty()) {
        build(triangles);
    }
    boxes_.resize(nodes_.size());
}

void TriangleTree::build(std::span<const Box> triangles) {
    std::vector<int32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0);
    nodes_.reserve(2 * triangles.size());
    nodes_.emplace_back();
    std::vector<Zone> zones{{0, triangles.size(), 0, 1}};
    size_t depth = 1;
    while (!zones.empty()) {
        const Zone zone = zones.back();
        zones.pop_back();
        depth = std::max(depth, zone.depth);
        nodes_[u(zone.node)].size = static_cast<int32_t>(zone.end - zone.begin);
        if (zone.end - zone.begin == 1) {
            nodes_[u(zone.node)].triangle = order[zone.begin];
            continue;
        }
        const size_t cut = cutZone(triangles, order, zone);
        const auto left = static_cast<int32_t>(nodes_.size());
        nodes_[u(zone.node)].left = left;
        nodes_[u(zone.node)].right = left + 1;
        nodes_.resize(nodes_.size() + 2);
        zones.push_back({cut, zone.end, left + 1, zone.depth + 1});
        zones.push_back({zone.begin, cut, left, zone.depth + 1});
    }
    stack_.reserve(4 * depth + 8); // a zone puts 3 for 1, two zones 2 for 1
}

void TriangleTree::refit(std::span<const Box> triangles) {
    for (size_t n = nodes_.size(); n-- > 0;) {
        const TreeNode &node = nodes_[n];
        if (node.triangle >= 0) {
            boxes_[n] = triangles[u(node.triangle)];
        } else {
            boxes_[n] = boxes_[u(node.left)];
            boxes_[n].add(boxes_[u(node.right)]);
        }
    }
}

int64_t TriangleTree::findPairs(ZoneCones *cones, PairSink &sink) {
    int64_t tests = 0;
    stack_.clear();
    if (!nodes_.empty()) {
        stack_.emplace_back(0, 0);
    }
    while (!stack_.empty()) {
        const auto [a, b] = stack_.back();
        stack_.pop_back();
        const TreeNode &first = nodes_[u(a)];
        const TreeNode &second = nodes_[u(b)];
        if (a == b) {
            if (first.triangle < 0 && (cones == nullptr || !cones->isFree(a))) {
                stack_.emplace_back(first.left, first.right);
                stack_.emplace_back(first.right, first.right);
                stack_.emplace_back(first.left, first.left);
            }
            continue;
        }
        ++tests;
        if (!boxes_[u(a)].overlaps(boxes_[u(b)])) {
            continue;
        }
        if (first.triangle >= 0 && second.triangle >= 0) {
            sink.add(first.triangle, second.triangle);
        } else if (second.triangle >= 0 || (first.triangle < 0 && first.size >= second.size)) {
            stack_.emplace_back(first.right, b);
            stack_.emplace_back(first.left, b);
        } else {
            stack_.emplace_back(a, second.right);
            stack_.emplace_back(a, second.left);
        }
    }
    return tests;
}

} // namespace selvage
