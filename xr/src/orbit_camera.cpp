// The orbit camera's motions and its projection.
#include "orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace selvage {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kHalfFieldOfView = 0.4363F; // rad, 25°: half of what the window sees from top to bottom
constexpr float kTurnPerHeight = kPi;       // rad, turn for a drag from the top of the window to its bottom
constexpr float kPitchMax = 1.5F;           // rad, just short of straight down, where yaw loses its meaning
constexpr float kZoomPerClick = 0.9F;       // –
constexpr float kDistanceMin = 0.2F;        // m
constexpr float kDistanceMax = 20.0F;       // m
constexpr float kTargetMax = 20.0F;         // m from the origin, along each axis
constexpr float kLag = 0.05F;               // s, hides the steps of mouse and wheel without feeling heavy
constexpr float kNearest = 0.02F;           // m, points nearer than this have no pixel

// Keeps the eye above the floor and the camera from turning over.
void limitPitch(OrbitCamera &camera) {
    const float sine = (kEyeHeightMin - camera.target.y) / camera.distance;
    const float lowest = std::asin(std::clamp(sine, -1.0F, 1.0F));
    camera.pitch = std::clamp(camera.pitch, std::min(std::max(lowest, -kPitchMax), kPitchMax), kPitchMax);
}

Quat cameraOrientation(const OrbitCamera &camera) {
    return glm::angleAxis(camera.yaw, Vec3(0.0F, 1.0F, 0.0F)) *
           glm::angleAxis(-camera.pitch, Vec3(1.0F, 0.0F, 0.0F));
}

} // namespace

Pose cameraPose(const OrbitCamera &camera) {
    const Quat orientation = cameraOrientation(camera);
    return {orientation, camera.target + orientation * Vec3(0.0F, 0.0F, camera.distance)};
}

void orbitCamera(OrbitCamera &camera, const Vec2 &pixels, float height) {
    camera.yaw -= pixels.x / height * kTurnPerHeight;
    camera.pitch += pixels.y / height * kTurnPerHeight;
    limitPitch(camera);
}

void panCamera(OrbitCamera &camera, const Vec2 &pixels, float height) {
    const float metresPerPixel = 2.0F * camera.distance * std::tan(kHalfFieldOfView) / height;
    const Vec3 shift(-pixels.x * metresPerPixel, pixels.y * metresPerPixel, 0.0F);
    camera.target = glm::clamp(camera.target + cameraOrientation(camera) * shift,
                               Vec3(-kTargetMax, 0.0F, -kTargetMax), Vec3(kTargetMax));
    limitPitch(camera);
}

void zoomCamera(OrbitCamera &camera, float clicks) {
    const float distance = camera.distance * std::pow(kZoomPerClick, clicks);
    camera.distance = std::clamp(distance, kDistanceMin, kDistanceMax);
    limitPitch(camera);
}

void followCamera(OrbitCamera &camera, const OrbitCamera &goal, float dt) {
    const float s = 1.0F - std::exp(-dt / kLag);
    camera.target = glm::mix(camera.target, goal.target, s);
    camera.yaw = std::lerp(camera.yaw, goal.yaw, s);
    camera.pitch = std::lerp(camera.pitch, goal.pitch, s);
    camera.distance = std::lerp(camera.distance, goal.distance, s);
}

PictureView pictureView(const OrbitCamera &camera, const Vec2 &size) {
    const Vec2 pixels = glm::max(size, Vec2(1.0F));
    const float up = std::tan(kHalfFieldOfView);
    return {cameraPose(camera), Vec2(up * pixels.x / pixels.y, up), pixels};
}

EyeView eyeView(const PictureView &view) {
    const float across = std::atan(view.tanHalf.x);
    const float up = std::atan(view.tanHalf.y);
    return {view.eye, -across, across, up, -up};
}

float depthOf(const PictureView &view, const Vec3 &point) {
    return -inverseTransformPoint(view.eye, point).z;
}

std::optional<Vec2> pixelOf(const PictureView &view, const Vec3 &point) {
    const Vec3 local = inverseTransformPoint(view.eye, point);
    const float depth = -local.z;
    if (!(depth > kNearest)) { // also where the point is not a number
        return std::nullopt;
    }
    const Vec2 unit = Vec2(local.x, -local.y) / (depth * view.tanHalf);
    return (unit + 1.0F) * 0.5F * view.size;
}

Vec3 pointAt(const PictureView &view, const Vec2 &pixel, float depth) {
    const Vec2 unit = pixel / view.size * 2.0F - 1.0F;
    return transformPoint(view.eye, Vec3(unit.x * view.tanHalf.x, -unit.y * view.tanHalf.y, -1.0F) * depth);
}

} // namespace selvage
