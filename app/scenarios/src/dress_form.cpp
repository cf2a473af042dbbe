// Girths at a few heights, monotone cubics between them (Fritsch and Carlson 1980), so that no girth between
// two heights is outside of theirs.
#include "dress_form.h"

#include "solids.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kAround = 72;
constexpr float kRingStep = 0.01F; // m

// A ring: half its width, half its depth before and behind its middle, and the superellipse's exponent.
constexpr size_t kFields = 4;
using Ring = std::array<float, kFields>;

struct Key {
    float height{0.0F}; // m
    Ring ring{};
};

Vec2 pointOf(const Ring &ring, int32_t k) {
    const float angle = glm::two_pi<float>() * static_cast<float>(k) / static_cast<float>(kAround);
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    const float power = 2.0F / ring[3];
    const float depth = s > 0.0F ? ring[1] : ring[2];
    return {ring[0] * std::copysign(std::pow(std::abs(c), power), c),
            depth * std::copysign(std::pow(std::abs(s), power), s)};
}

float girthOf(const Ring &ring) {
    float girth = 0.0F;
    for (int32_t k = 0; k < kAround; ++k) {
        girth += glm::distance(pointOf(ring, k), pointOf(ring, k + 1));
    }
    return girth;
}

// A ring of the given girth (m) whose depths before and behind are shares of half its width.
Ring ringOf(float girth, float before, float behind, float exponent) {
    const float unit = girthOf({1.0F, before, behind, exponent});
    return {girth / unit, before * girth / unit, behind * girth / unit, exponent};
}

// The slopes that keep a cubic between its ends: of the harmonic means where neighbours agree in sign.
float slopeAt(const std::vector<Key> &keys, size_t i, size_t field) {
    if (i == 0 || i + 1 == keys.size()) {
        return 0.0F;
    }
    const auto secant = [&](size_t k) {
        return (keys[k + 1].ring[field] - keys[k].ring[field]) / (keys[k + 1].height - keys[k].height);
    };
    const float before = secant(i - 1);
    const float after = secant(i);
    return before * after <= 0.0F ? 0.0F : 2.0F * before * after / (before + after);
}

Ring ringAt(const std::vector<Key> &keys, float height) {
    size_t i = 0;
    while (i + 2 < keys.size() && keys[i + 1].height < height) {
        ++i;
    }
    const float step = keys[i + 1].height - keys[i].height;
    const float t = (height - keys[i].height) / step;
    Ring ring;
    for (size_t f = 0; f < kFields; ++f) {
        const float a = keys[i].ring[f];
        const float b = keys[i + 1].ring[f];
        const float s = step * slopeAt(keys, i, f);
        const float e = step * slopeAt(keys, i + 1, f);
        ring[f] = a + t * (s + t * (3.0F * (b - a) - 2.0F * s - e + t * (2.0F * (a - b) + s + e)));
    }
    return ring;
}

std::vector<Key> keysOf(const FormSize &size) {
    const float nape = size.waistHeight + size.backLength;
    const float shoulder = nape - 0.055F;
    const float half = 0.5F * size.shoulderWidth;
    const Ring neck = ringOf(size.neckGirth, 1.0F, 1.0F, 2.0F);
    const Ring hem = ringOf(0.90F * size.hipGirth, 0.68F, 0.72F, 2.2F);
    return {{size.waistHeight - 0.36F, {0.6F * hem[0], 0.6F * hem[1], 0.6F * hem[2], 2.0F}},
            {size.waistHeight - 0.345F, {0.92F * hem[0], 0.92F * hem[1], 0.92F * hem[2], 2.1F}},
            {size.waistHeight - 0.32F, hem},
            {size.waistHeight - size.waistToHip, ringOf(size.hipGirth, 0.62F, 0.76F, 2.2F)},
            {size.waistHeight, ringOf(size.waistGirth, 0.72F, 0.68F, 2.1F)},
            {size.waistHeight + 0.6F * size.waistToBust,
             ringOf(glm::mix(size.waistGirth, size.bustGirth, 0.55F), 0.72F, 0.70F, 2.2F)},
            {size.waistHeight + size.waistToBust, ringOf(size.bustGirth, 0.84F, 0.66F, 2.3F)},
            {shoulder - 0.11F, {0.90F * half, 0.115F, 0.105F, 2.5F}},
            {shoulder - 0.03F, {0.97F * half, 0.075F, 0.085F, 2.4F}},
            {shoulder, {0.90F * half, 0.062F, 0.074F, 2.2F}},
            {shoulder + 0.035F, {1.45F * neck[0], 1.0F * neck[0], 1.12F * neck[0], 2.0F}},
            {nape + 0.005F, {1.02F * neck[0], neck[1], neck[2], 2.0F}},
            {nape + 0.055F, {0.94F * neck[0], 0.94F * neck[1], 0.94F * neck[2], 2.0F}},
            {nape + 0.068F, {0.75F * neck[0], 0.75F * neck[1], 0.75F * neck[2], 2.0F}}};
}

} // namespace

PlainMesh makeDressForm(const FormSize &size) {
    const std::vector<Key> keys = keysOf(size);
    const float low = keys.front().height;
    const float high = keys.back().height;
    const auto rings = static_cast<int32_t>(std::lround((high - low) / kRingStep));
    PlainMesh form;
    for (int32_t r = 0; r <= rings; ++r) {
        const float height = glm::mix(low, high, static_cast<float>(r) / static_cast<float>(rings));
        const Ring ring = ringAt(keys, height);
        for (int32_t k = 0; k < kAround; ++k) {
            const Vec2 p = pointOf(ring, k);
            form.position.emplace_back(p.x, height, p.y);
        }
    }
    const auto bottom = static_cast<int32_t>(form.position.size());
    form.position.emplace_back(0.0F, low - 0.004F, 0.0F);
    form.position.emplace_back(0.0F, high + 0.004F, 0.0F);
    for (int32_t k = 0; k < kAround; ++k) {
        const int32_t next = (k + 1) % kAround;
        const int32_t top = rings * kAround;
        form.triangles.insert(form.triangles.end(), {bottom, k, next, bottom + 1, top + next, top + k});
        for (int32_t r = 0; r < rings; ++r) {
            const int32_t a = r * kAround;
            const int32_t b = a + kAround;
            form.triangles.insert(form.triangles.end(), {a + k, b + k, a + next, a + next, b + k, b + next});
        }
    }
    return form;
}

void addFormStand(World &world, const FormSize &size, const Vec3 &place) {
    const float under = size.waistHeight - 0.35F;
    world.colliders.push_back(
        makeRod(place + Vec3(0.0F, 0.05F, 0.0F), place + Vec3(0.0F, under, 0.0F), 0.018F));
    world.colliders.push_back(makeBlock(place + Vec3(0.0F, 0.03F, 0.0F), Vec3(0.20F, 0.018F, 0.20F), 0.018F));
    const Vec3 top = place + Vec3(0.0F, size.waistHeight + size.backLength + 0.085F, 0.0F);
    world.colliders.push_back(makeBall(top, 0.022F));
}

} // namespace selvage
