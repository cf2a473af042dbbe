// Cloth over shapes (Chung, Yen 2004, §6, Figs 6 to 12): a bone, a rabbit, a vase, a screwdriver and a bust,
// all of our own, built from balls, rods and ellipsoids or turned on a lathe. The vase vanishes, and its
// cloth falls.
#include "mesh_obstacle.h"
#include "pawn.h"
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kPlaces = 5;
constexpr float kPitch = 0.60F;           // m
constexpr float kPlane = -1.75F;          // m, z
constexpr float kTop = 0.62F;             // m, of the plinths
constexpr float kPlinthHalf = 0.17F;      // m
constexpr float kSize = 0.58F;            // m, of each cloth
constexpr int32_t kSide = 23;             // particles along one side of each
constexpr double kVanish = 6.0;           // s, when the vase does
constexpr double kLength = 10.0;          // s
constexpr Vec3 kGone(0.0F, -20.0F, 0.0F); // m, where to
constexpr float kVaseAccuracy = 0.0015F;  // m, of its voxels
constexpr int32_t kVase = 2;              // place

constexpr Vec3 kStone(0.50F, 0.49F, 0.46F);
constexpr Vec3 kIvory(0.72F, 0.66F, 0.52F);
constexpr Vec3 kFur(0.36F, 0.28F, 0.21F);
constexpr Vec3 kGlaze(0.05F, 0.16F, 0.40F);
constexpr Vec3 kHandle(0.60F, 0.10F, 0.03F);
constexpr Vec3 kSteel(0.42F, 0.43F, 0.45F);
constexpr Vec3 kLinen(0.62F, 0.55F, 0.44F);

constexpr std::array<Vec3, kPlaces> kColours = {Vec3(0.05F, 0.20F, 0.30F), Vec3(0.10F, 0.24F, 0.08F),
                                                Vec3(0.46F, 0.06F, 0.06F), Vec3(0.40F, 0.26F, 0.04F),
                                                Vec3(0.22F, 0.06F, 0.26F)};

// Radius and height (m) from the bottom up.
constexpr Vec2 kVaseProfile[] = {{0.0F, 0.0F},    {0.075F, 0.0F},   {0.080F, 0.015F}, {0.060F, 0.035F},
                                 {0.10F, 0.11F},  {0.135F, 0.19F},  {0.125F, 0.26F},  {0.075F, 0.33F},
                                 {0.052F, 0.37F}, {0.060F, 0.405F}, {0.085F, 0.435F}, {0.0F, 0.442F}};

struct Painted {
    Collider collider;
    Vec3 colour;
};

Vec3 topOf(int32_t place) {
    return {(static_cast<float>(place) - 0.5F * (kPlaces - 1)) * kPitch, kTop, kPlane};
}

void addBone(std::vector<Painted> &parts, const Vec3 &at) {
    const Vec3 middle = at + Vec3(0.0F, 0.14F, 0.0F);
    const Vec3 end(0.17F, 0.0F, 0.05F);
    parts.push_back({makeRod(middle - end, middle + end, 0.042F), kIvory});
    for (const float side : {-1.0F, 1.0F}) {
        for (const float up : {-1.0F, 1.0F}) {
            const Vec3 knob = middle + side * (end + Vec3(0.03F, 0.0F, 0.0F)) + Vec3(0.0F, 0.052F * up, 0.0F);
            parts.push_back({makeBall(knob, 0.075F), kIvory});
        }
    }
}

void addRabbit(std::vector<Painted> &parts, const Vec3 &at) {
    const auto turned = [](float degrees, const Vec3 &axis) {
        return glm::angleAxis(glm::radians(degrees), axis);
    };
    const Vec3 x(1.0F, 0.0F, 0.0F);
    parts.push_back(
        {makeEllipsoid(at + Vec3(0.0F, 0.135F, -0.02F), {0.115F, 0.135F, 0.15F}, turned(-18.0F, x)), kFur});
    parts.push_back({makeEllipsoid(at + Vec3(0.0F, 0.275F, 0.085F), {0.072F, 0.075F, 0.092F}), kFur});
    parts.push_back({makeBall(at + Vec3(0.0F, 0.10F, -0.17F), 0.045F), kIvory});
    for (const float side : {-1.0F, 1.0F}) {
        parts.push_back(
            {makeEllipsoid(at + Vec3(0.085F * side, 0.075F, 0.02F), {0.055F, 0.075F, 0.10F}), kFur});
        parts.push_back({makeEllipsoid(at + Vec3(0.06F * side, 0.03F, 0.14F), {0.032F, 0.03F, 0.06F}), kFur});
        const Quat ear = turned(-12.0F * side, Vec3(0.0F, 0.0F, 1.0F)) * turned(-14.0F, x);
        parts.push_back(
            {makeEllipsoid(at + Vec3(0.045F * side, 0.42F, 0.045F), {0.032F, 0.12F, 0.026F}, ear), kFur});
    }
}

void addScrewdriver(std::vector<Painted> &parts, const Vec3 &at) {
    const Vec3 middle = at + Vec3(0.0F, 0.085F, 0.0F);
    const Vec3 along = glm::normalize(Vec3(1.0F, 0.0F, 0.18F));
    parts.push_back({makeRod(middle - 0.20F * along, middle - 0.02F * along, 0.058F), kHandle});
    parts.push_back({makeRod(middle, middle + 0.24F * along, 0.021F), kSteel});
    Collider blade = makeBlock(middle + 0.25F * along, {0.03F, 0.012F, 0.03F}, 0.006F);
    blade.pose.orientation = glm::rotation(Vec3(1.0F, 0.0F, 0.0F), along);
    blade.previousPose = blade.pose;
    parts.push_back({blade, kSteel});
    for (const float share : {-0.14F, 0.18F}) { // rests
        parts.push_back(
            {makeBlock(at + share * along + Vec3(0.0F, 0.02F, 0.0F), {0.025F, 0.035F, 0.05F}, 0.01F),
             kStone});
    }
}

void addBust(std::vector<Painted> &parts, const Vec3 &at) {
    parts.push_back({makeEllipsoid(at + Vec3(0.0F, 0.12F, 0.0F), {0.135F, 0.17F, 0.095F}), kLinen});
    parts.push_back(
        {makeRod(at + Vec3(-0.115F, 0.235F, 0.0F), at + Vec3(0.115F, 0.235F, 0.0F), 0.058F), kLinen});
    parts.push_back({makeRod(at + Vec3(0.0F, 0.24F, 0.0F), at + Vec3(0.0F, 0.35F, 0.01F), 0.045F), kLinen});
    parts.push_back({makeEllipsoid(at + Vec3(0.0F, 0.425F, 0.015F), {0.072F, 0.098F, 0.088F}), kLinen});
    for (const float side : {-1.0F, 1.0F}) {
        parts.push_back(
            {makeRod(at + Vec3(0.135F * side, 0.225F, 0.0F), at + Vec3(0.165F * side, 0.06F, 0.0F), 0.045F),
             kLinen});
    }
}

std::vector<Painted> allParts() {
    std::vector<Painted> parts;
    for (int32_t p = 0; p < kPlaces; ++p) {
        const Vec3 half(kPlinthHalf, 0.5F * kTop, kPlinthHalf);
        parts.push_back({makeBlock(topOf(p) - Vec3(0.0F, half.y, 0.0F), half, 0.012F), kStone});
    }
    addBone(parts, topOf(0));
    addRabbit(parts, topOf(1));
    addScrewdriver(parts, topOf(3));
    addBust(parts, topOf(4));
    return parts;
}

} // namespace

Result<World> buildObstacles(const ScenarioOptions &options) {
    World world;
    world.colliders = {makeFloorSolid()};
    for (const Painted &part : allParts()) {
        world.colliders.push_back(part.collider);
    }
    VoxelOptions voxels;
    voxels.accuracy = kVaseAccuracy;
    const Vec3 vase = topOf(kVase);
    world.tracks = {
        {static_cast<int32_t>(world.colliders.size()),
         {{0.0, placedAt(vase)}, {kVanish, placedAt(vase)}, {kVanish + 1e-3, placedAt(vase + kGone)}},
         0.0}};
    world.colliders.push_back(makeMeshCollider(makeTurned(kVaseProfile), placedAt(vase), voxels, options));
    const double each = static_cast<double>(options.points) / kPlaces;
    const int32_t side =
        options.points > 0 ? std::max(3, static_cast<int32_t>(std::lround(std::sqrt(each)))) : kSide;
    Fabric cotton;
    cotton.arealDensity = 0.11F;
    cotton.bendingRigidity = 1.2e-5F;
    cotton.damping = 0.6F;
    cotton.friction = 0.45F;
    cotton.thickness = 0.006F;
    for (int32_t p = 0; p < kPlaces; ++p) {
        const Quat turn = glm::angleAxis(0.35F + 0.2F * static_cast<float>(p), Vec3(0.0F, 1.0F, 0.0F));
        const Vec3 above = topOf(p) + Vec3(0.01F, p == 0 || p == 3 ? 0.32F : 0.62F, 0.015F);
        world.cloths.push_back(makeGridCloth({side, side, kSize, kSize}, cotton, {turn, above}));
    }
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: watch them fall, lift the middle of one and drop it, see the vase vanish.
Motion scriptObstacles() {
    constexpr Vec3 kForward(100.0F, 0.0F, 0.0F); // degrees
    const Vec3 eye(0.0F, 1.38F, -0.06F);
    ScriptKeys keys;
    keys.head = {{0.0, eye, {0.0F, 0.86F, kPlane}}, {kLength, eye, {0.0F, 0.86F, kPlane}}};
    const Vec3 rest(0.40F, 0.85F, -0.55F);
    const Vec3 middle = topOf(3) + Vec3(-0.06F, 0.15F, 0.0F);
    const Vec3 lifted = middle + Vec3(0.04F, 0.30F, 0.02F);
    const Vec3 back = middle + Vec3(0.04F, 0.04F, 0.02F);
    keys.right = {
        {0.0, rest, 0.0F, kForward},   {2.5, middle, 0.0F, kForward}, {2.8, middle, 1.0F, kForward},
        {4.0, lifted, 1.0F, kForward}, {4.6, lifted, 1.0F, kForward}, {5.2, back, 1.0F, kForward},
        {5.4, back, 0.0F, kForward},   {7.0, rest, 0.0F, kForward},   {kLength, rest, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesObstacles() {
    return {0.3, 2.0, 4.5, 6.15, kLength};
}

SceneLook lookObstacles() {
    static const std::vector<Vec3> solids = [] {
        std::vector<Vec3> all{Vec3(0.5F)}; // the floor has its own
        for (const Painted &part : allParts()) {
            all.push_back(part.colour);
        }
        all.push_back(kGlaze);
        return all;
    }();
    SceneLook look;
    look.border = Vec3(0.78F, 0.66F, 0.42F);
    look.solids = solids;
    look.cloths = kColours;
    return look;
}

} // namespace selvage
