// Decisions of the headset display; see the header.
#include "headset_logic.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kEyeHeightEstimate = 1.6F; // m, a standing person's, where no floor is known
constexpr float kWantedRefreshHz = 90.0F;
constexpr float kRefreshToleranceHz = 0.5F; // runtimes list 89.99 as well
constexpr size_t kMaskIndicesMax = 3 * 4096;
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

float turn(const Vec2 &a, const Vec2 &b, const Vec2 &p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool hidesTheMiddle(const Vec2 &a, const Vec2 &b, const Vec2 &c) {
    constexpr int kSteps = 4;         // points of a grid, from the middle to each side
    constexpr float kMiddle = 0.268F; // tangent of 15 degrees
    for (int x = -kSteps; x <= kSteps; ++x) {
        for (int y = -kSteps; y <= kSteps; ++y) {
            const Vec2 point = kMiddle / kSteps * Vec2(static_cast<float>(x), static_cast<float>(y));
            const float first = turn(a, b, point);
            const float second = turn(b, c, point);
            const float third = turn(c, a, point);
            if ((first > 0.0F && second > 0.0F && third > 0.0F) ||
                (first < 0.0F && second < 0.0F && third < 0.0F)) {
                return true;
            }
        }
    }
    return false;
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

std::vector<Vec2> hiddenTriangles(std::span<const XrVector2f> corners, std::span<const uint32_t> indices) {
    if (indices.size() % 3 != 0 || indices.size() > kMaskIndicesMax) {
        return {};
    }
    std::vector<Vec2> triangles;
    triangles.reserve(indices.size());
    for (const uint32_t index : indices) {
        if (index >= corners.size() || !std::isfinite(corners[index].x) || !std::isfinite(corners[index].y)) {
            return {};
        }
        triangles.emplace_back(corners[index].x, corners[index].y);
    }
    for (size_t first = 0; first < triangles.size(); first += 3) {
        if (hidesTheMiddle(triangles[first], triangles[first + 1], triangles[first + 2])) {
            return {};
        }
    }
    return triangles;
}

bool recentringHolds(XrTime changeTime, XrTime now) {
    return changeTime <= now || changeTime - now > kBelievableStep;
}

} // namespace selvage
