// The default solver on triangle meshes: moves like cloth, does not stretch, rests, and nothing breaks it.
#include "mesh_solver.h"

#include "hang_beside_reference.h"
#include "measure/sheet.h"
#include "sim/mesh_cloth.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr uint64_t kSeed = 7;

// Of all edges: on an irregular mesh the way they lie says little.
double p99Stretch(const Cloth &cloth) {
    std::vector<float> stretch;
    for (const Spring &s : springsOf(*cloth.topology)) {
        if (s.kind != SpringKind::Flexion) {
            const float length = glm::distance(cloth.position[static_cast<size_t>(s.a)],
                                               cloth.position[static_cast<size_t>(s.b)]);
            stretch.push_back(length / s.restLength - 1.0F);
        }
    }
    return quantile(stretch, 0.99);
}

Cloth irregularCloth(int32_t n) {
    const Fabric fabric = sheetFabric(1000.0F, 1.0F / static_cast<float>(n - 1));
    auto cloth = makeMeshCloth(irregularSheet({n, n, 1.0F, 1.0F}, kSeed), fabric, Pose{});
    EXPECT_TRUE(cloth);
    return std::move(*cloth);
}

World irregularWorld(int32_t n) {
    World world;
    world.cloths.push_back(irregularCloth(n));
    return world;
}

TEST(MeshSolver, IsTheDefaultOfAnyClothWithTriangles) {
    World world = irregularWorld(5);
    prepareWorld(world, 1);
    EXPECT_STREQ(world.settings.integrator->name, "selvage");
    EXPECT_EQ(world.solvers[0].grid, nullptr);
    EXPECT_NE(world.solvers[0].mesh, nullptr);
}

// Two corners pinned, damping 1/s, against the double-precision reference of the grid of as many particles.
TEST(MeshSolver, HangsInTheTimeOfTheReferenceWithoutStretching) {
    World world = irregularWorld(33);
    world.cloths[0].fabric.damping = 1.0F;
    world.pins = {{0, 0}, {0, 32}};
    prepareWorld(world, 1);
    Cloth grid = sheetCloth(33, 1000.0F);
    grid.fixed[0] = grid.fixed[32] = kPinned;
    const HangError error = hangBesideReference(world, grid, p99Stretch);
    EXPECT_LT(error.centre, 0.015);
    EXPECT_LT(error.worst, 0.014);
    EXPECT_LT(p99Stretch(world.cloths[0]), 0.005);
}

TEST(MeshSolver, RestsOnAnOffCentreSphereByFriction) {
    World world = irregularWorld(33);
    Cloth &cloth = world.cloths[0];
    cloth.fabric.damping = 1.0F;
    cloth.fabric.friction = 0.3F;
    placeBesideBall(world, 0.6F);
    prepareWorld(world, 1);
    double force = 0.0; // N, of the last second
    for (int s = 0; s < 1800; ++s) {
        const StepReport report = step(world, emptyInput());
        force += s >= 1710 ? static_cast<double>(report.contactImpulse.y) : 0.0;
    }
    EXPECT_LT(p99Stretch(cloth), 0.02);
    EXPECT_LT(rmsSpeed(cloth), 0.005);
    EXPECT_GT(centreOfMass(cloth).y, 0.0F) << "it did not slide off";
    const double weight = 0.2 * static_cast<double>(kGravity);
    EXPECT_NEAR(force / weight, 1.0, 0.01);
    std::vector<float> depth;
    appendPenetration(world, cloth, depth);
    EXPECT_LT(quantile(depth, 1.0), 1e-4);
}

TEST(MeshSolver, KeepsMomentumInFreeSpin) {
    World world = irregularWorld(17);
    const Drift drift = spinFreely(world);
    EXPECT_LT(drift.linear, 1e-5);
    EXPECT_LT(drift.angular, 1e-3);
}

TEST(MeshSolver, FallsFreelyByGravityExactlyWhateverItsDampingAlongSprings) {
    World world = irregularWorld(33);
    world.cloths[0].fabric.springDamping = 1.0F;
    prepareWorld(world, 1);
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
    }
    const double n = 90.0 * world.settings.integrator->substeps;
    const double expected = -static_cast<double>(kGravity) / (n * n) * n * (n + 1.0) / 2.0;
    for (const Vec3 &x : world.cloths[0].position) {
        EXPECT_NEAR(x.y, expected, 2e-4);
    }
}

TEST(MeshSolver, SurvivesACornerShakenAtEveryTimeStep) {
    for (const float dt : {1.0F / 240.0F, 1.0F / 90.0F, 0.02F, 0.05F}) {
        World world = irregularWorld(33);
        prepareWorld(world, 1);
        const Cloth &cloth = world.cloths[0];
        const Vec3 corner = cloth.position[0];
        StepInput input = emptyInput(dt);
        for (int s = 0; static_cast<float>(s) * dt < 5.0F; ++s) {
            const float phase = static_cast<float>(s) * dt * 5.0F / 0.3F; // peak speed 5 m/s
            const Vec3 shake = 0.3F * Vec3(std::sin(phase), 0.3F * std::sin(1.7F * phase), 0.0F);
            input.tracked.hand(Hand::Right) = handAt(corner + shake, 1.0F);
            const StepReport report = step(world, input);
            ASSERT_EQ(report.nonFinite, 0) << "dt = " << dt << ", step " << s;
            ASSERT_LT(fastest(cloth), 80.0F) << "dt = " << dt << ", step " << s;
            ASSERT_LT(report.grabError, 1e-5F);
        }
    }
}

TEST(MeshSolver, MakesUpTheStepAtOnceWhenTimeIsUp) {
    for (const bool isHeld : {false, true}) {
        World world = irregularWorld(17);
        if (isHeld) {
            world.pins = {{0, 0}, {0, 16}};
        }
        prepareWorld(world, 1);
        int asked = 0;
        world.settings.postStep.timeIsUp = [&asked] { return ++asked % 2 == 0; }; // after two substeps
        for (int s = 0; s < 180; ++s) {
            const StepReport report = step(world, emptyInput());
            ASSERT_EQ(report.timeUpCount, 1);
            ASSERT_EQ(report.nonFinite, 0);
        }
        if (isHeld) {
            EXPECT_LT(p99Stretch(world.cloths[0]), 0.02);
        } else {
            EXPECT_NEAR(world.cloths[0].velocity[0].y, -kGravity * 180.0F / 90.0F, 1e-3F);
        }
    }
}

// Wherever it is held, also between the nodes of the coarser levels.
TEST(MeshSolver, DoesNotStretchWhereverItIsPinned) {
    for (const int32_t pin : {0, 35, 240, 528, 545, 801, 1088}) {
        World world = irregularWorld(33);
        world.cloths[0].fabric.damping = 1.0F;
        world.pins = {{0, pin}};
        prepareWorld(world, 1);
        for (int s = 0; s < 270; ++s) {
            ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << pin;
        }
        EXPECT_LT(p99Stretch(world.cloths[0]), 0.03) << pin;
    }
}

constexpr int32_t kSide = 33;
constexpr int32_t kSeam = 16; // column

// The sheet cut along its middle and sewn together again: in the pattern the right half lies elsewhere and is
// turned by half a turn.
MeshShape sewnFromTwoPanels(const MeshShape &whole) {
    const auto moved = [](const Vec2 &uv) { return Vec2(3.0F, 2.0F) - uv; };
    MeshShape sewn = whole;
    for (size_t c = 0; c < whole.triangles.size(); ++c) {
        const int32_t *corner = &whole.triangles[c - c % 3];
        const int32_t rightmost = std::max({corner[0] % kSide, corner[1] % kSide, corner[2] % kSide});
        const Vec2 uv = whole.uv[static_cast<size_t>(whole.triangles[c])];
        sewn.cornerUv.push_back(rightmost > kSeam ? moved(uv) : uv);
    }
    for (size_t i = 0; i < sewn.uv.size(); ++i) {
        sewn.position.emplace_back(whole.uv[i].x - 0.5F, 0.0F, whole.uv[i].y - 0.5F);
        sewn.uv[i] = static_cast<int32_t>(i) % kSide > kSeam ? moved(whole.uv[i]) : whole.uv[i];
    }
    return sewn;
}

TEST(MeshSolver, TakesTwoPanelsSewnTogetherForOnePieceOfCloth) {
    const MeshShape whole = irregularSheet({kSide, kSide, 1.0F, 1.0F}, kSeed);
    World worlds[2];
    for (const bool isSewn : {false, true}) {
        World &world = worlds[isSewn ? 1 : 0];
        const Fabric fabric = sheetFabric(1000.0F, 1.0F / (kSide - 1));
        auto cloth = makeMeshCloth(isSewn ? sewnFromTwoPanels(whole) : whole, fabric, Pose{});
        ASSERT_TRUE(cloth) << cloth.error().message;
        world.cloths.push_back(std::move(*cloth));
        world.cloths[0].fabric.damping = 1.0F;
        world.pins = {{0, 0}, {0, kSide - 1}};
        prepareWorld(world, 1);
        for (int s = 0; s < 27; ++s) {
            step(world, emptyInput());
        }
    }
    // The same edges and areas: all that differs is rounding, and what the swing makes of it.
    for (size_t i = 0; i < worlds[0].cloths[0].position.size(); ++i) {
        EXPECT_LT(glm::distance(worlds[0].cloths[0].position[i], worlds[1].cloths[0].position[i]), 1e-3F)
            << i;
    }
}

// A tube, a strip with a twist, and three sheets on one edge.
TEST(MeshSolver, WorksOnSurfacesThatCannotBeLaidFlat) {
    for (const int kind : {0, 1, 2}) {
        const int32_t columns = 25;
        const int32_t rows = 7;
        MeshShape shape = irregularSheet({columns, rows, 1.0F, 0.25F}, kSeed);
        for (int32_t &corner : shape.triangles) {
            shape.cornerUv.push_back(shape.uv[static_cast<size_t>(corner)]);
            const int32_t row = corner / columns;
            if (kind != 2 && corner % columns == columns - 1) { // sewn to the first column
                corner = (kind == 1 ? rows - 1 - row : row) * columns;
            }
        }
        if (kind == 2) {
            shape.triangles.insert(shape.triangles.end(), {60, 61, 0});
            shape.cornerUv.insert(shape.cornerUv.end(), {{0.0F, 0.0F}, {0.04F, 0.0F}, {0.0F, 0.4F}});
        } else { // the last column's particles are gone: the others close up
            std::vector<Vec2> kept;
            for (size_t i = 0; i < shape.uv.size(); ++i) {
                if (i % static_cast<size_t>(columns) != static_cast<size_t>(columns - 1)) {
                    kept.push_back(shape.uv[i]);
                }
            }
            for (int32_t &corner : shape.triangles) {
                corner -= corner / columns;
            }
            shape.uv = kept;
        }
        auto cloth = makeMeshCloth(shape, Fabric{}, Pose{});
        ASSERT_TRUE(cloth) << cloth.error().message;
        World world;
        world.cloths.push_back(std::move(*cloth));
        world.pins = {{0, 2}};
        prepareWorld(world, 1);
        for (int s = 0; s < 360; ++s) {
            ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << kind;
        }
        EXPECT_LT(fastest(world.cloths[0]), 10.0F) << kind;
        EXPECT_LT(p99Stretch(world.cloths[0]), 0.08) << kind;
    }
}

TEST(MeshSolver, WorksOnMeshesOfEverySize) {
    for (const auto &[columns, rows] : {std::pair{2, 2}, {2, 9}, {3, 3}, {4, 7}, {6, 20}, {34, 33}}) {
        World world;
        auto cloth = makeMeshCloth(irregularSheet({columns, rows, 0.5F, 1.0F}, kSeed),
                                   sheetFabric(1000.0F, 0.02F), Pose{});
        ASSERT_TRUE(cloth) << cloth.error().message;
        world.cloths.push_back(std::move(*cloth));
        world.pins.push_back({0, 0});
        prepareWorld(world, 1);
        for (int s = 0; s < 180; ++s) {
            ASSERT_EQ(step(world, emptyInput()).nonFinite, 0) << columns << " x " << rows;
        }
        EXPECT_LT(p99Stretch(world.cloths[0]), 0.05) << columns << " x " << rows;
    }
}

} // namespace
} // namespace selvage
