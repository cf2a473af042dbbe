// The parts of the picture that cannot be seen through the lenses, drawn first and into the depth alone. One
// list of corners for both eyes, each with its eye, so that every stereo mode draws it in one call.
#pragma once

#include "frame_slots.h"

namespace selvage {

struct HiddenArea {
    std::array<Buffer, kFramesInFlight> corners;
    uint32_t count{0}; // written for this frame
};

// A corner of EyeView::hidden in the eye's picture: x right, y down, from -1 to 1 over the field of view.
Vec2 inPicture(const EyeView &eye, const Vec2 &corner);

// Writes the slot's buffer, once a frame. Allocates only when there are more corners than ever before.
Result<void> writeHiddenArea(const Gpu &gpu, HiddenArea &area, uint32_t slot, const FrameScene &scene);
void destroyHiddenArea(const Gpu &gpu, HiddenArea &area);

} // namespace selvage
