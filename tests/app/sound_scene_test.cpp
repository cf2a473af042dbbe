// What is to be heard of a frame, and the words for it.
#include "sound_scene.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kFrame = 1.0 / 90.0; // s

class Listening : public testing::Test {
protected:
    Listening() {
        frame_.shape = std::make_shared<SceneShape>();
        frame_.position.resize(1);
        for (int i = 0; i < 50; ++i) {
            frame_.position[0].emplace_back(0.02F * static_cast<float>(i), 1.0F, -0.5F);
        }
    }
    // A step in which the particles move by `velocity(i)`, m/s.
    template <typename Velocity> const SoundFrame &listen(Velocity velocity) {
        for (size_t i = 0; i < frame_.position[0].size(); ++i) {
            frame_.position[0][i] += velocity(i) * static_cast<float>(kFrame);
        }
        frame_.worldTime += kFrame;
        ++frame_.stepsDone;
        return scene_.listen(frame_, head_, comfort_, focused_);
    }
    const SoundFrame &rest() {
        return listen([](size_t) { return Vec3(0.0F); });
    }
    static const VoiceLevels &levels(const SoundFrame &sound, SoundPlace place) {
        return sound.sources[static_cast<size_t>(place)].levels;
    }

    SimFrame frame_;
    SoundScene scene_;
    Pose head_{Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(0.0F, 1.6F, 0.3F)};
    Comfort comfort_;
    bool focused_{true};
};

Vec3 apart(size_t i) {
    return Vec3(0.0F, i % 2 == 0 ? 3.0F : -3.0F, 0.0F);
}

TEST_F(Listening, HearsNothingWhereNothingMovesAndNoWindBlows) {
    frame_.wind.speed = 9.0F; // but there is no air
    for (int i = 0; i < 5; ++i) {
        for (const SoundFrame::Source &source : rest().sources) {
            EXPECT_EQ(source.levels.wind + source.levels.flutter + source.levels.rustle + source.levels.water,
                      0.0F);
        }
    }
}

TEST_F(Listening, HearsTheWindAtTheHeadFromWhereItComes) {
    frame_.airDensity = kAirDensity;
    frame_.wind.gusts.fill(Vec3(0.0F));
    float before = -1.0F;
    for (float speed = 0.0F; speed <= 20.0F; speed += 2.0F) {
        frame_.wind.speed = speed;
        const float wind = levels(rest(), SoundPlace::Wind).wind;
        EXPECT_GE(wind, before);
        EXPECT_LE(wind, speed);
        before = wind;
    }
    EXPECT_GT(before, 15.0F);
    frame_.wind.direction = Vec3(1.0F, 0.0F, 0.0F);
    EXPECT_LT(rest().sources[0].position.x, head_.position.x);
}

TEST_F(Listening, HearsClothThatMovesAgainstItselfAndNotClothThatIsCarried) {
    rest();
    const SoundFrame &carried = listen([](size_t) { return Vec3(4.0F, 1.0F, 0.0F); });
    EXPECT_EQ(levels(carried, SoundPlace::Cloth).flutter, 0.0F);
    EXPECT_NEAR(levels(listen(apart), SoundPlace::Cloth).flutter, 3.0F, 0.3F);
}

TEST_F(Listening, HearsClothRustleInTheHandThatHoldsItAlone) {
    rest();
    frame_.hands[1].holding = true;
    frame_.hands[1].anchor.position = frame_.position[0][25];
    frame_.hands[0].anchor.position = frame_.position[0][25];
    const SoundFrame &sound = listen(apart);
    EXPECT_GT(levels(sound, SoundPlace::RightHand).rustle, 2.0F);
    EXPECT_EQ(levels(sound, SoundPlace::LeftHand).rustle, 0.0F);
}

TEST_F(Listening, HearsAHandTakeAndLetGoAndSlipOnceEach) {
    rest();
    ++frame_.hands[0].grabCount;
    EXPECT_EQ(levels(rest(), SoundPlace::LeftHand).ticks, 1U);
    EXPECT_EQ(levels(rest(), SoundPlace::LeftHand).ticks, 1U);
    ++frame_.hands[0].releaseCount;
    ++frame_.hands[0].slipCount;
    const SoundFrame &slipped = rest();
    EXPECT_EQ(levels(slipped, SoundPlace::LeftHand).ticks, 1U);
    EXPECT_EQ(levels(slipped, SoundPlace::LeftHand).slips, 1U);
    frame_.hands[0] = {}; // another scene counts anew
    EXPECT_EQ(levels(rest(), SoundPlace::LeftHand).ticks, 1U);
}

TEST_F(Listening, HearsTheBenchFromTheHandWithTheTool) {
    frame_.bench.present = true;
    frame_.bench.tools[0].tool = BenchTool::Cut;
    rest();
    frame_.bench.done = 1;
    frame_.bench.latest = BenchTool::Cut;
    EXPECT_EQ(levels(rest(), SoundPlace::LeftHand).snips, 1U);
    frame_.bench.done = 0; // undone
    EXPECT_EQ(levels(rest(), SoundPlace::LeftHand).snips, 1U);
    frame_.bench.done = 1;
    frame_.bench.latest = BenchTool::Seam;
    EXPECT_EQ(levels(rest(), SoundPlace::RightHand).seams, 1U);
}

TEST_F(Listening, HearsClothInWaterThatRushesPastIt) {
    auto shape = std::make_shared<SceneShape>();
    shape->water.density = kWaterDensity;
    shape->water.middle = Vec3(0.0F, 1.5F, -0.5F);
    shape->water.speed = 0.8F;
    rest();
    EXPECT_EQ(levels(rest(), SoundPlace::Water).water, 0.0F);
    frame_.shape = shape;
    rest();
    EXPECT_GT(levels(rest(), SoundPlace::Water).water, 0.3F);
    for (Vec3 &p : frame_.position[0]) {
        p.y = 1.8F; // lifted out
    }
    rest();
    EXPECT_EQ(levels(rest(), SoundPlace::Water).water, 0.0F);
}

TEST_F(Listening, FallsSilentWithoutTheFocusAndMuted) {
    rest();
    focused_ = false;
    EXPECT_EQ(levels(listen(apart), SoundPlace::Cloth).flutter, 0.0F);
    comfort_.muted = true;
    EXPECT_EQ(rest().volume, 0.0F);
    comfort_.muted = false;
    comfort_.volume = 7.0F;
    EXPECT_EQ(rest().volume, 1.0F);
}

TEST(Captions, SayWhatIsHeardForAMoment) {
    Captions captions;
    SoundFrame frame;
    EXPECT_TRUE(captions.follow(frame, 0.0).empty());
    frame.sources[0].levels.wind = 5.0F;
    EXPECT_EQ(captions.follow(frame, 1.0), "wind rises");
    EXPECT_EQ(captions.follow(frame, 3.0), "wind rises");
    EXPECT_TRUE(captions.follow(frame, 4.0).empty());
    frame.sources[0].levels.wind = 1.0F;
    EXPECT_EQ(captions.follow(frame, 5.0), "wind falls");
    ++frame.sources[3].levels.snips;
    EXPECT_EQ(captions.follow(frame, 5.1), "scissors");
    ++frame.sources[2].levels.seams;
    EXPECT_EQ(captions.follow(frame, 5.2), "seam closed");
    EXPECT_TRUE(captions.follow(frame, 9.0).empty());
}

TEST(Captions, SayNothingOfWhatWasBeforeTheirTime) {
    Captions captions;
    SoundFrame frame;
    frame.sources[3].levels.snips = 9;
    EXPECT_TRUE(captions.follow(frame, 0.0).empty());
    EXPECT_TRUE(captions.follow(frame, 1.0).empty());
}

} // namespace
} // namespace selvage
