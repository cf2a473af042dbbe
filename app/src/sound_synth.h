// Sounds made from numbers, sample by sample: wind, flapping and rubbing cloth, water, and the short ones of
// what hands do. Pure: the same levels give the same samples. No sample leaves -1…1, and levels that jump are
// followed over some milliseconds, so that nothing clicks. Without a level there is silence, all zeros.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace selvage {

inline constexpr int kSoundRate = 44100; // Hz

// What a voice is told: levels, and counters for what happens at once.
struct VoiceLevels {
    float wind{0.0F};    // m/s, of the air at the listener
    float flutter{0.0F}; // m/s, of cloth against itself
    float rustle{0.0F};  // m/s, of cloth in a hand
    float water{0.0F};   // 0…1
    uint32_t ticks{0};   // a hand takes hold, or lets go
    uint32_t snips{0};   // scissors
    uint32_t seams{0};   // closed
    uint32_t rips{0};    // a seam opened
    uint32_t slips{0};   // of cloth from a hand
};

enum class Burst : uint8_t { Tick, Snip, Seam, Rip, Slip };
inline constexpr size_t kBurstCount = 5;

// One source's sound. Copyable; two that were made alike sound alike.
class SoundVoice {
public:
    explicit SoundVoice(uint32_t seed = 1) : noise_((seed * 2654435761U) | 1U) {}

    // The next samples, each -1…1. Counters that differ from the last call's start their bursts; the first
    // call starts none.
    void synthesize(const VoiceLevels &levels, std::span<float> out);

private:
    // Low pass of one pole; of white noise within -1…1 it stays there.
    struct Pole {
        float value{0.0F};
        float follow(float in, float share) { return value += share * (in - value); }
    };
    struct Playing {
        uint32_t seen{0};
        int32_t at{-1}; // sample; -1: silent
    };

    float white();
    float windSample(float speed);
    float flutterSample(float speed);
    float rustleSample(float speed);
    float waterSample(float level);
    float burstSample();

    uint32_t noise_;
    bool started_{false};
    std::array<float, 4> level_{}; // followed: wind, flutter, rustle, water
    std::array<Pole, 11> poles_{};
    float sway_{0.0F}; // 0…1, of the flutter's beats
    float swayGoal_{0.0F};
    int32_t swayLeft_{0};     // samples
    float bubblePhase_{0.0F}; // rad
    float bubbleStep_{0.0F};  // rad a sample
    float bubbleGain_{0.0F};
    std::array<Playing, kBurstCount> bursts_{};
};

} // namespace selvage
