// A river (Meyer et al. 2000, §6, Fig. 5c): a scarf is carried by the current, is caught and streams from the
// hand, soaks, is lifted out and given back.
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kWidth = 0.36F;  // m, of the scarf
constexpr float kLength = 1.25F; // m
constexpr int32_t kPoints = 900;
constexpr Vec3 kStart(-1.95F, -0.185F, -1.02F); // m, its middle
constexpr float kCurrent = 0.5F;                // m/s

// The river's section, the same all along x: level banks at y = 0, slopes of 45 degrees, a level bed.
constexpr float kMiddle = -1.90F;                // m, z
constexpr float kNearBank = -0.45F;              // m, z of the near bank's edge
constexpr float kLevel = -0.20F;                 // m, of the water
constexpr float kBed = -0.75F;                   // m
constexpr float kBankHalf = kNearBank - kMiddle; // m, from the middle to the edges

// m, of the ground above (x, z): the section, its edges worn round, and far off a few gentle rises.
float groundHeight(float x, float z) {
    const float edge = kBankHalf - std::abs(z - kMiddle); // m, inside the banks' edges
    const float wear = 0.05F;
    const float slope = -0.5F * (edge + std::sqrt(edge * edge + wear * wear)) + 0.5F * wear;
    const float bed = 0.5F * (slope + kBed + std::sqrt((slope - kBed) * (slope - kBed) + 0.1F * wear));
    const float away = std::max(0.0F, std::abs(z - kMiddle) - kBankHalf - 1.5F);
    const float rise = std::min(away * away * 0.004F, 1.2F);
    return bed + rise * (0.7F + 0.3F * std::sin(0.21F * x + 0.35F * z)) +
           std::min(away, 1.0F) * 0.06F * std::sin(0.9F * x) * std::sin(0.7F * z);
}

// Coordinates from -far to far, `fine` apart near 0 and ever wider beyond.
std::vector<float> gradedLines(float near, float fine, float far) {
    std::vector<float> lines{0.0F};
    for (float step = fine; lines.back() < far;) {
        step = lines.back() > near ? step * 1.25F : fine;
        lines.push_back(lines.back() + step);
    }
    std::vector<float> all;
    for (size_t i = lines.size() - 1; i > 0; --i) {
        all.push_back(-lines[i]);
    }
    all.insert(all.end(), lines.begin(), lines.end());
    return all;
}

PlainMesh makeGround() {
    const std::vector<float> xs = gradedLines(3.0F, 0.4F, 90.0F);
    const std::vector<float> zs = gradedLines(2.4F, 0.06F, 90.0F);
    PlainMesh mesh;
    for (const float z : zs) {
        for (const float x : xs) {
            mesh.position.emplace_back(x, groundHeight(x, kMiddle + z), kMiddle + z);
        }
    }
    const auto columns = static_cast<int32_t>(xs.size());
    const auto rows = static_cast<int32_t>(zs.size());
    for (int32_t r = 0; r + 1 < rows; ++r) {
        for (int32_t c = 0; c + 1 < columns; ++c) {
            const int32_t a = r * columns + c;
            const int32_t d = a + columns;
            mesh.triangles.insert(mesh.triangles.end(), {a, d, a + 1, a + 1, d, d + 1});
        }
    }
    return mesh;
}

// A slope of 45 degrees: a box turned about x whose upper face goes from the bank's edge down to the bed.
Collider makeSlope(float side) {
    constexpr float kHalf = 0.9F; // m, half of the box's section
    const float edge = kMiddle + side * kBankHalf;
    const Vec3 faceMiddle(0.0F, 0.5F * kBed, edge + side * 0.5F * kBed);
    const Vec3 inward = glm::normalize(Vec3(0.0F, -1.0F, side)); // into the ground
    Collider slope = makeBlock(faceMiddle + kHalf * inward, Vec3(60.0F, kHalf, kHalf), 0.01F);
    slope.pose.orientation = glm::angleAxis(-side * 0.25F * glm::pi<float>(), Vec3(1.0F, 0.0F, 0.0F));
    slope.previousPose = slope.pose;
    return slope;
}

Collider makeBank(float side) {
    constexpr float kHalf = 30.0F; // m
    const float edge = kMiddle + side * kBankHalf;
    return makeBlock(Vec3(0.0F, -0.5F, edge + side * kHalf), Vec3(60.0F, 0.5F, kHalf), 0.03F);
}

Collider makeStone(const Vec3 &centre, const Vec3 &half, float turn) {
    return makeEllipsoid(centre, half, glm::angleAxis(turn, glm::normalize(Vec3(0.2F, 1.0F, 0.1F))));
}

constexpr Vec3 kStone(0.24F, 0.235F, 0.225F);
constexpr Vec3 kDarkStone(0.17F, 0.165F, 0.16F);
constexpr std::array<Vec3, 11> kColours = {kStone, kStone,     kStone, kStone,     kStone, kStone,
                                           kStone, kDarkStone, kStone, kDarkStone, kStone};

} // namespace

Result<World> buildRiver(const ScenarioOptions &options) {
    World world;
    Collider bed = makeFloorSolid();
    bed.pose.position.y = kBed;
    bed.previousPose = bed.pose;
    world.colliders = {bed,
                       makeBank(1.0F),
                       makeBank(-1.0F),
                       makeSlope(1.0F),
                       makeSlope(-1.0F),
                       makeStone({0.95F, -0.14F, -0.68F}, {0.18F, 0.085F, 0.13F}, 0.4F),
                       makeStone({1.22F, -0.20F, -0.74F}, {0.12F, 0.06F, 0.09F}, 1.4F),
                       makeStone({-1.15F, -0.10F, -0.58F}, {0.20F, 0.09F, 0.14F}, 2.0F),
                       makeStone({-0.4F, -0.16F, -3.12F}, {0.34F, 0.17F, 0.22F}, 0.2F),
                       makeStone({0.25F, -0.22F, -3.10F}, {0.17F, 0.09F, 0.13F}, 0.9F),
                       makeStone({1.9F, -0.15F, -3.15F}, {0.40F, 0.19F, 0.26F}, 2.6F)};
    const int32_t points = options.points > 0 ? options.points : kPoints;
    const Quat along = glm::angleAxis(glm::half_pi<float>(), Vec3(0.0F, 1.0F, 0.0F)); // its length along x
    Fabric silk;
    silk.damping = 0.0F; // air and water are enough
    world.cloths.push_back(makeGridCloth(gridOfPoints(kWidth, kLength, points), silk, {along, kStart}));
    WaterSettings &water = world.settings.water;
    water.density = kWaterDensity;
    water.middle = Vec3(0.0F, kLevel, kMiddle);
    water.halfWidth = kBankHalf + kLevel; // slopes of 45 degrees
    water.depth = kLevel - kBed;
    water.speed = kCurrent;
    world.settings.air.density = kAirDensity;
    world.settings.wind.gusts = 0.3F;
    world.settings.wind.seed = options.seed;
    world.wind.direction = glm::normalize(Vec3(1.0F, 0.0F, 0.4F));
    world.wind.speed = 0.6F;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: watch it come, catch it, let it stream, lift it out to drip, give it back.
Motion scriptRiver() {
    constexpr Vec3 kForward(100.0F, 0.0F, 0.0F); // degrees
    constexpr Vec3 kDown(60.0F, 0.0F, 0.0F);
    const Vec3 eye(0.05F, 1.45F, -0.15F);
    ScriptKeys keys;
    keys.head = {{0.0, eye, {-0.9F, 0.25F, -2.0F}}, {4.0, eye, {0.15F, 0.20F, -1.9F}},
                 {9.5, eye, {0.25F, 0.20F, -1.9F}}, {11.0, eye, {0.2F, 0.65F, -1.6F}},
                 {14.0, eye, {0.2F, 0.65F, -1.6F}}, {17.0, eye, {0.8F, 0.20F, -1.9F}}};
    const Vec3 rest(0.25F, 0.85F, -0.35F);
    const Vec3 water(-0.10F, -0.17F, -0.92F);
    const Vec3 above(0.10F, 1.15F, -0.75F);
    const Vec3 low(0.10F, 0.25F, -0.95F);
    keys.right = {{0.0, rest, 0.0F, kForward},   {2.6, rest, 0.0F, kForward}, {4.2, water, 0.0F, kDown},
                  {4.4, water, 1.0F, kDown},     {9.0, water, 1.0F, kDown},   {11.0, above, 1.0F, kForward},
                  {13.5, above, 1.0F, kForward}, {14.6, low, 1.0F, kDown},    {14.8, low, 0.0F, kDown},
                  {16.0, rest, 0.0F, kForward},  {18.0, rest, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesRiver() {
    return {1.5, 4.3, 8.8, 12.5, 16.0};
}

SceneLook lookRiver() {
    SceneLook look;
    look.cloth = Vec3(0.46F, 0.05F, 0.06F);
    look.solids = kColours;
    look.ground = makeGround;
    look.groundHeight = groundHeight;
    return look;
}

} // namespace selvage
