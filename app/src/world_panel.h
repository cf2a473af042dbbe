// The panel as a thing in the room, and the menu at a hand whose palm is turned to the eyes: where they are,
// which hand points at one or pokes it, and what of the hands' buttons is theirs rather than the
// simulation's. Poses and buttons in, a pointer out: it knows no display and no contents.
#pragma once

#include "panel_place.h"

#include <array>
#include <cstdint>
#include <optional>

namespace selvage {

inline constexpr float kPokeReach = 0.08F; // m, from the aim pose to the fingertip or controller's end
inline constexpr float kPressAt = 0.6F;    // of trigger and pinch
inline constexpr float kReleaseAt = 0.4F;

// Where a ray meets a board's plane.
struct BoardHit {
    Vec2 at{0.0F};        // m from the board's upper left corner, x right, y down; may lie beside it
    float distance{0.0F}; // m, along the ray
};
// Nothing where the ray comes from behind, leads away or along the board.
std::optional<BoardHit> hitBoard(const Board &board, const Pose &aim);

// A palm held before the face, open for a moment: it has a menu. Then pinched: the panel's button of bare
// hands.
struct PalmGesture {
    float open{0.0F};    // s, that the palm has faced the eyes with all fingers open
    bool ready{false};   // it has been; the next pinch counts
    bool pinched{false}; // it was; the hand must open before the next
};
// True in the frame of the pinch. dt: s since the last call.
bool watchPalm(PalmGesture &gesture, Hand side, const HandInput &hand, const Pose &head, float dt);

// What is known of the hands beside what is tracked.
struct PanelHands {
    std::array<bool, kHandCount> bare{};    // has no buttons
    std::array<bool, kHandCount> holding{}; // cloth
};

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
    BoardHit hit;
    PalmGesture palm;
    bool bare{false};
};

class WorldPanel {
public:
    // Once a frame, with the newest hands. time: s.
    void update(const TrackedInput &input, const PanelHands &hands, const Solids &solids, double time);
    // What the simulation may read of that input: nothing that is meant for the panel.
    TrackedInput forSimulation(const TrackedInput &input) const;

    void open(const Pose &head, const Solids &solids);
    void close() { open_ = false; }
    // Comes along when the person is moved by the room.
    void carry(const Pose &motion) { board_.pose = compose(motion, board_.pose); }
    bool isOpen() const { return open_; }
    // The hand that has the menu, while the panel is closed.
    std::optional<size_t> menuAt() const { return menuAt_; }
    // What can be pointed at, panel or menu; the menu where the hand is in `late`. Nothing: neither is there.
    std::optional<Board> board(const TrackedInput &late) const;
    const Pose &pose() const { return board_.pose; }
    float scale() const { return board_.scale; } // –, of what is on it
    const PanelHand &hand(size_t side) const { return hands_[side]; }

    // The hand that moves the pointer, where one does: that which pressed last, while it points.
    std::optional<size_t> pointing() const;
    uint32_t pressCount() const { return pressCount_; } // of the pointing hands, since the start
    float scrolled() const { return scrolled_; }        // clicks of a wheel, since the start
    // Which hand is asked first where both point.
    Hand dominant() const { return dominant_; }
    void setDominant(Hand side);

private:
    void followScene(const Pose &head, const Solids &solids);
    void wearMenu(const TrackedInput &input, const PanelHands &hands);
    void point(size_t side, const HandInput &input);
    void press(size_t side, const HandInput &input);

    bool open_{false};
    std::optional<size_t> menuAt_;
    Board board_; // the panel's, or else the menu's
    std::array<PanelHand, kHandCount> hands_;
    size_t leading_{1};
    Hand dominant_{Hand::Right};
    uint32_t pressCount_{0};
    float scrolled_{0.0F};
    double time_{0.0};
    const void *scene_{nullptr}; // that it stands in
};

} // namespace selvage
