// Contact with the analytic solids, and Coulomb friction.
#include "measure/methods.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace selvage {
namespace {

TEST(FrictionIncline, SticksBelowTheCriticalAngle) {
    EXPECT_LT(slideOnIncline(0.3F, 15.7F, 10.0F), 1e-3F); // critical: 16.70 degrees
    EXPECT_LT(slideOnIncline(0.5F, 25.5F, 10.0F), 1e-3F); // critical: 26.57 degrees
}

TEST(FrictionIncline, LiesStillForAMinuteAtTwentyDegrees) { // case 32
    EXPECT_LT(slideOnIncline(0.5F, 20.0F, 60.0F), 1e-3F);
}

TEST(FrictionIncline, SlidesAboveItAsCoulombSays) {
    for (const float mu : {0.1F, 0.3F, 0.6F}) {
        const float critical = glm::degrees(std::atan(mu));
        const float angle = glm::radians(critical + 5.0F);
        const float acceleration = kGravity * (std::sin(angle) - mu * std::cos(angle));
        const float expected = 0.5F * acceleration; // after 1 s
        EXPECT_NEAR(slideOnIncline(mu, critical + 5.0F, 1.0F), expected, 0.03F * expected) << "mu = " << mu;
    }
}

TEST(Contact, KeepsAFallenClothOutOfEveryShape) {
    Collider sphere;
    sphere.shape = ColliderShape::Sphere;
    sphere.radius = 0.3F;
    Collider box;
    box.shape = ColliderShape::Box;
    box.halfExtents = Vec3(0.25F);
    box.radius = 0.02F;
    Collider capsule;
    capsule.shape = ColliderShape::Capsule;
    capsule.radius = 0.1F;
    capsule.halfExtents = Vec3(0.0F, 0.2F, 0.0F);
    capsule.pose.orientation = glm::angleAxis(1.2F, Vec3(1.0F, 0.0F, 0.0F));
    capsule.previousPose = capsule.pose;
    Collider ellipsoid;
    ellipsoid.shape = ColliderShape::Ellipsoid;
    ellipsoid.halfExtents = Vec3(0.3F, 0.1F, 0.2F);
    for (const Collider &shape : {sphere, box, capsule, ellipsoid, inclinedPlane(0.0F)}) {
        World world = sheetWorld(33, 300.0F);
        world.colliders = {shape, inclinedPlane(0.0F)};
        world.colliders[1].pose.position.y = -1.0F;
        world.colliders[1].previousPose = world.colliders[1].pose;
        for (Vec3 &x : world.cloths[0].position) {
            x += Vec3(0.05F, 0.5F, 0.02F);
        }
        prepareWorld(world, 1);
        for (int s = 0; s < 360; ++s) {
            step(world, emptyInput());
        }
        std::vector<float> depth;
        appendPenetration(world, world.cloths[0], depth);
        EXPECT_LT(quantile(depth, 1.0), 1e-4);
        EXPECT_TRUE(allFinite(world.cloths[0]));
    }
}

// All that lies in a solid and nothing else, wherever cloth and solids are: of most solids a box around the
// cloth says that they are out of reach.
TEST(Contact, TouchesWhatIsInsideOfTurnedSolids) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> number(-1.0F, 1.0F);
    World world = sheetWorld(33, 300.0F);
    Cloth &cloth = world.cloths[0];
    const float thickness = cloth.fabric.thickness;
    for (int32_t k = 0; k < 27; ++k) { // a lattice of them, too far apart to touch each other
        const ColliderShape shapes[] = {ColliderShape::Sphere, ColliderShape::Box, ColliderShape::Capsule,
                                        ColliderShape::Ellipsoid};
        Collider solid;
        solid.shape = shapes[k % 4];
        solid.radius = 0.1F;
        solid.halfExtents = Vec3(0.2F, 0.3F, 0.12F);
        solid.pose.position = Vec3(glm::ivec3(k % 3, k / 3 % 3, k / 9));
        solid.pose.orientation =
            glm::angleAxis(3.0F * number(random), glm::normalize(Vec3(number(random), 1.0F, number(random))));
        solid.previousPose = solid.pose;
        world.colliders.push_back(solid);
    }
    int32_t touched = 0;
    for (int32_t round = 0; round < 40; ++round) {
        const Vec3 middle(1.0F + 1.5F * number(random), 1.0F + 1.5F * number(random),
                          1.0F + 1.5F * number(random));
        for (Vec3 &x : cloth.position) {
            x = middle + 0.6F * Vec3(number(random), number(random), number(random));
        }
        std::vector<Vec3> now = cloth.position;
        std::vector<ContactState> contacts(now.size());
        applyContacts(cloth, {.colliders = world.colliders}, cloth.position, now, contacts);
        for (size_t i = 0; i < now.size(); ++i) {
            int32_t inside = -1;
            for (int32_t c = 0; c < static_cast<int32_t>(world.colliders.size()); ++c) {
                const Collider &solid = world.colliders[static_cast<size_t>(c)];
                inside =
                    sampleCollider(solid, solid.pose, cloth.position[i]).distance < thickness ? c : inside;
            }
            ASSERT_EQ(contacts[i].collider, inside);
            ASSERT_EQ(now[i] != cloth.position[i], inside >= 0);
            touched += inside >= 0 ? 1 : 0;
        }
    }
    EXPECT_GT(touched, 500);
}

// They are passed over by a box around the cloth: same bits without them.
TEST(Contact, SolidsOutOfReachChangeNothing) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.25F;
    Collider rod; // thin: edges touch it
    rod.shape = ColliderShape::Capsule;
    rod.radius = 0.01F;
    rod.halfExtents = Vec3(0.0F, 0.4F, 0.0F);
    rod.pose = {glm::angleAxis(1.5F, Vec3(1.0F, 0.0F, 0.0F)), Vec3(0.4F, 0.1F, 0.0F)};
    rod.previousPose = rod.pose;
    std::vector<Collider> far(4, rod);
    for (size_t k = 0; k < far.size(); ++k) {
        const ColliderShape shapes[] = {ColliderShape::Sphere, ColliderShape::Box, ColliderShape::Capsule,
                                        ColliderShape::Ellipsoid};
        far[k].shape = shapes[k];
        far[k].halfExtents = Vec3(0.2F, 0.3F, 0.1F);
        far[k].pose.position = Vec3(k < 2 ? 1.6F : -1.6F, 0.1F, k % 2 == 0 ? 0.3F : -0.3F);
        far[k].previousPose = far[k].pose;
    }
    std::vector<Vec3> places[2];
    for (size_t with = 0; with < 2; ++with) {
        World world = sheetWorld(33, 300.0F);
        world.colliders = {ball, rod};
        if (with == 1) {
            world.colliders.insert(world.colliders.end(), far.begin(), far.end());
        }
        for (Vec3 &x : world.cloths[0].position) {
            x += Vec3(0.05F, 0.5F, 0.02F);
        }
        prepareWorld(world, 1);
        for (int s = 0; s < 120; ++s) {
            step(world, emptyInput());
        }
        places[with] = world.cloths[0].position;
    }
    EXPECT_TRUE(places[0] == places[1]);
    float nearest = 1e9F; // m, of the far ones: they are not so far that nobody would look
    for (const Vec3 &x : places[1]) {
        for (const Collider &solid : far) {
            nearest = std::min(nearest, sampleCollider(solid, solid.pose, x).distance);
        }
    }
    EXPECT_GT(nearest, 0.05F);
    EXPECT_LT(nearest, 1.2F);
}

TEST(Contact, IsPlastic) {
    World world = sheetWorld(9, 1000.0F);
    world.colliders.push_back(inclinedPlane(0.0F));
    for (Vec3 &x : world.cloths[0].position) {
        x.y = 1.0F;
    }
    prepareWorld(world, 1);
    float highestAfterImpact = -1.0F;
    bool landed = false;
    for (int s = 0; s < 180; ++s) {
        landed = step(world, emptyInput()).contacts > 0 || landed;
        if (landed) {
            highestAfterImpact = std::max(highestAfterImpact, centreOfMass(world.cloths[0]).y);
        }
    }
    EXPECT_TRUE(landed);
    EXPECT_LT(highestAfterImpact, 0.02F);
}

TEST(Contact, ACarryingSurfaceTakesTheClothAlong) {
    World world = sheetWorld(9, 1000.0F);
    world.cloths[0].fabric.friction = 0.5F;
    world.colliders.push_back(inclinedPlane(0.0F));
    for (Vec3 &x : world.cloths[0].position) {
        x.y = world.cloths[0].fabric.thickness;
    }
    prepareWorld(world, 1);
    const float speed = 0.2F; // m/s, reached from rest with 1 m/s², less than mu g
    float plane = 0.0F;
    for (int s = 0; s < 180; ++s) {
        const float v = std::min(speed, static_cast<float>(s) / 90.0F);
        Collider &belt = world.colliders[0];
        belt.previousPose = belt.pose;
        belt.pose.position.x += v / 90.0F;
        plane = belt.pose.position.x;
        step(world, emptyInput());
    }
    EXPECT_NEAR(centreOfMass(world.cloths[0]).x, plane, 2e-3F);
}

TEST(Contact, ADeepStartIsPushedOutWithoutFlyingOff) {
    World world = sheetWorld(9, 1000.0F);
    world.colliders.push_back(inclinedPlane(0.0F));
    for (Vec3 &x : world.cloths[0].position) {
        x.y = -0.2F;
    }
    prepareWorld(world, 1);
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
        EXPECT_LT(fastest(world.cloths[0]), 0.5F);
    }
    EXPECT_NEAR(centreOfMass(world.cloths[0]).y, world.cloths[0].fabric.thickness, 1e-3F);
}

} // namespace
} // namespace selvage
