// Four floats side by side, x, y, z and a spare: one particle in one register. The compiler's own vector
// type, which is SSE here and plain arithmetic elsewhere, with the same bits.
#pragma once

#include "maths/pose.h"
#include "wide.h"

#include <cstring>

namespace selvage {

using Lanes = float __attribute__((vector_size(16)));

// Loads and stores need no alignment.
inline Lanes load(const Vec4 &from) {
    Lanes lanes;
    std::memcpy(&lanes, &from, sizeof(lanes));
    return lanes;
}

inline Lanes load4(const float *from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof(lanes));
    return lanes;
}

inline void store(Vec4 &to, Lanes lanes) {
    std::memcpy(&to, &lanes, sizeof(lanes));
}

inline void store4(float *to, Lanes lanes) {
    std::memcpy(to, &lanes, sizeof(lanes));
}

inline Lanes spread(float value) {
    return Lanes{value, value, value, value};
}

// x, y and z of four particles, each in a register of its own.
struct Columns {
    Lanes x, y, z;
};

inline Columns transpose(Lanes p0, Lanes p1, Lanes p2, Lanes p3) {
    const Lanes low01 = __builtin_shufflevector(p0, p1, 0, 4, 1, 5); // x0 x1 y0 y1
    const Lanes low23 = __builtin_shufflevector(p2, p3, 0, 4, 1, 5);
    const Lanes high01 = __builtin_shufflevector(p0, p1, 2, 6, 3, 7); // z0 z1 ..
    const Lanes high23 = __builtin_shufflevector(p2, p3, 2, 6, 3, 7);
    return {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
            __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
            __builtin_shufflevector(high01, high23, 0, 1, 4, 5)};
}

// Two particles in one register. Handed on by reference only: how such a value is passed depends on the
// processor that a function is compiled for.
using Pair = float __attribute__((vector_size(32)));

SELVAGE_INLINE inline void loadPair(const Vec4 &low, const Vec4 &high, Pair &out) {
    out = __builtin_shufflevector(load(low), load(high), 0, 1, 2, 3, 4, 5, 6, 7);
}

SELVAGE_INLINE inline void storePair(Vec4 &low, Vec4 &high, const Pair &pair) {
    store(low, __builtin_shufflevector(pair, pair, 0, 1, 2, 3));
    store(high, __builtin_shufflevector(pair, pair, 4, 5, 6, 7));
}

struct PairColumns {
    Pair x, y, z;
};

// As transpose(), of four pairs: the first four lanes from their low halves.
SELVAGE_INLINE inline void transposePairs(const Pair &p0, const Pair &p1, const Pair &p2, const Pair &p3,
                                          PairColumns &out) {
    const Pair low01 = __builtin_shufflevector(p0, p1, 0, 8, 1, 9, 4, 12, 5, 13);
    const Pair low23 = __builtin_shufflevector(p2, p3, 0, 8, 1, 9, 4, 12, 5, 13);
    const Pair high01 = __builtin_shufflevector(p0, p1, 2, 10, 3, 11, 6, 14, 7, 15);
    const Pair high23 = __builtin_shufflevector(p2, p3, 2, 10, 3, 11, 6, 14, 7, 15);
    out.x = __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13);
    out.y = __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15);
    out.z = __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13);
}

} // namespace selvage
