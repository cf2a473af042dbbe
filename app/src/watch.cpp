// See the header.
#include "watch.h"

#include <algorithm>
#include <future>
#include <thread>

namespace selvage {

namespace {

constexpr auto kLook = std::chrono::milliseconds(50);
constexpr auto kSleep = std::chrono::hours(1);

std::atomic<bool> givenUp{false};

} // namespace

void Watch::leave() {
    uint64_t within = calls_.load();
    if (within != kGivenUp && calls_.compare_exchange_strong(within, within + 1)) {
        return;
    }
    for (;;) {
        std::this_thread::sleep_for(kSleep);
    }
}

bool Watch::giveUp(uint64_t calls) {
    return isWithin(calls) && calls_.compare_exchange_strong(calls, kGivenUp);
}

bool runWatched(Watch &watch, const CallPatience &patience, std::function<void()> work) {
    std::promise<void> end;
    const std::future<void> ended = end.get_future();
    std::thread thread([work = std::move(work), end = std::move(end)]() mutable {
        work();
        end.set_value();
    });
    uint64_t before = 0;
    for (auto still = std::chrono::milliseconds(0); ended.wait_for(kLook) != std::future_status::ready;) {
        const uint64_t calls = watch.calls();
        still = Watch::isWithin(calls) && calls == before ? still + kLook : std::chrono::milliseconds(0);
        before = calls;
        const auto most =
            calls < patience.firstCalls ? std::max(patience.usual, patience.atFirst) : patience.usual;
        if (still >= most && watch.giveUp(calls)) {
            givenUp.store(true);
            thread.detach();
            return false;
        }
    }
    thread.join();
    return true;
}

bool hasGivenUp() {
    return givenUp.load();
}

} // namespace selvage
