// Points on a lattice of about a micrometre, on which the side of a line and of a circle are exact: a panel
// of 20 m needs 24 bits and a sign, products of four differences stay under 127 bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/glm.hpp>

namespace selvage {

inline constexpr double kLatticePerMetre = 1048576.0;

struct LatticePoint {
    int32_t x{0};
    int32_t y{0};

    friend bool operator==(const LatticePoint &, const LatticePoint &) = default;
};

__extension__ using Int128 = __int128;

inline LatticePoint toLattice(const glm::dvec2 &p, const glm::dvec2 &middle) {
    return {static_cast<int32_t>(std::lround((p.x - middle.x) * kLatticePerMetre)),
            static_cast<int32_t>(std::lround((p.y - middle.y) * kLatticePerMetre))};
}

// Twice the area of the triangle: positive where it is counter-clockwise.
inline int64_t turn(const LatticePoint &a, const LatticePoint &b, const LatticePoint &c) {
    return (int64_t{b.x} - a.x) * (int64_t{c.y} - a.y) - (int64_t{b.y} - a.y) * (int64_t{c.x} - a.x);
}

// Whether d lies inside the circle through the counter-clockwise triangle a b c.
inline bool inCircle(const LatticePoint &a, const LatticePoint &b, const LatticePoint &c,
                     const LatticePoint &d) {
    const int64_t ax = int64_t{a.x} - d.x;
    const int64_t ay = int64_t{a.y} - d.y;
    const int64_t bx = int64_t{b.x} - d.x;
    const int64_t by = int64_t{b.y} - d.y;
    const int64_t cx = int64_t{c.x} - d.x;
    const int64_t cy = int64_t{c.y} - d.y;
    const Int128 sum = static_cast<Int128>(ax * ax + ay * ay) * (bx * cy - by * cx) +
                       static_cast<Int128>(bx * bx + by * by) * (cx * ay - cy * ax) +
                       static_cast<Int128>(cx * cx + cy * cy) * (ax * by - ay * bx);
    return sum > 0;
}

// A closed ring; segment i goes from point i to the next.
using LatticeRing = std::vector<LatticePoint>;

struct SegmentOfRing {
    int32_t ring{0};
    int32_t segment{0};
};

struct RingCrossing {
    SegmentOfRing first;
    SegmentOfRing second;
};

// Whether p, which is not on it, lies inside the ring.
bool encloses(const LatticeRing &ring, const LatticePoint &p);

// Two segments that cross, touch or lie on each other, other than neighbours in their common corner; nothing
// where all rings are simple and apart. Rings have no two equal points in a row. O(n log n) for outlines that
// are no combs.
std::optional<RingCrossing> findCrossing(std::span<const LatticeRing> rings);

} // namespace selvage
