// The default solver's bits depend neither on the vector width nor on the number of workers, whatever it
// meets.
#include "sim/mesh_cloth.h"
#include "thin_obstacles.h"
#include "wide.h"

#include <gtest/gtest.h>
#include <string>

namespace selvage {
namespace {

// After a ball has been drawn through the cloth.
uint64_t hashAfterImpact(const Cloth &cloth, WideLevel level, int32_t threads) {
    limitWideLevel(level);
    World world;
    world.cloths.push_back(cloth);
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

void expectSameBits(const Cloth &cloth, const std::string &name) {
    const uint64_t hash = hashAfterImpact(cloth, WideLevel::Plain, 1);
#if defined(SELVAGE_SANITIZED) // slow; the widest and the plain one run the same lines as all
    constexpr WideLevel kLevels[] = {WideLevel::Avx512};
#else
    constexpr WideLevel kLevels[] = {WideLevel::Plain, WideLevel::Avx2, WideLevel::Avx512};
#endif
    for (const WideLevel level : kLevels) {
        for (const int32_t threads : {1, 2, 5}) {
            EXPECT_EQ(hash, hashAfterImpact(cloth, level, threads)) << name << ", " << threads << " threads";
        }
    }
    limitWideLevel(WideLevel::Avx512);
}

// Tall enough to be swept in bands and large enough for several workers.
TEST(GridSolver, GivesTheSameBitsForEveryWidthAndWorkerCount) {
    for (const char *name : {"silk", "jersey"}) { // inextensible, elastic
        expectSameBits(makeGridCloth({83, 121, 0.8F, 1.0F}, *findFabric(name), Pose{}), name);
    }
}

TEST(MeshSolver, GivesTheSameBitsForEveryWidthAndWorkerCount) {
    expectSameBits(*makeMeshCloth(irregularSheet({41, 60, 0.4F, 0.6F}, 7), Fabric{}, Pose{}), "silk");
}

uint64_t hashOver(int32_t workers) {
    World world = sheetAt(false, Vec3(0.0F, 0.05F, 0.0F));
    world.colliders = {rod(0.005F, 0.7F), thinBox({0.1F, 0.1F, 0.1F}), ball(0.02F)};
    place(world.colliders[1], Vec3(0.3F, -0.1F, 0.2F));
    place(world.colliders[2], Vec3(-0.3F, -0.02F, 0.21F));
    prepareWorld(world, workers);
    int32_t touched = 0;
    for (int s = 0; s < 60; ++s) {
        world.colliders[0].previousPose = world.colliders[0].pose;
        world.colliders[0].pose.position.y += s == 30 ? 0.1F : 0.0F; // fast for once
        touched = std::max(touched, step(world, emptyInput()).contacts);
    }
    EXPECT_GT(touched, 20) << "nothing would be compared";
    return stateHash(world);
}

TEST(ThinObstacles, GiveTheSameBitsForAnyWorkersAndWidth) {
    const uint64_t expected = hashOver(1);
    EXPECT_EQ(hashOver(3), expected);
    const WideLevel own = wideLevel();
    for (const WideLevel level : {WideLevel::Plain, WideLevel::Avx2}) {
        limitWideLevel(level);
        EXPECT_EQ(hashOver(1), expected);
    }
    limitWideLevel(own);
}

TEST(Air, GivesTheSameBitsForAnyWorkersAndVectorWidth) {
    const WideLevel offered = wideLevel();
    uint64_t expected = 0;
    for (const int32_t threads : {1, 2, 5}) {
        World world = sheetWorld(65, 1000.0F);
        pinTwoCorners(world);
        world.settings.air.density = 1.2F;
        world.wind.direction = Vec3(0.0F, 0.6F, -0.8F);
        world.wind.speed = 6.0F;
        world.settings.wind.gusts = 0.4F;
        world.colliders = {ball(0.3F)};
        place(world.colliders[0], Vec3(0.2F, -0.6F, 1.0F));
        limitWideLevel(threads == 2 ? WideLevel::Plain : offered);
        prepareWorld(world, threads);
        for (int s = 0; s < 18; ++s) {
            step(world, emptyInput());
        }
        expected = expected == 0 ? stateHash(world) : expected;
        EXPECT_EQ(stateHash(world), expected) << threads;
    }
    limitWideLevel(offered);
}

} // namespace
} // namespace selvage
