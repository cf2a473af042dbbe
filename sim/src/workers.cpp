// Each thread has a share of the blocks, which it takes from the front, and others from the back. A job is a
// room with a gate: workers that come in time help, the caller closes the gate when no block is left and
// waits only for those inside, never for one still waking up. Waiting spins briefly, since the next short
// loop of a step follows within microseconds, and then sleeps, so that idle workers cost nothing.
#include "sim/workers.h"

#include <algorithm>
#include <optional>

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

uint64_t pack(uint32_t begin, uint32_t end) {
    return uint64_t{end} << 32 | begin;
}

// Takes the first or the last of a share's blocks; nothing when none is left.
std::optional<uint32_t> takeOne(std::atomic<uint64_t> &blocks, bool first) {
    uint64_t now = blocks.load();
    for (;;) {
        const auto begin = static_cast<uint32_t>(now);
        const auto end = static_cast<uint32_t>(now >> 32);
        if (begin >= end) {
            return std::nullopt;
        }
        const uint64_t rest = first ? pack(begin + 1, end) : pack(begin, end - 1);
        if (blocks.compare_exchange_weak(now, rest)) {
            return first ? begin : end - 1;
        }
    }
}

} // namespace

Workers::Workers(int32_t threadCount)
    : shares_(std::make_unique<Share[]>(static_cast<size_t>(std::max(threadCount, 1)))) {
    for (int32_t i = 1; i < threadCount; ++i) {
        threads_.emplace_back([this, i] { work(static_cast<size_t>(i)); });
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
    const auto blockCount = static_cast<uint64_t>((job.itemCount + job.blockSize - 1) / job.blockSize);
    const size_t shareCount = threads_.size() + 1;
    for (size_t i = 0; i < shareCount; ++i) {
        shares_[i].blocks.store(pack(static_cast<uint32_t>(blockCount * i / shareCount),
                                     static_cast<uint32_t>(blockCount * (i + 1) / shareCount)));
    }
    gate_.store(kOpen);
    generation_.fetch_add(1);
    generation_.notify_all();
    takeBlocks(0);
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

void Workers::work(size_t thread) {
    uint32_t seen = 0;
    for (;;) {
        const uint32_t now = waitWhile(generation_, seen);
        if (stopping_.load()) {
            return;
        }
        if (now != seen && enter()) {
            takeBlocks(thread);
            leave();
        }
        seen = now;
    }
}

void Workers::runBlock(uint32_t block) {
    const int32_t begin = static_cast<int32_t>(block) * job_.blockSize;
    job_.call(job_.context, begin, std::min(begin + job_.blockSize, job_.itemCount));
}

void Workers::takeBlocks(size_t thread) {
    const size_t shareCount = threads_.size() + 1;
    for (size_t k = 0; k < shareCount; ++k) {
        std::atomic<uint64_t> &blocks = shares_[(thread + k) % shareCount].blocks;
        while (const std::optional<uint32_t> block = takeOne(blocks, k == 0)) {
            runBlock(*block);
        }
    }
}

} // namespace selvage
