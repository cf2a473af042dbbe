// Patches that are close in the flat cloth: while they face nearly the same way and move little they are one
// smooth piece of cloth and cannot touch each other.
#pragma once

#include "patch_pairs.h"
#include "patches.h"

#include <array>
#include <span>
#include <vector>

namespace selvage {

// How patches lie now.
struct PatchShapes {
    std::array<std::vector<float>, 3> normal; // unit; zero for patches without extent
    std::vector<float> motion;                // m, largest of the corners
    std::vector<int32_t> folded;              // not 0: the patch may touch itself
    void resize(int32_t count);
};

// `vertices`: where they are and how far each may move in a substep (w), m.
void shapePatches(const Patches &patches, std::span<const Vec4> vertices, PatchShapes &shapes);

// All pairs that are close in the flat cloth, each patch with itself among them.
struct SmoothPairs {
    std::vector<PatchPair> pairs;
    std::vector<float> most;      // m, that both patches of a smooth pair may move together
    std::vector<int32_t> open;    // not 0: has been handed out
    std::vector<int32_t> creased; // per patch, not 0: faces another way than one that is close

    void close() { open.assign(open.size(), 0); }
};

// Whether two patches are to be among them, by the distance (m) of their middles in the flat cloth.
inline constexpr float kCloseBy = 1.6F; // –, of the patches' size

// Allocates.
SmoothPairs makeSmoothPairs(const Patches &patches);
// With where the patches lie in the flat cloth; low and high are to be filled in.
PatchBoxes makePatchBoxes(const Patches &patches);
// Appends to `out`, as far as its capacity goes, those that are open and have a marked patch (`marks`: one
// per patch). Returns how many that are.
int64_t findOpen(const SmoothPairs &smooth, std::span<const uint8_t> marks, std::vector<PatchPair> &out);
// Appends to `out`, as far as its capacity goes, those that are not smooth and have not been handed out since
// they were closed. Returns how many that are.
int64_t openPairs(SmoothPairs &smooth, const PatchShapes &shapes, std::vector<PatchPair> &out);

} // namespace selvage
