// Recordings made while the cloth is simulated, and their replay.
#include "io/motion_csv.h"
#include "live_scarf.h"
#include "session_file.h"

#include <cmath>
#include <unistd.h>

namespace selvage {
namespace {

using test::kPeriod;
using test::LiveScarf;

TEST_F(LiveScarf, ARecordedSessionReplaysToTheSameHash) {
    const auto path = std::filesystem::temp_directory_path() / "selvage-live-test.csv";
    SimThreadOptions options;
    char dt[32];
    std::snprintf(dt, sizeof(dt), "%.17g", kPeriod);
    auto recorder = Recorder::create(path, {{"dt", dt}});
    ASSERT_TRUE(recorder);
    options.recorder = std::move(recorder.value());
    auto simulation = start(std::move(options));
    const Vec3 top = simulation->newest().position[0][500];
    for (int i = 0; i < 200; ++i) {
        request_.displayTime += i == 120 ? 3 * kPeriod : kPeriod; // with a missed frame in between
        HandInput &hand = request_.tracked.hand(Hand::Right);
        hand.active = i != 150;
        hand.grab = i > 5 && i < 170 ? 1.0F : 0.0F;
        hand.grip.position =
            top + Vec3(0.1F * std::sin(0.1F * static_cast<float>(i)), 0.002F * static_cast<float>(i), 0.0F);
        hand.grip.orientation = Quat(Vec3(0.01F * static_cast<float>(i), 0.3F, 0.0F));
        request_.originMovedCount = i > 100 ? 1 : 0;
        frame(*simulation);
    }
    simulation->stop();
    const uint64_t recorded = stateHash(simulation->world());
    ASSERT_GT(simulation->world().hands[1].grabCount, 0U);

    const auto file = readMotionCsv(path);
    ASSERT_TRUE(file) << file.error().message;
    const Motion &motion = file.value().motion;
    auto world = findScenario("scarf")->build({});
    for (uint64_t s = 1; s <= simulation->world().stepCount; ++s) {
        StepInput input;
        input.dt = static_cast<float>(kPeriod);
        input.tracked = sampleMotion(motion, motion.startTime() + static_cast<double>(s) * kPeriod);
        step(*world, input);
    }
    EXPECT_EQ(stateHash(world.value()), recorded);
    std::filesystem::remove(path);
}

// With the parameters it began with: its header names them, and what is changed meanwhile waits for its end.
TEST_F(LiveScarf, ARecordingAskedForWhileItRunsBeginsAnewAndReplays) {
    const auto back = std::filesystem::current_path();
    const auto folder = std::filesystem::temp_directory_path() / "selvage-live-recordings";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    const auto gravity = static_cast<size_t>(findParameter("gravity") - parameters().data());
    const auto simulation = start();
    change(request_.live, gravity, 4.0F);
    for (int i = 0; i < 80; ++i) {
        request_.displayTime += kPeriod;
        request_.recordCount = i < 20 ? 0 : 1;
        if (i == 50) {
            change(request_.live, gravity, 9.0F);
        }
        frame(*simulation);
    }
    simulation->stop();
    std::filesystem::current_path(back);
    EXPECT_EQ(simulation->world().stepCount, 60U);

    const auto file = readMotionCsv(folder / "recordings" / "scarf-1.csv");
    ASSERT_TRUE(file) << file.error().message;
    ScenarioOptions options;
    const std::array<std::string, 1> settings{file.value().properties.at("settings")};
    options.settings = parseSettings(settings).value();
    auto world = findScenario("scarf")->build(options);
    const Motion &motion = file.value().motion;
    for (uint64_t s = 1; s <= simulation->world().stepCount; ++s) {
        StepInput input;
        input.dt = static_cast<float>(kPeriod);
        input.tracked = sampleMotion(motion, motion.startTime() + static_cast<double>(s) * kPeriod);
        step(*world, input);
    }
    EXPECT_EQ(stateHash(world.value()), stateHash(simulation->world()));
    std::filesystem::remove_all(folder);
}

// A scarf taken and moved for 120 steps, after its gravity was changed.
class ReplayOfAScarf : public LiveScarf {
protected:
    void SetUp() override {
        change(request_.live, static_cast<size_t>(findParameter("gravity") - parameters().data()), 4.0F);
        SimThreadOptions options;
        auto recorder = Recorder::create(path_, sessionProperties("scarf", {}, request_.live, kPeriod));
        ASSERT_TRUE(recorder);
        options.recorder = std::move(recorder.value());
        auto simulation = start(std::move(options));
        const Vec3 top = simulation->newest().position[0][500];
        for (int i = 0; i < 120; ++i) {
            request_.displayTime += kPeriod;
            HandInput &hand = request_.tracked.hand(Hand::Right);
            hand.active = true;
            hand.grab = i > 5 ? 1.0F : 0.0F;
            hand.grip.position = top + Vec3(0.0F, 0.003F * static_cast<float>(i), 0.0F);
            frame(*simulation);
        }
        simulation->stop();
        recorded_ = stateHash(simulation->world());
        ASSERT_GT(simulation->world().hands[1].grabCount, 0U);
        auto session = readSession(path_);
        ASSERT_TRUE(session) << session.error().message;
        session_ = std::move(session.value());
    }
    void TearDown() override { std::filesystem::remove(path_); }

    // Replays it while the person does something else altogether.
    std::unique_ptr<SimThread> replay(const RecordedSession &session, int frames) {
        request_ = {};
        SimThreadOptions options;
        options.replay = session;
        auto simulation = start(std::move(options));
        request_.tracked.hand(Hand::Left).active = true;
        request_.tracked.hand(Hand::Left).grab = 1.0F;
        for (int i = 0; i < frames; ++i) {
            request_.displayTime += i % 3 == 0 ? 2.0 * kPeriod : kPeriod;
            if (i == 20) {
                change(request_.live, kFabricSlot, 2.0F);
            }
            frame(*simulation);
        }
        return simulation;
    }

    const std::filesystem::path path_ =
        std::filesystem::temp_directory_path() / ("selvage-replay-" + std::to_string(getpid()) + ".csv");
    RecordedSession session_;
    uint64_t recorded_{0};
};

TEST_F(ReplayOfAScarf, GoesStepByStepAsRecordedWhateverHappensMeanwhile) {
    const auto simulation = replay(session_, 150);
    simulation->stop();
    EXPECT_EQ(simulation->replay().steps, 120U);
    EXPECT_EQ(simulation->replay().played, 120U);
    EXPECT_FALSE(simulation->replay().differs);
    EXPECT_EQ(simulation->world().stepCount, 120U) << "and stands still at its end";
    EXPECT_EQ(stateHash(simulation->world()), recorded_);
    EXPECT_EQ(describe(simulation->replay(), kPeriod), "all 120 steps replayed, each as recorded");
}

TEST_F(ReplayOfAScarf, TellsTheFirstStepThatComesOutOtherwise) {
    RecordedSession other = session_;
    other.file.motion.samples[71].hand(Hand::Right).grip.position.x += 1e-4F; // step 71 reads it
    auto simulation = replay(other, 150);
    simulation->stop();
    EXPECT_TRUE(simulation->replay().differs);
    EXPECT_EQ(simulation->replay().firstDifference, 71U);
    EXPECT_EQ(describe(simulation->replay(), kPeriod),
              "step 71 of 120 steps (0.789 s) is the first that came out otherwise than recorded");

    other = session_;
    other.live = {}; // gravity as the scene has it
    simulation = replay(other, 40);
    simulation->stop();
    EXPECT_EQ(simulation->replay().firstDifference, 1U);
}

TEST_F(ReplayOfAScarf, BeginsAgainWithAResetAndEndsWithAnotherScene) {
    auto simulation = replay(session_, 30);
    request_.resetCount = 1;
    for (int i = 0; i < 150; ++i) {
        request_.displayTime += kPeriod;
        frame(*simulation);
    }
    EXPECT_EQ(simulation->newest().steps, 120U);
    request_.scenario = static_cast<int32_t>(findScenario("hang") - scenarios().data());
    for (int i = 0; i < 150; ++i) {
        request_.displayTime += kPeriod;
        frame(*simulation);
    }
    EXPECT_EQ(simulation->newest().steps, 150U);
    simulation->stop();
    EXPECT_FALSE(simulation->replay().differs);
}

// A reset keeps what was changed, another scene does not: each part of a recording says what it began with.
TEST_F(LiveScarf, EachPartOfARecordingReplaysByItself) {
    const auto folder = std::filesystem::temp_directory_path() / "selvage-recording-parts";
    std::filesystem::remove_all(folder);
    SimThreadOptions options;
    auto recorder = Recorder::create(folder / "r.csv", sessionProperties("scarf", {}, {}, kPeriod));
    ASSERT_TRUE(recorder);
    options.recorder = std::move(recorder.value());
    auto simulation = start(std::move(options));
    for (int i = 0; i < 90; ++i) {
        if (i == 30) {
            change(request_.live, static_cast<size_t>(findParameter("gravity") - parameters().data()), 3.0F);
            change(request_.live, kStepSlot, 1.0F / 120.0F);
            request_.resetCount = 1;
        } else if (i == 60) {
            forget(request_.live);
            request_.scenario = static_cast<int32_t>(findScenario("hang") - scenarios().data());
        }
        request_.displayTime += kPeriod;
        frame(*simulation);
    }
    simulation->stop();
    const std::array<const char *, 3> scenes{"scarf", "scarf", "hang"};
    const std::array<const char *, 3> names{"r.csv", "r-2.csv", "r-3.csv"};
    for (size_t part = 0; part < scenes.size(); ++part) {
        auto session = readSession(folder / names[part]);
        ASSERT_TRUE(session) << session.error().message;
        EXPECT_EQ(session->scenario, scenes[part]);
        SimThreadOptions again;
        again.replay = session.value();
        again.stepBudget = 1e-6; // s, in which no step is done: a replay's take what they take
        const Scenario &scenario = *findScenario(session->scenario);
        SimThread replay(std::move(scenario.build({}).value()), scenario, std::move(again));
        SimRequest request;
        request.scenario = static_cast<int32_t>(&scenario - scenarios().data());
        for (int i = 0; i < 60; ++i) {
            request.number += 1;
            request.displayTime += kPeriod;
            replay.post(request);
            replay.waitFor(request.number);
        }
        replay.stop();
        EXPECT_GT(replay.replay().played, 20U) << names[part];
        EXPECT_EQ(replay.replay().played, replay.replay().steps);
        EXPECT_FALSE(replay.replay().differs) << names[part];
    }
    std::filesystem::remove_all(folder);
}

// Where in its steps time is up differs from machine to machine and from run to run.
TEST_F(LiveScarf, StepsThatWereCutShortAreCutThereAgain) {
    const auto path =
        std::filesystem::temp_directory_path() / ("selvage-cut-steps-" + std::to_string(getpid()) + ".csv");
    for (const double budget : {1e-7, 2e-4, 6e-4, 1.2e-3}) { // s
        SimThreadOptions options;
        auto recorder = Recorder::create(path, sessionProperties("scarf", {}, {}, kPeriod));
        ASSERT_TRUE(recorder);
        options.recorder = std::move(recorder.value());
        request_ = {};
        request_.wantsReadouts = true;
        auto simulation = start(std::move(options), budget);
        for (int i = 0; i < 90; ++i) {
            request_.displayTime += kPeriod;
            frame(*simulation);
        }
        const uint64_t timeUp = simulation->newest().readouts.timeUp;
        simulation->stop();
        EXPECT_TRUE(budget > 1e-6 || timeUp == 90U) << timeUp;
        auto session = readSession(path);
        ASSERT_TRUE(session) << session.error().message;
        SimThreadOptions again;
        again.replay = std::move(session.value());
        request_ = {};
        auto replay = start(std::move(again));
        for (int i = 0; i < 90; ++i) {
            request_.displayTime += kPeriod;
            frame(*replay);
        }
        replay->stop();
        std::printf("%g s: time was up in %llu of 90 steps\n", budget,
                    static_cast<unsigned long long>(timeUp));
        EXPECT_EQ(replay->replay().played, 90U);
        EXPECT_FALSE(replay->replay().differs) << describe(replay->replay(), kPeriod);
    }
    std::filesystem::remove(path);
}

TEST_F(ReplayOfAScarf, RefusesWhatIsNoRecording) {
    const auto refused = [&](const MotionFile &file) {
        EXPECT_TRUE(writeMotionCsv(path_, file));
        const auto session = readSession(path_);
        return session ? std::string() : session.error().message;
    };
    MotionFile file = session_.file;
    file.marks.clear();
    EXPECT_NE(refused(file).find("expected a recording, with a column \"state\""), std::string::npos);
    file = session_.file;
    file.properties["dt"] = "fast";
    EXPECT_NE(refused(file).find("\"# dt=fast\", expected the length of a step"), std::string::npos);
    file = session_.file;
    file.properties["settings"] = "gravity=4 levity=2";
    EXPECT_NE(refused(file).find("'levity=2' among the settings"), std::string::npos);
}

// A scarf that is recorded while it runs, as the panel asks for it, in a folder of its own.
class PanelReplay : public LiveScarf {
protected:
    void SetUp() override {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        std::filesystem::current_path(folder_);
    }
    void TearDown() override {
        std::filesystem::current_path(back_);
        std::filesystem::remove_all(folder_);
    }
    // The right hand takes the scarf and lifts it, for 60 steps that are recorded.
    void record(SimThread &simulation) {
        change(request_.live, static_cast<size_t>(findParameter("gravity") - parameters().data()), 4.0F);
        const Vec3 top = simulation.newest().position[0][500];
        ++request_.recordCount;
        for (int i = 0; i < 60; ++i) {
            HandInput &hand = request_.tracked.hand(Hand::Right);
            hand.active = true;
            hand.grab = i > 5 ? 1.0F : 0.0F;
            hand.grip.position = top + Vec3(0.0F, 0.003F * static_cast<float>(i), 0.0F);
            frames(simulation, 1);
            heights_.push_back(simulation.newest().position[0][500].y);
        }
        request_.tracked = {};
    }
    void frames(SimThread &simulation, int count) {
        for (int i = 0; i < count; ++i) {
            request_.displayTime += kPeriod;
            frame(simulation);
        }
    }
    std::string notice(SimThread &simulation) const {
        const auto &text = simulation.newest().notice;
        return text ? *text : std::string();
    }

    std::filesystem::path back_{std::filesystem::current_path()};
    std::filesystem::path folder_{std::filesystem::temp_directory_path() /
                                  ("selvage-panel-replay-" + std::to_string(getpid()))};
    std::vector<float> heights_; // m, of a particle after each recorded step
};

TEST_F(PanelReplay, ShowsWhatWasRecordedLastWithTheHandsOfThen) {
    const auto simulation = start();
    request_.wantsReadouts = true;
    frames(*simulation, 10);
    EXPECT_FALSE(simulation->newest().readouts.recorded);
    record(*simulation);
    ++request_.replayCount; // which ends the recording
    for (size_t i = 0; i < heights_.size(); ++i) {
        frames(*simulation, 1);
        const SimFrame &shown = simulation->newest();
        ASSERT_TRUE(shown.replays);
        ASSERT_EQ(shown.position[0][500].y, heights_[i]) << "step " << i + 1;
        ASSERT_TRUE(shown.hands[1].present) << "though nobody's hand is there now";
    }
    EXPECT_TRUE(simulation->newest().readouts.recorded);
    EXPECT_FALSE(simulation->newest().readouts.recording);
    EXPECT_NE(notice(*simulation).find("all 60 steps replayed, each as recorded"), std::string::npos);
    frames(*simulation, 10); // it stands as it ended
    EXPECT_EQ(simulation->newest().position[0][500].y, heights_.back());
}

TEST_F(PanelReplay, GivesTheHandsBackWhereTheSceneBeginsAndCanBeSeenAgain) {
    const auto simulation = start();
    record(*simulation);
    ++request_.replayCount;
    frames(*simulation, 20);
    ++request_.replayCount;
    frames(*simulation, 1);
    EXPECT_FALSE(simulation->newest().replays);
    EXPECT_EQ(simulation->newest().steps, 1U);
    request_.tracked.hand(Hand::Left).active = true;
    frames(*simulation, 5);
    EXPECT_TRUE(simulation->newest().hands[0].present);
    EXPECT_FALSE(simulation->newest().hands[1].present);
    ++request_.replayCount;
    frames(*simulation, 60);
    EXPECT_EQ(simulation->newest().position[0][500].y, heights_.back());
    EXPECT_FALSE(simulation->newest().hands[0].present);
    simulation->stop();
    EXPECT_FALSE(simulation->replay().differs);
}

TEST_F(PanelReplay, SaysWhyThereIsNoneAndGoesOn) {
    const auto simulation = start();
    ++request_.replayCount;
    frames(*simulation, 5);
    EXPECT_FALSE(simulation->newest().replays);
    EXPECT_NE(notice(*simulation).find("expected"), std::string::npos) << notice(*simulation);
    record(*simulation);
    request_.scenario = static_cast<int32_t>(findScenario("hang") - scenarios().data());
    frames(*simulation, 5);
    ++request_.recordCount; // the recording, that went on in the other scene, ends
    frames(*simulation, 5);
    request_.scenario = static_cast<int32_t>(findScenario("scarf") - scenarios().data());
    frames(*simulation, 5);
    ++request_.replayCount;
    frames(*simulation, 5);
    EXPECT_FALSE(simulation->newest().replays);
    EXPECT_NE(notice(*simulation).find("is of the scene hang"), std::string::npos) << notice(*simulation);
    std::filesystem::remove("recordings/scarf-1-2.csv");
    ++request_.replayCount;
    frames(*simulation, 5);
    EXPECT_FALSE(simulation->newest().replays);
    EXPECT_NE(notice(*simulation).find("scarf-1-2.csv"), std::string::npos) << notice(*simulation);
}

TEST(Recorder, SaysWhichFileItCannotCreate) {
    const auto recorder = Recorder::create("/proc/no/such/folder/motion.csv", {});
    ASSERT_FALSE(recorder);
    EXPECT_NE(recorder.error().message.find("/proc/no/such/folder/motion.csv"), std::string::npos);
}

} // namespace
} // namespace selvage
