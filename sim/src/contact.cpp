// Contact with an accumulated friction cone: each sweep adds to the normal push and re-decides the tangential
// correction within mu times what has been pushed so far, so that the cone sees the whole normal impulse of
// the substep and a resting cloth rests.
#include "sim/contact.h"

#include "contact_kernel.h"

#include <cassert>

namespace selvage {

namespace {

bool moves(const Collider &c) {
    return c.pose.position != c.previousPose.position || c.pose.orientation != c.previousPose.orientation;
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
    const ContactFrame frame = makeContactFrame(cloth.fabric, scene, index);
    for (size_t i = 0; i < now.size(); ++i) {
        if (cloth.fixed[i] == 0) {
            touchParticle<shape>(frame, scene, start[i], now[i], contacts[i]);
        }
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
        case ColliderShape::Capsule:
            applyOne<ColliderShape::Capsule>(cloth, scene, c, start, now, contacts);
            break;
        case ColliderShape::Ellipsoid:
            applyOne<ColliderShape::Ellipsoid>(cloth, scene, c, start, now, contacts);
            break;
        case ColliderShape::Mesh:
            applyOne<ColliderShape::Mesh>(cloth, scene, c, start, now, contacts);
            break;
        }
    }
}

} // namespace selvage
