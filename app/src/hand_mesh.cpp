// Bones between joints; see the header.
#include "hand_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

struct Bone {
    size_t from;
    size_t to;
};

// Along the fingers, from the wrist to their roots, and across the palm.
constexpr std::array<Bone, kHandBones> kBones{{
    {1, 2},  {2, 3},   {3, 4},   {4, 5},             // thumb
    {1, 6},  {6, 7},   {7, 8},   {8, 9},   {9, 10},  // index
    {1, 11}, {11, 12}, {12, 13}, {13, 14}, {14, 15}, // middle
    {1, 16}, {16, 17}, {17, 18}, {18, 19}, {19, 20}, // ring
    {1, 21}, {21, 22}, {22, 23}, {23, 24}, {24, 25}, // little
    {7, 12}, {12, 17}, {17, 22},                     // knuckles
}};

constexpr size_t kBoneVertices = kBoneSides * kBoneRings + 2;
constexpr float kPi = 3.14159265F;

// Latitudes of the rings, rad from the equator, three at either end.
constexpr std::array<float, kBoneRings> kLatitudes{-0.333F * kPi, -0.167F * kPi, 0.0F,
                                                   0.0F,          0.167F * kPi,  0.333F * kPi};

void writeBone(const JointState &a, const JointState &b, const Pose &outer, std::span<Vertex> out) {
    const Vec3 from = transformPoint(outer, a.pose.position);
    const Vec3 to = transformPoint(outer, b.pose.position);
    const Vec3 way = to - from;
    const float length = glm::length(way);
    const Vec3 along = length > 1e-6F ? way / length : Vec3(0.0F, 1.0F, 0.0F);
    const Vec3 helper = std::abs(along.y) < 0.9F ? Vec3(0.0F, 1.0F, 0.0F) : Vec3(1.0F, 0.0F, 0.0F);
    const Vec3 x = glm::normalize(glm::cross(helper, along));
    const Vec3 y = glm::cross(along, x);
    size_t v = 0;
    out[v++] = {from - a.radius * along, -along, Vec2(0.0F)};
    for (size_t ring = 0; ring < kBoneRings; ++ring) {
        const bool isFirst = ring < kBoneRings / 2;
        const float up = std::sin(kLatitudes[ring]);
        const float wide = std::cos(kLatitudes[ring]);
        for (size_t side = 0; side < kBoneSides; ++side) {
            const float angle = 2.0F * kPi * static_cast<float>(side) / static_cast<float>(kBoneSides);
            const Vec3 normal = wide * (std::cos(angle) * x + std::sin(angle) * y) + up * along;
            out[v++] = {isFirst ? from + a.radius * normal : to + b.radius * normal, normal, Vec2(0.0F)};
        }
    }
    out[v] = {to + b.radius * along, along, Vec2(0.0F)};
}

} // namespace

std::vector<uint32_t> handIndices() {
    std::vector<uint32_t> indices;
    constexpr auto kSides = static_cast<uint32_t>(kBoneSides);
    for (size_t bone = 0; bone < kHandBones; ++bone) {
        const auto first = static_cast<uint32_t>(bone * kBoneVertices);
        const auto last = static_cast<uint32_t>(first + kBoneVertices - 1);
        for (uint32_t side = 0; side < kSides; ++side) {
            const uint32_t next = (side + 1) % kSides;
            indices.insert(indices.end(), {first, first + 1 + next, first + 1 + side});
            for (uint32_t ring = 0; ring + 1 < kBoneRings; ++ring) {
                const uint32_t low = first + 1 + ring * kSides;
                const uint32_t high = low + kSides;
                indices.insert(indices.end(),
                               {low + side, low + next, high + side, high + side, low + next, high + next});
            }
            const uint32_t top = first + 1 + static_cast<uint32_t>(kBoneRings - 1) * kSides;
            indices.insert(indices.end(), {last, top + side, top + next});
        }
    }
    return indices;
}

void writeHand(const HandSkeleton &skeleton, const Pose &outer, std::span<Vertex> vertices) {
    for (size_t bone = 0; bone < kHandBones; ++bone) {
        const JointState &a = skeleton.joints[kBones[bone].from];
        const JointState &b = skeleton.joints[kBones[bone].to];
        const auto out = vertices.subspan(bone * kBoneVertices, kBoneVertices);
        if (a.valid && b.valid) {
            writeBone(a, b, outer, out);
        } else {
            std::fill(out.begin(), out.end(), Vertex{Vec3(0.0F), Vec3(0.0F, 1.0F, 0.0F), Vec2(0.0F)});
        }
    }
}

} // namespace selvage
