// Motion files from real headsets, where the shared data folder is at hand.
#include "io/motion_csv.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace selvage {
namespace {

const std::filesystem::path kMotionFolder = SELVAGE_SOURCE_DIR "/../shared/data/motion";

class RealRecording : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kMotionFolder)) {
            GTEST_SKIP() << "the shared data folder is not there";
        }
    }

    static Motion read(const char *file) {
        const Result<MotionFile> result = readMotionCsv(kMotionFolder / file);
        EXPECT_TRUE(result) << result.error().message;
        return result ? result.value().motion : Motion{};
    }

    static void expectUnitPoses(const Motion &motion) {
        for (const TrackedInput &sample : motion.samples) {
            for (const Pose &pose : {sample.head, sample.hands[0].grip, sample.hands[1].grip}) {
                ASSERT_NEAR(glm::length(pose.orientation), 1.0F, 1e-5F) << sample.time;
                ASSERT_LT(glm::length(pose.position), 5.0F) << sample.time;
            }
        }
    }
};

TEST_F(RealRecording, OfAViveReadsFine) {
    const Motion motion = read("aframe_vive_grabLeft_13s.csv");
    ASSERT_EQ(motion.samples.size(), 1127U); // lines of the file less comment and header
    EXPECT_NEAR(motion.duration(), 13.0, 1.0);
    EXPECT_FLOAT_EQ(motion.samples[0].head.position.x, 1.63184F);
    expectUnitPoses(motion);
}

TEST_F(RealRecording, OfAQuestReadsFine) {
    const Motion motion = read("beatsaber_quest2_90hz_55-95s.csv");
    ASSERT_EQ(motion.samples.size(), 3598U);
    EXPECT_NEAR(motion.duration(), 40.0, 0.1);
    EXPECT_FLOAT_EQ(motion.samples[0].hands[1].grip.position.y, 1.78089F);
    expectUnitPoses(motion);
}

} // namespace
} // namespace selvage
