// Transposes 8 x 8 blocks of floats in registers, in whatever runWide() compiles it for.
#pragma once

#include "wide.h"

namespace selvage {

inline constexpr int32_t kLanes = 8;
using Lanes8 = float __attribute__((vector_size(32)));

// Eight floats of an array, at any place in it.
struct __attribute__((packed, may_alias)) Eight {
    Lanes8 v;
};

// Row i becomes element i of all rows.
SELVAGE_INLINE inline void transpose(Lanes8 (&r)[8]) {
    Lanes8 s[8];
    for (int32_t i = 0; i < 8; i += 2) {
        s[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        s[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    Lanes8 t[8];
    for (int32_t i = 0; i < 8; i += 4) {
        for (int32_t j = 0; j < 2; ++j) {
            t[i + j] = __builtin_shufflevector(s[i + j], s[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            t[i + j + 2] = __builtin_shufflevector(s[i + j], s[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (int32_t i = 0; i < 4; ++i) {
        r[i] = __builtin_shufflevector(t[i], t[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        r[i + 4] = __builtin_shufflevector(t[i], t[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

// Rows of the blocks are `inStride` and `outStride` floats apart.
SELVAGE_INLINE inline void transposeBlock(const float *in, int32_t inStride, float *out, int32_t outStride) {
    Lanes8 r[8];
    for (int32_t i = 0; i < 8; ++i) {
        r[i] = reinterpret_cast<const Eight *>(in + i * inStride)->v;
    }
    transpose(r);
    for (int32_t i = 0; i < 8; ++i) {
        reinterpret_cast<Eight *>(out + i * outStride)->v = r[i];
    }
}

} // namespace selvage
