// Measures of a standing body's mesh, from its plane sections: where its waist is and where its limbs run.
// For bodies that stand upright (+y), face +z and hold their arms away from the trunk.
#pragma once

#include "maths/pose.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// A piece of the outline in which a plane cuts a mesh.
struct BodySection {
    Vec3 centre{0.0F};   // m, of the outline's box
    Vec3 halfSize{0.0F}; // m, of the box
    float girth{0.0F};   // m, as a taut tape measures it: round the convex hull
    float length{0.0F};  // m, along the outline itself
    bool closed{false};  // it has no ends
};

// The pieces cut by the plane in which `axis` (0 x, 1 y, 2 z) is `at` (m), the longest girth first. O(n).
std::vector<BodySection> sectionsOf(std::span<const Vec3> position, std::span<const int32_t> triangles,
                                    int32_t axis, float at);

enum class Limb : uint8_t { Head, LeftArm, RightArm, LeftLeg, RightLeg }; // left: towards +x
inline constexpr size_t kLimbCount = 5;

struct BodyMeasures {
    float height{0.0F};      // m, of the top
    float waistHeight{0.0F}; // m, of the narrowest place of the trunk (ISO 8559-1: natural waist)
    float waistGirth{0.0F};  // m
    float bustHeight{0.0F};  // m, where the chest reaches farthest forward (ISO 8559-1: bust points)
    float bustGirth{0.0F};   // m
    float hipHeight{0.0F};   // m, of the widest place between waist and legs
    float hipGirth{0.0F};    // m
    // Of each limb a line (m) from the trunk's middle to beyond its end; empty where the limb is not found.
    std::array<std::vector<Vec3>, kLimbCount> axis;
};

// Where a body is measured, named as ISO 8559-1 has them.
struct MeasureLine {
    const char *name{""};
    float height{0.0F}; // m
    float girth{0.0F};  // m, the body's, by a taut tape
};

BodyMeasures measureBody(std::span<const Vec3> position, std::span<const int32_t> triangles);

// How often each limb passes through a closed loop of points, with sign: the crossings of its axis and the
// fan from the loop's middle. Only differences are invariants, since the axes meet inside the trunk; the
// counts are those with the smallest sum of magnitudes.
struct LimbLinks {
    std::array<int32_t, kLimbCount> count{};
};
LimbLinks linksOf(std::span<const Vec3> loop, const BodyMeasures &body);

// The borders of a mesh as closed loops of particles, each in the direction of its triangles.
std::vector<std::vector<int32_t>> borderLoops(std::span<const int32_t> triangles);

} // namespace selvage
