// Cloth against itself: a sheet falls edge first into a box whose walls then close in on it, and one that
// lies on the floor is lifted by its middle and laid down again beside, in four layers and more (Chung, Yen
// 2004, Fig. 6c).
#include "scenario_table.h"
#include "sheet.h"
#include "solids.h"

#include "scenarios/script.h"

#include <array>

namespace selvage {

namespace {

constexpr float kThickness = 0.004F;   // m
constexpr float kBoxDistance = 1.2F;   // m, of the box's middle from the person
constexpr float kHeight = 1.1F;        // m, of the falling sheet's middle
constexpr float kWallHalf = 0.1F;      // m, half its thickness
constexpr float kWallHeight = 0.12F;   // m, half of it: one looks over them
constexpr float kOverlap = 0.02F;      // m, that a wall reaches into the next
constexpr float kOpen = 0.6F;          // m, from the middle to a wall
constexpr float kClosed = 0.25F;       // m
constexpr double kClosing = 0.7;       // s, when the walls start
constexpr double kClosingTime = 3.0;   // s
constexpr double kCrumpleLength = 8.0; // s

void makeSoft(World &world) {
    for (Cloth &cloth : world.cloths) {
        cloth.fabric.damping = 0.2F;
        cloth.fabric.thickness = kThickness;
        cloth.fabric.bendingRigidity *= kFlexionShare / kPapersFlexionShare; // as stiff as in sharp folds
    }
    world.settings.selfContact.enabled = true;
}

// Four walls like a whirl: the end of each slides along the face of the next, so that the box stays closed as
// it gets smaller.
void addWall(World &world, const Vec3 &middle, float angle) {
    const Quat turn = glm::angleAxis(angle, Vec3(0.0F, 1.0F, 0.0F));
    const auto at = [&](float distance) {
        const Vec3 place = turn * Vec3(distance + kWallHalf, 0.0F, kOpen - distance);
        return Pose{turn, middle + place + Vec3(0.0F, kWallHeight, 0.0F)};
    };
    const auto index = static_cast<int32_t>(world.colliders.size());
    world.colliders.push_back(makeBlock(Vec3(0.0F), Vec3(kWallHalf, kWallHeight, kOpen + kOverlap), 0.02F));
    world.tracks.push_back({index, {{kClosing, at(kOpen)}, {kClosing + kClosingTime, at(kClosed)}}, 0.0});
}

} // namespace

Result<World> buildCrumple(const ScenarioOptions &options) {
    World world;
    const Vec3 middle(0.0F, 0.0F, -kBoxDistance);
    auto sheet = makeSheet(options, Vec3(0.0F));
    if (!sheet) {
        return sheet.error();
    }
    const Quat onEdge = glm::angleAxis(glm::radians(80.0F), glm::normalize(Vec3(1.0F, 0.1F, 0.05F)));
    for (Vec3 &x : sheet->position) {
        x = middle + Vec3(0.0F, kHeight, 0.0F) + onEdge * x;
    }
    world.cloths.push_back(std::move(*sheet));
    world.colliders = {makeFloorSolid()};
    for (int k = 0; k < 4; ++k) {
        addWall(world, middle, 0.5F * glm::pi<float>() * static_cast<float>(k));
    }
    makeSoft(world);
    if (const auto finished = finishSheet(world, options); !finished) {
        return finished.error();
    }
    return world;
}

Motion scriptCrumple() {
    return watch({0.0F, 1.40F, -0.20F}, {0.0F, 0.12F, -kBoxDistance}, kCrumpleLength);
}

std::vector<double> picturesCrumple() {
    return {0.35, 0.5, 0.7, 1.5, 2.5, 4.0, 8.0};
}

SceneLook lookCrumple() {
    static constexpr Vec3 kWood(0.11F, 0.055F, 0.028F);
    static constexpr std::array<Vec3, 5> kSolids = {kWood, kWood, kWood, kWood, kWood};
    SceneLook look;
    look.solids = kSolids;
    return look;
}

Result<World> buildFold(const ScenarioOptions &options) {
    World world;
    auto sheet = makeSheet(options, {0.0F, kThickness, -0.75F});
    if (!sheet) {
        return sheet.error();
    }
    world.cloths.push_back(std::move(*sheet));
    world.colliders = {makeFloorSolid()};
    makeSoft(world);
    if (const auto finished = finishSheet(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// Takes the sheet's middle, lifts it, lays it down to the right, lets go and draws back.
Motion scriptFold() {
    constexpr Vec3 kDown(65.0F, 0.0F, 0.0F); // degrees: the arm reaches for the floor
    const Vec3 middle(0.0F, 0.006F, -0.75F);
    const Vec3 lifted = middle + Vec3(0.0F, 0.55F, 0.0F);
    const Vec3 laid = middle + Vec3(0.3F, 0.05F, 0.0F);
    ScriptKeys keys;
    const Vec3 kneeling(0.0F, 1.0F, -0.1F);
    keys.head = {{0.0, kneeling, middle}, {8.0, kneeling, middle}};
    keys.right = {
        {0.0, middle, 0.0F, kDown}, {0.2, middle, 1.0F, kDown}, {2.2, lifted, 1.0F, kDown},
        {2.6, lifted, 1.0F, kDown}, {4.6, laid, 1.0F, kDown},   {5.0, laid, 0.0F, kDown},
        {6.0, lifted, 0.0F, kDown}, {8.0, lifted, 0.0F, kDown},
    };
    return makeScript(keys, 90.0);
}

std::vector<double> picturesFold() {
    return {0.2, 1.5, 2.4, 3.6, 4.6, 8.0};
}

} // namespace selvage
