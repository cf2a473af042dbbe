// The table of scenarios and the options they share.
#include "scenarios/scenario.h"

#include "scenario_table.h"
#include "scenarios/parameters.h"

#include <charconv>

namespace selvage {

namespace {

const Scenario kScenarios[] = {
    {"scarf",
     "The naked scarf",
     "A silk scarf lies across a box and a ball. Take it with one hand or both, lift it, throw it away, lay "
     "it over the "
     "ball and the box and watch it slide in between, drag it along the floor. Nothing you do can break it.",
     buildScarf,
     scriptScarf,
     picturesScarf,
     SceneLook{},
     {4.6, {0.6F, 1.5F, 0.75F}, {0.0F, 0.75F, -0.66F}}},
    {"hang",
     "The hanging sheet",
     "A square metre of cloth is held by two corners, starts level, and swings down: the first of the two "
     "jobs "
     "by which cloth solvers are compared.",
     buildHang,
     scriptHang,
     picturesHang,
     SceneLook{},
     {0.6, {0.75F, 1.3F, -0.15F}, {0.12F, 1.3F, -1.6F}}},
    {"drape",
     "The draped sheet",
     "A square metre of cloth falls a little off centre onto a ball, folds and comes to rest: the second job "
     "by "
     "which cloth solvers are compared.",
     buildDrape,
     scriptDrape,
     picturesDrape,
     SceneLook{},
     {3.0, {0.5F, 1.35F, 0.1F}, {0.0F, 0.9F, -1.3F}}},
    {"drape-mesh",
     "The sheet on any mesh",
     "A square metre of cloth falls onto a figure, or onto whatever mesh is named with --set mesh=FILE (OBJ, "
     "glTF, GLB, STL, PLY, OFF).",
     buildDrapeMesh,
     scriptDrapeMesh,
     picturesDrapeMesh,
     SceneLook{},
     {3.0, {0.6F, 1.3F, -0.3F}, {0.0F, 0.8F, -1.6F}}},
    {"wind",
     "The wind",
     "Two silk scarves hang on poles in a gusty wind, one in the open and one behind a ball that shelters "
     "it. "
     "Point with an empty hand and pull the trigger to turn the wind, push the stick to make it stronger or "
     "weaker; the shelter goes with it. Take the scarves and carry their ends out of the shelter.",
     buildWind,
     scriptWind,
     picturesWind,
     lookWind(),
     {5.5, {0.1F, 1.4F, 1.6F}, {0.45F, 1.25F, -1.6F}}},
    {"flag",
     "The flag",
     "A flag is hoisted on its pole and flaps in the wind. Your trigger sends a gust the way you point, the "
     "stick makes the wind stronger or weaker.",
     buildFlag,
     scriptFlag,
     picturesFlag,
     lookFlag(),
     {9.6, {-0.5F, 1.2F, 0.9F}, {0.0F, 2.05F, -1.9F}}},
    {"hero",
     "The hero's cape",
     "A man turns, walks, sprints and flies in a circle before you, his cape fastened to his shoulders. "
     "Point "
     "and pull the trigger to turn the wind that his cape blows in, push the stick to make it stronger.",
     buildHero,
     scriptHero,
     picturesHero,
     lookHero(),
     {10.5, {1.1F, 1.1F, 0.6F}, {0.25F, 1.1F, -2.6F}}},
    {"postures",
     "Hanging postures",
     "Ten cloths hang on a gallery wall. Above, the same cloth with springs from 0 (chain mail of rigid "
     "rods) "
     "over 10, a thousand and a hundred thousand to a million N/m; below, five ways to hang one. Take a "
     "corner, "
     "lift it and let go: no spring is ever overstretched.",
     buildPostures,
     scriptPostures,
     picturesPostures,
     lookPostures(),
     {2.9, {0.55F, 1.6F, 1.75F}, {0.02F, 1.38F, -1.75F}}},
    {"integrators",
     "Every method side by side",
     "The same cloth under twelve methods at once: above explicit Euler, midpoint, conjugate gradients, "
     "Desbrun's, Kang and Cho's, two layers; below symplectic Euler with many substeps, ours, Desbrun's with "
     "a "
     "full matrix, and the last three as they are printed. What explodes begins anew and is counted.",
     buildIntegrators,
     scriptIntegrators,
     picturesIntegrators,
     lookIntegrators(),
     {0.4, {0.5F, 1.55F, 2.2F}, {0.12F, 1.4F, -1.75F}}},
    {"bilayer",
     "Two layers and one",
     "The same cloth falls on four hemispheres, or boxes with --set body=box: in two layers with little, "
     "some "
     "and full resistance to contraction, from many wrinkles to rubber, and last in the dense layer alone. "
     "--set pinned=1 holds two corners of each.",
     buildBilayer,
     scriptBilayer,
     picturesBilayer,
     lookBilayer(),
     {2.0, {0.5F, 1.5F, 1.5F}, {0.05F, 0.72F, -2.0F}}},
    {"organ",
     "The soft organ",
     "A soft body of masses and springs lies fixed on a tray. Press it with the ball in your right hand, "
     "pinch "
     "it with your left hand and pull; let go, and it takes its shape again.",
     buildOrgan,
     scriptOrgan,
     picturesOrgan,
     lookOrgan(),
     {8.7, {0.5F, 1.45F, 0.5F}, {0.08F, 0.95F, -0.62F}}},
    {"river",
     "The river",
     "You stand at a river. A silk scarf comes floating down: catch it, and it streams in the current; it "
     "soaks, "
     "gets dark and heavy, and begins to sink. Lift it out and let it drip, or let go and the river takes "
     "it.",
     buildRiver,
     scriptRiver,
     picturesRiver,
     lookRiver(),
     {8.8, {0.5F, 1.15F, 0.35F}, {0.15F, 0.1F, -0.8F}}},
    {"obstacles",
     "Cloth over shapes",
     "Five cloths fall over a bone, a rabbit, a vase, a screwdriver and a bust. Lift one by its middle and "
     "it folds; "
     "after six seconds the vase vanishes, and its cloth falls.",
     buildObstacles,
     scriptObstacles,
     picturesObstacles,
     lookObstacles(),
     {4.4, {0.45F, 1.35F, 1.8F}, {0.0F, 0.86F, -1.75F}}},
    {"office",
     "The office",
     "A scarf falls over a mannequin's head on a desk, among a lamp, books, a mug and a chair. Take it with "
     "both hands, draw it off, throw it over the chair. Where Debian's sweethome3d-furniture is installed, "
     "the mannequin, the "
     "lamp and "
     "the chair are by Scopia (CC-BY 3.0, Emmanuel Puybaret / eTeks and Scopia Visual Interfaces Systems) "
     "and "
     "the desk is by Wiresoulstudio (CC0).",
     buildOffice,
     scriptOffice,
     picturesOffice,
     lookOffice(),
     {2.3, {0.75F, 1.5F, 0.5F}, {0.15F, 0.88F, -1.15F}}},
    {"crumple",
     "The crumpled sheet",
     "A square metre of thick cloth falls edge first into a box, and the walls close in on it. It keeps out "
     "of itself all the time. Reach in and pull it apart.",
     buildCrumple,
     scriptCrumple,
     picturesCrumple,
     lookCrumple(),
     {4.2, {0.3F, 1.15F, -0.55F}, {0.0F, 0.02F, -1.2F}}},
    {"fold",
     "The folded sheet",
     "A square metre of thick cloth lies on the floor. Take its middle, lift it and lay it down beside: it "
     "lies in folds, layer upon layer.",
     buildFold,
     scriptFold,
     picturesFold,
     SceneLook{},
     {2.5, {0.5F, 0.75F, 0.35F}, {0.0F, 0.28F, -0.75F}}},
    {"dress",
     "The dress on a figure",
     "A dress is sewn before you: two panels, cut to the measures of a figure, fly to it, their seams close, "
     "and they are one cloth. Point and pull the trigger for wind in its skirt, push the stick to make it "
     "last; take its hem. After ten seconds the figure strides, sits down and stands up in it.",
     buildDress,
     scriptDress,
     picturesDress,
     lookDress(),
     {5.5, {-0.75F, 1.3F, 0.4F}, {0.0F, 0.88F, -1.6F}}},
    {"skirt",
     "The skirt on the dress bench",
     "A flat panel hangs behind a dress form: make it a skirt. Each hand has a tool, which its tool button "
     "changes and its trigger uses: wind, pin, waistband, seam, unpick, cut, hem. Take the panel, wrap it "
     "round the form, pin it, pull the waistband tight, take the pins out, send wind, and sew the slit: pick "
     "one edge, then the other.",
     buildSkirt,
     scriptSkirt,
     picturesSkirt,
     lookSkirt(),
     {19.0, {1.35F, 1.12F, -0.7F}, {0.05F, 0.88F, -1.15F}}},
    {"table",
     "Three jobs side by side",
     "A cloth that hangs in a random wind, one that falls onto a ball, and one laid over a rail, whose "
     "halves "
     "meet: the three jobs of a table of times. --set side=40 makes them finer, --set job=ball leaves one.",
     buildTable,
     scriptTable,
     picturesTable,
     lookTable(),
     {2.0, {0.4F, 1.45F, 1.9F}, {0.06F, 0.9F, -1.55F}}},
};

constexpr const char *kFabricKey = "fabric";

// All of a fabric at once.
Result<void> applyFabric(World &world, const std::string &name) {
    const Fabric *fabric = findFabric(name);
    if (fabric == nullptr) {
        std::string known;
        for (const Fabric &each : fabrics()) {
            known += known.empty() ? "" : ", ";
            known += each.name;
        }
        return Error{"--set fabric=" + name + ": there is no such fabric; expected one of " + known};
    }
    setFabric(world, *fabric);
    return {};
}

Error unknownSetting(const std::string &key) {
    std::string known = kFabricKey;
    for (const Parameter &parameter : parameters()) {
        known += std::string(", ") + parameter.key;
    }
    return Error{"--set " + key + ": there is no such parameter; expected one of " + known};
}

Result<void> applySetting(World &world, const std::string &key, const std::string &text) {
    const Parameter *parameter = findParameter(key);
    if (parameter == nullptr) {
        return unknownSetting(key);
    }
    float value = 0.0F;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size();
    if (!whole || !(value >= parameter->minimum && value <= parameter->maximum)) {
        std::string message = "--set " + key;
        message += "=" + text + ": expected a number from " + std::to_string(parameter->minimum);
        message += " to " + std::to_string(parameter->maximum);
        return Error{message + (*parameter->unit != '\0' ? " " : "") + parameter->unit};
    }
    parameter->apply(world, value);
    return {};
}

// The fabric first: the other settings, in alphabetical order (general ones before those of one direction),
// change something about it.
Result<void> applySettings(World &world, const std::map<std::string, std::string> &settings) {
    if (const auto fabric = settings.find(kFabricKey); fabric != settings.end()) {
        if (const auto applied = applyFabric(world, fabric->second); !applied) {
            return applied;
        }
    }
    for (const auto &[key, value] : settings) {
        if (key == kFabricKey) {
            continue;
        }
        if (const auto applied = applySetting(world, key, value); !applied) {
            return applied;
        }
    }
    return {};
}

// Of scenarios or integrators.
template <typename Named> std::string namesOf(std::span<const Named> all) {
    std::string names;
    for (const Named &one : all) {
        names += names.empty() ? "" : ", ";
        names += one.name;
    }
    return names;
}

} // namespace

std::span<const Scenario> scenarios() {
    return kScenarios;
}

const Scenario *findScenario(std::string_view name) {
    for (const Scenario &scenario : kScenarios) {
        if (name == scenario.name) {
            return &scenario;
        }
    }
    return nullptr;
}

Result<const Scenario *> scenarioNamed(const std::string &name) {
    const Scenario *scenario = findScenario(name);
    if (scenario == nullptr) {
        return Error{"there is no scenario '" + name + "'; expected one of " + namesOf(scenarios())};
    }
    return scenario;
}

Result<const Integrator *> integratorNamed(const std::string &name) {
    const Integrator *integrator = findIntegrator(name);
    if (integrator == nullptr) {
        return Error{"there is no integrator '" + name + "'; expected one of " + namesOf(integrators())};
    }
    return integrator;
}

Result<std::map<std::string, std::string>> parseSettings(std::span<const std::string> texts) {
    std::map<std::string, std::string> settings;
    for (const std::string &text : texts) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos) {
            return Error{"--set " + text + ": expected key=value"};
        }
        settings[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return settings;
}

Result<void> finishWorld(World &world, const ScenarioOptions &options) {
    const Integrator *chosen = nullptr;
    if (!options.integrator.empty()) {
        auto named = integratorNamed(options.integrator);
        if (!named) {
            return named.error();
        }
        chosen = *named;
    }
    if (const auto applied = applySettings(world, options.settings); !applied) {
        return applied;
    }
    if (auto checked = checkWorld(world); !checked) {
        return checked;
    }
    prepareWorld(world, options.threads);
    if (chosen == nullptr && world.methods.empty()) {
        chosen = world.settings.integrator; // as prepared
    }
    if (chosen != nullptr) {
        if (const auto selected = selectIntegrator(world, *chosen); !selected) {
            return Error{"--integrator " + std::string(chosen->name) + ": " + selected.error().message};
        }
    }
    if (options.heldFrom != nullptr) {
        holdWithHands(world, *options.heldFrom);
    }
    return {};
}

} // namespace selvage
