// A scene with a dress bench as a project, and back; and what a person takes home from it.
#pragma once

#include "io/project_file.h"
#include "scenarios/parameters.h"
#include "scenarios/scenario.h"

#include <array>

namespace selvage {

// What a project is made of, taken between two steps.
struct SceneSave {
    const char *scene{""};
    std::array<float, kParameterMax> parameters{};
    const char *integrator{""};
    double step{1.0 / 90.0}; // s
    BenchSave bench;
};

// False where there is not room enough (reserveSave). Does not allocate.
bool takeScene(const World &world, const Scenario &scenario, double step, SceneSave &save);

// The bench's save is moved out of it. `saved`: when, as in the file.
Project projectOf(SceneSave &save, std::string saved);
std::string timeNow(); // as in the file

// The project's scene, with its parameters and the bench as it was. Fails for a scene that there is not, and
// as its building and restoreBench() do.
Result<World> buildProject(const Project &project, const ScenarioOptions &options);

// glTF and OBJ of the garment as it hangs, GarmentCode, SVG and DXF of its pattern, named after the scene,
// into a folder, which is made. The paths; fails as the writers do.
Result<std::vector<std::filesystem::path>> exportProject(const Project &project,
                                                         const std::filesystem::path &folder);

} // namespace selvage
