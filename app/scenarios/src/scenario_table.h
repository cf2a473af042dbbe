// The functions behind the rows of the scenario table.
#pragma once

#include "scenarios/scenario.h"

namespace selvage {

Result<World> buildScarf(const ScenarioOptions &options);
Motion scriptScarf();
std::vector<double> picturesScarf();

} // namespace selvage
