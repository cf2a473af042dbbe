// A small pool of worker threads for loops over blocks. Which thread runs a block never influences the
// result, as long as blocks write to places of their own: the same bits come out for any number of workers.
// Loops over the same items give each thread the same part of them, so that what one loop wrote lies in the
// cache of the core that the next one runs on; whoever is done takes from the others' far ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace selvage {

class Workers {
public:
    // threadCount >= 1 counts the calling thread, so 1 starts none.
    explicit Workers(int32_t threadCount = 1);
    ~Workers();
    Workers(const Workers &) = delete;
    Workers &operator=(const Workers &) = delete;

    int32_t threadCount() const { return static_cast<int32_t>(threads_.size()) + 1; }

    // Calls body(begin, end) for consecutive blocks of at most blockSize items covering [0, itemCount), on
    // all threads, and returns when all are done. Does not allocate. Not reentrant.
    template <typename Body> void forBlocks(int32_t itemCount, int32_t blockSize, const Body &body) {
        const Job job{[](const void *context, int32_t begin, int32_t end) {
                          (*static_cast<const Body *>(context))(begin, end);
                      },
                      &body, itemCount, blockSize};
        run(job);
    }

private:
    struct Job {
        void (*call)(const void *context, int32_t begin, int32_t end);
        const void *context;
        int32_t itemCount;
        int32_t blockSize;
    };
    // Blocks of a job that wait for a thread: first and one past the last, in one word. Each has a cache
    // line of its own.
    struct alignas(64) Share {
        std::atomic<uint64_t> blocks{0};
    };
    void run(const Job &job);
    void work(size_t thread);
    void takeBlocks(size_t thread);
    void runBlock(uint32_t block);
    bool enter();
    void leave();

    Job job_{};
    std::unique_ptr<Share[]> shares_;     // one per thread, the caller's first
    std::atomic<uint32_t> generation_{0}; // counts the jobs
    std::atomic<uint32_t> gate_{0}; // kOpen while a job may be entered, plus the number of workers inside
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
};

} // namespace selvage
