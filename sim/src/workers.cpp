// Blocks are handed out by an atomic counter; sleeping is by atomic waits, so idle workers cost nothing.
#include "sim/workers.h"

#include <algorithm>

namespace selvage {

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
    busy_.store(static_cast<int32_t>(threads_.size()));
    generation_.fetch_add(1);
    generation_.notify_all();
    takeBlocks();
    for (int32_t left = busy_.load(); left > 0; left = busy_.load()) {
        busy_.wait(left);
    }
}

void Workers::work() {
    uint32_t seen = 0;
    for (;;) {
        generation_.wait(seen);
        const uint32_t now = generation_.load();
        if (now == seen) {
            continue;
        }
        seen = now;
        if (stopping_.load()) {
            return;
        }
        takeBlocks();
        if (busy_.fetch_sub(1) == 1) {
            busy_.notify_one();
        }
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
