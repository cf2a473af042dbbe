// Cutting and sewing a cloth that is being simulated.
#include "measure/sheet.h"
#include "sim/cloth_edit.h"
#include "sim/springs.h"

#include <gtest/gtest.h>
#include <numeric>

namespace selvage {
namespace {

constexpr float kSubstep = 1.0F / 360.0F; // s

double totalMass(const Cloth &cloth) {
    return std::accumulate(cloth.mass.begin(), cloth.mass.end(), 0.0);
}

World swinging(const char *integrator, int32_t side) {
    World world = sheetWorld(side, 300.0F, integrator);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    for (int s = 0; s < 20; ++s) {
        step(world, emptyInput());
    }
    return world;
}

void edit(World &world, const ClothEdit &change) {
    auto plan = planEdit(world.cloths[0], change, *world.settings.integrator, kSubstep);
    ASSERT_TRUE(plan) << plan.error().message;
    const auto applied = applyEdit(world, 0, std::move(*plan));
    ASSERT_TRUE(applied) << applied.error().message;
}

// All springs and triangles across the line between two rows.
ClothEdit cutBelowRow(const ClothTopology &topology, int32_t row) {
    const int32_t last = (row + 1) * topology.columnCount; // first particle beyond the line
    ClothEdit change;
    const std::vector<Spring> springs = springsOf(topology);
    for (size_t s = 0; s < springs.size(); ++s) {
        if ((springs[s].a < last) != (springs[s].b < last)) {
            change.removedSprings.push_back(static_cast<int32_t>(s));
        }
    }
    for (size_t t = 0; t < topology.triangles.size() / 3; ++t) {
        int below = 0;
        for (size_t k = 0; k < 3; ++k) {
            below += topology.triangles[3 * t + k] < last ? 1 : 0;
        }
        if (below != 0 && below != 3) {
            change.removedTriangles.push_back(static_cast<int32_t>(t));
        }
    }
    return change;
}

TEST(ClothEdit, ThatCutsLetsTheLowerPartFallAndTheUpperHang) {
    for (const char *integrator : {"desbrun", "implicit-cg", "kang-cho", "symplectic", "selvage"}) {
        World world = swinging(integrator, 13);
        const uint64_t before = world.cloths[0].topology->id;
        edit(world, cutBelowRow(*world.cloths[0].topology, 5));
        Cloth &cloth = world.cloths[0];
        EXPECT_NE(cloth.topology->id, before);
        const Vec3 start = cloth.position[168];
        for (int s = 0; s < 90; ++s) {
            ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << integrator;
        }
        EXPECT_LT(cloth.position[168].y, start.y - 3.0F) << integrator;
        EXPECT_GT(cloth.position[60].y, -1.0F) << integrator;
    }
}

TEST(ClothEdit, ThatSplitsKeepsMassMomentumAndPlaces) {
    World world = swinging("desbrun", 9);
    const Cloth before = world.cloths[0];
    ClothEdit change;
    for (const int32_t particle : {39, 40, 41}) { // a slit along the middle row
        ClothEdit::Split split{particle, {}, {}};
        const ClothTopology &topology = *before.topology;
        const std::vector<Spring> springs = springsOf(topology);
        for (size_t s = 0; s < springs.size(); ++s) {
            const Spring &spring = springs[s];
            if ((spring.a == particle && spring.b / 9 > 4) || (spring.b == particle && spring.a / 9 > 4)) {
                split.springs.push_back(static_cast<int32_t>(s));
            }
        }
        for (size_t t = 0; t < topology.triangles.size() / 3; ++t) {
            const int32_t *corner = topology.triangles.data() + 3 * t;
            if (std::count(corner, corner + 3, particle) > 0 &&
                *std::max_element(corner, corner + 3) / 9 > 4) {
                split.triangles.push_back(static_cast<int32_t>(t));
            }
        }
        change.splits.push_back(split);
    }
    edit(world, change);
    const Cloth &after = world.cloths[0];
    ASSERT_EQ(after.particleCount(), 84);
    EXPECT_EQ(after.topology->triangles.size(), before.topology->triangles.size());
    EXPECT_EQ(springsOf(*after.topology).size(), springsOf(*before.topology).size());
    EXPECT_NEAR(totalMass(after), totalMass(before), 1e-6);
    EXPECT_NEAR(momentumOf(after).linear[1], momentumOf(before).linear[1], 1e-6);
    EXPECT_EQ(after.position[82], before.position[40]);
    EXPECT_NEAR(after.mass[82], 0.5F * before.mass[40], 1e-7F);
    for (int s = 0; s < 90; ++s) {
        ASSERT_EQ(step(world, emptyInput()).nonFinite, 0);
    }
    EXPECT_GT(glm::distance(world.cloths[0].position[82], world.cloths[0].position[40]), 1e-4F);
}

// Two borders sewn together: a tube.
ClothEdit sewBorders(const ClothTopology &topology) {
    ClothEdit change;
    for (int32_t row = 0; row < topology.rowCount; ++row) {
        const int32_t first = row * topology.columnCount;
        change.merges.push_back({first, first + topology.columnCount - 1});
    }
    return change;
}

TEST(ClothEdit, ThatMergesKeepsMassAndMomentumAndHolds) {
    for (const char *integrator : {"desbrun", "implicit-cg", "kang-cho"}) {
        World world = sheetWorld(11, 300.0F, integrator);
        prepareWorld(world, 1);
        Cloth &cloth = world.cloths[0];
        for (size_t i = 0; i < cloth.position.size(); ++i) {
            cloth.velocity[i] = cloth.position[i] * Vec3(-0.2F, 1.0F, 0.3F) + Vec3(0.1F, 0.0F, 0.0F);
        }
        const Cloth before = cloth;
        edit(world, sewBorders(*before.topology));
        ASSERT_EQ(cloth.particleCount(), 110);
        EXPECT_NEAR(totalMass(cloth), totalMass(before), 1e-6);
        for (const int axis : {0, 1, 2}) {
            EXPECT_NEAR(momentumOf(cloth).linear[axis], momentumOf(before).linear[axis], 1e-6);
        }
        for (int s = 0; s < 90; ++s) {
            ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << integrator;
            ASSERT_LT(fastest(cloth), 30.0F) << integrator;
        }
    }
}

TEST(ClothEdit, LeavesInTheHandWhatTheHandHolds) {
    World world = sheetWorld(17, 300.0F, "desbrun");
    prepareWorld(world, 1);
    StepInput input = emptyInput();
    const Vec3 hand = world.cloths[0].position[288];
    input.tracked.hand(Hand::Right) = handAt(hand, 1.0F);
    step(world, input);
    ASSERT_TRUE(world.hands[1].holding());
    const size_t held = world.hands[1].held.size();
    ClothEdit change;
    change.merges = {{0, 16}, {17, 33}}; // shifts all later particles
    edit(world, change);
    const StepReport report = step(world, input);
    EXPECT_EQ(report.heldCount, static_cast<int32_t>(held));
    EXPECT_LT(report.grabError, 1e-5F);
    EXPECT_EQ(world.cloths[0].fixed[286], kHeld);
}

TEST(ClothEdit, RefusesWhatDoesNotExistAndWhatIsOutOfDate) {
    World world = swinging("desbrun", 9);
    ClothEdit change;
    change.removedSprings = {100000};
    const auto refused = planEdit(world.cloths[0], change, *world.settings.integrator, 0.0F);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("spring 100000, expected"), std::string::npos);
    change.removedSprings = {3};
    auto first = planEdit(world.cloths[0], change, *world.settings.integrator, 0.0F);
    auto second = planEdit(world.cloths[0], change, *world.settings.integrator, 0.0F);
    EXPECT_TRUE(applyEdit(world, 0, std::move(*first)));
    EXPECT_FALSE(applyEdit(world, 0, std::move(*second)));
}

// A grid that was cut goes on with the default method, and what it needs was made with the plan.
TEST(ClothEdit, LeavesTheDefaultMethodToACutGrid) {
    World world = swinging("selvage", 33);
    auto plan = planEdit(world.cloths[0], cutBelowRow(*world.cloths[0].topology, 20),
                         *world.settings.integrator, kSubstep);
    ASSERT_TRUE(plan);
    ASSERT_NE(plan->solver->mesh, nullptr);
    const MeshSolver *planned = plan->solver->mesh.get();
    ASSERT_TRUE(applyEdit(world, 0, std::move(*plan)));
    EXPECT_STREQ(world.settings.integrator->name, "selvage");
    EXPECT_EQ(world.solvers[0].mesh.get(), planned);
    double highest = -10.0;
    for (int s = 0; s < 180; ++s) {
        ASSERT_EQ(step(world, emptyInput()).nonFinite, 0);
        highest = std::max(highest, static_cast<double>(world.cloths[0].position[600].y));
    }
    EXPECT_STREQ(world.settings.integrator->name, "selvage");
    EXPECT_LT(highest, 0.0);
    std::vector<float> stretch;
    appendStretch(world.cloths[0], stretch);
    EXPECT_LT(quantile(stretch, 0.99), 0.01);
}

TEST(ClothEdit, LeavesTheDefaultMethodToASewnGrid) {
    World world = swinging("selvage", 33);
    edit(world, sewBorders(*world.cloths[0].topology));
    EXPECT_STREQ(world.settings.integrator->name, "selvage");
    for (int s = 0; s < 180; ++s) {
        ASSERT_EQ(step(world, emptyInput()).nonFinite, 0);
    }
    std::vector<float> stretch;
    appendStretch(world.cloths[0], stretch);
    EXPECT_LT(quantile(stretch, 0.99), 0.03);
}

TEST(ClothEdit, GivesDesbrunAClothWithoutTriangles) {
    World world = swinging("selvage", 5);
    ClothEdit change;
    change.removedTriangles.resize(world.cloths[0].topology->triangles.size() / 3);
    std::iota(change.removedTriangles.begin(), change.removedTriangles.end(), 0);
    edit(world, change);
    EXPECT_STREQ(world.settings.integrator->name, "desbrun");
}

// The plan brings its factor along. selvage-bench says what planning and applying cost (sew_plan, sew_apply).
TEST(ClothEdit, LeavesNothingToFactorToTheFrame) {
    World world = swinging("desbrun", 17);
    auto plan = planEdit(world.cloths[0], sewBorders(*world.cloths[0].topology), *world.settings.integrator,
                         kSubstep);
    ASSERT_TRUE(plan);
    ASSERT_TRUE(applyEdit(world, 0, std::move(*plan)));
    const uint64_t factored = world.solvers[0].filter.refactorCount;
    for (int s = 0; s < 5; ++s) {
        EXPECT_EQ(step(world, emptyInput()).refactorCount, factored);
    }
    auto unprepared = planEdit(world.cloths[0], {}, *world.settings.integrator, 0.0F);
    ASSERT_TRUE(unprepared);
    ASSERT_TRUE(applyEdit(world, 0, std::move(*unprepared)));
    EXPECT_EQ(step(world, emptyInput()).refactorCount, factored + 1);
}

} // namespace
} // namespace selvage
