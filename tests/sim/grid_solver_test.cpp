// The default solver's parts together: the same bits for every vector width and number of workers.
#include "test_cloth.h"
#include "wide.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Tall enough to be swept in bands and large enough for several workers; drawn over a moving ball.
uint64_t hashAfterImpact(const Fabric &fabric, WideLevel level, int32_t threads) {
    limitWideLevel(level);
    World world;
    world.cloths.push_back(makeGridCloth({83, 121, 0.8F, 1.0F}, fabric, Pose{}));
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.2F;
    ball.pose.position = Vec3(0.05F, -0.25F, 0.02F);
    ball.previousPose = ball.pose;
    world.colliders.push_back(ball);
    world.pins.push_back({0, 3});
    prepareWorld(world, threads);
    int32_t contacts = 0;
    for (int s = 0; s < 25; ++s) {
        world.colliders[0].previousPose = world.colliders[0].pose;
        world.colliders[0].pose.position.y += 0.004F;
        contacts = step(world, emptyInput()).contacts;
    }
    EXPECT_GT(contacts, 100);
    return stateHash(world);
}

TEST(GridSolver, GivesTheSameBitsForEveryWidthAndWorkerCount) {
    for (const char *name : {"silk", "jersey"}) { // inextensible, elastic
        const Fabric &fabric = *findFabric(name);
        const uint64_t hash = hashAfterImpact(fabric, WideLevel::Plain, 1);
        for (const WideLevel level : {WideLevel::Plain, WideLevel::Avx2, WideLevel::Avx512}) {
            for (const int32_t threads : {1, 2, 5}) {
                EXPECT_EQ(hash, hashAfterImpact(fabric, level, threads))
                    << name << ", " << threads << " threads";
            }
        }
    }
    limitWideLevel(WideLevel::Avx512);
}

} // namespace
} // namespace selvage
