// The reference solution is checked against theory, since everything else is checked against it.
#include "reference/reference_run.h"
#include "scenarios/scenario.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace selvage {
namespace {

Result<World> buildJob(const char *job, int32_t side, std::map<std::string, std::string> settings = {}) {
    ScenarioOptions options;
    options.points = side * side;
    options.settings = std::move(settings);
    return findScenario(job)->build(options);
}

TEST(Reference, FallsFreelyByGravityAlone) {
    auto world = buildJob("drape", 9);
    reference::State state = reference::fromWorld(*world);
    const double start = reference::centreHeight(state);
    const double gravity = static_cast<double>(kGravity);
    reference::advance(state, 0.2, 4000, 0.0);
    const double dt = 0.2 / 4000.0; // symplectic Euler falls g t (t + dt) / 2
    EXPECT_NEAR(start - reference::centreHeight(state), 0.5 * gravity * 0.2 * (0.2 + dt), 1e-7);
    for (const glm::dvec3 &v : state.velocity) {
        EXPECT_NEAR(v.y, -gravity * 0.2, 1e-6);
    }
}

TEST(Reference, WithoutDampingAHangingSheetKeepsItsEnergy) {
    auto world = buildJob("hang", 9, {{"damping", "0"}});
    reference::State state = reference::fromWorld(*world);
    const double start = reference::energy(state);
    const double swing = 0.2 * static_cast<double>(kGravity) * 0.5; // J, of falling half a metre
    for (int i = 0; i < 10; ++i) {
        reference::advance(state, 0.1, 2000, 0.0);
        EXPECT_NEAR(reference::energy(state), start, 0.01 * swing);
    }
}

TEST(Reference, DampingTakesSpeedExponentially) {
    World world;
    world.settings.gravity = Vec3(0.0F);
    world.cloths.push_back(makeGridCloth({3, 3, 1.0F, 1.0F}, Fabric{}, Pose{}));
    for (Vec3 &v : world.cloths[0].velocity) {
        v = Vec3(0.0F, 1.0F, 0.0F);
    }
    prepareWorld(world, 1);
    reference::State state = reference::fromWorld(world);
    reference::advance(state, 1.0, 1000, 1.0);
    EXPECT_NEAR(state.velocity[4].y, std::exp(-1.0), 1e-9);
}

TEST(Reference, LeavesNoParticleInsideTheBall) {
    auto world = buildJob("drape", 17);
    reference::State state = reference::fromWorld(*world);
    reference::advance(state, 0.6, 54 * 200, 1.0);
    double deepest = 0.0;
    double nearest = 1.0;
    for (const glm::dvec3 &x : state.position) {
        const Collider &ball = state.colliders[0];
        const double distance =
            glm::distance(x, glm::dvec3(ball.pose.position)) - static_cast<double>(ball.radius);
        deepest = std::max(deepest, -distance);
        nearest = std::min(nearest, distance);
    }
    EXPECT_EQ(deepest, 0.0);
    EXPECT_LT(nearest, 0.0011); // it does touch, at the fabric's thickness
}

TEST(Reference, SlidesOnAnInclineAsCoulombSays) {
    World world;
    Fabric fabric;
    fabric.damping = 0.0F;
    fabric.friction = 0.3F;
    const float angle = glm::radians(30.0F);
    Collider plane;
    plane.pose.orientation = glm::angleAxis(angle, Vec3(0.0F, 0.0F, 1.0F));
    plane.previousPose = plane.pose;
    Pose pose = plane.pose;
    pose.position = plane.pose.orientation * Vec3(0.0F, fabric.thickness, 0.0F);
    world.cloths.push_back(makeGridCloth({5, 5, 0.5F, 0.5F}, fabric, pose));
    world.colliders.push_back(plane);
    prepareWorld(world, 1);
    reference::State state = reference::fromWorld(world);
    const double start = reference::centreHeight(state);
    reference::advance(state, 0.5, 5000, 0.0);
    const double slope = static_cast<double>(angle);
    const double acceleration = static_cast<double>(kGravity) * (std::sin(slope) - 0.3 * std::cos(slope));
    const double slid = (start - reference::centreHeight(state)) / std::sin(slope);
    EXPECT_NEAR(slid, 0.5 * acceleration * 0.25, 0.01 * slid);
}

TEST(FoldRms, IsTheAngleOfAPolygon) {
    const int32_t side = 9;
    const double angle = 0.2; // rad, between consecutive segments along the rows; the columns are straight
    std::vector<glm::dvec3> position;
    for (int32_t row = 0; row < side; ++row) {
        glm::dvec3 x(0.0, 0.0, row);
        for (int32_t column = 0; column < side; ++column) {
            position.push_back(x);
            x += glm::dvec3(std::cos(angle * column), std::sin(angle * column), 0.0);
        }
    }
    const double half = std::sqrt(0.5); // as many joints along the columns, all straight
    EXPECT_NEAR(reference::foldRms(position, side, side, 1), half * angle, 1e-12);
    EXPECT_NEAR(reference::foldRms(position, side, side, 2), half * 2.0 * angle, 1e-12);
}

TEST(FoldRms, DoesNotSeeASawtoothAtStrideTwo) {
    std::vector<glm::dvec3> position;
    position.reserve(25);
    for (int32_t i = 0; i < 25; ++i) {
        position.emplace_back(i % 5, i % 2 == 0 ? 0.0 : 0.1, i / 5);
    }
    EXPECT_GT(reference::foldRms(position, 5, 5, 1), 0.15);
    EXPECT_NEAR(reference::foldRms(position, 5, 5, 2), 0.0, 1e-12);
}

// A grid's run for an irregular sheet: a field that is linear over the fabric is met exactly, and folds,
// which are measured along rows, are left out.
TEST(ReferenceRun, IsSeenFromAnotherMeshBetweenTheGridsParticles) {
    auto grid = buildJob("hang", 5);
    auto irregular = buildJob("hang", 5, {{"sheet", "irregular"}});
    ASSERT_TRUE(irregular) << irregular.error().message;
    const auto heightOf = [](const Vec2 &uv) {
        return 2.0 * static_cast<double>(uv.x) - static_cast<double>(uv.y);
    };
    reference::Run run;
    run.centreHeight = {1.0, 2.0};
    run.restFold1 = 0.3;
    const ClothTopology &topology = *grid->cloths[0].topology;
    for (const Vec2 &uv : topology.restUv) {
        run.positionAtOneSecond.emplace_back(0.0, heightOf(uv - topology.restUv[0]), 0.0);
    }
    const ClothTopology &mesh = *irregular->cloths[0].topology;
    ASSERT_EQ(mesh.columnCount, 0);
    const reference::Run seen = reference::seenFrom(run, topology, mesh);
    EXPECT_EQ(seen.centreHeight, run.centreHeight);
    EXPECT_EQ(seen.restFold1, 0.0);
    ASSERT_EQ(seen.positionAtOneSecond.size(), 25U);
    for (size_t i = 0; i < 25; ++i) {
        EXPECT_NEAR(seen.positionAtOneSecond[i].y, heightOf(mesh.restUv[i]), 1e-5) << i;
    }
}

TEST(Sheet, NamesTheMeshesThereAre) {
    const auto refused = buildJob("drape", 5, {{"sheet", "hexagons"}});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("sheet=hexagons: expected grid or irregular"), std::string::npos);
}

TEST(ReferenceCache, ComputesOnceAndAgainWhenTheJobChanges) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("selvage-reference-" + std::to_string(getpid()));
    const int kFrames = reference::kFrames + reference::kRestFrames + 1;
    int frames = 0;
    const auto count = [&frames](double) { ++frames; };
    auto world = buildJob("hang", 5);
    const reference::Run first = reference::cachedRun("hang", *world, folder, count);
    EXPECT_EQ(frames, kFrames);
    const reference::Run second = reference::cachedRun("hang", *world, folder, count);
    EXPECT_EQ(frames, kFrames);
    EXPECT_EQ(first.centreHeight, second.centreHeight);
    EXPECT_EQ(first.positionAtOneSecond, second.positionAtOneSecond);
    EXPECT_EQ(first.restFold2, second.restFold2);
    EXPECT_GT(first.restFold2, 0.0);
    auto damped = buildJob("hang", 5, {{"damping", "2"}});
    reference::cachedRun("hang", *damped, folder, count);
    EXPECT_EQ(frames, 2 * kFrames);
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace selvage
