// The same cloth under every method beside each other (Chung, Yen 2004, §3): explicit Euler explodes first,
// midpoint later, the implicit ones never. What explodes begins anew and is counted (the report's "resets").
#include "gallery.h"
#include "scenario_table.h"

#include "scenarios/script.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr float kSize = 0.41F; // m
constexpr int32_t kSide = 13;  // particles along one side
constexpr int32_t kColumns = 6;
constexpr float kExploded = 1.2F; // m from where it began

struct Place {
    const char *integrator;
    Vec3 colour;
};

constexpr Vec3 kExplicit(0.46F, 0.16F, 0.03F);
constexpr Vec3 kImplicit(0.03F, 0.15F, 0.33F);
constexpr Vec3 kPrinted(0.34F, 0.30F, 0.10F);
constexpr Vec3 kOurs(0.05F, 0.24F, 0.10F);

// Upper row: explicit ones, then implicit ones; below each corrected method the printed one where there is
// one.
constexpr std::array<Place, 12> kPlaces = {{{"euler", kExplicit},
                                            {"midpoint", kExplicit},
                                            {"implicit-cg", kImplicit},
                                            {"desbrun", kImplicit},
                                            {"kang-cho", kImplicit},
                                            {"bilayered", kImplicit},
                                            {"symplectic", kExplicit},
                                            {"selvage", kOurs},
                                            {"desbrun-dense", kImplicit},
                                            {"desbrun-as-printed", kPrinted},
                                            {"kang-cho-as-printed", kPrinted},
                                            {"bilayered-as-printed", kPrinted}}};

constexpr std::array<Vec3, kPlaces.size()> colours() {
    std::array<Vec3, kPlaces.size()> all{};
    for (size_t i = 0; i < all.size(); ++i) {
        all[i] = kPlaces[i].colour;
    }
    return all;
}

constexpr std::array<Vec3, kPlaces.size()> kColours = colours();

} // namespace

Result<World> buildIntegrators(const ScenarioOptions &options) {
    World world;
    world.colliders = galleryColliders(kColumns);
    const double each = static_cast<double>(options.points) / static_cast<double>(kPlaces.size());
    const int32_t side =
        options.points > 0 ? std::max(9, static_cast<int32_t>(std::lround(std::sqrt(each)))) : kSide;
    Fabric fabric;
    fabric.arealDensity = 0.15F;
    // Soft enough for midpoint to outlive Euler by seconds.
    setSpringConstants(fabric, {.structural = 2.0F, .shear = 1.0F, .flexion = 0.1F},
                       kSize / static_cast<float>(side - 1));
    fabric.damping = 0.5F;
    for (size_t i = 0; i < kPlaces.size(); ++i) {
        const auto index = static_cast<int32_t>(i);
        const Vec3 place = galleryPlace(index / kColumns, index % kColumns, kColumns);
        world.cloths.push_back(hungCloth(side, kSize, fabric, place));
        gatherCorners(world.cloths.back(), 0.8F);
        world.pins.push_back({index, 0});
        world.pins.push_back({index, side - 1});
        world.methods.push_back(findIntegrator(kPlaces[i].integrator));
    }
    world.settings.resetBeyond = kExploded;
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: look along the rows, then pull one cloth aside and let go.
Motion scriptIntegrators() {
    constexpr Vec3 kForward(110.0F, 0.0F, 0.0F); // degrees
    const Vec3 eye(0.0F, 1.55F, 0.10F);
    ScriptKeys keys;
    keys.head = {{0.0, eye, {0.0F, 1.40F, -1.75F}}, {10.0, eye, {0.0F, 1.40F, -1.75F}}};
    const Vec3 rest(0.45F, 0.95F, -0.1F);
    const Vec3 corner = galleryPlace(1, 1, kColumns) + Vec3(0.4F * kSize, -kSize, 0.02F);
    const Vec3 lifted = corner + Vec3(0.1F, 0.30F, 0.45F);
    keys.right = {{0.0, rest, 0.0F, kForward},   {3.0, corner, 0.0F, kForward}, {3.3, corner, 1.0F, kForward},
                  {4.5, lifted, 1.0F, kForward}, {6.0, lifted, 1.0F, kForward}, {6.2, lifted, 0.0F, kForward},
                  {8.0, rest, 0.0F, kForward},   {10.0, rest, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesIntegrators() {
    return {0.1, 0.4, 1.0, 5.5, 10.0};
}

SceneLook lookIntegrators() {
    SceneLook look;
    look.border = Vec3(0.72F, 0.66F, 0.50F);
    look.solids = galleryColours();
    look.cloths = kColours;
    return look;
}

} // namespace selvage
