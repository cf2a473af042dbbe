// Filtered noise and short decaying tones.
#include "sound_synth.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kPi = 3.14159265F;
constexpr float kFollow = 0.0006F; // of a level's way in a sample: 38 ms to 63 %
constexpr float kSilent = 1e-5F;   // of a level's range: below it is silence
constexpr float kWindFull = 20.0F; // m/s, as loud as it gets
constexpr float kClothFull = 6.0F; // m/s
constexpr float kHeadroom = 0.9F;

// Within -1…1 whatever comes, nearly linear where it is quiet.
float soften(float x) {
    return kHeadroom * x / std::sqrt(1.0F + x * x);
}

float levelOf(float speed, float full) {
    const float share = std::isfinite(speed) ? std::clamp(speed / full, 0.0F, 1.0F) : 0.0F;
    return share * std::sqrt(share); // loudness rises faster than speed
}

struct BurstShape {
    float length; // s
    float decay;  // 1/s
    float tone;   // Hz
    float noise;  // –, share of noise
    float gain;
    int32_t beats; // how often it is heard
    float beat;    // s between them
};
constexpr std::array<BurstShape, kBurstCount> kShapes{{
    {0.035F, 160.0F, 900.0F, 0.35F, 0.35F, 1, 0.0F},  // Tick
    {0.16F, 70.0F, 3100.0F, 0.75F, 0.45F, 2, 0.075F}, // Snip: open, shut
    {0.22F, 90.0F, 1400.0F, 0.25F, 0.40F, 3, 0.065F}, // Seam: stitch, stitch, stitch
    {0.30F, 45.0F, 700.0F, 0.95F, 0.40F, 5, 0.055F},  // Rip
    {0.12F, 30.0F, 350.0F, 0.90F, 0.40F, 1, 0.0F},    // Slip
}};
constexpr float kAttack = 0.0015F; // s

// Rises over kAttack, decays, and has gone at the burst's end.
float envelope(const BurstShape &shape, float time) {
    const float beat = shape.beats > 1 ? shape.beat : shape.length;
    const auto index = std::min(static_cast<int32_t>(time / beat), shape.beats - 1);
    const float since = time - static_cast<float>(index) * beat;
    const float rise = std::min(1.0F, since / kAttack);
    const float end = index + 1 < shape.beats ? beat : shape.length - static_cast<float>(index) * beat;
    const float fall = std::clamp((end - since) / (4.0F * kAttack), 0.0F, 1.0F);
    return rise * std::exp(-shape.decay * since) * fall;
}

} // namespace

// xorshift32 (Marsaglia 2003).
float SoundVoice::white() {
    noise_ ^= noise_ << 13U;
    noise_ ^= noise_ >> 17U;
    noise_ ^= noise_ << 5U;
    return static_cast<float>(noise_ >> 8U) / 8388608.0F - 1.0F;
}

// Stronger wind is louder and brighter: a band of noise whose upper edge rises with the speed, and a whistle
// of gusts below it.
float SoundVoice::windSample(float level) {
    if (level <= 0.0F) {
        return 0.0F;
    }
    const float raw = white();
    const float low = poles_[0].follow(raw, 0.012F + 0.075F * level);
    const float band = poles_[1].follow(low, 0.020F + 0.110F * level);
    const float rumble = poles_[2].follow(band, 0.004F);
    return level * 5.5F * (band - rumble);
}

// Beats of noise, more of them the faster it flaps.
float SoundVoice::flutterSample(float level) {
    if (level <= 0.0F) {
        return 0.0F;
    }
    const float beat = 0.10F - 0.06F * level; // s
    if (--swayLeft_ <= 0) {
        swayGoal_ = 0.5F + 0.5F * white();
        swayLeft_ = static_cast<int32_t>(beat * kSoundRate);
    }
    sway_ += 0.0001F / beat * (swayGoal_ - sway_);
    const float raw = white();
    const float low = poles_[3].follow(raw, 0.06F + 0.10F * level);
    const float deep = poles_[4].follow(low, 0.018F);
    return level * 2.2F * (0.5F + sway_ * sway_) * (low - deep);
}

// The high hiss of threads on threads.
float SoundVoice::rustleSample(float level) {
    if (level <= 0.0F) {
        return 0.0F;
    }
    const float raw = white();
    const float high = poles_[5].follow(raw, 0.55F);
    const float middle = poles_[6].follow(high, 0.20F);
    const float grain = std::abs(poles_[7].follow(raw, 0.02F));
    return level * 0.9F * (0.3F + 4.0F * grain) * (high - middle);
}

// A rush, and bubbles: tones that rise as they shrink (Minnaert 1933 gives their pitch).
float SoundVoice::waterSample(float level) {
    if (level <= 0.0F) {
        return 0.0F;
    }
    const float raw = white();
    if (bubbleGain_ < 0.02F && raw > 0.9985F - 0.004F * level) {
        constexpr float kBubble = 3.26F; // m/s, pitch times radius
        const float radius = 0.004F + 0.002F * white();
        bubbleStep_ = 2.0F * kPi * kBubble / radius / kSoundRate;
        bubblePhase_ = 0.0F;
        bubbleGain_ = 0.5F;
    }
    bubbleGain_ *= 0.9993F;
    bubbleStep_ *= 1.00002F;
    bubblePhase_ = std::fmod(bubblePhase_ + bubbleStep_, 2.0F * kPi);
    const float low = poles_[8].follow(raw, 0.09F);
    const float deep = poles_[9].follow(low, 0.02F);
    return level * (1.3F * (low - deep) + 0.4F * bubbleGain_ * std::sin(bubblePhase_));
}

float SoundVoice::burstSample() {
    float sum = 0.0F;
    for (size_t b = 0; b < kBurstCount; ++b) {
        Playing &burst = bursts_[b];
        if (burst.at < 0) {
            continue;
        }
        const BurstShape &shape = kShapes[b];
        const float time = static_cast<float>(burst.at) / kSoundRate;
        if (time >= shape.length) {
            burst.at = -1;
            continue;
        }
        ++burst.at;
        const float tone = std::sin(2.0F * kPi * shape.tone * time);
        const float hiss = poles_[10].follow(white(), 0.4F);
        sum += shape.gain * envelope(shape, time) * (shape.noise * hiss + (1.0F - shape.noise) * tone);
    }
    return sum;
}

void SoundVoice::synthesize(const VoiceLevels &levels, std::span<float> out) {
    const std::array<float, 4> goal{levelOf(levels.wind, kWindFull), levelOf(levels.flutter, kClothFull),
                                    levelOf(levels.rustle, kClothFull), levelOf(levels.water, 1.0F)};
    const std::array<uint32_t, kBurstCount> counts{levels.ticks, levels.snips, levels.seams, levels.rips,
                                                   levels.slips};
    for (size_t b = 0; b < kBurstCount; ++b) {
        if (started_ && counts[b] != bursts_[b].seen && bursts_[b].at < 0) {
            bursts_[b].at = 0; // one that is heard already goes on
        }
        bursts_[b].seen = counts[b];
    }
    started_ = true;
    for (float &sample : out) {
        for (size_t i = 0; i < level_.size(); ++i) {
            level_[i] += kFollow * (goal[i] - level_[i]);
            level_[i] = goal[i] == 0.0F && level_[i] < kSilent ? 0.0F : level_[i];
        }
        sample = soften(windSample(level_[0]) + flutterSample(level_[1]) + rustleSample(level_[2]) +
                        waterSample(level_[3]) + burstSample());
    }
}

} // namespace selvage
