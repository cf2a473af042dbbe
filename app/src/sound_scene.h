// What is to be heard of a frame: how the wind blows at the listener, how cloth moves, what hands did. And
// the same in words, for who does not hear it.
#pragma once

#include "comfort.h"
#include "sim_thread.h"
#include "sound_synth.h"

#include <array>
#include <string_view>
#include <vector>

namespace selvage {

enum class SoundPlace : uint8_t { Wind, Cloth, LeftHand, RightHand, Water };
inline constexpr size_t kSoundPlaces = 5;

// All that the sound thread reads: levels and counters, so that a dropped one loses nothing.
struct SoundFrame {
    struct Source {
        VoiceLevels levels;
        Vec3 position{0.0F}; // m
    };
    std::array<Source, kSoundPlaces> sources;
    Pose listener;
    float volume{0.0F}; // 0…1, of all; 0: silent
};

// From one frame to the next. Does not allocate once it is made.
class SoundScene {
public:
    SoundScene();

    // `focused`: false is silence, as is a world that stands still.
    const SoundFrame &listen(const SimFrame &frame, const Pose &head, const Comfort &comfort, bool focused);

private:
    void followCloth(const SimFrame &frame, float dt);
    void followHands(const SimFrame &frame);
    void followBench(const BenchFrame &bench);
    VoiceLevels &levelsAt(SoundPlace place) { return at(place).levels; }
    SoundFrame::Source &at(SoundPlace place) { return frame_.sources[static_cast<size_t>(place)]; }

    SoundFrame frame_;
    const SceneShape *shape_{nullptr};
    double worldTime_{0.0};
    std::vector<Vec3> before_; // m, the samples of all cloths
    uint32_t benchDone_{0};
    std::array<uint32_t, kHandCount> grabs_{};
    std::array<uint32_t, kHandCount> releases_{};
    std::array<uint32_t, kHandCount> slips_{};
    uint64_t stepsDone_{0};
};

// The latest words, for as long as they are shown.
class Captions {
public:
    // time: s, rising. An empty view where there is nothing to be said.
    std::string_view follow(const SoundFrame &frame, double time);

private:
    void say(std::string_view words, double time);

    bool started_{false};
    std::array<VoiceLevels, kSoundPlaces> before_{};
    float wind_{0.0F}; // m/s, as of the latest words about it
    bool flaps_{false};
    bool wet_{false};
    std::string_view words_;
    double until_{-1.0}; // s
};

} // namespace selvage
