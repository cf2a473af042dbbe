// The panel of a headset in the offscreen display: how large and how clear its letters are in the picture,
// and what its buttons do to the simulation.
#include "../xr/virtual_headset.h"
#include "panel_puppet.h"

#include "golden_image.h"
#include "io/motion_csv.h"
#include "scenarios/scenario.h"
#include "scene_tiles.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace selvage {
namespace {

const std::string kApp = SELVAGE_BUILD_DIR "/bin/selvage --display offscreen ";

constexpr float kStep = 0.0004F; // m, less than a pixel

// A rectangle on the panel, m.
struct Area {
    Vec2 low;
    Vec2 high;
};

// As the offscreen display draws the left eye: 85 degrees across the longer side, eyes 63 mm apart.
class LeftEye {
public:
    LeftEye(test::Picture picture, const PanelPuppet &puppet)
        : LeftEye(std::move(picture), puppet, puppet.panel()) {}
    // Of what has its middle and turn where the panel has them.
    LeftEye(test::Picture picture, const PanelPuppet &puppet, const Pose &panel)
        : picture_(std::move(picture)), panel_(panel), eye_(puppet.head()) {
        eye_.position += eye_.orientation * Vec3(-0.0315F, 0.0F, 0.0F);
    }

    // As it is seen at a place on the panel, m from its upper left corner: RGB in sRGB.
    const uint8_t *pixel(const Vec2 &at) const {
        const Vec3 local = inverseTransformPoint(eye_, onPanel(at));
        const auto size = static_cast<float>(picture_.height);
        const float focal = 0.5F * size / std::tan(glm::radians(42.5F)); // pixels; it is higher than wide
        const auto x =
            static_cast<int>(0.25F * static_cast<float>(picture_.width) - focal * local.x / local.z);
        const auto y = static_cast<int>(0.5F * size + focal * local.y / local.z);
        return picture_.at(x, y);
    }
    // Relative luminance (WCAG 2) at a place on the panel, m from its upper left corner.
    double luminance(const Vec2 &at) const {
        const uint8_t *rgb = pixel(at);
        return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    }
    // The mean of linear light, in sRGB, 0…255.
    std::array<double, 3> meanColour(const Area &area) const {
        std::array<double, 3> mean{};
        int count = 0;
        for (float y = area.low.y; y < area.high.y; y += kStep) {
            for (float x = area.low.x; x < area.high.x; x += kStep, ++count) {
                const uint8_t *rgb = pixel({x, y});
                for (size_t channel = 0; channel < 3; ++channel) {
                    mean[channel] += linear(rgb[channel]);
                }
            }
        }
        for (double &value : mean) {
            value /= count;
            value = 255.0 * (value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055);
        }
        return mean;
    }
    // Degrees between two places, as the eye sees them.
    float degreesBetween(const Vec2 &a, const Vec2 &b) const {
        const Vec3 u = glm::normalize(onPanel(a) - eye_.position);
        const Vec3 v = glm::normalize(onPanel(b) - eye_.position);
        return glm::degrees(std::acos(std::min(glm::dot(u, v), 1.0F)));
    }

private:
    Vec3 onPanel(const Vec2 &at) const {
        return transformPoint(panel_, {at.x - 0.5F * kPanelSize.x, 0.5F * kPanelSize.y - at.y, 0.0F});
    }
    static double linear(uint8_t value) {
        const double v = value / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }

    test::Picture picture_;
    Pose panel_;
    Pose eye_;
};

std::vector<double> luminances(const LeftEye &eye, const Area &area) {
    std::vector<double> all;
    for (float y = area.low.y; y < area.high.y; y += kStep) {
        for (float x = area.low.x; x < area.high.x; x += kStep) {
            all.push_back(eye.luminance({x, y}));
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

// WCAG 2: of the brightest twentieth, which are strokes of letters, to the middle, which is what they stand
// on.
double contrast(const LeftEye &eye, const Area &area) {
    const auto all = luminances(eye, area);
    return (all[all.size() * 95 / 100] + 0.05) / (all[all.size() / 2] + 0.05);
}

// Height of what is brighter than halfway to the letters, degrees.
float textHeight(const LeftEye &eye, const Area &area) {
    const auto all = luminances(eye, area);
    const double bright = 0.5 * (all[all.size() / 2] + all[all.size() * 98 / 100]);
    float first = area.high.y;
    float last = area.low.y;
    for (float y = area.low.y; y < area.high.y; y += kStep) {
        const auto row = luminances(eye, {{area.low.x, y}, {area.high.x, y + 0.5F * kStep}});
        if (row.back() > bright) {
            first = std::min(first, y);
            last = std::max(last, y);
        }
    }
    return eye.degreesBetween({area.low.x, first}, {area.low.x, last});
}

// From the first to the last place on the way that is brighter than the panel's ground, degrees.
float extent(const LeftEye &eye, const Vec2 &from, const Vec2 &to) {
    constexpr double kGround = 0.03;
    const float length = glm::distance(from, to);
    float first = length;
    float last = 0.0F;
    for (float s = 0.0F; s < length; s += kStep) {
        if (eye.luminance(glm::mix(from, to, s / length)) > kGround) {
            first = std::min(first, s);
            last = std::max(last, s);
        }
    }
    return eye.degreesBetween(glm::mix(from, to, first / length), glm::mix(from, to, last / length));
}

test::Picture lastPicture(const std::string &name, PanelPuppet &puppet) {
    const auto folder = testFolder(name);
    puppet.wait(0.5);
    EXPECT_TRUE(writeMotionCsv(folder / "panel.csv", {puppet.motion(), {}}));
    // The resolution of an eye in a headset of today.
    const auto run = runHere(folder, kApp + "scarf --motion panel.csv --best --size 1680x1760 --out .");
    EXPECT_EQ(run.exitCode, 0) << run.messages;
    return test::readPicture(folder / "frame_0000.png");
}

TEST(PanelPicture, HasLettersOfADegreeTargetsOfThreeAndContrastOfFourAndAHalf) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.pointAt({0.65F, 0.54F}); // at nothing, across little
    const LeftEye eye(lastPicture("panel-picture", puppet), puppet);
    const Area pause{{0.021F, 0.018F}, {0.088F, 0.050F}}; // the words alone
    const Area chosenTab{{0.018F, 0.080F}, {0.104F, 0.104F}};
    const Area hang{{0.182F, 0.200F}, {0.244F, 0.228F}};
    const Area title{{0.013F, 0.464F}, {0.200F, 0.488F}};
    const Area description{{0.013F, 0.492F}, {0.5F, 0.517F}};
    for (const Area &area : {pause, chosenTab, hang, title, description}) {
        const double ratio = contrast(eye, area);
        std::printf("at %.3f %.3f m: contrast %.1f\n", double{area.low.x}, double{area.low.y}, ratio);
        EXPECT_GE(ratio, 4.5) << "at " << area.low.x << " " << area.low.y;
    }
    const float capitals = textHeight(eye, pause);
    const float line = textHeight(eye, {{0.122F, 0.018F}, {0.176F, 0.052F}}); // "Step"
    std::printf("capitals %.2f, down to the foot of a p %.2f degrees\n", double{capitals}, double{line});
    EXPECT_GE(line, 1.0F);
    EXPECT_GE(capitals, 0.9F);
    // Through the empty edge of each target, from gap to gap.
    const float button = extent(eye, {0.0115F, 0.002F}, {0.0115F, 0.064F});
    const float tileHeight = extent(eye, {0.155F, 0.1245F}, {0.155F, 0.2335F});
    const float tileWidth = extent(eye, {0.1455F, 0.229F}, {0.2815F, 0.229F});
    const float close = extent(eye, {0.656F, 0.052F}, {0.757F, 0.052F});
    std::printf("targets %.2f %.2f, of a scene %.2f x %.2f degrees\n", double{button}, double{close},
                double{tileWidth}, double{tileHeight});
    for (const float size : {button, tileHeight, tileWidth, close}) {
        EXPECT_GE(size, 3.0F);
    }
    for (const float size : {button, close}) {
        EXPECT_LE(size, 6.0F) << "and not the gap as well";
    }
    EXPECT_LE(tileHeight, 6.8F) << "and not the gap as well";
    EXPECT_LE(tileWidth, 8.4F) << "and not the gap as well";
}

// Each part of a picture on the panel against the same part of the file's.
TEST(PanelPicture, ShowsThePicturesOfTheScenesInTheirColours) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.pointAt({0.65F, 0.54F});
    const LeftEye eye(lastPicture("panel-tiles", puppet), puppet);
    const auto tiles = readSceneTiles(sceneTilesFile());
    ASSERT_TRUE(tiles);
    constexpr Vec2 kFirst(0.0165F, 0.1310F); // m, of the first picture
    constexpr Vec2 kPitch(0.1365F, 0.1098F);
    constexpr Vec2 kSize(0.1203F, 0.0668F);
    constexpr int kAcross = 8; // parts
    constexpr int kDown = 4;
    constexpr double kDifferenceMax = 8.0; // the eye's pixels are not the file's; another scene differs by 20
    for (int scene = 0; scene < 15; ++scene) {
        const auto part = tileOf(tiles.value(), scenarios()[static_cast<size_t>(scene)].name, kAcross, kDown);
        const Vec2 low = kFirst + kPitch * Vec2(scene % 5, scene / 5);
        double difference = 0.0; // steps of 1/255, of linear light's mean in sRGB
        for (int i = 0; i < kAcross * kDown; ++i) {
            const Vec2 cell = kSize / Vec2(kAcross, kDown);
            const Vec2 corner = low + cell * Vec2(i % kAcross, i / kAcross);
            const auto seen = eye.meanColour({corner, corner + cell});
            for (size_t channel = 0; channel < 3; ++channel) {
                difference += std::abs(seen[channel] - part[3 * static_cast<size_t>(i) + channel]);
            }
        }
        difference /= 3.0 * kAcross * kDown;
        std::printf("%s: differs by %.1f\n", scenarios()[static_cast<size_t>(scene)].name, difference);
        EXPECT_LT(difference, kDifferenceMax) << scenarios()[static_cast<size_t>(scene)].name;
    }
}

// `before`: the command, e.g. variables. At least one sample.
Motion recordedIn(const std::filesystem::path &folder, const std::string &scene, PanelPuppet &puppet,
                  const std::string &before = "") {
    puppet.wait(0.5);
    EXPECT_TRUE(writeMotionCsv(folder / "panel.csv", {puppet.motion(), {}}));
    const auto run =
        runHere(folder, before + kApp + scene + " --motion panel.csv --record rec.csv --size 64x72 --out .");
    EXPECT_EQ(run.exitCode, 0) << run.messages;
    auto recording = readMotionCsv(folder / "rec.csv");
    EXPECT_TRUE(recording) << recording.error().message;
    const bool isThere = recording && !recording.value().motion.samples.empty();
    EXPECT_TRUE(isThere);
    return isThere ? recording.value().motion : Motion{{TrackedInput{}}};
}

Motion recorded(const std::string &name, const std::string &scene, PanelPuppet &puppet) {
    return recordedIn(testFolder(name), scene, puppet);
}

TEST(PanelButtons, WishForTheToolOfTheHandThatTheyAreOf) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kToolsTab);
    puppet.click(kRightPinButton);
    const Motion motion = recorded("panel-tools", "skirt", puppet);
    int wishes = 0;
    for (size_t i = 1; i < motion.samples.size(); ++i) {
        const HandInput &hand = motion.samples[i].hand(Hand::Right);
        wishes += hand.toolWish == 2 && motion.samples[i - 1].hand(Hand::Right).toolWish == 0 ? 1 : 0;
        EXPECT_EQ(motion.samples[i].hand(Hand::Left).toolWish, 0);
        EXPECT_EQ(hand.trigger, 0.0F) << "the pulls are the panel's";
        EXPECT_EQ(hand.pinch, 0.0F);
    }
    EXPECT_EQ(wishes, 1);
}

TEST(PanelButtons, PutThePersonBackInTheMiddleAndHigher) {
    PanelPuppet puppet; // stands 0.3 m behind it
    puppet.pressMenu();
    puppet.click(kYouTab);
    puppet.click(kHigherButton);
    puppet.click(kPutMeBackButton);
    const Motion motion = recorded("panel-place", "hang", puppet);
    ASSERT_FALSE(motion.samples.empty());
    EXPECT_LT(glm::distance(motion.samples.front().head.position, Vec3(0.0F, 1.6F, 0.3F)), 1e-4F);
    EXPECT_LT(glm::distance(motion.samples.back().head.position, Vec3(0.0F, 1.65F, 0.0F)), 1e-4F);
    const auto moves = std::count_if(motion.samples.begin(), motion.samples.end(),
                                     [](const TrackedInput &input) { return input.originMoved; });
    EXPECT_EQ(moves, 2) << "each is told to the simulation, so that nothing is pulled along";
}

constexpr Vec3 kOnScarf(0.30F, 0.81F, -0.55F);
constexpr Vec3 kAbove(0.0F, 0.3F, 0.2F);

// The right hand takes the scarf with a short press, lifts it, presses again where it is, and waits.
void liftScarf(PanelPuppet &puppet, void (PanelPuppet::*press)()) {
    puppet.reach(kOnScarf + kAbove, 0.5);
    puppet.reach(kOnScarf, 0.5);
    (puppet.*press)();
    puppet.reach(kOnScarf + Vec3(0.0F, 0.4F, 0.1F), 1.0);
    (puppet.*press)();
    puppet.wait(0.5);
}

// s, for how long the right hand is closed.
double closedTime(const Motion &motion) {
    const auto closed =
        std::count_if(motion.samples.begin(), motion.samples.end(), [](const TrackedInput &input) {
            const HandInput &hand = input.hand(Hand::Right);
            return std::max(hand.grab, hand.pinch) >= 0.6F;
        });
    return static_cast<double>(closed) / 90.0;
}

TEST(PanelButtons, LetAHandHoldFromOnePressToTheNextAndTheRecordingReplays) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kYouTab);
    puppet.click(kToggleButton);
    puppet.click(kCloseButton);
    liftScarf(puppet, &PanelPuppet::squeeze);
    const auto folder = testFolder("panel-toggle");
    const Motion motion = recordedIn(folder, "scarf", puppet);
    EXPECT_NEAR(closedTime(motion), 1.6, 0.1) << "from press to press";
    const auto report = readJson(folder / "report.json");
    EXPECT_NEAR(report["held"]["steps"].get<double>(), 1.6 * 90.0, 9.0);
    const auto lab =
        runHere(folder, SELVAGE_BUILD_DIR "/bin/selvage-lab run scarf --motion rec.csv --report lab.json");
    ASSERT_EQ(lab.exitCode, 0) << lab.messages;
    EXPECT_EQ(readJson(folder / "lab.json")["state_hash"], report["state_hash"]);
}

TEST(PanelButtons, ReplayWhatTheyRecorded) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kRecordButton);
    puppet.click(kCloseButton);
    const double begun = puppet.motion().duration();
    puppet.reach(kOnScarf + kAbove, 0.5);
    puppet.reach(kOnScarf, 0.5);
    puppet.squeezeFor(1.0);
    const double recorded = puppet.motion().duration() - begun;
    puppet.pressMenu();
    puppet.click(kRecordButton); // no more
    puppet.click(kReplayButton);
    puppet.wait(recorded + 4.0);
    const auto folder = testFolder("panel-replay");
    EXPECT_TRUE(writeMotionCsv(folder / "panel.csv", {puppet.motion(), {}}));
    const auto run = runHere(folder, kApp + "scarf --motion panel.csv --size 1680x1760 --out . --picture " +
                                         std::to_string(puppet.motion().duration()));
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    EXPECT_NEAR(readJson(folder / "report.json")["held"]["steps"].get<double>(), 2.0 * 90.0, 4.0)
        << "once by the hand and once again";
    EXPECT_TRUE(std::filesystem::exists(folder / "recordings/scarf-1.csv"));
}

TEST(PanelButtons, LetTheTriggerTakeInPlaceOfTheGrip) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kYouTab);
    puppet.click(kSwapButton);
    puppet.click(kCloseButton);
    liftScarf(puppet, &PanelPuppet::pullTrigger);
    const Motion motion = recorded("panel-swap", "scarf", puppet);
    const auto taken =
        std::count_if(motion.samples.begin(), motion.samples.end(),
                      [](const TrackedInput &input) { return input.hand(Hand::Right).grab == 1.0F; });
    EXPECT_NEAR(static_cast<double>(taken) / 90.0, 0.8, 0.05) << "both pulls";
    const bool used =
        std::any_of(motion.samples.begin(), motion.samples.end(),
                    [](const TrackedInput &input) { return input.hand(Hand::Right).trigger > 0.0F; });
    EXPECT_FALSE(used);
}

constexpr Vec3 kPalm(-0.08F, 1.38F, -0.15F); // before the face

// A button of the menu in the offscreen picture, by its column and row.
Vec3 menuButton(const Board &menu, int column, int row) {
    const Vec2 at = (Vec2(column, -row) + Vec2(-0.5F, 1.0F)) * menu.size / Vec2(2.0F, 3.0F);
    return transformPoint(menu.pose, Vec3(at, 0.0F));
}

TEST(MenuPicture, IsReadOverThePalm) {
    PanelPuppet puppet;
    const Board menu = puppet.showLeftPalm(kPalm);
    puppet.pointTo({0.5F, 1.0F, -1.0F});
    const LeftEye eye(lastPicture("menu-picture", puppet), puppet, menu.pose);
    const auto at = [&](const Vec2 &share) { return 0.5F * kPanelSize + (share - 0.5F) * menu.size; };
    const Area pause{at({0.15F, 0.40F}), at({0.42F, 0.60F})};
    const Area panel{at({0.65F, 0.71F}), at({0.85F, 0.91F})};
    for (const Area &area : {pause, panel}) {
        const float height = textHeight(eye, area);
        std::printf("contrast %.1f, %.2f degrees\n", contrast(eye, area), double{height});
        EXPECT_GE(contrast(eye, area), 4.5);
        EXPECT_GE(height, 1.0F);
    }
    // Through the empty edge of a button, from gap to gap.
    const float button = extent(eye, at({0.08F, 0.33F}), at({0.08F, 0.67F}));
    std::printf("targets %.2f degrees\n", double{button});
    EXPECT_GE(button, 3.0F);
    EXPECT_LE(button, 6.0F) << "and not the gap as well";
}

TEST(MenuPicture, PausesByAPressOfTheOtherHand) {
    PanelPuppet puppet;
    const Board menu = puppet.showLeftPalm(kPalm);
    puppet.pointTo(menuButton(menu, 0, 1));
    puppet.wait(0.3);
    const double pressed = puppet.motion().duration();
    puppet.pullTrigger(); // for 0.4 s; buttons act when they are let go
    puppet.wait(2.0);
    const Motion motion = recorded("menu-pause", "hang", puppet);
    EXPECT_NEAR(motion.duration(), pressed + 0.4, 0.1);
    EXPECT_EQ(motion.samples.back().hand(Hand::Right).trigger, 0.0F) << "the pull is the menu's";
}

TEST(MenuPicture, OpensThePanel) {
    PanelPuppet puppet;
    const Board menu = puppet.showLeftPalm(kPalm);
    puppet.pointTo(menuButton(menu, 1, 2));
    puppet.wait(0.3);
    puppet.pullTrigger();
    puppet.click(kYouTab);
    puppet.click(kHigherButton);
    const Motion motion = recorded("menu-panel", "hang", puppet);
    EXPECT_NEAR(motion.samples.back().head.position.y, 1.65F, 1e-4F);
}

// Over a hand at that place, facing the eyes.
Pose hintOver(const Vec3 &hand, const Pose &head) {
    const Vec3 at = hand + Vec3(0.0F, 0.17F, 0.0F);
    return {glm::quatLookAt(glm::normalize(at - head.position), Vec3(0.0F, 1.0F, 0.0F)), at};
}

TEST(HintPicture, IsReadOverTheHandUntilTheHandHasTakenCloth) {
    constexpr Vec3 kBefore(0.2F, 1.2F, -0.25F);
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kYouTab);
    puppet.click(kHintsButton);
    puppet.click(kCloseButton);
    puppet.reach(kBefore, 0.5);
    puppet.wait(0.3);
    const double told = puppet.motion().duration();
    liftScarf(puppet, &PanelPuppet::squeeze);
    puppet.reach(kBefore, 0.5);
    puppet.wait(0.3);
    const double done = puppet.motion().duration();
    puppet.wait(0.3);
    const auto folder = testFolder("hint-picture");
    ASSERT_TRUE(writeMotionCsv(folder / "hints.csv", {puppet.motion(), {}}));
    const auto run = runHere(folder, kApp + "scarf --motion hints.csv --size 1680x1760 --out . --picture " +
                                         std::to_string(told) + " --picture " + std::to_string(done));
    ASSERT_EQ(run.exitCode, 0) << run.messages;
    const Pose place = hintOver(kBefore, puppet.head());
    const Vec2 middle = 0.5F * kPanelSize;
    const Area words{middle - Vec2(0.07F, 0.012F), middle + Vec2(0.07F, 0.012F)};
    const LeftEye before(test::readPicture(folder / "frame_0000.png"), puppet, place);
    const float height = textHeight(before, words);
    std::printf("contrast %.1f, %.2f degrees\n", contrast(before, words), double{height});
    EXPECT_GE(contrast(before, words), 4.5);
    EXPECT_GE(height, 1.0F);
    const LeftEye after(test::readPicture(folder / "frame_0001.png"), puppet, place);
    EXPECT_LT(contrast(after, words), 2.0);
}

// While it is closed the letters over the hands are laid out by the same panel.
TEST(PanelButtons, AreNotPressedByOpeningThePanelUnderAHandThatPressedBefore) {
    PanelPuppet puppet;
    puppet.pressMenu();
    puppet.click(kYouTab);
    puppet.click(kHintsButton);
    puppet.click(kCloseButton);
    puppet.pointAt(kHigherButton);
    puppet.wait(0.3);
    puppet.pressMenu();
    const Motion motion = recorded("panel-reopened", "hang", puppet);
    EXPECT_EQ(motion.samples.back().head.position.y, 1.6F);
}

// A person's settings are theirs; a motion is what it is.
TEST(PersonsSettings, ChangeNothingOfAMotionThatIsPlayedOffscreen) {
    PanelPuppet puppet;
    liftScarf(puppet, &PanelPuppet::squeeze);
    const auto folder = testFolder("panel-settings");
    std::filesystem::create_directories(folder / "config/selvage");
    std::ofstream(folder / "config/selvage/settings.json")
        << R"({"raised_m": 0.2, "toggle_grab": 1, "swap_trigger_and_grip": 1, "dominant_hand": 0})";
    const Motion motion = recordedIn(folder, "scarf", puppet, "XDG_CONFIG_HOME=$PWD/config ");
    EXPECT_EQ(motion.samples.front().head.position.y, 1.6F);
    EXPECT_NEAR(closedTime(motion), 0.6, 0.05) << "two short presses";
}

} // namespace
} // namespace selvage
