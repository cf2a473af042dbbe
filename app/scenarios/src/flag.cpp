// A flag on its pole (Meyer et al. 2000, §6, Fig. 5d): hoisted along a track, it flaps in a gusty wind.
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <array>

namespace selvage {

namespace {

constexpr float kFly = 1.5F;   // m, length along the wind
constexpr float kHoist = 0.9F; // m, height at the pole
constexpr int32_t kPoints = 1400;
constexpr float kPoleRadius = 0.035F; // m
constexpr float kPoleHeight = 3.1F;   // m
constexpr Vec3 kFoot(-0.80F, 0.0F, -1.9F);
constexpr float kSleeve = 0.06F;    // m, from the pole's middle to the rope
constexpr float kRope = 0.008F;     // m, its radius
constexpr float kLacing = 0.015F;   // m, from the rope's middle to the flag's hoist
constexpr float kLow = 1.1F;        // m, middle of the hoist before hoisting
constexpr float kHigh = 2.5F;       // m, after
constexpr double kHoistStart = 2.0; // s
constexpr double kHoistEnd = 6.0;   // s
constexpr int32_t kHalyard = 3;     // index of the collider that the flag is tied to
constexpr std::array<Vec3, 5> kColours = {Vec3(0.5F), Vec3(0.72F, 0.70F, 0.66F), Vec3(0.80F, 0.55F, 0.16F),
                                          Vec3(0.55F, 0.52F, 0.45F), Vec3(0.40F, 0.39F, 0.37F)};

Pose hoistAt(float height) {
    return placedAt(kFoot + Vec3(kSleeve, height, 0.0F));
}

// Smooth at both ends, as hands haul.
Track hoisting() {
    Track track;
    track.collider = kHalyard;
    constexpr int kKeys = 60;
    for (int i = 0; i <= kKeys; ++i) {
        const double s = static_cast<double>(i) / kKeys;
        const auto risen = static_cast<float>(s * s * (3.0 - 2.0 * s));
        track.keys.push_back(
            {kHoistStart + s * (kHoistEnd - kHoistStart), hoistAt(glm::mix(kLow, kHigh, risen))});
    }
    return track;
}

} // namespace

Result<World> buildFlag(const ScenarioOptions &options) {
    World world;
    const Vec3 top = kFoot + Vec3(0.0F, kPoleHeight, 0.0F);
    world.colliders = {
        makeFloorSolid(),
        makeBlock(kFoot + Vec3(0.0F, 0.5F * kPoleHeight, 0.0F),
                  Vec3(kPoleRadius, 0.5F * kPoleHeight, kPoleRadius), kPoleRadius),
        makeBall(top, 0.07F),
        makeBlock(hoistAt(kLow).position, Vec3(kRope, 0.5F * kHoist, kRope), kRope),
        makeBlock(kFoot + Vec3(0.0F, 0.08F, 0.0F), Vec3(0.22F, 0.08F, 0.22F), 0.03F),
    };
    const Quat upright = glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F));
    Fabric bunting;
    bunting.name = "bunting";
    bunting.arealDensity = 0.11F;
    bunting.bendingRigidity = 1.5e-5F;
    bunting.damping = 0.0F; // the air's is enough
    const int32_t points = options.points > 0 ? options.points : kPoints;
    const Vec3 middle = hoistAt(kLow).position + Vec3(kLacing + 0.5F * kFly, 0.0F, 0.0F);
    world.cloths.push_back(makeGridCloth(gridOfPoints(kFly, kHoist, points), bunting, {upright, middle}));
    const ClothTopology &topology = *world.cloths[0].topology;
    for (int32_t r = 0; r < topology.rowCount; ++r) {
        world.pins.push_back({0, r * topology.columnCount, kHalyard});
    }
    world.tracks = {hoisting()};
    world.settings.air.density = kAirDensity;
    world.settings.wind.gusts = 0.25F;
    world.settings.wind.seed = options.seed;
    world.settings.wind.steered = true;
    world.settings.wind.triggerGust = 6.0F;
    world.wind.direction = glm::normalize(Vec3(1.0F, 0.0F, 0.25F));
    world.wind.speed = 6.0F;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: see it hoisted, send a gust, turn the wind.
Motion scriptFlag() {
    constexpr Vec3 kRight(90.0F, -80.0F, 0.0F); // degrees: where the hand points
    constexpr Vec3 kTowards(90.0F, -130.0F, 0.0F);
    ScriptKeys keys;
    const Vec3 eye(-0.15F, 1.62F, 0.1F);
    keys.head = {{0.0, eye, {-0.1F, 1.25F, -1.9F}},
                 {2.0, eye, {-0.1F, 1.25F, -1.9F}},
                 {6.0, eye, {-0.1F, 2.25F, -1.9F}},
                 {14.0, eye, {-0.1F, 2.25F, -1.9F}}};
    const Vec3 low(0.30F, 1.15F, -0.30F);
    const Vec3 raised(0.20F, 1.55F, -0.55F);
    keys.right = {
        {0.0, low, 0.0F, kRight},       {6.5, low, 0.0F, kRight},
        {7.5, raised, 0.0F, kRight},    {8.0, raised, 0.0F, kRight, false, 1.0F},
        {10.0, raised, 0.0F, kRight},   {10.5, raised, 0.0F, kTowards, false, 1.0F, -0.4F},
        {11.5, raised, 0.0F, kTowards}, {14.0, raised, 0.0F, kTowards},
    };
    return makeScript(keys, 90.0);
}

std::vector<double> picturesFlag() {
    return {1.0, 4.0, 7.0, 9.0, 9.6, 11.5, 14.0};
}

SceneLook lookFlag() {
    return {.cloth = Vec3(0.62F, 0.10F, 0.03F),
            .border = Vec3(0.92F, 0.88F, 0.78F),
            .solids = kColours,
            .meadow = true};
}

} // namespace selvage
