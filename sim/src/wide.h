// Wide arithmetic in one place: runWide() runs a loop compiled for the widest vectors that the processor has.
// All variants do the same IEEE operations in the same order (contraction is off, fused operations are
// written out), so all give the same bits; without fused hardware the plain one is right but slow.
#pragma once

#include <cstdint>

namespace selvage {

enum class WideLevel : uint8_t {
    Plain,
    Avx2,  // and FMA: 8 lanes
    Avx512 // 16 lanes
};

// The level in use: what the processor has, or less where limitWideLevel() said so.
WideLevel wideLevel();
// For tests and measurements: uses no more than this from now on. Not while a step runs.
void limitWideLevel(WideLevel most);

// a * b + c, rounded once.
inline float fused(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}

#define SELVAGE_INLINE __attribute__((always_inline))

// Before a loop whose rounds do not depend on each other.
#if defined(__clang__)
#define SELVAGE_INDEPENDENT
#else
#define SELVAGE_INDEPENDENT _Pragma("GCC ivdep")
#endif

#if defined(__x86_64__) && !defined(__clang__)
template <typename Body>
__attribute__((flatten, target("avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,prefer-vector-width=512"))) void
runAvx512(const Body &body) {
    body();
}

template <typename Body> __attribute__((flatten, target("avx2,fma"))) void runAvx2(const Body &body) {
    body();
}
#endif

// Calls body(), a lambda marked SELVAGE_INLINE whose loops are to be wide.
template <typename Body> void runWide(const Body &body) {
#if defined(__x86_64__) && !defined(__clang__)
    switch (wideLevel()) {
    case WideLevel::Avx512:
        runAvx512(body);
        return;
    case WideLevel::Avx2:
        runAvx2(body);
        return;
    case WideLevel::Plain:
        break;
    }
#endif
    body();
}

} // namespace selvage
