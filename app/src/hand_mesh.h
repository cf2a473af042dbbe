// A bare hand as it is tracked: a rod with round ends for each bone, in one mesh that is written anew each
// frame.
#pragma once

#include "maths/hand_skeleton.h"
#include "render/renderer.h"

#include <span>
#include <vector>

namespace selvage {

inline constexpr size_t kHandBones = 27; // fingers, palm and the webs between knuckles
inline constexpr size_t kBoneSides = 10;
inline constexpr size_t kBoneRings = 6;
inline constexpr size_t kHandVertices = kHandBones * (kBoneSides * kBoneRings + 2);

// The triangles of all bones.
std::vector<uint32_t> handIndices();

// Writes kHandVertices vertices. A bone of which an end is not valid is left out. `outer`: from where the
// joints are to where the hand is drawn.
void writeHand(const HandSkeleton &skeleton, const Pose &outer, std::span<Vertex> vertices);

} // namespace selvage
