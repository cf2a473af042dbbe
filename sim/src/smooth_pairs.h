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
    std::vector<float> most;   // m, that both patches of a smooth pair may move together
    std::vector<uint8_t> open; // not 0: has been handed out
    // Where a patch's pairs are, of all of them in the patches' order; one more than patches.
    std::vector<int32_t> start;
    std::vector<int32_t> of;
    // Per patch:
    std::vector<int32_t> closed;             // of its pairs
    std::vector<int32_t> creased;            // not 0: faces another way than one that is close
    std::vector<float> free;                 // m: a pair of two that move less than this moves little
    std::array<std::vector<float>, 3> faced; // unit: its normal when its pairs were last looked through
    std::vector<int32_t> turned;             // patches that have turned since then
    // Pairs that may face different ways before one of both has turned so far.
    std::vector<uint8_t> isWatched; // per pair
    std::vector<int32_t> watched;
    std::vector<int32_t> found; // room for those that are handed out

    void close();
};

// Whether two patches are to be among them, by the distance (m) of their middles in the flat cloth.
inline constexpr float kCloseBy = 1.6F; // –, of the patches' size

// Allocates.
SmoothPairs makeSmoothPairs(const Patches &patches);
// With where the patches lie in the flat cloth; low and high are to be filled in.
PatchBoxes makePatchBoxes(const Patches &patches);
// Appends to `out`, as far as its capacity goes and in their order, those that are open and have a patch
// among `some`. Returns how many that are.
int64_t findOpen(SmoothPairs &smooth, std::span<const int32_t> some, std::vector<PatchPair> &out);
// Appends to `out`, as far as its capacity goes, those that are not smooth and have not been handed out since
// they were closed, in their order. Returns how many that are.
int64_t openPairs(SmoothPairs &smooth, const PatchShapes &shapes, std::vector<PatchPair> &out);

} // namespace selvage
