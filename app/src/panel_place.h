// Where the panel of a headset opens: before the eyes, unless something solid stands there.
#pragma once

#include "maths/tracking.h"
#include "sim/collider.h"

#include <span>

namespace selvage {

inline constexpr Vec2 kPanelSize(0.76F, 0.56F); // m
inline constexpr float kPanelDistance = 0.9F;   // m, from the eyes to its middle when nothing is in its way
inline constexpr float kPanelBelowDeg = 12.5F;  // of its middle, below the eyes

// What may hide it. As many poses as shapes.
struct Solids {
    std::span<const Collider> shapes;
    std::span<const Pose> poses;
    const void *scene{nullptr}; // the same while it is the same scene
};

// Whether nothing lies between the eyes and any part of it, nor close to it.
bool isPanelClear(const Pose &panel, const Vec3 &eyes, const Solids &solids);

// Its middle: +x to the right on it, +y up, +z to whoever reads it. Straight ahead of the head; else turned
// aside by as little as it takes, else nearer, else where most of it can be seen.
Pose placePanel(const Pose &head, const Solids &solids = {});

} // namespace selvage
