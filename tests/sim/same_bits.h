// The default solver's bits must not depend on vector width and number of workers.
#pragma once

#include "test_cloth.h"
#include "wide.h"

#include <gtest/gtest.h>
#include <string>

namespace selvage {

// After a ball has been drawn through the cloth.
inline uint64_t hashAfterImpact(const Cloth &cloth, WideLevel level, int32_t threads) {
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

inline void expectSameBits(const Cloth &cloth, const std::string &name) {
    const uint64_t hash = hashAfterImpact(cloth, WideLevel::Plain, 1);
    for (const WideLevel level : {WideLevel::Plain, WideLevel::Avx2, WideLevel::Avx512}) {
        for (const int32_t threads : {1, 2, 5}) {
            EXPECT_EQ(hash, hashAfterImpact(cloth, level, threads)) << name << ", " << threads << " threads";
        }
    }
    limitWideLevel(WideLevel::Avx512);
}

} // namespace selvage
