// What joints say: pinch, grasp, grip, aim, and who has the hand.
#include "bare_hand.h"
#include "joint_hand.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace selvage {
namespace {

using test::JointHand;
using test::makeJoints;

constexpr float kFrame = 1.0F / 90.0F; // s
constexpr float kPress = 0.6F;         // what takes hold, and what lets go
constexpr float kRelease = 0.4F;

HandInput readOnce(const JointHand &hand) {
    BareHand state;
    HandInput input;
    EXPECT_TRUE(readBareHand(makeJoints(hand), hand.side, kFrame, state, input));
    return input;
}

JointHand withGap(float gap, float size = 1.0F) {
    JointHand hand;
    hand.gap = gap;
    hand.size = size;
    return hand;
}

JointHand withBend(float bend) {
    JointHand hand;
    hand.gap = 0.08F;
    hand.bend = bend;
    return hand;
}

TEST(BareHand, PinchesAtTwoCentimetresAndOpensAtThreeAndAHalf) {
    EXPECT_GE(readOnce(withGap(0.0199F)).pinch, kPress);
    EXPECT_LT(readOnce(withGap(0.0201F)).pinch, kPress);
    EXPECT_GT(readOnce(withGap(0.0349F)).pinch, kRelease);
    EXPECT_LE(readOnce(withGap(0.0351F)).pinch, kRelease);
    EXPECT_EQ(readOnce(withGap(0.005F)).pinch, 1.0F);
    EXPECT_EQ(readOnce(withGap(0.08F)).pinch, 0.0F);
    EXPECT_EQ(readOnce(withGap(0.005F)).trigger, 1.0F);
}

TEST(BareHand, ScalesItsDistancesToTheHand) {
    for (const float size : {0.7F, 1.0F, 1.3F}) {
        EXPECT_GE(readOnce(withGap(0.0199F * size, size)).pinch, kPress) << size;
        EXPECT_LT(readOnce(withGap(0.0201F * size, size)).pinch, kPress) << size;
    }
}

TEST(BareHand, GraspsWithAFistAndNotWithARelaxedOrFlatHand) {
    EXPECT_EQ(readOnce(withBend(0.0F)).grab, 0.0F);
    EXPECT_LT(readOnce(withBend(0.9F)).grab, kRelease);
    EXPECT_GE(readOnce(withBend(2.2F)).grab, kPress);
    float last = 0.0F;
    for (float bend = 0.0F; bend < 3.1F; bend += 0.05F) {
        EXPECT_GE(graspFromBend(bend), last);
        last = graspFromBend(bend);
    }
    EXPECT_EQ(last, 1.0F);
}

// OpenXR 1.0, §6.3.2: x leaves the left palm and enters the right one, -z goes from the little finger to the
// thumb, y to the wrist.
TEST(BareHand, HasTheGripThatOpenXrGivesAHandPalmDown) {
    for (const Hand side : {Hand::Left, Hand::Right}) {
        JointHand hand;
        hand.side = side;
        const Quat grip = readOnce(hand).grip.orientation;
        const float sign = side == Hand::Right ? 1.0F : -1.0F;
        EXPECT_LT(glm::distance(grip * Vec3(1.0F, 0.0F, 0.0F), Vec3(0.0F, sign, 0.0F)), 1e-5F);
        EXPECT_LT(glm::distance(grip * Vec3(0.0F, 1.0F, 0.0F), Vec3(0.0F, 0.0F, 1.0F)), 1e-5F);
        EXPECT_LT(glm::distance(grip * Vec3(0.0F, 0.0F, -1.0F), Vec3(-sign, 0.0F, 0.0F)), 1e-5F);
    }
}

TEST(BareHand, TakesHoldWhereItsFingertipsMeetAndKeepsThatPlaceOnThePalm) {
    BareHand state;
    HandInput input;
    JointHand hand = withGap(0.06F);
    hand.place.position = Vec3(0.2F, 1.0F, -0.4F);
    for (int i = 0; i < 60; ++i) {
        readBareHand(makeJoints(hand), hand.side, kFrame, state, input);
    }
    hand.gap = 0.012F;
    HandSkeleton joints = makeJoints(hand);
    readBareHand(joints, hand.side, kFrame, state, input);
    const Vec3 tips =
        0.5F * (joints.joints[kJointThumbTip].pose.position + joints.joints[kJointIndexTip].pose.position);
    EXPECT_LT(glm::distance(input.grip.position, tips), 1e-5F);
    const Vec3 onPalm = inverseTransformPoint(hand.place, input.grip.position);
    // Fingers that shift in a closed hand, and the hand that turns, move nothing on the palm.
    hand.gap = 0.025F;
    hand.place = {glm::angleAxis(0.7F, glm::normalize(Vec3(1.0F, 2.0F, 0.5F))), Vec3(-0.3F, 1.3F, -0.2F)};
    readBareHand(makeJoints(hand), hand.side, kFrame, state, input);
    EXPECT_LT(glm::distance(inverseTransformPoint(hand.place, input.grip.position), onPalm), 1e-5F);
}

TEST(BareHand, AimsAlongTheHandWhateverTheFingertipsDo) {
    const HandInput open = readOnce(withGap(0.08F));
    const HandInput pinched = readOnce(withGap(0.005F));
    EXPECT_LT(glm::distance(open.aim.position, pinched.aim.position), 1e-6F);
    EXPECT_GT(std::abs(glm::dot(open.aim.orientation, pinched.aim.orientation)), 0.999999F);
    const Vec3 ahead = open.aim.orientation * Vec3(0.0F, 0.0F, -1.0F);
    EXPECT_GT(ahead.z * -1.0F, std::cos(glm::radians(20.0F)));
}

float spread(const std::vector<Vec3> &directions) {
    Vec3 mean(0.0F);
    for (const Vec3 &d : directions) {
        mean += d / static_cast<float>(directions.size());
    }
    float sum = 0.0F;
    for (const Vec3 &d : directions) {
        sum += glm::dot(d - mean, d - mean);
    }
    return std::sqrt(sum / static_cast<float>(directions.size()));
}

TEST(BareHand, SteadiesTheAimOfAHandAtRestAndFollowsOneThatTurns) {
    std::mt19937 random(7);
    std::normal_distribution<float> noise(0.0F, 0.0015F); // m, of a joint
    BareHand state;
    HandInput input;
    std::vector<Vec3> raw;
    std::vector<Vec3> steady;
    for (int i = 0; i < 300; ++i) {
        HandSkeleton joints = makeJoints({});
        for (JointState &joint : joints.joints) {
            joint.pose.position += Vec3(noise(random), noise(random), noise(random));
        }
        readBareHand(joints, Hand::Right, kFrame, state, input);
        raw.push_back(glm::normalize(joints.joints[kJointIndexKnuckle].pose.position -
                                     joints.joints[kJointWrist].pose.position));
        steady.push_back(input.aim.orientation * Vec3(0.0F, 0.0F, -1.0F));
    }
    EXPECT_LT(spread(steady), 0.4F * spread(raw));
    JointHand turned;
    turned.place.orientation = glm::angleAxis(1.0F, Vec3(0.0F, 1.0F, 0.0F));
    for (int i = 0; i < 18; ++i) { // 0.2 s
        readBareHand(makeJoints(turned), Hand::Right, kFrame, state, input);
    }
    const Vec3 wanted = readOnce(turned).aim.orientation * Vec3(0.0F, 0.0F, -1.0F);
    EXPECT_GT(glm::dot(input.aim.orientation * Vec3(0.0F, 0.0F, -1.0F), wanted),
              std::cos(glm::radians(5.0F)));
}

TEST(BareHand, KeepsAPinchWhoseTipIsLostForAMomentThenOpensSoftly) {
    BareHand state;
    HandInput input;
    HandSkeleton joints = makeJoints(withGap(0.005F));
    readBareHand(joints, Hand::Right, kFrame, state, input);
    joints.joints[kJointIndexTip].valid = false;
    float before = input.pinch;
    float largestStep = 0.0F;
    for (int i = 0; i < 90; ++i) {
        EXPECT_TRUE(readBareHand(joints, Hand::Right, kFrame, state, input));
        if (i < 18) {
            EXPECT_EQ(input.pinch, 1.0F) << "0.2 s";
        }
        largestStep = std::max(largestStep, before - input.pinch);
        before = input.pinch;
    }
    EXPECT_EQ(input.pinch, 0.0F);
    EXPECT_LT(largestStep, 0.05F);
}

TEST(BareHand, KeepsItsLastPoseWithoutThePalmAndTakesNoGarbage) {
    BareHand state;
    HandInput input;
    HandSkeleton joints = makeJoints({});
    EXPECT_FALSE(readBareHand({}, Hand::Right, kFrame, state, input));
    EXPECT_FALSE(input.active);
    readBareHand(joints, Hand::Right, kFrame, state, input);
    const Vec3 seen = input.grip.position;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (JointState &joint : joints.joints) {
        joint.pose.position = Vec3(nan);
    }
    EXPECT_FALSE(readBareHand(joints, Hand::Right, kFrame, state, input));
    EXPECT_TRUE(input.active);
    EXPECT_FALSE(input.tracked);
    EXPECT_EQ(input.grip.position, seen);
    // Only the palm is left: still a hand, with usable poses.
    joints = makeJoints({});
    for (size_t joint = 1; joint < kHandJointCount; ++joint) {
        joints.joints[joint] = {};
    }
    EXPECT_TRUE(readBareHand(joints, Hand::Right, kFrame, state, input));
    EXPECT_TRUE(isUsable(input.grip) && isUsable(input.aim));
}

TEST(BareHand, StaysFiniteForJointsInOnePoint) {
    BareHand state;
    HandInput input;
    HandSkeleton joints;
    joints.active = true;
    joints.joints.fill({Pose{}, 0.01F, true});
    for (int i = 0; i < 3; ++i) {
        readBareHand(joints, Hand::Left, kFrame, state, input);
        EXPECT_TRUE(isUsable(input.grip) && isUsable(input.aim));
        EXPECT_TRUE(std::isfinite(input.pinch) && std::isfinite(input.grab));
    }
}

TEST(HandOver, TakesTheFirstThatIsThereAtOnceAndTheOtherAfterThreeTenthsOfASecond) {
    HandOver over;
    EXPECT_EQ(chooseSource(over, false, false, 0.0), HandSource::None);
    EXPECT_EQ(chooseSource(over, false, true, 0.1), HandSource::Joints);
    EXPECT_EQ(chooseSource(over, true, true, 1.0), HandSource::Joints);
    EXPECT_EQ(chooseSource(over, true, true, 1.29), HandSource::Joints);
    EXPECT_EQ(chooseSource(over, true, true, 1.31), HandSource::Controller);
    EXPECT_EQ(chooseSource(over, false, true, 2.0), HandSource::Controller);
    EXPECT_EQ(chooseSource(over, true, true, 2.2), HandSource::Controller); // it was a flicker
    EXPECT_EQ(chooseSource(over, false, true, 2.3), HandSource::Controller);
    EXPECT_EQ(chooseSource(over, false, true, 2.61), HandSource::Joints);
    EXPECT_EQ(chooseSource(over, false, false, 9.0), HandSource::Joints); // nobody else
}

TEST(HandOver, NeverFlickersHoweverBothComeAndGo) {
    HandOver over;
    std::mt19937 random(3);
    double changed = -1.0;
    HandSource last = HandSource::None;
    for (int i = 0; i < 9000; ++i) {
        const double time = i / 90.0;
        const HandSource now = chooseSource(over, random() % 8 != 0, random() % 3 != 0, time);
        if (now != last && last != HandSource::None) {
            EXPECT_GE(time - changed, kHandOverTime);
        }
        changed = now != last ? time : changed;
        last = now;
    }
}

TEST(HandOver, CarriesTheGripAcrossAndLetsGoWhenTheNewOneStaysOpen) {
    for (const bool closes : {true, false}) {
        HandOver over;
        HandInput input;
        input.grab = 0.9F;
        chooseSource(over, true, false, 0.0);
        carryGrip(over, input, 0.0);
        double time = 0.5;
        while (chooseSource(over, false, true, time) == HandSource::Controller) {
            time += 0.01;
        }
        bool held = true;
        double opened = 0.0;
        for (double t = time; t < time + 1.0; t += 0.01) {
            chooseSource(over, false, true, t);
            input.grab = closes && t > time + 0.2 ? 1.0F : 0.0F;
            carryGrip(over, input, t);
            held = held && input.grab > kRelease;
            opened = held ? t - time : opened;
        }
        EXPECT_EQ(held, closes);
        EXPECT_NEAR(opened, closes ? 1.0 : kCarriedGrip, 0.02);
    }
}

} // namespace
} // namespace selvage
