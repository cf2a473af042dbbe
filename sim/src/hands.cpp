// Anchors, hysteresis, taking hold and letting go.
#include "sim/hands.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kFollowRings =
    4; // particles around the held patch that move along when drawn with a later pose

Quat turnTowards(const Quat &from, const Quat &to, float angleMax) {
    const float cosine = std::min(1.0F, std::abs(glm::dot(from, to)));
    const float angle = 2.0F * std::acos(cosine);
    return angle <= angleMax ? to : glm::normalize(glm::slerp(from, to, angleMax / angle));
}

// Puts what a hand cannot have done in one step into the lag, then makes some of the lag up.
void bridge(HandState &hand, const Vec3 &trackedNow, const HandSettings &settings, float dt) {
    const Vec3 trackedStep = trackedNow - hand.tracking.position;
    const float wanted = glm::length(trackedStep);
    if (wanted > settings.jumpLimit) {
        hand.lag -= trackedStep;
    } else if (wanted > settings.speedLimit * dt) {
        hand.lag -= trackedStep * (1.0F - settings.speedLimit * dt / wanted);
    }
    const float left = glm::length(hand.lag);
    if (left <= 0.0F) {
        return;
    }
    // At the start fast, at the end slow; below a tenth of a millimetre it is done.
    const float madeUp =
        std::min({left * std::min(1.0F, 3.0F * dt / settings.bridgeTime), settings.bridgeSpeed * dt});
    hand.lag *= left - madeUp < 1e-4F ? 0.0F : (left - madeUp) / left;
}

// Weights that fall off with the distance in springs from the held particles.
void spreadFollow(HandState &hand, const Cloth &cloth) {
    std::fill(hand.follow.begin(), hand.follow.end(), 0.0F);
    for (const HeldParticle &h : hand.held) {
        hand.follow[u(h.particle)] = 1.0F;
    }
    for (int32_t ring = 1; ring <= kFollowRings; ++ring) {
        const float weight = 1.0F - static_cast<float>(ring) / static_cast<float>(kFollowRings + 1);
        const float inner = 1.0F - static_cast<float>(ring - 1) / static_cast<float>(kFollowRings + 1);
        forNeighbours(*cloth.topology, [&](int32_t i, int32_t j) {
            float &a = hand.follow[u(i)];
            float &b = hand.follow[u(j)];
            if (std::max(a, b) == inner) {
                a = std::max(a, weight);
                b = std::max(b, weight);
            }
        });
    }
}

// False, and no more than part of it done, where that are too many.
bool holdWithin(HandState &hand, const Cloth &cloth, float reach) {
    const auto most = u(heldMax(cloth.particleCount()));
    hand.held.clear();
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const Vec3 d = cloth.position[u(i)] - hand.anchor.position;
        if (cloth.fixed[u(i)] == 0 && glm::dot(d, d) <= reach * reach) {
            if (hand.held.size() == most) {
                return false;
            }
            hand.held.push_back({i, inverseTransformPoint(hand.anchor, cloth.position[u(i)])});
        }
    }
    return true;
}

} // namespace

int32_t heldMax(int32_t particleCount) {
    constexpr int32_t kAnyway = 512;
    constexpr int32_t kShare = 8;
    return std::min(particleCount, std::max(kAnyway, particleCount / kShare));
}

void prepareHand(HandState &hand, int32_t particleMax) {
    hand.held.reserve(u(heldMax(particleMax)));
    hand.follow.assign(u(particleMax), 0.0F);
}

Pose moveAnchor(HandState &hand, const HandInput &input, const HandSettings &settings, float dt,
                float sinceRecentre) {
    hand.previousAnchor = hand.anchor;
    hand.tracked = input.active && input.tracked && isUsable(input.grip);
    if (!hand.tracked) {
        hand.lostTime += dt;
        if (hand.lostTime > settings.lostGripTime) {
            hand.present = false;
        }
        return {};
    }
    hand.lostTime = 0.0F;
    if (!hand.present) {
        hand.present = true;
        hand.appeared = true;
        hand.tracking = input.grip;
        hand.anchor = input.grip;
        hand.previousAnchor = input.grip;
        hand.lag = hand.outside = hand.yield = Vec3(0.0F);
        return {};
    }
    const Vec3 step = input.grip.position - hand.tracking.position;
    if (sinceRecentre <= settings.recentreWindow && glm::length(step) > settings.speedLimit * dt) {
        const Pose jump = compose(input.grip, inverse(hand.tracking));
        hand.tracking = input.grip;
        hand.anchor = compose(jump, hand.anchor);
        hand.previousAnchor = hand.anchor;
        hand.lag = jump.orientation * hand.lag;
        hand.outside = jump.orientation * hand.outside;
        hand.yield = jump.orientation * hand.yield;
        return jump;
    }
    hand.speed = glm::length(step) / dt;
    bridge(hand, input.grip.position, settings, dt);
    hand.anchor.orientation =
        turnTowards(hand.anchor.orientation, input.grip.orientation, settings.turnLimit * dt);
    hand.anchor.position = input.grip.position + hand.lag + hand.outside + hand.yield;
    hand.tracking = input.grip;
    return {};
}

bool wantsToGrab(HandState &hand, const HandInput &input, const HandSettings &settings, float dt) {
    if (!hand.tracked) {
        return false;
    }
    const float squeeze = std::max(input.grab, input.pinch);
    if (hand.closed) {
        hand.closed = squeeze > settings.releaseThreshold;
        hand.closedTime += dt;
    } else if (squeeze >= settings.pressThreshold) {
        hand.closed = true;
        hand.closedTime = 0.0F;
    }
    hand.radius = input.grab >= settings.releaseThreshold ? settings.grabRadius : settings.pinchRadius;
    return hand.closed && !hand.holding() && hand.closedTime <= settings.lateGrabTime;
}

bool wantsToRelease(const HandState &hand, const HandSettings &settings) {
    return hand.holding() && (!hand.closed || hand.lostTime > settings.lostGripTime);
}

bool grabParticles(HandState &hand, int32_t clothIndex, Cloth &cloth) {
    float reach = hand.radius;
    while (!holdWithin(hand, cloth, reach)) {
        reach *= 0.9F;
    }
    if (hand.held.empty()) {
        return false;
    }
    for (const HeldParticle &h : hand.held) {
        cloth.fixed[u(h.particle)] = kHeld;
    }
    hand.cloth = clothIndex;
    ++hand.grabCount;
    spreadFollow(hand, cloth);
    return true;
}

void releaseParticles(HandState &hand, Cloth &cloth) {
    for (const HeldParticle &h : hand.held) {
        cloth.fixed[u(h.particle)] = 0;
    }
    hand.held.clear();
    hand.cloth = -1;
    ++hand.releaseCount;
}

} // namespace selvage
