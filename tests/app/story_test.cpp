// The three stories that the application is for, played by a puppet in a real OpenXR runtime from start to
// end. The recording of each is played again headless, step by step to the same bits, and measured; pictures
// of it as the person saw it are left in the test's folder.
#include "../xr/virtual_headset.h"

#include "io/garment_file.h"
#include "io/motion_csv.h"
#include "io/pattern_file.h"
#include "scenarios/scenario.h"
#include "scenarios/script.h"
#include "scenarios/worn_garment.h"
#include "skirt_measures.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>

namespace selvage {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const std::string kApp = SELVAGE_BUILD_DIR "/bin/selvage";
constexpr double kLead = 0.5; // s of the recording before the motion begins
constexpr double kRate = 90.0;

struct Story {
    const char *name;
    const char *scene;
    Motion motion;
    std::vector<double> pictures; // s into the motion
    std::string setting{};        // of --set
};

struct Played {
    Json report;
    Motion recording;
    uint64_t hash{0}; // of the state at its end
};

std::string hexHash(uint64_t hash) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016lx", static_cast<unsigned long>(hash));
    return text.data();
}

std::string commandOf(const Story &story) {
    const std::string setting = story.setting.empty() ? "" : " --set " + story.setting;
    return kApp + " " + story.scene + setting + " ";
}

// Ends the application when it has recorded the motion's end, or nothing new for long.
std::string playing(const Story &story) {
    const auto rows = static_cast<int>((kLead + story.motion.duration()) * kRate);
    return commandOf(story) +
           "--display headset --step-budget 0 --record rec.csv --report r.json & app=$!\n" +
           "for i in {1..2000}; do [ \"$(cat rec.csv 2>/dev/null | wc -l)\" -gt " + std::to_string(rows) +
           " ] && break; kill -0 $app || break; sleep 0.1; done\nkill -TERM $app; wait $app";
}

// Monado's remote hands have one pose, which was turned as they aim: for the pictures they are held as people
// hold them, fingers forward.
Motion heldAgain(Motion recording) {
    for (TrackedInput &input : recording.samples) {
        for (HandInput &hand : input.hands) {
            if (hand.active) {
                hand.grip.orientation =
                    hand.aim.orientation * glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F));
            }
        }
    }
    return recording;
}

void drawPictures(const fs::path &folder, const Story &story, const Motion &recording) {
    EXPECT_TRUE(writeMotionCsv(folder / "drawn.csv", {heldAgain(recording), {}}));
    std::string command =
        commandOf(story) + "--display offscreen --motion drawn.csv --out pictures --size 480x540";
    for (const double time : story.pictures) {
        command += " --picture " + std::to_string(kLead + time);
    }
    const auto run = runHere(folder, command);
    EXPECT_EQ(run.exitCode, 0) << run.messages;
    for (size_t k = 0; k < story.pictures.size(); ++k) {
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "frame_%04zu.png", k);
        EXPECT_TRUE(fs::exists(folder / "pictures" / name.data()));
    }
}

Played playInHeadset(const Story &story) {
    const fs::path folder = testFolder(story.name);
    EXPECT_TRUE(writeMotionCsv(folder / "story.csv", {story.motion, {}}));
    const auto run = runVirtually(
        folder, "--scale 20 --motion story.csv --turned aim --follow rec.csv --lead " + std::to_string(kLead),
        playing(story));
    EXPECT_EQ(run.exitCode, 0) << run.messages;
    Played played;
    played.report = readJson(folder / "r.json");
    auto recording = readMotionCsv(folder / "rec.csv");
    EXPECT_TRUE(recording) << recording.error().message;
    played.recording = std::move(recording.value().motion);
    drawPictures(folder, story, played.recording);
    return played;
}

using Look = std::function<void(const World &world, const TrackedInput &input, double time)>;

// The recording again, to the same bits; `look` after each step, with the time in the motion.
World playAgain(const Story &story, const Played &played, const Look &look) {
    ScenarioOptions options;
    options.settings = *parseSettings(story.setting.empty() ? std::vector<std::string>{}
                                                            : std::vector<std::string>{story.setting});
    auto world = findScenario(story.scene)->build(options);
    for (size_t row = 1; row < played.recording.samples.size(); ++row) {
        const TrackedInput &input = played.recording.samples[row];
        EXPECT_EQ(step(*world, {input, 1.0F / 90.0F}).nonFinite, 0);
        look(*world, input, input.time - kLead);
    }
    EXPECT_EQ(played.report["state_hash"], hexHash(stateHash(*world)));
    EXPECT_EQ(played.report["non_finite"], 0);
    return std::move(world.value());
}

// ---- A silk scarf, taken with both hands and thrown over the chair ----

bool isOfChair(const Collider &collider) {
    const Vec3 at = collider.pose.position;
    return collider.shape != ColliderShape::Plane && at.x > 0.7F && at.y < 1.0F && at.z > -1.5F;
}

// Particles of the scarf that lie on the chair, within 2 mm of its fabric's thickness.
int32_t lyingOnChair(const World &world) {
    int32_t count = 0;
    for (const Vec3 &p : world.cloths[0].position) {
        count += std::any_of(world.colliders.begin(), world.colliders.end(), [&](const Collider &collider) {
            return isOfChair(collider) && sampleCollider(collider, collider.pose, p).distance <
                                              world.cloths[0].fabric.thickness + 0.002F;
        });
    }
    return count;
}

TEST(Story, ASilkScarfIsTakenWithBothHandsAndThrownOverTheChair) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const Story story{"story-scarf",
                      "office",
                      findScenario("office")->script(),
                      {2.3, 4.2, 5.9, 6.2, 11.9},
                      "furniture=own"};
    const Played played = playInHeadset(story);
    EXPECT_LE(played.report["grab_error_mm"]["p99"].get<double>(), 1.0);
    EXPECT_LE(played.report["drawn_grab_error_mm"].get<double>(), 1.0);
    int32_t both = 0;                      // steps in which both hands hold it
    float thrown = 0.0F;                   // m/s, of the scarf's middle when it is let go
    std::vector<Vec3> middles{Vec3(0.0F)}; // of the scarf, m
    const World end = playAgain(story, played, [&](const World &world, const TrackedInput &, double) {
        both += world.hands[0].holding() && world.hands[1].holding() ? 1 : 0;
        const Vec3 now = centreOfMass(world.cloths[0]);
        const bool isFree = both > 0 && !world.hands[0].holding() && !world.hands[1].holding();
        thrown = isFree && thrown <= 0.0F ? 90.0F * glm::distance(now, middles.back()) : thrown;
        middles.push_back(now);
    });
    EXPECT_GT(both, 180) << "of 290 in the script";
    EXPECT_GT(thrown, 0.3F);
    for (const HandState &hand : end.hands) {
        EXPECT_FALSE(hand.holding());
    }
    const Vec3 middle = centreOfMass(end.cloths[0]);
    EXPECT_LT(glm::distance(Vec2(middle.x, middle.z), Vec2(1.10F, -0.90F)), 0.3F);
    EXPECT_GT(middle.y, 0.45F);
    EXPECT_GT(lyingOnChair(end), 40);
    std::vector<float> depths;
    appendPenetration(end, end.cloths[0], depths);
    EXPECT_LE(*std::max_element(depths.begin(), depths.end()), 1e-4F) << "inside something";
    std::vector<float> speeds;
    for (size_t i = 0; i < end.cloths[0].velocity.size(); ++i) {
        speeds.push_back(glm::length(end.cloths[0].velocity[i]));
        EXPECT_GT(end.cloths[0].position[i].y, 0.05F) << "none of it is on the floor";
    }
    EXPECT_LT(quantile(speeds, 0.5), 0.05) << "it has come to rest";
    EXPECT_LT(glm::distance(middle, middles[middles.size() - 91]), 0.04F) << "m, in the last second";
    std::printf(
        "both hands %d steps, grab error %s mm, thrown at %.2f m/s, middle %.3f %.3f %.3f, %d on the chair\n",
        both, played.report["grab_error_mm"]["max"].dump().c_str(), static_cast<double>(thrown),
        static_cast<double>(middle.x), static_cast<double>(middle.y), static_cast<double>(middle.z),
        lyingOnChair(end));
}

// The hands as a slow renderer would hear of them: `frame` seconds apart, and straight on in between.
Motion roughly(const Motion &motion, double frame, double start) {
    Motion rough = motion;
    for (TrackedInput &input : rough.samples) {
        const double before = start + std::floor((input.time - start) / frame) * frame;
        const auto share = static_cast<float>((input.time - before) / frame);
        const double time = input.time;
        input = interpolateInput(sampleMotion(motion, before), sampleMotion(motion, before + frame), share);
        input.time = time;
    }
    return rough;
}

TEST(Story, TheScarfStaysOverTheChairHoweverRoughTheMotionIs) {
    const Scenario &office = *findScenario("office");
    ScenarioOptions options;
    options.settings = *parseSettings(std::vector<std::string>{"furniture=own"});
    for (const auto &[frame, start] :
         {std::pair{0.035, 0.0}, std::pair{0.06, 0.02}, std::pair{0.085, 0.05}, std::pair{0.13, 0.03}}) {
        auto world = office.build(options);
        for (const TrackedInput &input : roughly(office.script(), frame, start).samples) {
            step(*world, {input, 1.0F / 90.0F});
        }
        EXPECT_GT(lyingOnChair(*world), 40) << frame << " s a frame";
        for (const Vec3 &p : world->cloths[0].position) {
            ASSERT_GT(p.y, 0.05F) << "on the floor at " << frame << " s a frame";
        }
    }
}

// ---- The wind, steered with the controller's direction ----

// A hand that points there and there in turn (degrees to the left of ahead), the trigger pulled, and turns
// within 0.4 s.
Motion pointing(const std::vector<float> &headings, double seconds) {
    ScriptKeys keys;
    const Vec3 eye(-0.15F, 1.62F, 0.1F);
    keys.head = {{0.0, eye, {-0.1F, 1.5F, -1.9F}}};
    const Vec3 raised(0.25F, 1.35F, -0.45F);
    double time = 0.0;
    for (const float heading : headings) {
        const Vec3 turned(90.0F, heading, 0.0F);
        keys.right.push_back({time, raised, 0.0F, turned, false, 1.0F});
        keys.right.push_back({time + seconds - 0.4, raised, 0.0F, turned, false, 1.0F});
        time += seconds;
    }
    keys.right.pop_back();
    keys.right.push_back({time, raised, 0.0F, {90.0F, headings.back(), 0.0F}, false, 1.0F});
    return makeScript(keys, kRate);
}

// Radians between two directions seen from above.
float angleFromAbove(const Vec3 &a, const Vec3 &b) {
    const Vec2 p = glm::normalize(Vec2(a.x, a.z));
    const Vec2 q = glm::normalize(Vec2(b.x, b.z));
    return std::acos(std::clamp(glm::dot(p, q), -1.0F, 1.0F));
}

// From the pole to the middle of the cloth, m.
Vec3 flagDirection(const World &world) {
    const Cloth &flag = world.cloths[0];
    Vec3 hoist(0.0F);
    for (const Pin &pin : world.pins) {
        hoist += flag.position[static_cast<size_t>(pin.particle)] / static_cast<float>(world.pins.size());
    }
    return centreOfMass(flag) - hoist;
}

Vec3 aimOf(const TrackedInput &input) {
    return input.hand(Hand::Right).aim.orientation * Vec3(0.0F, 0.0F, -1.0F);
}

// Where the hand points at most of the time; with each direction the time since it has.
struct Pointing {
    Vec3 aim{0.0F, 0.0F, -1.0F};
    double since{0.0};
    size_t turns{0};

    void follow(const TrackedInput &input, double time) {
        if (input.hand(Hand::Right).trigger > 0.5F &&
            angleFromAbove(aim, aimOf(input)) > glm::radians(1.0F)) {
            turns += time - since > 1.0 || turns == 0 ? 1 : 0;
            aim = aimOf(input);
            since = time;
        }
    }
};

constexpr float kFollows = 15.0F; // degrees

TEST(Story, TheFlagFollowsTheDirectionOfTheControllerWithinASecond) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const std::vector<float> headings = {-80.0F, -20.0F, 45.0F, -45.0F, -125.0F};
    const Story story{"story-wind", "flag", pointing(headings, 2.6), {2.1, 4.7, 7.3, 9.9, 12.9}};
    const Played played = playInHeadset(story);
    Pointing pointing;
    std::vector<Vec3> mean; // of the flag from one second after each turn on
    std::vector<Vec3> aims;
    playAgain(story, played, [&](const World &world, const TrackedInput &input, double time) {
        pointing.follow(input, time);
        mean.resize(pointing.turns, Vec3(0.0F));
        aims.resize(pointing.turns);
        if (pointing.turns > 0 && time - pointing.since > 1.0) {
            mean.back() += glm::normalize(flagDirection(world));
            aims.back() = pointing.aim;
            EXPECT_LT(angleFromAbove(world.wind.direction, pointing.aim), glm::radians(5.0F));
        }
    });
    ASSERT_EQ(mean.size(), headings.size());
    for (size_t k = 0; k < mean.size(); ++k) {
        const float off = glm::degrees(angleFromAbove(mean[k], aims[k]));
        EXPECT_LE(off, kFollows) << "direction " << k;
        std::printf("pointed %.0f degrees, the flag is %.1f degrees off\n", static_cast<double>(headings[k]),
                    static_cast<double>(off));
    }
}

TEST(Story, TheWindInTheCapeOfTheHeroFollowsTheController) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const Story story{"story-cape", "hero", pointing({-60.0F, 60.0F}, 2.0), {1.9, 3.9}};
    const Played played = playInHeadset(story);
    Pointing pointing;
    size_t followed = 0;
    playAgain(story, played, [&](const World &world, const TrackedInput &input, double time) {
        pointing.follow(input, time);
        if (pointing.turns > 0 && time - pointing.since > 1.0) {
            EXPECT_LT(angleFromAbove(world.wind.direction, pointing.aim), glm::radians(kFollows));
            ++followed;
        }
    });
    EXPECT_EQ(pointing.turns, 2U);
    EXPECT_GT(followed, 60U);
}

// ---- A skirt: wrapped, tightened, blown open, sewn, taken home ----

// What the person has done so far, and what came of it.
struct SkirtStory {
    size_t pins{0};
    bool pulled{false};     // the waistband has been
    float waistFixed{0.0F}; // m, with every point fixed where the waistband fits
    double pinsOut{0.0};    // s
    float waistOut{0.0F};   // m, lowest from then until the wind
    float opened{0.0F};     // m, the slit at its widest in the wind
    double picked{0.0};     // s
    double sewn{0.0};       // s
    float waistSewn{0.0F};  // m
    float sewnOpened{0.0F}; // m
    float windAtEnd{0.0F};  // m/s, the strongest after that

    void look(const World &world, double time) {
        const Bench &bench = *world.bench;
        const bool isSewn = !bench.shape.pattern.seams.empty();
        const float wind = world.wind.speed + world.wind.push;
        pins = std::max(pins, pulled ? 0 : world.pins.size());
        pulled = pulled || !bench.bands.empty();
        if (pinsOut <= 0.0) {
            waistFixed = world.pins.size() == 2 ? waistOf(world) : waistFixed;
            pinsOut = pulled && world.pins.empty() ? time : 0.0;
            waistOut = waistFixed;
        } else if (opened <= 0.0F && wind < 0.1F) {
            waistOut = std::min(waistOut, waistOf(world));
        }
        if (pinsOut > 0.0 && !isSewn) {
            opened = wind > 2.0F ? std::max(opened, slitOf(world)) : opened;
            picked = picked <= 0.0 && bench.closing.active && !bench.closing.isHook ? time : picked;
        }
        if (isSewn) {
            EXPECT_LT(bench.closing.gap, 0.002F);
            sewn = sewn <= 0.0 ? time : sewn;
            waistSewn = wind < 0.1F && windAtEnd <= 0.0F ? waistOf(world) : waistSewn;
            windAtEnd = wind > 0.5F ? std::max(windAtEnd, wind) : windAtEnd;
            sewnOpened = std::max(sewnOpened, slitOf(world));
        }
    }
};

// What is on the bench, written and read again.
void takeHome(const World &world, const fs::path &folder) {
    ASSERT_TRUE(writePattern(folder / "skirt.json", world.bench->shape.pattern));
    auto read = readPattern(folder / "skirt.json", {});
    ASSERT_TRUE(read);
    ASSERT_EQ(read->pattern.seams.size(), 1U);
    EXPECT_NEAR(sideLength(read->pattern, read->pattern.seams[0].a), 0.5, 1e-4);
    const GarmentMesh mesh = benchMesh(world);
    EXPECT_TRUE(writeGarment(folder / "skirt.glb", mesh));
    EXPECT_TRUE(writeGarment(folder / "skirt.obj", mesh));
}

TEST(Story, ASkirtIsWrappedTightenedBlownOpenSewnAndTakenHome) {
    SELVAGE_NEED_VIRTUAL_HEADSET();
    const Scenario &scene = *findScenario("skirt");
    const Story story{"story-skirt", "skirt", scene.script(), scene.pictureTimes()};
    const Played played = playInHeadset(story);
    SkirtStory skirt;
    const World end = playAgain(story, played, [&](const World &world, const TrackedInput &, double time) {
        skirt.look(world, time);
    });
    EXPECT_EQ(skirt.pins, 3U);
    EXPECT_TRUE(end.bench->bands.at(0).hooked);
    EXPECT_NEAR(end.bench->bands.at(0).share, end.bench->bands.at(0).goal, 1e-4F) << "0.95 of the waist";
    EXPECT_LE(skirt.waistFixed - skirt.waistOut, 0.002F) << "when the pins go";
    EXPECT_GE(skirt.opened, 0.300F);
    EXPECT_LT(skirt.sewn - skirt.picked, 1.0);
    EXPECT_GT(skirt.windAtEnd, 2.5F);
    EXPECT_EQ(skirt.sewnOpened, 0.0F);
    EXPECT_LE(skirt.waistSewn - waistOf(end), 0.003F);
    EXPECT_EQ(borderLoops(end.cloths[0].topology->triangles).size(), 2U) << "one mesh";
    takeHome(end, testFolder("story-skirt-home"));
    std::printf("pins out: %.1f mm lower; slit %.0f mm; sewn in %.2f s; then %.1f mm open, %.1f mm lower\n",
                1e3 * static_cast<double>(skirt.waistFixed - skirt.waistOut),
                1e3 * static_cast<double>(skirt.opened), skirt.sewn - skirt.picked,
                1e3 * static_cast<double>(skirt.sewnOpened),
                1e3 * static_cast<double>(skirt.waistSewn - waistOf(end)));
}

} // namespace
} // namespace selvage
