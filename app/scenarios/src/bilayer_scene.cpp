// Two layers beside one (Kang, Cho 2002, §4.2 and §5, Figs 4 to 7): the same cloth falls on four bodies,
// three times in two layers with the wrinkle presets of Fig. 5, once in the dense layer alone. `--set body=`
// chooses hemispheres (the default), boxes, or two of each; `--set pinned=1` fixes two corners of each cloth
// (Fig. 6, a), `--set side=` their number of particles along a side (65 in Figs 6 and 7).
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"
#include "sim/bilayer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace selvage {

namespace {

constexpr float kSize = 0.74F; // m
constexpr int32_t kPlaces = 4;
constexpr float kPitch = 0.76F;                  // m
constexpr float kPlane = -2.0F;                  // m, z of the bodies
constexpr float kBody = 0.20F;                   // m, radius of a hemisphere, half the width of a box
constexpr float kTop = 0.95F;                    // m, of the bodies
constexpr Vec3 kPlinthHalf(0.12F, 0.35F, 0.12F); // m
constexpr int32_t kSide = 29;                    // particles along one side of each cloth
constexpr int32_t kSideMin = 9;
constexpr int32_t kSideMax = 129;
constexpr float kDrop = 0.06F;  // m
constexpr double kLength = 8.0; // s

// Contraction resistance (–) of the dense and the coarse layer: Fig. 5's presets, many fine wrinkles to
// rubber. The coarse layer's share multiplies the dense one's.
struct Preset {
    const char *integrator;
    float dense;
    float coarseShare;
    Vec3 colour;
};
constexpr std::array<Preset, kPlaces> kPresets = {{{"bilayered", 0.1F, 0.4F, Vec3(0.05F, 0.14F, 0.34F)},
                                                   {"bilayered", 0.4F, 0.4F, Vec3(0.04F, 0.21F, 0.25F)},
                                                   {"bilayered", 1.0F, 1.0F, Vec3(0.08F, 0.25F, 0.10F)},
                                                   {"kang-cho", 0.4F, 1.0F, Vec3(0.42F, 0.17F, 0.05F)}}};

constexpr std::array<Vec3, kPlaces> kColours = {kPresets[0].colour, kPresets[1].colour, kPresets[2].colour,
                                                kPresets[3].colour};

constexpr Vec3 kStone(0.58F, 0.56F, 0.52F);
constexpr std::array<Vec3, 1 + 2 *kPlaces> kSolidColours = {kStone, kStone, kStone, kStone, kStone,
                                                            kStone, kStone, kStone, kStone};

struct Settings {
    std::string body{"hemisphere"}; // hemisphere, box or both
    bool pinned{false};
    int32_t side{0}; // 0: as many as `points` says
};

// Takes its own out of the settings that all scenes share.
Result<Settings> takeSettings(std::map<std::string, std::string> &settings) {
    Settings out;
    if (const auto body = settings.find("body"); body != settings.end()) {
        out.body = body->second;
        if (out.body != "hemisphere" && out.body != "box" && out.body != "both") {
            return Error{"--set body=" + out.body + ": expected hemisphere, box or both"};
        }
        settings.erase(body);
    }
    if (const auto pinned = settings.find("pinned"); pinned != settings.end()) {
        if (pinned->second != "0" && pinned->second != "1") {
            return Error{"--set pinned=" + pinned->second + ": expected 0 or 1"};
        }
        out.pinned = pinned->second == "1";
        settings.erase(pinned);
    }
    if (const auto side = settings.find("side"); side != settings.end()) {
        const char *end = side->second.data() + side->second.size();
        const auto [last, code] = std::from_chars(side->second.data(), end, out.side);
        if (code != std::errc() || last != end || out.side < kSideMin || out.side > kSideMax) {
            return Error{"--set side=" + side->second + ": expected a whole number from 9 to 129"};
        }
        settings.erase(side);
    }
    return out;
}

Vec3 topOf(int32_t place) {
    return {(static_cast<float>(place) - 0.5F * (kPlaces - 1)) * kPitch, kTop, kPlane};
}

// A hemisphere is a ball sunk half into its plinth.
void addBody(World &world, int32_t place, bool box) {
    const Vec3 top = topOf(place);
    world.colliders.push_back(makeBlock(Vec3(top.x, kPlinthHalf.y, top.z), kPlinthHalf, 0.01F));
    const Vec3 half(kBody, kBody, kBody);
    world.colliders.push_back(box ? makeBlock(top - Vec3(0.0F, kBody, 0.0F), half, 0.012F)
                                  : makeBall(top - Vec3(0.0F, kBody, 0.0F), kBody));
}

Fabric layerFabric(const Preset &preset, int32_t side) {
    Fabric fabric;
    fabric.name = "sheet";
    fabric.arealDensity = 0.2F;
    setSpringConstants(fabric, {.structural = 1e3F, .shear = 3e2F, .flexion = 5e1F},
                       kSize / static_cast<float>(side - 1));
    setMaxStretch(fabric, 0.03F);
    fabric.contractionResistance = preset.dense;
    fabric.damping = 1.0F;
    return fabric;
}

} // namespace

Result<World> buildBilayer(const ScenarioOptions &options) {
    ScenarioOptions shared = options;
    auto settings = takeSettings(shared.settings);
    if (!settings) {
        return settings.error();
    }
    World world;
    world.colliders = {makeFloorSolid()};
    const double each = static_cast<double>(options.points) / kPlaces;
    const int32_t ofPoints =
        options.points > 0 ? std::max(kSideMin, static_cast<int32_t>(std::lround(std::sqrt(each)))) : kSide;
    const int32_t side = settings->side > 0 ? settings->side : ofPoints;
    for (int32_t p = 0; p < kPlaces; ++p) {
        const Preset &preset = kPresets.at(static_cast<size_t>(p));
        addBody(world, p, settings->body == "box" || (settings->body == "both" && p % 2 == 1));
        const Pose pose = placedAt(topOf(p) + Vec3(0.0F, kDrop, 0.0F));
        const GridSize size{side, side, kSize, kSize, SpringLayout::Papers};
        world.cloths.push_back(makeGridCloth(size, layerFabric(preset, side), pose));
        world.methods.push_back(findIntegrator(preset.integrator));
        if (settings->pinned) {
            world.pins.push_back({p, 0});
            world.pins.push_back({p, side - 1});
        }
    }
    world.settings.substeps = 1;
    world.settings.resetBeyond = 4.0F;
    if (const auto finished = finishWorld(world, shared); !finished) {
        return finished.error();
    }
    for (size_t p = 0; p < kPresets.size() && !world.methods.empty(); ++p) {
        const BilayerSettings layers{.coarseContraction = kPresets[p].coarseShare};
        if (world.solvers[p].bilayer == nullptr) {
            continue;
        }
        if (auto prepared = prepareBilayer(world.cloths[p], world.solvers[p], layers); !prepared) {
            return prepared.error();
        }
    }
    return world;
}

// What a person would do: watch them fall, then pull one by its corner.
Motion scriptBilayer() {
    constexpr Vec3 kForward(110.0F, 0.0F, 0.0F); // degrees
    const Vec3 eye(0.0F, 1.60F, -0.42F);
    ScriptKeys keys;
    keys.head = {{0.0, eye, {0.0F, 0.90F, kPlane}}, {kLength, eye, {0.0F, 0.90F, kPlane}}};
    const Vec3 rest(0.40F, 0.90F, -0.70F);
    keys.right = {{0.0, rest, 0.0F, kForward}, {kLength, rest, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesBilayer() {
    return {0.3, 0.8, 2.0, kLength};
}

SceneLook lookBilayer() {
    SceneLook look;
    look.border = Vec3(0.75F, 0.66F, 0.48F);
    look.solids = kSolidColours;
    look.cloths = kColours;
    return look;
}

} // namespace selvage
