// Gestures, poses and the change between controller and hand; see the header.
#include "bare_hand.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace selvage {

namespace {

constexpr float kKnuckleDistance = 0.095F; // m, from the wrist to the middle finger's knuckle
constexpr float kSizeMin = 0.5F;
constexpr float kSizeMax = 1.5F;
constexpr float kSizeRate = 2.0F;  // 1/s, at which the size is learnt
constexpr float kHoldLost = 0.25F; // s, that a gesture outlives its joints
constexpr float kOpenTime = 0.5F;  // s, in which it then opens
constexpr float kPress = 0.6F;     // of pinch and grasp, as their readers have it
constexpr float kRelease = 0.4F;
constexpr float kReachRate = 20.0F; // 1/s, at which the place of taking hold follows the fingers
constexpr float kReachMax = 0.16F;  // m, from the palm, of a hand of ordinary size
constexpr float kPalmDepth = 0.03F; // m, of what a fist holds, in front of the palm
constexpr float kAimRest = 6.0F;    // 1/s, at which the aim follows a hand at rest
constexpr float kAimMove = 60.0F;   // 1/s more for each rad by which it is behind

struct Knot {
    float at;
    float value;
};

// Through the knots, constant outside.
template <size_t N> float along(const std::array<Knot, N> &knots, float at) {
    if (!(at > knots.front().at)) {
        return knots.front().value;
    }
    for (size_t i = 1; i < N; ++i) {
        if (at <= knots[i].at) {
            const float s = (at - knots[i - 1].at) / (knots[i].at - knots[i - 1].at);
            return glm::mix(knots[i - 1].value, knots[i].value, s);
        }
    }
    return knots.back().value;
}

bool usable(const JointState &joint) {
    return joint.valid && isUsable(joint.pose);
}

// Between the directions of two bones, each from a joint to the next.
std::optional<float> bendOf(const HandSkeleton &skeleton, const FingerJoints &finger) {
    const auto &joint = skeleton.joints;
    const JointState &root = joint[finger.first];
    const JointState &knuckle = joint[finger.first + 1];
    const JointState &middle = joint[finger.first + 2];
    const JointState &tip = joint[finger.tip];
    if (!usable(root) || !usable(knuckle) || !usable(middle) || !usable(tip)) {
        return std::nullopt;
    }
    const Vec3 palm = knuckle.pose.position - root.pose.position;
    const Vec3 end = tip.pose.position - middle.pose.position;
    const float lengths = glm::length(palm) * glm::length(end);
    if (lengths < 1e-8F) {
        return std::nullopt;
    }
    return std::acos(std::clamp(glm::dot(palm, end) / lengths, -1.0F, 1.0F));
}

std::optional<float> meanBend(const HandSkeleton &skeleton) {
    constexpr int kEnough = 2;
    float sum = 0.0F;
    int count = 0;
    for (size_t finger = 2; finger < kFingerCount; ++finger) {
        if (const auto bend = bendOf(skeleton, kFingers[finger])) {
            sum += *bend;
            ++count;
        }
    }
    return count >= kEnough ? std::optional(sum / static_cast<float>(count)) : std::nullopt;
}

void follow(HeldGesture &gesture, std::optional<float> value, float dt) {
    if (value) {
        gesture = {*value, 0.0F};
        return;
    }
    gesture.lostTime += dt;
    if (gesture.lostTime > kHoldLost) {
        gesture.value = std::max(0.0F, gesture.value - dt / kOpenTime);
    }
}

std::optional<Vec3> pinchPoint(const HandSkeleton &skeleton) {
    const JointState &thumb = skeleton.joints[kJointThumbTip];
    const JointState &index = skeleton.joints[kJointIndexTip];
    if (!usable(thumb) || !usable(index)) {
        return std::nullopt;
    }
    return 0.5F * (thumb.pose.position + index.pose.position);
}

float share(float rate, float dt) {
    return 1.0F - std::exp(-rate * dt);
}

void learnSize(const HandSkeleton &skeleton, float dt, BareHand &hand) {
    const JointState &wrist = skeleton.joints[kJointWrist];
    const JointState &knuckle = skeleton.joints[kJointMiddleKnuckle];
    if (!usable(wrist) || !usable(knuckle)) {
        return;
    }
    const float distance = glm::distance(wrist.pose.position, knuckle.pose.position);
    const float size = std::clamp(distance / kKnuckleDistance, kSizeMin, kSizeMax);
    hand.size = hand.seen ? glm::mix(hand.size, size, share(kSizeRate, dt)) : size;
}

// Where the fingers meet, before the palm in a fist; fixed to the palm while they are closed.
void placeReach(const HandSkeleton &skeleton, const Pose &palm, float dt, BareHand &hand) {
    const bool closes = std::max(hand.pinch.value, hand.grasp.value) >= (hand.closed ? kRelease : kPress);
    const bool keeps = closes && hand.closed;
    const bool begins = closes && !hand.closed;
    hand.closed = closes;
    if (keeps) {
        return;
    }
    Vec3 wanted(0.0F, -kPalmDepth * hand.size, 0.0F);
    const bool fist = hand.grasp.value >= kPress;
    if (const auto point = pinchPoint(skeleton); point && !fist) {
        const Vec3 local = inverseTransformPoint(palm, *point);
        const float length = glm::length(local);
        wanted = local * std::min(1.0F, kReachMax * hand.size / std::max(length, 1e-6F));
    }
    hand.reach = begins || !hand.seen ? wanted : glm::mix(hand.reach, wanted, share(kReachRate, dt));
}

// OpenXR's grip of a palm: x leaves the left palm and enters the right one, -z goes from the little finger to
// the thumb.
Quat gripOf(const Quat &palm, Hand side) {
    const float sign = side == Hand::Right ? 1.0F : -1.0F;
    const Vec3 x = palm * Vec3(0.0F, sign, 0.0F);
    const Vec3 y = palm * Vec3(0.0F, 0.0F, 1.0F);
    return glm::normalize(glm::quat_cast(Mat3(x, y, glm::cross(x, y))));
}

// The way from the wrist to the knuckle, which a pinch does not move; slow at rest, so that a pulse and a
// tracker's noise do not show at the end of the ray.
void steadyAim(const HandSkeleton &skeleton, const Pose &palm, float dt, BareHand &hand) {
    const JointState &wrist = skeleton.joints[kJointWrist];
    const JointState &knuckle = skeleton.joints[kJointIndexKnuckle];
    const Vec3 up = palm.orientation * Vec3(0.0F, 1.0F, 0.0F);
    Vec3 ahead = palm.orientation * Vec3(0.0F, 0.0F, -1.0F);
    if (usable(wrist) && usable(knuckle)) {
        const Vec3 way = knuckle.pose.position - wrist.pose.position;
        ahead = glm::length(way) > 1e-3F ? glm::normalize(way) : ahead;
    }
    if (glm::length(glm::cross(ahead, up)) < 1e-3F) {
        return;
    }
    const Quat wanted = glm::quatLookAt(ahead, up);
    const float cosine = std::min(1.0F, std::abs(glm::dot(hand.aim, wanted)));
    const float behind = 2.0F * std::acos(cosine);
    const float rate = kAimRest + kAimMove * behind;
    hand.aim = hand.seen ? glm::normalize(glm::slerp(hand.aim, wanted, share(rate, dt))) : wanted;
}

} // namespace

float pinchFromGap(float gap) {
    constexpr std::array<Knot, 4> kKnots{
        {{0.010F, 1.0F}, {0.020F, kPress}, {0.035F, kRelease}, {0.060F, 0.0F}}};
    return along(kKnots, gap);
}

float graspFromBend(float bend) {
    constexpr std::array<Knot, 4> kKnots{{{0.5F, 0.0F}, {1.2F, kRelease}, {1.9F, kPress}, {2.5F, 1.0F}}};
    return along(kKnots, bend);
}

bool readBareHand(const HandSkeleton &skeleton, Hand side, float dt, BareHand &hand, HandInput &input) {
    const JointState &palm = skeleton.joints[kJointPalm];
    input.tracked = skeleton.active && usable(palm);
    input.menu = input.tool = input.undo = input.redo = false;
    input.stick = Vec2(0.0F);
    if (!input.tracked) {
        input.active = hand.seen;
        return false;
    }
    learnSize(skeleton, dt, hand);
    std::optional<float> pinch;
    if (pinchPoint(skeleton)) {
        const auto &joint = skeleton.joints;
        const float gap =
            glm::distance(joint[kJointThumbTip].pose.position, joint[kJointIndexTip].pose.position);
        pinch = pinchFromGap(gap / hand.size);
    }
    const auto bend = meanBend(skeleton);
    follow(hand.pinch, pinch, dt);
    follow(hand.grasp, bend ? std::optional(graspFromBend(*bend)) : std::nullopt, dt);
    placeReach(skeleton, palm.pose, dt, hand);
    steadyAim(skeleton, palm.pose, dt, hand);
    hand.seen = true;
    input.active = true;
    input.pinch = input.trigger = hand.pinch.value;
    input.grab = hand.grasp.value;
    input.grip = {gripOf(palm.pose.orientation, side), transformPoint(palm.pose, hand.reach)};
    const JointState &knuckle = skeleton.joints[kJointIndexKnuckle];
    input.aim = {hand.aim, usable(knuckle) ? knuckle.pose.position : palm.pose.position};
    return true;
}

HandSource chooseSource(HandOver &over, bool controllerTracked, bool jointsTracked, double time) {
    const HandSource wanted = controllerTracked ? HandSource::Controller
                              : jointsTracked   ? HandSource::Joints
                                                : over.source;
    if (wanted == over.source) {
        over.waitingSince = -1.0;
        return over.source;
    }
    const bool first = over.source == HandSource::None;
    over.waitingSince = over.waitingSince < 0.0 || over.waitingSince > time ? time : over.waitingSince;
    if (first || time - over.waitingSince >= kHandOverTime) {
        over.source = wanted;
        over.waitingSince = -1.0;
        over.changedAt = time;
        over.carries = !first;
    }
    return over.source;
}

void carryGrip(HandOver &over, HandInput &input, double time) {
    const float old = std::max(over.grab, over.pinch);
    const bool closed = std::max(input.grab, input.pinch) >= kPress;
    over.carries = over.carries && old > kRelease && !closed && time - over.changedAt < kCarriedGrip;
    if (over.carries) {
        input.grab = over.grab;
        input.pinch = over.pinch;
        return;
    }
    over.grab = input.grab;
    over.pinch = input.pinch;
}

} // namespace selvage
