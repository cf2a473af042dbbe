// Voxels of the bodies and obstacles under ../shared/data: memory, accuracy and sides at 5 mm, against exact
// distances and winding numbers summed by hand. Times are printed; they fail no test.
#include "io/triangle_mesh.h"
#include "sim/voxel_solid.h"
#include "sim/workers.h"
#include "winding_by_hand.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace selvage {
namespace {

const std::filesystem::path kData = std::filesystem::path(SELVAGE_SOURCE_DIR) / "../shared/data";

struct Case {
    const char *file;
    double megabytesMax;
    float p99Max;    // m
    int32_t samples; // of the sides, each of which costs a sum over all triangles
};

class VoxelFiles : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Shared, VoxelFiles,
                         ::testing::Values(Case{"bodies/mean_all.obj", 8.0, 0.0006F, 1000},
                                           Case{"bodies/male01.obj", 9.0, 0.002F, 4000},
                                           Case{"obstacles/chandelier-lamp.obj", 16.0, 0.002F, 100},
                                           Case{"bodies/sitFemale01.obj", 9.0, 0.002F, 3000}));

// Points within 8 mm of the surface of the solid, spread evenly over its area.
std::vector<Vec3> pointsNear(const MeshTree &surface, size_t count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> unit(0.0F, 1.0F);
    std::vector<double> sums;
    for (const MeshTree::Triangle &t : surface.triangles) {
        const auto area = static_cast<double>(glm::length(glm::cross(t.b - t.a, t.c - t.a)));
        sums.push_back(area + (sums.empty() ? 0.0 : sums.back()));
    }
    std::vector<Vec3> points;
    while (points.size() < count) {
        const double at = static_cast<double>(unit(random)) * sums.back();
        const auto found = std::min(std::lower_bound(sums.begin(), sums.end(), at), sums.end() - 1);
        const MeshTree::Triangle &t = surface.triangles[static_cast<size_t>(found - sums.begin())];
        const float u = std::sqrt(unit(random));
        const float v = unit(random);
        const Vec3 away = Vec3(unit(random), unit(random), unit(random)) - 0.5F;
        points.push_back((1.0F - u) * t.a + u * (1.0F - v) * t.b + u * v * t.c +
                         0.008F * unit(random) * glm::normalize(away));
    }
    return points;
}

TEST_P(VoxelFiles, AreSmallAccurateAndOnTheRightSide) { // case 27
    if (!std::filesystem::exists(kData)) {
        GTEST_SKIP() << "../shared/data is not there";
    }
    const auto mesh = readTriangleMesh(kData / GetParam().file, {});
    ASSERT_TRUE(mesh);
    Workers workers(2);
    const auto before = std::chrono::steady_clock::now();
    const VoxelSolid solid = buildVoxelSolid(mesh.value().position, mesh.value().triangles, {}, workers);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    const double megabytes = static_cast<double>(bytesOf(solid)) / 1e6;
    EXPECT_NEAR(solid.voxel, 0.005F, 1e-6F);
    EXPECT_LE(megabytes, GetParam().megabytesMax);

    const MeshTree whole = makeMeshTree(mesh.value().position, mesh.value().triangles);
    const MeshTree surface =
        makeSurfaceTree(mesh.value().position, mesh.value().triangles, whole, 0.1F * solid.voxel, workers);
    std::vector<float> errors;
    for (const Vec3 &p : pointsNear(surface, 8000)) {
        const float distance = closestPoint(surface, p).distance;
        const bool inside = windingNumber(whole, p) > kInsideWinding;
        errors.push_back(std::abs(sampleVoxels(solid, p).distance - (inside ? -distance : distance)));
    }
    std::sort(errors.begin(), errors.end());
    const float p99 = errors[errors.size() * 99 / 100];
    EXPECT_LE(p99, GetParam().p99Max);

    // Corners have a side of their own, interpolation has none where a wall is thinner than a voxel.
    int32_t wrong = 0;
    int32_t checked = 0;
    std::mt19937 random(6);
    while (checked < GetParam().samples) {
        const size_t cell = random() % solid.brick.size();
        const auto i = static_cast<int32_t>(cell);
        const glm::ivec3 at(i % solid.bricks.x, i / solid.bricks.x % solid.bricks.y,
                            i / (solid.bricks.x * solid.bricks.y));
        const glm::ivec3 corner = kBrickVoxels * at + glm::ivec3(random() % 8, random() % 8, random() % 8);
        if (solid.brick[cell] < 0) {
            continue;
        }
        const Vec3 p = solid.origin + solid.voxel * (Vec3(corner) + 1e-3F);
        const float distance = sampleVoxels(solid, p).distance;
        wrong += std::abs(distance) > 1e-4F &&
                         (distance < 0.0F) !=
                             (windingByHand(mesh.value().position, mesh.value().triangles, p) > 0.5)
                     ? 1
                     : 0;
        ++checked;
    }
    EXPECT_LE(wrong, checked / 1000);
    std::printf("%s: built in %.2f s, %.1f MB, p99 %.2f mm, %d of %d sides wrong\n", GetParam().file,
                took.count(), megabytes, 1e3 * static_cast<double>(p99), wrong, checked);
}

} // namespace
} // namespace selvage
