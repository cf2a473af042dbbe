// How long a headset that was lost is waited for.
#pragma once

#include <chrono>
#include <cstdint>

namespace selvage {

// One stretch of time from a loss on. It begins anew only after frames in between, so that a runtime that is
// lost again at once is not opened for ever.
class Patience {
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr uint64_t kFramesOfHealth = 30;

    explicit Patience(std::chrono::milliseconds length) : length_(length) {}
    void begin(uint64_t framesShown, Time now) {
        if (!begun_ || framesShown >= kFramesOfHealth) {
            begun_ = true;
            end_ = now + length_;
        }
    }
    bool lasts(Time now) const { return begun_ && now < end_; }

private:
    std::chrono::milliseconds length_;
    bool begun_{false};
    Time end_{};
};

} // namespace selvage
