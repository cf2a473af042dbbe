// Moving the tracking space: what a person asks for to stand in the scene's middle.
#include "room.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Pose turned(float degrees, const Vec3 &position) {
    return {glm::angleAxis(glm::radians(degrees), Vec3(0.0F, 1.0F, 0.0F)), position};
}

TEST(Room, LeavesEveryPoseAsItIsUntilSomebodyMovesIt) {
    TrackedInput input;
    input.head = turned(33.0F, {0.1F, 1.7F, 0.3F});
    const TrackedInput out = inWorld({}, input);
    EXPECT_EQ(out.head.position, input.head.position);
    EXPECT_EQ(out.head.orientation, input.head.orientation);
}

TEST(Room, PutsTheHeadOverTheOriginFacingForwardAtItsHeight) {
    TrackedInput input;
    input.head = turned(75.0F, {1.0F, 1.62F, -2.0F});
    input.hands[0].grip = turned(75.0F, transformPoint(input.head, {-0.2F, -0.4F, -0.5F}));
    Room room;
    for (int i = 0; i < 2; ++i) { // the second time there is nothing left to do
        recentre(room, inWorld(room, input).head);
        const TrackedInput out = inWorld(room, input);
        EXPECT_LT(glm::distance(out.head.position, Vec3(0.0F, 1.62F, 0.0F)), 1e-5F);
        EXPECT_LT(glm::distance(out.head.orientation * Vec3(0.0F, 0.0F, -1.0F), Vec3(0.0F, 0.0F, -1.0F)),
                  1e-5F);
        EXPECT_LT(glm::distance(out.hands[0].grip.position, Vec3(-0.2F, 1.22F, -0.5F)), 1e-5F)
            << "hands come along";
        EyeView eye;
        eye.pose = input.head;
        EXPECT_EQ(inWorld(room, eye).pose.position, out.head.position) << "and so do the eyes";
    }
}

TEST(Room, DoesNotRollOrPitchWithTheHead) {
    Room room;
    const Quat nod = glm::angleAxis(glm::radians(-50.0F), Vec3(1.0F, 0.0F, 0.0F));
    recentre(room, {turned(20.0F, Vec3(0.0F)).orientation * nod, Vec3(0.5F, 1.6F, 0.0F)});
    EXPECT_LT(glm::distance(room.toWorld.orientation * Vec3(0.0F, 1.0F, 0.0F), Vec3(0.0F, 1.0F, 0.0F)),
              1e-6F);
    recentre(room, {Quat(0.0F, 0.0F, 0.0F, 0.0F), Vec3(9.0F)}); // nobody knows where the head is
    EXPECT_TRUE(isUsable(room.toWorld));
    EXPECT_LT(glm::length(room.toWorld.position), 1.0F);
}

TEST(Room, RisesInStepsAsFarAsItMayAndKeepsItsHeightWhenRecentred) {
    Room room;
    raise(room, 3);
    EXPECT_FLOAT_EQ(room.toWorld.position.y, 0.15F);
    recentre(room, turned(90.0F, {2.0F, 1.2F, 1.0F}));
    EXPECT_FLOAT_EQ(room.toWorld.position.y, 0.15F);
    raise(room, -1000);
    EXPECT_FLOAT_EQ(room.toWorld.position.y, -kRaiseMax);
    raise(room, 1000);
    EXPECT_FLOAT_EQ(room.toWorld.position.y, kRaiseMax);
}

} // namespace
} // namespace selvage
