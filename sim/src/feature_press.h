// Pushes on several particles at once: of an edge by its two ends, of a face by its corners.
#pragma once

#include "collider_pass.h"
#include "grid_contact.h"

#include <array>

namespace selvage {

inline Vec3 at(const Axes &axes, int32_t slot) {
    const auto i = static_cast<size_t>(slot);
    return {axes[0][i], axes[1][i], axes[2][i]};
}

inline Vec3 nowAt(const GridParticles &p, int32_t slot) {
    const auto i = static_cast<size_t>(slot);
    return {(*p.now[0])[i], (*p.now[1])[i], (*p.now[2])[i]};
}

inline float weightAt(const GridParticles &p, int32_t slot) {
    return (*p.w)[static_cast<size_t>(slot)];
}

// Stands for the pass's solid in ClothFeatures; the last one for all that are too many.
inline uint64_t bitOf(const Pass &pass) {
    return uint64_t{1} << static_cast<uint64_t>(std::min(pass.index, 63));
}

inline bool isNear(const Pass &pass, const ClothFeatures &features, int32_t slot) {
    return (features.isNear[static_cast<size_t>(slot)] & bitOf(pass)) != 0;
}

inline bool isNearAny(const Pass &pass, const ClothFeatures &features) {
    return (features.anyNear & bitOf(pass)) != 0;
}

inline Vec3 in(const Block &block, int32_t k) {
    return {block.x[k], block.y[k], block.z[k]};
}

inline Vec3 apply(const Affine &affine, const Vec3 &p) {
    return affine.linear * p + affine.offset;
}

// A push (m) on one particle, of which its contact is told, and friction with it.
void press(const Pass &pass, const GridParticles &p, GridContacts &contacts, int32_t slot, const Vec3 &push);

// –, of what a free particle gives: as much as three free ones give together, or less.
inline constexpr float kLeastGive = 0.25F;

// Moves free particles so that the mean of their places by `weight` moves by `push` (m), or less.
template <size_t count>
void pressTogether(const Pass &pass, const GridParticles &p, GridContacts &contacts,
                   const std::array<int32_t, count> &slots, const std::array<float, count> &weight,
                   const Vec3 &push) {
    float give = 0.0F;
    float most = 0.0F;
    for (size_t k = 0; k < count; ++k) {
        const float w = weightAt(p, slots[k]);
        give += weight[k] * weight[k] * w;
        most = std::max(most, w);
    }
    // What is fixed in or at the solid must not hurl away what hangs from it.
    give = std::max(give, kLeastGive * most);
    for (size_t k = 0; k < count; ++k) {
        const float part = weight[k] * weightAt(p, slots[k]);
        if (part > 0.0F) {
            press(pass, p, contacts, slots[k], (part / give) * push);
        }
    }
}

// How a particle that started before a plane is kept there: put back onto it, or by shortening its way.
// Planes of many are not all kept by putting back, but it leaves the way along them.
enum class Keep : uint8_t { OnPlane, ByShortening };

// In the collider's frame: what is before it has dot(normal, point) >= distance (m).
struct PartingPlane {
    Vec3 normal;
    float distance;
};

// A particle and where it started, in the collider's frame.
struct Started {
    int32_t slot;
    Vec3 at; // m
};

inline void keepBefore(const Pass &pass, const GridParticles &p, ClothFeatures &features, Keep keep,
                       const Started &particle, const PartingPlane &plane) {
    const Vec3 now = nowAt(p, particle.slot);
    const float left = glm::dot(plane.normal, apply(pass.toLocal, now)) - plane.distance;
    if (left >= 0.0F || weightAt(p, particle.slot) == 0.0F) {
        return;
    }
    const auto i = static_cast<size_t>(particle.slot);
    if (keep == Keep::ByShortening) {
        const float had = std::max(glm::dot(plane.normal, particle.at) - plane.distance, 0.0F);
        features.share[i] = std::min(features.share[i], had / std::max(had - left, 1e-9F));
        return;
    }
    const Vec3 put = now - left * (pass.toWorld * plane.normal);
    for (size_t axis = 0; axis < 3; ++axis) {
        (*p.now[axis])[i] = put[static_cast<int>(axis)];
    }
}

// m, between a plane and the surface behind it, of what started at a distance: the plane leaves some of the
// gap.
inline float gapOf(const Pass &pass, float distance) {
    constexpr float kGapShare = 0.25F; // –, of the thickness
    return std::min(kGapShare * pass.thickness, distance);
}

} // namespace selvage
