// The frame thread's and the simulation thread's dealings with each other, without any display.
#include "freed_memory.h"
#include "live_scarf.h"
#include "number_entry.h"
#include "triple_buffer.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace selvage {
namespace {

using test::kPeriod;
using test::LiveScarf;

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

} // namespace
} // namespace selvage
