// Provot's rule: three cases, three stop rules.
#include "measure/methods.h"
#include "sim/post_step.h"
#include "sim/springs.h"

#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(ShortenSpring, WithBothEndsLooseKeepsTheCommonCentreOfMass) {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    const float excess = shortenSpring(a, b, {1.0F / 3.0F, 1.0F, 1.1F, 1.0F}); // masses 3 and 1
    EXPECT_FLOAT_EQ(excess, 0.9F);
    EXPECT_NEAR(glm::distance(a, b), 1.1F, 1e-6F);
    EXPECT_NEAR((3.0F * a.x + b.x) / 4.0F, 0.5F, 1e-6F);
}

TEST(ShortenSpring, WithOneEndFixedMovesOnlyTheOther) {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    shortenSpring(a, b, {0.0F, 1.0F, 1.1F, 1.0F});
    EXPECT_EQ(a, Vec3(0.0F));
    EXPECT_NEAR(b.x, 1.1F, 1e-6F);
}

TEST(ShortenSpring, WithBothEndsFixedMovesNothing) {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    EXPECT_EQ(shortenSpring(a, b, {0.0F, 0.0F, 1.1F, 1.0F}), 0.0F);
    EXPECT_EQ(a, Vec3(0.0F));
    EXPECT_EQ(b, Vec3(2.0F, 0.0F, 0.0F));
}

TEST(ShortenSpring, LeavesShortAndCompressedSpringsAlone) {
    for (const float length : {0.2F, 1.0F, 1.09F}) {
        Vec3 a(0.0F);
        Vec3 b(length, 0.0F, 0.0F);
        EXPECT_EQ(shortenSpring(a, b, {1.0F, 1.0F, 1.1F, 1.0F}), 0.0F);
        EXPECT_EQ(b.x, length);
    }
}

// A right angle between the two lines leaves only the new one.
TEST(ShortenSpring, MovesAlongTheOldLineWhereThatCanShortenIt) {
    Vec3 a(0.0F);
    Vec3 b(1.6F, 1.2F, 0.0F); // 2 m
    const Vec3 old(1.0F, 0.0F, 0.0F);
    EXPECT_NEAR(shortenSpring(a, b, {1.0F, 3.0F, 1.5F, 1.0F, old}), 0.5F, 1e-6F);
    EXPECT_NEAR(glm::distance(a, b), 1.5F, 1e-6F);
    EXPECT_EQ(a.y, 0.0F);
    EXPECT_EQ(b.y, 1.2F);
    EXPECT_NEAR(3.0F * a.x + b.x, 1.6F, 1e-6F); // the common centre of mass
    b = Vec3(0.0F, 2.0F, 0.0F);
    a = Vec3(0.0F);
    shortenSpring(a, b, {0.0F, 1.0F, 1.5F, 1.0F, old});
    EXPECT_EQ(b, Vec3(0.0F, 1.5F, 0.0F));
}

TEST(StrainDirection, AtTheStartKeepsTheAngularMomentumThatTheNewOneLoses) {
    const double asPrinted = spinLeft(StrainDirection::Now);
    const double kept = spinLeft(StrainDirection::AtStart);
    std::printf("angular momentum left after 2 s: %.4f, along the old line %.6f\n", asPrinted, kept);
    EXPECT_LT(asPrinted, 0.9);
    EXPECT_NEAR(kept, 1.0, 1e-3);
}

// ---- Warp, weft and bias ----

// The longest spring of a kind (–), of a sheet pulled to 1.3 times its size and then limited.
float longestOf(const Fabric &fabric, SpringKind kind) {
    Cloth cloth = makeGridCloth({9, 9, 1.0F, 1.0F}, fabric, Pose{});
    for (Vec3 &x : cloth.position) {
        x *= 1.3F;
    }
    const std::vector<Vec3> start = cloth.position;
    const std::vector<float> inverseMass(start.size(), 1.0F);
    std::vector<ContactState> contacts(start.size());
    const std::vector<Spring> springs = springsOf(*cloth.topology);
    runPostStep(cloth, {}, {10000, 1e-4F, {}}, {inverseMass, start, cloth.position, contacts, springs});
    float longest = 0.0F;
    for (const Spring &spring : springs) {
        if (spring.kind == kind) {
            const float length = glm::distance(cloth.position[static_cast<size_t>(spring.a)],
                                               cloth.position[static_cast<size_t>(spring.b)]);
            longest = std::max(longest, length / spring.restLength - 1.0F);
        }
    }
    return longest;
}

TEST(MaxStretch, HoldsForWarpWeftAndBiasEachForItself) {
    Fabric fabric;
    fabric.maxStretchWarp = 0.02F;
    fabric.maxStretchWeft = 0.10F;
    fabric.maxStretchBias = 0.25F;
    EXPECT_NEAR(longestOf(fabric, SpringKind::Warp), 0.02F, 1e-3F);
    EXPECT_NEAR(longestOf(fabric, SpringKind::Weft), 0.10F, 1e-3F);
    EXPECT_GT(longestOf(fabric, SpringKind::Shear), 0.05F); // it follows from the others
    fabric.maxStretchWarp = fabric.maxStretchWeft = 1.0F;
    fabric.maxStretchBias = 0.05F;
    EXPECT_NEAR(longestOf(fabric, SpringKind::Shear), 0.05F, 1e-3F);
}

class StopRules : public ::testing::Test {
protected:
    StopRules() : cloth_(sheetCloth(9, 0.0F)) {
        for (Vec3 &x : cloth_.position) {
            x *= 1.3F; // everything is over-stretched
        }
        start_ = cloth_.position;
        contacts_.resize(cloth_.position.size());
        inverseMass_.assign(cloth_.position.size(), 1.0F);
    }
    PostStepReport run(const PostStepOptions &options) {
        return runPostStep(cloth_, {}, options,
                           {inverseMass_, start_, cloth_.position, contacts_, springsOf(*cloth_.topology)});
    }
    Cloth cloth_;
    std::vector<Vec3> start_;
    std::vector<ContactState> contacts_;
    std::vector<float> inverseMass_;
};

TEST_F(StopRules, ByCount) {
    const PostStepReport report = run({3, 0.0F, {}});
    EXPECT_EQ(report.stop, StopRule::SweepCount);
    EXPECT_EQ(report.sweeps, 3);
}

TEST_F(StopRules, ByConvergence) {
    const PostStepReport report = run({10000, 1e-3F, {}});
    EXPECT_EQ(report.stop, StopRule::Converged);
    EXPECT_LT(report.worstExcess, 1e-3F);
    std::vector<float> stretch;
    appendStretch(cloth_, stretch);
    for (const float s : stretch) {
        EXPECT_LT(s, cloth_.fabric.maxStretchWeft + 2e-3F);
    }
}

TEST_F(StopRules, ByTime) {
    int asked = 0;
    const PostStepReport report = run({10000, 0.0F, [&asked] { return ++asked == 5; }});
    EXPECT_EQ(report.stop, StopRule::TimeIsUp);
    EXPECT_EQ(report.sweeps, 5);
}

// Liu, Li 2006, Fig. 5, with their critical elongation of 0.1.
TEST(ArctangentCurve, HasThePrintedValues) {
    EXPECT_NEAR(arctangentElongation(0.05F, 1.0F, 0.1F), 0.0424F, 1e-4F);
    EXPECT_NEAR(arctangentElongation(0.1F, 1.0F, 0.1F), 0.0639F, 1e-4F);
    EXPECT_NEAR(arctangentElongation(1.0F, 1.0F, 0.1F), 0.0960F, 1e-4F);
    EXPECT_NEAR(arctangentElongation(0.2F, 2.0F, 0.1F), 0.1278F, 2e-4F);
}

TEST(ArctangentCurve, DoesNotDependOnTheNumberOfSweepsAndLeavesContractionAlone) {
    for (const int32_t sweeps : {1, 5, 30}) {
        EXPECT_NEAR(lengthAfter(StrainCurve::Arctangent, 0.1F, sweeps), 1.0639F, 1e-4F);
        EXPECT_NEAR(lengthAfter(StrainCurve::Arctangent, -0.5F, sweeps), 0.5F, 1e-6F);
    }
}

TEST(ArctangentCurveAsPrinted, StiffensWithEverySweepAndForbidsFolds) {
    EXPECT_NEAR(lengthAfter(StrainCurve::ArctangentAsPrinted, 0.1F, 1), 1.0639F, 1e-4F);
    EXPECT_NEAR(lengthAfter(StrainCurve::ArctangentAsPrinted, 0.1F, 5), 1.0338F, 1e-4F);
    EXPECT_NEAR(lengthAfter(StrainCurve::ArctangentAsPrinted, 0.1F, 30), 1.0142F, 1e-4F);
    EXPECT_NEAR(lengthAfter(StrainCurve::ArctangentAsPrinted, -0.5F, 1), 1.0F - 0.0919F, 1e-4F);
}

} // namespace
} // namespace selvage
