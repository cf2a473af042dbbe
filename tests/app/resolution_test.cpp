// When the resolution is lowered and raised: with a made-up GPU whose frames cost a fixed part and one that
// goes with the pixels.
#include "resolution.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kPeriod = 1.0 / 90.0;
constexpr int kLag = 3; // frames after which a cost is known

struct MadeUpGpu {
    double fixed{0.0};  // s
    double pixels{0.0}; // s at full resolution
    std::array<double, kLag> underway{};
    int frame{0};

    double draw(float share) {
        double &slot = underway[static_cast<size_t>(frame++ % kLag)];
        const double known = slot;
        slot = fixed + pixels * static_cast<double>(share * share);
        return known;
    }
};

// Runs frames and counts the changes.
int run(ResolutionControl &control, MadeUpGpu &gpu, int frames) {
    int changes = 0;
    for (int i = 0; i < frames; ++i) {
        const float before = control.share();
        control.addFrame(gpu.draw(before), kPeriod);
        changes += control.share() != before ? 1 : 0;
    }
    return changes;
}

TEST(ResolutionControl, StaysFullWhileFramesFitAndAtASinglePeak) {
    ResolutionControl control(0.7F);
    MadeUpGpu gpu{0.002, 0.006, {}, 0};
    EXPECT_EQ(run(control, gpu, 900), 0);
    for (int peak = 0; peak < 10; ++peak) {
        control.addFrame(0.05, kPeriod);
        EXPECT_EQ(run(control, gpu, 20), 0);
    }
    EXPECT_EQ(control.share(), 1.0F);
}

TEST(ResolutionControl, IsLoweredUntilFramesFitAndStaysThere) {
    ResolutionControl control(0.7F);
    MadeUpGpu gpu{0.002, 0.0105, {}, 0}; // 12.5 ms at full resolution, 9.6 ms at 0.85
    run(control, gpu, 90);
    EXPECT_FLOAT_EQ(control.share(), 0.85F);
    EXPECT_EQ(run(control, gpu, 3000), 0);
}

TEST(ResolutionControl, GoesNoLowerThanTheLeastHoweverSlowFramesAre) {
    for (const float least : {1.0F, 0.85F, 0.7F, 0.1F}) {
        ResolutionControl control(least);
        MadeUpGpu gpu{0.030, 0.030, {}, 0};
        run(control, gpu, 500);
        EXPECT_FLOAT_EQ(control.share(), std::max(least, 0.7F));
        EXPECT_EQ(run(control, gpu, 500), 0);
    }
}

TEST(ResolutionControl, IsRaisedAgainStepByStepWhenFramesBecomeCheap) {
    ResolutionControl control(0.7F);
    MadeUpGpu gpu{0.002, 0.020, {}, 0};
    run(control, gpu, 200);
    EXPECT_FLOAT_EQ(control.share(), 0.7F);
    gpu.pixels = 0.004;
    EXPECT_EQ(run(control, gpu, 95), 1);
    EXPECT_FLOAT_EQ(control.share(), 0.775F);
    run(control, gpu, 400);
    EXPECT_FLOAT_EQ(control.share(), 1.0F);
}

TEST(ResolutionControl, ChangesEverMoreRarelyUnderALoadThatComesAndGoes) {
    ResolutionControl control(0.7F);
    MadeUpGpu gpu{0.002, 0.0, {}, 0};
    std::array<int, 2> changes{};
    for (int wave = 0; wave < 40; ++wave) {
        gpu.pixels = 0.0115;
        int count = run(control, gpu, 100);
        gpu.pixels = 0.003;
        count += run(control, gpu, 100);
        changes[wave < 20 ? 0 : 1] += count;
    }
    EXPECT_LE(changes[1], changes[0]);
    EXPECT_LE(changes[1], 20);
}

TEST(ResolutionControl, FollowsTheRefreshRate) {
    ResolutionControl control(0.7F);
    for (int i = 0; i < 200; ++i) {
        control.addFrame(0.0095, 1.0 / 72.0);
    }
    EXPECT_FLOAT_EQ(control.share(), 1.0F);
    for (int i = 0; i < 20; ++i) {
        control.addFrame(0.0095, 1.0 / 120.0);
    }
    EXPECT_LT(control.share(), 1.0F);
}

} // namespace
} // namespace selvage
