// Closed meshes in code: rings of superellipses by height, smoothly joined.
#pragma once

#include "scenarios/scenario.h"

#include <array>

namespace selvage {

// Half a ring's width, half its depth before and behind its middle (m), and the superellipse's exponent (–).
inline constexpr size_t kRingFields = 4;
using Ring = std::array<float, kRingFields>;

struct RingKey {
    float height{0.0F}; // m
    Ring ring{};
};

// A ring of the given girth (m) whose depths before and behind are shares of half its width.
Ring ringOf(float girth, float before, float behind, float exponent);

// Its lengths times `factor`.
Ring scaled(const Ring &ring, float factor, float exponent);

// What closes a loft beyond its lowest or its highest ring.
struct LoftEnd {
    float height{0.004F}; // m, from the ring to the tip
    int32_t rings{0};     // between the two, of half an ellipsoid
};

// Upright, facing +z, its middle on the y axis. keys: at least two, by height.
PlainMesh loftRings(const std::vector<RingKey> &keys, const LoftEnd &low, const LoftEnd &high);

} // namespace selvage
