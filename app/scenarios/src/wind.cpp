// Wind and shelter (Meyer et al. 2000, §6): two silk scarves on poles, one in the open, one behind a ball on
// a plinth, and a wind that the person steers.
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <array>

namespace selvage {

namespace {

constexpr float kWidth = 0.40F;                 // m, of each scarf
constexpr float kLength = 1.1F;                 // m
constexpr int32_t kPoints = 900;                // of both
constexpr float kPoleHeight = 1.9F;             // m
constexpr float kPoleRadius = 0.018F;           // m
constexpr float kArmHalf = 0.22F;               // m, half the arm that a scarf hangs from
constexpr Vec3 kOpen(0.10F, 0.0F, -1.15F);      // foot of the pole in the open
constexpr Vec3 kSheltered(0.55F, 0.0F, -2.05F); // foot of the one behind the ball
constexpr float kBallRadius = 0.45F;            // m
constexpr Vec3 kBall(-0.25F, 1.49F, -2.05F);
constexpr Vec3 kPlinthHalf(0.34F, 0.52F, 0.34F); // m
constexpr Vec3 kPole(0.30F, 0.28F, 0.26F);
constexpr Vec3 kStone(0.55F, 0.53F, 0.49F);
constexpr std::array<Vec3, 7> kColours = {kStone, Vec3(0.62F, 0.34F, 0.18F), kStone, kPole, kPole, kPole,
                                          kPole};

// A scarf that hangs from an arm on top of a pole, the arm along z: the wind comes along x.
void addScarf(World &world, const Vec3 &foot, int32_t points) {
    const Vec3 top = foot + Vec3(0.0F, kPoleHeight, 0.0F);
    world.colliders.push_back(makeBlock(foot + Vec3(0.0F, 0.5F * kPoleHeight, -kArmHalf),
                                        Vec3(kPoleRadius, 0.5F * kPoleHeight, kPoleRadius), kPoleRadius));
    world.colliders.push_back(makeBlock(top, Vec3(kPoleRadius, kPoleRadius, kArmHalf), kPoleRadius));
    // Its length down, its width along the arm.
    const Quat hanging = glm::angleAxis(glm::half_pi<float>(), Vec3(0.0F, 1.0F, 0.0F)) *
                         glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F));
    const Vec3 middle = top + Vec3(0.0F, -0.5F * kLength - kPoleRadius, 0.0F);
    Fabric silk;
    silk.damping = 0.0F; // the air's is enough
    world.cloths.push_back(makeGridCloth(gridOfPoints(kWidth, kLength, points), silk, {hanging, middle}));
    const auto cloth = static_cast<int32_t>(world.cloths.size()) - 1;
    for (int32_t c = 0; c < world.cloths.back().topology->columnCount; ++c) {
        world.pins.push_back({cloth, c});
    }
}

} // namespace

Result<World> buildWind(const ScenarioOptions &options) {
    World world;
    const int32_t points = options.points > 0 ? options.points : kPoints;
    world.colliders = {makeFloorSolid(), makeBall(kBall, kBallRadius),
                       makeBlock(Vec3(kBall.x, kPlinthHalf.y, kBall.z), kPlinthHalf, 0.02F)};
    addScarf(world, kOpen, points / 2);
    addScarf(world, kSheltered, points / 2);
    world.settings.air.density = kAirDensity;
    world.settings.wind.gusts = 0.3F;
    world.settings.wind.seed = options.seed;
    world.settings.wind.steered = true;
    world.settings.wind.speedMax = 12.0F;
    world.wind.direction = Vec3(1.0F, 0.0F, 0.0F);
    world.wind.speed = 3.0F;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: watch; strengthen the wind; turn it away from the ball towards themselves, so that
// both scarves fly; turn it back and calm it.
Motion scriptWind() {
    constexpr Vec3 kRight(90.0F, -90.0F, 0.0F); // degrees: where the hand points
    constexpr Vec3 kTowards(90.0F, -140.0F, 0.0F);
    ScriptKeys keys;
    keys.head = {{0.0, {-0.15F, 1.58F, 0.0F}, {0.36F, 1.30F, -1.6F}},
                 {14.0, {-0.15F, 1.58F, 0.0F}, {0.36F, 1.30F, -1.6F}}};
    const Vec3 place(0.28F, 1.18F, -0.45F);
    keys.right = {
        {0.0, place, 0.0F, kRight},
        {3.0, place, 0.0F, kRight, false, 1.0F, 0.6F},
        {4.0, place, 0.0F, kRight},
        {6.0, place, 0.0F, kRight, false, 1.0F},
        {7.0, place, 0.0F, kTowards, false, 1.0F},
        {9.5, place, 0.0F, kTowards, false, 1.0F},
        {10.5, place, 0.0F, kRight, false, 1.0F, -1.0F},
        {11.5, place, 0.0F, kRight},
        {14.0, place, 0.0F, kRight},
    };
    return makeScript(keys, 90.0);
}

std::vector<double> picturesWind() {
    return {1.0, 3.0, 5.5, 8.0, 9.3, 11.0, 14.0};
}

SceneLook lookWind() {
    return {Vec3(0.05F, 0.20F, 0.42F), Vec3(0.90F, 0.72F, 0.40F), kColours};
}

} // namespace selvage
