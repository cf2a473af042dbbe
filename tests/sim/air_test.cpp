// Air and wind: forces that do not depend on mesh or frame rate, shelter, steering, and obstacles on tracks.
#include "maths/index.h"
#include "measure/sheet.h"
#include "measure/wind.h"
#include "sewn_panels.h"
#include "sim/air.h"
#include "sim/track.h"

#include <gtest/gtest.h>
#include <numeric>

namespace selvage {
namespace {

constexpr float kSeaLevel = 1.2F; // kg/m³

Fabric airyFabric(float arealDensity) {
    Fabric fabric;
    fabric.arealDensity = arealDensity;
    fabric.damping = 0.0F;
    return fabric;
}

// A square metre, n x n, in air.
World sheetInAir(int32_t n, float arealDensity, const Pose &pose = {}) {
    World world;
    world.cloths.push_back(makeGridCloth({n, n, 1.0F, 1.0F}, airyFabric(arealDensity), pose));
    world.settings.air.density = kSeaLevel;
    return world;
}

// The sheet hangs by its upper edge, its face towards +z.
Pose upright() {
    return {glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F)), Vec3(0.0F, 1.5F, 0.0F)};
}

World curtain(int32_t n, float arealDensity = 0.2F) {
    World world = sheetInAir(n, arealDensity, upright());
    for (int32_t c = 0; c < n; ++c) {
        world.pins.push_back({0, c});
    }
    world.wind.direction = Vec3(0.0F, 0.0F, -1.0F);
    return world;
}

void run(World &world, double seconds, float dt = 1.0F / 90.0F) {
    const auto count = static_cast<int>(std::lround(seconds / static_cast<double>(dt)));
    for (int s = 0; s < count; ++s) {
        step(world, emptyInput(dt));
    }
}

Vec3 middle(const Cloth &cloth) {
    Vec3 sum(0.0F);
    float mass = 0.0F;
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        sum += cloth.mass[i] * cloth.position[i];
        mass += cloth.mass[i];
    }
    return sum / mass;
}

// m downwind of where it hangs in still air, mean over some seconds after others in which it settles.
float meanDeflection(World &world, double settle, double measure, float dt = 1.0F / 90.0F) {
    run(world, settle, dt);
    const auto count = static_cast<int>(std::lround(measure / static_cast<double>(dt)));
    double sum = 0.0;
    for (int s = 0; s < count; ++s) {
        step(world, emptyInput(dt));
        sum -= static_cast<double>(middle(world.cloths[0]).z);
    }
    return static_cast<float>(sum / count);
}

// v = sqrt(2 m g / (rho C)), face on.
TEST(Air, GivesAFallingSheetItsTerminalVelocity) {
    for (const float arealDensity : {0.05F, 0.187F}) {
        World world = sheetInAir(17, arealDensity);
        prepareWorld(world, 1);
        const float expected = std::sqrt(2.0F * arealDensity * kGravity / (kSeaLevel * 1.17F));
        run(world, 1.5);
        const float before = middle(world.cloths[0]).y;
        run(world, 0.5);
        const float speed = (before - middle(world.cloths[0]).y) / 0.5F;
        EXPECT_NEAR(speed, expected, 0.03F * expected) << arealDensity;
    }
}

TEST(Air, DoesNothingToClothThatMovesWithTheWind) {
    World world = sheetInAir(9, 0.1F);
    world.settings.gravity = Vec3(0.0F);
    world.wind.direction = Vec3(0.6F, 0.8F, 0.0F);
    world.wind.speed = 5.0F;
    prepareWorld(world, 1);
    const Vec3 wind = 5.0F * world.wind.direction;
    std::fill(world.cloths[0].velocity.begin(), world.cloths[0].velocity.end(), wind);
    step(world, emptyInput());
    for (const Vec3 &velocity : world.cloths[0].velocity) {
        EXPECT_LT(glm::distance(velocity, wind), 1e-3F);
    }
}

TEST(Air, ActsTheSameOnCoarseAndFineCloth) {
    float deflection[2];
    for (const int which : {0, 1}) {
        World world = curtain(which == 0 ? 33 : 65);
        world.wind.speed = 2.0F;
        prepareWorld(world, 1);
        deflection[which] = meanDeflection(world, 3.0, 2.0);
    }
    EXPECT_GT(deflection[0], 0.05F);
    EXPECT_NEAR(deflection[1], deflection[0], 0.03F * deflection[0]);
}

// The substeps keep their length, so that only the air's own steps differ.
TEST(Air, ActsTheSameAtAnyFrameRate) {
    for (const float gusts : {0.0F, 0.3F}) {
        float deflection[2];
        for (const int which : {0, 1}) {
            World world = curtain(17);
            world.wind.speed = 2.0F;
            world.settings.wind.gusts = gusts;
            world.settings.substeps = which == 0 ? 16 : 4;
            prepareWorld(world, 1);
            deflection[which] = meanDeflection(world, 3.0, 8.0, which == 0 ? 1.0F / 30.0F : 1.0F / 120.0F);
        }
        EXPECT_NEAR(deflection[1], deflection[0], 0.03F * deflection[0]) << gusts;
    }
}

TEST(Air, AbsurdWindLeavesTheClothWholeAndItSettles) {
    World world = curtain(17);
    world.cloths[0].fabric.damping = 1.0F; // without any, this curtain swings on for minutes in a vacuum too
    world.settings.wind.speedMax = 1e6F;
    world.wind.speed = 1e6F;
    prepareWorld(world, 1);
    for (int s = 0; s < 10; ++s) {
        step(world, emptyInput());
        ASSERT_TRUE(allFinite(world.cloths[0]));
    }
    world.wind.speed = 0.0F;
    run(world, 12.0);
    EXPECT_TRUE(allFinite(world.cloths[0]));
    EXPECT_LT(fastest(world.cloths[0]), 0.2F);
    EXPECT_LT(std::abs(middle(world.cloths[0]).z), 0.02F);
    EXPECT_NEAR(middle(world.cloths[0]).y, 1.5F, 0.05F);
}

// The particles of a seam have a place in either panel.
TEST(Air, PushesOnTheTrianglesBesideASeamAsOnOthers) {
    const Cloth cloth = twoSewnPanels();
    ClothAir air;
    prepareAir(cloth, air);
    for (size_t t = 0; t < air.restArea.size(); ++t) {
        EXPECT_NEAR(air.restArea[t], 0.5F * kSewnEdge * kSewnEdge, 1e-8F) << t;
    }
}

// What is printed gives each mass point the same force, however many there are (so a mesh twice as fine is
// blown four times as hard).
TEST(Air, AsPrintedByMeyerGivesAFinerMeshMoreForce) {
    const double coarse = forceOnSheet(17, AirLaw::MeyerAsPrinted);
    const double fine = forceOnSheet(33, AirLaw::MeyerAsPrinted);
    EXPECT_NEAR(fine / coarse, 31.0 * 31.0 / (15.0 * 15.0), 0.02);
}

// Of the gusts of a minute at one place, sampled at the given rate.
struct GustStatistics {
    double mean{0.0};
    double deviation{0.0};
    double change{0.0}; // m/s², standard deviation of the rate of change over a 45th of a second
};

GustStatistics gustStatistics(GustModel model, int rate) {
    WindSettings settings;
    settings.model = model;
    settings.gusts = 0.3F;
    Wind wind;
    wind.speed = 5.0F;
    prepareWind(wind, settings);
    std::vector<double> speed;
    for (int i = 0; i < 60 * rate; ++i) {
        updateGusts(wind, settings, static_cast<double>(i) / rate);
        speed.push_back(static_cast<double>(glm::length(windAt(wind, Vec3(0.3F, 1.0F, 0.2F)))));
    }
    GustStatistics result;
    const double n = static_cast<double>(speed.size());
    result.mean = std::accumulate(speed.begin(), speed.end(), 0.0) / n;
    const auto stride = static_cast<size_t>(rate / 45);
    for (size_t i = 0; i < speed.size(); ++i) {
        result.deviation += (speed[i] - result.mean) * (speed[i] - result.mean) / n;
        const double change = i < stride ? 0.0 : 45.0 * (speed[i] - speed[i - stride]);
        result.change += change * change / n;
    }
    return {result.mean, std::sqrt(result.deviation), std::sqrt(result.change)};
}

TEST(Gusts, HaveTheSameStatisticsAtEveryFrameRate) {
    for (const GustModel model : {GustModel::Band, GustModel::LiuLi}) {
        const GustStatistics slow = gustStatistics(model, 45);
        EXPECT_GT(slow.deviation, 0.8);
        for (const int rate : {90, 180}) {
            const GustStatistics fast = gustStatistics(model, rate);
            EXPECT_NEAR(fast.mean, slow.mean, 0.03 * slow.mean);
            EXPECT_NEAR(fast.deviation, slow.deviation, 0.03 * slow.deviation);
            EXPECT_NEAR(fast.change, slow.change, 0.03 * slow.change);
        }
    }
}

TEST(Gusts, AreAsStrongAsAskedAndDifferWithTheSeed) {
    EXPECT_NEAR(gustStatistics(GustModel::Band, 45).deviation, 1.5, 0.15);
    Wind winds[2];
    for (const int which : {0, 1}) {
        WindSettings settings;
        settings.gusts = 0.3F;
        settings.seed = static_cast<uint64_t>(which) + 1;
        winds[which].speed = 5.0F;
        prepareWind(winds[which], settings);
        updateGusts(winds[which], settings, 3.0);
    }
    EXPECT_GT(glm::distance(windAt(winds[0], Vec3(0.0F)), windAt(winds[1], Vec3(0.0F))), 0.01F);
}

Collider ballAt(const Vec3 &centre, float radius) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = radius;
    ball.pose.position = centre;
    ball.previousPose = ball.pose;
    return ball;
}

TEST(Shelter, ClothBehindABallIsHardlyMoved) {
    float deflection[2];
    for (const bool sheltered : {false, true}) {
        World world;
        world.cloths.push_back(makeGridCloth({9, 17, 0.3F, 0.6F}, airyFabric(0.1F), upright()));
        for (int32_t c = 0; c < 9; ++c) {
            world.pins.push_back({0, c});
        }
        world.settings.air.density = kSeaLevel;
        world.settings.wind.gusts = 0.3F;
        world.wind.direction = Vec3(0.0F, 0.0F, -1.0F);
        world.wind.speed = 3.0F;
        if (sheltered) {
            world.colliders.push_back(ballAt(Vec3(0.0F, 1.5F, 0.9F), 0.45F));
        }
        prepareWorld(world, 1);
        deflection[sheltered ? 1 : 0] = meanDeflection(world, 3.0, 4.0);
    }
    EXPECT_GT(deflection[0], 0.05F);
    EXPECT_LT(std::abs(deflection[1]), 0.2F * deflection[0]);
}

// All of it when the wind begins, then a part in every step; after kLooks of them nobody's is older than
// that.
TEST(Shelter, IsLookedForInTurns) {
    World world = curtain(17, 1.0F);
    world.settings.gravity = Vec3(0.0F);
    world.settings.air.normal = 0.0F; // it stays where it is
    world.settings.air.tangential = 0.0F;
    world.colliders.push_back(ballAt(Vec3(0.2F, 1.0F, 0.6F), 0.3F));
    prepareWorld(world, 1);
    const auto outdated = [&] { // triangles
        int32_t count = 0;
        const Cloth &cloth = world.cloths[0];
        for (size_t t = 0; t < world.air[0].open.size(); ++t) {
            const int32_t *corner = &cloth.topology->triangles[3 * t];
            const Vec3 centre =
                (cloth.position[u(corner[0])] + cloth.position[u(corner[1])] + cloth.position[u(corner[2])]) /
                3.0F;
            const float open =
                windOpenness(world.colliders, world.settings.wind, centre, -world.wind.direction);
            count += std::abs(world.air[0].open[t] - open) > 1e-6F ? 1 : 0;
        }
        return count;
    };
    step(world, emptyInput());
    const int32_t behind = outdated();
    EXPECT_GT(behind, 40) << "in calm air nobody looks";
    world.wind.speed = 3.0F;
    step(world, emptyInput());
    EXPECT_EQ(outdated(), 0);
    world.colliders[0] = ballAt(Vec3(0.2F, 1.0F, -9.0F), 0.3F); // out of the wind's way
    for (int32_t k = 1; k < kLooks; ++k) {
        step(world, emptyInput());
        EXPECT_GT(outdated(), 0) << k;
        EXPECT_LT(outdated(), behind) << k;
    }
    step(world, emptyInput());
    EXPECT_EQ(outdated(), 0);
}

TEST(Shelter, IsSmoothAtItsEdgeAndEndsUpwindAndFarDownwind) {
    const std::vector<Collider> colliders = {ballAt(Vec3(0.0F), 0.3F)};
    const WindSettings settings;
    const Vec3 upwind(0.0F, 0.0F, 1.0F);
    const auto open = [&](const Vec3 &point) { return windOpenness(colliders, settings, point, upwind); };
    EXPECT_LT(open({0.0F, 0.0F, -1.0F}), 0.01F);
    EXPECT_LT(open({0.0F, 0.0F, -0.304F}), 0.05F) << "on its lee side";
    EXPECT_GT(open({0.0F, 0.0F, 0.304F}), 0.99F) << "on the side that faces the wind";
    EXPECT_GT(open({0.0F, 0.0F, 1.0F}), 0.99F) << "in front of it";
    EXPECT_GT(open({0.0F, 0.0F, -5.0F}), 0.99F) << "far behind it";
    float before = open({0.0F, 0.15F, -1.0F});
    for (float y = 0.152F; y < 0.5F; y += 0.002F) {
        const float now = open({0.0F, y, -1.0F});
        EXPECT_NEAR(now, before, 0.05F) << y;
        before = now;
    }
    EXPECT_GT(before, 0.99F);
}

TEST(Steering, TurnsTheWindToWhereAFreeHandPointsAndKeepsItWithinItsLimit) {
    World world = sheetInAir(5, 0.1F);
    world.settings.wind.steered = true;
    world.settings.wind.speedMax = 6.0F;
    prepareWorld(world, 1);
    StepInput input;
    HandInput &hand = input.tracked.hand(Hand::Right);
    hand.active = true;
    hand.aim.orientation = glm::angleAxis(glm::half_pi<float>(), Vec3(0.0F, 1.0F, 0.0F)); // to -x
    hand.stick.y = 1.0F;
    for (int s = 0; s < 180; ++s) {
        step(world, input);
    }
    EXPECT_GT(glm::dot(world.wind.direction, Vec3(-1.0F, 0.0F, 0.0F)), 0.999F);
    EXPECT_EQ(world.wind.speed, 6.0F);
    hand.stick.y = -1.0F;
    for (int s = 0; s < 180; ++s) {
        step(world, input);
    }
    EXPECT_EQ(world.wind.speed, 0.0F);
}

Pose placed(const Vec3 &position, float turn = 0.0F) {
    return {glm::angleAxis(turn, Vec3(0.0F, 1.0F, 0.0F)), position};
}

TEST(Track, GoesInStraightLinesBetweenItsKeysAndStartsAgain) {
    Track track;
    track.keys = {{0.0, placed({0.0F, 0.0F, 0.0F})}, {2.0, placed({4.0F, 0.0F, 0.0F}, 1.0F)}};
    EXPECT_NEAR(poseAt(track, 0.5).position.x, 1.0F, 1e-6F);
    EXPECT_NEAR(glm::angle(poseAt(track, 0.5).orientation), 0.25F, 1e-4F);
    EXPECT_EQ(poseAt(track, -1.0).position.x, 0.0F);
    EXPECT_EQ(poseAt(track, 9.0).position.x, 4.0F);
    track.period = 2.0;
    EXPECT_NEAR(poseAt(track, 100.5).position.x, 1.0F, 1e-5F);
}

TEST(Track, CarriesItsColliderAndTheClothPinnedToIt) {
    World world = sheetInAir(9, 0.1F, placed({0.0F, 1.0F, 0.0F}));
    world.colliders.push_back(ballAt(Vec3(0.0F, 2.0F, 0.0F), 0.1F));
    world.tracks.push_back({0, {{0.0, placed({0.0F, 2.0F, 0.0F})}, {1.0, placed({2.0F, 2.0F, 0.0F}, 1.5F)}}});
    world.pins = {{0, 0, 0}, {0, 8, 0}};
    const Vec3 offset = world.cloths[0].position[8] - Vec3(0.0F, 2.0F, 0.0F);
    prepareWorld(world, 1);
    for (int s = 1; s <= 90; ++s) {
        step(world, emptyInput());
        const Pose pose = poseAt(world.tracks[0], world.time);
        EXPECT_EQ(world.colliders[0].pose.position.x, pose.position.x);
        ASSERT_LT(glm::distance(world.cloths[0].position[8], transformPoint(pose, offset)), 1e-5F) << s;
    }
    EXPECT_GT(world.colliders[0].previousPose.position.x, 1.9F);
}

} // namespace
} // namespace selvage
