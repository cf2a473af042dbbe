// Wide arithmetic, in one place: a function marked SELVAGE_AVX2_CLONES is compiled twice, with and without
// AVX2, and the processor's kind decides at start. Both do the same IEEE operations in the same order
// (contraction is off), so both give the same bits. The thread sanitizer cannot start a program that decides
// so early; it gets the plain one.
#pragma once

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define SELVAGE_AVX2_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SELVAGE_AVX2_CLONES
#endif
