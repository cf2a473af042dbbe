// One particle against one collider: shared by the contact passes over different layouts of the positions.
#pragma once

#include "sim/contact.h"

#include <algorithm>

namespace selvage {

inline constexpr float kDeep = 0.003F; // m; shallower than this is pushed out at once

// One particle against one surface.
struct Touch {
    Vec3 normal;
    float penetration; // m
    float friction;    // –
    Vec3 surfaceStep;  // m, motion of the surface over the substep
};

inline void resolve(ContactState &contact, const Touch &touch, const Vec3 &start, Vec3 &now) {
    now += touch.penetration * touch.normal;
    contact.pushed += touch.penetration;
    contact.normal = touch.normal;
    // Sliding relative to the surface so far, with the friction already applied taken out again.
    Vec3 slide = now - start - touch.surfaceStep;
    slide -= glm::dot(slide, touch.normal) * touch.normal;
    Vec3 wanted = contact.friction - slide;
    const float limit = touch.friction * contact.pushed;
    const float size = glm::length(wanted);
    if (size > limit) {
        wanted *= limit / size;
    }
    now += wanted - contact.friction;
    contact.friction = wanted;
}

// A collider prepared for one pass.
struct ContactFrame {
    const Collider *collider{nullptr};
    int32_t index{0};
    Pose pose;      // at the end of the substep
    Pose startPose; // at its start
    Mat3 toWorld{1.0F};
    Mat3 toLocal{1.0F};
    float friction{0.0F};  // –
    float thickness{0.0F}; // m
};

inline ContactFrame makeContactFrame(const Fabric &fabric, const ContactScene &scene, int32_t index) {
    const Collider &collider = scene.colliders[static_cast<size_t>(index)];
    ContactFrame frame;
    frame.collider = &collider;
    frame.index = index;
    frame.pose = interpolate(collider.previousPose, collider.pose, scene.substepEnd);
    frame.startPose = interpolate(collider.previousPose, collider.pose, scene.substepStart);
    frame.toWorld = glm::mat3_cast(frame.pose.orientation);
    frame.toLocal = glm::transpose(frame.toWorld);
    frame.friction = fabric.friction * collider.frictionScale;
    frame.thickness = fabric.thickness;
    return frame;
}

// p -> linear * p + offset
struct Affine {
    Mat3 linear{1.0F};
    Vec3 offset{0.0F};
};

inline Affine inverseOf(const Pose &pose) {
    const Mat3 toLocal = glm::transpose(glm::mat3_cast(pose.orientation));
    return {toLocal, -(toLocal * pose.position)};
}

// The motion of a surface over the substep at a point: p - before(after^-1(p)). Exactly zero at rest.
inline Affine surfaceStepOf(const Pose &before, const Pose &after) {
    if (before.position == after.position && before.orientation == after.orientation) {
        return {Mat3(0.0F), Vec3(0.0F)};
    }
    const Mat3 turn = glm::mat3_cast(before.orientation) * glm::transpose(glm::mat3_cast(after.orientation));
    return {Mat3(1.0F) - turn, turn * after.position - before.position};
}

// Pushes a free particle at `now` (m, world) out of the collider where it is inside; false where it is not.
template <ColliderShape shape>
bool touchParticle(const ContactFrame &frame, const ContactScene &scene, const Vec3 &start, Vec3 &now,
                   ContactState &contact) {
    const Vec3 local = frame.toLocal * (now - frame.pose.position);
    if (isFarFrom<shape>(*frame.collider, frame.thickness, local)) {
        return false;
    }
    const SurfaceSample surface = sampleSurface<shape>(*frame.collider, local);
    float penetration = frame.thickness - surface.distance;
    if (penetration > kDeep) {
        const Vec3 startLocal = inverseTransformPoint(frame.startPose, start);
        const float atStart = frame.thickness - sampleSurface<shape>(*frame.collider, startLocal).distance;
        penetration -= std::max(0.0F, atStart - kRecoverySpeed * scene.dt);
    }
    if (penetration <= 0.0F) {
        return false;
    }
    if (contact.collider != frame.index) {
        contact = ContactState{};
        contact.collider = frame.index;
    }
    const Vec3 surfaceStep = surfaceMotion(*frame.collider, scene, now);
    resolve(contact, {frame.toWorld * surface.normal, penetration, frame.friction, surfaceStep}, start, now);
    return true;
}

} // namespace selvage
