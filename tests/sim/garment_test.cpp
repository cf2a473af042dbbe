// Garments: panels that are sewn while they are simulated.
#include "pattern_shapes.h"
#include "sim/diagnostics.h"
#include "sim/world.h"

#include <gtest/gtest.h>
#include <map>
#include <numeric>

namespace selvage {
namespace {

constexpr double kWidth = 0.42;    // m, of each of two panels
constexpr double kHeight = 0.3;    // m
constexpr float kRadius = 0.11F;   // m, of the capsule in the tube
constexpr float kDistance = 0.18F; // m, of a panel's plane from the capsule's axis

EdgeOfPanel edgeOf(int32_t panel, int32_t edge) {
    return {panel, edge};
}

// Two rectangles, before and behind, whose long sides are sewn: a tube.
SewingPattern tube(double height = kHeight) {
    SewingPattern pattern;
    for (const float z : {kDistance, -kDistance}) {
        Panel panel = panelOf(z > 0.0F ? "front" : "back", rectangle(kWidth, height));
        panel.placement.position = Vec3(static_cast<float>(-0.5 * kWidth), 1.0F, z);
        pattern.panels.push_back(panel);
    }
    // The back runs the other way round, so that both faces look outwards.
    pattern.panels[1].outline = polygon({{0.0, 0.0}, {0.0, height}, {kWidth, height}, {kWidth, 0.0}});
    pattern.seams.push_back({{edgeOf(0, 1)}, {edgeOf(1, 2)}});
    pattern.seams.push_back({{edgeOf(0, 3)}, {edgeOf(1, 0)}});
    return pattern;
}

Garment garmentOf(const SewingPattern &pattern, double edge = 0.02) {
    auto garment = makeGarment(pattern, {edge});
    EXPECT_TRUE(garment) << (garment ? "" : garment.error().message);
    return garment ? std::move(*garment) : Garment{};
}

Collider capsule(float radius) {
    Collider collider;
    collider.shape = ColliderShape::Capsule;
    collider.radius = radius;
    collider.halfExtents.y = 0.6F;
    collider.pose.position = Vec3(0.0F, 1.1F, 0.0F);
    collider.previousPose = collider.pose;
    return collider;
}

World tubeRoundCapsule(int32_t threads = 1) {
    World world;
    world.colliders.push_back(capsule(kRadius));
    const auto added = addGarment(world, garmentOf(tube()), *findFabric("cotton"), {});
    EXPECT_TRUE(added) << (added ? "" : added.error().message);
    EXPECT_TRUE(checkWorld(world));
    prepareWorld(world, threads);
    return world;
}

// Steps until the panels are sewn; the number of steps.
int32_t sew(World &world, int32_t stepMax) {
    int32_t steps = 0;
    while (isSewing(world) && steps < stepMax) {
        EXPECT_EQ(step(world, {}).nonFinite, 0);
        ++steps;
    }
    return steps;
}

std::map<std::pair<int32_t, int32_t>, int> edgesOf(const ClothTopology &topology) {
    std::map<std::pair<int32_t, int32_t>, int> edges;
    for (size_t t = 0; t < topology.triangles.size(); t += 3) {
        for (size_t k = 0; k < 3; ++k) {
            ++edges[{topology.triangles[t + k], topology.triangles[t + (k + 1) % 3]}];
        }
    }
    return edges;
}

TEST(Garment, EveryTriangleKeepsItsShapeInTheFlatFabricWhenSewn) {
    const Garment garment = garmentOf(tube());
    const MeshShape sewn = sewnShape(garment, garment.shape.position);
    ASSERT_EQ(sewn.triangles.size(), garment.shape.triangles.size());
    for (size_t c = 0; c < sewn.triangles.size(); ++c) {
        const auto corner = static_cast<size_t>(garment.shape.triangles[c]);
        EXPECT_EQ(sewn.cornerUv[c], garment.shape.uv[corner]);
        EXPECT_EQ(sewn.triangles[c], garment.sewnParticle[corner]);
    }
}

TEST(Garment, ASewnTubeIsOneMeshWithTwoBordersAndOneFace) {
    const Garment garment = garmentOf(tube());
    auto cloth = makeMeshCloth(sewnShape(garment, garment.shape.position), *findFabric("cotton"), {});
    ASSERT_TRUE(cloth) << (cloth ? "" : cloth.error().message);
    const auto edges = edgesOf(*cloth->topology);
    std::map<int32_t, int> bordersAt;
    for (const auto &[edge, count] : edges) {
        EXPECT_EQ(count, 1) << "two triangles run the same way along an edge: a face looks inwards";
        if (!edges.contains({edge.second, edge.first})) {
            ++bordersAt[edge.first];
        }
    }
    for (const auto &[particle, count] : bordersAt) {
        EXPECT_EQ(count, 1) << particle;
    }
    // V - E + F of a tube is 0; every inner edge is there twice.
    const size_t undirected = (edges.size() + bordersAt.size()) / 2;
    EXPECT_EQ(static_cast<size_t>(cloth->particleCount()) + cloth->topology->triangles.size() / 3,
              undirected);
    // The particles of two sides of length kHeight are shared.
    EXPECT_EQ(garment.shape.uv.size() - static_cast<size_t>(garment.sewnCount), 2 * garment.seams[0].size());
}

TEST(Garment, WhereFourPanelsMeetTheyShareOneParticle) {
    SewingPattern pattern;
    for (int32_t p = 0; p < 4; ++p) {
        Panel panel = panelOf(std::to_string(p), rectangle(0.2, 0.2));
        panel.placement.position = Vec3(0.3F * static_cast<float>(p % 2), p < 2 ? 1.0F : 1.3F, 0.0F);
        pattern.panels.push_back(panel);
    }
    pattern.seams = {{{edgeOf(0, 1)}, {edgeOf(1, 3)}},
                     {{edgeOf(2, 1)}, {edgeOf(3, 3)}},
                     {{edgeOf(0, 2)}, {edgeOf(2, 0)}},
                     {{edgeOf(1, 2)}, {edgeOf(3, 0)}}};
    const Garment garment = garmentOf(pattern);
    std::vector<int> parts(static_cast<size_t>(garment.sewnCount), 0);
    for (const int32_t sewn : garment.sewnParticle) {
        ++parts[static_cast<size_t>(sewn)];
    }
    EXPECT_EQ(std::count(parts.begin(), parts.end(), 4), 1);
    EXPECT_EQ(std::count(parts.begin(), parts.end(), 3), 0);
}

TEST(Garment, TwoPanelsBecomeATubeRoundACapsule) {
    World world = tubeRoundCapsule();
    const double massBefore = [&] {
        const Cloth &cloth = world.cloths.front();
        return std::accumulate(cloth.mass.begin(), cloth.mass.end(), 0.0);
    }();
    EXPECT_LE(sew(world, 180), 90) << "gap " << world.sewings.front()->gap;
    ASSERT_FALSE(isSewing(world));
    const Cloth &cloth = world.cloths.front();
    EXPECT_EQ(cloth.particleCount(), world.sewings.front()->garment.sewnCount);
    EXPECT_NEAR(std::accumulate(cloth.mass.begin(), cloth.mass.end(), 0.0), massBefore, 1e-5 * massBefore);
    for (int32_t s = 0; s < 90; ++s) {
        EXPECT_EQ(step(world, {}).nonFinite, 0);
    }
    std::vector<float> depth;
    appendPenetration(world, cloth, depth);
    EXPECT_LE(*std::max_element(depth.begin(), depth.end()), 0.0F);
    // All round: there is cloth in each of eight directions from the axis.
    std::array<int, 8> sector{};
    for (const Vec3 &x : cloth.position) {
        ++sector.at(static_cast<size_t>((std::atan2(x.z, x.x) + std::numbers::pi) /
                                        (2.0001 * std::numbers::pi) * 8.0));
    }
    EXPECT_GT(*std::min_element(sector.begin(), sector.end()), 0);
}

TEST(Garment, PanelsDoNotFallBeforeTheyAreSewnAndDoAfterwards) {
    World world = tubeRoundCapsule();
    world.colliders.clear();
    const float before = centreOfMass(world.cloths.front()).y;
    sew(world, 180);
    ASSERT_FALSE(isSewing(world));
    EXPECT_NEAR(centreOfMass(world.cloths.front()).y, before, 1e-3F);
    for (int32_t s = 0; s < 45; ++s) {
        step(world, {});
    }
    EXPECT_NEAR(centreOfMass(world.cloths.front()).y, before - 0.5F * kGravity * 0.25F, 0.1F);
}

TEST(Garment, SeamsComeTogetherNoFasterThanTold) {
    World world = tubeRoundCapsule();
    world.sewings.front()->settings.speed = 0.5F;
    prepareWorld(world, 1);
    const float start = world.sewings.front()->gap;
    for (int32_t s = 0; s < 30; ++s) {
        const float before = world.sewings.front()->gap;
        step(world, {});
        EXPECT_GE(world.sewings.front()->gap, before - 1.2F * 0.5F / 90.0F) << s;
    }
    EXPECT_LT(world.sewings.front()->gap, 0.8F * start);
}

TEST(Garment, AHandThatHoldsAPanelHoldsTheSewnTube) {
    World world = tubeRoundCapsule();
    StepInput input;
    HandInput &hand = input.tracked.hands[1];
    hand.active = hand.tracked = true;
    hand.grip.position = world.cloths.front().position.front();
    step(world, input);
    hand.grab = 1.0F;
    const Vec3 from = hand.grip.position;
    const Vec3 to(-1.4F * kRadius, from.y, 0.0F); // where there is room for the tube and the capsule
    for (int32_t s = 0; s < 180; ++s) {
        hand.grip.position = glm::mix(from, to, std::min(1.0F, static_cast<float>(s) / 60.0F));
        const StepReport report = step(world, input);
        EXPECT_EQ(report.nonFinite, 0);
        EXPECT_GT(report.heldCount, 0);
        EXPECT_LT(report.grabError, 0.01F);
    }
    EXPECT_FALSE(isSewing(world));
}

TEST(Garment, KeepsOutOfItselfAsSoonAsItIsSewn) {
    World world = tubeRoundCapsule();
    world.settings.selfContact.enabled = true;
    prepareWorld(world, 1);
    sew(world, 180);
    ASSERT_FALSE(isSewing(world));
    StepReport report;
    for (int32_t s = 0; s < 90; ++s) {
        report = step(world, {});
        EXPECT_EQ(report.nonFinite, 0);
    }
    EXPECT_EQ(report.selfContact.crossings, 0);
    EXPECT_EQ(world.selfContact->positions(0).size(), world.cloths.front().position.size());
}

TEST(Garment, OnlyTheIntegratorThatSewsIsTakenUntilItIsSewn) {
    World world = tubeRoundCapsule();
    const auto refused = selectIntegrator(world, *findIntegrator("desbrun"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("garment"), std::string::npos);
    EXPECT_TRUE(selectIntegrator(world, *findIntegrator(kDefaultIntegrator)));
    sew(world, 180);
    ASSERT_FALSE(isSewing(world));
    EXPECT_TRUE(selectIntegrator(world, *findIntegrator("desbrun")));
    EXPECT_EQ(step(world, {}).nonFinite, 0);
}

TEST(Garment, IsSewnToTheSameBitsByAnyNumberOfWorkers) {
    World one = tubeRoundCapsule(1);
    World three = tubeRoundCapsule(3);
    EXPECT_EQ(sew(one, 180), sew(three, 180));
    EXPECT_EQ(stateHash(one), stateHash(three));
}

} // namespace
} // namespace selvage
