// The desktop window's camera: it circles a point, and what a mouse needs of it: world points to pixels and
// back. Pure functions, no window. Pixels count from the picture's top left corner, x right, y down.
#pragma once

#include "maths/pose.h"
#include "render/renderer.h"

#include <optional>

namespace selvage {

inline constexpr float kEyeHeightMin = 0.05F; // m, keeps the eye above the floor

// The start view: the eye 1.5 m above the floor and 1.7 m from things within a standing person's reach.
struct OrbitCamera {
    Vec3 target{0.0F, 0.75F, -0.6F}; // m, looked at
    float yaw{0.0F};                 // rad, around +y; 0 looks along -z
    float pitch{0.41548F};           // rad, positive looks down: atan(0.75 m / 1.7 m)
    float distance{1.85809F};        // m, eye to target
};

Pose cameraPose(const OrbitCamera &camera);

// A mouse that moved by `pixels` in a picture `height` pixels high.
void orbitCamera(OrbitCamera &camera, const Vec2 &pixels, float height);
void panCamera(OrbitCamera &camera, const Vec2 &pixels, float height);
// Wheel clicks; positive goes nearer.
void zoomCamera(OrbitCamera &camera, float clicks);

// Moves `camera` towards `goal` as far as a first-order lag goes in dt (s).
void followCamera(OrbitCamera &camera, const OrbitCamera &goal, float dt);

// One picture: where the eye is, how wide it sees, how many pixels it has.
struct PictureView {
    Pose eye;
    Vec2 tanHalf{1.0F}; // –, tangent of half the opening angle, across and up
    Vec2 size{1.0F};    // pixels
};

PictureView pictureView(const OrbitCamera &camera, const Vec2 &size);
EyeView eyeView(const PictureView &view);

// Distance in front of the eye (m), along the viewing direction.
float depthOf(const PictureView &view, const Vec3 &point);
// Where a point (m, world) appears; nothing when it is behind the eye or too near to it.
std::optional<Vec2> pixelOf(const PictureView &view, const Vec3 &point);
// The point (m, world) seen at a pixel, `depth` m in front of the eye: dragging a pixel at constant depth
// moves the point in a plane that faces the camera.
Vec3 pointAt(const PictureView &view, const Vec2 &pixel, float depth);

} // namespace selvage
