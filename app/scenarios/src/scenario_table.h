// The functions behind the rows of the scenario table.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

Result<World> buildScarf(const ScenarioOptions &options);
Motion scriptScarf();
std::vector<double> picturesScarf();

Result<World> buildHang(const ScenarioOptions &options);
Motion scriptHang();
std::vector<double> picturesHang();

Result<World> buildDrapeMesh(const ScenarioOptions &options);
Motion scriptDrapeMesh();
std::vector<double> picturesDrapeMesh();

Result<World> buildDrape(const ScenarioOptions &options);
Motion scriptDrape();
std::vector<double> picturesDrape();

Result<World> buildCrumple(const ScenarioOptions &options);
Motion scriptCrumple();
std::vector<double> picturesCrumple();

Result<World> buildFold(const ScenarioOptions &options);
Motion scriptFold();
std::vector<double> picturesFold();

Result<World> buildWind(const ScenarioOptions &options);
Motion scriptWind();
std::vector<double> picturesWind();
SceneLook lookWind();

Result<World> buildFlag(const ScenarioOptions &options);
Motion scriptFlag();
std::vector<double> picturesFlag();
SceneLook lookFlag();

Result<World> buildHero(const ScenarioOptions &options);
Motion scriptHero();
std::vector<double> picturesHero();
SceneLook lookHero();

} // namespace selvage
