// Values of a run of any length in memory that does not grow, for quantiles at its end.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace selvage {

// All values while they have room. When there is none, every second one is given up, and from then on every
// second value is taken, then every fourth and so on. The greatest is exact all along.
class Series {
public:
    // Takes the room, all of it at once, so that no page of it is new later. Never less than before.
    void reserve(size_t count);
    // Allocates nothing after reserve().
    void add(float value);

    bool empty() const { return values_.empty(); }
    float last() const { return last_; }
    float greatest() const { return greatest_; } // 0 of none
    std::span<const float> values() const { return values_; }

private:
    void makeRoom();

    std::vector<float> values_;
    size_t count_{0};  // of values added
    size_t stride_{1}; // between two that are taken
    float last_{0.0F};
    float greatest_{0.0F};
};

} // namespace selvage
