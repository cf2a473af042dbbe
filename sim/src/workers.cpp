// Blocks are handed out by an atomic counter. A job is a room with a gate: workers that come in time help,
// the caller closes the gate when no block is left and waits only for those inside, never for one still
// waking up. Waiting spins briefly, since the next short loop of a step follows within microseconds, and then
// sleeps, so that idle workers cost nothing.
#include "sim/workers.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace selvage {

namespace {

constexpr uint32_t kOpen = 1U << 31;
constexpr int kSpins = 2000;   // looks before sleeping: some 50 microseconds
constexpr int kYieldMask = 63; // every 64th look gives the core to whoever needs it

void relax(int spin) {
    if ((spin & kYieldMask) == kYieldMask) {
        std::this_thread::yield();
        return;
    }
#if defined(__x86_64__)
    _mm_pause();
#endif
}

// Waits until the value is no longer `old`: looks a while, then sleeps. Returns the new value.
uint32_t waitWhile(const std::atomic<uint32_t> &value, uint32_t old) {
    for (int spin = 0; spin < kSpins; ++spin) {
        const uint32_t now = value.load();
        if (now != old) {
            return now;
        }
        relax(spin);
    }
    value.wait(old);
    return value.load();
}

} // namespace

Workers::Workers(int32_t threadCount) {
    for (int32_t i = 1; i < threadCount; ++i) {
        threads_.emplace_back([this] { work(); });
    }
}

Workers::~Workers() {
    stopping_.store(true);
    generation_.fetch_add(1);
    generation_.notify_all();
    for (std::thread &thread : threads_) {
        thread.join();
    }
}

void Workers::run(const Job &job) {
    if (threads_.empty() || job.itemCount <= job.blockSize) {
        if (job.itemCount > 0) {
            job.call(job.context, 0, job.itemCount);
        }
        return;
    }
    job_ = job;
    nextItem_.store(0);
    gate_.store(kOpen);
    generation_.fetch_add(1);
    generation_.notify_all();
    takeBlocks();
    for (uint32_t inside = gate_.fetch_and(~kOpen) & ~kOpen; inside > 0;) {
        inside = waitWhile(gate_, inside);
    }
}

// True when a job is open; leave() must follow.
bool Workers::enter() {
    uint32_t gate = gate_.load();
    while ((gate & kOpen) != 0) {
        if (gate_.compare_exchange_weak(gate, gate + 1)) {
            return true;
        }
    }
    return false;
}

void Workers::leave() {
    if (gate_.fetch_sub(1) < kOpen) { // the caller may be waiting for it
        gate_.notify_one();
    }
}

void Workers::work() {
    uint32_t seen = 0;
    for (;;) {
        const uint32_t now = waitWhile(generation_, seen);
        if (stopping_.load()) {
            return;
        }
        if (now != seen && enter()) {
            takeBlocks();
            leave();
        }
        seen = now;
    }
}

void Workers::takeBlocks() {
    for (;;) {
        const int32_t begin = nextItem_.fetch_add(job_.blockSize);
        if (begin >= job_.itemCount) {
            return;
        }
        job_.call(job_.context, begin, std::min(begin + job_.blockSize, job_.itemCount));
    }
}

} // namespace selvage
