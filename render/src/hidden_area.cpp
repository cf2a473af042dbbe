// Corners from the eyes' planes into their pictures; see hidden_area.h.
#include "hidden_area.h"

#include "vk_check.h"

#include <cmath>

namespace selvage {

Vec2 inPicture(const EyeView &eye, const Vec2 &corner) {
    const Vec2 low(std::tan(eye.fovLeft), std::tan(eye.fovUp));
    const Vec2 high(std::tan(eye.fovRight), std::tan(eye.fovDown));
    return 2.0F * (corner - low) / (high - low) - 1.0F;
}

Result<void> writeHiddenArea(const Gpu &gpu, HiddenArea &area, uint32_t slot, const FrameScene &scene) {
    area.count = 0;
    size_t count = 0;
    for (size_t eye = 0; eye < static_cast<size_t>(scene.eyeCount); ++eye) {
        count += scene.eyes[eye].hidden.size();
    }
    if (count == 0) {
        return {};
    }
    SELVAGE_TRY(growBuffer(gpu, area.corners[slot], count * sizeof(Vec3), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT));
    auto *corners = static_cast<Vec3 *>(area.corners[slot].mapped);
    for (size_t eye = 0; eye < static_cast<size_t>(scene.eyeCount); ++eye) {
        for (const Vec2 &corner : scene.eyes[eye].hidden) {
            corners[area.count++] = Vec3(inPicture(scene.eyes[eye], corner), static_cast<float>(eye));
        }
    }
    return {};
}

void destroyHiddenArea(const Gpu &gpu, HiddenArea &area) {
    for (Buffer &corners : area.corners) {
        destroyBuffer(gpu, corners);
    }
}

} // namespace selvage
