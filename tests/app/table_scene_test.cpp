// The three jobs of the scene `table`, each alone and all together.
#include "measure/play.h"

#include "sim/crossings.h"
#include "sim/diagnostics.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

struct Counted {
    int32_t contacts{0}; // most in a step
    int32_t touching{0}; // pairs of features of cloth, most in a step
};

World playJob(const char *job, const char *side, double seconds, Counted &counted) {
    const Playing how{.settings = {{"job", job}, {"side", side}}};
    return play("table", seconds, how, [&](const World &, const StepReport &report) {
        ASSERT_EQ(report.nonFinite, 0);
        counted.contacts = std::max(counted.contacts, report.contacts);
        counted.touching = std::max(counted.touching, report.selfContact.touching);
    });
}

TEST(TableScene, TheHangingClothTouchesNothingAndIsBlown) {
    Counted counted;
    const World world = playJob("hanging", "20", 3.0, counted);
    ASSERT_EQ(world.cloths.size(), 1U);
    EXPECT_EQ(world.cloths[0].particleCount(), 400);
    EXPECT_EQ(counted.contacts, 0);
    EXPECT_EQ(counted.touching, 0);
    EXPECT_EQ(world.settings.wind.model, GustModel::LiuLi);
    const Vec3 corners = 0.5F * (world.cloths[0].position[0] + world.cloths[0].position[19]);
    EXPECT_LT(centreOfMass(world.cloths[0]).y, corners.y - 0.25F);
    EXPECT_GT(std::abs(centreOfMass(world.cloths[0]).z - corners.z), 0.005F);
}

TEST(TableScene, TheClothOnTheBallLiesOnItAtEverySize) {
    for (const char *side : {"10", "20", "40"}) {
        Counted counted;
        const World world = playJob("ball", side, 3.0, counted);
        EXPECT_GT(counted.contacts, 10) << side;
        EXPECT_EQ(counted.touching, 0) << side;
        const Collider &ball = world.colliders.back();
        ASSERT_EQ(ball.shape, ColliderShape::Sphere);
        for (const Vec3 &p : world.cloths[0].position) {
            ASSERT_GT(glm::distance(p, ball.pose.position), ball.radius - 1e-3F) << side;
        }
        EXPECT_GT(centreOfMass(world.cloths[0]).y, ball.pose.position.y - 0.15F) << side;
    }
}

TEST(TableScene, TheFoldingClothMeetsItselfAndNeverCrosses) {
    for (const char *side : {"10", "20", "40"}) {
        Counted counted;
        const World world = playJob("self-collision", side, 2.0, counted);
        EXPECT_GT(counted.touching, 0) << side;
        EXPECT_EQ(findCrossings(world.cloths).size(), 0U) << side;
        ScenarioOptions options;
        options.settings = {{"job", "self-collision"}, {"side", side}};
        auto through = findScenario("table")->build(options);
        through->selfContact = nullptr;
        size_t crossings = 0;
        for (int s = 0; s < 180; ++s) {
            step(*through, StepInput());
            crossings = std::max(crossings, findCrossings(through->cloths).size());
        }
        EXPECT_GT(crossings, 20U) << side << ": it would cross itself";
    }
}

TEST(TableScene, HasAllThreeJobsAtOnceAndRefusesOthers) {
    Counted counted;
    const World world = playJob("all", "12", 1.0, counted);
    EXPECT_EQ(world.cloths.size(), 3U);
    EXPECT_GT(counted.contacts, 0);
    for (const auto &wrong : {std::pair("job", "juggling"), std::pair("side", "3"), std::pair("side", "many"),
                              std::pair("side", "201")}) {
        ScenarioOptions options;
        options.settings = {{wrong.first, wrong.second}};
        auto refused = findScenario("table")->build(options);
        ASSERT_FALSE(refused) << wrong.second;
        EXPECT_NE(refused.error().message.find(wrong.second), std::string::npos);
    }
}

} // namespace
} // namespace selvage
