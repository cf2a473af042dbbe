// Our solution of the heavy elastica against a table of exact values, where the shared data folder is at
// hand.
#include "elastica.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

TEST(Elastica, AgreesWithTheTableOfExactValues) {
    const std::filesystem::path path = SELVAGE_SOURCE_DIR "/../shared/data/truth/cloth_truth.json";
    if (!std::filesystem::exists(path)) {
        GTEST_SKIP() << "the shared data folder is not there";
    }
    std::ifstream file(path);
    const auto rows = nlohmann::json::parse(file).at("heavy_elastica_cantilever").at("rows");
    int compared = 0;
    for (const auto &row : rows) {
        const double gamma = row.at("Gamma").get<double>();
        const ElasticaTip tip = solveElastica(gamma);
        EXPECT_NEAR(tip.reach, row.at("reach").get<double>(), 1e-5) << gamma;
        EXPECT_NEAR(tip.drop, row.at("drop").get<double>(), 1e-5) << gamma;
        compared += gamma >= 1.0 && gamma <= 50.0 ? 1 : 0;
    }
    EXPECT_GE(compared, 5);
}

} // namespace
} // namespace selvage
