// Where the panel of a headset opens when something stands before the eyes.
#include "hand_poses.h"
#include "panel_place.h"
#include "scenarios/scenario.h"
#include "world_panel.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

const Pose kHead = lookingFrom({0.0F, 1.6F, 0.0F}, {0.0F, 1.6F, -1.0F});

// Things of one scene.
struct Room {
    void addBox(const Vec3 &at, const Vec3 &halfExtents) {
        Collider box;
        box.shape = ColliderShape::Box;
        box.halfExtents = halfExtents;
        shapes.push_back(box);
        poses.push_back({Quat(1.0F, 0.0F, 0.0F, 0.0F), at});
    }
    Solids solids() const { return {shapes, poses, this}; }
    std::vector<Collider> shapes;
    std::vector<Pose> poses;
};

// Brute force: a fine grid of sight lines in small steps.
bool isHidden(const Pose &panel, const Solids &solids) {
    for (float x = -0.5F; x <= 0.5F; x += 0.05F) {
        for (float y = -0.5F; y <= 0.5F; y += 0.05F) {
            const Vec3 end = transformPoint(panel, Vec3(Vec2(x, y) * kPanelSize, 0.0F));
            for (float share = 0.2F; share <= 1.0F; share += 0.01F) {
                for (size_t c = 0; c < solids.shapes.size(); ++c) {
                    const Vec3 at = glm::mix(kHead.position, end, share);
                    if (sampleCollider(solids.shapes[c], solids.poses[c], at).distance < 0.0F) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

float turnOf(const Pose &panel, const Pose &head) {
    const Vec3 way = panel.position - head.position;
    return glm::degrees(std::atan2(-way.x, -way.z));
}

TEST(PanelPlace, IsStraightAheadWhereOnlyThingsBesideItAndBehindItAre) {
    Room room;
    room.addBox({0.0F, 1.0F, -1.4F}, {2.0F, 1.5F, 0.2F});
    room.addBox({0.0F, 0.3F, -0.5F}, {2.0F, 0.3F, 0.4F});
    const Pose panel = placePanel(kHead, room.solids());
    EXPECT_EQ(panel.position, placePanel(kHead).position);
    EXPECT_EQ(panel.orientation, placePanel(kHead).orientation);
}

// Also where it is thinner than the panel is wide, and no line to a corner or to the middle meets it.
TEST(PanelPlace, IsTurnedAsideByAPoleThatHidesAPartOfIt) {
    for (const float x : {-0.3F, -0.17F, -0.07F, 0.0F, 0.1F, 0.23F}) {
        Room room;
        room.addBox({0.75F * x, 1.5F, -0.66F}, {0.01F, 1.5F, 0.01F});
        ASSERT_TRUE(isHidden(placePanel(kHead), room.solids())) << x;
        const Pose panel = placePanel(kHead, room.solids());
        EXPECT_FALSE(isHidden(panel, room.solids())) << x;
        EXPECT_GE(std::abs(turnOf(panel, kHead)), 19.0F);
        EXPECT_LE(std::abs(turnOf(panel, kHead)), 61.0F);
        EXPECT_NEAR(glm::distance(panel.position, kHead.position), kPanelDistance, 1e-4F);
    }
}

TEST(PanelPlace, ComesNearerBeforeAWall) {
    Room room;
    room.addBox({0.0F, 1.5F, -0.95F}, {5.0F, 1.5F, 0.1F});
    room.addBox({-1.0F, 1.5F, 0.0F}, {0.1F, 1.5F, 5.0F});
    room.addBox({1.0F, 1.5F, 0.0F}, {0.1F, 1.5F, 5.0F});
    const Pose panel = placePanel(kHead, room.solids());
    EXPECT_FALSE(isHidden(panel, room.solids()));
    EXPECT_NEAR(glm::distance(panel.position, kHead.position), 0.7F, 1e-4F);
    EXPECT_NEAR(turnOf(panel, kHead), 0.0F, 0.1F);
}

TEST(PanelPlace, IsSomewhereEvenWhereThereIsNoRoomAtAll) {
    Room room;
    room.addBox({0.0F, 1.5F, 0.0F}, {0.3F, 1.5F, 0.3F});
    const Pose panel = placePanel(kHead, room.solids());
    EXPECT_TRUE(isUsable(panel));
    EXPECT_EQ(panel.position, placePanel(kHead).position);
}

TEST(PanelPlace, IsTriedNoLongerForAHeadThatIsNowhere) {
    Room room;
    room.addBox({0.0F, 1.5F, -0.5F}, {0.3F, 1.5F, 0.1F});
    Pose head = kHead;
    head.position.y = std::nanf("");
    placePanel(head, room.solids()); // comes back
    head = kHead;
    room.poses[0].position.x = std::nanf("");
    EXPECT_TRUE(isUsable(placePanel(head, room.solids())));
}

TEST(PanelPlace, IsNotBehindTheDressFormWhereverOneStandsBeforeIt) {
    ScenarioOptions options;
    auto world = findScenario("skirt")->build(options);
    ASSERT_TRUE(world) << world.error().message;
    std::vector<Pose> poses;
    for (const Collider &collider : world->colliders) {
        poses.push_back(collider.pose);
    }
    const Solids solids{world->colliders, poses, nullptr};
    for (const Vec3 &eyes : {Vec3(0.0F, 1.6F, -0.3F), Vec3(0.0F, 1.5F, -0.5F), Vec3(0.3F, 1.3F, -0.4F),
                             Vec3(-0.5F, 1.4F, -0.7F), Vec3(0.1F, 1.1F, -0.2F)}) {
        const Pose head = lookingFrom(eyes, {0.0F, 1.0F, -1.2F});
        const Pose panel = placePanel(head, solids);
        EXPECT_TRUE(isPanelClear(panel, eyes, solids)) << eyes.x << ' ' << eyes.y << ' ' << eyes.z;
        EXPECT_FALSE(isPanelClear(placePanel(head), eyes, solids)) << "else it would show nothing";
    }
}

TEST(PanelPlace, ChangesForAnotherSceneOnlyWhereItWouldBeHidden) {
    Room before;
    Room empty;
    Room full;
    full.addBox({0.0F, 1.0F, -0.6F}, {0.1F, 1.0F, 0.1F});
    TrackedInput input;
    input.head = kHead;
    WorldPanel panel;
    const auto frame = [&](const Room &room, bool menu) {
        input.hand(Hand::Right).active = true;
        input.hand(Hand::Right).menu = menu;
        panel.update(input, {}, room.solids(), 0.0);
    };
    frame(before, true);
    const Pose first = panel.pose();
    input.head = lookingFrom({0.1F, 1.6F, 0.0F}, {0.2F, 1.6F, -1.0F});
    frame(empty, false);
    EXPECT_EQ(panel.pose().position, first.position);
    frame(full, false);
    EXPECT_NE(panel.pose().position, first.position);
    EXPECT_TRUE(isPanelClear(panel.pose(), input.head.position, full.solids()));
    const Pose second = panel.pose();
    full.addBox(second.position, Vec3(0.2F)); // what moves in the same scene does not chase it about
    frame(full, false);
    EXPECT_EQ(panel.pose().position, second.position);
}

} // namespace
} // namespace selvage
