// The frame thread's and the simulation thread's dealings with each other, without any display.
#include "freed_memory.h"
#include "io/motion_csv.h"
#include "number_entry.h"
#include "session_file.h"
#include "sim_thread.h"
#include "triple_buffer.h"

#include <chrono>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace selvage {
namespace {

constexpr double kPeriod = 1.0 / 90.0;

TEST(TripleBuffer, DeliversTheNewestValueOnce) {
    TripleBuffer<int> buffer;
    EXPECT_FALSE(buffer.fetch());
    for (const int value : {1, 2, 3}) {
        buffer.back() = value;
        buffer.publish();
    }
    EXPECT_TRUE(buffer.fetch());
    EXPECT_EQ(buffer.front(), 3);
    EXPECT_FALSE(buffer.fetch());
    EXPECT_EQ(buffer.front(), 3);
}

TEST(TripleBuffer, NeverTearsNorGoesBackBetweenTwoThreads) {
    struct Value {
        uint64_t number{0};
        std::array<uint64_t, 64> copies{};
    };
    TripleBuffer<Value> buffer;
    constexpr uint64_t kCount = 200000;
    std::thread writer([&buffer] {
        for (uint64_t i = 1; i <= kCount; ++i) {
            Value &value = buffer.back();
            value.number = i;
            value.copies.fill(i);
            buffer.publish();
        }
    });
    uint64_t last = 0;
    while (last < kCount) {
        if (!buffer.fetch()) {
            std::this_thread::yield();
            continue;
        }
        const Value &value = buffer.front();
        ASSERT_GT(value.number, last);
        for (const uint64_t copy : value.copies) {
            ASSERT_EQ(copy, value.number);
        }
        last = value.number;
    }
    writer.join();
}

class LiveScarf : public ::testing::Test {
protected:
    std::unique_ptr<SimThread> start(SimThreadOptions options = {}) {
        options.stepsExpected = 1000;
        options.stepBudget = 0.0;
        const Scenario *scenario = findScenario("scarf");
        auto world = scenario->build(options.scenario);
        return std::make_unique<SimThread>(std::move(world.value()), *scenario, std::move(options));
    }
    // One frame of a display whose time is at request_.displayTime.
    const SimFrame &frame(SimThread &simulation) {
        ++request_.number;
        simulation.post(request_);
        simulation.waitFor(request_.number);
        return simulation.newest();
    }
    SimRequest request_;
};

TEST_F(LiveScarf, StepsOncePerDisplayPeriodToTheDisplayTime) {
    const auto simulation = start();
    uint64_t steps = 0;
    for (int i = 0; i < 50; ++i) {
        request_.displayTime = 100.0 + i * kPeriod + (i % 2 == 0 ? 0.002 : -0.002); // a jittery clock
        const SimFrame &shown = frame(*simulation);
        steps = shown.steps;
        EXPECT_NEAR(shown.displayTime, request_.displayTime, kPeriod / 2);
    }
    EXPECT_EQ(steps, 50U);
}

TEST_F(LiveScarf, MakesUpForMissedFramesButNeverForMoreThanSix) {
    const auto simulation = start();
    request_.displayTime = 5.0;
    frame(*simulation);
    request_.displayTime += 3 * kPeriod;
    EXPECT_EQ(frame(*simulation).steps, 4U);
    request_.displayTime += 30 * kPeriod;
    EXPECT_EQ(frame(*simulation).steps, 10U);
    request_.displayTime += kPeriod;
    EXPECT_EQ(frame(*simulation).steps, 11U);
}

TEST_F(LiveScarf, KeepsUpWithTheDisplayAtEveryRefreshRateAlsoWhenItChangesUnderWay) {
    const auto simulation = start();
    request_.displayTime = 50.0;
    const uint64_t before = frame(*simulation).steps;
    double elapsed = 0.0;
    for (const double rate : {90.0, 72.0, 80.0, 120.0, 144.0, 60.0, 20.0, 90.0}) {
        for (int i = 0; i < 40; ++i) {
            request_.period = 1.0 / rate;
            request_.displayTime += request_.period;
            elapsed += request_.period;
            const SimFrame &shown = frame(*simulation);
            ASSERT_NEAR(shown.displayTime, request_.displayTime, kPeriod / 2 + 1e-9) << rate;
        }
    }
    const uint64_t steps = simulation->newest().steps - before;
    EXPECT_NEAR(static_cast<double>(steps), elapsed / kPeriod,
                1.0); // neither slower nor faster than the clock
}

TEST_F(LiveScarf, GoesOnWithTheSameClothWhenAnotherDisplaysClockBeginsAnew) {
    const auto simulation = start();
    for (int i = 0; i < 30; ++i) {
        request_.displayTime = 500.0 + i * kPeriod;
        frame(*simulation);
    }
    const auto shape = simulation->newest().shape;
    for (int i = 0; i < 10; ++i) {
        request_.displayTime = i * kPeriod;
        request_.originMovedCount = 1;
        EXPECT_EQ(frame(*simulation).steps, static_cast<uint64_t>(31 + i));
    }
    EXPECT_EQ(simulation->newest().shape, shape);
}

TEST_F(LiveScarf, SurvivesTimesThatMakeNoSense) {
    const auto simulation = start();
    uint64_t before = 0;
    for (const double time : {1.0, -5.0, 2.3e6, 2.3e6 + kPeriod, std::nan(""), 7.0, 7.0}) {
        request_.displayTime = time;
        const uint64_t steps = frame(*simulation).steps;
        EXPECT_LE(steps - before, 6U);
        before = steps;
    }
    for (const Vec3 &x : simulation->newest().position[0]) {
        EXPECT_TRUE(isFinite(x));
    }
}

TEST_F(LiveScarf, PauseIsANoOpAndSingleStepsAreCounted) {
    const auto simulation = start();
    for (int i = 0; i < 10; ++i) {
        request_.displayTime += kPeriod;
        frame(*simulation);
    }
    const std::vector<Vec3> before = simulation->newest().position[0];
    request_.paused = true;
    for (int i = 0; i < 30; ++i) {
        request_.displayTime += kPeriod;
        frame(*simulation);
    }
    EXPECT_EQ(simulation->newest().position[0], before);
    request_.singleStepCount += 2;
    EXPECT_EQ(frame(*simulation).steps, 12U);
    request_.paused = false;
    request_.displayTime += kPeriod;
    EXPECT_EQ(frame(*simulation).steps, 13U);
}

// The runtime's word of a recentring, the head's pose and the hands' may come with different frames, and each
// of those may be late and made up for in several steps.
struct RecentringFrames {
    int word; // -1: never
    int head;
    int hands;
};

class LiveRecentring : public LiveScarf, public ::testing::WithParamInterface<RecentringFrames> {
protected:
    // m/s, of the fastest particle of a scarf that a hand holds up in the open and that is recentred.
    float fastestAfter(RecentringFrames recentring) {
        request_ = SimRequest{};
        SimThreadOptions options;
        options.scenario.settings.emplace("self-contact", "0"); // for speed
        const auto simulation = start(std::move(options));
        HandInput &hand = request_.tracked.hand(Hand::Right);
        hand.active = true;
        const Vec3 onCloth = simulation->newest().position[0][500];
        const Vec3 inTheOpen(0.9F, 1.4F, 1.2F);
        request_.tracked.head.position = Vec3(0.0F, 1.6F, 0.3F);
        for (int i = 0; i < 450; ++i) {
            request_.displayTime += kPeriod;
            hand.grab = i > 5 ? 1.0F : 0.0F;
            hand.grip.position =
                glm::mix(onCloth, inTheOpen, glm::smoothstep(20.0F, 270.0F, static_cast<float>(i)));
            frame(*simulation);
        }
        const Vec3 jump(0.7F, 0.0F, 0.4F);
        for (int i = 0; i < 3; ++i) {
            request_.originMovedCount += i == recentring.word ? 1 : 0;
            request_.tracked.head.position += i == recentring.head ? jump : Vec3(0.0F);
            hand.grip.position += i == recentring.hands ? jump : Vec3(0.0F);
            request_.displayTime += 5 * kPeriod;
            frame(*simulation);
        }
        simulation->stop();
        EXPECT_TRUE(simulation->world().hands[1].holding());
        float fastest = 0.0F;
        for (const Vec3 &v : simulation->world().cloths[0].velocity) {
            fastest = std::max(fastest, glm::length(v));
        }
        return fastest;
    }
};

TEST_P(LiveRecentring, CarriesHeldClothAlongWhateverComesFirst) {
    const float unmoved = fastestAfter({-1, -1, -1});
    EXPECT_LT(fastestAfter(GetParam()), unmoved + 0.5F);
}

INSTANTIATE_TEST_SUITE_P(
    Frames, LiveRecentring,
    ::testing::Values(RecentringFrames{0, 0, 0}, RecentringFrames{-1, 0, 0}, RecentringFrames{0, 0, 1},
                      RecentringFrames{-1, 0, 1}, RecentringFrames{0, 1, 1}, RecentringFrames{0, 1, 2},
                      RecentringFrames{1, 0, 0}, RecentringFrames{2, 0, 1}),
    [](const auto &row) {
        const auto at = [](int frame) { return frame < 0 ? std::string("Never") : std::to_string(frame); };
        return "Word" + at(row.param.word) + "Head" + at(row.param.head) + "Hands" + at(row.param.hands);
    });

TEST_F(LiveScarf, ResetStartsAnewWithANewShape) {
    const auto simulation = start();
    request_.displayTime = 1.0;
    const auto shape = frame(*simulation).shape;
    request_.displayTime += kPeriod;
    ++request_.resetCount;
    const SimFrame &after = frame(*simulation);
    EXPECT_NE(after.shape, shape);
    EXPECT_EQ(after.steps, 1U);
}

TEST_F(LiveScarf, AChangeActsOnTheNextStep) {
    const auto simulation = start();
    request_.displayTime = 1.0;
    frame(*simulation);
    change(request_.live, static_cast<size_t>(findParameter("gravity") - parameters().data()), -5.0F);
    change(request_.live, kFabricSlot, 2.0F);
    change(request_.live, static_cast<size_t>(findParameter("density") - parameters().data()), 0.5F);
    request_.wantsReadouts = true;
    request_.displayTime += kPeriod;
    const SimFrame &after = frame(*simulation);
    EXPECT_STREQ(after.readouts.fabric, fabrics()[2].name);
    simulation->stop();
    const World &world = simulation->world();
    EXPECT_EQ(world.settings.gravity.y, 5.0F);
    EXPECT_EQ(world.cloths[0].fabric.arealDensity, 0.5F) << "what is changed last holds";
    EXPECT_EQ(world.cloths[0].fabric.friction, fabrics()[2].friction);
}

TEST_F(LiveScarf, AResetKeepsWhatWasChangedAndAnotherSceneForgetsIt) {
    const auto simulation = start();
    const auto gravity = static_cast<size_t>(findParameter("gravity") - parameters().data());
    request_.wantsReadouts = true;
    change(request_.live, gravity, 2.0F);
    frame(*simulation);
    ++request_.resetCount;
    EXPECT_EQ(frame(*simulation).readouts.parameters[gravity], 2.0F);
    forget(request_.live);
    request_.scenario = static_cast<int32_t>(findScenario("flag") - scenarios().data());
    EXPECT_EQ(frame(*simulation).readouts.parameters[gravity], kGravity);
    change(request_.live, gravity, 3.0F);
    EXPECT_EQ(frame(*simulation).readouts.parameters[gravity], 3.0F);
}

TEST_F(LiveScarf, AnIntegratorIsChangedWhileItRuns) {
    const auto simulation = start();
    request_.wantsReadouts = true;
    for (size_t i = 0; i < integrators().size(); ++i) {
        change(request_.live, kIntegratorSlot, static_cast<float>(i));
        request_.displayTime += kPeriod;
        const SimFrame &shown = frame(*simulation);
        const bool refused = shown.notice != nullptr;
        EXPECT_TRUE(refused || std::string(shown.readouts.integrator) == integrators()[i].name);
    }
}

TEST_F(LiveScarf, FiguresAreReadOnlyWhereSomeoneLooks) {
    const auto simulation = start();
    request_.displayTime = 1.0;
    EXPECT_EQ(frame(*simulation).readouts.points, 0);
    EXPECT_TRUE(simulation->newest().stretch.empty());
    request_.wantsReadouts = request_.wantsStretch = true;
    const SimFrame &shown = frame(*simulation);
    EXPECT_EQ(static_cast<size_t>(shown.readouts.points), shown.position[0].size());
    EXPECT_EQ(shown.stretch[0].size(), shown.position[0].size());
}

TEST_F(LiveScarf, AnUnwaitedStormOfRequestsOnlyDropsStaleOnes) {
    const auto simulation = start();
    for (int i = 0; i < 2000; ++i) {
        ++request_.number;
        request_.displayTime += kPeriod;
        simulation->post(request_);
        const SimFrame &shown = simulation->newest();
        ASSERT_LE(shown.requestNumber, request_.number);
    }
    simulation->waitFor(request_.number);
    EXPECT_EQ(simulation->newest().requestNumber, request_.number);
}

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

TEST_F(ReplayOfAScarf, RefusesWhatIsNoRecording) {
    const auto refused = [&](const MotionFile &file) {
        EXPECT_TRUE(writeMotionCsv(path_, file));
        const auto session = readSession(path_);
        return session ? std::string() : session.error().message;
    };
    MotionFile file = session_.file;
    file.states.clear();
    EXPECT_NE(refused(file).find("expected a recording, with a column \"state\""), std::string::npos);
    file = session_.file;
    file.properties["dt"] = "fast";
    EXPECT_NE(refused(file).find("\"# dt=fast\", expected the length of a step"), std::string::npos);
    file = session_.file;
    file.properties["settings"] = "gravity=4 levity=2";
    EXPECT_NE(refused(file).find("'levity=2' among the settings"), std::string::npos);
}

TEST_F(LiveScarf, TellsEachSceneThatBeginsAfterTheFirst) {
    SimThreadOptions options;
    std::vector<std::string> told;
    options.sceneBegan = [&told](const char *name) { told.emplace_back(name); };
    const auto simulation = start(std::move(options));
    frame(*simulation);
    for (const char *name : {"flag", "hang"}) {
        request_.scenario = static_cast<int32_t>(findScenario(name) - scenarios().data());
        frame(*simulation);
        ++request_.resetCount; // which is the same scene
        frame(*simulation);
    }
    EXPECT_EQ(told, (std::vector<std::string>{"flag", "hang"}));
}

// In this process, bytes.
size_t residentSize() {
    size_t all = 0;
    size_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

TEST_F(LiveScarf, IsAsLargeInASceneAsBeforeItWentThroughAllOthers) {
#if !defined(__GLIBC__) || defined(SELVAGE_SANITIZED)
    GTEST_SKIP() << "another allocator";
#endif
    constexpr size_t kMore = size_t{2} << 20U; // bytes: pages of which a part is in use
    returnLargeBlocks();
    const auto simulation = start();
    const int32_t scarf = request_.scenario;
    const auto goThroughAll = [&] {
        for (size_t scene = 0; scene <= scenarios().size(); ++scene) {
            request_.scenario =
                static_cast<int32_t>((static_cast<size_t>(scarf) + scene) % scenarios().size());
            for (int i = 0; i < 3; ++i) {
                request_.displayTime += kPeriod;
                frame(*simulation);
            }
        }
    };
    goThroughAll(); // what is made once is there now
    returnFreedMemory();
    const size_t before = residentSize();
    goThroughAll();
    EXPECT_LE(residentSize(), before + kMore);
}

std::optional<float> typeAll(NumberEntry &entry, std::string_view keys) {
    std::optional<float> value;
    for (const char key : keys) {
        value = typeInto(entry, key);
    }
    return value;
}

NumberEntry entryOf(const char *key) {
    NumberEntry entry;
    entry.slot = static_cast<size_t>(findParameter(key) - parameters().data());
    return entry;
}

TEST(NumberEntry, GivesTheNumberTypedWithinWhatItsParameterMayBe) {
    NumberEntry entry = entryOf("density");
    EXPECT_EQ(typeAll(entry, "0.3x\b25\r"), 0.25F); // a letter is no part of a number
    EXPECT_FALSE(entry.isOpen());
    entry = entryOf("friction");
    EXPECT_EQ(typeAll(entry, "-3\r"), findParameter("friction")->minimum);
    entry = entryOf("friction");
    EXPECT_EQ(typeAll(entry, "1e3\r"), findParameter("friction")->maximum);
}

TEST(NumberEntry, GivesNothingWhereItIsNoNumberOrIsCancelled) {
    for (const char *keys : {"\r", "-\r", "1.2.3\r", "1e999\r", "2\x1b", "\b\b\r", "1e\r"}) {
        NumberEntry entry = entryOf("density");
        EXPECT_FALSE(typeAll(entry, keys)) << keys;
        EXPECT_FALSE(entry.isOpen()) << keys;
    }
    NumberEntry entry = entryOf("density");
    typeAll(entry, std::string(100, '1'));
    EXPECT_EQ(entry.length, entry.text.size()) << "no longer than there is room";
}

TEST(Recorder, SaysWhichFileItCannotCreate) {
    const auto recorder = Recorder::create("/proc/no/such/folder/motion.csv", {});
    ASSERT_FALSE(recorder);
    EXPECT_NE(recorder.error().message.find("/proc/no/such/folder/motion.csv"), std::string::npos);
}

} // namespace
} // namespace selvage
