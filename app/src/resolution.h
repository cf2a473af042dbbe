// Lowers a headset's resolution before frames are missed, and raises it again. Pure logic: the frame loop
// tells it what frames cost, the display draws them in a part of its images.
#pragma once

#include <array>
#include <cstddef>

namespace selvage {

class ResolutionControl {
public:
    // Shares of the picture's width and height.
    static constexpr std::array<float, 5> kSteps{1.0F, 0.925F, 0.85F, 0.775F, 0.7F};

    // Never below `least`, a share.
    explicit ResolutionControl(float least);

    // Once a frame. `cost`: what the newest measured frame took (s), `period`: what it may take (s).
    void addFrame(double cost, double period);
    float share() const { return kSteps[step_]; }

private:
    void changeTo(size_t step);
    bool wouldFit(double cost, double period) const;

    size_t stepMax_{0};
    size_t step_{0};
    int late_{0};       // frames that took too long, less those that did not
    int easy_{0};       // frames in a row that would fit with more pixels
    int settling_{0};   // frames whose cost is still of the step before
    int patience_;      // easy frames that it takes to raise it
    int sinceRaised_{}; // frames
};

} // namespace selvage
