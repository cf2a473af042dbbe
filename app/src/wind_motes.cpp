// Threads carried by the wind field.
#include "wind_motes.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr Vec3 kBoxLow(-2.8F, 0.08F, -3.6F); // m, where they drift: the stage
constexpr Vec3 kBoxHigh(2.8F, 2.6F, 1.0F);
constexpr float kLifeMin = 1.5F; // s
constexpr float kLifeMax = 4.0F;
constexpr float kFade = 0.5F;         // s, to come and to go
constexpr float kTrailTime = 0.010F;  // s between points of a thread
constexpr float kHalfWidth = 0.0012F; // m
constexpr float kHalfWidthPixels =
    0.9F;                             // at least: thinner lines would break up, so they grow fainter instead
constexpr float kSway = 0.10F;        // –, of its speed, across
constexpr float kSwayRate = 7.0F;     // rad/s
constexpr float kOpacity = 0.6F;      // –
constexpr float kFaintest = 0.35F;    // –, of that
constexpr float kNear = 0.10F;        // m, in which it slides along an obstacle
constexpr size_t kLooksPerFrame = 65; // shelters looked at; the rest keeps what it had

uint32_t index(size_t i) {
    return static_cast<uint32_t>(i);
}

// Threads are light and never quite straight.
Vec3 sway(const Vec3 &velocity, float angle) {
    const Vec3 across(velocity.z, 0.0F, -velocity.x);
    return kSway * (std::sin(angle) * across +
                    Vec3(0.0F, glm::length(velocity) * std::sin(0.7F * angle + 1.0F), 0.0F));
}

// What the obstacles leave of a velocity at a point: nothing towards a near surface.
Vec3 slide(std::span<const Collider> colliders, const Vec3 &point, Vec3 velocity, bool &inside) {
    for (const Collider &collider : colliders) {
        const SurfaceSample surface = sampleCollider(collider, collider.pose, point);
        inside = inside || surface.distance < 0.0F;
        const float into = glm::dot(velocity, surface.normal);
        if (surface.distance < kNear && into < 0.0F) {
            velocity -= into * (1.0F - std::max(surface.distance, 0.0F) / kNear) * surface.normal;
        }
    }
    return velocity;
}

} // namespace

WindMotes::WindMotes() : motes_(kMoteCount) {
    restart();
}

float WindMotes::random(float low, float high) {
    seed_ = seed_ * 1664525U + 1013904223U;
    return low + (high - low) * static_cast<float>(seed_ >> 8U) * 0x1.0p-24F;
}

void WindMotes::scatter(Mote &mote) {
    Vec3 at;
    for (int axis = 2; axis >= 0; --axis) { // one after the other: arguments have no order
        at[axis] = random(kBoxLow[axis], kBoxHigh[axis]);
    }
    mote.trail.fill(at);
    mote.age = 0.0F;
    mote.life = random(kLifeMin, kLifeMax);
    mote.open = 1.0F;
    mote.phase = random(0.0F, glm::two_pi<float>());
}

void WindMotes::restart() {
    for (Mote &mote : motes_) {
        scatter(mote);
        mote.age = random(0.0F, mote.life);
    }
}

void WindMotes::advance(const Wind &wind, const WindSettings &settings, std::span<const Collider> colliders,
                        float dt) {
    for (size_t look = 0; look < kLooksPerFrame; ++look) {
        Mote &mote = motes_[looked_];
        mote.open = windOpenness(colliders, settings, mote.trail.front(), -wind.direction);
        looked_ = (looked_ + 1) % kMoteCount;
    }
    if (dt <= 2.0F * kTrailTime) {
        drift(wind, colliders, dt);
        return;
    }
    // However long a frame lasts, a thread is as long in time: what comes before that leaves no points.
    constexpr float kWhole = kTrailTime * static_cast<float>(kMoteTrail);
    if (dt > kWhole) {
        drift(wind, colliders, dt - kWhole);
    }
    const auto parts = static_cast<int>(std::ceil(std::min(dt, kWhole) / kTrailTime));
    for (int part = 0; part < parts; ++part) {
        drift(wind, colliders, std::min(dt, kWhole) / static_cast<float>(parts));
    }
}

void WindMotes::drift(const Wind &wind, std::span<const Collider> colliders, float dt) {
    sinceTrail_ += dt;
    const bool lengthen = sinceTrail_ >= 0.999F * kTrailTime;
    sinceTrail_ = lengthen ? 0.0F : sinceTrail_;
    for (Mote &mote : motes_) {
        bool inside = false;
        const Vec3 head = mote.trail.front();
        const Vec3 air = mote.open * windAt(wind, head);
        const Vec3 drift = air + sway(air, mote.phase + kSwayRate * mote.age);
        const Vec3 velocity = slide(colliders, head, drift, inside);
        mote.age += dt;
        if (inside || mote.age > mote.life) {
            scatter(mote);
            continue;
        }
        if (lengthen) {
            std::copy_backward(mote.trail.begin(), mote.trail.end() - 1, mote.trail.end());
        }
        mote.trail.front() = head + dt * velocity;
    }
}

void WindMotes::write(const Vec3 &eye, float pixel, std::span<Vertex> vertices) const {
    size_t at = 0;
    for (const Mote &mote : motes_) {
        const float come = std::clamp(mote.age / kFade, 0.0F, 1.0F);
        const float go = std::clamp((mote.life - mote.age) / kFade, 0.0F, 1.0F);
        const Vec3 along = mote.trail.front() - mote.trail.back();
        const Vec3 side = glm::cross(along, eye - mote.trail.front());
        const float size = glm::length(side);
        const float thinnest = kHalfWidthPixels * pixel * glm::distance(eye, mote.trail.front());
        const float width = std::max(kHalfWidth, thinnest);
        const float fainter = std::max(kHalfWidth / width, kFaintest);
        const Vec3 half = size > 1e-6F ? side * (width / size) : Vec3(0.0F); // standing still: nothing
        for (size_t i = 0; i < kMoteTrail; ++i) {
            const float left = 1.0F - static_cast<float>(i) / static_cast<float>(kMoteTrail - 1);
            const float shown = kOpacity * fainter * come * go * left;
            vertices[at++] = {mote.trail[i] - half, Vec3(0.0F, 1.0F, 0.0F), Vec2(-1.0F, shown)};
            vertices[at++] = {mote.trail[i] + half, Vec3(0.0F, 1.0F, 0.0F), Vec2(1.0F, shown)};
        }
    }
}

std::vector<uint32_t> moteIndices() {
    std::vector<uint32_t> indices;
    for (size_t mote = 0; mote < kMoteCount; ++mote) {
        for (size_t i = 0; i + 1 < kMoteTrail; ++i) {
            const uint32_t a = index(2 * (mote * kMoteTrail + i));
            indices.insert(indices.end(), {a, a + 1, a + 2, a + 1, a + 3, a + 2});
        }
    }
    return indices;
}

} // namespace selvage
