// A hand made of joints, for tests: palm down and fingers ahead, before it is placed.
#pragma once

#include "maths/hand_skeleton.h"
#include "maths/tracking.h"

namespace selvage::test {

struct JointHand {
    Hand side{Hand::Right};
    float size{1.0F}; // –
    float gap{0.05F}; // m, between the tips of thumb and index finger
    float bend{0.2F}; // rad, of middle, ring and little finger, over all their joints
    Pose place;       // of the palm
};

inline HandSkeleton makeJoints(const JointHand &hand) {
    HandSkeleton skeleton;
    skeleton.active = true;
    const float mirror = hand.side == Hand::Right ? 1.0F : -1.0F;
    const auto put = [&](size_t joint, const Vec3 &at) {
        const Vec3 local(mirror * at.x * hand.size, at.y * hand.size, at.z * hand.size);
        skeleton.joints[joint] = {{hand.place.orientation, transformPoint(hand.place, local)}, 0.008F, true};
    };
    put(kJointPalm, Vec3(0.0F));
    put(kJointWrist, {0.0F, 0.0F, 0.055F});
    for (size_t finger = 1; finger < kFingerCount; ++finger) {
        const float x = (static_cast<float>(finger) - 2.0F) * 0.022F;
        Vec3 at(x * 0.5F, 0.0F, 0.03F);
        put(kFingers[finger].first, at);
        at = Vec3(x, 0.0F, -0.04F); // 95 mm from the wrist, of the middle finger
        put(kFingers[finger].first + 1, at);
        const float bend = finger == 1 ? 0.2F : hand.bend;
        float angle = 0.0F;
        for (size_t joint = kFingers[finger].first + 2; joint <= kFingers[finger].tip; ++joint) {
            angle += bend / 2.0F; // at the first two of them: the last bone goes on straight
            angle = std::min(angle, bend);
            at += 0.028F * Vec3(0.0F, -std::sin(angle), -std::cos(angle));
            put(joint, at);
        }
    }
    for (size_t joint = kJointThumbRoot; joint < kJointThumbTip; ++joint) {
        put(joint, {-0.035F, -0.01F, 0.02F - 0.025F * static_cast<float>(joint - kJointThumbRoot)});
    }
    const Vec3 tip = skeleton.joints[kJointIndexTip].pose.position;
    skeleton.joints[kJointThumbTip] = skeleton.joints[kJointIndexTip];
    skeleton.joints[kJointThumbTip].pose.position = tip - hand.place.orientation * Vec3(0.0F, hand.gap, 0.0F);
    return skeleton;
}

} // namespace selvage::test
