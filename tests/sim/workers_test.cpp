// The worker pool: every item once, whatever the number of threads and however short the loops.
#include "sim/workers.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace selvage {
namespace {

TEST(Workers, DoEveryItemOfManyShortLoopsOnce) {
    for (const int32_t threads : {1, 2, 3}) {
        Workers workers(threads);
        std::vector<int32_t> counts(1000, 0);
        const int loops = 3000;
        for (int loop = 0; loop < loops; ++loop) {
            workers.forBlocks(1000, 100, [&](int32_t begin, int32_t end) {
                for (int32_t i = begin; i < end; ++i) {
                    ++counts[static_cast<size_t>(i)];
                }
            });
        }
        for (const int32_t count : counts) {
            ASSERT_EQ(count, loops) << threads << " threads";
        }
    }
}

TEST(Workers, AreAllDoneWhenTheLoopReturns) {
    Workers workers(2);
    for (int loop = 0; loop < 20; ++loop) {
        std::atomic<int> done{0};
        workers.forBlocks(4, 1, [&](int32_t, int32_t) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ++done;
        });
        ASSERT_EQ(done.load(), 4);
    }
}

TEST(Workers, WakeUpAgainAfterHavingSlept) {
    Workers workers(2);
    for (int loop = 0; loop < 5; ++loop) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // longer than they look before sleeping
        std::atomic<bool> helped{false};
        const auto caller = std::this_thread::get_id();
        workers.forBlocks(1000, 1, [&](int32_t, int32_t) {
            std::this_thread::sleep_for(std::chrono::microseconds(20));
            helped = helped || std::this_thread::get_id() != caller;
        });
        EXPECT_TRUE(helped);
    }
}

} // namespace
} // namespace selvage
