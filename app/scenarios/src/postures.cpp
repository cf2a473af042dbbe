// Hanging postures out of one run (Meyer et al. 2000, §3.3, Fig. 2; Desbrun et al. 1999, Figs 5 and 7), and
// the same cloth with springs from 0 (chain mail) to a million N/m (Desbrun §6, Fig. 8).
#include "gallery.h"
#include "scenario_table.h"

#include "scenarios/script.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kSize = 0.43F; // m
constexpr int32_t kColumns = 5;
constexpr int32_t kSide = 15; // particles along one side of each cloth
constexpr std::array<float, kColumns> kStiffness{0.0F, 10.0F, 1e3F, 1e5F, 1e6F}; // N/m of structural springs
constexpr int32_t kSweeps = 32;         // nothing else holds the chain mail together
constexpr float kUsualStiffness = 1e3F; // N/m
constexpr std::array<Vec3, 10> kColours = {Vec3(0.30F, 0.31F, 0.33F), Vec3(0.42F, 0.26F, 0.10F),
                                           Vec3(0.42F, 0.12F, 0.05F), Vec3(0.33F, 0.04F, 0.08F),
                                           Vec3(0.20F, 0.03F, 0.14F), Vec3(0.03F, 0.16F, 0.28F),
                                           Vec3(0.03F, 0.20F, 0.24F), Vec3(0.04F, 0.22F, 0.16F),
                                           Vec3(0.10F, 0.22F, 0.08F), Vec3(0.22F, 0.22F, 0.06F)};

Fabric postureFabric(float stiffness, int32_t side) {
    Fabric fabric;
    fabric.name = "sheet";
    fabric.arealDensity = 0.15F;
    const SpringConstants springs{stiffness, 0.5F * stiffness, 0.1F * stiffness};
    setSpringConstants(fabric, springs, kSize / static_cast<float>(side - 1));
    setMaxStretch(fabric, 0.05F);
    fabric.damping = 1.0F;
    return fabric;
}

// Particles of a cloth of side x side: corners and middle.
struct Corners {
    explicit Corners(int32_t side)
        : right(side - 1), lowerLeft(side * (side - 1)), lowerRight(side * side - 1),
          middle(side * (side / 2) + side / 2) {}
    int32_t left{0};
    int32_t right;
    int32_t lowerLeft;
    int32_t lowerRight;
    int32_t middle;
};

void pin(World &world, std::initializer_list<int32_t> particles) {
    for (const int32_t particle : particles) {
        world.pins.push_back({static_cast<int32_t>(world.cloths.size()) - 1, particle});
    }
}

// Moves and turns a cloth so that a particle of it is at a place.
void hangBy(Cloth &cloth, int32_t particle, const Quat &turn, const Vec3 &place) {
    const Vec3 from = cloth.position[static_cast<size_t>(particle)];
    for (Vec3 &p : cloth.position) {
        p = place + turn * (p - from);
    }
}

// Level, the corners nearer to each other than the cloth is wide.
void spreadLevel(Cloth &cloth, const Vec3 &place, float share) {
    const Vec3 middle = place - Vec3(0.0F, 0.5F * kSize, 0.0F);
    for (Vec3 &p : cloth.position) {
        const Vec3 away = p - middle;
        p = place + Vec3(share * away.x, 0.0F, share * away.y + 0.1F);
    }
}

void addPostures(World &world, int32_t side) {
    const Corners corners(side);
    const Fabric fabric = postureFabric(kUsualStiffness, side);
    const auto add = [&](int32_t column) -> Cloth & {
        world.cloths.push_back(hungCloth(side, kSize, fabric, galleryPlace(1, column, kColumns)));
        return world.cloths.back();
    };
    const float eighth = 0.25F * glm::pi<float>();
    hangBy(add(0), corners.left, glm::angleAxis(-eighth, Vec3(0.0F, 0.0F, 1.0F)),
           galleryPlace(1, 0, kColumns));
    pin(world, {corners.left});
    add(1);
    pin(world, {corners.left, corners.right});
    gatherCorners(add(2), 0.5F);
    pin(world, {corners.left, corners.right});
    hangBy(add(3), corners.middle, glm::angleAxis(-2.0F * eighth, Vec3(1.0F, 0.0F, 0.0F)),
           galleryPlace(1, 3, kColumns));
    pin(world, {corners.middle});
    spreadLevel(add(4), galleryPlace(1, 4, kColumns), 0.75F);
    pin(world, {corners.left, corners.right, corners.lowerLeft, corners.lowerRight});
}

} // namespace

Result<World> buildPostures(const ScenarioOptions &options) {
    World world;
    world.colliders = galleryColliders(kColumns);
    const double each = static_cast<double>(options.points) / (2 * kColumns);
    const int32_t side =
        options.points > 0 ? std::max(3, static_cast<int32_t>(std::lround(std::sqrt(each)))) : kSide;
    for (int32_t c = 0; c < kColumns; ++c) {
        const Fabric fabric = postureFabric(kStiffness.at(static_cast<size_t>(c)), side);
        world.cloths.push_back(hungCloth(side, kSize, fabric, galleryPlace(0, c, kColumns)));
        gatherCorners(world.cloths.back(), 0.7F);
        pin(world, {0, side - 1});
    }
    addPostures(world, side);
    world.settings.integrator = findIntegrator("desbrun");
    world.settings.postStep.sweepMax = kSweeps;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: take the lower corner of the second cloth, lift it high, let it fall; the same with
// the one that hangs by its middle.
Motion scriptPostures() {
    constexpr Vec3 kForward(110.0F, 0.0F, 0.0F); // degrees
    const Vec3 eye(0.0F, 1.55F, -0.12F);
    ScriptKeys keys;
    keys.head = {{0.0, eye, {0.0F, 1.40F, -1.75F}}, {12.0, eye, {0.0F, 1.40F, -1.75F}}};
    const Vec3 rest(0.45F, 0.95F, -0.5F);
    const Vec3 corner = galleryPlace(1, 1, kColumns) + Vec3(0.5F * kSize, -kSize, 0.02F);
    const Vec3 lifted = corner + Vec3(0.1F, 0.55F, 0.5F);
    keys.right = {{0.0, rest, 0.0F, kForward},   {3.0, corner, 0.0F, kForward}, {3.3, corner, 1.0F, kForward},
                  {5.0, lifted, 1.0F, kForward}, {6.0, lifted, 1.0F, kForward}, {6.2, lifted, 0.0F, kForward},
                  {8.0, rest, 0.0F, kForward},   {12.0, rest, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesPostures() {
    return {0.5, 2.9, 5.5, 6.6, 12.0};
}

SceneLook lookPostures() {
    SceneLook look;
    look.border = Vec3(0.70F, 0.55F, 0.32F);
    look.solids = galleryColours();
    look.cloths = kColours;
    return look;
}

} // namespace selvage
