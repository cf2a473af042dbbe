// Levels from positions, events from counters, words from both.
#include "sound_scene.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr size_t kSamplesMax = 64; // particles of a cloth that are listened to
constexpr size_t kSamplesOfAll = 2048;
constexpr float kHandReach = 0.4F;   // m, of what rustles in a hand
constexpr float kWindHeard = 1.2F;   // m/s, below which wind makes no sound
constexpr float kClothHeard = 0.25F; // m/s, the same of cloth against itself
constexpr float kSplash = 1.2F;      // m/s, at which cloth in water is as loud as it gets
constexpr float kWindAway = 1.0F;    // m, from which the wind is heard

float above(float value, float threshold) {
    return std::max(0.0F, value - threshold);
}

size_t strideOf(size_t count) {
    return std::max<size_t>(1, (count + kSamplesMax - 1) / kSamplesMax);
}

// Of some particles: how they move together, and against each other.
struct Moving {
    Vec3 sum{0.0F};
    Vec3 place{0.0F};
    float squares{0.0F};
    float count{0.0F};

    void add(const Vec3 &at, const Vec3 &velocity) {
        sum += velocity;
        squares += glm::dot(velocity, velocity);
        place += at;
        count += 1.0F;
    }
    // m/s, root mean square of the velocities less their mean.
    float against() const {
        if (count < 2.0F) {
            return 0.0F;
        }
        const Vec3 mean = sum / count;
        return std::sqrt(std::max(0.0F, squares / count - glm::dot(mean, mean)));
    }
};

} // namespace

SoundScene::SoundScene() {
    before_.reserve(kSamplesOfAll);
}

const SoundFrame &SoundScene::listen(const SimFrame &frame, const Pose &head, const Comfort &comfort,
                                     bool focused) {
    const bool isNew = frame.shape.get() != shape_ || frame.worldTime < worldTime_;
    const auto dt = static_cast<float>(frame.worldTime - worldTime_);
    const bool stands = !isNew && frame.stepsDone == stepsDone_;
    if (isUsable(head)) {
        frame_.listener = head;
    }
    frame_.volume = comfort.muted ? 0.0F : std::clamp(comfort.volume, 0.0F, 1.0F);
    if (!focused || (stands && frame.paused)) {
        for (SoundFrame::Source &source : frame_.sources) {
            source.levels.wind = source.levels.flutter = source.levels.rustle = source.levels.water = 0.0F;
        }
    } else if (!stands) {
        const bool blows = frame.airDensity > 0.0F;
        const Vec3 wind = windAt(frame.wind, frame_.listener.position);
        levelsAt(SoundPlace::Wind).wind = blows ? above(glm::length(wind), kWindHeard) : 0.0F;
        at(SoundPlace::Wind).position = frame_.listener.position - kWindAway * frame.wind.direction;
        followCloth(frame, isNew ? 0.0F : dt);
    }
    followHands(frame);
    followBench(frame.bench);
    shape_ = frame.shape.get();
    worldTime_ = frame.worldTime;
    stepsDone_ = frame.stepsDone;
    return frame_;
}

void SoundScene::followCloth(const SimFrame &frame, float dt) {
    Moving all;
    Moving wet;
    std::array<Moving, kHandCount> held;
    const bool hasWater = frame.shape && frame.shape->water.density > 0.0F;
    const Water water{frame.waterDrift, {}};
    size_t sample = 0;
    bool usable = dt > 0.0F && dt < 0.2F;
    for (const std::vector<Vec3> &position : frame.position) {
        Moving one;
        const size_t stride = strideOf(position.size());
        for (size_t i = 0; i < position.size() && sample < kSamplesOfAll; i += stride, ++sample) {
            if (sample >= before_.size()) {
                before_.push_back(position[i]);
                usable = false;
            }
            const Vec3 velocity = usable ? (position[i] - before_[sample]) / dt : Vec3(0.0F);
            before_[sample] = position[i];
            one.add(position[i], velocity);
            for (size_t h = 0; h < held.size(); ++h) {
                if (glm::distance(position[i], frame.hands[h].anchor.position) < kHandReach) {
                    held[h].add(position[i], velocity);
                }
            }
            if (hasWater &&
                position[i].y < waterHeight(frame.shape->water, water, position[i].x, position[i].z)) {
                wet.add(position[i], velocity - currentAt(frame.shape->water, position[i]));
            }
        }
        // The loudest cloth is the one that is heard.
        all = one.against() > all.against() || all.count == 0.0F ? one : all;
    }
    if (all.count > 0.0F) {
        at(SoundPlace::Cloth).position = all.place / all.count;
    }
    levelsAt(SoundPlace::Cloth).flutter = above(all.against(), kClothHeard);
    for (size_t h = 0; h < held.size(); ++h) {
        SoundFrame::Source &hand = frame_.sources[static_cast<size_t>(SoundPlace::LeftHand) + h];
        hand.position = frame.hands[h].anchor.position;
        hand.levels.rustle = frame.hands[h].holding ? above(held[h].against(), kClothHeard) : 0.0F;
    }
    const float rushes = wet.count > 0.0F ? std::sqrt(wet.squares / wet.count) : 0.0F;
    levelsAt(SoundPlace::Water).water = std::min(1.0F, rushes / kSplash);
    if (wet.count > 0.0F) {
        at(SoundPlace::Water).position = wet.place / wet.count;
    }
}

void SoundScene::followHands(const SimFrame &frame) {
    for (size_t h = 0; h < frame.hands.size(); ++h) {
        const SimHand &hand = frame.hands[h];
        VoiceLevels &levels = frame_.sources[static_cast<size_t>(SoundPlace::LeftHand) + h].levels;
        const bool slipped = hand.slipCount > slips_[h]; // counts begin anew with a scene
        const bool acted = hand.grabCount > grabs_[h] || hand.releaseCount > releases_[h];
        levels.slips += slipped ? 1 : 0;
        levels.ticks += acted && !slipped ? 1 : 0;
        grabs_[h] = hand.grabCount;
        releases_[h] = hand.releaseCount;
        slips_[h] = hand.slipCount;
    }
}

// Heard from the hand that uses the tool of the act.
void SoundScene::followBench(const BenchFrame &bench) {
    const bool did = bench.present && bench.done > benchDone_;
    benchDone_ = bench.present ? bench.done : 0;
    if (!did) {
        return;
    }
    const auto has = [&](Hand side) { return bench.tools[static_cast<size_t>(side)].tool == bench.latest; };
    VoiceLevels &levels =
        levelsAt(has(Hand::Left) && !has(Hand::Right) ? SoundPlace::LeftHand : SoundPlace::RightHand);
    switch (bench.latest) {
    case BenchTool::Cut:
    case BenchTool::Hem:
    case BenchTool::Dart:
        ++levels.snips;
        break;
    case BenchTool::Seam:
        ++levels.seams;
        break;
    case BenchTool::Unpick:
        ++levels.rips;
        break;
    case BenchTool::Pin:
    case BenchTool::Waistband:
        ++levels.ticks;
        break;
    case BenchTool::Wind:
        break;
    }
}

void Captions::say(std::string_view words, double time) {
    constexpr double kShown = 2.5; // s
    words_ = words;
    until_ = time + kShown;
}

std::string_view Captions::follow(const SoundFrame &frame, double time) {
    constexpr float kChange = 2.5F; // m/s, of wind that is worth words
    constexpr float kFlaps = 1.5F;  // m/s
    constexpr float kRests = 0.5F;  // m/s
    const auto levels = [&](SoundPlace place) -> const VoiceLevels & {
        return frame.sources[static_cast<size_t>(place)].levels;
    };
    const float wind = levels(SoundPlace::Wind).wind;
    if (wind > wind_ + kChange) {
        say("wind rises", time);
        wind_ = wind;
    } else if (wind < wind_ - kChange) {
        say("wind falls", time);
        wind_ = wind;
    }
    const float flutter = levels(SoundPlace::Cloth).flutter;
    if (!flaps_ && flutter > kFlaps) {
        say("cloth flaps", time);
    }
    flaps_ = flutter > (flaps_ ? kRests : kFlaps);
    const float water = levels(SoundPlace::Water).water;
    if (!wet_ && water > 0.4F) {
        say("splash", time);
    }
    wet_ = water > (wet_ ? 0.1F : 0.4F);
    for (size_t place = 0; place < kSoundPlaces && started_; ++place) {
        const VoiceLevels &now = frame.sources[place].levels;
        const VoiceLevels &then = before_[place];
        if (now.snips != then.snips) {
            say("scissors", time);
        } else if (now.seams != then.seams) {
            say("seam closed", time);
        } else if (now.rips != then.rips) {
            say("seam opened", time);
        } else if (now.slips != then.slips) {
            say("cloth slips away", time);
        } else if (now.ticks != then.ticks) {
            say("tick", time);
        }
    }
    for (size_t place = 0; place < kSoundPlaces; ++place) {
        before_[place] = frame.sources[place].levels;
    }
    started_ = true;
    return time < until_ ? words_ : std::string_view();
}

} // namespace selvage
