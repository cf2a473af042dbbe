// Measures of bodies, limbs in loops, and bodies dressed without hands.
#include "pattern_shapes.h"
#include "sim/dressing.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr int32_t kAround = 48;

struct Mesh {
    std::vector<Vec3> position;
    std::vector<int32_t> triangles;
};

// A closed tube round the line from a to b (m), radius r (m).
void addTube(Mesh &mesh, const Vec3 &a, const Vec3 &b, float radiusA, float radiusB) {
    const Vec3 along = glm::normalize(b - a);
    const Vec3 across = glm::normalize(
        glm::cross(along, std::abs(along.x) < 0.9F ? Vec3(1.0F, 0.0F, 0.0F) : Vec3(0.0F, 0.0F, 1.0F)));
    const Vec3 third = glm::cross(along, across);
    const auto first = static_cast<int32_t>(mesh.position.size());
    for (int32_t k = 0; k < kAround; ++k) {
        const float angle = glm::two_pi<float>() * static_cast<float>(k) / kAround;
        const Vec3 out = std::cos(angle) * across + std::sin(angle) * third;
        mesh.position.push_back(a + radiusA * out);
        mesh.position.push_back(b + radiusB * out);
    }
    mesh.position.push_back(a);
    mesh.position.push_back(b);
    const int32_t end = first + 2 * kAround;
    for (int32_t k = 0; k < kAround; ++k) {
        const int32_t p = first + 2 * k;
        const int32_t q = first + 2 * ((k + 1) % kAround);
        mesh.triangles.insert(mesh.triangles.end(),
                              {p, q, p + 1, q, q + 1, p + 1, end, q, p, end + 1, p + 1, q + 1});
    }
}

// A figure of tubes: a trunk that is narrowest at 1.1 m, legs, arms, head.
Mesh figure() {
    Mesh mesh;
    addTube(mesh, {0.0F, 0.78F, 0.0F}, {0.0F, 1.1F, 0.0F}, 0.17F, 0.12F);
    addTube(mesh, {0.0F, 1.1F, 0.0F}, {0.0F, 1.42F, 0.0F}, 0.12F, 0.17F);
    addTube(mesh, {0.0F, 1.42F, 0.0F}, {0.0F, 1.75F, 0.0F}, 0.08F, 0.08F);
    for (const float side : {1.0F, -1.0F}) {
        addTube(mesh, {0.1F * side, 0.0F, 0.0F}, {0.1F * side, 0.78F, 0.0F}, 0.05F, 0.08F);
        addTube(mesh, {0.15F * side, 1.36F, 0.0F}, {0.6F * side, 0.95F, 0.0F}, 0.05F, 0.04F);
    }
    return mesh;
}

std::vector<Vec3> ring(const Vec3 &centre, const Vec3 &normal, float radius) {
    const Vec3 n = glm::normalize(normal);
    const Vec3 a =
        glm::normalize(glm::cross(n, std::abs(n.x) < 0.9F ? Vec3(1.0F, 0.0F, 0.0F) : Vec3(0.0F, 0.0F, 1.0F)));
    const Vec3 b = glm::cross(n, a);
    std::vector<Vec3> points;
    for (int32_t k = 0; k < kAround; ++k) {
        const float angle = glm::two_pi<float>() * static_cast<float>(k) / kAround;
        points.push_back(centre + radius * (std::cos(angle) * a + std::sin(angle) * b));
    }
    return points;
}

std::vector<int32_t> limbsIn(const std::vector<Vec3> &loop, const BodyMeasures &body) {
    const LimbLinks links = linksOf(loop, body);
    std::vector<int32_t> limbs;
    for (int32_t limb = 0; limb < static_cast<int32_t>(kLimbCount); ++limb) {
        if (links.count[static_cast<size_t>(limb)] != 0) {
            limbs.push_back(limb);
        }
    }
    return limbs;
}

TEST(BodyMeasure, AConesSectionHasItsGirthAndItsMiddle) {
    Mesh cone;
    addTube(cone, {0.1F, 0.0F, 0.2F}, {0.1F, 1.0F, 0.2F}, 0.3F, 0.1F);
    const auto sections = sectionsOf(cone.position, cone.triangles, 1, 0.5F);
    ASSERT_EQ(sections.size(), 1U);
    // Round a polygon of 2 kAround corners, half of them on the diagonals' middles: at least kAround sides.
    EXPECT_NEAR(sections[0].girth, glm::two_pi<float>() * 0.2F, 0.005F);
    EXPECT_NEAR(glm::distance(sections[0].centre, Vec3(0.1F, 0.5F, 0.2F)), 0.0F, 1e-3F);
}

TEST(BodyMeasure, AFiguresWaistIsWhereItIsNarrowestAndItsLimbsAreFound) {
    const Mesh mesh = figure();
    const BodyMeasures body = measureBody(mesh.position, mesh.triangles);
    EXPECT_NEAR(body.height, 1.75F, 1e-4F);
    EXPECT_NEAR(body.waistHeight, 1.1F, 0.006F);
    EXPECT_NEAR(body.waistGirth, glm::two_pi<float>() * 0.12F, 0.01F);
    for (const std::vector<Vec3> &axis : body.axis) {
        EXPECT_GE(axis.size(), 4U);
    }
    EXPECT_GT(body.axis[static_cast<size_t>(Limb::LeftArm)].back().x, 0.6F);
    EXPECT_LT(body.axis[static_cast<size_t>(Limb::RightLeg)].back().y, 0.0F);
}

TEST(BodyMeasure, ALoopLinksWithTheLimbsThatItGoesRound) {
    const Mesh mesh = figure();
    const BodyMeasures body = measureBody(mesh.position, mesh.triangles);
    using Limbs = std::vector<int32_t>;
    EXPECT_EQ(limbsIn(ring({0.0F, 1.5F, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.15F), body), Limbs({0})) << "a neckline";
    EXPECT_EQ(limbsIn(ring({0.4F, 1.13F, 0.0F}, {1.0F, -0.9F, 0.0F}, 0.12F), body), Limbs({1})) << "a cuff";
    EXPECT_EQ(limbsIn(ring({0.16F, 1.33F, 0.0F}, {1.0F, 0.0F, 0.0F}, 0.1F), body), Limbs({1}))
        << "an armhole";
    EXPECT_EQ(limbsIn(ring({0.0F, 0.7F, 0.0F}, {0.0F, -1.0F, 0.0F}, 0.3F), body), Limbs({3, 4})) << "a hem";
    EXPECT_EQ(limbsIn(ring({0.1F, 0.3F, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.09F), body), Limbs({3})) << "a leg";
    EXPECT_EQ(limbsIn(ring({0.9F, 1.0F, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.2F), body), Limbs({})) << "beside it";
    // At the waist, seen from above or from below: either way head and arms on one side, legs on the other.
    const LimbLinks waist = linksOf(ring({0.0F, 1.2F, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.25F), body);
    EXPECT_NE(waist.count[0], waist.count[3]);
    EXPECT_EQ(waist.count[3], waist.count[4]);
}

TEST(BodyMeasure, BordersAreClosedLoopsOfParticles) {
    // A square of two triangles and, apart, one triangle.
    const std::vector<int32_t> triangles = {0, 1, 2, 0, 2, 3, 4, 5, 6};
    const auto loops = borderLoops(triangles);
    ASSERT_EQ(loops.size(), 2U);
    EXPECT_EQ(loops[0].size(), 4U);
    EXPECT_EQ(loops[1].size(), 3U);
}

// Before and behind a body, with the shoulder seams on top; `low`: m, where their hems are.
SewingPattern tabard(float low) {
    SewingPattern pattern;
    for (const float z : {0.3F, -0.3F}) {
        Panel panel = panelOf(z > 0.0F ? "front" : "back", rectangle(0.5, 0.6));
        panel.placement.position = Vec3(-0.25F, low, z);
        pattern.panels.push_back(panel);
    }
    pattern.panels[1].outline = polygon({{0.0, 0.0}, {0.0, 0.6}, {0.5, 0.6}, {0.5, 0.0}});
    pattern.seams.push_back({{{0, 2}}, {{1, 1}}});
    return pattern;
}

Collider ball(float top) {
    Collider collider;
    collider.shape = ColliderShape::Sphere;
    collider.radius = 0.2F;
    collider.pose.position = Vec3(0.0F, top - 0.2F, 0.0F);
    return collider;
}

TEST(Dressing, PanelsAreLiftedUntilTheirShoulderSeamHasAFreeWay) {
    const BodyMeasures measures;
    auto high = planDressing(tabard(1.0F), ball(1.4F), measures, {});
    ASSERT_TRUE(high) << (high ? "" : high.error().message);
    EXPECT_EQ(high->shoulders, std::vector<int32_t>({0}));
    const float always = high->lifted; // more than the way needs, since panels tip
    EXPECT_LT(always, 0.1F);
    auto low = planDressing(tabard(0.75F), ball(1.4F), measures, {});
    ASSERT_TRUE(low) << (low ? "" : low.error().message);
    EXPECT_NEAR(low->lifted - always, 1.42F - 1.35F, 0.011F);
    EXPECT_NEAR(low->garment.shape.position[0].y, 0.75F + low->lifted, 1e-5F);
}

TEST(Dressing, AShoulderSeamWithoutAFreeWayIsNamed) {
    auto plan = planDressing(tabard(0.48F), ball(1.4F), {}, {});
    ASSERT_FALSE(plan);
    EXPECT_NE(plan.error().message.find("'front', edge 2"), std::string::npos) << plan.error().message;
}

TEST(Dressing, WaistEdgesGoToTheBodysWaistAndAreHeldThere) {
    SewingPattern pattern = tabard(0.3F);
    for (Panel &panel : pattern.panels) {
        for (PanelEdge &edge : panel.outline) {
            edge.label = edge.start.y == 0.6 && edge.end.y == 0.6 ? kWaistLabel : "";
        }
    }
    BodyMeasures measures;
    const Collider body = ball(1.4F);
    measures.waistHeight = 1.05F - body.pose.position.y; // in the body's space
    auto plan = planDressing(pattern, body, measures, {});
    ASSERT_TRUE(plan) << (plan ? "" : plan.error().message);
    EXPECT_TRUE(plan->shoulders.empty());
    EXPECT_GT(plan->settings.belt.size(), 40U);
    for (const int32_t i : plan->settings.belt) {
        EXPECT_NEAR(plan->garment.shape.position[static_cast<size_t>(i)].y, 1.05F, 1e-5F);
    }
}

TEST(Dressing, TheWidestSeamIsNamed) {
    auto plan = planDressing(tabard(1.0F), ball(1.4F), {}, {});
    ASSERT_TRUE(plan);
    const std::string text = widestSeam(tabard(1.0F), plan->garment, plan->garment.shape.position);
    EXPECT_NE(text.find("'front', edge 2"), std::string::npos) << text;
    const std::string widest =
        std::to_string(1000.0F * widestGap(plan->garment, plan->garment.shape.position));
    EXPECT_NE(text.find(widest), std::string::npos) << text;
}

} // namespace
} // namespace selvage
