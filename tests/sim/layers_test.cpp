// Layers of cloth: sheets on each other, folds that hands make and pull, and the scenes that show them.
#include "measure/sheet.h"
#include "scenarios/scenario.h"
#include "sim/crossings.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

Fabric thickFabric(float thickness) {
    Fabric fabric;
    fabric.arealDensity = 0.2F;
    fabric.thickness = thickness;
    return fabric;
}

double stretchP99(const World &world) {
    std::vector<float> stretch;
    for (const Cloth &cloth : world.cloths) {
        appendStretch(cloth, stretch);
    }
    return quantile(stretch, 0.99);
}

// Plays a scene's script to its end; nothing may cross itself on the way.
World playWithoutCrossings(const char *name, int32_t points, double seconds) {
    ScenarioOptions options;
    options.points = points;
    auto world = findScenario(name)->build(options);
    const Motion motion = findScenario(name)->script();
    int32_t held = 0;
    for (int s = 1; s <= static_cast<int>(seconds * 90.0); ++s) {
        StepInput input;
        input.tracked = sampleMotion(motion, s / 90.0);
        const StepReport report = step(*world, input);
        held = std::max(held, report.heldCount);
        EXPECT_EQ(report.selfContact.stopped, 0);
        EXPECT_LT(report.grabError, 0.01F); // what hands hold is kept back by less than half an edge
        if (s % 30 == 0) {
            EXPECT_TRUE(findCrossings(world->cloths).empty()) << name << " at " << s;
        }
    }
    EXPECT_EQ(held > 0, std::string(name) != "crumple");
    return std::move(world.value());
}

TEST(Layers, OfTheFoldSceneDoNotCrossWhileAHandPullsThem) {
    const World world = playWithoutCrossings("fold", 33 * 33, 7.0);
    EXPECT_LT(stretchP99(world), 0.08);
    EXPECT_LT(shareNearer(world.cloths, 0.5 * static_cast<double>(world.cloths[0].fabric.thickness)), 0.01);
    EXPECT_LT(centreOfMass(world.cloths[0]).y, 0.06F);
}

TEST(Layers, OfTheCrumpleSceneDoNotCrossWhileTheWallsClose) {
    const World world = playWithoutCrossings("crumple", 33 * 33, 4.5);
    EXPECT_LT(stretchP99(world), 0.08);
    EXPECT_LT(centreOfMass(world.cloths[0]).y, 0.1F);
}

TEST(Layers, OfTheScarfDoNotCrossWhileAHandDragsThemAlongTheFloor) {
    const World world = playWithoutCrossings("scarf", 0, 14.5);
    EXPECT_LT(stretchP99(world), 0.08);
}

// Where it gathers many layers in its grip, whichever way they have come to lie.
TEST(Layers, OfTheScarfHoldHoweverItLiesWhenAHandTakesIt) {
    for (const char *setting : {"friction=0.312", "friction=0.318", "friction=0.354"}) {
        ScenarioOptions options;
        const std::string wanted[] = {setting};
        options.settings = parseSettings(wanted).value();
        auto world = findScenario("scarf")->build(options);
        const Motion motion = findScenario("scarf")->script();
        for (int s = 1; s <= 1260; ++s) {
            StepInput input;
            input.tracked = sampleMotion(motion, s / 90.0);
            const StepReport report = step(*world, input);
            ASSERT_EQ(report.selfContact.leftOut, 0) << setting << " at " << s;
            ASSERT_EQ(report.selfContact.loose, 0) << setting << " at " << s;
            ASSERT_LT(report.grabError, 0.02F) << setting << " at " << s;
        }
        EXPECT_LT(stretchP99(*world), 0.08) << setting;
    }
}

// A hand as a mouse moves it: it takes the scarf where that lies over the obstacle, and draws it through
// there and up by strokes, with pauses between them.
HandInput strokingHand(int s) {
    constexpr int kTaken = 127; // step
    constexpr int kStroke = 6;  // steps
    constexpr int kCycle = 30;
    HandInput hand;
    hand.active = hand.tracked = s >= kTaken;
    const int cycles = std::max(0, s - kTaken) / kCycle;
    const int moved = std::min(std::max(0, s - kTaken) % kCycle, kStroke) + cycles * kStroke;
    hand.grip.orientation = glm::angleAxis(1.683F, Vec3(1.0F, 0.0F, 0.0F));
    hand.grip.position = Vec3(0.225F, 0.707F, -0.525F) + static_cast<float>(std::min(moved, 10 * kStroke)) *
                                                             Vec3(-0.0028F, 0.0077F, -0.0034F);
    hand.pinch = hand.tracked && s < kTaken + 12 * kCycle ? 1.0F : 0.0F;
    return hand;
}

TEST(Layers, OfTheScarfDoNotCrossWhileAHandDrawsThemUpByStrokes) {
    for (const char *setting : {"damping=1", "damping=2", "friction=0.1"}) {
        ScenarioOptions options;
        const std::string wanted[] = {setting};
        options.settings = parseSettings(wanted).value();
        auto world = findScenario("scarf")->build(options);
        int32_t held = 0;
        for (int s = 1; s <= 600; ++s) {
            StepInput input;
            input.tracked.hands[1] = strokingHand(s);
            const StepReport report = step(*world, input);
            held = std::max(held, report.heldCount);
            EXPECT_EQ(report.selfContact.stopped, 0);
            EXPECT_EQ(report.selfContact.loose, 0) << setting << " at " << s;
            if (s % 30 == 0) {
                EXPECT_TRUE(findCrossings(world->cloths).empty()) << setting << " at " << s;
            }
        }
        EXPECT_GT(held, 0) << setting;
    }
}

TEST(Layers, ThatAreTangledAtTheStartComeApart) {
    ScenarioOptions options;
    options.points = 33 * 33;
    auto world = findScenario("fold")->build(options);
    const Motion motion = findScenario("fold")->script();
    world->selfContact = nullptr; // until the layers are through each other
    size_t left = 0;
    for (int s = 1; s <= 90 * 8; ++s) {
        StepInput input;
        input.tracked = sampleMotion(motion, s / 90.0);
        if (s == 90 * 5) {
            world->selfContact = std::make_unique<SelfContact>(world->cloths);
            left = findCrossings(world->cloths).size();
            EXPECT_GT(left, 200U);
        }
        step(*world, input);
        if (s > 90 * 5 && s % 90 == 0) {
            const size_t now = findCrossings(world->cloths).size();
            if (s > 90 * 6) { // in the first second layers that lay in one plane thicken
                EXPECT_LE(now, left) << s;
            }
            left = now;
        }
    }
    EXPECT_EQ(left, 0U);
}

TEST(Layers, OfTwoSheetsThatFallOverABallStayInOrder) {
    World world;
    for (const float height : {0.52F, 0.53F}) {
        world.cloths.push_back(
            makeGridCloth({25, 25, 0.8F, 0.8F}, thickFabric(0.006F), {Quat(1, 0, 0, 0), {0, height, 0}}));
    }
    world.colliders.emplace_back(); // the floor
    world.colliders.emplace_back();
    world.colliders[1].shape = ColliderShape::Sphere;
    world.colliders[1].radius = 0.2F;
    world.colliders[1].pose.position.y = 0.25F;
    world.colliders[1].previousPose = world.colliders[1].pose;
    world.settings.selfContact.enabled = true;
    prepareWorld(world, 1);
    for (int s = 1; s <= 270; ++s) {
        step(world, emptyInput());
        if (s % 30 == 0) {
            ASSERT_TRUE(findCrossings(world.cloths).empty()) << s;
        }
    }
    const size_t middle = 12 * 25 + 12;
    EXPECT_GT(world.cloths[1].position[middle].y, world.cloths[0].position[middle].y + 0.003F);
    EXPECT_LT(stretchP99(world), 0.08);
}

// As thin as cloth is, on a table that is shaken for fifty seconds and then at rest.
TEST(Layers, OfTwoThinSheetsOnAShakenTableStayInOrder) { // case 7
    World world;
    for (const float height : {0.02F, 0.025F}) {
        world.cloths.push_back(
            makeGridCloth({17, 17, 0.5F, 0.5F}, thickFabric(0.001F), {Quat(1, 0, 0, 0), {0, height, 0}}));
    }
    world.colliders.emplace_back();
    Track shaken;
    shaken.collider = 0;
    for (int k = 0; k <= 1000; ++k) {
        const float side = k % 2 == 0 ? 1.0F : -1.0F;
        const Vec3 at = k < 1000 ? side * Vec3(0.02F, 0.0F, k % 4 < 2 ? 0.02F : -0.01F) : Vec3(0.0F);
        shaken.keys.push_back({0.05 * k, {Quat(1, 0, 0, 0), at}});
    }
    world.tracks.push_back(shaken);
    world.settings.selfContact.enabled = true;
    prepareWorld(world, 1);
    float fastest = 0.0F;
    for (int s = 1; s <= 5400; ++s) {
        const StepReport report = step(world, emptyInput());
        ASSERT_EQ(report.selfContact.leftOut + report.selfContact.loose, 0) << s;
        fastest = std::max(fastest, glm::length(world.cloths[1].velocity[0]));
        if (s % 90 == 0) {
            ASSERT_TRUE(findCrossings(world.cloths).empty()) << s;
        }
    }
    EXPECT_GT(fastest, 0.2F); // they were shaken
    for (size_t i = 0; i < world.cloths[0].position.size(); ++i) {
        EXPECT_GT(world.cloths[0].position[i].y, 0.0F);
    }
    EXPECT_GT(centreOfMass(world.cloths[1]).y, centreOfMass(world.cloths[0]).y + 0.0005F);
    EXPECT_LT(stretchP99(world), 0.08);
}

// Two sheets of a square metre that hang by two corners of each, one behind the other, from a bar.
World hangingSheets(bool selfContact) {
    constexpr int32_t kSide = 33;
    World world;
    world.colliders.resize(2); // the floor, and the bar, out of reach
    world.colliders[1].shape = ColliderShape::Sphere;
    world.colliders[1].radius = 0.02F;
    Track bar;
    bar.collider = 1;
    constexpr Vec3 kAt(0.0F, 3.0F, 0.0F);
    for (int k = 0; k < 540; ++k) {
        const double turn = 2.0 * glm::pi<double>() * k / 90.0;
        const double grown = std::min(1.0, k / 45.0); // from rest: a bar that jerks would be a blow
        const auto along = static_cast<float>(0.1 * grown * std::sin(2.0 * turn));
        const auto up = static_cast<float>(0.03 * grown * std::sin(3.0 * turn));
        bar.keys.push_back({k / 90.0, {Quat(1, 0, 0, 0), kAt + Vec3(along, up, along)}});
    }
    bar.keys.push_back({6.0, {Quat(1, 0, 0, 0), kAt}});
    world.tracks.push_back(bar);
    for (int32_t c = 0; c < 2; ++c) {
        Cloth sheet = sheetCloth(kSide, 1000.0F);
        sheet.fabric.thickness = 0.004F;
        sheet.fabric.damping = 1.0F; // 1/s
        for (Vec3 &x : sheet.position) {
            x.y += 1.6F + 0.005F * static_cast<float>(c);
        }
        world.cloths.push_back(std::move(sheet));
        world.pins.push_back({c, 0, 1});
        world.pins.push_back({c, kSide - 1, 1});
    }
    world.settings.selfContact.enabled = selfContact;
    prepareWorld(world, 1);
    return world;
}

// They swing down as they would without contact, are shaken through six seconds and come to rest.
TEST(Layers, OfTwoHangingSheetsThatAreShakenStayInOrder) {
    World world = hangingSheets(true);
    World through = hangingSheets(false);
    for (int s = 1; s <= 90 * 20; ++s) {
        const StepReport report = step(world, emptyInput());
        ASSERT_EQ(report.selfContact.leftOut + report.selfContact.loose, 0) << s;
        if (s <= 27) {
            step(through, emptyInput());
            const float fall = 1.6F - centreOfMass(through.cloths[0]).y;
            const Vec3 off = centreOfMass(world.cloths[0]) - centreOfMass(through.cloths[0]);
            EXPECT_LT(glm::length(off), 0.1F * fall + 0.001F) << s;
        }
        if (s % 30 == 0) {
            ASSERT_TRUE(findCrossings(world.cloths).empty()) << s;
            EXPECT_LT(stretchP99(world), 0.08) << s;
            EXPECT_LE(shareNearer(world.cloths, 0.002), 0.001) << s;
        }
        if (s == 540) {
            EXPECT_GT(rmsSpeed(world.cloths[0]), 1.0); // they were shaken
        }
    }
    for (const Cloth &cloth : world.cloths) {
        EXPECT_LT(rmsSpeed(cloth), 0.001);
    }
}

} // namespace
} // namespace selvage
