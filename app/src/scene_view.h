// Turns what the simulation published into what the renderer draws: cloth meshes with the held part moved to
// where the hands are now, obstacles, hands.
#pragma once

#include "maths/tracking.h"
#include "render/renderer.h"
#include "sim_thread.h"

#include <memory>
#include <vector>

namespace selvage {

class SceneView {
public:
    explicit SceneView(Renderer &renderer);

    // Which hands are drawn as controllers rather than as hands.
    void setControllers(const std::array<bool, kHandCount> &controllers) { controllers_ = controllers; }

    // Writes this frame's vertices and lists the things to draw. `late`: the newest poses for this frame's
    // display time; held cloth and drawn hands both come from them. Call between Renderer::beginFrame() and
    // draw().
    std::span<const DrawItem> build(const SimFrame &frame, const TrackedInput &late, bool handsVisible,
                                    bool wireframe);

    // Farthest (m) that a held vertex was drawn from where the drawn hand holds it, in the last build().
    float drawnGrabError() const { return drawnGrabError_; }
    // Where the cloth was drawn, for picking with a mouse.
    std::span<const Vec3> clothPoints() const { return clothPoints_; }

    // Whether the scene adopted by the last build() lies under an open sky.
    bool isOutdoors() const { return shape_ && shape_->look->ground != nullptr; }

private:
    void adopt(const SceneShape &shape);
    void addGround(const SceneShape &shape);
    void writeCloth(const SimFrame &frame, size_t cloth);
    void addHand(const SimHand &hand, size_t side);

    Renderer &renderer_;
    std::shared_ptr<const SceneShape> shape_;
    std::vector<MeshId> clothMeshes_;
    std::array<MeshId, kHandCount> handMeshes_{};
    MeshId controllerMesh_{0};
    std::array<bool, kHandCount> controllers_{};
    std::vector<DrawItem> fixedItems_;
    std::vector<DrawItem> items_;
    std::vector<Vec3> dryColor_; // of each cloth
    std::vector<Vec3> clothPoints_;
    std::array<Pose, kHandCount> lateMotion_; // takes the step's hand pose to the newest one
    std::array<bool, kHandCount> lateUsable_{};
    float drawnGrabError_{0.0F};
};

} // namespace selvage
