// Cloth from triangles: springs, areas, masses, and what is refused.
#include "sim/diagnostics.h"
#include "sim/mesh_cloth.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

namespace selvage {
namespace {

// Two triangles: a square metre cut from (0, 0) to (1, 1).
MeshShape square() {
    MeshShape shape;
    shape.uv = {{0.0F, 0.0F}, {1.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 1.0F}};
    shape.triangles = {0, 2, 3, 0, 3, 1};
    return shape;
}

const Spring *springBetween(const Cloth &cloth, int32_t a, int32_t b) {
    const std::vector<Spring> &springs = cloth.topology->keptSprings;
    const auto found = std::find_if(springs.begin(), springs.end(), [&](const Spring &s) {
        return std::minmax(s.a, s.b) == std::minmax(a, b);
    });
    return found == springs.end() ? nullptr : &*found;
}

TEST(MeshCloth, HasASpringForEveryEdgeAndOneOverIt) {
    auto cloth = makeMeshCloth(square(), Fabric{}, Pose{});
    ASSERT_TRUE(cloth) << cloth.error().message;
    ASSERT_EQ(springsOf(*cloth->topology).size(), 6U);
    EXPECT_EQ(springBetween(*cloth, 0, 1)->kind, SpringKind::Weft);
    EXPECT_EQ(springBetween(*cloth, 0, 2)->kind, SpringKind::Warp);
    EXPECT_EQ(springBetween(*cloth, 0, 3)->kind, SpringKind::Shear);
    EXPECT_EQ(springBetween(*cloth, 1, 2)->kind, SpringKind::Flexion);
    EXPECT_FLOAT_EQ(springBetween(*cloth, 0, 3)->restLength, std::sqrt(2.0F));
    EXPECT_FLOAT_EQ(springBetween(*cloth, 1, 2)->restLength, std::sqrt(2.0F));
}

TEST(MeshCloth, WeighsWhatItsAreaWeighs) {
    Fabric fabric;
    fabric.arealDensity = 0.3F;
    auto cloth = makeMeshCloth(irregularSheet({9, 13, 0.5F, 0.8F}, 3), fabric, Pose{});
    ASSERT_TRUE(cloth) << cloth.error().message;
    EXPECT_NEAR(std::accumulate(cloth->mass.begin(), cloth->mass.end(), 0.0), 0.3 * 0.5 * 0.8, 1e-6);
    EXPECT_GT(*std::min_element(cloth->mass.begin(), cloth->mass.end()), 0.0F);
}

// Sewn: the same edge is 1 m on the one side and 1.2 m on the other, at another place in the pattern.
TEST(MeshCloth, TakesTheMeanOfASeamsTwoSides) {
    MeshShape shape = square();
    shape.cornerUv = {{0.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 0.0F}, {5.0F, 5.0F}, {5.0F, 6.2F}, {6.0F, 5.0F}};
    auto cloth = makeMeshCloth(shape, Fabric{}, Pose{});
    ASSERT_TRUE(cloth) << cloth.error().message;
    EXPECT_FLOAT_EQ(springBetween(*cloth, 0, 3)->restLength, 1.1F);
    EXPECT_FLOAT_EQ(springBetween(*cloth, 2, 3)->restLength, std::sqrt(2.0F));
    EXPECT_FLOAT_EQ(cloth->topology->restArea[1], 1.2F / 6.0F);
}

TEST(MeshCloth, NamesWhatIsWrongWithAMesh) {
    const auto messageOf = [](const MeshShape &shape) {
        auto cloth = makeMeshCloth(shape, Fabric{}, Pose{});
        return cloth ? std::string() : cloth.error().message;
    };
    MeshShape shape = square();
    shape.triangles = {0, 2, 3, 0, 3, 4};
    EXPECT_NE(messageOf(shape).find("triangle 1 (particles 0, 3, 4): there is no particle 4"),
              std::string::npos);
    shape.triangles = {0, 2, 3, 0};
    EXPECT_NE(messageOf(shape).find("got 4 corners"), std::string::npos);
    shape.triangles = {0, 2, 3};
    EXPECT_NE(messageOf(shape).find("particle 1: expected to be the corner of a triangle"),
              std::string::npos);
    shape = square();
    shape.uv[1] = {2.0F, 2.0F};
    EXPECT_NE(
        messageOf(shape).find("triangle 1 (particles 0, 3, 1): expected three corners that are not in line"),
        std::string::npos);
    shape.uv[1] = {std::numeric_limits<float>::quiet_NaN(), 0.0F};
    EXPECT_NE(messageOf(shape).find("particle 1: expected finite coordinates"), std::string::npos);
    shape = square();
    shape.cornerUv.resize(5);
    EXPECT_NE(messageOf(shape).find("for each of 6 corners, got 5"), std::string::npos);
    shape = square();
    shape.position.resize(3);
    EXPECT_NE(messageOf(shape).find("for each of 4 particles, got 3"), std::string::npos);
    Fabric air;
    air.arealDensity = 0.0F;
    EXPECT_FALSE(makeMeshCloth(square(), air, Pose{}));
}

TEST(IrregularSheet, IsTheSameForTheSameSeedAndHasNoThinTriangles) {
    const GridSize size{17, 17, 1.0F, 1.0F};
    const MeshShape shape = irregularSheet(size, 5);
    EXPECT_EQ(shape.triangles, irregularSheet(size, 5).triangles);
    EXPECT_NE(shape.triangles, irregularSheet(size, 6).triangles);
    float smallest = 1.0F;
    for (size_t t = 0; t < shape.triangles.size(); t += 3) {
        const auto uv = [&](size_t k) { return shape.uv[static_cast<size_t>(shape.triangles[t + k])]; };
        const Vec2 p = uv(1) - uv(0);
        const Vec2 q = uv(2) - uv(0);
        smallest = std::min(smallest, 0.5F * (p.y * q.x - p.x * q.y));
    }
    EXPECT_GT(smallest, 0.05F / (16.0F * 16.0F)) << "of the same sense and of some size";
}

} // namespace
} // namespace selvage
