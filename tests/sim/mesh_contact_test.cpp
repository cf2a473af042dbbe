// Cloth on meshes: as on the analytic solid of the same shape, in every method, to the same bits.
#include "measure/sheet.h"
#include "scenarios/scenario.h"
#include "sim/diagnostics.h"
#include "sim/workers.h"
#include "wide.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr float kRadius = 0.3F; // m

// A ball of triangles, out of the sides of a cube.
Collider meshBall(VoxelMode mode) {
    constexpr int32_t kSide = 32;
    auto ball = std::make_shared<MeshSolid>();
    for (int32_t face = 0; face < 6; ++face) {
        const int axis = face / 2;
        const float sign = face % 2 == 0 ? 1.0F : -1.0F;
        const auto first = static_cast<int32_t>(ball->position.size());
        for (int32_t i = 0; i <= kSide * (kSide + 2); ++i) {
            const int32_t row = i / (kSide + 1);
            const int32_t column = i % (kSide + 1);
            Vec3 p(sign);
            p[(axis + 1) % 3] = sign * (2.0F * static_cast<float>(column) / kSide - 1.0F);
            p[(axis + 2) % 3] = 2.0F * static_cast<float>(row) / kSide - 1.0F;
            ball->position.push_back(kRadius * glm::normalize(p));
        }
        for (int32_t i = 0; i < kSide * kSide; ++i) {
            const int32_t a = first + i / kSide * (kSide + 1) + i % kSide;
            const int32_t c = a + kSide + 1;
            ball->triangles.insert(ball->triangles.end(), {a, a + 1, c + 1, a, c + 1, c});
        }
    }
    Workers workers(1);
    VoxelOptions options;
    options.mode = mode;
    options.accuracy = 0.0012F; // voxels of 1 cm, for speed
    options.reach = 0.02F;
    ball->voxels = buildVoxelSolid(ball->position, ball->triangles, options, workers);
    Collider collider;
    collider.shape = ColliderShape::Mesh;
    collider.mesh = std::move(ball);
    return collider;
}

// A short bar, m.
Collider meshBar(const Vec3 &half, float reach) {
    auto bar = std::make_shared<MeshSolid>();
    for (int32_t k = 0; k < 8; ++k) {
        bar->position.push_back(half *
                                Vec3((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1));
    }
    bar->triangles = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                      2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    Workers workers(1);
    VoxelOptions options;
    options.reach = reach;
    bar->voxels = buildVoxelSolid(bar->position, bar->triangles, options, workers);
    Collider collider;
    collider.shape = ColliderShape::Mesh;
    collider.mesh = std::move(bar);
    return collider;
}

Vec3 restOn(const Collider &collider, const char *integrator) {
    World world = sheetWorld(17, 300.0F);
    world.colliders = {collider};
    world.cloths[0].fabric.friction = 1.0F;
    for (Vec3 &x : world.cloths[0].position) {
        x += Vec3(0.02F, kRadius + 0.1F, 0.01F);
    }
    prepareWorld(world, 1);
    EXPECT_TRUE(selectIntegrator(world, *findIntegrator(integrator)));
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
    }
    EXPECT_TRUE(allFinite(world.cloths[0]));
    std::vector<float> depth;
    appendPenetration(world, world.cloths[0], depth);
    EXPECT_LT(quantile(depth, 1.0), 1e-4);
    return centreOfMass(world.cloths[0]);
}

// Its particles keep away from a bar, which would come up between them. Wherever it falls on it, at every
// moment: rarely by as much as a millimetre while it falls, and never where it hangs.
TEST(MeshContact, WhatIsThinDoesNotComeThroughACloth) {
    constexpr int kPlaces = 8;
    constexpr int kSteps = 270;
    constexpr int kCheck = 3;
    int deep = 0;
    for (int place = 0; place < kPlaces; ++place) {
        World world = sheetWorld(65, 300.0F);
        Cloth &cloth = world.cloths[0];
        cloth.fabric.thickness = 0.0125F;
        cloth.fabric.friction = 1.0F;
        world.colliders = {meshBar({0.2F, 0.004F, 0.004F}, 0.0165F)};
        const auto shift = static_cast<float>(place);
        for (Vec3 &x : cloth.position) {
            x += Vec3(0.004F + 0.0005F * shift, 0.1F, 0.005F + 0.0007F * shift);
        }
        prepareWorld(world, 1);
        for (int s = 0; s < kSteps; ++s) {
            step(world, emptyInput());
            if (s % kCheck != 0) {
                continue;
            }
            const MeshPenetration depth = meshPenetration(world);
            ASSERT_TRUE(depth.any && depth.solid);
            const float deepest = std::max({depth.particles, depth.edgeCentres, depth.faceCentres});
            deep += deepest > 1e-3F ? 1 : 0;
            if (s >= 180) {
                EXPECT_LT(deepest, 1e-3F) << place << " at " << s;
            }
        }
        const auto lower = [](const Vec3 &a, const Vec3 &b) { return a.y < b.y; };
        const auto highest = std::max_element(cloth.position.begin(), cloth.position.end(), lower);
        EXPECT_GT(highest->y, 0.0F); // it hangs there
    }
    EXPECT_LT(deep, kPlaces * kSteps / kCheck * 8 / 100); // else three of four
}

TEST(MeshContact, ClothLiesOnAMeshBallAsOnAnAnalyticOne) {
    Collider sphere;
    sphere.shape = ColliderShape::Sphere;
    sphere.radius = kRadius;
    for (const VoxelMode mode : {VoxelMode::Trilinear, VoxelMode::NearestPlane}) {
        const Collider ball = meshBall(mode);
        for (const char *integrator : {"selvage", "desbrun"}) {
            // The facets lie up to 0.3 mm inside, and what slides differs a little.
            EXPECT_LT(glm::distance(restOn(ball, integrator), restOn(sphere, integrator)), 0.004F)
                << integrator;
        }
    }
}

// It is not flung out of what it appears in, but once it is outside it stays there.
TEST(MeshContact, AHandThatAppearsInsideIsWhereItIsUntilItHasComeOut) { // case 65
    World world = sheetWorld(9, 300.0F);
    world.colliders = {meshBall(VoxelMode::Trilinear)};
    for (Vec3 &x : world.cloths[0].position) {
        x.y += 5.0F; // out of its way
    }
    world.settings.gravity = Vec3(0.0F);
    prepareWorld(world, 1);
    const HandState &hand = world.hands[1];
    const auto moveTo = [&](float y) {
        StepInput input = emptyInput();
        input.tracked.hand(Hand::Right) = handAt(Vec3(0.0F, y, 0.0F), 0.0F);
        step(world, input);
    };
    float y = 0.02F;
    for (; y < 0.5F; y += 0.01F) {
        moveTo(y);
        EXPECT_EQ(hand.anchor.position, hand.tracking.position) << y;
    }
    for (; y > 0.1F; y -= 0.01F) {
        moveTo(y);
        EXPECT_GT(glm::length(hand.anchor.position), kRadius - 0.001F) << y;
        EXPECT_LT(glm::distance(hand.anchor.position, hand.previousAnchor.position), 0.05F) << y;
    }
}

class DrapeMesh : public ::testing::Test {
protected:
    void SetUp() override { setenv("XDG_CACHE_HOME", SELVAGE_BUILD_DIR "/test-cache", 1); }

    static World build(int32_t threads, const std::map<std::string, std::string> &settings = {}) {
        ScenarioOptions options;
        options.points = 1089;
        options.threads = threads;
        options.settings = settings;
        options.settings.emplace("mesh-accuracy", "0.0012"); // voxels of 1 cm, for speed
        auto world = findScenario("drape-mesh")->build(options);
        EXPECT_TRUE(world) << (world ? "" : world.error().message);
        return std::move(world.value());
    }
};

uint64_t hashAfter(World &world, int steps) {
    StepInput input;
    for (int s = 0; s < steps; ++s) {
        step(world, input);
    }
    return stateHash(world);
}

TEST_F(DrapeMesh, GivesTheSameBitsForAnyWorkersAndWidth) {
    constexpr int kSteps = 60;
    World first = build(1);
    const uint64_t expected = hashAfter(first, kSteps);
    EXPECT_GT(step(first, {}).contacts, 20) << "nothing would be compared";
    World threaded = build(3);
    EXPECT_EQ(hashAfter(threaded, kSteps), expected);
    const WideLevel own = wideLevel();
    for (const WideLevel level : {WideLevel::Plain, WideLevel::Avx2}) {
        limitWideLevel(level);
        World narrow = build(1);
        EXPECT_EQ(hashAfter(narrow, kSteps), expected);
    }
    limitWideLevel(own);
}

TEST_F(DrapeMesh, KeepsParticlesEdgesAndFacesOutOfTheFigure) { // case 18
    for (const char *voxels : {"trilinear", "nearest-plane"}) {
        World world = build(1, {{"mesh-voxels", voxels}});
        hashAfter(world, 300);
        const MeshPenetration depth = meshPenetration(world);
        EXPECT_TRUE(depth.any && depth.solid);
        EXPECT_LT(depth.particles, 0.001F) << voxels;
        EXPECT_LT(depth.edgeCentres, 0.0015F) << voxels;
        EXPECT_LT(depth.faceCentres, 0.0015F) << voxels;
        EXPECT_GT(centreOfMass(world.cloths[0]).y, 0.4F) << "it has slid off";
    }
}

// Of what a scene says while it is built.
std::string &said() {
    static std::string text;
    return text;
}

float heightOf(const Collider &collider) {
    return collider.mesh->voxels.high.y - collider.mesh->voxels.low.y;
}

TEST_F(DrapeMesh, MakesAGiantOfAGuessedUnitSmallAndSaysSo) {
    // A block 4 x 12 x 4: none of our units makes a thing of a person's size of it.
    const std::string path = ::testing::TempDir() + "selvage_giant_block.obj";
    std::ofstream(path) << "v -2 0 -2\nv 2 0 -2\nv 2 0 2\nv -2 0 2\nv -2 12 -2\nv 2 12 -2\nv 2 12 2\n"
                           "v -2 12 2\nf 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
    ScenarioOptions options;
    options.points = 1089;
    options.notice = [](const std::string &text) { said() = text; };
    const auto heightWith = [&](const std::map<std::string, std::string> &settings) {
        said().clear();
        options.settings = {{"mesh", path}, {"mesh-accuracy", "0.02"}};
        options.settings.insert(settings.begin(), settings.end());
        auto world = findScenario("drape-mesh")->build(options);
        EXPECT_TRUE(world) << (world ? "" : world.error().message);
        return world ? heightOf(world.value().colliders.front()) : 0.0F;
    };
    EXPECT_NEAR(heightWith({}), 1.8F, 1e-3F);
    EXPECT_NE(said().find("selvage_giant_block.obj: "), std::string::npos) << said();
    EXPECT_NE(said().find("in m it is 12.0 m long"), std::string::npos) << said();
    EXPECT_NEAR(heightWith({{"mesh-unit", "m"}}), 12.0F, 1e-3F);
    EXPECT_NEAR(heightWith({{"mesh-size", "6"}}), 6.0F, 1e-3F);
    EXPECT_EQ(said(), "");
}

TEST_F(DrapeMesh, SaysWhichSettingIsWrong) {
    for (const auto &[key, value] :
         {std::pair("mesh", "nowhere.obj"), std::pair("mesh-unit", "furlong"), std::pair("mesh-up", "w"),
          std::pair("mesh-size", "-1"), std::pair("mesh-voxels", "cubic")}) {
        ScenarioOptions options;
        options.settings.emplace(key, value);
        const auto world = findScenario("drape-mesh")->build(options);
        ASSERT_FALSE(world) << key;
        EXPECT_NE(world.error().message.find(value), std::string::npos) << world.error().message;
    }
}

} // namespace
} // namespace selvage
