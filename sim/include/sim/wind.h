// Wind: a steady part that a person steers with a controller, gusts, and the shelter behind obstacles.
//
// Gusts are a function of time and of the place along the wind, made of sines with random phases from a seed:
// nothing is drawn per step, so their statistics do not depend on the frame rate. They travel with the wind
// (Taylor's frozen turbulence) as plane waves: across the wind they do not vary.
#pragma once

#include "maths/tracking.h"
#include "sim/collider.h"

#include <array>
#include <cstdint>
#include <span>

namespace selvage {

enum class GustModel : uint8_t {
    Band, // band-limited turbulence
    // Liu and Li 2006, §4: for each axis k sin(l t + w i) + k sin(l rand()). Ours is a velocity, t are
    // seconds, i is the place along the wind, and rand() is noise that is the same at every frame rate.
    LiuLi
};

struct WindSettings {
    float speedMax{20.0F}; // m/s, of the steady part
    float gusts{0.0F};     // –, standard deviation of the gusts along the wind, as a share of its speed
    GustModel model{GustModel::Band};
    uint64_t seed{1};
    bool steered{false};      // by hands that hold nothing
    float steerGain{8.0F};    // m/s per second of a full stick
    float triggerGust{0.0F};  // m/s, what a pulled trigger adds to the speed
    float steerTime{0.25F};   // s, in which the wind follows a hand that points
    float shelterEdge{0.08F}; // m, half the width of a shelter's soft edge
    float shelterReach{4.0F}; // m upwind that an obstacle shelters; fades over the farther half
};

inline constexpr int32_t kGustWaves = 20;
inline constexpr int32_t kGustStations = 64;
inline constexpr float kGustSpacing = 0.25F; // m between stations, which lie around the origin

// The wind of a running world.
struct Wind {
    struct Wave {
        float frequency{0.0F}; // Hz
        float amplitude{0.0F}; // –, all together have unit variance
        Vec3 phase{0.0F};      // rad, of the three axes
    };
    std::array<Wave, kGustWaves> waves;
    Vec3 direction{0.0F, 0.0F, -1.0F}; // unit, where it blows to
    float speed{0.0F};                 // m/s, of the steady part
    float push{0.0F};                  // m/s, what a trigger adds to it
    // Of this step:
    std::array<Vec3, kGustStations> gusts; // m/s, at the stations along the direction
};

// Draws the waves from the seed.
void prepareWind(Wind &wind, const WindSettings &settings);

// A hand that holds nothing and whose trigger is pulled or whose stick is moved turns the wind to where it
// points; its stick, forward or back, makes the wind stronger or weaker, its trigger adds a gust where the
// settings have one.
void steerWind(Wind &wind, const WindSettings &settings, const TrackedInput &tracked,
               const std::array<bool, kHandCount> &handIsFree, float dt);

// The gusts at a time (s) for windAt().
void updateGusts(Wind &wind, const WindSettings &settings, double time);

// m/s, at a place (m), in the open.
Vec3 windAt(const Wind &wind, const Vec3 &point);

// How much of the wind reaches a point, 1 in the open, 0 behind an obstacle. Planes, which have no end, do
// not shelter. `upwind`: unit, against the wind. Looks at each obstacle along the ray with signed distances
// only, so that any shape that has them shelters. O(obstacles).
float windOpenness(std::span<const Collider> colliders, const WindSettings &settings, const Vec3 &point,
                   const Vec3 &upwind);

} // namespace selvage
