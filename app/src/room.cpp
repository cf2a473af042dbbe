// Rigid moves of the tracking space about the vertical.
#include "room.h"

#include <algorithm>
#include <cmath>

namespace selvage {

TrackedInput inWorld(const Room &room, const TrackedInput &input) {
    if (!room.moved) {
        return input; // to the bit
    }
    TrackedInput out = input;
    out.head = compose(room.toWorld, input.head);
    for (HandInput &hand : out.hands) {
        hand.grip = compose(room.toWorld, hand.grip);
        hand.aim = compose(room.toWorld, hand.aim);
    }
    return out;
}

EyeView inWorld(const Room &room, const EyeView &eye) {
    EyeView out = eye;
    out.pose = room.moved ? compose(room.toWorld, eye.pose) : eye.pose;
    return out;
}

HandSkeleton inWorld(const Room &room, const HandSkeleton &skeleton) {
    HandSkeleton out = skeleton;
    for (JointState &joint : out.joints) {
        joint.pose = room.moved ? compose(room.toWorld, joint.pose) : joint.pose;
    }
    return out;
}

void recentre(Room &room, const Pose &head) {
    if (!isUsable(head)) {
        return;
    }
    const Vec3 ahead = head.orientation * Vec3(0.0F, 0.0F, -1.0F);
    const bool level = std::hypot(ahead.x, ahead.z) > 0.1F;
    const float yaw = level ? std::atan2(-ahead.x, -ahead.z) : 0.0F;
    const Pose here{glm::angleAxis(yaw, Vec3(0.0F, 1.0F, 0.0F)),
                    Vec3(head.position.x, 0.0F, head.position.z)};
    room.toWorld = compose(inverse(here), room.toWorld);
    room.toWorld.orientation = glm::normalize(room.toWorld.orientation);
    room.moved = true;
}

void raise(Room &room, int32_t steps) {
    float &height = room.toWorld.position.y;
    height = std::clamp(height + kRaiseStep * static_cast<float>(steps), -kRaiseMax, kRaiseMax);
    room.moved = true;
}

} // namespace selvage
