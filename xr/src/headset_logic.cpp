// Decisions of the headset display; see the header.
#include "headset_logic.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kEyeHeightEstimate = 1.6F; // m, a standing person's, where no floor is known
constexpr float kWantedRefreshHz = 90.0F;
constexpr float kRefreshToleranceHz = 0.5F;           // runtimes list 89.99 as well
constexpr double kNanosecond = 1e-9;                  // s
constexpr double kPeriodMin = 0.001;                  // s
constexpr double kPeriodMax = 0.1;                    // s
constexpr XrDuration kBelievableStep = 1'000'000'000; // ns

// In order of preference: 8 bit sRGB does what the shaders expect, half float keeps linear values.
constexpr std::array kColorFormats = {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_SRGB,
                                      VK_FORMAT_R16G16B16A16_SFLOAT};

bool contains(std::span<const int64_t> formats, VkFormat wanted) {
    return std::find(formats.begin(), formats.end(), static_cast<int64_t>(wanted)) != formats.end();
}

XrDuration toNanoseconds(double seconds) {
    return std::llround(seconds / kNanosecond);
}

} // namespace

SessionStep nextSessionStep(XrSessionState state, bool running) {
    switch (state) {
    case XR_SESSION_STATE_READY:
        return running ? SessionStep::None : SessionStep::Begin;
    case XR_SESSION_STATE_STOPPING:
        return running ? SessionStep::End : SessionStep::None;
    case XR_SESSION_STATE_EXITING:
        return SessionStep::Finish;
    case XR_SESSION_STATE_LOSS_PENDING:
        return SessionStep::Lose;
    case XR_SESSION_STATE_UNKNOWN:
    case XR_SESSION_STATE_IDLE:
    case XR_SESSION_STATE_SYNCHRONIZED:
    case XR_SESSION_STATE_VISIBLE:
    case XR_SESSION_STATE_FOCUSED:
    case XR_SESSION_STATE_MAX_ENUM:
        return SessionStep::None;
    }
    return SessionStep::None; // a state newer than these headers
}

SpaceChoice chooseSpace(std::span<const XrReferenceSpaceType> offered, bool localFloorEnabled) {
    const auto has = [&](XrReferenceSpaceType type) {
        return std::find(offered.begin(), offered.end(), type) != offered.end();
    };
    if (localFloorEnabled && has(kReferenceSpaceLocalFloor)) {
        return {kReferenceSpaceLocalFloor, 0.0F};
    }
    if (has(XR_REFERENCE_SPACE_TYPE_STAGE)) {
        return {XR_REFERENCE_SPACE_TYPE_STAGE, 0.0F};
    }
    return {XR_REFERENCE_SPACE_TYPE_LOCAL, kEyeHeightEstimate};
}

std::optional<VkFormat> chooseColorFormat(std::span<const int64_t> offered) {
    const auto found = std::find_if(kColorFormats.begin(), kColorFormats.end(),
                                    [&](VkFormat format) { return contains(offered, format); });
    return found == kColorFormats.end() ? std::nullopt : std::optional(*found);
}

std::optional<VkFormat> chooseDepthFormat(std::span<const int64_t> offered) {
    return contains(offered, VK_FORMAT_D32_SFLOAT) ? std::optional(VK_FORMAT_D32_SFLOAT) : std::nullopt;
}

std::optional<float> chooseRefreshRate(std::span<const float> offered) {
    const auto found = std::find_if(offered.begin(), offered.end(), [](float rate) {
        return std::abs(rate - kWantedRefreshHz) <= kRefreshToleranceHz;
    });
    return found == offered.end() ? std::nullopt : std::optional(*found);
}

void advanceClock(FrameClock &clock, XrTime predictedTime, XrDuration predictedPeriod) {
    if (predictedPeriod > 0) {
        clock.period = std::clamp(static_cast<double>(predictedPeriod) * kNanosecond, kPeriodMin, kPeriodMax);
    }
    const bool usable = predictedTime > 0;
    if (!clock.started) {
        clock.started = usable;
        clock.xrTime = usable ? predictedTime : 0;
        return;
    }
    // Overflow-safe: both times are positive here.
    const XrDuration step = usable ? predictedTime - clock.xrTime : 0;
    if (step > 0 && step <= kBelievableStep) {
        clock.seconds += static_cast<double>(step) * kNanosecond;
        clock.xrTime = predictedTime;
        return;
    }
    clock.seconds += clock.period;
    clock.xrTime = usable ? predictedTime : clock.xrTime + toNanoseconds(clock.period);
}

XrTime toXrTime(const FrameClock &clock, double seconds) {
    return clock.xrTime + toNanoseconds(seconds - clock.seconds);
}

bool recentringHolds(XrTime changeTime, XrTime now) {
    return changeTime <= now || changeTime - now > kBelievableStep;
}

} // namespace selvage
