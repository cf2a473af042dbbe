// Where the panel of a headset opens, before the eyes unless something solid stands there, and where the menu
// at a hand does.
#pragma once

#include "maths/tracking.h"
#include "sim/collider.h"

#include <optional>
#include <span>

namespace selvage {

inline constexpr Vec2 kPanelSize(0.76F, 0.56F); // m
inline constexpr float kPanelDistance = 0.9F;   // m, from the eyes to its middle when nothing is in its way
inline constexpr float kPanelBelowDeg = 12.5F;  // of its middle, below the eyes
inline constexpr Vec2 kMenuSize(0.40F, 0.20F);  // m, of the menu at a hand as far away as the panel

// What a person points at: a rectangle in the room.
struct Board {
    Pose pose;             // of its middle: +x to the right on it, +y up, +z to whoever reads it
    Vec2 size{kPanelSize}; // m
    float scale{1.0F};     // –, of what is on it, of the panel's
};

// What may hide it. As many poses as shapes.
struct Solids {
    std::span<const Collider> shapes;
    std::span<const Pose> poses;
    const void *scene{nullptr}; // the same while it is the same scene
};

// Whether nothing lies between the eyes and any part of it, nor close to it.
bool isPanelClear(const Pose &panel, const Vec3 &eyes, const Solids &solids);

// Its middle. Straight ahead of the head; else turned aside by as little as it takes, else nearer, else where
// most of it can be seen.
Pose placePanel(const Pose &head, const Solids &solids = {});

// So far (m) above a hand, facing the eyes; nothing where either is not known.
std::optional<Pose> placeOverHand(const HandInput &hand, const Pose &head, float height);

// A menu over a hand, so large that it looks as the panel does.
std::optional<Board> placeMenu(const HandInput &hand, const Pose &head);

} // namespace selvage
