// Gusts, steering and shelter.
#include "sim/wind.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace selvage {

namespace {

constexpr float kTwoPi = 2.0F * glm::pi<float>();
constexpr double kLowest = 0.12; // Hz, of the band of gusts
constexpr double kHighest = 5.0; // Hz
constexpr float kCarried = 5.0F; // m/s, at which gusts travel along the wind
// Standard deviations along, across and upwards, as shares of that along the wind (near the ground: Panofsky
// and Dutton 1984, §7.3).
constexpr Vec3 kSpread(1.0F, 0.75F, 0.5F);
constexpr float kStickDead = 0.15F;    // –, of a stick at rest
constexpr float kTriggerPulled = 0.5F; // –
constexpr int32_t kMiddleStation = kGustStations / 2;
constexpr int32_t kMarchMax = 64; // looks along a ray

// 0…1, uniform. Written out, since the library's distributions differ from one to the next.
double uniform(std::mt19937_64 &random) {
    return static_cast<double>(random() >> 11U) * 0x1.0p-53;
}

float smooth(float s) {
    const float t = std::clamp(s, 0.0F, 1.0F);
    return t * t * (3.0F - 2.0F * t);
}

// Level axes around the wind: along, across, up.
struct WindAxes {
    Vec3 along;
    Vec3 across;
    Vec3 up;
};

WindAxes axesOf(const Vec3 &direction) {
    const Vec3 reference = std::abs(direction.y) < 0.95F ? Vec3(0.0F, 1.0F, 0.0F) : Vec3(1.0F, 0.0F, 0.0F);
    const Vec3 across = glm::normalize(glm::cross(direction, reference));
    return {direction, across, glm::cross(across, direction)};
}

// The phase of a wave of that frequency at a place along the wind. In double: hours would wear a float out.
float phaseAt(double frequency, double time, double along) {
    const double turns = frequency * (time - along / static_cast<double>(kCarried));
    return kTwoPi * static_cast<float>(turns - std::floor(turns));
}

// –, for each axis, standard deviation one.
Vec3 bandNoise(const Wind &wind, double time, double along) {
    Vec3 sum(0.0F);
    for (const Wind::Wave &wave : wind.waves) {
        const float phase = phaseAt(static_cast<double>(wave.frequency), time, along);
        sum += wave.amplitude * Vec3(std::sin(phase + wave.phase.x), std::sin(phase + wave.phase.y),
                                     std::sin(phase + wave.phase.z));
    }
    return sum;
}

// Liu, Li 2006, §4. The paper leaves k, l and w to the user; both sines of an axis have the same k here, so
// that their sum has a standard deviation of about one.
Vec3 liuLi(const Wind &wind, double time, double along) {
    constexpr Vec3 kRate(2.1F, 3.4F, 4.7F);     // rad/s, l1, l3, l5
    constexpr Vec3 kPerMetre(1.0F, 1.6F, 2.3F); // rad/m, w1…w3
    constexpr float kNoise = 2.0F;              // –, l2, l4, l6
    const Vec3 noise = bandNoise(wind, time, along);
    Vec3 sum(0.0F);
    for (int axis = 0; axis < 3; ++axis) {
        const double turns =
            (static_cast<double>(kRate[axis]) * time - static_cast<double>(kPerMetre[axis]) * along) /
            static_cast<double>(kTwoPi);
        sum[axis] =
            std::sin(kTwoPi * static_cast<float>(turns - std::floor(turns)) + wind.waves[0].phase[axis]) +
            std::sin(kNoise * noise[axis]);
    }
    return sum;
}

// m, signed, in the collider's own frame.
float distanceTo(const Collider &collider, const Vec3 &local) {
    switch (collider.shape) {
    case ColliderShape::Plane:
        return sampleSurface<ColliderShape::Plane>(collider, local).distance;
    case ColliderShape::Sphere:
        return sampleSurface<ColliderShape::Sphere>(collider, local).distance;
    case ColliderShape::Box:
        return sampleSurface<ColliderShape::Box>(collider, local).distance;
    case ColliderShape::Capsule:
        return sampleSurface<ColliderShape::Capsule>(collider, local).distance;
    case ColliderShape::Ellipsoid:
        return sampleSurface<ColliderShape::Ellipsoid>(collider, local).distance;
    case ColliderShape::Mesh:
        return sampleSurface<ColliderShape::Mesh>(collider, local).distance;
    }
    return 0.0F;
}

// m, around all of a collider, in its own frame.
struct Bounds {
    Vec3 low;
    Vec3 high;
};

Bounds boundsOf(const Collider &collider) {
    Vec3 half(0.0F);
    switch (collider.shape) {
    case ColliderShape::Plane:
        break;
    case ColliderShape::Sphere:
        half = Vec3(collider.radius);
        break;
    case ColliderShape::Box:
    case ColliderShape::Ellipsoid:
        half = collider.halfExtents;
        break;
    case ColliderShape::Capsule:
        half = Vec3(0.0F, collider.halfExtents.y, 0.0F) + collider.radius;
        break;
    case ColliderShape::Mesh:
        return {collider.mesh->voxels.low, collider.mesh->voxels.high};
    }
    return {-half, half};
}

// m. No wider than a thin thing, or than a mesh knows distances.
float edgeOf(const Collider &collider, const Bounds &bounds, float edge) {
    const Vec3 half = 0.5F * (bounds.high - bounds.low);
    const float known = collider.shape == ColliderShape::Mesh ? collider.mesh->voxels.reach : edge;
    return std::min({edge, known, half.x, half.y, half.z});
}

// Where along a ray (m) it is inside a box; empty when the first is not below the second.
struct Span {
    float begin;
    float end;
};

Span insideBox(const Bounds &box, const Vec3 &point, const Vec3 &direction, float reach) {
    Span span{0.0F, reach};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(direction[axis]) < 1e-6F) {
            const bool inside = point[axis] > box.low[axis] && point[axis] < box.high[axis];
            span.end = inside ? span.end : -1.0F;
            continue;
        }
        const float a = (box.low[axis] - point[axis]) / direction[axis];
        const float b = (box.high[axis] - point[axis]) / direction[axis];
        span.begin = std::max(span.begin, std::min(a, b));
        span.end = std::min(span.end, std::max(a, b));
    }
    return span;
}

// A cheap test that is true only for rays that keep off a collider. `toOrigin`: m, from the ray's start.
bool passesBy(const Bounds &bounds, float edge, const Vec3 &toOrigin, const Vec3 &direction) {
    const Vec3 farthest = glm::max(glm::abs(bounds.low), glm::abs(bounds.high)) + edge;
    const float radius2 = glm::dot(farthest, farthest);
    const float ahead = glm::dot(toOrigin, direction);
    const float distance2 = glm::dot(toOrigin, toOrigin);
    return distance2 > radius2 && (ahead < 0.0F || distance2 - ahead * ahead > radius2);
}

// 0…1, how much a collider takes of the wind at a point. A look along the ray counts as blocked where the
// surface is near or the ray inside, and only if the ray has come nearer to get there: the side that faces
// the wind is not sheltered by what it lies on. The edge of a thin thing's shelter is no wider than the
// thing.
float blockedBy(const Collider &collider, const WindSettings &settings, const Vec3 &point,
                const Vec3 &upwind) {
    const Bounds bounds = boundsOf(collider);
    const float edge = edgeOf(collider, bounds, settings.shelterEdge);
    const Pose &pose = collider.previousPose;
    if (passesBy(bounds, edge, pose.position - point, upwind)) {
        return 0.0F;
    }
    const Vec3 from = inverseTransformPoint(pose, point);
    const Vec3 direction = glm::conjugate(pose.orientation) * upwind;
    const Span span =
        insideBox({bounds.low - edge, bounds.high + edge}, from, direction, settings.shelterReach);
    float blocked = 0.0F;
    float farthest =
        span.begin > 0.0F ? edge : -edge; // m, from the collider so far; it is not nearer than that
    float along = span.begin;
    for (int32_t look = 0; look < kMarchMax && along < span.end && blocked < 1.0F; ++look) {
        const float distance = distanceTo(collider, from + along * direction);
        farthest = std::max(farthest, distance);
        const float near = smooth((edge - distance) / (2.0F * edge));
        const float approached = smooth((farthest - distance) / (2.0F * edge));
        const float fade = smooth(2.0F * (1.0F - along / settings.shelterReach));
        blocked = std::max(blocked, near * approached * fade);
        along += std::max(distance - edge, 0.5F * edge);
    }
    return blocked;
}

} // namespace

void prepareWind(Wind &wind, const WindSettings &settings) {
    std::mt19937_64 random(settings.seed);
    double variance = 0.0;
    for (int32_t i = 0; i < kGustWaves; ++i) {
        Wind::Wave &wave = wind.waves[u(i)];
        const double place = (static_cast<double>(i) + uniform(random)) / kGustWaves;
        const double frequency = kLowest * std::pow(kHighest / kLowest, place);
        // The -5/3 law of turbulence: each octave has the variance f^(-2/3).
        const double power = std::pow(frequency, -2.0 / 3.0);
        wave.frequency = static_cast<float>(frequency);
        wave.amplitude = static_cast<float>(std::sqrt(power));
        for (int axis = 0; axis < 3; ++axis) {
            wave.phase[axis] = kTwoPi * static_cast<float>(uniform(random));
        }
        variance += 0.5 * power;
    }
    for (Wind::Wave &wave : wind.waves) {
        wave.amplitude /= static_cast<float>(std::sqrt(variance));
    }
    wind.gusts.fill(Vec3(0.0F));
}

void steerWind(Wind &wind, const WindSettings &settings, const TrackedInput &tracked,
               const std::array<bool, kHandCount> &handIsFree, float dt) {
    const float share = dt / (dt + settings.steerTime);
    float pull = 0.0F;
    for (size_t h = 0; settings.steered && h < tracked.hands.size(); ++h) {
        const HandInput &hand = tracked.hands[h];
        const bool moved = std::abs(hand.stick.y) > kStickDead;
        const bool sideways = std::abs(hand.stick.x) > kStickDead;
        const bool points = moved || sideways || hand.trigger > kTriggerPulled;
        if (!handIsFree[h] || !hand.active || !hand.tracked || !isUsable(hand.aim) || !points) {
            continue;
        }
        const Vec3 target = hand.aim.orientation * Vec3(0.0F, 0.0F, -1.0F);
        const Vec3 turned = glm::mix(wind.direction, target, share);
        const float length = glm::length(turned);
        wind.direction = length > 0.01F ? turned / length : target; // straight back: at once
        wind.speed += moved ? settings.steerGain * hand.stick.y * dt : 0.0F;
        pull = std::max(pull, hand.trigger);
    }
    wind.push += share * (settings.triggerGust * pull - wind.push);
    wind.speed = std::clamp(wind.speed, 0.0F, settings.speedMax);
}

void updateGusts(Wind &wind, const WindSettings &settings, double time) {
    const float size = settings.gusts * wind.speed;
    if (size <= 0.0F) {
        wind.gusts.fill(Vec3(0.0F));
        return;
    }
    const WindAxes axes = axesOf(wind.direction);
    for (int32_t s = 0; s < kGustStations; ++s) {
        const double along = static_cast<double>(kGustSpacing) * static_cast<double>(s - kMiddleStation);
        const Vec3 share =
            settings.model == GustModel::Band ? bandNoise(wind, time, along) : liuLi(wind, time, along);
        const Vec3 gust = size * kSpread * share;
        wind.gusts[u(s)] = gust.x * axes.along + gust.y * axes.across + gust.z * axes.up;
    }
}

Vec3 windAt(const Wind &wind, const Vec3 &point) {
    const float station =
        std::clamp(glm::dot(point, wind.direction) / kGustSpacing + static_cast<float>(kMiddleStation), 0.0F,
                   static_cast<float>(kGustStations - 2));
    const auto first = static_cast<int32_t>(station);
    const Vec3 gust =
        glm::mix(wind.gusts[u(first)], wind.gusts[u(first + 1)], station - static_cast<float>(first));
    return (wind.speed + wind.push) * wind.direction + gust;
}

float windOpenness(std::span<const Collider> colliders, const WindSettings &settings, const Vec3 &point,
                   const Vec3 &upwind) {
    float open = 1.0F;
    for (const Collider &collider : colliders) {
        if (collider.shape != ColliderShape::Plane && open > 0.0F) {
            open *= 1.0F - blockedBy(collider, settings, point, upwind);
        }
    }
    return open;
}

} // namespace selvage
