// End to end: the headset display in a real OpenXR runtime, with a puppet for head and hands. The null
// compositor makes 20 frames a second.
#include "virtual_headset.h"

#include "io/motion_csv.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

using Json = nlohmann::json;

constexpr double kMillimetre = 0.001; // m, what a pose may differ by on its way from the motion file

double distance(const Json &a, const Json &b) {
    double sum = 0.0;
    for (size_t i = 0; i < 3; ++i) {
        sum += (a[i].get<double>() - b[i].get<double>()) * (a[i].get<double>() - b[i].get<double>());
    }
    return std::sqrt(sum);
}

// How many frames have `value` under `key`.
int countFrames(const VirtualRun &run, const char *key, int value) {
    return static_cast<int>(
        std::count_if(run.frames.begin(), run.frames.end(), [&](const Json &f) { return f[key] == value; }));
}

// Index of the first frame from `from` on that fulfils the condition; the count when there is none.
template <typename Condition> size_t findFrame(const VirtualRun &run, size_t from, Condition condition) {
    const auto begin = run.frames.begin() + static_cast<std::ptrdiff_t>(std::min(from, run.frames.size()));
    return static_cast<size_t>(std::find_if(begin, run.frames.end(), condition) - run.frames.begin());
}

// The right hand goes 0.5 m up in one second while it closes; the head looks aside.
void writeLift(const std::filesystem::path &path) {
    MotionFile file;
    for (const float s : {0.0F, 1.0F}) {
        TrackedInput input;
        input.time = static_cast<double>(s);
        input.head = {glm::angleAxis(0.5F, Vec3(0, 1, 0)), Vec3(0.3F, 1.7F, 0.2F)};
        for (HandInput &hand : input.hands) {
            hand.active = true;
            hand.grip = hand.aim = {glm::angleAxis(0.7F, Vec3(1, 0, 0)), Vec3(-0.25F, 1.0F, -0.4F)};
        }
        HandInput &right = input.hand(Hand::Right);
        right.grip.position = right.aim.position = Vec3(0.25F, 1.0F + 0.5F * s, -0.4F);
        right.grab = s;
        right.stick = Vec2(0.0F, 0.5F * s);
        file.motion.samples.push_back(input);
    }
    ASSERT_TRUE(writeMotionCsv(path, file));
}

TEST(Headset, SeesThePuppetsHeadAndHandsWithinAMillimetre) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("poses");
    writeLift(folder / "lift.csv");
    const auto run = runVirtually(folder, "--motion lift.csv --start-when ready", "probe --seconds 3");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    ASSERT_GT(run.frames.size(), 30U);
    const Json &first =
        run.frames[findFrame(run, 0, [](const Json &f) { return f["right"]["active"] == 1; })];
    const Json &last = run.frames.back();
    EXPECT_LT(distance(first["head"], {0.3, 1.7, 0.2}), kMillimetre);
    EXPECT_LT(distance(first["left"]["grip"], {-0.25, 1.0, -0.4}), kMillimetre);
    EXPECT_LT(distance(first["right"]["grip"], {0.25, 1.0, -0.4}), kMillimetre);
    EXPECT_LT(distance(last["right"]["grip"], {0.25, 1.5, -0.4}), kMillimetre);
    EXPECT_NEAR(last["head"][4].get<double>(), std::sin(0.25), 1e-4);
    EXPECT_NEAR(last["right"]["grip"][3].get<double>(), std::sin(0.35), 1e-4);
    EXPECT_NEAR(first["right"]["grab"].get<double>(), 0.0, 1e-4);
    EXPECT_NEAR(last["right"]["grab"].get<double>(), 1.0, 1e-4);
    EXPECT_NEAR(last["right"]["stick"][1].get<double>(), 0.5, 1e-4);
    EXPECT_NEAR(last["left"]["grab"].get<double>(), 0.0, 1e-4);
    for (const Json &frame : run.frames) {
        const Json &grip = frame["right"]["grip"];
        if (frame["right"]["active"] == 1) {
            EXPECT_LT(distance(grip, {0.25, grip[1].get<double>(), -0.4}),
                      kMillimetre); // on the line all the way
        }
    }
}

TEST(Headset, ReachesTheFocusAndNamesTheControllers) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run = runVirtually(testFolder("focus"), "", "probe --seconds 1");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    ASSERT_FALSE(run.frames.empty());
    EXPECT_EQ(run.frames.back()["focused"], 1);
    EXPECT_EQ(run.frames.back()["drawn"], 1);
    EXPECT_EQ(run.info["left"], "valve/index_controller");
    EXPECT_EQ(run.info["layers"], 1);
    EXPECT_NEAR(run.info["hz"].get<double>(), 20.0, 0.1); // 90 is not listed, so nothing is asked for
}

TEST(Headset, ReportsRecentringInTheFrameInWhichThePosesMove) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("recentre");
    const auto run = runVirtually(folder, "--control control",
                                  "probe --seconds 3 & whenReady; echo head_px=1 >control; sleep 0.7\n"
                                  "monado-ctl -c; wait $!");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_EQ(countFrames(run, "origin_moved", 1), 1);
    const size_t moved = findFrame(run, 0, [](const Json &f) { return f["origin_moved"] == 1; });
    const size_t jumped =
        findFrame(run, 0, [](const Json &f) { return f["left"]["grip"][0].get<double>() < -1.0; });
    ASSERT_LT(moved, run.frames.size());
    // Monado moves the space at once, so an event may be in the next frame if it falls between two calls.
    EXPECT_LE(moved > jumped ? moved - jumped : jumped - moved, 1U);
    EXPECT_NEAR(run.frames.back()["head"][0].get<double>(), 0.0, kMillimetre);
    EXPECT_NEAR(run.frames.back()["head"][1].get<double>(), 1.6, kMillimetre);
}

TEST(Headset, SaysWithinFiveSecondsThatTheRuntimeIsGone) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run =
        runVirtually(testFolder("kill"), "",
                     "probe --seconds 30 & whenReady; kill -9 $SELVAGE_VH_SERVICE_PID; begin=$(date +%s%N)\n"
                     "wait $!; code=$?; echo \"waited $((($(date +%s%N) - begin) / 1000000))\"; exit $code");
    EXPECT_EQ(run.exitCode, 3) << run.messages;
    ASSERT_FALSE(run.end.is_null());
    EXPECT_EQ(run.end["state"], "lost");
    EXPECT_NE(run.end["reason"].get<std::string>().find("XR_ERROR_INSTANCE_LOST"), std::string::npos);
    const size_t at = run.output.find("waited ");
    ASSERT_NE(at, std::string::npos);
    EXPECT_LT(std::stoi(run.output.substr(at + 7)), 5000);
}

TEST(Headset, RestsWhileAnotherApplicationHasTheFocus) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run =
        runVirtually(testFolder("second-client"), "",
                     "probe --seconds 4 & whenReady; sleep 1.5 | hello_xr -g Vulkan2 >hello 2>&1; wait %1");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const size_t focused = findFrame(run, 0, [](const Json &f) { return f["focused"] == 1; });
    const size_t lost = findFrame(run, focused, [](const Json &f) { return f["focused"] == 0; });
    const size_t back = findFrame(run, lost, [](const Json &f) { return f["focused"] == 1; });
    ASSERT_LT(back, run.frames.size());
    EXPECT_GT(back - lost, 10U);
    const Json &away = run.frames[lost + 5];
    EXPECT_EQ(away["render"], 0);
    EXPECT_EQ(away["left"]["active"], 0);
    EXPECT_EQ(run.frames.back()["drawn"], 1);
    EXPECT_EQ(run.frames.back()["left"]["active"], 1);
}

TEST(Headset, KeepsTheOtherHandWhenOneIsLost) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run =
        runVirtually(testFolder("hand-lost"), "--control control",
                     "probe --seconds 2.5 & whenReady; sleep 0.3; echo left_active=0 >control; sleep 0.7\n"
                     "echo left_active= >control; wait $!");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const size_t lost = findFrame(run, 4, [](const Json &f) { return f["left"]["active"] == 0; });
    const size_t back = findFrame(run, lost, [](const Json &f) { return f["left"]["active"] == 1; });
    ASSERT_LT(back, run.frames.size());
    EXPECT_EQ(run.frames[lost]["right"]["active"], 1);
    EXPECT_LT(distance(run.frames[lost]["left"]["grip"], {-0.2, 1.2, -0.35}), kMillimetre); // the last known
}

TEST(Headset, PassesBothValidationLayersWithoutAWord) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run = runVirtually(testFolder("validation"), "",
                                  "export XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_core_validation\n"
                                  "export XR_CORE_VALIDATION_EXPORT_TYPE=text\n"
                                  "probe --seconds 1.5 --validation --buzz");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const std::string all = run.output + run.messages;
    ASSERT_NE(all.find("Core Validation Layer is initialized"), std::string::npos);
    EXPECT_EQ(all.find("VALID_ERROR"), std::string::npos) << all;
    EXPECT_EQ(all.find("VALID_WARNING"), std::string::npos) << all;
    EXPECT_EQ(run.end["validation"], 0) << run.messages;
}

TEST(Headset, TakesTheRenderersColourAndDepthWithoutAWordFromValidation) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    for (const char *stereo : {"two-pass", "layered"}) { // the software driver's multiview is broken
        const auto run = runVirtually(testFolder("scene"), "",
                                      std::string("probe --seconds 4 --validation --scene ") + stereo);
        EXPECT_EQ(run.exitCode, 0) << run.messages;
        EXPECT_GT(countFrames(run, "drawn", 1), 3) << stereo; // the first takes a second or more
        EXPECT_EQ(run.end["validation"], 0) << stereo << run.messages;
    }
}

TEST(Headset, WorksWithTheOlderVulkanExtensionSeparateEyesAndNoDepth) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run = runVirtually(testFolder("fallbacks"), "",
                                  "probe --seconds 1 --validation --older-vulkan --separate-eyes --no-depth");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_EQ(run.info["layers"], 0);
    EXPECT_EQ(run.frames.back()["drawn"], 1);
    EXPECT_EQ(run.end["validation"], 0) << run.messages;
}

TEST(Headset, KnowsSimpleAndWindowsControllers) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto simple = runVirtually(testFolder("simple"), "--devices simple", "probe --seconds 1");
    EXPECT_EQ(simple.exitCode, 0) << simple.messages;
    EXPECT_EQ(simple.info["left"], "khr/simple_controller");
    EXPECT_EQ(simple.frames.back()["left"]["active"], 1);
    const auto windows = runVirtually(testFolder("wmr"), "--devices wmr", "probe --seconds 1");
    EXPECT_EQ(windows.exitCode, 0) << windows.messages;
    EXPECT_EQ(windows.info["right"], "microsoft/motion_controller");
    EXPECT_EQ(windows.frames.back()["right"]["active"], 1);
}

TEST(Headset, BuzzesTheControllerThatItIsToldTo) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run = runVirtually(testFolder("haptics"), "--devices qwerty",
                                  "probe --seconds 1 --buzz; grep -i -A3 haptic $SELVAGE_VH_SERVICE_LOG >&2");
    EXPECT_NE(run.messages.find("[Qwerty Left Controller] Haptic output"), std::string::npos) << run.messages;
    EXPECT_EQ(run.messages.find("[Qwerty Right Controller] Haptic output"), std::string::npos)
        << run.messages;
}

TEST(Headset, SaysInOneSentenceThatThereIsNoRuntime) {
    const auto run = runHere(testFolder("no-runtime"), "XR_RUNTIME_JSON=/nowhere.json " SELVAGE_PROBE);
    EXPECT_EQ(run.exitCode, 2);
    ASSERT_FALSE(run.end.is_null());
    EXPECT_EQ(run.end["reason"].get<std::string>().rfind("no OpenXR runtime answers", 0), 0U);
    EXPECT_EQ(run.messages, "");
}

} // namespace
} // namespace selvage
