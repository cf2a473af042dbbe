// What a dress bench shows beside its cloth: pins, the edge that a hand has picked for a seam or would
// unpick, the line it draws for a cut or dart, the height of a hem, and the tool in each hand.
#pragma once

#include "bench_frame.h"
#include "render/renderer.h"

#include <optional>
#include <span>
#include <vector>

namespace selvage {

inline constexpr size_t kMarkBeads = 260;
inline constexpr size_t kMarkRods = 900;
inline constexpr size_t kBeadVertices = 18;
inline constexpr size_t kRodVertices = 8;
inline constexpr size_t kMarkVertices = kMarkBeads * kBeadVertices + kMarkRods * kRodVertices;

// The triangles of all beads and rods.
std::vector<uint32_t> markIndices();

// Writes kMarkVertices vertices, painted; what is too many is left out. `hands`: where they are drawn,
// without a value those that are not.
void writeMarks(const BenchFrame &frame, std::span<const std::optional<Pose>> hands,
                std::span<Vertex> vertices);

} // namespace selvage
