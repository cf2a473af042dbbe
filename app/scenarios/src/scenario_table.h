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
SceneLook lookCrumple();

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

Result<World> buildPostures(const ScenarioOptions &options);
Motion scriptPostures();
std::vector<double> picturesPostures();
SceneLook lookPostures();

Result<World> buildIntegrators(const ScenarioOptions &options);
Motion scriptIntegrators();
std::vector<double> picturesIntegrators();
SceneLook lookIntegrators();

Result<World> buildBilayer(const ScenarioOptions &options);
Motion scriptBilayer();
std::vector<double> picturesBilayer();
SceneLook lookBilayer();

Result<World> buildOrgan(const ScenarioOptions &options);
Motion scriptOrgan();
std::vector<double> picturesOrgan();
SceneLook lookOrgan();

Result<World> buildRiver(const ScenarioOptions &options);
Motion scriptRiver();
std::vector<double> picturesRiver();
SceneLook lookRiver();

Result<World> buildObstacles(const ScenarioOptions &options);
Motion scriptObstacles();
std::vector<double> picturesObstacles();
SceneLook lookObstacles();

Result<World> buildOffice(const ScenarioOptions &options);
Motion scriptOffice();
std::vector<double> picturesOffice();
SceneLook lookOffice();

Result<World> buildDress(const ScenarioOptions &options);
Motion scriptDress();
std::vector<double> picturesDress();
SceneLook lookDress();

Result<World> buildSkirt(const ScenarioOptions &options);
Motion scriptSkirt();
std::vector<double> picturesSkirt();
SceneLook lookSkirt();

Result<World> buildTable(const ScenarioOptions &options);
Motion scriptTable();
std::vector<double> picturesTable();
SceneLook lookTable();

} // namespace selvage
