// The virtual headset as a tool: exit codes, messages, pictures, and that nothing is left behind.
#include "golden_image.h"
#include "virtual_headset.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

const std::string kTool = SELVAGE_SOURCE_DIR "/tools/virtual-headset";

TEST(VirtualHeadset, GivesBackTheCommandsExitCode) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    EXPECT_EQ(runVirtually(testFolder("exit-code"), "", "exit 7").exitCode, 7);
}

// What is built here may need libraries in versions that the root does not have; the runtime's own must stay
// its own.
TEST(VirtualHeadset, LendsOnlyLibrariesThatTheRootLacks) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto run = runVirtually(
        testFolder("libraries"), "",
        "cd /run/selvage/lib; for f in *; do find /usr/lib/*-linux-gnu -maxdepth 1 -name $f; done");
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_EQ(run.output, "");
}

TEST(VirtualHeadset, RefusesWrongUseWithOneSentenceAndExitCodeTwo) {
    const auto folder = testFolder("wrong-use");
    for (const char *arguments : {"", "--nonsense", "--compositor x -- true", "--motion nowhere.csv -- true",
                                  "--shot a.png@1 -- true", "--devices toaster -- true",
                                  "--lead soon -- true", "--turned round -- true"}) {
        const auto run = runHere(folder, kTool + " " + arguments);
        EXPECT_EQ(run.exitCode, 2) << arguments;
        EXPECT_EQ(std::count(run.messages.begin(), run.messages.end(), '\n'), 1) << run.messages;
    }
}

TEST(VirtualHeadset, NeedsRootRightsAndSaysSo) {
    const auto folder = testFolder("no-root");
    // From where everybody may read it: a checkout in root's home is root's alone.
    const auto run = runHere(folder, "copy=$(mktemp -d); cp " + kTool + " $copy/tool; chmod -R a+rX $copy\n" +
                                         "setpriv --reuid 65534 --clear-groups $copy/tool -- true\n" +
                                         "code=$?; rm -r $copy; exit $code");
    if (run.messages.find("setpriv:") != std::string::npos) {
        GTEST_SKIP() << "this machine does not let us give up root rights";
    }
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_NE(run.messages.find("root rights"), std::string::npos) << run.messages;
}

TEST(VirtualHeadset, RefusesABrokenMotionWithItsLine) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("broken-motion");
    const auto run = runHere(folder, "echo t,head_px >m.csv; " + kTool + " --motion m.csv -- true");
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_NE(run.messages.find("m.csv:1: column 'head_py' is missing"), std::string::npos) << run.messages;
}

TEST(VirtualHeadset, RunsSideBySide) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("side-by-side");
    const std::string one = kTool + " --bind " SELVAGE_BUILD_DIR " -- " SELVAGE_PROBE " --seconds 1 ";
    const auto run = runHere(folder, one + ">a & " + one + ">b; first=$?; wait $!; echo codes $first $?");
    EXPECT_NE(run.output.find("codes 0 0"), std::string::npos) << run.messages;
}

TEST(VirtualHeadset, LeavesNothingBehindWhenItIsKilled) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("killed");
    const std::string name = "31415.92";
    const std::string look = "pgrep -fc '^sleep " + name + "';";
    const auto run =
        runHere(folder, kTool + " -- sleep " + name + " & for i in {1..100}; do pgrep -f '^sleep " + name +
                            "' >/dev/null && break; sleep 0.1; done; " + look + " kill -KILL $!; sleep 1; " +
                            look + " grep -c /selvage/mnt /proc/mounts");
    EXPECT_EQ(run.output, "1\n0\n0\n") << run.messages;
}

// The probe clears the left eye to linear 0.6 0.2 0.1 and the right one to 0.1 0.2 0.6: in an sRGB picture
// 203 124 89.
TEST(VirtualHeadset, TakesAPictureOfBothEyesAtNinetyHertz) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const auto folder = testFolder("window");
    const auto run =
        runVirtually(folder, "--compositor window --start-when ready --shot eyes.png@1", "probe --seconds 3");
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_NEAR(run.info["hz"].get<double>(), 90.0, 0.1);
    const test::Picture picture = test::readPicture(folder / "eyes.png");
    ASSERT_GT(picture.width, 0) << run.messages;
    const uint8_t *left = picture.at(picture.width / 4, picture.height / 2);
    const uint8_t *right = picture.at(picture.width * 3 / 4, picture.height / 2);
    constexpr int kTolerance = 4; // of 255: rounding in the compositor's distortion pass
    EXPECT_NEAR(left[0], 203, kTolerance);
    EXPECT_NEAR(left[2], 89, kTolerance);
    EXPECT_NEAR(right[0], 89, kTolerance);
    EXPECT_NEAR(right[2], 203, kTolerance);
}

} // namespace
} // namespace selvage
