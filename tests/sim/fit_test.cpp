// How garments fit, on shapes of which it is known.
#include "pattern_shapes.h"
#include "sim/diagnostics.h"
#include "sim/fit.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr float kRadius = 0.11F; // m, of the cylinder
constexpr float kMiddle = 1.1F;  // m, its middle's height
constexpr double kHeight = 0.2;  // m, of the panels
constexpr float kGravity = 9.81F;

// A cylinder of many sides, from 0.6 to 1.6 m; for distances.
MeshTree cylinder() {
    constexpr int32_t kAround = 720;
    std::vector<Vec3> position;
    std::vector<int32_t> triangles;
    for (int32_t k = 0; k < kAround; ++k) {
        const float angle = glm::two_pi<float>() * static_cast<float>(k) / kAround;
        for (const float y : {0.6F, 1.6F}) {
            position.emplace_back(kRadius * std::cos(angle), y, -kRadius * std::sin(angle));
        }
        const int32_t p = 2 * k;
        const int32_t q = 2 * ((k + 1) % kAround);
        triangles.insert(triangles.end(), {p, q, p + 1, q, q + 1, p + 1});
    }
    return makeMeshTree(position, triangles);
}

// Two rectangles whose long sides are sewn round a cylinder, `girth` m in all.
World sewnRoundCylinder(double girth) {
    const double width = 0.5 * girth;
    SewingPattern pattern;
    for (const float z : {0.18F, -0.18F}) {
        Panel panel = panelOf(z > 0.0F ? "front" : "back", rectangle(width, kHeight));
        panel.placement.position = Vec3(static_cast<float>(-0.5 * width), 1.0F, z);
        pattern.panels.push_back(panel);
    }
    pattern.panels[1].outline = polygon({{0.0, 0.0}, {0.0, kHeight}, {width, kHeight}, {width, 0.0}});
    pattern.seams.push_back({{{0, 1}}, {{1, 2}}});
    pattern.seams.push_back({{{0, 3}}, {{1, 0}}});
    World world;
    world.colliders.emplace_back();
    world.colliders[0].shape = ColliderShape::Capsule;
    world.colliders[0].radius = kRadius;
    world.colliders[0].halfExtents.y = 0.6F;
    world.colliders[0].pose.position.y = kMiddle;
    world.colliders[0].previousPose = world.colliders[0].pose;
    auto garment = makeGarment(pattern, {0.02});
    EXPECT_TRUE(garment);
    EXPECT_TRUE(addGarment(world, std::move(*garment), *findFabric("cotton"), {}));
    world.settings.gravity = Vec3(0.0F);
    prepareWorld(world, 1);
    for (int32_t s = 0; s < 180; ++s) {
        step(world, {});
    }
    EXPECT_FALSE(isSewing(world));
    return world;
}

TEST(Fit, OfATubeRoundACylinderHasTheEaseOfThePattern) {
    const double girth = glm::two_pi<double>() * static_cast<double>(kRadius);
    for (const double ease : {0.04, 0.1}) {
        const World world = sewnRoundCylinder(girth + ease);
        const Cloth &cloth = world.cloths[0];
        const auto girthAt = [&](float height, const Vec3 &centre) {
            return clothGirth(cloth.position, cloth.topology->triangles, height, centre);
        };
        const auto worn = girthAt(kMiddle, Vec3(0.0F));
        ASSERT_TRUE(worn);
        // Edges of 2 cm cut the corners of what the cloth does: by 1/24 of the square of the angle they span.
        EXPECT_NEAR(static_cast<double>(*worn) - girth, ease, 0.006);
        EXPECT_FALSE(girthAt(kMiddle, Vec3(0.5F, 0.0F, 0.0F))) << "not round that";
        EXPECT_FALSE(girthAt(1.5F, Vec3(0.0F))) << "above it";
    }
}

TEST(Fit, DistanceToTheCylinderIsThatToItsAxisLessItsRadius) {
    const World world = sewnRoundCylinder(0.75);
    std::vector<float> distance;
    appendDistance(world.cloths[0], cylinder(), {}, distance);
    ASSERT_EQ(distance.size(), world.cloths[0].position.size());
    for (size_t i = 0; i < distance.size(); ++i) {
        const Vec3 &x = world.cloths[0].position[i];
        EXPECT_NEAR(distance[i], std::hypot(x.x, x.z) - kRadius, 1e-4F);
    }
    // The same where body and cloth stand elsewhere.
    Cloth moved = world.cloths[0];
    const Pose pose{glm::angleAxis(1.0F, Vec3(0.0F, 1.0F, 0.0F)), Vec3(1.0F, 2.0F, 3.0F)};
    for (Vec3 &x : moved.position) {
        x = transformPoint(pose, x);
    }
    std::vector<float> there;
    appendDistance(moved, cylinder(), pose, there);
    for (size_t i = 0; i < there.size(); ++i) {
        EXPECT_NEAR(there[i], distance[i], 1e-5F);
    }
}

// Drawn by 7 % along the warp and 2 % across, sheared by 0.1, and turned in space.
TEST(Fit, StretchIsToldAlongWarpAndWeft) {
    auto cloth = makeMeshCloth(irregularSheet({9, 9, 0.4F, 0.4F}, 5), *findFabric("cotton"), {});
    ASSERT_TRUE(cloth);
    const Quat turn = glm::angleAxis(0.7F, glm::normalize(Vec3(1.0F, 2.0F, 3.0F)));
    for (size_t i = 0; i < cloth->position.size(); ++i) {
        const Vec2 uv = cloth->topology->restUv[i];
        cloth->position[i] = turn * Vec3(1.02F * uv.x + 0.1F * uv.y, 1.07F * uv.y, 0.0F);
    }
    WarpWeftStretch stretch;
    appendWarpWeftStretch(*cloth, stretch);
    ASSERT_EQ(stretch.warp.size(), cloth->topology->triangles.size() / 3);
    for (size_t t = 0; t < stretch.warp.size(); ++t) {
        EXPECT_NEAR(stretch.warp[t], std::hypot(1.07F, 0.1F) - 1.0F, 1e-4F);
        EXPECT_NEAR(stretch.weft[t], 0.02F, 1e-4F);
    }
}

// What lies on the floor presses with its weight: density times gravity, whatever the particles' shares.
TEST(Fit, PressureOfASheetOnTheFloorIsItsWeight) {
    World world;
    world.colliders.emplace_back(); // a plane through the origin
    const Fabric fabric = *findFabric("denim");
    const Pose above{Quat(1.0F, 0.0F, 0.0F, 0.0F), Vec3(0.0F, 0.01F, 0.0F)};
    auto cloth = makeMeshCloth(irregularSheet({15, 15, 0.4F, 0.4F}, 5), fabric, above);
    ASSERT_TRUE(cloth);
    world.cloths.push_back(std::move(*cloth));
    prepareWorld(world, 1);
    std::vector<float> sum(world.cloths[0].position.size(), 0.0F);
    constexpr int32_t kSteps = 90;
    for (int32_t s = 0; s < 2 * kSteps; ++s) {
        step(world, {});
        if (s >= kSteps) {
            ASSERT_TRUE(addContactPressure(world, 0, 0, StepInput().dt, sum));
        }
    }
    double weight = 0.0;
    double area = 0.0;
    for (size_t i = 0; i < sum.size(); ++i) {
        weight += static_cast<double>(sum[i] / kSteps * world.cloths[0].topology->restArea[i]);
        area += static_cast<double>(world.cloths[0].topology->restArea[i]);
    }
    const double expected = static_cast<double>(fabric.arealDensity * kGravity);
    EXPECT_NEAR(weight / area, expected, 0.02 * expected);
    std::vector<float> other(sum.size(), 0.0F);
    EXPECT_TRUE(addContactPressure(world, 0, 1, StepInput().dt, other));
    EXPECT_EQ(*std::max_element(other.begin(), other.end()), 0.0F) << "of another obstacle";
}

TEST(Fit, MeasuresBustWaistAndHipWhereTheyAre) {
    std::vector<Vec3> position;
    std::vector<int32_t> triangles;
    // Girths of a body of 1.7 m, by height: hip 0.85, waist 1.08, bust 1.25.
    const std::pair<float, float> profile[] = {{0.0F, 0.05F},  {0.7F, 0.14F}, {0.85F, 0.16F}, {1.08F, 0.12F},
                                               {1.25F, 0.15F}, {1.4F, 0.09F}, {1.7F, 0.08F}};
    constexpr int32_t kAround = 64;
    for (const auto &[y, radius] : profile) {
        for (int32_t k = 0; k < kAround; ++k) {
            const float angle = glm::two_pi<float>() * static_cast<float>(k) / kAround;
            position.emplace_back(radius * std::cos(angle), y, -radius * std::sin(angle));
        }
    }
    for (int32_t row = 0; row + 1 < 7; ++row) {
        for (int32_t k = 0; k < kAround; ++k) {
            const int32_t p = row * kAround + k;
            const int32_t q = row * kAround + (k + 1) % kAround;
            triangles.insert(triangles.end(), {p, q, p + kAround, q, q + kAround, p + kAround});
        }
    }
    const auto lines = measureLines(measureBody(position, triangles));
    ASSERT_EQ(lines.size(), 3U);
    const std::tuple<std::string, float, float> expected[] = {
        {"bust", 1.25F, 0.15F}, {"waist", 1.08F, 0.12F}, {"hip", 0.85F, 0.16F}};
    for (size_t l = 0; l < 3; ++l) {
        const auto &[name, height, radius] = expected[l];
        EXPECT_EQ(lines[l].name, name);
        EXPECT_NEAR(lines[l].height, height, 0.006F);
        EXPECT_NEAR(lines[l].girth, glm::two_pi<float>() * radius, 0.01F);
    }
}

} // namespace
} // namespace selvage
