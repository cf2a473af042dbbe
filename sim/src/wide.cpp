// What the processor offers, asked once.
#include "wide.h"

#include <algorithm>
#include <atomic>

namespace selvage {

namespace {

WideLevel offered() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
        return WideLevel::Avx512;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return WideLevel::Avx2;
    }
#endif
    return WideLevel::Plain;
}

std::atomic<WideLevel> level{offered()};

} // namespace

WideLevel wideLevel() {
    return level.load(std::memory_order_relaxed);
}

void limitWideLevel(WideLevel most) {
    level.store(std::min(most, offered()));
}

} // namespace selvage
