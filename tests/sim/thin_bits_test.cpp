// Edges and faces against thin obstacles, to the same bits.
#include "thin_obstacles.h"
#include "wide.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

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

} // namespace
} // namespace selvage
