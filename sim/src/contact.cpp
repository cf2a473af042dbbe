// Contact with an accumulated friction cone: each sweep adds to the normal push and re-decides the tangential
// correction within mu times what has been pushed so far, so that the cone sees the whole normal impulse of
// the substep and a resting cloth rests.
#include "sim/contact.h"

#include "contact_kernel.h"
#include "extent.h"
#include "lanes.h"

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

Extent extentOf(std::span<const Vec3> places) {
    Lanes low = spread(kFarAway);
    Lanes high = spread(-kFarAway);
    for (size_t i = 0; i + 1 < places.size(); ++i) { // four floats each, one of the next place
        const Lanes at = load4(&places[i].x);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    const Vec3 &last = places.back();
    return joined({Vec3(low[0], low[1], low[2]), Vec3(high[0], high[1], high[2])}, {last, last});
}

struct Places {
    std::span<const Vec3> start;
    std::span<Vec3> now;
    std::span<ContactState> contacts;
};

// Whether anything is pushed.
template <ColliderShape shape>
bool applyOne(const ContactFrame &frame, const Cloth &cloth, const ContactScene &scene,
              const Places &places) {
    bool touched = false;
    for (size_t i = 0; i < places.now.size(); ++i) {
        if (cloth.fixed[i] == 0) {
            touched |= touchParticle<shape>(frame, scene, places.start[i], places.now[i], places.contacts[i]);
        }
    }
    return touched;
}

bool applyShape(const ContactFrame &frame, const Cloth &cloth, const ContactScene &scene,
                const Places &places) {
    switch (frame.collider->shape) {
    case ColliderShape::Plane:
        return applyOne<ColliderShape::Plane>(frame, cloth, scene, places);
    case ColliderShape::Sphere:
        return applyOne<ColliderShape::Sphere>(frame, cloth, scene, places);
    case ColliderShape::Box:
        return applyOne<ColliderShape::Box>(frame, cloth, scene, places);
    case ColliderShape::Capsule:
        return applyOne<ColliderShape::Capsule>(frame, cloth, scene, places);
    case ColliderShape::Ellipsoid:
        return applyOne<ColliderShape::Ellipsoid>(frame, cloth, scene, places);
    case ColliderShape::Mesh:
        return applyOne<ColliderShape::Mesh>(frame, cloth, scene, places);
    }
    return false;
}

} // namespace

void applyContacts(const Cloth &cloth, const ContactScene &scene, std::span<const Vec3> start,
                   std::span<Vec3> now, std::span<ContactState> contacts) {
    assert(start.size() == now.size() && contacts.size() == now.size());
    if (now.empty()) {
        return;
    }
    Extent extent = extentOf(now);
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        const ContactFrame frame = makeContactFrame(cloth.fabric, scene, c);
        const Extent there = transformed(inverseOf(frame.pose), extent);
        if (areApart(there, extentOf(*frame.collider), frame.thickness + kRounding)) {
            continue;
        }
        if (applyShape(frame, cloth, scene, {start, now, contacts})) {
            extent = extentOf(now); // they have moved
        }
    }
}

} // namespace selvage
