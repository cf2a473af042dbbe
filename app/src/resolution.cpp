// Steps with hysteresis; see the header.
#include "resolution.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr double kTooLong = 0.9;      // of the period; the compositor needs the rest
constexpr double kComfortable = 0.75; // of the period
constexpr int kLateMax = 5;
constexpr int kSettling = 4; // more than frames are in flight
constexpr int kPatienceMin = 90;
constexpr int kPatienceMax = 16 * kPatienceMin;
constexpr int kRegret =
    2 * kPatienceMin; // lowered again so soon after it was raised, it was raised too early

} // namespace

ResolutionControl::ResolutionControl(float least) : patience_(kPatienceMin), sinceRaised_(kRegret) {
    while (stepMax_ + 1 < kSteps.size() && kSteps[stepMax_ + 1] >= least) {
        ++stepMax_;
    }
}

void ResolutionControl::changeTo(size_t step) {
    step_ = step;
    late_ = easy_ = 0;
    settling_ = kSettling;
}

// As if all of the cost were the pixels'.
bool ResolutionControl::wouldFit(double cost, double period) const {
    const double growth = static_cast<double>(kSteps[step_ - 1]) / static_cast<double>(kSteps[step_]);
    return cost * growth * growth < kComfortable * period;
}

void ResolutionControl::addFrame(double cost, double period) {
    sinceRaised_ = std::min(sinceRaised_ + 1, kPatienceMax);
    if (settling_ > 0) {
        --settling_;
        return;
    }
    late_ = std::max(late_ + (cost > kTooLong * period ? 1 : -1), 0);
    easy_ = step_ > 0 && wouldFit(cost, period) ? easy_ + 1 : 0;
    if (late_ >= kLateMax && step_ < stepMax_) {
        patience_ = sinceRaised_ < kRegret ? std::min(2 * patience_, kPatienceMax) : kPatienceMin;
        changeTo(step_ + 1);
    } else if (easy_ >= patience_) {
        sinceRaised_ = 0;
        changeTo(step_ - 1);
    }
    late_ = std::min(late_, kLateMax);
}

} // namespace selvage
