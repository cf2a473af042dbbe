// Motion files: exact round trip, tolerance towards what recorders and editors leave behind, and messages
// that name the line and what was expected.
#include "io/motion_csv.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <unistd.h>

namespace selvage {
namespace {

const std::string kHeader = "t,head_px,head_py,head_pz,head_qx,head_qy,head_qz,head_qw,"
                            "left_px,left_py,left_pz,left_qx,left_qy,left_qz,left_qw,"
                            "right_px,right_py,right_pz,right_qx,right_qy,right_qz,right_qw";
const std::string kPoses = ",0,1.6,0,0,0,0,1,-0.2,1,-0.3,0,0,0,1,0.2,1,-0.3,0,0,0,1";

std::string plainFile() {
    return kHeader + "\n0" + kPoses + "\n0.5" + kPoses + "\n";
}

// A file name of this process alone: tests run at the same time.
std::filesystem::path scratchFile() {
    return std::filesystem::temp_directory_path() /
           ("selvage_motion_csv_" + std::to_string(getpid()) + ".csv");
}

Pose randomPose(std::mt19937 &random) {
    std::normal_distribution<float> normal;
    const Quat q(normal(random), normal(random), normal(random), normal(random));
    return {glm::normalize(q), Vec3(normal(random), normal(random), normal(random))};
}

HandInput randomHand(std::mt19937 &random) {
    std::uniform_real_distribution<float> unit;
    HandInput hand;
    hand.grip = randomPose(random);
    hand.aim = randomPose(random);
    hand.active = random() % 2 == 0;
    hand.tracked = random() % 2 == 0;
    hand.menu = random() % 2 == 0;
    hand.tool = random() % 2 == 0;
    hand.undo = random() % 2 == 0;
    hand.redo = random() % 2 == 0;
    hand.toolWish = static_cast<uint8_t>(random() % 8);
    hand.grab = unit(random);
    hand.pinch = unit(random);
    hand.trigger = unit(random);
    hand.stick = Vec2(unit(random) * 2.0F - 1.0F, unit(random) * 2.0F - 1.0F);
    return hand;
}

MotionFile randomFile(int rows) {
    std::mt19937 random(20);
    MotionFile file;
    file.properties = {{"scenario", "scarf"}, {"dt", "0.0111"}};
    double time = 1.0 / 3.0;
    for (int i = 0; i < rows; ++i) {
        TrackedInput input;
        input.time = time;
        input.head = randomPose(random);
        input.hands = {randomHand(random), randomHand(random)};
        input.originMoved = random() % 4 == 0;
        file.motion.samples.push_back(input);
        time += 1.0 / 90.0;
    }
    return file;
}

std::string textOf(const MotionFile &file) {
    const bool hasMarks = !file.marks.empty();
    std::string text = motionCsvHeader(file.properties, hasMarks);
    for (size_t i = 0; i < file.motion.samples.size(); ++i) {
        text += motionCsvRow(file.motion.samples[i], hasMarks ? std::optional(file.marks[i]) : std::nullopt);
    }
    return text;
}

bool sameBits(const Pose &a, const Pose &b) {
    using Words3 = std::array<uint32_t, 3>;
    using Words4 = std::array<uint32_t, 4>;
    return std::bit_cast<Words4>(a.orientation) == std::bit_cast<Words4>(b.orientation) &&
           std::bit_cast<Words3>(a.position) == std::bit_cast<Words3>(b.position);
}

bool sameBits(const HandInput &a, const HandInput &b) {
    return sameBits(a.grip, b.grip) && sameBits(a.aim, b.aim) && a.active == b.active &&
           a.tracked == b.tracked && a.menu == b.menu && a.tool == b.tool && a.undo == b.undo &&
           a.redo == b.redo && a.toolWish == b.toolWish && a.grab == b.grab && a.pinch == b.pinch &&
           a.trigger == b.trigger && a.stick == b.stick;
}

bool sameBits(const TrackedInput &a, const TrackedInput &b) {
    return a.time == b.time && a.originMoved == b.originMoved && sameBits(a.head, b.head) &&
           sameBits(a.hands[0], b.hands[0]) && sameBits(a.hands[1], b.hands[1]);
}

// The file's samples; the test fails when it does not parse.
std::vector<TrackedInput> samplesOf(const std::string &text) {
    const Result<MotionFile> file = parseMotionCsv(text, "m.csv");
    EXPECT_TRUE(file) << file.error().message;
    return file ? file.value().motion.samples : std::vector<TrackedInput>{};
}

std::string messageOf(const std::string &text) {
    const Result<MotionFile> file = parseMotionCsv(text, "m.csv");
    return file ? "no error" : file.error().message;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

#define EXPECT_MESSAGE(text, place, wrong, expectation)                                                      \
    do {                                                                                                     \
        const std::string message = messageOf(text);                                                         \
        EXPECT_EQ(message.rfind(place, 0), 0U) << message;                                                   \
        EXPECT_NE(message.find(wrong), std::string::npos) << message;                                        \
        EXPECT_NE(message.find(expectation), std::string::npos) << message;                                  \
    } while (false)

TEST(MotionCsv, WritesAndReadsBackTheSameBits) {
    const MotionFile file = randomFile(500);
    const Result<MotionFile> back = parseMotionCsv(textOf(file), "m.csv");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back.value().properties, file.properties);
    ASSERT_EQ(back.value().motion.samples.size(), file.motion.samples.size());
    for (size_t i = 0; i < file.motion.samples.size(); ++i) {
        EXPECT_TRUE(sameBits(back.value().motion.samples[i], file.motion.samples[i])) << "row " << i;
    }
}

TEST(MotionCsv, KeepsTheSmallestAndTheLargestFloats) {
    MotionFile file = randomFile(1);
    file.motion.samples[0].hands[0].grip.position =
        Vec3(std::numeric_limits<float>::denorm_min(), -std::numeric_limits<float>::max(), -0.0F);
    const auto samples = samplesOf(textOf(file));
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_TRUE(sameBits(samples[0], file.motion.samples[0]));
}

TEST(MotionCsv, KeepsAQuaternionThatIsUnitUpToRounding) {
    MotionFile file = randomFile(1);
    file.motion.samples[0].head.orientation = Quat(0.70710701F, 0.0F, 0.70710701F, 0.0F);
    const auto samples = samplesOf(textOf(file));
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_TRUE(sameBits(samples[0].head, file.motion.samples[0].head));
}

TEST(MotionCsv, SurvivesAFileOnDisk) {
    const auto path = scratchFile();
    const MotionFile file = randomFile(20);
    ASSERT_TRUE(writeMotionCsv(path, file));
    const Result<MotionFile> back = readMotionCsv(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_EQ(back.value().motion.samples.size(), 20U);
    EXPECT_TRUE(sameBits(back.value().motion.samples[19], file.motion.samples[19]));
}

TEST(MotionCsv, KeepsTheStatesOfARecordingAndWhereItsStepsWereCut) {
    MotionFile file = randomFile(3);
    file.marks = {{0, 0}, {0x00000000000000abULL, 4294967295U}, {0xffffffffffffffffULL, 7}};
    const Result<MotionFile> back = parseMotionCsv(textOf(file), "m.csv");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back.value().marks, file.marks);
    EXPECT_TRUE(sameBits(back.value().motion.samples[2], file.motion.samples[2]));
    EXPECT_TRUE(parseMotionCsv(textOf(randomFile(3)), "m.csv").value().marks.empty());
    std::string text = textOf(file); // of a version that did not tell of cuts
    for (const auto &[with, without] :
         {std::pair(",state,cut,", ",state,"), std::pair("ffffffffffffffff,7,", "ffffffffffffffff,"),
          std::pair("00000000000000ab,4294967295,", "00000000000000ab,"),
          std::pair("0000000000000000,0,", "0000000000000000,")}) {
        text = replaced(text, with, without);
    }
    const Result<MotionFile> old = parseMotionCsv(text, "m.csv");
    ASSERT_TRUE(old) << old.error().message;
    EXPECT_EQ(old.value().marks[2], (StepMark{0xffffffffffffffffULL, 0}));
}

TEST(MotionCsv, ReadsPlainFilesWithHandsActiveAndAimEqualToGrip) {
    const auto samples = samplesOf(plainFile());
    ASSERT_EQ(samples.size(), 2U);
    for (const HandInput &hand : samples[1].hands) {
        EXPECT_TRUE(hand.active);
        EXPECT_TRUE(hand.tracked);
        EXPECT_EQ(hand.pinch, 0.0F);
        EXPECT_FALSE(hand.tool || hand.undo || hand.redo);
        EXPECT_EQ(hand.toolWish, 0);
        EXPECT_TRUE(sameBits(hand.aim, hand.grip));
    }
    EXPECT_FLOAT_EQ(samples[1].hands[0].grip.position.x, -0.2F);
    EXPECT_DOUBLE_EQ(samples[1].time, 0.5);
}

TEST(MotionCsv, TakesLineEndsByteOrderMarkBlanksAndPlusSigns) {
    std::string text =
        "\xEF\xBB\xBF# note = \r\n\r\n" + kHeader + "\r\n +1 , +0.5" + std::string(kPoses).substr(2) + "\r\n";
    const auto samples = samplesOf(text);
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_EQ(samples[0].time, 1.0);
    EXPECT_EQ(samples[0].head.position.x, 0.5F);
}

TEST(MotionCsv, TakesColumnsInAnyOrderAndIgnoresForeignOnes) {
    const std::string text = "note,right_pinch," + kHeader.substr(2) + ",t\nhello,0.25" + kPoses + ",7\n";
    const auto samples = samplesOf(text);
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_EQ(samples[0].time, 7.0);
    EXPECT_EQ(samples[0].hands[1].pinch, 0.25F);
    EXPECT_EQ(samples[0].hands[0].pinch, 0.0F);
    EXPECT_EQ(samples[0].head.position.y, 1.6F);
}

TEST(MotionCsv, WritesAPropertyWithALineBreakOnOneLine) {
    EXPECT_EQ(motionCsvHeader({{"note", "two\nlines"}}, false).rfind("# note=two lines\nt,", 0), 0U);
}

TEST(MotionCsv, KeepsPropertiesFromBeforeTheHeaderOnly) {
    const std::string text = "# made by hand, see a = b\n# dt = 0.0111 \n" + plainFile() + "# late=1\n";
    const Result<MotionFile> file = parseMotionCsv(text, "m.csv");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file.value().properties, (std::map<std::string, std::string>{{"dt", "0.0111"}}));
}

TEST(MotionCsv, NormalisesLooseQuaternions) {
    const auto samples = samplesOf(replaced(plainFile(), "1.6,0,0,0,0,1", "1.6,0,0,3,0,4"));
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_FLOAT_EQ(samples[0].head.orientation.y, 0.6F);
    EXPECT_FLOAT_EQ(samples[0].head.orientation.w, 0.8F);
}

TEST(MotionCsv, KeepsTheLastPoseWhereTheQuaternionIsAllZero) {
    const std::string lost = ",0,1.6,0,0,0,0,1,9,9,9,0,0,0,0,0.2,1,-0.3,0,0,0,1";
    const auto samples = samplesOf(kHeader + "\n0" + lost + "\n1" + kPoses + "\n2" + lost + "\n");
    ASSERT_EQ(samples.size(), 3U);
    EXPECT_FALSE(samples[0].hands[0].active) << "no pose is known yet";
    EXPECT_TRUE(samples[0].hands[1].active);
    EXPECT_TRUE(samples[2].hands[0].active);
    EXPECT_FALSE(samples[2].hands[0].tracked);
    EXPECT_FLOAT_EQ(samples[2].hands[0].grip.position.x, -0.2F);
}

TEST(MotionCsv, WritesAnUnusablePoseAsNotTracked) {
    MotionFile file = randomFile(2);
    file.motion.samples[0].hands[0].active = true;
    file.motion.samples[1].hands[0].active = true;
    file.motion.samples[1].hands[0].tracked = true;
    file.motion.samples[1].hands[0].grip.position.y = std::nanf("");
    file.motion.samples[1].hands[1].grab = std::numeric_limits<float>::infinity();
    const auto samples = samplesOf(textOf(file));
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_FALSE(samples[1].hands[0].tracked);
    EXPECT_TRUE(sameBits(samples[1].hands[0].grip, file.motion.samples[0].hands[0].grip));
    EXPECT_EQ(samples[1].hands[1].grab, 0.0F);
}

TEST(MotionCsv, ClampsButtonsAndSticks) {
    const auto samples = samplesOf(kHeader +
                                   ",left_grab,left_pinch,left_stick_x,left_active,left_tool_wish,"
                                   "right_tool_wish\n0" +
                                   kPoses + ",1.5,-1,-3,0,1000,-3\n");
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_EQ(samples[0].hands[0].grab, 1.0F);
    EXPECT_EQ(samples[0].hands[0].pinch, 0.0F);
    EXPECT_EQ(samples[0].hands[0].stick.x, -1.0F);
    EXPECT_FALSE(samples[0].hands[0].active);
    EXPECT_EQ(samples[0].hands[0].toolWish, 255);
    EXPECT_EQ(samples[0].hands[1].toolWish, 0);
}

TEST(MotionCsvMessage, NamesAMissingColumn) {
    EXPECT_MESSAGE(replaced(plainFile(), "left_qz,", ""), "m.csv:1: ", "\"left_qz\" is missing",
                   "expected a position");
    EXPECT_MESSAGE(replaced(plainFile(), "t,head_px", "time,head_px"), "m.csv:1: ", "\"t\" is missing",
                   "expected a header line");
}

TEST(MotionCsvMessage, NamesAnAimPoseThatIsNotWhole) {
    EXPECT_MESSAGE("# c\n" + kHeader + ",left_aim_px\n0" + kPoses + ",1\n",
                   "m.csv:2: ", "\"left_aim_py\" is missing", "expected a position");
}

TEST(MotionCsvMessage, NamesAMisspeltAndADoubledColumn) {
    EXPECT_MESSAGE(kHeader + ",left_grip\n", "m.csv:1: ", "unknown column \"left_grip\"", "expected one of");
    EXPECT_MESSAGE(kHeader + ",left_qw\n", "m.csv:1: ", "\"left_qw\" appears twice", "expected it once");
    EXPECT_MESSAGE(kHeader + ",t\n", "m.csv:1: ", "\"t\" appears twice", "expected it once");
}

TEST(MotionCsvMessage, NamesTextThatIsNoNumber) {
    EXPECT_MESSAGE(replaced(plainFile(), "0.5,0,1.6", "0.5,0,1.6x"), "m.csv:3: column head_py: \"1.6x\" ",
                   "is no number", "expected one such as");
    EXPECT_MESSAGE(replaced(plainFile(), "0.5,0,1.6", "0.5,,1.6"), "m.csv:3: column head_px: \"\" ",
                   "is no number", "expected one such as");
    EXPECT_MESSAGE(replaced(plainFile(), "0.5,0,1.6", "0.5,0,+-1.6"), "m.csv:3: ", "is no number",
                   "expected one such as");
}

TEST(MotionCsvMessage, NamesAStateThatIsNone) {
    MotionFile file = randomFile(2);
    file.marks = {{0x1234567890abcdefULL, 5}, {1, 0}};
    const std::string text = textOf(file);
    EXPECT_MESSAGE(replaced(text, "1234567890abcdef", "12345678xxxxxxxx"), "m.csv:4: column state",
                   "\"12345678xxxxxxxx\" is no state", "hexadecimal");
    EXPECT_MESSAGE(replaced(text, "1234567890abcdef", "1234567890abcdef0"), "m.csv:4: column state",
                   "is no state", "16 hexadecimal digits");
    EXPECT_MESSAGE(replaced(text, "1234567890abcdef,5", "1234567890abcdef,-5"), "m.csv:4: column cut",
                   "\"-5\" is no count", "whole number");
    EXPECT_MESSAGE(replaced(text, ",state,", ",state,state,"), "m.csv:3", "\"state\" appears twice", "once");
}

TEST(MotionCsvMessage, NamesNumbersThatAreNotFinite) {
    EXPECT_MESSAGE(replaced(plainFile(), "0.5,0,1.6", "0.5,nan,1.6"), "m.csv:3: column head_px: \"nan\" ",
                   "is not finite", "expected a finite number");
    EXPECT_MESSAGE(replaced(plainFile(), "0.5,0,1.6", "-inf,0,1.6"), "m.csv:3: column t: \"-inf\" ",
                   "is not finite", "expected a finite number");
    EXPECT_MESSAGE(replaced(plainFile(), "0.5,0,1.6", "0.5,0,1e99"),
                   "m.csv:3: column head_py: ", "out of range", "expected a number that a float can hold");
}

TEST(MotionCsvMessage, NamesDecreasingTime) {
    EXPECT_MESSAGE(kHeader + "\n1" + kPoses + "\n0.5" + kPoses + "\n", "m.csv:3: ", "t decreases",
                   "expected ascending times");
}

TEST(MotionCsvMessage, NamesRowsWithTooFewOrTooManyFields) {
    EXPECT_MESSAGE(kHeader + "\n0,1,2\n", "m.csv:2: ", "3 fields", "expected 22");
    EXPECT_MESSAGE(kHeader + "\n0" + kPoses + ",1\n", "m.csv:2: ", "23 fields", "expected 22");
    EXPECT_MESSAGE(kHeader + "\n0" + kPoses + ",1", "m.csv:2: ", "23 fields", "expected 22");
}

TEST(MotionCsvMessage, NamesAnEmptyFileAndAFileWithoutRows) {
    EXPECT_MESSAGE("", "m.csv:1: ", "no header", "expected a line \"t,head_px");
    EXPECT_MESSAGE("# only a comment\n", "m.csv:1: ", "no header", "expected a line \"t,head_px");
    EXPECT_MESSAGE(kHeader + "\n", "m.csv:1: ", "no rows", "expected at least one row");
}

TEST(MotionCsvMessage, NamesAFileThatCannotBeRead) {
    const Result<MotionFile> none = readMotionCsv("no/such/motion.csv");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("no/such/motion.csv: cannot be read"), std::string::npos);
    EXPECT_FALSE(readMotionCsv(std::filesystem::temp_directory_path())) << "a folder is no motion file";
}

TEST(MotionCsvMessage, NamesAFileThatIsTooLarge) {
    const auto path = scratchFile();
    std::ofstream(path).put('t');
    std::filesystem::resize_file(path, kMotionFileBytesMax + 1); // sparse: takes no space
    const Result<MotionFile> large = readMotionCsv(path);
    std::filesystem::remove(path);
    ASSERT_FALSE(large);
    EXPECT_NE(large.error().message.find("expected a motion file of at most 512 MiB"), std::string::npos);
}

TEST(MotionCsvMessage, StaysOneShortLineWhateverTheFileHolds) {
    const std::string rubbish(5000, '\x01');
    const std::string message = messageOf(replaced(plainFile(), "0.5,0,1.6", "0.5," + rubbish + ",1.6"));
    EXPECT_LT(message.size(), 200U);
    EXPECT_EQ(message.find('\x01'), std::string::npos);
}

void cutAtEveryByte(const MotionFile &file) {
    const std::string text = textOf(file);
    const size_t rowsBegin = text.find('\n', text.find("\nt,") + 1) + 1;
    const size_t firstRowEnd = text.find('\n', rowsBegin);
    for (size_t bytes = 0; bytes < text.size(); ++bytes) {
        const Result<MotionFile> cut = parseMotionCsv(std::string_view(text).substr(0, bytes), "m.csv");
        ASSERT_EQ(static_cast<bool>(cut), bytes >= firstRowEnd) << bytes;
        if (!cut) {
            continue;
        }
        const auto &samples = cut.value().motion.samples;
        const auto ends = std::count(text.begin() + static_cast<ptrdiff_t>(rowsBegin),
                                     text.begin() + static_cast<ptrdiff_t>(bytes) + 1, '\n');
        ASSERT_EQ(samples.size(), static_cast<size_t>(ends)) << "cut after byte " << bytes;
        ASSERT_TRUE(sameBits(samples.back(), file.motion.samples[samples.size() - 1]));
    }
}

TEST(MotionCsv, CutAtEveryByteGivesFewerWholeRowsOrAMessage) {
    MotionFile file = randomFile(6);
    cutAtEveryByte(file);
    file.marks = {{1, 0}, {2, 3}, {0x1234567890abcdefULL, 0}, {4, 12}, {5, 0}, {6, 0}};
    cutAtEveryByte(file);
}

TEST(MotionCsv, DamageAtAnyByteNeverCrashes) {
    const std::string text = textOf(randomFile(2));
    for (size_t at = 0; at < text.size(); ++at) {
        for (const char c : {'\0', ',', '\n', '-', '9', 'e', '#', '\xFF'}) {
            std::string damaged = text;
            damaged[at] = c;
            const Result<MotionFile> file = parseMotionCsv(damaged, "m.csv");
            ASSERT_TRUE(file || file.error().message.rfind("m.csv:", 0) == 0);
        }
    }
}

TEST(MotionSampling, GivesASampleExactlyAtItsTime) {
    const Motion motion = randomFile(50).motion;
    for (const TrackedInput &sample : motion.samples) {
        EXPECT_TRUE(sameBits(sampleMotion(motion, sample.time), sample));
    }
}

TEST(MotionSampling, ClampsAtBothEnds) {
    const Motion motion = randomFile(3).motion;
    EXPECT_TRUE(sameBits(sampleMotion(motion, -1.0), motion.samples.front()));
    EXPECT_TRUE(sameBits(sampleMotion(motion, 100.0), motion.samples.back()));
}

TEST(MotionSampling, TakesTheLaterOfTwoRowsWithEqualTime) {
    const std::string later = replaced(kPoses, "-0.2,1,", "-0.7,1,");
    Motion motion;
    motion.samples =
        samplesOf(kHeader + "\n0" + kPoses + "\n1" + kPoses + "\n1" + later + "\n2" + later + "\n");
    ASSERT_EQ(motion.samples.size(), 4U);
    EXPECT_FLOAT_EQ(sampleMotion(motion, 1.0).hands[0].grip.position.x, -0.7F);
    EXPECT_FLOAT_EQ(sampleMotion(motion, 1.5).hands[0].grip.position.x, -0.7F);
    EXPECT_FLOAT_EQ(sampleMotion(motion, 0.5).hands[0].grip.position.x, -0.2F);
}

TEST(MotionSampling, CrossesAGapInAStraightLineWithTheButtonsOfItsStart) {
    const std::string header = kHeader + ",left_pinch\n";
    const std::string far = replaced(kPoses, "-0.2,1,", "-0.6,3,");
    Motion motion;
    motion.samples = samplesOf(header + "0" + kPoses + ",1\n10" + far + ",0\n");
    ASSERT_EQ(motion.samples.size(), 2U);
    const HandInput hand = sampleMotion(motion, 5.0).hands[0];
    EXPECT_FLOAT_EQ(hand.grip.position.x, -0.4F);
    EXPECT_FLOAT_EQ(hand.grip.position.y, 2.0F);
    EXPECT_EQ(hand.pinch, 1.0F);
}

} // namespace
} // namespace selvage
