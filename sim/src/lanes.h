// Four floats side by side, x, y, z and a spare: one particle in one register. The compiler's own vector
// type, which is SSE here and plain arithmetic elsewhere, with the same bits.
#pragma once

#include "maths/pose.h"

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
    return {__builtin_shufflevector(low01, low23, 0, 1, 4, 5), __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
            __builtin_shufflevector(high01, high23, 0, 1, 4, 5)};
}

} // namespace selvage
