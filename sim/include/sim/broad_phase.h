// Broad phases of self-contact: which triangles of cloths may meet. The papers' ways side by side with ours
// and with brute force, to be compared; one table lists them. The cloth's own contact uses `patches`.
#pragma once

#include "maths/pose.h"

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace selvage {

struct BroadPhaseData;
struct Cloth;

using Triangle = std::array<int32_t, 3>; // vertices of all cloths, one cloth after the other

// a < b.
struct TrianglePair {
    int32_t a{0};
    int32_t b{0};
    auto operator<=>(const TrianglePair &) const = default;
};

// Which pairs a broad phase gives.
enum class PairKind : uint8_t {
    Overlapping,  // all triangles without a common vertex whose boxes overlap
    MayIntersect, // those of them that may intersect, whatever their distance
    Patches       // no triangles but patches of two, without those close to each other in the flat cloth
};

struct BroadPhase {
    const char *name;
    const char *source; // paper, section
    PairKind pairs;
    void (*build)(BroadPhaseData &, std::span<const Cloth>);
    int64_t (*find)(BroadPhaseData &); // returns how many tests it made
};

std::span<const BroadPhase> broadPhases();
const BroadPhase *findBroadPhase(std::string_view name); // nullptr when there is none of that name

struct PairCount {
    int64_t tests{0};   // of boxes against boxes
    int64_t leftOut{0}; // pairs there was no room for, at most
};

class PairSearch {
public:
    // For cloths as they are: what a phase builds once, it builds here. Allocates.
    PairSearch(const BroadPhase &phase, std::span<const Cloth> cloths);
    ~PairSearch();
    PairSearch(const PairSearch &) = delete;
    PairSearch &operator=(const PairSearch &) = delete;

    // For vertices of all cloths here (m) and boxes that are grown by `margin` (m) on every side. Does not
    // allocate.
    PairCount find(std::span<const Vec3> vertices, float margin);
    // What it found, always in the same order, which is the phase's own.
    std::span<const TrianglePair> pairs() const;

    std::span<const Triangle> triangles() const;
    size_t room() const; // for pairs

private:
    const BroadPhase &phase_;
    std::unique_ptr<BroadPhaseData> data_;
};

// Whether an edge of one triangle goes through the inside of the other, in double precision: what lies in one
// plane or just touches does not intersect.
bool trianglesIntersect(std::span<const Vec3> vertices, const Triangle &a, const Triangle &b);

} // namespace selvage
