// Girths at a few heights, monotone cubics between them (Fritsch and Carlson 1980), so that no girth between
// two heights is outside of theirs.
#include "ring_loft.h"

#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kAround = 72;
constexpr float kRingStep = 0.01F; // m

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

// The slopes that keep a cubic between its ends: of the harmonic means where neighbours agree in sign.
float slopeAt(const std::vector<RingKey> &keys, size_t i, size_t field) {
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

Ring ringAt(const std::vector<RingKey> &keys, float height) {
    size_t i = 0;
    while (i + 2 < keys.size() && keys[i + 1].height < height) {
        ++i;
    }
    const float step = keys[i + 1].height - keys[i].height;
    const float t = (height - keys[i].height) / step;
    Ring ring;
    for (size_t f = 0; f < kRingFields; ++f) {
        const float a = keys[i].ring[f];
        const float b = keys[i + 1].ring[f];
        const float s = step * slopeAt(keys, i, f);
        const float e = step * slopeAt(keys, i + 1, f);
        ring[f] = a + t * (s + t * (3.0F * (b - a) - 2.0F * s - e + t * (2.0F * (a - b) + s + e)));
    }
    return ring;
}

void addRing(PlainMesh &mesh, const RingKey &key) {
    for (int32_t k = 0; k < kAround; ++k) {
        const Vec2 p = pointOf(key.ring, k);
        mesh.position.emplace_back(p.x, key.height, p.y);
    }
}

// The j-th of an end's rings, counted from the loft; side: 1 above, -1 below.
RingKey endRing(const RingKey &last, const LoftEnd &end, int32_t j, float side) {
    const float angle = glm::half_pi<float>() * static_cast<float>(j + 1) / static_cast<float>(end.rings + 1);
    return {last.height + side * end.height * std::sin(angle),
            scaled(last.ring, std::cos(angle), last.ring[3])};
}

// Of rings one after the other, and of the tips that follow them.
std::vector<int32_t> ringTriangles(int32_t rings) {
    std::vector<int32_t> triangles;
    const int32_t low = rings * kAround;
    for (int32_t k = 0; k < kAround; ++k) {
        const int32_t next = (k + 1) % kAround;
        const int32_t top = (rings - 1) * kAround;
        triangles.insert(triangles.end(), {low, k, next, low + 1, top + next, top + k});
        for (int32_t r = 0; r + 1 < rings; ++r) {
            const int32_t a = r * kAround;
            const int32_t b = a + kAround;
            triangles.insert(triangles.end(), {a + k, b + k, a + next, a + next, b + k, b + next});
        }
    }
    return triangles;
}

} // namespace

Ring ringOf(float girth, float before, float behind, float exponent) {
    const float unit = girthOf({1.0F, before, behind, exponent});
    return {girth / unit, before * girth / unit, behind * girth / unit, exponent};
}

Ring scaled(const Ring &ring, float factor, float exponent) {
    return {factor * ring[0], factor * ring[1], factor * ring[2], exponent};
}

PlainMesh loftRings(const std::vector<RingKey> &keys, const LoftEnd &low, const LoftEnd &high) {
    const float bottom = keys.front().height;
    const float top = keys.back().height;
    const auto steps = static_cast<int32_t>(std::lround((top - bottom) / kRingStep));
    PlainMesh mesh;
    for (int32_t j = low.rings; j-- > 0;) {
        addRing(mesh, endRing(keys.front(), low, j, -1.0F));
    }
    for (int32_t r = 0; r <= steps; ++r) {
        const float height = glm::mix(bottom, top, static_cast<float>(r) / static_cast<float>(steps));
        addRing(mesh, {height, ringAt(keys, height)});
    }
    for (int32_t j = 0; j < high.rings; ++j) {
        addRing(mesh, endRing(keys.back(), high, j, 1.0F));
    }
    mesh.position.emplace_back(0.0F, bottom - low.height, 0.0F);
    mesh.position.emplace_back(0.0F, top + high.height, 0.0F);
    mesh.triangles = ringTriangles(low.rings + steps + 1 + high.rings);
    return mesh;
}

} // namespace selvage
