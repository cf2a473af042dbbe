// A hand and a controller, described by blended capsules and meshed once at start. Both sit in OpenXR's grip
// pose: the origin is the palm's centre, -z runs from the little finger to the thumb along the tube that a
// fist would hold, +x of the right hand goes into the palm (of the left hand: out of it). So with the
// identity pose the fingers hang down and the thumb is in front.
#include "surface_nets.h"

#include <algorithm>
#include <array>

namespace selvage {

namespace {

// A rod from a to b whose radius changes evenly.
float coneDistance(const Vec3 &p, const Vec3 &a, const Vec3 &b, float radiusA, float radiusB) {
    const Vec3 ab = b - a;
    const float s = std::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0F, 1.0F);
    return glm::length(p - a - s * ab) - glm::mix(radiusA, radiusB, s);
}

float ellipsoidDistance(const Vec3 &p, const Vec3 &center, const Vec3 &radii) {
    const Vec3 q = (p - center) / radii;
    const float k0 = glm::length(q);
    const float k1 = std::max(glm::length(q / radii), 1e-4F);
    return k0 * (k0 - 1.0F) / k1;
}

// Union with a fillet of about `blend` metres (polynomial smooth minimum).
float blendUnion(float a, float b, float blend) {
    const float h = std::max(blend - std::abs(a - b), 0.0F) / blend;
    return std::min(a, b) - 0.25F * h * h * blend;
}

struct Finger {
    Vec3 knuckle;                // m, right hand
    std::array<float, 3> length; // m, from the knuckle to the tip
    float radius;                // m at the knuckle
    float curl;                  // rad, bend of each joint
};

// Right hand: back of the hand at +x, fingers down (-y), thumb side at -z.
constexpr float kFirstBend = 0.45F; // rad, at the knuckle
const std::array<Finger, 4> kFingers{{
    {{0.016F, -0.036F, -0.030F}, {0.042F, 0.026F, 0.020F}, 0.0102F, 0.62F},
    {{0.019F, -0.041F, -0.009F}, {0.046F, 0.029F, 0.021F}, 0.0105F, 0.68F},
    {{0.018F, -0.038F, 0.012F}, {0.042F, 0.027F, 0.020F}, 0.0100F, 0.74F},
    {{0.013F, -0.031F, 0.031F}, {0.033F, 0.021F, 0.017F}, 0.0088F, 0.80F},
}};

float fingerDistance(const Finger &finger, const Vec3 &p) {
    Vec3 joint = finger.knuckle;
    float bend = kFirstBend;
    float radius = finger.radius;
    float distance = 1.0F;
    for (const float length : finger.length) {
        const Vec3 next = joint + length * Vec3(-std::sin(bend), -std::cos(bend), 0.0F);
        const float nextRadius = radius * 0.90F;
        distance = blendUnion(distance, coneDistance(p, joint, next, radius, nextRadius), 0.003F);
        joint = next;
        radius = nextRadius;
        bend += finger.curl;
    }
    return distance;
}

float thumbDistance(const Vec3 &p) {
    const Vec3 base(0.004F, 0.022F, -0.030F);
    const Vec3 middle(-0.014F, -0.008F, -0.052F);
    const Vec3 joint(-0.030F, -0.036F, -0.050F);
    const Vec3 tip(-0.036F, -0.060F, -0.040F);
    float distance = coneDistance(p, base, middle, 0.0165F, 0.0125F);
    distance = blendUnion(distance, coneDistance(p, middle, joint, 0.0120F, 0.0105F), 0.006F);
    return blendUnion(distance, coneDistance(p, joint, tip, 0.0105F, 0.0088F), 0.004F);
}

float palmDistance(const Vec3 &p) {
    const Vec3 wrist(0.013F, 0.062F, 0.0F);
    float distance = blendUnion(coneDistance(p, wrist + Vec3(0.0F, 0.0F, -0.007F),
                                             wrist + Vec3(0.001F, 0.060F, -0.010F), 0.0185F, 0.0200F),
                                coneDistance(p, wrist + Vec3(0.0F, 0.0F, 0.007F),
                                             wrist + Vec3(0.001F, 0.060F, 0.010F), 0.0185F, 0.0200F),
                                0.016F);
    for (const Finger &finger : kFingers) {
        const Vec3 root(0.011F, 0.046F, 0.42F * finger.knuckle.z);
        distance = blendUnion(distance, coneDistance(p, root, finger.knuckle, 0.0150F, 0.0120F), 0.014F);
    }
    // Ends above the wrist in a flat, softly rounded face, like a turned wooden hand.
    const float kEnd = 0.094F; // m
    return -blendUnion(-distance, kEnd - p.y, 0.010F);
}

float rightHandDistance(const Vec3 &p) {
    float fingers = 1.0F;
    for (const Finger &finger : kFingers) {
        fingers = blendUnion(fingers, fingerDistance(finger, p), 0.0025F);
    }
    const float palm = blendUnion(palmDistance(p), thumbDistance(p), 0.014F);
    return blendUnion(palm, fingers, 0.008F);
}

float controllerDistance(const Vec3 &p) {
    const float handle = coneDistance(p, {0.0F, -0.004F, 0.060F}, {0.0F, 0.0F, -0.030F}, 0.0125F, 0.0150F);
    const float head = ellipsoidDistance(p, {0.0F, 0.005F, -0.050F}, {0.021F, 0.015F, 0.030F});
    const float stick = coneDistance(p, {0.0F, 0.014F, -0.044F}, {0.0F, 0.026F, -0.042F}, 0.0055F, 0.0065F);
    const float trigger =
        coneDistance(p, {0.0F, -0.008F, -0.062F}, {0.0F, -0.024F, -0.052F}, 0.0075F, 0.0055F);
    float distance = blendUnion(handle, head, 0.020F);
    distance = blendUnion(distance, stick, 0.002F);
    return blendUnion(distance, trigger, 0.004F);
}

// The other hand: mirrored in x, with the triangles turned back to counter-clockwise.
void mirror(MeshData &mesh) {
    for (Vertex &vertex : mesh.vertices) {
        vertex.position.x = -vertex.position.x;
        vertex.normal.x = -vertex.normal.x;
    }
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
    }
}

} // namespace

MeshData makeController() {
    const SampledRegion region{{-0.030F, -0.040F, -0.090F}, {0.030F, 0.042F, 0.085F}, 0.0022F};
    return meshDistanceFunction(controllerDistance, region);
}

MeshData makeHand(Hand side) {
    const SampledRegion region{{-0.085F, -0.160F, -0.085F}, {0.060F, 0.125F, 0.065F}, 0.0026F};
    MeshData mesh = meshDistanceFunction(rightHandDistance, region);
    if (side == Hand::Left) {
        mirror(mesh);
    }
    return mesh;
}

} // namespace selvage
