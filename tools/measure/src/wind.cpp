// See wind.h.
#include "measure/wind.h"

#include "measure/play.h"

#include <glm/gtc/constants.hpp>
#include <numeric>
#include <string>

namespace selvage {

double forceOnSheet(int32_t side, AirLaw law) {
    constexpr float kTime = 0.01F; // s
    World world;
    Fabric fabric;
    fabric.arealDensity = 0.2F;
    fabric.damping = 0.0F;
    const Pose upright{glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F)), Vec3(0.0F, 1.5F, 0.0F)};
    world.cloths.push_back(makeGridCloth({side, side, 1.0F, 1.0F}, fabric, upright));
    world.settings.air.density = kAirDensity;
    world.settings.air.law = law;
    world.settings.air.drag = 1e-4F;
    world.wind.direction = Vec3(0.0F, 0.0F, -1.0F);
    world.wind.speed = 2.0F;
    prepareWorld(world, 1);
    updateGusts(world.wind, world.settings.wind, 0.0);
    const AirScene scene{.settings = world.settings.air,
                         .windSettings = world.settings.wind,
                         .wind = world.wind,
                         .colliders = {},
                         .wetness = {}};
    blow(world.cloths[0], world.air[0], scene, kTime, *world.workers);
    double impulse = 0.0;
    for (size_t i = 0; i < world.cloths[0].mass.size(); ++i) {
        impulse -= static_cast<double>(world.cloths[0].mass[i] * world.cloths[0].velocity[i].z);
    }
    return impulse / static_cast<double>(kTime);
}

Flapping flappingAt(double windSpeed) {
    constexpr double kBegin = 7.0; // s, when the flag is hoisted and flaps evenly
    constexpr double kEnd = 13.0;
    Flapping seen;
    const Playing steady{.settings = {{"wind", std::to_string(windSpeed)},
                                      {"gusts", "0"},
                                      {"wind-heading", "90"},
                                      {"wind-steered", "0"}}};
    play("flag", kEnd, steady, [&](const World &world, const StepReport &) {
        const Cloth &flag = world.cloths[0];
        const int32_t columns = flag.topology->columnCount;
        const auto tip = static_cast<size_t>((flag.topology->rowCount / 2) * columns + columns - 1);
        if (world.time > kBegin) {
            seen.time.push_back(world.time);
            seen.across.push_back(static_cast<double>(flag.position[tip].z - flag.position[0].z));
        }
    });
    const double mean = std::accumulate(seen.across.begin(), seen.across.end(), 0.0) /
                        static_cast<double>(seen.across.size());
    int crossings = 0;
    for (size_t i = 1; i < seen.across.size(); ++i) {
        crossings += (seen.across[i - 1] < mean) != (seen.across[i] < mean) ? 1 : 0;
    }
    seen.frequency = 0.5 * crossings / (kEnd - kBegin);
    return seen;
}

} // namespace selvage
