#include "scenarios/bench_project.h"

#include "io/pattern_file.h"
#include "scenarios/worn_garment.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace selvage {

namespace {

// What was not changed stays the scene's own: setting it again may not be the same bit by bit.
void applyParameters(const Project &project, World &world) {
    for (const Parameter &parameter : parameters()) {
        const auto found = project.parameters.find(parameter.key);
        if (found != project.parameters.end() && parameter.control != ParameterControl::None &&
            found->second != parameter.read(world)) {
            parameter.apply(world, std::clamp(found->second, parameter.minimum, parameter.maximum));
        }
    }
}

} // namespace

bool takeScene(const World &world, const Scenario &scenario, double step, SceneSave &save) {
    save.scene = scenario.name;
    save.integrator = world.settings.integrator->name;
    save.step = step;
    for (size_t p = 0; p < parameters().size(); ++p) {
        save.parameters[p] = parameters()[p].read(world);
    }
    return takeSave(world, save.bench);
}

Project projectOf(SceneSave &save, std::string saved) {
    Project project;
    project.scene = save.scene;
    project.saved = std::move(saved);
    project.integrator = save.integrator;
    project.step = save.step;
    for (size_t p = 0; p < parameters().size(); ++p) {
        if (parameters()[p].control != ParameterControl::None) {
            project.parameters[parameters()[p].key] = save.parameters[p];
        }
    }
    project.bench = std::move(save.bench);
    return project;
}

std::string timeNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

Result<World> buildProject(const Project &project, const ScenarioOptions &options) {
    const Scenario *scenario = findScenario(project.scene);
    if (scenario == nullptr) {
        return Error{"there is no scene '" + project.scene + "'; expected one of this program"};
    }
    auto world = scenario->build(options);
    if (!world) {
        return world;
    }
    applyParameters(project, *world);
    const Integrator *integrator = findIntegrator(project.integrator);
    if (integrator != nullptr && integrator != world->settings.integrator) {
        if (const auto selected = selectIntegrator(*world, *integrator); !selected) {
            return selected.error();
        }
    }
    if (const auto restored = restoreBench(*world, project.bench); !restored) {
        return restored.error();
    }
    return world;
}

Result<std::vector<std::filesystem::path>> exportProject(const Project &project,
                                                         const std::filesystem::path &folder) {
    std::error_code ignored; // what is wrong is said when a file is written
    std::filesystem::create_directories(folder, ignored);
    const GarmentMesh garment = savedMesh(project.bench);
    std::vector<std::filesystem::path> paths;
    for (const char *extension : {".gltf", ".obj", ".json", ".svg", ".dxf"}) {
        const auto path = folder / (project.scene + extension);
        const auto written = isGarmentFile(path) ? writeGarment(path, garment)
                                                 : writePattern(path, project.bench.shape->pattern);
        if (!written) {
            return written.error();
        }
        paths.push_back(path);
    }
    return paths;
}

} // namespace selvage
