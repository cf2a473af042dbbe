// Turns what the simulation published into what the renderer draws: cloth meshes with the held part moved to
// where the hands are now, obstacles, hands.
#pragma once

#include "bench_marks.h"
#include "hand_mesh.h"
#include "maths/tracking.h"
#include "render/renderer.h"
#include "sim_thread.h"
#include "wind_motes.h"

#include <memory>
#include <string_view>
#include <vector>

namespace selvage {

// What is shown and how.
struct ViewOptions {
    bool wireframe{false}; // of the cloth
    bool stretch{false};   // the cloth in the colours of its stretch
    bool wind{true};       // threads that drift with it
    bool hands{true};
    std::span<const DrawItem> others;                         // not the scene's
    std::array<const HandSkeleton *, kHandCount> skeletons{}; // of bare hands, in the world
    float pixel{0.001F};                                      // rad, of the picture
};

class SceneView {
public:
    explicit SceneView(Renderer &renderer);

    // Which hands are drawn as controllers rather than as hands.
    void setControllers(const std::array<bool, kHandCount> &controllers) { controllers_ = controllers; }

    // Writes this frame's vertices and lists the things to draw. `late`: the newest poses for this frame's
    // display time; held cloth and drawn hands both come from them. Call between Renderer::beginFrame() and
    // draw().
    std::span<const DrawItem> build(const SimFrame &frame, const TrackedInput &late,
                                    const ViewOptions &options);

    // Farthest (m) that a held vertex was drawn from where the drawn hand holds it, in the last build().
    float drawnGrabError() const { return drawnGrabError_; }
    // Where the cloth was drawn, for picking with a mouse.
    std::span<const Vec3> clothPoints() const { return clothPoints_; }

    // Whether the scene adopted by the last build() lies under an open sky.
    bool isOutdoors() const { return shape_ && (shape_->look->meadow || shape_->look->ground != nullptr); }

private:
    void adopt(const SceneShape &shape);
    void addGround(const SceneShape &shape);
    Material materialOf(size_t cloth) const;
    void writeCloth(const SimFrame &frame, size_t cloth, bool stretch);
    void addWind(const SimFrame &frame, const Vec3 &eye, float pixel);
    Pose drawnHand(const SimHand &hand, size_t side) const;
    void addHand(const SimHand &hand, size_t side, const HandSkeleton *skeleton);
    void addGhost(const SimHand &hand, size_t side, const HandSkeleton *skeleton);
    float highlightAt(const SimFrame &frame, const Vec3 &position) const;
    void addBench(const SimFrame &frame);

    Renderer &renderer_;
    std::shared_ptr<const SceneShape> shape_;
    std::vector<MeshId> clothMeshes_;
    std::vector<Vec2> extents_;             // m, of each cloth's rest coordinates
    std::vector<std::string_view> fabrics_; // whose looks they have
    std::array<MeshId, kHandCount> handMeshes_{};
    MeshId controllerMesh_{0};
    std::array<MeshId, kHandCount> jointMeshes_{};
    std::array<MeshId, kHandCount> ghostMeshes_{}; // of joints
    std::array<bool, kHandCount> controllers_{};
    WindMotes motes_;
    MeshId moteMesh_{0};
    MeshId markMesh_{0};
    double worldTime_{0.0};           // s, of the last frame
    std::vector<Collider> colliders_; // with their present poses
    std::vector<DrawItem> fixedItems_;
    std::vector<DrawItem> items_;
    std::vector<Vec3> clothPoints_;
    std::array<Pose, kHandCount> lateMotion_; // takes the step's hand pose to the newest one
    std::array<bool, kHandCount> lateUsable_{};
    std::array<bool, kHandCount> handDrawn_{};
    std::array<Vec3, kHandCount> reachFrom_{}; // m, of a hand that could take hold
    std::array<float, kHandCount> reachFar_{}; // m; 0: it could not
    float drawnGrabError_{0.0F};
};

} // namespace selvage
