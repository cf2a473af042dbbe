// The river's surface and current, and wet cloth; see sim/water.h.
#include "sim/water.h"

#include "sim/cloth.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

struct WaterWave {
    float along;  // rad/m
    float across; // rad/m
    float share;  // –, all together 1
    float phase;  // rad
};

// Crossing one another, so that no pattern repeats that a person could see.
constexpr std::array<WaterWave, 4> kWaves = {{{4.1F, 1.3F, 0.4F, 0.3F},
                                              {6.7F, -3.1F, 0.28F, 2.1F},
                                              {10.9F, 5.3F, 0.2F, 4.4F},
                                              {15.7F, -8.9F, 0.12F, 1.2F}}};

constexpr float kSurfaceEdge = 0.015F;  // m, half the height over which a piece of cloth goes under
constexpr float kBankSpeed = 0.45F;     // –, share of the current's speed that is left at the banks
constexpr float kMassTolerance = 0.02F; // –, change of mass that the solvers need not know of

// 0 in the middle, 1 at either bank.
float towardsBank(const WaterSettings &settings, float z) {
    return std::abs(z - settings.middle.z) / std::max(settings.halfWidth, 1e-3F);
}

} // namespace

float waterHeight(const WaterSettings &settings, const Water &water, float x, float z) {
    const auto moved = static_cast<float>(static_cast<double>(x) - water.drift);
    float sum = 0.0F;
    for (const WaterWave &wave : kWaves) {
        sum += wave.share * std::sin(wave.along * moved + wave.across * z + wave.phase);
    }
    return settings.middle.y + settings.waves * sum;
}

Vec3 currentAt(const WaterSettings &settings, const Vec3 &point) {
    const float bank = towardsBank(settings, point.z);
    if (bank >= 1.0F) {
        return Vec3(0.0F);
    }
    const float speed = std::min(settings.speed, kCurrentMost);
    return {speed * (1.0F - (1.0F - kBankSpeed) * bank * bank), 0.0F, 0.0F};
}

float shareUnderWater(const WaterSettings &settings, const Water &water, const Vec3 &point) {
    const bool high = point.y > settings.middle.y + settings.waves + kSurfaceEdge;
    if (settings.density <= 0.0F || high || towardsBank(settings, point.z) >= 1.0F) {
        return 0.0F;
    }
    const float below = waterHeight(settings, water, point.x, point.z) - point.y;
    return std::clamp(0.5F + 0.5F * below / kSurfaceEdge, 0.0F, 1.0F);
}

Vec3 changeInWater(const WaterSettings &settings, const WetPiece &piece, const Vec3 &gravity, float dt) {
    const Vec3 relative = currentAt(settings, piece.point) - piece.velocity;
    const float across = glm::dot(relative, piece.normal);
    const Vec3 normal = across * piece.normal;
    const float rate =
        0.5F * settings.density * glm::length(relative) * dt / std::max(piece.massPerArea, 1e-6F);
    const float normalRate = settings.normal * rate;
    const float tangentialRate = settings.tangential * rate;
    const Vec3 drag = normalRate / (1.0F + normalRate) * normal +
                      tangentialRate / (1.0F + tangentialRate) * (relative - normal);
    // Fibre and pores displace water; the pores' own water is part of the mass.
    const float displaced =
        settings.density / settings.fibre + settings.soak * settings.density / kWaterDensity;
    const float mass = 1.0F + settings.soak * piece.wetness;
    return drag - dt * displaced / mass * gravity;
}

void moveWater(const WaterSettings &settings, Water &water, float dt) {
    water.drift += static_cast<double>(std::min(settings.speed, kCurrentMost)) * static_cast<double>(dt);
}

bool soakCloth(const WaterSettings &settings, const Water &water, std::vector<float> &wetness, Cloth &cloth,
               float dt) {
    const float wetter = 1.0F - std::exp(-dt / settings.wetTime);
    const float drier = std::exp(-dt / settings.dryTime);
    const std::vector<float> &area = cloth.topology->restArea;
    bool changed = false;
    for (size_t i = 0; i < wetness.size(); ++i) {
        const float under = shareUnderWater(settings, water, cloth.position[i]);
        float &wet = wetness[i];
        wet = under > 0.0F ? wet + under * wetter * (1.0F - wet) : wet * drier;
        const float mass = area[i] * cloth.fabric.arealDensity * (1.0F + settings.soak * wet);
        changed |= std::abs(mass - cloth.mass[i]) > kMassTolerance * cloth.mass[i];
    }
    for (size_t i = 0; changed && i < wetness.size(); ++i) {
        cloth.mass[i] = area[i] * cloth.fabric.arealDensity * (1.0F + settings.soak * wetness[i]);
    }
    return changed;
}

} // namespace selvage
