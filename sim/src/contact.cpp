// Contact with an accumulated friction cone: each sweep adds to the normal push and re-decides the tangential
// correction within mu times what has been pushed so far, so that the cone sees the whole normal impulse of
// the substep and a resting cloth rests.
#include "sim/contact.h"

#include <algorithm>
#include <cassert>

namespace selvage {

namespace {

constexpr float kDeep = 0.01F; // m; shallower than this is pushed out at once

bool moves(const Collider &c) {
    return c.pose.position != c.previousPose.position || c.pose.orientation != c.previousPose.orientation;
}

// One particle against one surface.
struct Touch {
    Vec3 normal;
    float penetration; // m
    float friction;    // –
    Vec3 surfaceStep;  // m, motion of the surface over the substep
};

void resolve(ContactState &contact, const Touch &touch, const Vec3 &start, Vec3 &now) {
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

} // namespace

Vec3 contactImpulse(const Cloth &cloth, std::span<const ContactState> contacts, float dt) {
    glm::dvec3 sum(0.0);
    for (size_t i = 0; i < contacts.size(); ++i) {
        const ContactState &contact = contacts[i];
        if (contact.collider >= 0) {
            sum += glm::dvec3(cloth.mass[i] * (contact.pushed * contact.normal + contact.friction));
        }
    }
    return Vec3(sum / static_cast<double>(dt));
}

Vec3 surfaceMotion(const Collider &collider, const ContactScene &scene, const Vec3 &point) {
    if (!moves(collider)) {
        return Vec3(0.0F);
    }
    const Pose before = interpolate(collider.previousPose, collider.pose, scene.substepStart);
    const Pose after = interpolate(collider.previousPose, collider.pose, scene.substepEnd);
    return point - transformPoint(before, inverseTransformPoint(after, point));
}

namespace {

template <ColliderShape shape>
void applyOne(const Cloth &cloth, const ContactScene &scene, int32_t index, std::span<const Vec3> start,
              std::span<Vec3> now, std::span<ContactState> contacts) {
    const Collider &collider = scene.colliders[static_cast<size_t>(index)];
    const Pose pose = interpolate(collider.previousPose, collider.pose, scene.substepEnd);
    const Pose startPose = interpolate(collider.previousPose, collider.pose, scene.substepStart);
    const Mat3 toWorld = glm::mat3_cast(pose.orientation);
    const Mat3 toLocal = glm::transpose(toWorld);
    const float friction = cloth.fabric.friction * collider.frictionScale;
    const float thickness = cloth.fabric.thickness;
    for (size_t i = 0; i < now.size(); ++i) {
        const Vec3 local = toLocal * (now[i] - pose.position);
        if (isFarFrom<shape>(collider, thickness, local) || cloth.fixed[i] != 0) {
            continue;
        }
        SurfaceSample surface = sampleSurface<shape>(collider, local);
        float penetration = thickness - surface.distance;
        if (penetration > kDeep) {
            const Vec3 startLocal = inverseTransformPoint(startPose, start[i]);
            const float atStart = thickness - sampleSurface<shape>(collider, startLocal).distance;
            penetration -= std::max(0.0F, atStart - kRecoverySpeed * scene.dt);
        }
        if (penetration <= 0.0F) {
            continue;
        }
        surface.normal = toWorld * surface.normal;
        ContactState &contact = contacts[i];
        if (contact.collider != index) {
            contact = ContactState{};
            contact.collider = index;
        }
        resolve(contact, {surface.normal, penetration, friction, surfaceMotion(collider, scene, now[i])},
                start[i], now[i]);
    }
}

} // namespace

void applyContacts(const Cloth &cloth, const ContactScene &scene, std::span<const Vec3> start,
                   std::span<Vec3> now, std::span<ContactState> contacts) {
    assert(start.size() == now.size() && contacts.size() == now.size());
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        switch (scene.colliders[static_cast<size_t>(c)].shape) {
        case ColliderShape::Plane:
            applyOne<ColliderShape::Plane>(cloth, scene, c, start, now, contacts);
            break;
        case ColliderShape::Sphere:
            applyOne<ColliderShape::Sphere>(cloth, scene, c, start, now, contacts);
            break;
        case ColliderShape::Box:
            applyOne<ColliderShape::Box>(cloth, scene, c, start, now, contacts);
            break;
        }
    }
}

} // namespace selvage
