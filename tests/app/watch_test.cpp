// Threads that hang in a call, and those that only take their time.
#include "watch.h"

#include <condition_variable>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <thread>

namespace selvage {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShort(100);
constexpr milliseconds kLong(60000);

// A runtime that does not answer until it is told to.
struct Runtime {
    void answer() {
        const std::lock_guard lock(mutex);
        answers = true;
        changed.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return answers; });
        ++answered;
        changed.notify_all();
    }
    void waitForAnAnswer() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return answered > 0; });
    }
    std::mutex mutex;
    std::condition_variable changed;
    bool answers{false};
    int answered{0};
    Watch watch;
    std::atomic<bool> wentOn{false};
};

TEST(Watch, LetsWorkThatEndsEnd) {
    Watch watch;
    int calls = 0;
    EXPECT_TRUE(runWatched(watch, {kLong}, [&] {
        for (int i = 0; i < 1000; ++i) {
            const WatchedCall call(watch);
            ++calls;
        }
    }));
    EXPECT_EQ(calls, 1000);
    EXPECT_FALSE(Watch::isWithin(watch.calls()));
}

TEST(Watch, HasAllThePatienceOfTheWorldBetweenCalls) {
    Watch watch;
    bool ended = false;
    EXPECT_TRUE(runWatched(watch, {kShort}, [&] {
        { const WatchedCall call(watch); }
        std::this_thread::sleep_for(5 * kShort); // what is drawn may take long
        ended = true;
    }));
    EXPECT_TRUE(ended);
}

TEST(Watch, HasMorePatienceWithFirstCalls) {
    Watch watch;
    EXPECT_TRUE(runWatched(watch, {kShort, kLong, 2}, [&] {
        const WatchedCall call(watch);
        std::this_thread::sleep_for(3 * kShort); // a driver that makes its shaders
    }));
    EXPECT_EQ(watch.calls(), 2U);
}

TEST(Watch, GivesUpAThreadThatHangsWhichNeverGoesOnAfterwards) {
    const auto runtime = std::make_shared<Runtime>(); // left to the thread
    EXPECT_FALSE(runWatched(runtime->watch, {kShort}, [runtime] {
        {
            const WatchedCall call(runtime->watch);
            runtime->wait();
        }
        runtime->wentOn = true;
    }));
    EXPECT_TRUE(hasGivenUp());
    runtime->answer();
    runtime->waitForAnAnswer();
    std::this_thread::sleep_for(kShort);
    EXPECT_FALSE(runtime->wentOn);
}

TEST(Watch, GivesNothingUpThatHasJustComeBack) {
    Watch watch;
    watch.enter();
    const uint64_t seen = watch.calls();
    watch.leave();
    EXPECT_FALSE(watch.giveUp(seen));
    EXPECT_FALSE(watch.giveUp(watch.calls()));
    watch.enter();
    EXPECT_FALSE(watch.giveUp(seen)) << "another call";
    EXPECT_TRUE(watch.giveUp(watch.calls()));
}

} // namespace
} // namespace selvage
