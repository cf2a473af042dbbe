// Voxels of shapes whose distances are known, of broken ones, and the cache.
#include "io/voxel_cache.h"
#include "sim/collider.h"
#include "sim/voxel_solid.h"
#include "sim/workers.h"
#include "winding_by_hand.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

namespace selvage {
namespace {

struct Shape {
    std::vector<Vec3> position;
    std::vector<int32_t> triangles;
};

// A ball of latitudes and longitudes; from `firstRing` on, so that more than 1 leaves it open below.
Shape makeBall(float radius, int32_t firstRing = 1) {
    constexpr int32_t kAround = 96;
    constexpr int32_t kRings = 48;
    Shape ball;
    for (int32_t r = 0; r <= kRings; ++r) {
        const float polar = glm::pi<float>() * (1.0F - static_cast<float>(r) / kRings);
        for (int32_t k = 0; k < kAround; ++k) {
            const float around = glm::two_pi<float>() * static_cast<float>(k) / kAround;
            ball.position.push_back(radius * Vec3(std::sin(polar) * std::sin(around), std::cos(polar),
                                                  std::sin(polar) * std::cos(around)));
        }
    }
    const auto at = [](int32_t r, int32_t k) {
        return r == 0 || r == kRings ? r * kAround : r * kAround + k % kAround;
    };
    for (int32_t r = firstRing - 1; r < kRings; ++r) {
        for (int32_t k = 0; k < kAround; ++k) {
            if (r > 0) {
                ball.triangles.insert(ball.triangles.end(), {at(r, k), at(r, k + 1), at(r + 1, k + 1)});
            }
            if (r + 1 < kRings || r == 0) {
                ball.triangles.insert(ball.triangles.end(), {at(r, k), at(r + 1, k + 1), at(r + 1, k)});
            }
        }
    }
    return ball;
}

VoxelSolid build(const Shape &shape, VoxelMode mode = VoxelMode::Trilinear, int32_t threads = 1) {
    Workers workers(threads);
    VoxelOptions options;
    options.mode = mode;
    return buildVoxelSolid(shape.position, shape.triangles, options, workers);
}

class BothModes : public ::testing::TestWithParam<VoxelMode> {};
INSTANTIATE_TEST_SUITE_P(Voxels, BothModes, ::testing::Values(VoxelMode::Trilinear, VoxelMode::NearestPlane));

Shape makeBox(const Vec3 &half) {
    Shape box;
    for (int32_t k = 0; k < 8; ++k) {
        box.position.push_back(half *
                               Vec3((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1));
    }
    box.triangles = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                     2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    return box;
}

TEST(Voxels, KnowWhereSomethingIsThin) {
    const VoxelSolid rod = build(makeBox({0.004F, 0.2F, 0.004F}));
    EXPECT_TRUE(isNearThin(rod, {0.0F, 0.0F, 0.0F}));
    EXPECT_TRUE(isNearThin(rod, {0.0F, 0.2F, 0.01F}));
    EXPECT_FALSE(isNearThin(rod, {0.0F, 0.5F, 0.0F}));
    const VoxelSolid plate = build(makeBox({0.2F, 0.2F, 0.004F}));
    EXPECT_TRUE(isNearThin(plate, {0.1F, 0.15F, 0.0F}));
    EXPECT_TRUE(build(makeBall(0.1F)).nearThin.empty());
    EXPECT_TRUE(build(makeBox(Vec3(0.1F))).nearThin.empty()); // sharp, but not thin
}

TEST_P(BothModes, KnowTheDistanceAndNormalOfABall) {
    constexpr float kRadius = 0.15F;
    const VoxelSolid solid = build(makeBall(kRadius), GetParam());
    std::mt19937 random(1);
    std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
    // The facets lie up to r (1 - cos(pi/48)) = 0.3 mm inside the ball; the rest is the voxels' accuracy.
    constexpr float kTolerance = 0.0003F + 0.0006F;
    for (int k = 0; k < 20000; ++k) {
        const Vec3 direction = glm::normalize(Vec3(unit(random), unit(random), unit(random)) + Vec3(1e-4F));
        const float distance = 0.008F * unit(random);
        const VoxelSample sample = sampleVoxels(solid, (kRadius + distance) * direction);
        ASSERT_NEAR(sample.distance, distance, kTolerance);
        ASSERT_GT(glm::dot(sample.normal, direction), 0.98F);
    }
}

TEST_P(BothModes, FindTheWayOutFromDeepInside) {
    const VoxelSolid solid = build(makeBall(0.15F), GetParam());
    for (const Vec3 &p : {Vec3(0.05F, 0.0F, 0.0F), Vec3(0.0F, -0.06F, 0.02F), Vec3(0.1F, 0.05F, 0.0F)}) {
        const VoxelSample sample = sampleVoxels(solid, p);
        EXPECT_LT(sample.distance, -solid.reach);
        EXPECT_GT(glm::dot(sample.normal, glm::normalize(p)), 0.7F);
        EXPECT_EQ(classAt(solid, p), VoxelClass::Inside);
    }
    EXPECT_EQ(classAt(solid, Vec3(0.15F, 0.0F, 0.0F)), VoxelClass::Surface);
    EXPECT_EQ(classAt(solid, Vec3(1.0F, 0.0F, 0.0F)), VoxelClass::Outside);
    EXPECT_TRUE(isFarFromVoxels(solid, Vec3(0.3F, 0.0F, 0.0F)));
    EXPECT_FALSE(isFarFromVoxels(solid, Vec3(0.155F, 0.0F, 0.0F)));
}

TEST(WindingNumber, EqualsTheSumOfAllSolidAngles) {
    const Shape bowl = makeBall(0.15F, 12);
    const MeshTree tree = makeMeshTree(bowl.position, bowl.triangles);
    std::mt19937 random(2);
    std::uniform_real_distribution<float> place(-0.2F, 0.2F);
    for (int k = 0; k < 300; ++k) {
        const Vec3 p(place(random), place(random), place(random));
        ASSERT_NEAR(windingNumber(tree, p), windingByHand(bowl.position, bowl.triangles, p),
                    0.3F * kClearWinding);
    }
}

TEST(Voxels, OfAnOpenBowlHaveTheSidesOfTheWindingNumber) {
    const Shape bowl = makeBall(0.1F, 8); // a ball with a hole of 5 cm
    const VoxelSolid solid = build(bowl);
    std::mt19937 random(3);
    std::uniform_real_distribution<float> place(-0.12F, 0.12F);
    int32_t wrong = 0;
    int32_t count = 0;
    for (int k = 0; k < 3000; ++k) {
        const Vec3 p(place(random), place(random), place(random));
        const double winding = windingByHand(bowl.position, bowl.triangles, p);
        if (std::abs(winding - 0.5) > 0.05 && !isFarFromVoxels(solid, p)) {
            const float distance = sampleVoxels(solid, p).distance;
            wrong += std::abs(distance) > 0.001F && (distance < 0.0F) != (winding > 0.5) ? 1 : 0;
            ++count;
        }
    }
    EXPECT_GT(count, 500);
    EXPECT_LE(wrong, count / 1000 + 1);
}

TEST(Voxels, OfTwoBallsThatCrossEachOtherAreTheirUnion) {
    Shape both = makeBall(0.1F);
    const Shape other = makeBall(0.1F);
    const auto first = static_cast<int32_t>(both.position.size());
    for (const Vec3 &p : other.position) {
        both.position.push_back(p + Vec3(0.1F, 0.0F, 0.0F));
    }
    for (const int32_t t : other.triangles) {
        both.triangles.push_back(first + t);
    }
    const VoxelSolid solid = build(both);
    // In the lens that both share, near the part of either ball's surface that is buried in the other.
    EXPECT_LT(sampleVoxels(solid, Vec3(0.098F, 0.0F, 0.0F)).distance, -0.01F);
    EXPECT_LT(sampleVoxels(solid, Vec3(0.002F, 0.0F, 0.0F)).distance, -0.01F);
    EXPECT_NEAR(sampleVoxels(solid, Vec3(0.205F, 0.0F, 0.0F)).distance, 0.005F, 0.001F);
}

TEST(Voxels, AreTheSameForAnyNumberOfWorkers) {
    const Shape ball = makeBall(0.1F);
    const VoxelSolid one = build(ball, VoxelMode::Trilinear, 1);
    const VoxelSolid three = build(ball, VoxelMode::Trilinear, 3);
    EXPECT_EQ(one.corners, three.corners);
    EXPECT_EQ(one.coarse, three.coarse);
    EXPECT_EQ(one.brick, three.brick);
}

TEST(Voxels, GrowWhereTheMemoryWouldNotDo) {
    Workers workers(1);
    const Shape ball = makeBall(0.2F);
    VoxelOptions options;
    options.bytesMax = 200'000;
    const VoxelSolid solid = buildVoxelSolid(ball.position, ball.triangles, options, workers);
    EXPECT_LE(bytesOf(solid), options.bytesMax);
    EXPECT_GT(solid.voxel, options.accuracy / kVoxelsPerAccuracy);
    const Vec3 at(0.0F, 0.21F, 0.0F);
    EXPECT_NEAR(sampleVoxels(solid, at).distance, 0.01F, 0.002F);
}

class VoxelCache : public ::testing::Test {
protected:
    std::filesystem::path folder_ = std::filesystem::path(SELVAGE_BUILD_DIR) / "voxel-cache-test";
    void SetUp() override { std::filesystem::remove_all(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    VoxelSolid get(const Shape &shape, int32_t &builds) const {
        Workers workers(1);
        bool built = false;
        VoxelSolid solid = cachedVoxelSolid(shape.position, shape.triangles, {}, workers, folder_,
                                            [&](float) { built = true; });
        builds += built ? 1 : 0;
        return solid;
    }
};

TEST_F(VoxelCache, BuildsOnceAndAgainWhereTheEntryIsDamaged) {
    const Shape ball = makeBall(0.05F);
    int32_t builds = 0;
    const VoxelSolid first = get(ball, builds);
    const VoxelSolid second = get(ball, builds);
    EXPECT_EQ(builds, 1);
    EXPECT_EQ(first.corners, second.corners);
    ASSERT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
    const auto entry = std::filesystem::directory_iterator(folder_)->path();
    {
        std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(2000);
        file.put('!');
    }
    EXPECT_EQ(get(ball, builds).corners, first.corners);
    EXPECT_EQ(builds, 2);
    std::filesystem::resize_file(entry, 1000);
    EXPECT_EQ(get(ball, builds).corners, first.corners);
    EXPECT_EQ(builds, 3);
    get(makeBall(0.051F), builds);
    EXPECT_EQ(builds, 4) << "another mesh is another entry";
}

// Analytic solids: distances along rays against their definition.
TEST(Collider, ACapsuleIsAllPointsNearALine) {
    Collider capsule;
    capsule.shape = ColliderShape::Capsule;
    capsule.radius = 0.1F;
    capsule.halfExtents = Vec3(0.0F, 0.3F, 0.0F);
    EXPECT_NEAR(sampleCollider(capsule, {}, Vec3(0.15F, 0.2F, 0.0F)).distance, 0.05F, 1e-6F);
    EXPECT_NEAR(sampleCollider(capsule, {}, Vec3(0.0F, 0.45F, 0.0F)).distance, 0.05F, 1e-6F);
    EXPECT_NEAR(sampleCollider(capsule, {}, Vec3(0.0F, -0.35F, 0.0F)).distance, -0.05F, 1e-6F);
    EXPECT_NEAR(sampleCollider(capsule, {}, Vec3(0.0F, 0.45F, 0.0F)).normal.y, 1.0F, 1e-6F);
}

TEST(Collider, AnEllipsoidIsZeroOnItsSurfaceAndRightNearIt) {
    Collider ellipsoid;
    ellipsoid.shape = ColliderShape::Ellipsoid;
    ellipsoid.halfExtents = Vec3(0.3F, 0.1F, 0.2F);
    std::mt19937 random(4);
    std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
    for (int k = 0; k < 200; ++k) {
        const Vec3 sphere = glm::normalize(Vec3(unit(random), unit(random), unit(random)) + Vec3(1e-4F));
        const Vec3 surface = sphere * ellipsoid.halfExtents;
        const Vec3 normal = glm::normalize(sphere / ellipsoid.halfExtents);
        EXPECT_NEAR(sampleCollider(ellipsoid, {}, surface).distance, 0.0F, 1e-6F);
        const SurfaceSample near = sampleCollider(ellipsoid, {}, surface + 0.001F * normal);
        EXPECT_NEAR(near.distance, 0.001F, 5e-5F); // curvature times distance, squared
        EXPECT_GT(glm::dot(near.normal, normal), 0.999F);
    }
}

} // namespace
} // namespace selvage
