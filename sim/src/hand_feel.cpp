// Outside of solids, and back from taut cloth; see the header.
#include "hand_feel.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>

namespace selvage {

namespace {

// By no more than `farthest` from what it was.
Vec3 approach(const Vec3 &from, const Vec3 &to, float farthest) {
    const Vec3 way = to - from;
    const float length = glm::length(way);
    return length <= farthest ? to : from + way * (farthest / length);
}

bool isCarried(const World &world, size_t collider) {
    return std::any_of(world.tools.begin(), world.tools.end(), [&](const HandTool &tool) {
        return u(tool.collider) == collider || world.colliders[collider].carrier == tool.collider;
    });
}

// The nearest place outside, of a point that is in one solid or in two that meet.
Vec3 outside(const World &world, Vec3 point) {
    constexpr int kRounds = 2;
    for (int round = 0; round < kRounds; ++round) {
        for (size_t c = 0; c < world.colliders.size(); ++c) {
            if (isCarried(world, c)) {
                continue;
            }
            const Collider &collider = world.colliders[c];
            const SurfaceSample sample = sampleCollider(collider, collider.pose, point);
            if (sample.distance < 0.0F) {
                point -= sample.distance * sample.normal;
            }
        }
    }
    return point;
}

// –, stretch beyond which a spring counts: what the fabric has of itself.
float ownStretch(const Cloth &cloth) {
    return std::max(cloth.fabric.maxStretchWarp, cloth.fabric.maxStretchWeft);
}

// How much a cloth is stretched where it is most, 0 where it is not. A solver leaves what hands and pins
// cannot agree on anywhere between them, so that it need not be near a hand to pull at it. By squares:
// roots and quotients only for springs that are more stretched than all before them.
float mostStrain(const Cloth &cloth) {
    const float own = ownStretch(cloth);
    float most = (1.0F + own) * (1.0F + own);
    float strain = 0.0F;
    forStructural(*cloth.topology, [&](int32_t a, int32_t b, float restLength) {
        const Vec3 along = cloth.position[u(b)] - cloth.position[u(a)];
        const float square = glm::dot(along, along);
        const float rest = restLength * restLength;
        if (square > most * rest && rest > 0.0F) {
            most = square / rest;
            strain = std::sqrt(square) / restLength - 1.0F - own;
        }
    });
    return std::max(0.0F, strain);
}

// m, the middle of what is stretched at least half as much.
Vec3 placeOfPull(const Cloth &cloth, float most) {
    const float own = ownStretch(cloth);
    Vec3 place(0.0F);
    float sum = 0.0F;
    forStructural(*cloth.topology, [&](int32_t a, int32_t b, float restLength) {
        const Vec3 &p = cloth.position[u(a)];
        const Vec3 &q = cloth.position[u(b)];
        const float strain = restLength > 0.0F ? glm::distance(p, q) / restLength - 1.0F - own : 0.0F;
        if (restLength > 0.0F && strain >= 0.5F * most) {
            sum += strain;
            place += 0.5F * strain * (p + q);
        }
    });
    return sum > 0.0F ? place / sum : place;
}

// m/s, of the fastest hand that holds this cloth: what one shakes comes at the other as a pull.
float shakeOf(const World &world, int32_t cloth) {
    float fastest = 0.0F;
    for (const HandState &hand : world.hands) {
        fastest = hand.holding() && hand.cloth == cloth ? std::max(fastest, hand.speed) : fastest;
    }
    return fastest;
}

// Follows the pull while that is more than a grip bears, and comes back when it is less.
void yieldTo(const World &world, float strain, float dt, HandState &hand) {
    const HandSettings &settings = world.handSettings;
    const Cloth &cloth = world.cloths[u(hand.cloth)];
    const bool pulls = strain > settings.slipStrain && shakeOf(world, hand.cloth) < settings.shakeSpeed;
    hand.tautTime = pulls ? hand.tautTime + dt : 0.0F;
    if (hand.tautTime > settings.slipTime) {
        const Vec3 way = placeOfPull(cloth, strain) - hand.anchor.position;
        const float length = glm::length(way);
        const float excess = std::min(1.0F, strain / settings.slipStrain - 1.0F);
        hand.yield += length > 0.0F ? way * (excess * settings.slipSpeed * dt / length) : Vec3(0.0F);
    } else if (strain < 0.5F * settings.slipStrain) {
        hand.yield = approach(hand.yield, Vec3(0.0F), settings.returnSpeed * dt);
    }
}

} // namespace

void keepHandsOutside(World &world, float dt) {
    for (HandState &hand : world.hands) {
        if (!hand.present || !hand.tracked) {
            continue;
        }
        const Vec3 free = hand.tracking.position + hand.lag + hand.yield;
        Vec3 way = outside(world, free) - free;
        hand.appeared = hand.appeared && way != Vec3(0.0F);
        way = hand.appeared ? Vec3(0.0F) : way;
        // Where solids meet, the nearest way out jumps; what the hand holds cannot.
        const float fastest = hand.speed + world.handSettings.returnSpeed;
        hand.outside = approach(hand.outside, way, fastest * dt);
        hand.anchor.position = free + hand.outside;
    }
}

void feelCloth(World &world, bool timeWasUp, float dt) {
    int32_t felt = -1; // cloth
    float strain = 0.0F;
    for (HandState &hand : world.hands) {
        hand.pull = 0.0F;
        if (!hand.holding()) {
            hand.tautTime = 0.0F;
            hand.yield = approach(hand.yield, Vec3(0.0F), world.handSettings.returnSpeed * dt);
            continue;
        }
        const Cloth &cloth = world.cloths[u(hand.cloth)];
        if (hand.cloth != felt) {
            const bool isBody = cloth.topology->network; // flesh stretches
            felt = hand.cloth;
            strain = isBody || timeWasUp ? 0.0F : mostStrain(cloth);
        }
        hand.pull = std::min(1.0F, strain / world.handSettings.slipStrain);
        yieldTo(world, strain, dt, hand);
    }
}

} // namespace selvage
