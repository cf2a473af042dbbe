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
    StopRules() : cloth_(makeGridCloth({9, 9, 1.0F, 1.0F}, sheetFabric(0.0F), Pose{})) {
        for (Vec3 &x : cloth_.position) {
            x *= 1.3F; // everything is over-stretched
        }
        start_ = cloth_.position;
        contacts_.resize(cloth_.position.size());
        inverseMass_.assign(cloth_.position.size(), 1.0F);
    }
    PostStepReport run(const PostStepOptions &options) {
        return runPostStep(cloth_, {}, options, {inverseMass_, start_, cloth_.position, contacts_});
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
        EXPECT_LT(s, cloth_.fabric.maxStretch + 2e-3F);
    }
}

TEST_F(StopRules, ByTime) {
    int asked = 0;
    const PostStepReport report = run({10000, 0.0F, [&asked] { return ++asked == 5; }});
    EXPECT_EQ(report.stop, StopRule::TimeIsUp);
    EXPECT_EQ(report.sweeps, 5);
}

} // namespace
} // namespace selvage
