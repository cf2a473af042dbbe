// See the header.
#include "freed_memory.h"

#include <cstdlib> // from which __GLIBC__ comes

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace selvage {

void returnLargeBlocks() {
#ifdef __GLIBC__
    constexpr int kLarge = 128 * 1024; // bytes; set, it stays as it is at first
    mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

void returnFreedMemory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace selvage
