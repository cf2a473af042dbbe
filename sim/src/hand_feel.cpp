// Outside of solids, and back from taut cloth; see the header.
#include "hand_feel.h"

#include "maths/index.h"

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

// Where a cloth is stretched most beyond what its fabric has of itself. A solver leaves what hands and pins
// cannot agree on anywhere between them, so that it need not be near a hand to pull at it.
struct Pull {
    float strain{0.0F}; // –
    Vec3 place{0.0F};   // m, the middle of what is stretched at least half as much
};

float strainOf(const Cloth &cloth, const Spring &spring) {
    const float own = std::max(cloth.fabric.maxStretchWarp, cloth.fabric.maxStretchWeft);
    const bool counts = isStructural(spring.kind) && spring.restLength > 0.0F;
    return counts
               ? glm::distance(cloth.position[u(spring.a)], cloth.position[u(spring.b)]) / spring.restLength -
                     1.0F - own
               : 0.0F;
}

Pull pullIn(const Cloth &cloth) {
    Pull pull;
    for (const Spring &spring : cloth.topology->springs) {
        pull.strain = std::max(pull.strain, strainOf(cloth, spring));
    }
    if (!(pull.strain > 0.0F)) {
        return {};
    }
    float sum = 0.0F;
    for (const Spring &spring : cloth.topology->springs) {
        const float strain = strainOf(cloth, spring);
        if (strain >= 0.5F * pull.strain) {
            sum += strain;
            pull.place += 0.5F * strain * (cloth.position[u(spring.a)] + cloth.position[u(spring.b)]);
        }
    }
    pull.place /= sum;
    return pull;
}

// Follows the pull while that is more than a grip bears, and comes back when it is less.
void yieldTo(const Pull &pull, const HandSettings &settings, float dt, HandState &hand) {
    const bool pulls = pull.strain > settings.slipStrain && hand.speed < settings.shakeSpeed;
    hand.tautTime = pulls ? hand.tautTime + dt : 0.0F;
    const Vec3 way = pull.place - hand.anchor.position;
    const float length = glm::length(way);
    if (hand.tautTime > settings.slipTime && length > 0.0F) {
        const float excess = std::min(1.0F, pull.strain / settings.slipStrain - 1.0F);
        hand.yield += way * (excess * settings.slipSpeed * dt / length);
    } else if (pull.strain < 0.5F * settings.slipStrain) {
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
    for (HandState &hand : world.hands) {
        hand.pull = 0.0F;
        if (!hand.holding()) {
            hand.tautTime = 0.0F;
            hand.yield = approach(hand.yield, Vec3(0.0F), world.handSettings.returnSpeed * dt);
            continue;
        }
        const Cloth &cloth = world.cloths[u(hand.cloth)];
        const bool isBody = cloth.topology->network; // flesh stretches
        const Pull pull = isBody || timeWasUp ? Pull{} : pullIn(cloth);
        hand.pull = std::min(1.0F, pull.strain / world.handSettings.slipStrain);
        yieldTo(pull, world.handSettings, dt, hand);
    }
}

} // namespace selvage
