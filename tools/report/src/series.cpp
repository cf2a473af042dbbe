// See the header.
#include "report/series.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr size_t kLeastRoom = 1024; // values

} // namespace

void Series::reserve(size_t count) {
    const size_t room = std::max(count, kLeastRoom);
    if (room > values_.capacity()) {
        const size_t size = values_.size();
        values_.resize(room); // writes to every page
        values_.resize(size);
    }
}

// Taken are the values whose number is a multiple of the stride.
void Series::add(float value) {
    greatest_ = count_ == 0 ? value : std::max(greatest_, value);
    last_ = value;
    if (values_.size() == values_.capacity()) {
        makeRoom();
    }
    if (count_ % stride_ == 0) {
        values_.push_back(value);
    }
    ++count_;
}

void Series::makeRoom() {
    if (values_.empty()) {
        reserve(kLeastRoom);
        return;
    }
    const size_t kept = (values_.size() + 1) / 2;
    for (size_t i = 0; i < kept; ++i) {
        values_[i] = values_[2 * i];
    }
    values_.resize(kept);
    stride_ *= 2;
}

} // namespace selvage
