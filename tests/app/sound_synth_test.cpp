// What is heard, as samples.
#include "sound_synth.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace selvage {
namespace {

constexpr size_t kSecond = kSoundRate;

std::vector<float> play(SoundVoice &voice, const VoiceLevels &levels, size_t count = kSecond) {
    std::vector<float> samples(count);
    voice.synthesize(levels, samples);
    return samples;
}

double rms(const std::vector<float> &samples) {
    double sum = 0.0;
    for (const float s : samples) {
        sum += static_cast<double>(s) * static_cast<double>(s);
    }
    return std::sqrt(sum / static_cast<double>(samples.size()));
}

float largestStep(const std::vector<float> &samples) {
    float step = 0.0F;
    for (size_t i = 1; i < samples.size(); ++i) {
        step = std::max(step, std::abs(samples[i] - samples[i - 1]));
    }
    return step;
}

// A voice that has played these levels long enough to have reached them, then two seconds of it.
std::vector<float> steady(const VoiceLevels &levels) {
    SoundVoice voice;
    play(voice, levels);
    return play(voice, levels, 2 * kSecond);
}

VoiceLevels withWind(float speed) {
    VoiceLevels levels;
    levels.wind = speed;
    return levels;
}

VoiceLevels everything() {
    VoiceLevels levels;
    levels.wind = 1e6F;
    levels.flutter = levels.rustle = 1e6F;
    levels.water = 1e6F;
    return levels;
}

TEST(SoundVoice, IsSilentWithoutALevelAndFallsSilentAgain) {
    SoundVoice voice;
    for (const float s : play(voice, {})) {
        ASSERT_EQ(s, 0.0F);
    }
    play(voice, everything());
    play(voice, {});
    for (const float s : play(voice, {})) {
        ASSERT_EQ(s, 0.0F);
    }
}

TEST(SoundVoice, IsLouderTheFasterTheWindAndTheCloth) {
    double wind = 0.0;
    double flutter = 0.0;
    double rustle = 0.0;
    double water = 0.0;
    for (int i = 1; i <= 6; ++i) {
        const auto share = static_cast<float>(i) / 6.0F;
        VoiceLevels levels;
        levels.flutter = 6.0F * share;
        const double f = rms(steady(levels));
        levels = {};
        levels.rustle = 6.0F * share;
        const double r = rms(steady(levels));
        levels = {};
        levels.water = share;
        const double w = rms(steady(levels));
        const double v = rms(steady(withWind(20.0F * share)));
        EXPECT_GT(v, wind) << i;
        EXPECT_GT(f, flutter) << i;
        EXPECT_GT(r, rustle) << i;
        EXPECT_GT(w, water) << i;
        wind = v;
        flutter = f;
        rustle = r;
        water = w;
    }
    EXPECT_GT(wind, 0.05);
    EXPECT_GT(flutter, 0.05);
    EXPECT_GT(rustle, 0.05);
    EXPECT_GT(water, 0.05);
}

// Zero crossings grow with the pitch of noise.
TEST(SoundVoice, HasABrighterToneInStrongerWind) {
    int before = 0;
    for (const float speed : {2.0F, 6.0F, 12.0F, 20.0F}) {
        const std::vector<float> samples = steady(withWind(speed));
        int crossings = 0;
        for (size_t i = 1; i < samples.size(); ++i) {
            crossings += (samples[i] > 0.0F) != (samples[i - 1] > 0.0F) ? 1 : 0;
        }
        EXPECT_GT(crossings, before) << speed;
        before = crossings;
    }
}

TEST(SoundVoice, NeverLeavesItsRangeWhateverItIsTold) {
    const float infinite = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float level : {-5.0F, 1e9F, infinite, nan}) {
        SoundVoice voice;
        VoiceLevels levels;
        levels.wind = levels.flutter = levels.rustle = levels.water = level;
        for (uint32_t i = 0; i < 20; ++i) {
            levels.ticks = levels.snips = levels.seams = levels.rips = levels.slips = i;
            for (const float s : play(voice, levels, 1000)) {
                ASSERT_LE(std::abs(s), 1.0F) << level;
            }
        }
    }
}

// Levels that jump make no larger step from sample to sample than the sound itself has at its loudest.
TEST(SoundVoice, DoesNotClickWhenLevelsJump) {
    const float usual = largestStep(steady(everything()));
    SoundVoice voice;
    std::vector<float> all;
    for (int i = 0; i < 400; ++i) {
        const auto some =
            play(voice, i % 2 == 0 ? everything() : VoiceLevels{}, 37U + 11U * (static_cast<size_t>(i) % 7U));
        all.insert(all.end(), some.begin(), some.end());
    }
    EXPECT_LE(largestStep(all), usual * 1.05F);
    // And a tone's level alone: nothing near a click, which is a step as large as the sound.
    VoiceLevels wind = withWind(20.0F);
    SoundVoice calm;
    play(calm, {});
    const std::vector<float> begins = play(calm, wind, 200);
    EXPECT_LT(largestStep(begins), 0.05F);
}

TEST(SoundVoice, SoundsAlikeForLikeInputHoweverItIsCutIntoBlocks) {
    SoundVoice a(7);
    SoundVoice b(7);
    const std::vector<float> whole = play(a, everything(), 4000);
    std::vector<float> parts;
    for (const size_t count : {1U, 999U, 1500U, 1500U}) {
        const auto some = play(b, everything(), count);
        parts.insert(parts.end(), some.begin(), some.end());
    }
    EXPECT_EQ(whole, parts);
}

TEST(SoundVoice, PlaysEachBurstOncePerEventAndNoneForWhatWasBeforeItsTime) {
    for (uint32_t VoiceLevels::*const counter :
         {&VoiceLevels::ticks, &VoiceLevels::snips, &VoiceLevels::seams, &VoiceLevels::rips,
          &VoiceLevels::slips}) {
        SoundVoice voice;
        VoiceLevels levels;
        levels.*counter = 41; // of earlier
        EXPECT_EQ(rms(play(voice, levels)), 0.0);
        ++(levels.*counter);
        const std::vector<float> burst = play(voice, levels, kSecond / 2);
        EXPECT_GT(rms(burst), 0.001);
        EXPECT_LT(std::abs(burst.front()), 0.01F); // begins softly
        EXPECT_EQ(burst.back(), 0.0F);             // and ends
        EXPECT_EQ(rms(play(voice, levels)), 0.0);
    }
}

} // namespace
} // namespace selvage
