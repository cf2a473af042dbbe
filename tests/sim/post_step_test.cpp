// Provot's rule: three cases, three stop rules.
#include "sim/post_step.h"
#include "test_cloth.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(ShortenSpring, WithBothEndsLooseKeepsTheCommonCentreOfMass) {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    const float excess = shortenSpring(a, b, 1.0F / 3.0F, 1.0F, 1.1F, 1.0F); // masses 3 and 1
    EXPECT_FLOAT_EQ(excess, 0.9F);
    EXPECT_NEAR(glm::distance(a, b), 1.1F, 1e-6F);
    EXPECT_NEAR((3.0F * a.x + b.x) / 4.0F, 0.5F, 1e-6F);
}

TEST(ShortenSpring, WithOneEndFixedMovesOnlyTheOther) {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    shortenSpring(a, b, 0.0F, 1.0F, 1.1F, 1.0F);
    EXPECT_EQ(a, Vec3(0.0F));
    EXPECT_NEAR(b.x, 1.1F, 1e-6F);
}

TEST(ShortenSpring, WithBothEndsFixedMovesNothing) {
    Vec3 a(0.0F);
    Vec3 b(2.0F, 0.0F, 0.0F);
    EXPECT_EQ(shortenSpring(a, b, 0.0F, 0.0F, 1.1F, 1.0F), 0.0F);
    EXPECT_EQ(a, Vec3(0.0F));
    EXPECT_EQ(b, Vec3(2.0F, 0.0F, 0.0F));
}

TEST(ShortenSpring, LeavesShortAndCompressedSpringsAlone) {
    for (const float length : {0.2F, 1.0F, 1.09F}) {
        Vec3 a(0.0F);
        Vec3 b(length, 0.0F, 0.0F);
        EXPECT_EQ(shortenSpring(a, b, 1.0F, 1.0F, 1.1F, 1.0F), 0.0F);
        EXPECT_EQ(b.x, length);
    }
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
        return runPostStep(cloth_, {}, options, {inverseMass_, start_, cloth_.position, contacts_, true, {}});
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

// A chain of one spring, `stretch` long beyond its rest length of 1 m, after `sweeps` sweeps.
float lengthAfter(StrainCurve curve, float stretch, int32_t sweeps) {
    Fabric fabric;
    setMaxStretch(fabric, 0.1F);
    const Vec3 ends[] = {Vec3(0.0F), Vec3(1.0F + stretch, 0.0F, 0.0F)};
    Cloth chain = makeNetwork(ends, 0.1F, {{0, 1, 1.0F, SpringKind::Weft}}, fabric);
    const std::vector<float> inverseMass(2, 10.0F);
    const std::vector<Vec3> start = chain.position;
    std::vector<ContactState> contacts(2);
    std::vector<float> longest(1);
    PostStepOptions options;
    options.strainCurve = curve;
    options.sweepMax = sweeps;
    options.tolerance = 0.0F;
    runPostStep(chain, {}, options, {inverseMass, start, chain.position, contacts, true, longest});
    return glm::distance(chain.position[0], chain.position[1]);
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
