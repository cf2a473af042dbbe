// The panel as a thing in the room: where it stands, which hand points at it or pokes it, and what of the
// hands' buttons is the panel's rather than the simulation's. Poses and buttons in, a pointer out: it knows
// no display and no contents.
#pragma once

#include "panel_place.h"

#include <array>
#include <cstdint>
#include <optional>

namespace selvage {

inline constexpr float kPokeReach = 0.08F; // m, from the aim pose to the fingertip or controller's end
inline constexpr float kPressAt = 0.6F;    // of trigger and pinch
inline constexpr float kReleaseAt = 0.4F;

// Where a ray meets the panel's plane.
struct PanelHit {
    Vec2 at{0.0F};        // m from the panel's upper left corner, x right, y down; may lie beside it
    float distance{0.0F}; // m, along the ray
};
// Nothing where the ray comes from behind, leads away or along the panel.
std::optional<PanelHit> hitPanel(const Pose &panel, const Pose &aim);

// A palm held before the face, open for a moment, then pinched: the menu button of bare hands.
struct PalmGesture {
    float open{0.0F};    // s, that the palm has faced the eyes with all fingers open
    bool ready{false};   // the next pinch counts
    bool pinched{false}; // it was; the hand must open before the next
};
// True in the frame of the pinch. dt: s since the last call.
bool watchPalm(PalmGesture &gesture, Hand side, const HandInput &hand, const Pose &head, float dt);

// One hand as the panel sees it.
struct PanelHand {
    bool points{false};
    bool pokes{false}; // points by touch rather than by ray
    bool presses{false};
    bool armed{false};     // was before the panel, so that going through it is a press
    bool keeps{false};     // trigger and pinch are the panel's, until both are open again
    bool keepsGrab{false}; // so is the grip, that closed together with them
    bool menu{false};      // was down
    float grab{0.0F};      // before this frame
    PanelHit hit;
    PalmGesture palm;
};

class WorldPanel {
public:
    // Once a frame, with the newest hands. `bare`: which of them have no buttons. time: s.
    void update(const TrackedInput &input, const std::array<bool, kHandCount> &bare, const Solids &solids,
                double time);
    // What the simulation may read of that input: nothing that is meant for the panel.
    TrackedInput forSimulation(const TrackedInput &input) const;

    void close() { open_ = false; }
    // Comes along when the person is moved by the room.
    void carry(const Pose &motion) { pose_ = compose(motion, pose_); }
    bool isOpen() const { return open_; }
    const Pose &pose() const { return pose_; }
    const PanelHand &hand(size_t side) const { return hands_[side]; }

    // The hand that moves the pointer, where one does: that which pressed last, while it points.
    std::optional<size_t> pointing() const;
    uint32_t pressCount() const { return pressCount_; } // of the pointing hands, since the start
    float scrolled() const { return scrolled_; }        // clicks of a wheel, since the start
    // Which hand is asked first where both point.
    Hand dominant() const { return dominant_; }
    void setDominant(Hand side);

private:
    void toggle(const Pose &head, const Solids &solids);
    void followScene(const Pose &head, const Solids &solids);
    void point(PanelHand &hand, const HandInput &input);
    void press(size_t side, const HandInput &input);

    bool open_{false};
    Pose pose_;
    std::array<PanelHand, kHandCount> hands_;
    size_t leading_{1};
    Hand dominant_{Hand::Right};
    uint32_t pressCount_{0};
    float scrolled_{0.0F};
    double time_{0.0};
    const void *scene_{nullptr}; // that it stands in
};

} // namespace selvage
