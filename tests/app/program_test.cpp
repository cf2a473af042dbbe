// The programs as a person starts them: what they write, what they say, how they end.
#include "../xr/virtual_headset.h"

#include "golden_image.h"
#include "io/motion_csv.h"
#include "scenarios/scenario.h"
#include "scenarios/script.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace selvage {
namespace {

using Json = nlohmann::json;

const std::string kApp = SELVAGE_BUILD_DIR "/bin/selvage";
const std::string kLab = SELVAGE_BUILD_DIR "/bin/selvage-lab";

// No runtime, no display server: what a bare machine has.
const std::string kNowhere = "env -u DISPLAY -u WAYLAND_DISPLAY XR_RUNTIME_JSON=/nonexistent ";

TEST(Selvage, WithoutHeadsetAndDisplayServerRendersTheScriptToPictures) {
    const auto folder = testFolder("program-bare");
    const auto run = runHere(folder, kNowhere + kApp + " scarf --size 64x72");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const std::filesystem::path out = folder / "out" / "scarf";
    for (const char *name : {"frame_0000.png", "frame_0007.png"}) {
        const test::Picture picture = test::readPicture(out / name);
        EXPECT_EQ(picture.width, 128) << "both eyes side by side";
        EXPECT_EQ(picture.height, 72);
    }
    const Json report = readJson(out / "report.json");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(report["display"], "offscreen");
    EXPECT_EQ(report["frames"].get<int>(), report["steps"].get<int>());
    EXPECT_NE(run.messages.find(" of 18.0 s"), std::string::npos) << "a progress line";
}

TEST(Selvage, DrawsTheScarfAsInItsGoldenImagesInBothStereoModes) {
    const auto folder = testFolder("program-golden");
    const std::string command =
        kApp + " scarf --display offscreen --size 320x360 --samples 1 --frames 260 --validation ";
    const auto twoPass = runHere(folder, command + "--stereo two-pass --out a");
    ASSERT_EQ(twoPass.exitCode, 0) << twoPass.messages;
    const auto layered = runHere(folder, command + "--stereo layered --out b");
    ASSERT_EQ(layered.exitCode, 0) << layered.messages;
    for (const char *name : {"frame_0000", "frame_0001"}) {
        const std::string file = std::string(name) + ".png";
        const test::Picture a = test::readPicture(folder / "a" / file);
        const test::Picture b = test::readPicture(folder / "b" / file);
        EXPECT_LE(test::comparePictures(a, b).maxBlock, 0.5);
        EXPECT_EQ(test::differenceFromGolden(a, std::string("scarf_script_") + name), "");
    }
}

// The first station of each, since later ones hang on the last bit of the sines in the gusts.
TEST(Selvage, DrawsTheScenesWithWindAsInTheirGoldenImages) {
    const auto folder = testFolder("program-golden-wind");
    for (const std::string scene : {"wind", "flag", "hero"}) {
        std::string command = kApp;
        command += " " + scene;
        command += " --display offscreen --size 320x360 --samples 1 --frames 95 --validation --out ";
        command += scene;
        const auto run = runHere(folder, command);
        ASSERT_EQ(run.exitCode, 0) << run.messages;
        const test::Picture picture = test::readPicture(folder / scene / "frame_0000.png");
        EXPECT_EQ(test::differenceFromGolden(picture, scene + "_script_frame_0000"), "");
    }
}

// Before much has moved. A scene without an image fails.
TEST(Selvage, DrawsTheOtherScenesAsInTheirGoldenImages) {
    const auto folder = testFolder("program-golden-scenes");
    const std::set<std::string> elsewhere = {"scarf", "wind", "flag", "hero"};
    for (const Scenario &scenario : scenarios()) {
        const std::string scene = scenario.name;
        if (elsewhere.contains(scene)) {
            continue;
        }
        std::string command = kApp;
        command += " " + scene;
        command += scene == "office" ? " --set furniture=own" : ""; // whatever is installed
        command += " --display offscreen --size 320x360 --samples 1 --frames 31 --validation --out ";
        command += scene;
        const auto run = runHere(folder, command);
        ASSERT_EQ(run.exitCode, 0) << run.messages;
        const test::Picture picture = test::readPicture(folder / scene / "frame_0000.png");
        EXPECT_EQ(test::differenceFromGolden(picture, scene + "_script_frame_0000"), "");
    }
}

// –, of the picture for the left eye that is red.
double redShareOf(const test::Picture &picture) {
    int red = 0;
    const int width = picture.width / 2;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < width; ++x) {
            const uint8_t *pixel = picture.at(x, y);
            red += pixel[0] > 2 * pixel[1] ? 1 : 0;
        }
    }
    return static_cast<double>(red) / static_cast<double>(width * picture.height);
}

TEST(Selvage, TakesPicturesFromTheHeadFromACameraAndOfTheBestMomentFromItsPlace) {
    const auto folder = testFolder("program-camera");
    const auto redShare = [&](const std::string &arguments) {
        const auto run =
            runHere(folder, kApp + " hang --display offscreen --size 120x120 --out . " + arguments);
        EXPECT_EQ(run.exitCode, 0) << run.messages;
        return redShareOf(test::readPicture(folder / "frame_0000.png"));
    };
    const std::string soon = "--frames 55 --picture 0.6 ";
    const double fromHead = redShare(soon);
    EXPECT_GT(fromHead, 0.02);
    EXPECT_GT(redShare(soon + "--camera 0.1 1.3 0.2 0.1 1.3 -1.6"), 2.0 * fromHead);
    EXPECT_EQ(redShare(soon + "--camera 0.1 1.3 0.2 0.1 1.3 2"), 0.0) << "the cloth is behind it";
    EXPECT_GT(redShare("--best"), 2.0 * fromHead);
}

// 300,000 triangles and 150 draws a frame of both eyes' single pass.
TEST(Selvage, DrawsEverySceneInABoundedNumberOfTrianglesAndDraws) {
    const auto folder = testFolder("program-bounds");
    for (const Scenario &scenario : scenarios()) {
        const std::string scene = scenario.name;
        std::string command = kApp;
        command += " " + scene;
        command += scene == "office" ? " --set furniture=own" : "";
        command += " --display offscreen --size 32x32 --samples 1 --frames 20 --out ";
        command += scene;
        const auto run = runHere(folder, command);
        ASSERT_EQ(run.exitCode, 0) << run.messages;
        const Json report = readJson(folder / scene / "report.json");
        EXPECT_GT(report["drawing"]["triangles"], 100) << scene;
        EXPECT_LE(report["drawing"]["triangles"], 300000) << scene;
        EXPECT_GT(report["drawing"]["draws"], 2) << scene;
        EXPECT_LE(report["drawing"]["draws"], 150) << scene;
    }
}

TEST(Selvage, SaysInOneSentenceWhyADisplayCannotBeHad) {
    const auto folder = testFolder("program-displays");
    for (const char *display : {"headset", "desktop"}) {
        const auto run = runHere(folder, kNowhere + kApp + " scarf --display " + display);
        EXPECT_EQ(run.exitCode, 2);
        EXPECT_EQ(run.messages.find("selvage: "), run.messages.rfind("selvage: "));
        EXPECT_NE(run.messages.find("selvage: "), std::string::npos) << run.messages;
    }
}

TEST(Selvage, RefusesWrongUseWithExitCodeTwo) {
    const auto folder = testFolder("program-use");
    for (const char *arguments :
         {"nosuchscenario", "scarf --display hologram", "scarf --size 10",
          "scarf --display offscreen --set x=1", "scarf --display offscreen --set damping=fast",
          "scarf --display offscreen --integrator euler3000"}) {
        const auto run = runHere(folder, kNowhere + kApp + " " + arguments);
        EXPECT_EQ(run.exitCode, 2) << arguments << ": " << run.messages;
        EXPECT_FALSE(run.messages.empty());
    }
}

TEST(Selvage, SaysOfAWrongCommandLineWhatItExpects) {
    const auto folder = testFolder("program-expects");
    const std::string kSee = "; 'selvage --help' lists what is\n";
    for (const auto &[arguments, message] : {
             std::pair{"--display hologram",
                       "--display: 'hologram': expected one of auto, desktop, headset, offscreen" + kSee},
             std::pair{"--threads 0", "--threads: '0': expected a number from 1 to 256" + kSee},
             std::pair{"--picture -1", "--picture: '-1': expected a number from 0 to 1000000" + kSee},
             std::pair{
                 "--camera 0 1 0 0 2 0",
                 std::string("--camera: expected a target that is not straight above or below the eye\n")},
             std::pair{"--holograms", "'--holograms' is not known here" + kSee},
         }) {
        const auto run = runHere(folder, kNowhere + kApp + " " + arguments);
        EXPECT_EQ(run.exitCode, 2);
        EXPECT_EQ(run.messages, "selvage: " + message);
    }
    const auto run = runHere(folder, kNowhere + kApp + " no --display offscreen --frames 1");
    EXPECT_NE(run.messages.find("no scenario 'no'; expected one of scarf, "), std::string::npos)
        << run.messages;
    const auto help = runHere(folder, kApp + " --help");
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_EQ(help.output.find("{auto"), std::string::npos) << "the program's own types";
}

TEST(Selvage, NamesFileAndLineOfABrokenMotion) {
    const auto folder = testFolder("program-motion");
    std::ofstream(folder / "broken.csv") << "t,head_px\n0,nan\n";
    const auto run = runHere(folder, kNowhere + kApp + " scarf --display offscreen --motion broken.csv");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.messages.find("broken.csv:1"), std::string::npos) << run.messages;
}

TEST(SelvageLab, ReportsEverythingTheContractNames) {
    const auto folder = testFolder("lab-report");
    const auto run = runHere(folder, kLab + " run scarf --seconds 4 --report r.json");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Json report = readJson(folder / "r.json");
    for (const char *key : {"scenario", "integrator", "points", "springs", "triangles", "steps", "dt_s",
                            "seed", "threads", "step_ms", "stretch", "penetration_mm", "grab_error_mm",
                            "non_finite", "energy_J", "momentum", "overruns", "state_hash"}) {
        EXPECT_TRUE(report.contains(key)) << key;
    }
    EXPECT_EQ(report["steps"], 360);
    EXPECT_NEAR(report["points"].get<double>(), 1000.0, 20.0);
    EXPECT_EQ(report["non_finite"], 0);
    EXPECT_LT(report["stretch"]["p99"].get<double>(), 0.05);
    EXPECT_LT(report["penetration_mm"]["max"].get<double>(), 0.1);
    EXPECT_LT(report["grab_error_mm"]["p99"].get<double>(), 1e-2);
    EXPECT_GT(report["step_ms"]["p999"].get<double>(), 0.0);
}

TEST(SelvageLab, GivesTheSameHashTwiceAndForAnyThreads) {
    const auto folder = testFolder("lab-hash");
    Json hash;
    for (const char *threads : {"1", "1", "2"}) {
        const auto run = runHere(folder, kLab + " run scarf --report r.json --threads " + threads);
        ASSERT_EQ(run.exitCode, 0) << run.messages;
        const Json report = readJson(folder / "r.json");
        EXPECT_TRUE(hash.is_null() || hash == report["state_hash"]);
        hash = report["state_hash"];
    }
}

TEST(SelvageLab, ListsTheScenarios) {
    const auto run = runHere(testFolder("lab-list"), kLab + " list");
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_NE(run.output.find("scarf"), std::string::npos);
    const auto wrong = runHere(testFolder("lab-wrong"), kLab + " juggle");
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_EQ(wrong.messages,
              "selvage-lab: 'juggle' is not known here; 'selvage-lab --help' lists what is\n");
    EXPECT_EQ(runHere(testFolder("lab-wrong"), kLab + " run nosuch").exitCode, 2);
    EXPECT_EQ(runHere(testFolder("lab-wrong"), kLab + " run scarf --dt 3").exitCode, 2);
}

TEST(SelvageLab, ImportsMeshesAndPatternsAndNamesWhatItTakesOfAnythingElse) {
    const auto folder = testFolder("lab-import");
    std::ofstream(folder / "triangle.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    std::ofstream(folder / "square.svg")
        << R"(<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm"
        viewBox="0 0 100 100"><path d="M 10 10 H 90 V 90 H 10 Z"/></svg>)";
    std::ofstream(folder / "letter.txt") << "Dear reader\n";
    EXPECT_NE(runHere(folder, kLab + " import triangle.obj").output.find("not solid"), std::string::npos);
    EXPECT_NE(runHere(folder, kLab + " import square.svg").output.find("8.0 x 8.0 cm"), std::string::npos);
    const auto wrong = runHere(folder, kLab + " import letter.txt");
    EXPECT_EQ(wrong.exitCode, 1);
    for (const char *word : {"letter.txt", ".obj", ".dxf"}) {
        EXPECT_NE(wrong.messages.find(word), std::string::npos) << word << ": " << wrong.messages;
    }
}

// Desbrun, Schröder, Barr 1999, §6: the time of a step beside that of conjugate gradients. Only the table is
// looked at, not the times.
TEST(SelvageLab, ComparesWithConjugateGradientsAtTheSizesOfThePaper) {
    const auto run = runHere(testFolder("lab-compare"), kLab + " compare --seconds 0.05");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    for (const char *size : {"121", "289", "400", "1089"}) {
        const size_t row = run.output.find(std::string(size) + " points");
        EXPECT_NE(row, std::string::npos) << size << "\n" << run.output;
    }
    for (const char *word : {"desbrun-dense", "desbrun ", "implicit-cg", "iterations a solve", "ms a step"}) {
        EXPECT_NE(run.output.find(word), std::string::npos) << word << "\n" << run.output;
    }
    const std::string wrong = kLab + " compare --integrators nosuch --points 16";
    EXPECT_EQ(runHere(testFolder("lab-compare"), wrong).exitCode, 2);
}

// A person at a desk: presses on the hanging end of the scarf, drags it up, lets go.
// Liu, Li 2006, Table 1. Only the table is looked at, not the times.
TEST(SelvageLab, FillsTheTableOfThreeJobsAtFourSizes) {
    const auto run = runHere(testFolder("lab-table"), kLab + " table --seconds 0.02");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    for (const char *word :
         {"hanging", "ball", "self-collision", "10 x 10", "20 x 20", "40 x 40", "80 x 80"}) {
        EXPECT_NE(run.output.find(word), std::string::npos) << word << "\n" << run.output;
    }
    EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '('), 13)
        << run.output; // 12 places and the heading
    EXPECT_EQ(runHere(testFolder("lab-table"), kLab + " table --sides 3").exitCode, 2);
}

// Every phase at both ends of the scene; those that give the same pairs have the same number of them.
TEST(SelvageLab, PrintsEveryBroadPhaseFlatAndCrumpled) {
    const auto run = runHere(testFolder("lab-broad-phases"),
                             kLab + " broad-phases --points 289 --seconds 0.6 --repeats 3");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    std::map<std::string, std::vector<std::string>> pairs; // per phase, in both states
    std::istringstream lines(run.output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        const std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
        if (row.size() >= 8) {
            pairs[row[0]].push_back(row[5]);
        }
    }
    for (const char *phase : {"grid", "aabb-tree", "sorted-bins"}) {
        EXPECT_EQ(pairs[phase], pairs["brute-force"]) << phase << "\n" << run.output;
    }
    for (const char *phase : {"brute-force", "aabb-tree-cones", "patches"}) {
        EXPECT_EQ(pairs[phase].size(), 2U) << phase << "\n" << run.output;
    }
    EXPECT_EQ(pairs["aabb-tree-cones"].at(0), "0"); // a flat sheet cannot meet itself
    EXPECT_GT(std::stoi(pairs["grid"].at(1)), 0);
    EXPECT_EQ(runHere(testFolder("lab-broad-phases"), kLab + " broad-phases --scene nosuch").exitCode, 2);
}

// An offscreen session is recorded, and the recording gives the same cloth in the headless tool.
TEST(Selvage, ARecordedSessionReplaysToTheSameHashInTheLab) {
    const auto folder = testFolder("program-replay");
    const auto run =
        runHere(folder, kNowhere + kApp + " scarf --display offscreen --frames 400 --size 32x32 --out o" +
                            " --record rec.csv");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const auto lab = runHere(folder, kLab + " run scarf --motion rec.csv --report lab.json");
    ASSERT_EQ(lab.exitCode, 0) << lab.messages;
    EXPECT_EQ(readJson(folder / "o" / "report.json")["state_hash"],
              readJson(folder / "lab.json")["state_hash"]);
}

// With the settings it was made with, and to the step where it was tampered with.
TEST(Selvage, ReplaysARecordingAndTellsTheFirstStepThatDiffers) {
    const auto folder = testFolder("program-replay-steps");
    const std::string app = kNowhere + kApp + " --display offscreen --size 32x32 --out o ";
    const auto run = runHere(
        folder, app + "scarf --frames 150 --set fabric=denim --set gravity=5 --seed 3 --record rec.csv");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const auto again = runHere(folder, app + "--replay rec.csv");
    EXPECT_EQ(again.exitCode, 0) << again.messages;
    EXPECT_NE(again.messages.find("selvage: all 150 steps replayed, each as recorded"), std::string::npos)
        << again.messages;

    auto file = readMotionCsv(folder / "rec.csv");
    ASSERT_TRUE(file) << file.error().message;
    file->marks[101].state ^= 1U;
    ASSERT_TRUE(writeMotionCsv(folder / "other.csv", file.value()));
    const auto other = runHere(folder, app + "--replay other.csv");
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_NE(other.messages.find("selvage: step 100 of 150 steps (1.111 s) is the first"), std::string::npos)
        << other.messages;
    EXPECT_EQ(runHere(folder, app + "--replay rec.csv scarf").exitCode, 2);
    EXPECT_EQ(runHere(folder, app + "--replay none.csv").exitCode, 1);
}

} // namespace
} // namespace selvage
