// A display each of whose calls is watched.
#pragma once

#include "watch.h"
#include "xr/display.h"

namespace selvage {

class WatchedDisplay final : public Display {
    template <typename Method, typename... Arguments>
    decltype(auto) watched(Method method, Arguments &&...arguments) const {
        const WatchedCall call(watch_);
        return (display_.get()->*method)(std::forward<Arguments>(arguments)...);
    }

public:
    // The watch must outlive it.
    WatchedDisplay(std::unique_ptr<Display> display, Watch &watch)
        : display_(std::move(display)), watch_(watch) {}
    ~WatchedDisplay() override {
        const WatchedCall call(watch_);
        display_.reset();
    }
    WatchedDisplay(const WatchedDisplay &) = delete;
    WatchedDisplay &operator=(const WatchedDisplay &) = delete;

    GpuRequest gpuRequest() override { return watched(&Display::gpuRequest); }
    Result<void> start(const Gpu &gpu) override { return watched(&Display::start, gpu); }
    DisplayInfo info() const override { return watched(&Display::info); }
    DisplayState poll() override { return watched(&Display::poll); }
    std::string lostReason() const override { return watched(&Display::lostReason); }
    FrameTiming beginFrame() override { return watched(&Display::beginFrame); }
    TrackedInput input(double time) override { return watched(&Display::input, time); }
    const HandSkeleton *skeleton(Hand hand) const override { return watched(&Display::skeleton, hand); }
    UserCommands commands() const override { return watched(&Display::commands); }
    std::array<EyeView, kEyeMax> views() override { return watched(&Display::views); }
    std::optional<FrameTarget> acquire() override { return watched(&Display::acquire); }
    void endFrame(bool drawn) override { watched(&Display::endFrame, drawn); }
    void setResolution(float share) override { watched(&Display::setResolution, share); }
    void vibrate(Hand hand, float amplitude, float duration) override {
        watched(&Display::vibrate, hand, amplitude, duration);
    }
    void offerPickPoints(std::span<const Vec3> points) override {
        watched(&Display::offerPickPoints, points);
    }
    Pointer pointer() const override { return watched(&Display::pointer); }
    void offerPanel(const Vec2 &low, const Vec2 &high, bool typing) override {
        watched(&Display::offerPanel, low, high, typing);
    }
    void offerWind(const Vec3 &direction, bool steered) override {
        watched(&Display::offerWind, direction, steered);
    }
    void showStatus(const std::string &text) override { watched(&Display::showStatus, text); }

private:
    std::unique_ptr<Display> display_;
    Watch &watch_;
};

} // namespace selvage
