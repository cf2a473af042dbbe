// Scenarios: places to stand in. The same object feeds the headset, the window, the offscreen run, the
// headless tools and the tests. Each lives in one file and has one row in the table.
#pragma once

#include "maths/motion.h"
#include "maths/result.h"
#include "sim/world.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace selvage {

struct ScenarioOptions {
    int32_t points{0}; // particles wanted; 0 = the scenario's own number
    int32_t threads{1};
    uint64_t seed{1};
    std::string integrator;                      // empty = the default
    std::map<std::string, std::string> settings; // "key=value" of --set; unknown keys are an error
    // When set, hands take hold of the cloth at once where this input has them (for motions without buttons).
    const TrackedInput *heldFrom{nullptr};
    // When set, told what is being done and the part of it done so far, where building takes a while.
    void (*progress)(const char *what, float part){nullptr};
    // When set, told in a line what was broken and had to be done without.
    void (*notice)(const std::string &text){nullptr};
};

struct PlainMesh {
    std::vector<Vec3> position;     // m
    std::vector<int32_t> triangles; // 3 per triangle, counter-clockwise seen from outside
    std::vector<Paint> paint{};     // one a triangle, where it brings its own colours
};

// How a scene is coloured, in linear light.
struct SceneLook {
    Vec3 cloth{0.42F, 0.035F, 0.055F};
    Vec3 border{0.86F, 0.58F, 0.22F}; // of the cloth
    // Of each collider but planes; those beyond the end have a colour by their shape.
    std::span<const Vec3> solids{};
    // Of each cloth, where they differ; those beyond the end are coloured by `cloth`.
    std::span<const Vec3> cloths{};
    // The ground's mesh of a scene outdoors, in world space. Planes and boxes stand for it and are not drawn.
    PlainMesh (*ground)() = nullptr;
    float (*groundHeight)(float x, float z) = nullptr; // m, of that ground
    bool meadow{false};                                // outdoors, on level grass
};

// The one picture to show of a scene.
struct BestView {
    double time{1.0};               // s into the script
    Vec3 eye{0.0F, 1.6F, 0.0F};     // m, where it is taken from
    Vec3 target{0.0F, 0.8F, -1.0F}; // m, what is in its middle
};

struct Scenario {
    const char *name;
    const char *title;
    const char *description; // one paragraph, shown to the person
    Result<World> (*build)(const ScenarioOptions &options);
    Motion (*script)();                    // what a person would do there
    std::vector<double> (*pictureTimes)(); // s into the script: its stations, worth a picture each
    SceneLook look{};
    BestView best{};
};

std::span<const Scenario> scenarios();
const Scenario *findScenario(std::string_view name); // nullptr when there is none of that name
// Fail naming all there are.
Result<const Scenario *> scenarioNamed(const std::string &name);
Result<const Integrator *> integratorNamed(const std::string &name);

// "key=value" texts of --set as a map. Fails naming the text that has no '='.
Result<std::map<std::string, std::string>> parseSettings(std::span<const std::string> texts);

// Applies the options that all scenarios share (integrator, --set of solver and fabric parameters) and
// prepares the world. Fails naming the key and what was expected.
Result<void> finishWorld(World &world, const ScenarioOptions &options);

} // namespace selvage
