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

} // namespace selvage
