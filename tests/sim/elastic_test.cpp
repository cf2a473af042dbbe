// Elastic cloth of the default solver: as stiff as its fabric says at any density of the mesh and any number
// of substeps, and no longer than its fabric allows.
#include "measure/sheet.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kStiffnessTolerance = 0.03; // of the lengthening
constexpr double kShearTolerance = 0.05;     // of the angle; the sheet also bends in its plane
constexpr double kRounding = 5e-5;           // N s, of 0.2 kg at 1,800 roundings of the positions
constexpr float kSide = 1.0F;                // m

// Knitted, its own directions apart, and free to stretch.
Fabric knit() {
    Fabric fabric;
    fabric.elastic = true;
    fabric.arealDensity = 0.2F;
    fabric.warpStiffness = 60.0F;
    fabric.weftStiffness = 35.0F;
    fabric.shearStiffness = 25.0F;
    fabric.damping = 8.0F;
    setMaxStretch(fabric, 1.0F);
    return fabric;
}

// An upright sheet, its first row (or column) on top; the test says what holds it.
World uprightSheet(const GridSize &size, const Fabric &fabric, bool alongWarp) {
    World world;
    world.cloths.push_back(makeGridCloth(size, fabric, Pose{}));
    Cloth &cloth = world.cloths[0];
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const Vec2 uv = cloth.topology->restUv[i];
        cloth.position[i] = alongWarp ? Vec3(uv.x, -uv.y, 0.0F) : Vec3(uv.y, -uv.x, 0.0F);
    }
    return world;
}

// Particles of the sheet's top or bottom edge.
std::vector<int32_t> edgeOf(const Cloth &cloth, bool alongWarp, bool top) {
    const int32_t columns = cloth.topology->columnCount;
    const int32_t rows = cloth.topology->rowCount;
    std::vector<int32_t> edge;
    if (alongWarp) {
        for (int32_t c = 0; c < columns; ++c) {
            edge.push_back(top ? c : (rows - 1) * columns + c);
        }
    } else {
        for (int32_t r = 0; r < rows; ++r) {
            edge.push_back(top ? r * columns : r * columns + columns - 1);
        }
    }
    return edge;
}

void pinEdge(World &world, const std::vector<int32_t> &edge) {
    for (const int32_t i : edge) {
        world.pins.push_back({0, i});
    }
}

void run(World &world, int32_t steps) {
    for (int32_t s = 0; s < steps; ++s) {
        ASSERT_EQ(step(world, emptyInput()).nonFinite, 0);
    }
}

// A bar clamped to the lower edge: pulls with force / width on every metre, whatever the mesh.
void hangWeight(World &world, const std::vector<int32_t> &edge, float mass) {
    Cloth &cloth = world.cloths[0];
    const auto cells = static_cast<float>(edge.size() - 1);
    for (size_t k = 0; k < edge.size(); ++k) {
        const float share = k == 0 || k + 1 == edge.size() ? 0.5F : 1.0F;
        cloth.mass[u(edge[k])] += mass * share / cells;
    }
}

struct Tensile {
    int32_t n;
    int32_t substeps;
    bool alongWarp;
};

// How much longer the sheet is than in theory, over the theory's lengthening.
double tensileError(const Tensile &test) {
    constexpr float kBar = 0.4F; // kg
    World world = uprightSheet({test.n, test.n, kSide, kSide}, knit(), test.alongWarp);
    world.settings.substeps = test.substeps;
    const std::vector<int32_t> top = edgeOf(world.cloths[0], test.alongWarp, true);
    const std::vector<int32_t> bottom = edgeOf(world.cloths[0], test.alongWarp, false);
    pinEdge(world, top);
    hangWeight(world, bottom, kBar);
    prepareWorld(world, 1);
    run(world, 240);
    const Fabric &fabric = world.cloths[0].fabric;
    const float stiffness = test.alongWarp ? fabric.warpStiffness : fabric.weftStiffness;
    const float force = kGravity * (kBar + 0.5F * fabric.arealDensity * kSide * kSide);
    const double expected = static_cast<double>(force / (kSide * stiffness) * kSide);
    double lowest = 0.0;
    for (const int32_t i : bottom) {
        lowest -= static_cast<double>(world.cloths[0].position[u(i)].y) / static_cast<double>(bottom.size());
    }
    return (lowest - static_cast<double>(kSide)) / expected - 1.0;
}

TEST(ElasticCloth, StretchesUnderLoadAsItsStiffnessSays) {
    for (const int32_t n : {33, 65}) {
        for (const int32_t substeps : {2, 4, 8}) {
            for (const bool alongWarp : {true, false}) {
                if (n == 65 && substeps == 8 && alongWarp) {
                    continue;
                }
                const double error = tensileError({n, substeps, alongWarp});
                std::printf("%d x %d, %d substeps, %s: off by %.2f %%\n", n, n, substeps,
                            alongWarp ? "warp" : "weft", 100.0 * error);
                EXPECT_LT(std::abs(error), kStiffnessTolerance) << n << ", " << substeps << ", " << alongWarp;
            }
        }
    }
}

TEST(ElasticCloth, SagsUnderItsOwnWeightAsItsStiffnessSays) {
    for (const int32_t n : {33, 65}) {
        World world = uprightSheet({n, n, kSide, kSide}, knit(), true);
        pinEdge(world, edgeOf(world.cloths[0], true, true));
        prepareWorld(world, 1);
        run(world, 240);
        const Cloth &cloth = world.cloths[0];
        const float expected =
            cloth.fabric.arealDensity * kGravity * kSide * kSide / (2.0F * cloth.fabric.warpStiffness);
        for (const int32_t i : edgeOf(cloth, true, false)) {
            EXPECT_NEAR((-cloth.position[u(i)].y - kSide) / expected, 1.0, kStiffnessTolerance) << n;
        }
    }
}

// A wide, low sheet, fixed along the top, with a bar along the bottom that pulls sideways: little but shear.
TEST(ElasticCloth, ShearsUnderLoadAsItsStiffnessSays) {
    constexpr float kWidth = 2.0F;   // m
    constexpr float kHeight = 0.25F; // m
    constexpr float kBar = 0.3F;     // kg
    // Not the finer one at 2 substeps: there a wave runs over 6 cells in one, and the clamp's ends flutter.
    for (const auto &[rows, substeps] : {std::pair{9, 2}, {9, 4}, {9, 8}, {17, 4}, {17, 8}}) {
        const int32_t columns = 8 * (rows - 1) + 1;
        World world = uprightSheet({columns, rows, kWidth, kHeight}, knit(), true);
        Cloth &cloth = world.cloths[0];
        world.settings.gravity = Vec3(kGravity, 0.0F, 0.0F);
        world.settings.substeps = substeps;
        pinEdge(world, edgeOf(cloth, true, true));
        hangWeight(world, edgeOf(cloth, true, false), kBar);
        prepareWorld(world, 1);
        run(world, 240);
        const float weight = 0.5F * cloth.fabric.arealDensity * kWidth * kHeight;
        const float stress = kGravity * (kBar + weight) / kWidth; // N/m
        const int32_t middle = (rows - 1) * columns + columns / 2;
        const double angle = std::atan2(cloth.position[u(middle)].x - 0.5F * kWidth, kHeight);
        const double error = angle / static_cast<double>(stress / cloth.fabric.shearStiffness) - 1.0;
        std::printf("%d x %d, %d substeps, sheared by %.3f: off by %.1f %%\n", columns, rows, substeps, angle,
                    100.0 * error);
        EXPECT_LT(std::abs(error), kShearTolerance) << rows << ", " << substeps;
    }
}

// m, from the corner that holds the sheet to the opposite one.
float diagonalOf(const Fabric &fabric, int32_t n, int32_t substeps) {
    World world = uprightSheet({n, n, kSide, kSide}, fabric, true);
    Cloth &cloth = world.cloths[0];
    for (Vec3 &x : cloth.position) { // the first corner on top
        x = Vec3(x.x + x.y, x.y - x.x, 0.0F) * std::sqrt(0.5F);
    }
    for (const int32_t i : {0, 1, 2, n, n + 1, 2 * n}) {
        world.pins.push_back({0, i});
    }
    world.settings.substeps = substeps;
    prepareWorld(world, 1);
    run(world, 360);
    return glm::distance(cloth.position.front(), cloth.position.back());
}

TEST(ElasticCloth, IsSofterAlongTheBias) {
    const float flat = kSide * std::sqrt(2.0F);
    Fabric fabric = knit();
    const float soft = diagonalOf(fabric, 33, 4) / flat - 1.0F;
    EXPECT_NEAR(diagonalOf(fabric, 33, 16) / flat - 1.0F, soft, 0.1F * soft);
    fabric.shearStiffness *= 4.0F;
    const float stiff = diagonalOf(fabric, 33, 4) / flat - 1.0F;
    std::printf("hung by a corner: longer by %.1f %%, with four times the shear stiffness by %.1f %%\n",
                static_cast<double>(100.0F * soft), static_cast<double>(100.0F * stiff));
    EXPECT_GT(soft, 1.3F * stiff);
}

// –, of the springs of one kind, length over rest less one.
double p99Of(const Cloth &cloth, SpringKind kind) {
    std::vector<float> stretch;
    for (const Spring &spring : springsOf(*cloth.topology)) {
        if (spring.kind == kind) {
            stretch.push_back(glm::distance(cloth.position[u(spring.a)], cloth.position[u(spring.b)]) /
                                  spring.restLength -
                              1.0F);
        }
    }
    return quantile(stretch, 0.99);
}

TEST(ElasticCloth, StretchesNoFurtherThanItsLimitOfEachDirection) {
    for (const bool alongWarp : {true, false}) {
        Fabric fabric = knit();
        fabric.maxStretchWarp = 0.04F;
        fabric.maxStretchWeft = 0.10F;
        World world = uprightSheet({33, 33, kSide, kSide}, fabric, alongWarp);
        pinEdge(world, edgeOf(world.cloths[0], alongWarp, true));
        hangWeight(world, edgeOf(world.cloths[0], alongWarp, false),
                   2.0F); // lengthens it by a third and more
        prepareWorld(world, 1);
        run(world, 180);
        const double limit = alongWarp ? 0.04 : 0.10;
        const double reached = p99Of(world.cloths[0], alongWarp ? SpringKind::Warp : SpringKind::Weft);
        std::printf("limit %.2f, reached %.4f\n", limit, reached);
        EXPECT_NEAR(reached, limit, 0.01);
    }
}

// ---- Live ----

World swingingKnit(bool elastic) {
    Fabric fabric = knit();
    fabric.damping = 0.5F;
    setMaxStretch(fabric, 0.3F);
    fabric.elastic = elastic;
    World world;
    world.cloths.push_back(makeGridCloth({21, 21, kSide, kSide}, fabric, Pose{}));
    pinTwoCorners(world);
    prepareWorld(world, 1);
    run(world, 30);
    return world;
}

// J, with the shear energy of the default solver's cells, not of the diagonals as two springs.
double modelledEnergy(const World &world) {
    Cloth cloth = world.cloths[0];
    const double perCell =
        0.25 * static_cast<double>(cloth.fabric.shearStiffness); // N/m, k / 2 of square ones
    cloth.fabric.shearStiffness = 0.0F;
    double energy = energyOf(cloth, world.settings.gravity);
    const int32_t columns = cloth.topology->columnCount;
    const auto diagonal = [&](int32_t a, int32_t b) {
        return static_cast<double>(glm::distance(cloth.position[u(a)], cloth.position[u(b)]));
    };
    for (int32_t i = 0; i + columns < cloth.particleCount(); ++i) {
        if (i % columns + 1 < columns) {
            const double shear = diagonal(i, i + columns + 1) - diagonal(i + 1, i + columns);
            energy += perCell * shear * shear;
        }
    }
    return energy;
}

// J: how far the energy rises.
double energyGained(World world) {
    const double before = modelledEnergy(world);
    double most = before;
    for (int s = 0; s < 120; ++s) {
        step(world, emptyInput());
        most = std::max(most, modelledEnergy(world));
    }
    return most - before;
}

TEST(ElasticCloth, CanBeSwitchedOnAndOffWithoutAJump) {
    for (const bool before : {true, false}) {
        World world = swingingKnit(before);
        const double fall = 0.2 * static_cast<double>(kGravity) * 0.5; // J, of the sheet by half its height
        const double usual = energyGained(swingingKnit(before));
        world.cloths[0].fabric.elastic = !before;
        const float speed = fastest(world.cloths[0]);
        World next = swingingKnit(before);
        next.cloths[0].fabric.elastic = !before;
        step(next, emptyInput());
        EXPECT_LT(fastest(next.cloths[0]), 1.2F * speed + 0.2F) << before;
        World same = swingingKnit(before);
        step(same, emptyInput());
        EXPECT_NE(stateHash(next), stateHash(same)) << "it acts on the next step";
        const double gained = energyGained(std::move(world)) - usual;
        std::printf("elastic %d -> %d: %.2f %% of the energy of the fall\n", before, !before,
                    100.0 * gained / fall);
        EXPECT_LT(gained, 0.02 * fall) << before;
    }
}

// What has been granted is taken back to the last bit: in the end the cloth is inextensible again.
TEST(ElasticCloth, IsInextensibleAgainSomeTimeAfterItIsSwitchedOff) {
    World world = swingingKnit(true);
    world.cloths[0].fabric.elastic = false;
    run(world, 270);
    EXPECT_LT(p99Of(world.cloths[0], SpringKind::Warp), 0.005);
    World fresh;
    fresh.cloths = world.cloths;
    prepareWorld(fresh, 1);
    step(fresh, emptyInput());
    step(world, emptyInput());
    EXPECT_EQ(stateHash(world), stateHash(fresh));
}

// ---- What any cloth does ----

TEST(ElasticCloth, FallsFreelyByGravityExactly) {
    World world;
    world.cloths.push_back(makeGridCloth({17, 17, kSide, kSide}, knit(), Pose{}));
    world.cloths[0].fabric.damping = 0.0F;
    prepareWorld(world, 1);
    run(world, 90);
    const double n = 90.0 * world.settings.integrator->substeps;
    const double expected = -static_cast<double>(kGravity) / (n * n) * n * (n + 1.0) / 2.0;
    for (const Vec3 &x : world.cloths[0].position) {
        EXPECT_NEAR(x.y, expected, 2e-4);
    }
}

TEST(ElasticCloth, KeepsMomentumInFreeSpin) {
    World world;
    world.cloths.push_back(makeGridCloth({17, 17, kSide, kSide}, knit(), Pose{}));
    Cloth &cloth = world.cloths[0];
    cloth.fabric.damping = 0.0F;
    world.settings.gravity = Vec3(0.0F);
    prepareWorld(world, 1);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        cloth.velocity[i] = Vec3(0.3F, 0.1F, -0.2F) + glm::cross(Vec3(0.5F, 3.0F, 1.0F), cloth.position[i]);
    }
    const Momentum before = momentumOf(cloth);
    run(world, 450);
    const Momentum after = momentumOf(cloth);
    double squares[2] = {};
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(after.linear[axis], before.linear[axis], kRounding);
        squares[0] += before.angular[axis] * before.angular[axis];
        squares[1] += after.angular[axis] * after.angular[axis];
    }
    EXPECT_NEAR(std::sqrt(squares[1] / squares[0]), 1.0, 1e-3);
}

TEST(ElasticCloth, RestsOnAnOffCentreSphere) {
    World world;
    Fabric fabric = knit();
    fabric.damping = 1.0F;
    world.cloths.push_back(makeGridCloth({33, 33, kSide, kSide}, fabric, Pose{}));
    const Cloth &cloth = world.cloths[0];
    placeBesideBall(world, 0.5F);
    prepareWorld(world, 1);
    run(world, 1350);
    double force = 0.0; // N, over a second
    for (int s = 0; s < 90; ++s) {
        force += static_cast<double>(step(world, emptyInput()).contactImpulse.y);
    }
    const double weight = 0.2 * static_cast<double>(kGravity);
    std::printf("rest: %.2f mm/s, force over weight %.4f\n", 1000.0 * rmsSpeed(cloth), force / weight);
    EXPECT_LT(rmsSpeed(cloth), 0.005);
    EXPECT_GT(centreOfMass(cloth).y, 0.0F) << "it did not slide off";
    EXPECT_NEAR(force / weight, 1.0, 0.01);
}

} // namespace
} // namespace selvage
