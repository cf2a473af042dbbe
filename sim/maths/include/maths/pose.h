// Vectors, rotations and rigid poses, shared by every room. Right-handed, +y up, -z forward (OpenXR's stage
// space), lengths in metres.
#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/gtx/quaternion.hpp>

namespace selvage {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;
using Vec4 = glm::vec4;
using Quat = glm::quat; // constructor order is w, x, y, z
using Mat3 = glm::mat3;
using Mat4 = glm::mat4;

inline constexpr float kGravity = 9.81F; // m/s²

// A rigid placement: world = orientation * local + position.
struct Pose {
    Quat orientation{1.0F, 0.0F, 0.0F, 0.0F}; // unit quaternion
    Vec3 position{0.0F};                      // m
};

// Local point (m) to world.
inline Vec3 transformPoint(const Pose &pose, const Vec3 &local) {
    return pose.orientation * local + pose.position;
}

// World point (m) to local: the inverse of transformPoint.
inline Vec3 inverseTransformPoint(const Pose &pose, const Vec3 &world) {
    return glm::conjugate(pose.orientation) * (world - pose.position);
}

// The pose that first applies `inner`, then `outer`.
inline Pose compose(const Pose &outer, const Pose &inner) {
    return {outer.orientation * inner.orientation, transformPoint(outer, inner.position)};
}

inline Pose inverse(const Pose &pose) {
    const Quat q = glm::conjugate(pose.orientation);
    return {q, q * -pose.position};
}

// Straight-line position and shortest-arc rotation between two poses; s = 0 gives a, s = 1 gives b exactly.
inline Pose interpolate(const Pose &a, const Pose &b, float s) {
    if (s <= 0.0F) {
        return a;
    }
    if (s >= 1.0F) {
        return b;
    }
    return {glm::normalize(glm::slerp(a.orientation, b.orientation, s)), glm::mix(a.position, b.position, s)};
}

inline bool isFinite(const Vec3 &v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// True when the pose is finite and its quaternion is usable (not all zero).
inline bool isUsable(const Pose &pose) {
    const Quat &q = pose.orientation;
    const float n = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return isFinite(pose.position) && std::isfinite(n) && n > 1e-6F;
}

inline Mat4 toMatrix(const Pose &pose) {
    Mat4 m = glm::mat4_cast(pose.orientation);
    m[3] = Vec4(pose.position, 1.0F);
    return m;
}

} // namespace selvage
