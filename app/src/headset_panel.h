// The panel in a headset: puts together where it stands (world_panel), what it shows (panel), where the
// person stands (room), and what is drawn of it in the room: a board behind it, rays and dots.
#pragma once

#include "panel.h"
#include "room.h"
#include "world_panel.h"

namespace selvage {

inline constexpr size_t kPanelItemsMax = 5; // the board, a ray and a dot for each hand

// What a person chose, for the next panel when this one's display is lost.
struct PanelChoices {
    PanelClicks clicks;
    LiveSettings live;
    Room room;
};

class HeadsetPanel {
public:
    HeadsetPanel(Renderer &renderer, std::unique_ptr<ControlPanel> contents);

    // What a display tracks, in the world where the person stands.
    TrackedInput toWorld(const TrackedInput &tracked) const { return inWorld(room_, tracked); }
    EyeView toWorld(const EyeView &eye) const { return inWorld(room_, eye); }
    HandSkeleton toWorld(const HandSkeleton &skeleton) const { return inWorld(room_, skeleton); }

    // Once a frame: works off what the display tracks, and gives what of it the simulation reads, in the
    // world. `solids`: in the world. time: s.
    TrackedInput takeInput(const TrackedInput &tracked, const PanelHands &hands, const Solids &solids,
                           double time);
    // Whether the last input was the first after the person was moved.
    bool hasMoved() const { return moved_; }

    bool isOpen() const { return world_.isOpen(); }
    // Whether a hand has the menu.
    bool hasMenu() const { return world_.menuAt().has_value(); }
    // Which hands' triggers are the panel's.
    std::array<bool, kHandCount> takesTrigger() const { return {world_.hand(0).keeps, world_.hand(1).keeps}; }
    float raised() const { return room_.toWorld.position.y; }
    // As the person has set it up before.
    void setUp(float raised);
    ControlPanel &contents() { return *contents_; }
    const Room &room() const { return room_; }
    void goOnFrom(const PanelChoices &choices);

    // Lays it out for this frame. Ticks what a hand passes over and presses.
    void build(const PanelFrame &frame, double dt, Display &display);
    std::span<const OverlayPiece> pieces() const { return pieces_; }
    Mat4 model() const; // of the pieces' pixels
    // The rest, for this frame; `late`: the newest hands, in the world.
    std::span<const DrawItem> items(const TrackedInput &late);

private:
    void workOff(const Pose &head, const Solids &solids);
    void movePerson(const PanelClicks &now, const Pose &head);
    void holdLevels(TrackedInput &input) const;
    Pointer pointer() const;
    void tick(Display &display);
    void placeHints(const TrackedInput &late);
    void addHand(const PanelHand &hand, const Pose &aim);

    WorldPanel world_;
    Room room_;
    std::unique_ptr<ControlPanel> contents_;
    PanelClicks seen_; // worked off
    bool moved_{false};
    double time_{0.0};      // s
    double undoUntil_{0.0}; // s, until when the simulation is shown the button as down
    double redoUntil_{0.0}; // s
    size_t undoHand_{0};
    std::array<double, kHandCount> wishUntil_{}; // s
    double tickedAt_{0.0};                       // s
    uint32_t hovered_{0};
    uint32_t presses_{0};
    std::span<const OverlayPiece> pieces_;
    std::array<Pose, kHandCount> hints_;
    std::optional<Board> drawn_; // where it is drawn
    Pose wrist_;                 // where a caption is while the panel is closed
    MeshId board_;
    MeshId rod_;
    MeshId ball_;
    std::array<DrawItem, kPanelItemsMax> items_;
    size_t itemCount_{0};
};

} // namespace selvage
