// The scenes that show things beside each other, and the soft organ.
#include "measure/play.h"

#include "sim/diagnostics.h"
#include "sim/springs.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

// –, largest elongation of a cloth's structural springs.
float largestStrain(const Cloth &cloth) {
    float largest = 0.0F;
    for (const Spring &spring : springsOf(*cloth.topology)) {
        if (isStructural(spring.kind)) {
            const float length = glm::distance(cloth.position[static_cast<size_t>(spring.a)],
                                               cloth.position[static_cast<size_t>(spring.b)]);
            largest = std::max(largest, length / spring.restLength - 1.0F);
        }
    }
    return largest;
}

TEST(PosturesScene, HoldsFromChainMailToAMillionNewtonsPerMetreAtTheDtOfThePaper) {
    const World world = play("postures", 3.0, {.dt = 0.02},
                             [](const World &, const StepReport &report) { ASSERT_EQ(report.nonFinite, 0); });
    EXPECT_EQ(world.cloths[0].fabric.warpStiffness, 0.0F);
    EXPECT_GT(world.cloths[4].fabric.warpStiffness, 0.9e6F);
    for (const Cloth &cloth : world.cloths) {
        EXPECT_LT(largestStrain(cloth), 2.0F * cloth.fabric.maxStretchWarp);
    }
}

TEST(PosturesScene, HangsInAnotherShapeForEachWayOfHolding) {
    const World world = play("postures", 2.5);
    std::vector<Vec4> shapes; // m, the box around each, and how high its middle is in it
    for (size_t c = 5; c < 10; ++c) {
        Vec3 low = world.cloths[c].position[0];
        Vec3 high = low;
        for (const Vec3 &p : world.cloths[c].position) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
        const std::vector<Vec3> &all = world.cloths[c].position;
        const Vec4 shape(high - low, all[all.size() / 2].y - low.y);
        for (const Vec4 &other : shapes) {
            EXPECT_GT(glm::distance(shape, other), 0.04F) << c;
        }
        shapes.push_back(shape);
    }
}

// Chung, Yen 2004, §3: explicit Euler explodes first, midpoint later, the implicit ones never.
TEST(IntegratorsScene, CountsWhatExplodesAndShowsNoNumberThatIsNone) {
    std::vector<double> first(12, 1e9); // s, of each cloth's first explosion
    const World world = play("integrators", 6.0, {}, [&](const World &now, const StepReport &) {
        for (size_t c = 0; c < now.cloths.size(); ++c) {
            for (const Vec3 &p : now.cloths[c].position) {
                ASSERT_LT(glm::length(p), 10.0F);
            }
            first[c] = now.resetCounts[c] > 0 ? std::min(first[c], now.time) : first[c];
        }
    });
    const auto of = [&](const char *name) {
        for (size_t c = 0; c < world.methods.size(); ++c) {
            if (world.methods[c] == findIntegrator(name)) {
                return first[c];
            }
        }
        return -1.0;
    };
    EXPECT_LT(of("euler"), 1.0);
    EXPECT_GT(of("midpoint"), of("euler"));
    for (const char *never :
         {"implicit-cg", "desbrun", "desbrun-dense", "kang-cho", "bilayered", "selvage"}) {
        EXPECT_EQ(of(never), 1e9) << never;
    }
}

TEST(BilayerScene, LiesOnItsBodiesAndRefusesOthers) {
    int32_t touching = 0; // in the last step
    const World world = play("bilayer", 3.0, {.settings = {{"body", "both"}}},
                             [&](const World &, const StepReport &report) { touching = report.contacts; });
    EXPECT_GT(touching, 100);
    for (const Cloth &cloth : world.cloths) {
        EXPECT_GT(centreOfMass(cloth).y, 0.6F);
    }
    ScenarioOptions wrong;
    wrong.settings = {{"body", "teapot"}};
    EXPECT_FALSE(findScenario("bilayer")->build(wrong));
}

TEST(ObstaclesScene, ClothStaysOnTheShapesAndFallsWhenTheVaseVanishes) {
    std::vector<float> before;
    const World world = play("obstacles", 7.5, {}, [&](const World &now, const StepReport &report) {
        ASSERT_EQ(report.nonFinite, 0);
        if (before.empty() && now.time > 5.9) {
            for (const Cloth &cloth : now.cloths) {
                before.push_back(centreOfMass(cloth).y);
            }
        }
    });
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        const float fallen = before[c] - centreOfMass(world.cloths[c]).y;
        EXPECT_GT(before[c], 0.55F) << c;
        if (c == 2) {
            EXPECT_GT(fallen, 0.15F);
        } else {
            EXPECT_LT(fallen, 0.10F) << c;
        }
    }
}

TEST(OfficeScene, TheScarfIsDrawnOffTheHeadAndHungOverTheChair) {
    bool onHead = false;
    int32_t touching = 0; // in the last step
    const World world = play("office", 9.0, {}, [&](const World &now, const StepReport &report) {
        ASSERT_EQ(report.nonFinite, 0);
        touching = report.contacts;
        onHead |= now.time > 2.0 && now.time < 2.5 && centreOfMass(now.cloths[0]).y > 0.85F;
    });
    EXPECT_TRUE(onHead);
    EXPECT_GT(touching, 20);
    EXPECT_GT(centreOfMass(world.cloths[0]).x, 0.4F);
    EXPECT_GT(centreOfMass(world.cloths[0]).y, 0.4F);
}

// m³, inside the triangles.
float volumeOf(const Cloth &body) {
    const std::vector<int32_t> &t = body.topology->triangles;
    const auto at = [&](size_t k) { return body.position[static_cast<size_t>(t[k])]; };
    float sixfold = 0.0F;
    for (size_t k = 0; k + 2 < t.size(); k += 3) {
        sixfold += glm::dot(at(k), glm::cross(at(k + 1), at(k + 2)));
    }
    return sixfold / 6.0F;
}

TEST(OrganScene, TakesItsShapeAndVolumeAgainAfterPressingAndPinching) {
    auto fresh = findScenario("organ")->build({});
    const std::vector<Vec3> shape = fresh->cloths[0].position;
    const float volume = volumeOf(fresh->cloths[0]);
    float pressed = 0.0F; // m, farthest any particle was pushed down
    float pulled = 0.0F;  // m, and up
    const World world = play("organ", 12.0, {}, [&](const World &now, const StepReport &report) {
        ASSERT_EQ(report.nonFinite, 0);
        for (size_t i = 0; i < shape.size(); ++i) {
            const float moved = now.cloths[0].position[i].y - shape[i].y;
            (now.time < 5.0 ? pressed : pulled) =
                std::max(now.time < 5.0 ? pressed : pulled, now.time < 5.0 ? -moved : moved);
        }
    });
    EXPECT_GT(pressed, 0.02F);
    EXPECT_GT(pulled, 0.03F);
    EXPECT_NEAR(volumeOf(world.cloths[0]) / volume, 1.0F, 0.05F);
    float farthest = 0.0F;
    for (size_t i = 0; i < shape.size(); ++i) {
        farthest = std::max(farthest, glm::distance(world.cloths[0].position[i], shape[i]));
    }
    EXPECT_LT(farthest, 0.012F);
}

// Every scene of the table that is quick to build, by its own script: a step reads nothing but its world.
TEST(Scenes, PlayedTwiceAndWithTwoThreadsGiveTheSameHash) {
    for (const Scenario &scenario : scenarios()) {
        const uint64_t once = stateHash(play(scenario.name, 1.3));
        EXPECT_EQ(once, stateHash(play(scenario.name, 1.3))) << scenario.name;
        EXPECT_EQ(once, stateHash(play(scenario.name, 1.3, {.threads = 2}))) << scenario.name;
    }
}

TEST(Scenes, HaveADescriptionAScriptAndPicturesWithinIt) {
    for (const Scenario &scenario : scenarios()) {
        EXPECT_GT(std::string(scenario.description).size(), 60U) << scenario.name;
        const double length = scenario.script().duration();
        const std::vector<double> pictures = scenario.pictureTimes();
        EXPECT_GE(pictures.size(), 4U) << scenario.name;
        for (const double time : pictures) {
            EXPECT_LE(time, length) << scenario.name;
        }
        EXPECT_LE(scenario.best.time, length) << scenario.name;
    }
}

TEST(RiverScene, TheScarfIsCaughtStreamsAndHangsWetFromTheHand) {
    const World world = play("river", 12.5, {},
                             [](const World &, const StepReport &report) { ASSERT_EQ(report.nonFinite, 0); });
    ASSERT_TRUE(world.hands[1].holding());
    const std::vector<float> &wet = world.water.wetness[0];
    EXPECT_GT(*std::max_element(wet.begin(), wet.end()), 0.6F);
    const Vec3 hand = world.hands[1].anchor.position;
    EXPECT_GT(hand.y - centreOfMass(world.cloths[0]).y, 0.3F);
}

} // namespace
} // namespace selvage
