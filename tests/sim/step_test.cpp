// A step allocates nothing, calls nothing of the system and reads no clock.
#include "measure/sheet.h"
#include "scenarios/scenario.h"
#include "sim/mesh_cloth.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <new>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {
std::atomic<long> allocationCount{0};
}

// Kept apart: where only one of a pair is inlined, the compiler takes them for strangers.
__attribute__((noinline)) void *operator new(std::size_t size) {
    ++allocationCount;
    if (void *p = std::malloc(size == 0 ? 1 : size)) {
        return p;
    }
    throw std::bad_alloc();
}
// Of std::stable_sort, whose memory the operators below give back.
__attribute__((noinline)) void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    ++allocationCount;
    return std::malloc(size == 0 ? 1 : size);
}
__attribute__((noinline)) void operator delete(void *p) noexcept {
    std::free(p);
}
__attribute__((noinline)) void operator delete(void *p, std::size_t) noexcept {
    std::free(p);
}

#if !defined(SELVAGE_SANITIZED)
// Clocks are read through the system here, which otherwise may happen without its noticing.
extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept {
    return static_cast<int>(syscall(SYS_clock_gettime, clock, time));
}
#endif

namespace selvage {
namespace {

// Of the scarf. Sanitizers make cloth against cloth twenty times as slow, and meet it in tests of its own.
ScenarioOptions scarfOptions() {
    ScenarioOptions options;
#if defined(SELVAGE_SANITIZED)
    options.settings.emplace("self-contact", "0");
#endif
    return options;
}

TEST(Step, AllocatesNothingInAnyScenario) {
#if defined(SELVAGE_SANITIZED)
    constexpr int kSteps = 12; // 50 times as slow
#else
    constexpr int kSteps = 120;
#endif
    for (const Scenario &scenario : scenarios()) {
        ScenarioOptions options;
        if (std::string_view(scenario.name) == "office") {
            options.settings = {{"furniture", "own"}}; // whatever is installed
        }
        auto world = scenario.build(options);
        const Motion motion = scenario.script();
        StepInput input;
        step(*world, input);
        const long before = allocationCount.load();
        for (int s = 2; s <= kSteps; ++s) {
            input.tracked = sampleMotion(motion, s / 90.0);
            step(*world, input);
        }
        EXPECT_EQ(allocationCount.load(), before) << scenario.name;
    }
}

TEST(Step, AllocatesNothingWithAnyIntegrator) {
    for (const Integrator &integrator : integrators()) {
        ScenarioOptions options;
        options.integrator = integrator.name;
        options.points = 200;
        options.settings.emplace("substeps", "2");
        auto world = findScenario("scarf")->build(options);
        ASSERT_TRUE(world) << integrator.name;
        StepInput input;
        step(*world, input);
        const long before = allocationCount.load();
        for (int s = 0; s < 40; ++s) {
            world->cloths[0].fabric.warpStiffness *= s == 5 ? 1.5F : 1.0F;
            step(*world, input);
        }
        EXPECT_EQ(allocationCount.load(), before) << integrator.name;
    }
}

TEST(Step, AllocatesNothingWhereClothKeepsOutOfItself) {
    ScenarioOptions options;
    options.settings.emplace("self-contact", "1");
    auto world = findScenario("scarf")->build(options);
    ASSERT_TRUE(world);
    const Motion motion = findScenario("scarf")->script();
    StepInput input;
    step(*world, input);
    const long before = allocationCount.load();
    int32_t near = 0;
    for (int s = 2; s <= 400; ++s) {
        input.tracked = sampleMotion(motion, s / 90.0);
        near = std::max(near, step(*world, input).selfContact.near);
    }
    EXPECT_EQ(allocationCount.load(), before);
    EXPECT_GT(near, 100); // it had something to do
}

TEST(Step, AllocatesNothingWhereVelocitiesAreReversedAsPrinted) {
    ScenarioOptions options;
    options.integrator = "symplectic";
    options.points = 64;
    options.settings = {{"self-contact-response", "1"}, {"substeps", "4"}, {"stretch", "20"}, {"shear", "5"}};
    auto world = findScenario("crumple")->build(options);
    ASSERT_TRUE(world);
    StepInput input;
    step(*world, input);
    const long before = allocationCount.load();
    int32_t halvings = 0;
    for (int s = 0; s < 60; ++s) {
        halvings += step(*world, input).selfContact.halvings;
    }
    EXPECT_EQ(allocationCount.load(), before);
    EXPECT_GT(halvings, 0); // it had something to do
}

TEST(Step, AllocatesNothingOnAMesh) {
    setenv("XDG_CACHE_HOME", SELVAGE_BUILD_DIR "/test-cache", 1);
    ScenarioOptions options;
    options.points = 400;
    options.settings.emplace("mesh-accuracy", "0.0012"); // voxels of 1 cm, for speed
    auto world = findScenario("drape-mesh")->build(options);
    ASSERT_TRUE(world);
    StepInput input;
    const long before = allocationCount.load();
    int32_t contacts = 0;
    for (int s = 0; s < 60; ++s) {
        contacts += step(*world, input).contacts;
    }
    EXPECT_EQ(allocationCount.load(), before);
    EXPECT_GT(contacts, 0);
}

// A fabric that stretches, air and a limit of acceleration need tables that the world did not need before.
TEST(Step, AllocatesNothingAfterAChangeThatTheWorldWasCompletedFor) {
    const auto play = [](bool completed) {
        ScenarioOptions options;
        options.points = 400;
        auto world = findScenario("drape")->build(options);
        StepInput input;
        step(*world, input);
        world->cloths[0].fabric = *findFabric("jersey");
        world->settings.air.density = kAirDensity;
        world->settings.accelerationMax = 100.0F;
        world->colliders[0].radius = 0.001F;
        if (completed) {
            completeWorld(*world);
        }
        const long before = allocationCount.load();
        for (int s = 0; s < 30; ++s) {
            step(*world, input);
        }
        EXPECT_EQ(allocationCount.load() == before, completed);
        return world->cloths[0].position;
    };
    EXPECT_EQ(play(true), play(false));
}

#if !defined(SELVAGE_SANITIZED)
// Bytes that a world has allocated for each of its particles, after some steps.
double bytesOfAPoint(const char *scenario, int32_t points) {
    const auto inUse = [] {
        const struct mallinfo2 info = mallinfo2();
        return static_cast<double>(info.uordblks + info.hblkhd);
    };
    ScenarioOptions options;
    options.points = points;
    const double before = inUse();
    auto world = findScenario(scenario)->build(options);
    for (int s = 0; s < 10; ++s) {
        step(*world, StepInput());
    }
    return (inUse() - before) / static_cast<double>(world->cloths[0].particleCount());
}

TEST(Step, NeedsAQuarterOfAKilobyteForAPoint) {
    for (const char *scenario : {"hang", "drape"}) {
        for (const int32_t points : {4225, 66049}) {
            EXPECT_LE(bytesOfAPoint(scenario, points), 250.0) << scenario << " " << points;
        }
    }
}
#endif

constexpr int kBusySteps = 1300; // of the script: taken, let go, taken again, thrown

TEST(Step, AllocatesNothingEvenWhileGrabbingAndReleasing) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        ScenarioOptions options = scarfOptions();
        options.integrator = integrator;
        options.points = std::string_view(integrator) == "selvage" ? 0 : 300; // the others take their time
        auto world = findScenario("scarf")->build(options);
        const Motion motion = findScenario("scarf")->script();
        StepInput input;
        for (int s = 1; s <= 10; ++s) {
            input.tracked = sampleMotion(motion, s / 90.0);
            step(*world, input);
        }
        const long before = allocationCount.load();
        for (int s = 11; s <= kBusySteps; ++s) {
            input.tracked = sampleMotion(motion, s / 90.0);
            step(*world, input);
        }
        EXPECT_EQ(allocationCount.load(), before) << integrator;
        EXPECT_GE(world->hands[1].grabCount, 1U) << integrator;
        EXPECT_GE(world->hands[1].releaseCount, 1U) << integrator;
    }
}

// Whatever hands and obstacles do, a step makes as many sweeps as were ordered.
TEST(Step, MakesABoundedNumberOfSweepsWhileGrabbingAndReleasing) {
    auto world = findScenario("scarf")->build(scarfOptions());
    const Motion motion = findScenario("scarf")->script();
    StepInput input;
    int32_t contacts = 0;
    for (int s = 1; s <= kBusySteps; ++s) {
        input.tracked = sampleMotion(motion, s / 90.0);
        const StepReport report = step(*world, input);
        contacts = std::max(contacts, report.contacts);
        ASSERT_EQ(report.sweeps, 2 * substepCount(world->settings)) << "step " << s;
        ASSERT_EQ(report.nonFinite, 0) << "step " << s;
    }
    EXPECT_GT(contacts, 300);
    EXPECT_GE(world->hands[1].grabCount, 2U);
    EXPECT_GE(world->hands[1].releaseCount, 2U);
}

// Runs `body` in a process of its own that the kernel kills at the first system call, which a look at a clock
// is here, too. True when it came to its end.
template <typename Body> bool runsWithoutTheSystem(const Body &body) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
        body();
        syscall(SYS_exit, 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// One thread: more of them sleep and wake each other, which only the system can do.
TEST(Step, CallsNothingOfTheSystemAndReadsNoClockWhileGrabbingAndReleasing) {
#if defined(SELVAGE_SANITIZED)
    GTEST_SKIP() << "the sanitizers call the system themselves";
#endif
    ASSERT_TRUE(runsWithoutTheSystem([] {}));
    ASSERT_FALSE(runsWithoutTheSystem([] { getppid(); }));
    ASSERT_FALSE(runsWithoutTheSystem([] { static_cast<void>(std::chrono::steady_clock::now()); }));
    for (const char *integrator : {"selvage", "kang-cho"}) {
        ScenarioOptions options;
        options.integrator = integrator;
        options.points = std::string_view(integrator) == "selvage" ? 0 : 300;
        auto world = findScenario("scarf")->build(options);
        const Motion motion = findScenario("scarf")->script();
        const bool alone = runsWithoutTheSystem([&] {
            StepInput input;
            for (int s = 1; s <= kBusySteps; ++s) {
                input.tracked = sampleMotion(motion, s / 90.0);
                step(*world, input);
            }
        });
        EXPECT_TRUE(alone) << integrator;
    }
}

TEST(Step, AllocatesNothingOnAnIrregularMeshWhileItIsGrabbedAndChanged) {
    World world;
    world.cloths.push_back(
        std::move(*makeMeshCloth(irregularSheet({41, 41, 1.0F, 1.0F}, 7), Fabric{}, Pose{})));
    Collider box; // with sharp edges, which is met by edges and faces, too
    box.shape = ColliderShape::Box;
    box.halfExtents = Vec3(0.2F, 0.05F, 0.1F);
    box.pose.position = box.previousPose.position = Vec3(0.0F, -0.06F, 0.0F);
    world.colliders = {box};
    prepareWorld(world, 1);
    StepInput input = emptyInput();
    step(world, input);
    const long before = allocationCount.load();
    for (int s = 0; s < 60; ++s) {
        const bool holds = s / 20 % 2 == 0;
        input.tracked.hand(Hand::Right) = handAt(world.cloths[0].position[0], holds ? 1.0F : 0.0F);
        world.cloths[0].fabric.bendingRigidity *= s == 10 ? 2.0F : 1.0F;
        world.cloths[0].fabric.arealDensity *= s == 30 ? 1.5F : 1.0F;
        step(world, input);
    }
    EXPECT_EQ(allocationCount.load(), before);
    EXPECT_EQ(world.hands[1].grabCount, 2U);
}

} // namespace
} // namespace selvage
