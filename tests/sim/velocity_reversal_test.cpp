// The response of Chung and Yen as printed: it keeps cloth from crossing, and gets stuck.
#include "measure/methods.h"
#include "sim/broad_phase.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Pairs of triangles without a common vertex; neighbours are left out by the paper.
size_t intersectingPairs(const World &world) {
    std::vector<Vec3> vertices;
    for (const Cloth &cloth : world.cloths) {
        vertices.insert(vertices.end(), cloth.position.begin(), cloth.position.end());
    }
    PairSearch search(*findBroadPhase("brute-force"), world.cloths);
    search.find(vertices, 0.0F);
    return static_cast<size_t>(
        std::count_if(search.pairs().begin(), search.pairs().end(), [&](const TrianglePair &pair) {
            return trianglesIntersect(vertices, search.triangles()[static_cast<size_t>(pair.a)],
                                      search.triangles()[static_cast<size_t>(pair.b)]);
        }));
}

TEST(VelocityReversal, KeepsClothFromCrossingWithMethodsOfThePapers) {
    for (const char *integrator : {"euler", "symplectic", "desbrun"}) {
        World world = threeSheets(SelfContactResponse::ReverseAsPrinted, integrator);
        int32_t halvings = 0;
        for (int s = 0; s < 20; ++s) {
            halvings += step(world, emptyInput()).selfContact.halvings;
            ASSERT_EQ(intersectingPairs(world), 0U) << integrator << ", step " << s;
        }
        EXPECT_GT(halvings, 0) << integrator;
    }
}

TEST(VelocityReversal, IsWhatKeepsItFromCrossing) {
    World world = threeSheets(SelfContactResponse::ReverseAsPrinted);
    world.selfContact = nullptr;
    size_t crossings = 0;
    for (int s = 0; s < 30; ++s) {
        step(world, emptyInput());
        crossings = std::max(crossings, intersectingPairs(world));
    }
    EXPECT_GT(crossings, 4U);
}

// The sheet that touches nothing falls by g with ours. As printed, time stands still for it too.
TEST(VelocityReversal, SticksAndHoldsUpEvenClothThatTouchesNothing) {
    constexpr int kSteps = 60;
    constexpr float kTime = kSteps / 90.0F;
    for (const auto response : {SelfContactResponse::KeepApart, SelfContactResponse::ReverseAsPrinted}) {
        World world = threeSheets(response);
        const float start = centreOfMass(world.cloths[2]).y;
        float lost = 0.0F;
        for (int s = 0; s < kSteps; ++s) {
            lost += step(world, emptyInput()).selfContact.timeLost;
        }
        const float fallen = start - centreOfMass(world.cloths[2]).y;
        const float free = 0.5F * kGravity * kTime * kTime;
        if (response == SelfContactResponse::KeepApart) {
            EXPECT_NEAR(fallen, free, 0.05F * free);
            EXPECT_EQ(lost, 0.0F);
        } else {
            EXPECT_LT(fallen, 0.5F * free);
            EXPECT_GT(lost, 0.25F * kTime);
        }
    }
}

TEST(VelocityReversal, MakesABoundedNumberOfHalvingsWhateverIsCrossed) {
    World world = threeSheets(SelfContactResponse::ReverseAsPrinted);
    const Quat upright = glm::angleAxis(1.4F, Vec3(1.0F, 0.0F, 0.0F));
    for (Vec3 &x : world.cloths[1].position) { // through the first
        x = upright * (x - Vec3(0.0F, 0.06F, 0.0F));
    }
    const std::vector<Vec3> before = world.cloths[1].position;
    ASSERT_GT(intersectingPairs(world), 0U);
    for (int s = 0; s < 5; ++s) {
        const StepReport report = step(world, emptyInput());
        EXPECT_EQ(report.selfContact.halvings, 4 * kHalvingsMax);
        EXPECT_NEAR(report.selfContact.timeLost, 1.0F / 90.0F, 1e-6F);
    }
    EXPECT_EQ(world.cloths[1].position, before); // for ever
}

// One step without gravity in which a sheet meets another one that is held.
TEST(VelocityReversal, TurnsTheVelocityOfWhatIntersectsRoundByTheFriction) {
    World world = threeSheets(SelfContactResponse::ReverseAsPrinted);
    world.settings.gravity = Vec3(0.0F);
    world.settings.substeps = 1;
    const Vec3 falling(0.5F, -4.0F, 0.0F);
    std::fill(world.cloths[1].velocity.begin(), world.cloths[1].velocity.end(), falling);
    int32_t turned = 0;
    int32_t kept = 0;
    ASSERT_GT(step(world, emptyInput()).selfContact.halvings, 0);
    for (const Vec3 &v : world.cloths[1].velocity) {
        turned += glm::distance(v, -0.3F * falling) < 1e-3F ? 1 : 0;
        kept += glm::distance(v, falling) < 1e-3F ? 1 : 0;
    }
    EXPECT_GE(turned, 3);
    EXPECT_GE(kept, 3);
    EXPECT_EQ(turned + kept, world.cloths[1].particleCount());
}

TEST(VelocityReversal, LeavesTheDefaultMethodItsOwnContact) {
    World world = threeSheets(SelfContactResponse::ReverseAsPrinted, kDefaultIntegrator);
    int64_t own = 0;
    for (int s = 0; s < 10; ++s) {
        const StepReport report = step(world, emptyInput());
        EXPECT_EQ(report.selfContact.triangleTests, 0);
        own += report.selfContact.tests;
    }
    EXPECT_GT(own, 0);
}

} // namespace
} // namespace selvage
