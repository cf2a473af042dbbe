// The named parameters and how each is set and read.
#include "scenarios/parameters.h"

#include <cmath>

namespace selvage {

namespace {

template <float Fabric::*...Members> void set(World &world, float value) {
    for (Cloth &cloth : world.cloths) {
        ((cloth.fabric.*Members = value), ...);
        updateMasses(cloth);
    }
}

template <float Fabric::*Member> float get(const World &world) {
    return world.cloths.empty() ? 0.0F : world.cloths.front().fabric.*Member;
}

void setElastic(World &world, float value) {
    for (Cloth &cloth : world.cloths) {
        cloth.fabric.elastic = value >= 0.5F;
    }
}

float getElastic(const World &world) {
    return !world.cloths.empty() && world.cloths.front().fabric.elastic ? 1.0F : 0.0F;
}

// Where there is no air yet, wind brings it.
void setWind(World &world, float speed) {
    world.wind.speed = speed;
    if (world.settings.air.density <= 0.0F) {
        world.settings.air.density = kAirDensity;
    }
}

// Of a running world too, where one method serves all cloths.
void setSelfContact(World &world, float value) {
    const bool running = world.workers != nullptr;
    bool &enabled = world.settings.selfContact.enabled;
    enabled = value >= 0.5F && (!running || world.methods.empty());
    if (running) {
        prepareSelfContact(world);
    }
}

void setSelfContactResponse(World &world, float value) {
    world.settings.selfContact.response = static_cast<SelfContactResponse>(std::lround(value));
    if (world.workers != nullptr) {
        prepareSelfContact(world);
    }
}

// 0 blows away from the viewer (-z), 90 to the right (+x).
void setHeading(World &world, float degrees) {
    const float heading = glm::radians(degrees);
    world.wind.direction = Vec3(std::sin(heading), 0.0F, -std::cos(heading));
}

float getHeading(const World &world) {
    return glm::degrees(std::atan2(world.wind.direction.x, -world.wind.direction.z));
}

using Control = ParameterControl;

constexpr Parameter kParameters[] = {
    {"density", 0.001F, 10.0F, "kg/m²", set<&Fabric::arealDensity>, get<&Fabric::arealDensity>,
     Control::LogSlider, "Mass", 0.01F, 1.0F},
    {"stretch", 0.0F, 1e7F, "N/m", set<&Fabric::warpStiffness, &Fabric::weftStiffness>,
     get<&Fabric::warpStiffness>, Control::LogSlider, "Stretch stiffness", 10.0F, 1e5F},
    {"stretch-warp", 0.0F, 1e7F, "N/m", set<&Fabric::warpStiffness>, get<&Fabric::warpStiffness>},
    {"stretch-weft", 0.0F, 1e7F, "N/m", set<&Fabric::weftStiffness>, get<&Fabric::weftStiffness>},
    {"shear", 0.0F, 1e7F, "N/m", set<&Fabric::shearStiffness>, get<&Fabric::shearStiffness>,
     Control::LogSlider, "Shear stiffness", 1.0F, 1e5F},
    {"bending", 0.0F, 0.02F, "N m", set<&Fabric::bendingRigidity>, get<&Fabric::bendingRigidity>,
     Control::LogSlider, "Bending rigidity", 1e-7F, 1e-2F},
    {"elastic", 0.0F, 1.0F, "", setElastic, getElastic, Control::Switch, "Elastic below the limit"},
    {"spring-damping", 0.0F, 100.0F, "N s/m", set<&Fabric::springDamping>, get<&Fabric::springDamping>,
     Control::Slider, "Spring damping", 0.0F, 5.0F},
    {"contraction", 0.0F, 1.0F, "", set<&Fabric::contractionResistance>, get<&Fabric::contractionResistance>},
    {"max-stretch", 0.0F, 10.0F, "",
     set<&Fabric::maxStretchWarp, &Fabric::maxStretchWeft, &Fabric::maxStretchBias>,
     get<&Fabric::maxStretchWarp>, Control::Slider, "Greatest stretch", 0.0F, 0.3F},
    {"max-stretch-warp", 0.0F, 10.0F, "", set<&Fabric::maxStretchWarp>, get<&Fabric::maxStretchWarp>},
    {"max-stretch-weft", 0.0F, 10.0F, "", set<&Fabric::maxStretchWeft>, get<&Fabric::maxStretchWeft>},
    {"max-stretch-bias", 0.0F, 10.0F, "", set<&Fabric::maxStretchBias>, get<&Fabric::maxStretchBias>},
    {"damping", 0.0F, 100.0F, "1/s", set<&Fabric::damping>, get<&Fabric::damping>, Control::Slider, "Damping",
     0.0F, 5.0F},
    {"friction", 0.0F, 10.0F, "", set<&Fabric::friction>, get<&Fabric::friction>, Control::Slider, "Friction",
     0.0F, 1.5F},
    {"thickness", 0.0F, 0.1F, "m", set<&Fabric::thickness>, get<&Fabric::thickness>},
    {"gravity", -100.0F, 100.0F, "m/s²", [](World &w, float v) { w.settings.gravity = Vec3(0.0F, -v, 0.0F); },
     [](const World &w) { return -w.settings.gravity.y; }, Control::Slider, "Gravity", -10.0F, 20.0F},
    {"acceleration", 0.0F, 1e6F, "m/s²", [](World &w, float v) { w.settings.accelerationMax = v; },
     [](const World &w) { return w.settings.accelerationMax; }, Control::Slider,
     "Acceleration limit (0: none)", 0.0F, 2000.0F},
    {"substeps", 1.0F, 1000.0F, "", [](World &w, float v) { w.settings.substeps = static_cast<int32_t>(v); },
     [](const World &w) { return static_cast<float>(substepCount(w.settings)); }, Control::Whole, "Substeps",
     1.0F, 60.0F},
    {"strain-curve", 0.0F, 2.0F, "",
     [](World &w, float v) { w.settings.postStep.strainCurve = static_cast<StrainCurve>(std::lround(v)); },
     [](const World &w) { return static_cast<float>(w.settings.postStep.strainCurve); }},
    {"strain-direction", 0.0F, 1.0F, "",
     [](World &w, float v) {
         w.settings.postStep.strainDirection = static_cast<StrainDirection>(std::lround(v));
     },
     [](const World &w) { return static_cast<float>(w.settings.postStep.strainDirection); }},
    {"sweeps", 0.0F, 10000.0F, "",
     [](World &w, float v) { w.settings.postStep.sweepMax = static_cast<int32_t>(v); },
     [](const World &w) { return static_cast<float>(w.settings.postStep.sweepMax); }, Control::Whole,
     "Sweeps of the strain limit", 0.0F, 200.0F},
    {"air", 0.0F, 2000.0F, "kg/m³", [](World &w, float v) { w.settings.air.density = v; },
     [](const World &w) { return w.settings.air.density; }, Control::Slider, "Density of the air", 0.0F,
     3.0F},
    {"air-normal", 0.0F, 10.0F, "", [](World &w, float v) { w.settings.air.normal = v; },
     [](const World &w) { return w.settings.air.normal; }},
    {"air-tangential", 0.0F, 10.0F, "", [](World &w, float v) { w.settings.air.tangential = v; },
     [](const World &w) { return w.settings.air.tangential; }},
    {"air-law", 0.0F, 1.0F, "",
     [](World &w, float v) { w.settings.air.law = static_cast<AirLaw>(std::lround(v)); },
     [](const World &w) { return static_cast<float>(w.settings.air.law); }},
    {"air-drag", 0.0F, 10.0F, "kg/m", [](World &w, float v) { w.settings.air.drag = v; },
     [](const World &w) { return w.settings.air.drag; }},
    {"wind", 0.0F, 1e6F, "m/s", setWind, [](const World &w) { return w.wind.speed; }, Control::Slider, "Wind",
     0.0F, 15.0F},
    {"wind-heading", -360.0F, 360.0F, "degrees", setHeading, getHeading, Control::Slider, "Wind blows to",
     -180.0F, 180.0F},
    {"wind-steered", 0.0F, 1.0F, "", [](World &w, float v) { w.settings.wind.steered = v >= 0.5F; },
     [](const World &w) { return w.settings.wind.steered ? 1.0F : 0.0F; }, Control::Switch,
     "Hands steer the wind"},
    {"wind-max", 0.0F, 1e6F, "m/s", [](World &w, float v) { w.settings.wind.speedMax = v; },
     [](const World &w) { return w.settings.wind.speedMax; }},
    {"gusts", 0.0F, 2.0F, "", [](World &w, float v) { w.settings.wind.gusts = v; },
     [](const World &w) { return w.settings.wind.gusts; }, Control::Slider, "Gusts", 0.0F, 1.0F},
    {"gust-model", 0.0F, 1.0F, "",
     [](World &w, float v) { w.settings.wind.model = static_cast<GustModel>(std::lround(v)); },
     [](const World &w) { return static_cast<float>(w.settings.wind.model); }},
    {"current", 0.0F, 1e6F, "m/s", [](World &w, float v) { w.settings.water.speed = v; },
     [](const World &w) { return w.settings.water.speed; }, Control::Slider, "River's current", 0.0F, 3.0F},
    {"water", 0.0F, 2000.0F, "kg/m³", [](World &w, float v) { w.settings.water.density = v; },
     [](const World &w) { return w.settings.water.density; }},
    {"self-contact", 0.0F, 1.0F, "", setSelfContact,
     [](const World &w) { return w.settings.selfContact.enabled ? 1.0F : 0.0F; }, Control::Switch,
     "Keeps out of itself"},
    {"self-contact-response", 0.0F, 1.0F, "", setSelfContactResponse,
     [](const World &w) { return static_cast<float>(w.settings.selfContact.response); }},
};
static_assert(std::size(kParameters) <= kParameterMax);

} // namespace

std::span<const Parameter> parameters() {
    return kParameters;
}

const Parameter *findParameter(std::string_view key) {
    for (const Parameter &parameter : kParameters) {
        if (key == parameter.key) {
            return &parameter;
        }
    }
    return nullptr;
}

void setFabric(World &world, const Fabric &fabric) {
    for (Cloth &cloth : world.cloths) {
        cloth.fabric = fabric;
        updateMasses(cloth);
    }
}

} // namespace selvage
