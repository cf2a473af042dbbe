// A profile of a few radii, smoothed by a Catmull-Rom spline and turned about the y axis.
#include "pawn.h"

#include <glm/gtx/spline.hpp>

namespace selvage {

namespace {

constexpr int32_t kAround = 64;
constexpr int32_t kPerPiece = 6; // rings between two points of the profile

// Radius and height (m); the ends are on the axis.
constexpr Vec2 kProfile[] = {{0.00F, 0.00F}, {0.25F, 0.00F}, {0.26F, 0.06F},  {0.20F, 0.12F}, {0.12F, 0.25F},
                             {0.09F, 0.45F}, {0.10F, 0.58F}, {0.17F, 0.63F},  {0.10F, 0.68F}, {0.14F, 0.74F},
                             {0.18F, 0.83F}, {0.15F, 0.93F}, {0.08F, 0.985F}, {0.00F, 1.00F}};

std::vector<Vec2> smoothProfile(std::span<const Vec2> profile) {
    const auto points = static_cast<int32_t>(profile.size());
    std::vector<Vec2> rings;
    for (int32_t i = 0; i + 1 < points; ++i) {
        const auto at = [&](int32_t k) { return profile[static_cast<size_t>(glm::clamp(k, 0, points - 1))]; };
        for (int32_t s = i == 0 ? 1 : 0; s < kPerPiece; ++s) {
            const float t = static_cast<float>(s) / static_cast<float>(kPerPiece);
            const Vec2 ring = glm::catmullRom(at(i - 1), at(i), at(i + 1), at(i + 2), t);
            rings.emplace_back(std::max(ring.x, 1e-3F), std::max(ring.y, 0.0F));
        }
    }
    return rings;
}

} // namespace

PlainMesh makeTurned(std::span<const Vec2> profile) {
    PlainMesh mesh;
    const std::vector<Vec2> rings = smoothProfile(profile);
    for (const Vec2 &ring : rings) {
        for (int32_t k = 0; k < kAround; ++k) {
            const float angle = glm::two_pi<float>() * static_cast<float>(k) / static_cast<float>(kAround);
            mesh.position.emplace_back(ring.x * std::cos(angle), ring.y, ring.x * std::sin(angle));
        }
    }
    const auto bottom = static_cast<int32_t>(mesh.position.size());
    mesh.position.emplace_back(0.0F, profile.front().y, 0.0F);
    mesh.position.emplace_back(0.0F, profile.back().y, 0.0F);
    const auto ringCount = static_cast<int32_t>(rings.size());
    for (int32_t k = 0; k < kAround; ++k) {
        const int32_t next = (k + 1) % kAround;
        const int32_t top = (ringCount - 1) * kAround;
        mesh.triangles.insert(mesh.triangles.end(), {bottom, k, next});
        mesh.triangles.insert(mesh.triangles.end(), {bottom + 1, top + next, top + k});
        for (int32_t r = 0; r + 1 < ringCount; ++r) {
            const int32_t a = r * kAround;
            const int32_t b = a + kAround;
            mesh.triangles.insert(mesh.triangles.end(), {a + k, b + k, a + next, a + next, b + k, b + next});
        }
    }
    return mesh;
}

PlainMesh makePawn() {
    return makeTurned(kProfile);
}

} // namespace selvage
