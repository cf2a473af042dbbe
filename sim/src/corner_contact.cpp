// A face is nearest to a corner anywhere on it, so its normal tells the way out; edges and particles have
// been pushed out before. Which side a face is on is told by the start of the substep.
#include "corner_contact.h"

#include "feature_press.h"
#include "maths/index.h"
#include "sim/mesh_distance.h"

namespace selvage {

namespace {

constexpr float kTolerance = 1e-5F; // m, less is not pushed
constexpr float kAround = 1.5F;     // –, of the longest edge: where the triangles around a corner may be
constexpr int32_t kCornersMax = 8;

// A point that may poke through a face: its place in the collider's frame, how far the surface is from it,
// and the way out (none: any way).
struct Corner {
    Vec3 at;
    float radius;
    Vec3 out;
};

int32_t cornersOf(const Collider &collider, std::array<Corner, kCornersMax> &corners) {
    const Vec3 half = collider.halfExtents;
    const float r = collider.radius;
    switch (collider.shape) {
    case ColliderShape::Sphere:
        corners[0] = {Vec3(0.0F), r, Vec3(0.0F)};
        return 1;
    case ColliderShape::Capsule:
        corners[0] = {{0.0F, half.y, 0.0F}, r, {0.0F, 1.0F, 0.0F}};
        corners[1] = {{0.0F, -half.y, 0.0F}, r, {0.0F, -1.0F, 0.0F}};
        return 2;
    case ColliderShape::Box:
        for (int32_t k = 0; k < kCornersMax; ++k) {
            const Vec3 out((k & 1) != 0 ? 1.0F : -1.0F, (k & 2) != 0 ? 1.0F : -1.0F,
                           (k & 4) != 0 ? 1.0F : -1.0F);
            corners[u(k)] = {out * (half - r), r, out};
        }
        return kCornersMax;
    case ColliderShape::Plane:
    case ColliderShape::Ellipsoid:
    case ColliderShape::Mesh:
        break;
    }
    return 0;
}

using Face = MeshTree::Triangle;

Face mixed(const Face &from, const Face &to, float t) {
    return {glm::mix(from.a, to.a, t), glm::mix(from.b, to.b, t), glm::mix(from.c, to.c, t), 0};
}

// Unit, or zero.
Vec3 normalOf(const Face &face) {
    const Vec3 normal = glm::cross(face.b - face.a, face.c - face.a);
    const float size = glm::length(normal);
    return size > 1e-12F ? normal / size : Vec3(0.0F);
}

// Weights of the corners at a point's foot.
Vec3 weightsAt(const Face &face, const Vec3 &point) {
    const Vec3 normal = glm::cross(face.b - face.a, face.c - face.a);
    const float squared = std::max(glm::dot(normal, normal), 1e-24F);
    const float b = glm::dot(normal, glm::cross(point - face.a, face.c - face.a)) / squared;
    const float c = glm::dot(normal, glm::cross(face.b - face.a, point - face.a)) / squared;
    return {1.0F - b - c, b, c};
}

// Where and how far (m) a face is to be pushed off a corner, both in the collider's frame.
struct FacePush {
    float depth{0.0F};
    Vec3 normal{0.0F};
    Vec3 weight{0.0F};
};

// Whether what lies in this direction from a corner is outside of the solid: before the corner, not beside
// it.
bool isBefore(const Corner &corner, const Vec3 &normal) {
    return glm::all(glm::greaterThan(normal * corner.out, Vec3(-0.1F)));
}

FacePush pushOff(const Pass &pass, const Corner &corner, const Face &start, const Face &now) {
    Vec3 normalBefore = normalOf(start);
    Vec3 normal = normalOf(now);
    const Vec3 out = corner.out == Vec3(0.0F) ? start.a - corner.at : corner.out;
    if (glm::dot(normalBefore, out) < 0.0F) {
        normalBefore = -normalBefore;
        normal = -normal;
    }
    const float before = glm::dot(normalBefore, start.a - corner.at); // m, of the face before the corner
    const float after = glm::dot(normal, now.a - corner.at);
    FacePush push;
    if (before < -pass.recovery || after >= corner.radius + pass.thickness || !isBefore(corner, normal)) {
        return push; // it was not before the corner, or is not near, or meets a side and not the corner
    }
    const bool crossed = before > 0.0F && after < 0.0F;
    push.weight = weightsAt(crossed ? mixed(start, now, before / (before - after)) : now, corner.at);
    if (glm::all(glm::greaterThan(push.weight, Vec3(0.0F)))) {
        push.depth = corner.radius + pass.thickness - after;
        push.normal = normal;
    }
    return push;
}

bool isWithin(const Vec3 &a, const Vec3 &b, float reach) {
    return glm::all(glm::lessThan(glm::abs(a - b), Vec3(reach)));
}

Face startOf(const Pass &pass, const GridParticles &p, const std::array<int32_t, 3> &slots) {
    return {apply(pass.startToLocal, at(*p.previous, slots[0])),
            apply(pass.startToLocal, at(*p.previous, slots[1])),
            apply(pass.startToLocal, at(*p.previous, slots[2]))};
}

// Pushes the faces around a slot, of which it is the first, off a corner.
bool touchFaces(const Pass &pass, const Corner &corner, const GridParticles &p, const ClothFeatures &features,
                int32_t slot, GridContacts &contacts) {
    bool any = false;
    for (int32_t k = features.cornerStart[u(slot)]; k < features.cornerStart[u(slot + 1)]; ++k) {
        const int32_t b = features.corners[u(2 * k)];
        const int32_t c = features.corners[u(2 * k + 1)];
        const Face start = startOf(pass, p, {slot, b, c});
        const Face now{apply(pass.toLocal, nowAt(p, slot)), apply(pass.toLocal, nowAt(p, b)),
                       apply(pass.toLocal, nowAt(p, c))};
        const FacePush push = pushOff(pass, corner, start, now);
        if (push.depth > kTolerance) {
            pressTogether<3>(pass, p, contacts, {slot, b, c}, {push.weight.x, push.weight.y, push.weight.z},
                             push.depth * (pass.toWorld * push.normal));
            any = true;
        }
    }
    return any;
}

// Keeps the faces around a slot on their side of a corner.
void cutFaces(const Pass &pass, const Corner &corner, const GridParticles &p, Keep keep,
              ClothFeatures &features, int32_t slot) {
    for (int32_t k = features.cornerStart[u(slot)]; k < features.cornerStart[u(slot + 1)]; ++k) {
        const std::array<int32_t, 3> slots{slot, features.corners[u(2 * k)], features.corners[u(2 * k + 1)]};
        const Face start = startOf(pass, p, slots);
        const Vec3 apart = closestPoint(start, corner.at) - corner.at;
        const float distance = glm::length(apart) - corner.radius;
        const Vec3 normal = apart / std::max(distance + corner.radius, 1e-9F);
        if (distance <= 0.0F || distance >= pass.way || !isBefore(corner, normal)) {
            continue;
        }
        const PartingPlane plane{normal, glm::dot(normal, corner.at) + corner.radius + gapOf(pass, distance)};
        keepBefore(pass, p, features, keep, {slots[0], start.a}, plane);
        keepBefore(pass, p, features, keep, {slots[1], start.b}, plane);
        keepBefore(pass, p, features, keep, {slots[2], start.c}, plane);
    }
}

// Calls body(corner, slot) for the slots near each corner.
template <typename Body>
void forCorners(const Pass &pass, const GridParticles &p, const ClothFeatures &features, float way,
                const Body &body) {
    std::array<Corner, kCornersMax> corners;
    const int32_t count = cornersOf(*pass.collider, corners);
    if (count == 0) {
        return;
    }
    const float reach = kAround * features.longest + corners[0].radius + pass.thickness + way;
    const Vec3 place = glm::abs(corners[0].at); // of all of them
    for (const int32_t slot : features.near) {
        const Vec3 local = apply(pass.toLocal, nowAt(p, slot));
        if (!isNear(pass, features, slot) || !isWithin(glm::abs(local), place, reach)) {
            continue;
        }
        for (int32_t k = 0; k < count; ++k) {
            if (isWithin(local, corners[u(k)].at, reach)) {
                body(corners[u(k)], slot);
            }
        }
    }
}

} // namespace

bool touchCorners(const Pass &pass, const GridParticles &p, const ClothFeatures &features,
                  GridContacts &contacts) {
    bool any = false;
    forCorners(pass, p, features, pass.swept ? pass.way : 0.0F, [&](const Corner &corner, int32_t slot) {
        any |= touchFaces(pass, corner, p, features, slot, contacts);
    });
    return any;
}

void cutAtCorners(const Pass &pass, const GridParticles &p, Keep keep, ClothFeatures &features) {
    forCorners(pass, p, features, pass.way,
               [&](const Corner &corner, int32_t slot) { cutFaces(pass, corner, p, keep, features, slot); });
}

} // namespace selvage
