// Calls into a runtime that may never come back: they are made on a thread that can be given up. A thread
// cannot be ended from outside, so one that was given up sleeps for good as soon as its call comes back, and
// all that it uses must be left to it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace selvage {

// Between the thread that makes the calls and the one that waits for it.
class Watch {
public:
    // Before and after a call, which may not be within another. leave() does not return on a thread that was
    // given up.
    void enter() { calls_.fetch_add(1); }
    void leave();

    uint64_t calls() const { return calls_.load(); }
    static bool isWithin(uint64_t calls) { return calls % 2 == 1; }
    // False when the call has come back: then nothing was given up.
    bool giveUp(uint64_t calls);

private:
    static constexpr uint64_t kGivenUp = ~uint64_t{0};

    std::atomic<uint64_t> calls_{0}; // begun and ended; odd within one
};

class WatchedCall {
public:
    explicit WatchedCall(Watch &watch) : watch_(watch) { watch_.enter(); }
    ~WatchedCall() { watch_.leave(); }
    WatchedCall(const WatchedCall &) = delete;
    WatchedCall &operator=(const WatchedCall &) = delete;

private:
    Watch &watch_;
};

// How long a call may last.
struct CallPatience {
    std::chrono::milliseconds usual;
    std::chrono::milliseconds atFirst{0}; // if that is more: a driver makes its shaders in the first frames
    uint64_t firstCalls{0};               // as Watch::calls() counts them
};

// Runs `work` on a thread of its own and waits for its end. False when one of its calls lasted for longer
// than it may: the thread was given up. Between calls it may take as long as it wants. Time in which the
// whole program stood still does not count.
bool runWatched(Watch &watch, const CallPatience &patience, std::function<void()> work);

// Whether runWatched() has given up any thread. Such a program must not tear down what that may be using.
bool hasGivenUp();

} // namespace selvage
