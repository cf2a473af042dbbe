// A person with a headset's panel, as a motion: hands before the chest, the right one points where it is
// told.
#pragma once

#include "hand_poses.h"
#include "maths/motion.h"
#include "world_panel.h"

namespace selvage {

// Places on the panel, m from its upper left corner.
inline constexpr Vec2 kCloseButton(0.707F, 0.034F);
inline constexpr Vec2 kRecordButton(0.349F, 0.034F);
inline constexpr Vec2 kReplayButton(0.458F, 0.034F); // while nothing is recorded, but something was
inline constexpr Vec2 kToolsTab(0.346F, 0.092F);
inline constexpr Vec2 kYouTab(0.665F, 0.092F);
inline constexpr Vec2 kHangButton(0.213F, 0.165F);     // of the scenes
inline constexpr Vec2 kRightPinButton(0.569F, 0.300F); // of the tools
inline constexpr Vec2 kPutMeBackButton(0.17F, 0.149F); // of the person's page
inline constexpr Vec2 kHintsButton(0.45F, 0.149F);
inline constexpr Vec2 kHigherButton(0.311F, 0.208F);
inline constexpr Vec2 kToggleButton(0.40F, 0.343F);
inline constexpr Vec2 kSwapButton(0.046F, 0.397F);

class PanelPuppet {
public:
    PanelPuppet() {
        const Vec3 eyes(0.0F, 1.6F, 0.3F);
        now_.head = lookingFrom(eyes, eyes + Vec3(0.0F, 0.0F, -1.0F));
        panel_ = placePanel(now_.head);
        now_.hand(Hand::Left).active = true;
        now_.hand(Hand::Left).grip = {Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(-0.3F, 0.9F, 0.1F)};
        now_.hand(Hand::Right).active = true;
        pointAt({0.3F, 0.25F});
        wait(1.0);
    }
    // m from the panel's upper left corner.
    void pointAt(const Vec2 &at) {
        const Vec3 local(at.x - 0.5F * kPanelSize.x, 0.5F * kPanelSize.y - at.y, 0.0F);
        pointTo(transformPoint(panel_, local));
    }
    void pointTo(const Vec3 &at) {
        now_.hand(Hand::Right).grip = lookingFrom({0.25F, 1.1F, 0.0F}, at);
        now_.hand(Hand::Right).aim = now_.hand(Hand::Right).grip;
    }
    // Turns the left palm to the eyes, there. Gives where its menu is.
    Board showLeftPalm(const Vec3 &at) {
        HandInput &left = now_.hand(Hand::Left);
        left.grip = left.aim = palmTowards(Hand::Left, at, now_.head.position);
        wait(0.6);
        return placeMenu(left, now_.head).value_or(Board{});
    }
    void wait(double seconds) {
        for (const double end = now_.time + seconds; now_.time < end; now_.time += 1.0 / 90.0) {
            motion_.samples.push_back(now_);
        }
    }
    void pressMenu() {
        now_.hand(Hand::Right).menu = true;
        wait(0.4);
        now_.hand(Hand::Right).menu = false;
        wait(0.6);
    }
    void pullTrigger() {
        now_.hand(Hand::Right).trigger = 1.0F;
        wait(0.4);
        now_.hand(Hand::Right).trigger = 0.0F;
        wait(0.6);
    }
    // Moves the right hand there.
    void reach(const Vec3 &at, double seconds) {
        Pose &grip = now_.hand(Hand::Right).grip;
        const Vec3 from = grip.position;
        const double start = now_.time;
        while (now_.time < start + seconds) {
            grip.position = glm::mix(from, at, static_cast<float>((now_.time - start) / seconds));
            now_.hand(Hand::Right).aim = grip;
            wait(0.5 / 90.0);
        }
    }
    void raiseLeftHand(const Vec3 &at) { now_.hand(Hand::Left).grip.position = at; }
    void squeeze() { squeezeFor(0.3); }
    void squeezeFor(double seconds) {
        now_.hand(Hand::Right).grab = 1.0F;
        wait(seconds);
        now_.hand(Hand::Right).grab = 0.0F;
        wait(0.3);
    }
    void click(const Vec2 &at) {
        pointAt(at);
        wait(0.6);
        pullTrigger();
    }
    const Motion &motion() const { return motion_; }
    const Pose &head() const { return now_.head; }
    const Pose &panel() const { return panel_; }

private:
    TrackedInput now_;
    Pose panel_;
    Motion motion_;
};

} // namespace selvage
