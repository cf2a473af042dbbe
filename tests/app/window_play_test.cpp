// The program in a window, with a mouse: alone on the machine, as a person has it.
#include "../xr/virtual_headset.h"

#include <fstream>
#include <gtest/gtest.h>

namespace selvage {
namespace {

using Json = nlohmann::json;

const std::string kApp = SELVAGE_BUILD_DIR "/bin/selvage";

// In a script: returns when the window that records into rec.csv has shown some frames more, however slowly
// it draws here. A frame is six steps at most, and so many lines.
const char *const kSettle =
    "lines() { wc -l <rec.csv 2>/dev/null || echo 0; }\n"
    "settle() { local goal=$(($(lines) + 30)); for i in {1..600}; do [ \"$(lines)\" -ge $goal ] && break; "
    "sleep 0.05; done; }\n";

const std::string kNoMouse = "needs xvfb-run, xauth and xdotool";

bool hasMouse(const std::filesystem::path &folder) {
    return runHere(folder, "command -v xvfb-run && command -v xauth && command -v xdotool").exitCode == 0;
}

TEST(Selvage, TheMouseTakesTheScarfInAWindow) {
    const auto folder = testFolder("program-mouse");
    if (!hasMouse(folder)) {
        GTEST_SKIP() << kNoMouse;
    }
    std::ofstream(folder / "mouse")
        << kSettle << kApp << " scarf --display desktop --size 960x600 --record rec.csv --report r.json &\n"
        << "app=$!\nsettle; settle; settle\n"
        << "xdotool mousemove 560 330; settle; xdotool mousedown 1; settle\n"
        << "for i in 1 2 3 4 5 6 7 8 9 10; do xdotool mousemove_relative -- -6 -18; settle; done\n"
        << "settle; xdotool mouseup 1; sleep 2; settle; kill -TERM $app; wait $app\n";
    const auto run = runHere(folder, "xvfb-run -a -s '-screen 0 960x600x24' bash mouse");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(report["display"], "window");
    EXPECT_GT(report["held"]["steps"], 30);
    EXPECT_GT(report["held"]["highest_m"].get<double>() - report["held"]["first_height_m"].get<double>(),
              0.2);
    EXPECT_LT(report["centre_of_mass_m"][1].get<double>(), report["held"]["highest_m"].get<double>() - 0.3);
    EXPECT_LE(report["grab_error_mm"]["p99"].get<double>(), 1.0);
    EXPECT_EQ(report["non_finite"], 0);
}

// Opens the panel of the scarf in a window, points at the slider of gravity, and does what `acts` says there.
// The report's changes.
// Frames take half a second at worst, and a recording to count them would hold the changes back.
Json changesAtGravity(const std::filesystem::path &folder, const char *acts, Json &report) {
    std::ofstream(folder / "mouse")
        << "settle() { sleep 1; }\n"
        << kApp << " scarf --display desktop --size 420x440 --report r.json &\n"
        << "app=$!\n"
        << "for i in {1..300}; do xdotool search --name Selvage >/dev/null 2>&1 && break; sleep 0.1; done\n"
        << "settle; settle; xdotool mousemove 95 80; settle; xdotool mousedown 1; settle; xdotool mouseup 1\n"
        << "settle; settle; xdotool mousemove 100 377; settle\n"
        << acts << "settle; settle; kill -TERM $app; wait $app\n";
    const auto run = runHere(folder, "xvfb-run -a -s '-screen 0 420x440x24' bash mouse");
    EXPECT_EQ(run.exitCode, 0) << run.messages;
    report = readJson(folder / "r.json");
    EXPECT_TRUE(report.contains("live_changes")) << report.dump(1);
    return report.contains("live_changes") ? report["live_changes"]["first"] : Json::array();
}

// The panel's sliders lie over the scene: they change the cloth's world, and never take hold of the cloth.
TEST(Selvage, ASliderOfThePanelChangesTheRunningWorld) {
    const auto folder = testFolder("program-panel");
    if (!hasMouse(folder)) {
        GTEST_SKIP() << kNoMouse;
    }
    Json report;
    const Json changes = changesAtGravity(folder,
                                          "xdotool mousedown 1; settle\n"
                                          "for x in 80 60 40 20; do xdotool mousemove $x 377; settle; done\n"
                                          "xdotool mouseup 1\n",
                                          report);
    ASSERT_FALSE(changes.empty());
    EXPECT_EQ(changes.back()["key"], "gravity");
    EXPECT_LT(changes.back()["value"], 0.0) << "it falls upwards";
    EXPECT_GT(report["centre_of_mass_m"][1], 1.5);
    EXPECT_EQ(report["held"]["steps"], 0);
}

// Keys are the text field's while one is open: R would reset, and a dot is a single step.
TEST(Selvage, ANumberIsTypedInPlaceOfASlider) {
    const auto folder = testFolder("program-typing");
    if (!hasMouse(folder)) {
        GTEST_SKIP() << kNoMouse;
    }
    Json report;
    const Json changes = changesAtGravity(
        folder,
        "xdotool keydown ctrl; xdotool mousedown 1; settle; xdotool mouseup 1; xdotool keyup ctrl\n"
        "settle; for key in minus 3 period r 2 7 BackSpace 5 Return; do xdotool key $key; settle; "
        "done\n",
        report);
    ASSERT_EQ(changes.size(), 1U) << changes.dump(1);
    EXPECT_EQ(changes[0]["key"], "gravity");
    EXPECT_NEAR(changes[0]["value"].get<double>(), -3.25, 1e-4);
}

} // namespace
} // namespace selvage
