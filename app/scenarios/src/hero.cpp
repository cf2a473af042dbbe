// The superhero's cape (Meyer et al. 2000, §6, Figs 5b and 6b): pinned to moving shoulders, in a wind that
// the person steers.
#include "hero_rig.h"
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kWidth = 0.62F;  // m, along the shoulders
constexpr float kLength = 1.15F; // m
constexpr int32_t kPoints = 1000;
constexpr float kCollar = 0.235F; // m above the chest's middle, of the cape's upper edge
// The cape hangs along an arc around his back, m from the chest's middle.
constexpr float kSideways = 0.27F;
constexpr float kBehind = 0.175F;
constexpr int32_t kArcSteps = 400;

// The arc at a share of a turn, 0 to his left, 1/2 to his right, +z behind him.
Vec2 arcAt(float angle) {
    return {-kSideways * std::cos(angle), kBehind * std::sin(angle)};
}

// Where a point lies that is `s` m along the arc from its middle.
Vec2 arcPoint(float s) {
    float angle = glm::half_pi<float>();
    const float step = (s < 0.0F ? -1.0F : 1.0F) * glm::pi<float>() / kArcSteps;
    float left = std::abs(s);
    while (left > 0.0F) {
        const float length = glm::distance(arcAt(angle), arcAt(angle + step));
        angle += step * std::min(1.0F, left / length);
        left -= length;
    }
    return arcAt(angle);
}

// Hangs the cape around the shoulders and fastens its upper edge to the chest.
void hangCape(World &world, int32_t chest) {
    Cloth &cape = world.cloths[0];
    const Pose pose = world.colliders[static_cast<size_t>(chest)].pose;
    const int32_t columns = cape.topology->columnCount;
    for (int32_t i = 0; i < cape.particleCount(); ++i) {
        const Vec2 uv = cape.topology->restUv[static_cast<size_t>(i)];
        const int32_t row = i / columns;
        const Vec2 arc = arcPoint(uv.x - 0.5F * kWidth);
        cape.position[static_cast<size_t>(i)] =
            transformPoint(pose, {arc.x,
                                  kCollar - static_cast<float>(row) * kLength /
                                                static_cast<float>(cape.topology->rowCount - 1),
                                  arc.y});
    }
    for (int32_t c = 0; c < columns; ++c) {
        world.pins.push_back({0, c, chest});
    }
}

} // namespace

Result<World> buildHero(const ScenarioOptions &options) {
    World world;
    world.colliders = {makeFloorSolid()};
    const int32_t chest = addHero(world);
    const int32_t points = options.points > 0 ? options.points : kPoints;
    Fabric satin;
    satin.name = "satin";
    satin.arealDensity = 0.12F;
    satin.bendingRigidity = 1.2e-5F;
    satin.damping = 0.0F; // the air's is enough
    world.cloths.push_back(makeGridCloth(gridOfPoints(kWidth, kLength, points), satin, Pose{}));
    hangCape(world, chest);
    world.settings.substeps = 8; // the air presses on the cape with many times its weight
    world.settings.air.density = kAirDensity;
    world.settings.wind.gusts = 0.4F;
    world.settings.wind.seed = options.seed;
    world.settings.wind.steered = true;
    world.wind.direction = Vec3(0.0F, 0.0F, -1.0F);
    world.wind.speed = 1.0F;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: watch him, then blow from the side while he flies.
Motion scriptHero() {
    constexpr Vec3 kAhead(90.0F, 0.0F, 0.0F); // degrees: where the hand points
    constexpr Vec3 kRight(90.0F, -80.0F, 0.0F);
    ScriptKeys keys;
    const Vec3 eye(0.0F, 1.65F, 0.1F);
    keys.head = {{0.0, eye, {0.0F, 1.05F, -1.7F}},
                 {4.0, eye, {0.0F, 1.05F, -1.7F}},
                 {6.0, eye, {-0.3F, 1.05F, -3.0F}},
                 {9.0, eye, {0.0F, 1.10F, -3.5F}},
                 {22.0, eye, {0.0F, 1.25F, -3.5F}}};
    const Vec3 low(0.35F, 1.05F, -0.45F);
    const Vec3 raised(0.30F, 1.35F, -0.55F);
    keys.right = {
        {0.0, low, 0.0F, kAhead},
        {14.0, low, 0.0F, kAhead},
        {15.0, raised, 0.0F, kRight, false, 1.0F, 0.5F},
        {16.5, raised, 0.0F, kRight},
        {18.0, low, 0.0F, kAhead},
        {22.0, low, 0.0F, kAhead},
    };
    return makeScript(keys, 90.0);
}

std::vector<double> picturesHero() {
    return {0.9, 1.9, 2.5, 4.5, 10.5, 13.6, 16.35, 19.4, 22.0};
}

SceneLook lookHero() {
    static const std::array<Vec3, kHeroParts + 1> colours = [] {
        std::array<Vec3, kHeroParts + 1> all{};
        const auto hero = heroColours();
        std::copy(hero.begin(), hero.end(), all.begin() + 1);
        return all;
    }();
    return {.cloth = Vec3(0.50F, 0.03F, 0.03F),
            .border = Vec3(0.80F, 0.55F, 0.15F),
            .solids = colours,
            .meadow = true};
}

} // namespace selvage
