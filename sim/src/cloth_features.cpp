// Edges and triangles around every slot, each kept at one or both of its ends.
#include "cloth_features.h"

#include "maths/index.h"
#include "sim/mesh_cloth.h"

#include <algorithm>
#include <array>

namespace selvage {

namespace {

// Offsets of lists, from their lengths one place further on.
void sumUp(std::vector<int32_t> &start) {
    for (size_t i = 1; i < start.size(); ++i) {
        start[i] += start[i - 1];
    }
}

} // namespace

float longestEdge(const ClothTopology &topology) {
    float longest = 0.0F;
    for (size_t k = 0; k < topology.triangles.size(); ++k) {
        const auto t = static_cast<int32_t>(k / 3);
        const auto corner = static_cast<int32_t>(k % 3);
        longest = std::max(longest, glm::distance(restCorner(topology, t, corner),
                                                  restCorner(topology, t, (corner + 1) % 3)));
    }
    return longest;
}

ClothFeatures makeClothFeatures(const ClothTopology &topology, size_t slots,
                                std::span<const int32_t> slotOf) {
    ClothFeatures features;
    features.longest = longestEdge(topology);
    std::vector<EdgeSlots> edges; // both ways
    const std::vector<int32_t> &triangles = topology.triangles;
    features.cornerStart.assign(slots + 1, 0);
    for (size_t k = 0; k < triangles.size(); ++k) {
        const size_t next = k % 3 == 2 ? k - 2 : k + 1;
        const int32_t a = slotOf[u(triangles[k])];
        const int32_t b = slotOf[u(triangles[next])];
        edges.push_back({a, b});
        edges.push_back({b, a});
    }
    const auto before = [](const EdgeSlots &x, const EdgeSlots &y) {
        return x.a != y.a ? x.a < y.a : x.b < y.b;
    };
    const auto same = [](const EdgeSlots &x, const EdgeSlots &y) { return x.a == y.a && x.b == y.b; };
    std::sort(edges.begin(), edges.end(), before);
    edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
    features.edgeStart.assign(slots + 1, 0);
    features.edgeEnd.reserve(edges.size());
    for (const EdgeSlots &edge : edges) {
        ++features.edgeStart[u(edge.a + 1)];
        features.edgeEnd.push_back(edge.b);
    }
    sumUp(features.edgeStart);
    std::vector<std::array<int32_t, 3>> faces; // the lowest slot first
    for (size_t k = 0; k < triangles.size(); k += 3) {
        std::array<int32_t, 3> face{slotOf[u(triangles[k])], slotOf[u(triangles[k + 1])],
                                    slotOf[u(triangles[k + 2])]};
        std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
        faces.push_back(face);
        ++features.cornerStart[u(face[0] + 1)];
    }
    std::sort(faces.begin(), faces.end());
    features.corners.reserve(2 * faces.size());
    for (const auto &face : faces) {
        features.corners.push_back(face[1]);
        features.corners.push_back(face[2]);
    }
    sumUp(features.cornerStart);
    features.isNear.assign(slots, 0);
    features.share.assign(slots, 1.0F);
    features.near.reserve(slots);
    features.edges.reserve(edges.size() / 2);
    features.edgeNear.reserve(edges.size() / 2);
    features.touching.reserve(edges.size() / 2);
    return features;
}

} // namespace selvage
