// One pass of what draws seams together, for the solver on meshes.
#pragma once

#include "mesh_level.h"
#include "sim/sewing.h"

namespace selvage {

// Brings the sides of each pair nearer along the line between them, not faster than the seams' speed counted
// from the start of the substep, and not farther than the cap of their force.
inline void pullSeams(const SeamPulls &pulls, const Axes &previous, float dt, MeshLevel &level) {
    const auto before = [&](int32_t i) {
        const auto k = static_cast<size_t>(i);
        return Vec3(previous[0][k], previous[1][k], previous[2][k]);
    };
    for (const ParticlePair &pair : pulls.pairs) {
        Vec4 &a = level.x[static_cast<size_t>(pair.a)];
        Vec4 &b = level.x[static_cast<size_t>(pair.b)];
        const float wa = level.w[static_cast<size_t>(pair.a)];
        const float wb = level.w[static_cast<size_t>(pair.b)];
        const Vec3 way = Vec3(b) - Vec3(a);
        const float apart = glm::length(way);
        const float goal = std::max(0.0F, glm::distance(before(pair.a), before(pair.b)) - pulls.speed * dt);
        const float nearer = std::min(apart - goal, pulls.passMax);
        if (nearer <= 0.0F || wa + wb <= 0.0F) {
            continue;
        }
        const Vec3 move = (nearer / (apart * (wa + wb))) * way;
        a += Vec4(wa * move, 0.0F);
        b -= Vec4(wb * move, 0.0F);
    }
    const float highest = 0.25F * pulls.speed * dt;
    for (const int32_t i : pulls.belt) {
        float &y = level.x[static_cast<size_t>(i)].y;
        y += std::clamp(pulls.beltHeight - y, -highest, highest);
    }
}

} // namespace selvage
