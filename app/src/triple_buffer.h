// Hands the newest value from one thread to another. Neither side ever waits; values that nobody fetched are
// dropped.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace selvage {

// One writer, one reader. The writer fills back() and calls publish(); the reader calls fetch() and reads
// front(). Slots are reused, so values with buffers keep their capacity.
template <typename T> class TripleBuffer {
public:
    TripleBuffer() = default;
    TripleBuffer(const TripleBuffer &) = delete;
    TripleBuffer &operator=(const TripleBuffer &) = delete;

    // Writer's side.
    T &back() { return slots_[back_]; }
    void publish() { back_ = exchanged(back_ | kFresh); }

    // Reader's side. fetch() says whether there was something newer.
    bool fetch() {
        if ((middle_.load(std::memory_order_relaxed) & kFresh) == 0) {
            return false;
        }
        front_ = exchanged(front_);
        return true;
    }
    const T &front() const { return slots_[front_]; }

    // Before the threads start: all three slots, to reserve their buffers.
    std::array<T, 3> &slots() { return slots_; }

private:
    static constexpr uint8_t kFresh = 4; // beside the slot's index in the low bits

    uint8_t exchanged(uint8_t value) {
        return static_cast<uint8_t>(middle_.exchange(value, std::memory_order_acq_rel) & 3U);
    }

    std::array<T, 3> slots_{};
    std::atomic<uint8_t> middle_{1};
    uint8_t back_{0};
    uint8_t front_{2};
};

} // namespace selvage
