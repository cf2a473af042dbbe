// The whole application in a real OpenXR runtime: a puppet's hands take the scarf, and things go wrong around
// them.
#include "../xr/virtual_headset.h"
#include "panel_puppet.h"

#include "io/motion_csv.h"
#include "io/project_file.h"
#include "scenarios/bench_project.h"
#include "scenarios/scenario.h"
#include "scenarios/script.h"

#include <fstream>
#include <gtest/gtest.h>

namespace selvage {
namespace {

using Json = nlohmann::json;

const std::string kApp = SELVAGE_BUILD_DIR "/bin/selvage";
const std::string kLab = SELVAGE_BUILD_DIR "/bin/selvage-lab";

// The scarf lies over a box whose top is at 0.8 m; this is a place on its front edge.
constexpr Vec3 kOnScarf(0.30F, 0.81F, -0.55F);

// Waits until the application has recorded three seconds of steps, in which the scarf comes to rest, then
// lets the puppet play.
const std::string kStart =
    "start() { until [ \"$(wc -l <rec.csv 2>/dev/null || echo 0)\" -gt 270 ]; do sleep 0.1; done;"
    " touch go; }\n";
const std::string kRun = kApp + " scarf --display headset --record rec.csv --report r.json --step-budget 0 ";

void writePuppet(const std::filesystem::path &path, const std::vector<HandKey> &right) {
    ScriptKeys keys;
    keys.head = {{0.0, {0.0F, 1.6F, 0.3F}, {0.1F, 0.8F, -0.75F}}};
    keys.right = right;
    keys.left = {{0.0, {-0.4F, 0.9F, -0.2F}, 0.0F, Vec3(0.0F), false}};
    ASSERT_TRUE(writeMotionCsv(path, {makeScript(keys, 90.0), {}}));
}

HandKey key(double time, const Vec3 &position, float grab) {
    return {time, position, grab, Vec3(0.0F), false};
}

TEST(HeadsetApp, ThePuppetTakesTheScarfLiftsItHalfAMetreAndLetsItFall) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-lift");
    writePuppet(folder / "lift.csv",
                {key(0.0, kOnScarf, 0.0F), key(1.0, kOnScarf, 0.0F), key(1.3, kOnScarf, 1.0F),
                 key(3.0, kOnScarf + Vec3(0.0F, 0.5F, 0.1F), 1.0F),
                 key(4.0, kOnScarf + Vec3(0.0F, 0.5F, 0.1F), 1.0F),
                 key(4.2, kOnScarf + Vec3(0.0F, 0.5F, 0.1F), 0.0F),
                 key(6.0, kOnScarf + Vec3(0.0F, 0.5F, 0.1F), 0.0F)});
    const auto run =
        runVirtually(folder, "--motion lift.csv --start-when go",
                     kStart + "start & " + kRun + "--validation & app=$!\n" +
                         "until [ -e go ]; do sleep 0.1; done; sleep 8; kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_GT(report["held"]["steps"], 90);
    EXPECT_LE(report["grab_error_mm"]["p99"].get<double>(), 1.0);
    EXPECT_LE(report["drawn_grab_error_mm"].get<double>(), 1.0);
    EXPECT_NEAR(report["held"]["highest_m"].get<double>() - report["held"]["first_height_m"].get<double>(),
                0.5, 0.02);
    EXPECT_LT(report["centre_of_mass_m"][1].get<double>(), 0.7); // it fell after the release
    EXPECT_EQ(report["non_finite"], 0);
    EXPECT_LE(report["latency_frames"]["p99"].get<double>(), 1.01);

    const auto lab = runHere(folder, kLab + " run scarf --motion rec.csv --report lab.json");
    ASSERT_EQ(lab.exitCode, 0) << lab.messages;
    EXPECT_EQ(readJson(folder / "lab.json")["state_hash"],
              report["state_hash"]); // a recording replays to the same bits
}

TEST(HeadsetApp, APuppetWithBareHandsTakesTheScarfLiftsItHalfAMetreAndLetsItFall) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-bare");
    const Vec3 palm = kOnScarf + Vec3(0.0F, 0.04F, 0.0F); // what it holds is before it
    const Vec3 lifted = palm + Vec3(0.0F, 0.5F, 0.1F);
    writePuppet(folder / "lift.csv",
                {key(0.0, palm, 0.0F), key(1.0, palm, 0.0F), key(1.3, palm, 1.0F), key(3.0, lifted, 1.0F),
                 key(4.0, lifted, 1.0F), key(4.2, lifted, 0.0F), key(6.0, lifted, 0.0F)});
    const auto run =
        runVirtually(folder, "--motion lift.csv --start-when go --bare-hands",
                     kStart + "start & " + kRun + "--validation & app=$!\n" +
                         "until [ -e go ]; do sleep 0.1; done; sleep 8; kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_GT(report["held"]["steps"], 90);
    EXPECT_LE(report["grab_error_mm"]["p99"].get<double>(), 1.0);
    EXPECT_LE(report["drawn_grab_error_mm"].get<double>(), 1.0);
    EXPECT_NEAR(report["held"]["highest_m"].get<double>() - report["held"]["first_height_m"].get<double>(),
                0.5, 0.05);
    EXPECT_LT(report["centre_of_mass_m"][1].get<double>(), 0.7); // it fell after the release
    EXPECT_EQ(report["non_finite"], 0);
}

TEST(HeadsetApp, EndsQuicklyWithAMessageAndItsRecordingWhenTheRuntimeDies) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-killed");
    const auto run =
        runVirtually(folder, "",
                     kStart + kRun + "& app=$!\nstart; kill -9 $SELVAGE_VH_SERVICE_PID\n" +
                         "SECONDS=0; wait $app; code=$?; [ $SECONDS -lt 5 ] || exit 99; exit $code");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.messages.find("selvage: "), std::string::npos) << run.messages;
    const auto recording = readMotionCsv(folder / "rec.csv");
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_GT(recording.value().motion.samples.size(), 80U);
    EXPECT_FALSE(readJson(folder / "r.json").is_discarded());
}

// Kills the runtime, starts it again, and waits until the cloth moves.
const std::string kKillAndRestart =
    "rows() { wc -l <rec.csv; }\n"
    "kill -9 $SELVAGE_VH_SERVICE_PID; $SELVAGE_VH_RESTART >service; stood=$(rows)\n"
    "for i in {1..400}; do [ $(rows) -gt $((stood + 60)) ] && break; sleep 0.1; done\n"
    "echo moved $(($(rows) - stood))\n";

int movedIn(const VirtualRun &run) {
    int rows = 0;
    const size_t at = run.output.find("moved ");
    return at != std::string::npos && std::sscanf(run.output.c_str() + at, "moved %d", &rows) == 1 ? rows
                                                                                                   : -1;
}

TEST(HeadsetApp, GoesOnInTheHeadsetWithTheSameClothWhenTheRuntimeComesBack) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-restarted");
    const auto run = runVirtually(folder, "",
                                  kStart + kRun + "--validation --patience 60 & app=$!\nstart\n" +
                                      kKillAndRestart + "kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_GT(movedIn(run), 60) << run.messages;
    const Json report = readJson(folder / "r.json");
    EXPECT_EQ(report["losses"], 1);
    EXPECT_EQ(report["non_finite"], 0);
    EXPECT_NE(report["display"].get<std::string>().find("headset"), std::string::npos);
    const auto lab = runHere(folder, kLab + " run scarf --motion rec.csv --report lab.json");
    ASSERT_EQ(lab.exitCode, 0) << lab.messages;
    EXPECT_EQ(readJson(folder / "lab.json")["state_hash"], report["state_hash"]) << "one cloth all along";
}

TEST(HeadsetApp, GoesOnInAWindowWhenTheRuntimeStaysAway) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-to-window");
    const std::string app = kApp + " scarf --display auto --record rec.csv --report r.json --step-budget 0 ";
    const auto run = runVirtually(
        folder, "--compositor window",
        kStart + app +
            "& app=$!\nstart; kill -9 $SELVAGE_VH_SERVICE_PID; sleep 1; stood=$(wc -l <rec.csv)\n" +
            "for i in {1..40}; do [ $(wc -l <rec.csv) -gt $stood ] && break; sleep 0.1; done\n" +
            "echo moved $(($(wc -l <rec.csv) - stood)); sleep 1; kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_GT(movedIn(run), 0) << "within five seconds of the loss: " << run.messages;
    const Json report = readJson(folder / "r.json");
    EXPECT_EQ(report["losses"], 1);
    EXPECT_EQ(report["display"], "window");
    EXPECT_EQ(report["non_finite"], 0);
}

// A runtime that is stopped answers nothing and does not die either.
TEST(HeadsetApp, GoesOnInAWindowWithTheSameClothWhenTheRuntimeHangs) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-hangs");
    const std::string app = kApp + " scarf --display auto --record rec.csv --report r.json --step-budget 0 ";
    const auto run = runVirtually(
        folder, "--compositor window",
        kStart + app +
            "& app=$!\nstart; kill -STOP $SELVAGE_VH_SERVICE_PID; sleep 1; stood=$(wc -l <rec.csv)\n" +
            "for i in {1..100}; do [ $(wc -l <rec.csv) -gt $stood ] && break; sleep 0.1; done\n" +
            "echo moved $(($(wc -l <rec.csv) - stood)); kill -CONT $SELVAGE_VH_SERVICE_PID; sleep 2\n" +
            "kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_GT(movedIn(run), 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    EXPECT_EQ(report["losses"], 1);
    EXPECT_EQ(report["display"], "window");
    EXPECT_EQ(report["non_finite"], 0);
    const auto lab = runHere(folder, kLab + " run scarf --motion rec.csv --report lab.json");
    ASSERT_EQ(lab.exitCode, 0) << lab.messages;
    EXPECT_EQ(readJson(folder / "lab.json")["state_hash"], report["state_hash"]) << "one cloth all along";
}

TEST(HeadsetApp, EndsWithAMessageAndItsRecordingWhenTheRuntimeHangs) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-hangs-for-good");
    const auto run = runVirtually(folder, "",
                                  kStart + kRun + "& app=$!\nstart; kill -STOP $SELVAGE_VH_SERVICE_PID\n" +
                                      "SECONDS=0; wait $app; code=$?; echo after $SECONDS s; exit $code");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.messages.find("selvage: the OpenXR runtime does not answer any more"), std::string::npos)
        << run.messages;
    const auto recording = readMotionCsv(folder / "rec.csv");
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_GT(recording.value().motion.samples.size(), 80U);
    EXPECT_FALSE(readJson(folder / "r.json").is_discarded());
}

// By the hash of its save, after all that was recorded.
uint64_t benchAfter(const MotionFile &recording) {
    auto world = findScenario("skirt")->build({});
    const auto dt = static_cast<float>(std::stod(recording.properties.at("dt")));
    const std::vector<TrackedInput> &rows = recording.motion.samples;
    for (size_t row = 1; row < rows.size(); ++row) { // the first one is where it began
        step(*world, {.tracked = rows[row], .dt = dt});
    }
    BenchSave save;
    reserveSave(*world, 20000, save);
    EXPECT_TRUE(takeSave(*world, save));
    return saveHash(save);
}

TEST(HeadsetApp, LeavesTheGarmentAsItHungToBeOfferedBackWhenTheRuntimeHangs) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-hangs-at-the-bench");
    ASSERT_TRUE(writeMotionCsv(folder / "sewing.csv", {findScenario("skirt")->script(), {}}));
    const auto run = runVirtually(
        folder, "--motion sewing.csv --turned aim --start-when go",
        kStart + kApp +
            " skirt --display headset --record rec.csv --autosave kept --step-budget 0 & app=$!\n"
            "start; for i in {1..600}; do ls kept/*.open.json && break; sleep 0.1; done\n"
            "sleep 3; kill -STOP $SELVAGE_VH_SERVICE_PID; wait $app");
    EXPECT_EQ(run.exitCode, 1) << run.messages;
    std::vector<std::filesystem::path> open;
    for (const auto &entry : std::filesystem::directory_iterator(folder / "kept")) {
        if (entry.path().string().ends_with(".open.json")) {
            open.push_back(entry.path());
        }
    }
    ASSERT_EQ(open.size(), 1U) << run.messages;
    const auto project = readProject(open[0]);
    ASSERT_TRUE(project) << project.error().message;
    const auto recording = readMotionCsv(folder / "rec.csv");
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_EQ(saveHash(project.value().bench), benchAfter(recording.value()));
}

TEST(HeadsetApp, GoesOnWithoutAHeadsetWhoseRuntimeHangsFromTheStartOn) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-hangs-at-first");
    const auto run = runVirtually(folder, "",
                                  "kill -STOP $SELVAGE_VH_SERVICE_PID\n" + kApp +
                                      " scarf --display headset --report r.json; code=$?\n"
                                      "kill -CONT $SELVAGE_VH_SERVICE_PID; exit $code");
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_NE(run.messages.find("selvage: the OpenXR runtime does not answer"), std::string::npos)
        << run.messages;
}

TEST(HeadsetApp, AnotherApplicationTakingTheFocusPausesItAndNothingBreaks) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-focus");
    const auto run = runVirtually(
        folder, "",
        kStart + "" + kRun + "& app=$!\nstart; timeout 20 " SELVAGE_PROBE " --seconds 3 >/dev/null\n" +
            "before=$(wc -l <rec.csv); sleep 3; after=$(wc -l <rec.csv)\n" +
            "kill -TERM $app; wait $app; code=$?; echo before $before after "
            "$after; exit $code");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    EXPECT_EQ(report["non_finite"], 0);
    int before = 0;
    int after = 0;
    ASSERT_EQ(
        std::sscanf(run.output.c_str() + run.output.find("before"), "before %d after %d", &before, &after),
        2);
    EXPECT_GT(after, before + 30) << "the simulation goes on when the focus is back";
}

// How often the right trigger was pulled in a recording; -1 where there is none or a menu button is in it.
int pullsIn(const std::filesystem::path &path) {
    const auto recording = readMotionCsv(path);
    if (!recording) {
        return -1;
    }
    int pulls = 0;
    bool before = false;
    for (const TrackedInput &input : recording.value().motion.samples) {
        const HandInput &hand = input.hand(Hand::Right);
        if (hand.menu) {
            return -1;
        }
        pulls += hand.trigger > 0.5F && !before ? 1 : 0;
        before = hand.trigger > 0.5F;
    }
    return pulls;
}

TEST(HeadsetApp, ThePuppetOpensThePanelPointsAtTheNextSceneTakesItAndClosesThePanel) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-panel");
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kHangButton);
    puppet.click(kCloseButton);
    puppet.click(kHangButton); // of a panel that is closed: this pull is the simulation's
    puppet.wait(2.0);
    ASSERT_TRUE(writeMotionCsv(folder / "panel.csv", {puppet.motion(), {}}));
    const auto run =
        runVirtually(folder, "--motion panel.csv --start-when go",
                     kStart + "start & " + kRun + "--validation & app=$!\n" +
                         "until [ -e go ]; do sleep 0.1; done; sleep 11; kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(report["scenario"], "hang");
    EXPECT_EQ(report["non_finite"], 0);
    // Of the three pulls only the last one was for the simulation, and no menu button ever is.
    EXPECT_EQ(pullsIn(folder / "rec.csv"), 0);
    EXPECT_EQ(pullsIn(folder / "rec-2.csv"), 1) << "of the next scene";
}

struct Recentring {
    int count{0};
    float handJump{0.0F};  // m, the farthest in the quarter second from it on
    float kick{0.0F};      // m/s, largest difference of a particle's speed in the quarter second from it on
    float grabError{0.0F}; // m, largest in the quarter second from it on, in which the puppet's hand is still
};

// A recording replays to the same bits, so what happened can be looked at step by step, beside a world in
// which the recentring did not happen: there the hands stay where they were before it. Without cloth against
// cloth, through which a difference of rounding grows to 0.1 m/s within that quarter second.
Recentring replayRecentring(const Motion &motion) {
    Recentring result;
    ScenarioOptions options;
    options.settings["self-contact"] = "0";
    auto world = findScenario("scarf")->build(options);
    auto unmoved = findScenario("scarf")->build(options);
    TrackedInput still;
    size_t end = motion.samples.size();
    for (size_t row = 1; row < end; ++row) {
        const TrackedInput &input = motion.samples[row];
        if (input.originMoved) {
            ++result.count;
            end = std::min(end, row + 23);
            still = motion.samples[row - 1];
        }
        if (result.count > 0) { // hands may be located a frame later than the head
            result.handJump = std::max(result.handJump, glm::distance(input.hand(Hand::Right).grip.position,
                                                                      still.hand(Hand::Right).grip.position));
        }
        const StepReport report = step(*world, {input, 1.0F / 90.0F});
        result.grabError = result.count > 0 ? std::max(result.grabError, report.grabError) : 0.0F;
        step(*unmoved, {result.count > 0 ? still : input, 1.0F / 90.0F});
        const std::vector<Vec3> &velocity = world->cloths[0].velocity;
        for (size_t i = 0; i < velocity.size(); ++i) {
            const float difference = glm::length(velocity[i]) - glm::length(unmoved->cloths[0].velocity[i]);
            result.kick = std::max(result.kick, std::abs(difference));
        }
    }
    return result;
}

TEST(HeadsetApp, RecentringWhileHoldingGivesTheClothNoKick) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("app-recentre");
    const Vec3 inTheOpen(0.9F, 1.4F,
                         1.2F); // and so is the place 0.8 m beside it, where the recentring puts it
    writePuppet(folder / "hold.csv",
                {key(0.0, kOnScarf, 0.0F), key(0.5, kOnScarf, 0.0F), key(0.8, kOnScarf, 1.0F),
                 key(3.5, inTheOpen, 1.0F), key(20.0, inTheOpen, 1.0F)});
    const auto run =
        runVirtually(folder, "--motion hold.csv --start-when go --control control",
                     kStart + kRun + "--set self-contact=0 & app=$!\nstart; sleep 1\n" +
                         "for x in 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8; do echo head_px=$x; sleep 0.3; done "
                         ">control\nsleep 4; monado-ctl -c; sleep 2; kill -TERM $app; wait $app");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    EXPECT_GT(report["held"]["steps"], 90);
    EXPECT_LE(report["grab_error_mm"]["p99"].get<double>(), 1.0);
    const auto recording = readMotionCsv(folder / "rec.csv");
    ASSERT_TRUE(recording) << recording.error().message;
    const Recentring recentring = replayRecentring(recording.value().motion);
    EXPECT_EQ(recentring.count, 1);
    EXPECT_GT(recentring.handJump, 0.5F);
    EXPECT_LT(recentring.kick, 0.1F);
    EXPECT_LT(recentring.grabError, 0.001F);
}

} // namespace
} // namespace selvage
