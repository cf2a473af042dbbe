// A fabric's constants are the material's: what a whole sheet resists with does not depend on its particles.
#include "measure/sheet.h"
#include "sim/springs.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <tuple>

namespace selvage {
namespace {

constexpr float kWidth = 0.6F;   // m
constexpr float kHeight = 0.9F;  // m
constexpr double kArea = 0.54;   // m²
constexpr float kStrain = 0.01F; // –

// Only what is asked for resists.
Fabric nothing() {
    Fabric fabric;
    fabric.warpStiffness = 0.0F;
    fabric.weftStiffness = 0.0F;
    fabric.shearStiffness = 0.0F;
    fabric.bendingRigidity = 0.0F;
    return fabric;
}

// J, of the springs of a sheet of columns x rows after each particle went to `map` of its place.
template <typename Map>
double springEnergy(int32_t columns, int32_t rows, const Fabric &fabric, const Map &map) {
    Cloth cloth = makeGridCloth({columns, rows, kWidth, kHeight}, fabric, Pose{});
    for (Vec3 &x : cloth.position) {
        x = map(x);
    }
    return energyOf(cloth, Vec3(0.0F));
}

struct Particles {
    int32_t columns;
    int32_t rows;
};

// Square and oblong cells.
class AnyResolution : public testing::TestWithParam<Particles> {};

// E = C/2 strain² per area.
TEST_P(AnyResolution, OfASheetStretchesAsItsFabricDoesAlongWarpAndWeft) {
    const auto [columns, rows] = GetParam();
    const double expected = 0.5 * 700.0 * static_cast<double>(kStrain * kStrain) * kArea;
    Fabric weft = nothing();
    weft.weftStiffness = 700.0F;
    const auto wider = [](const Vec3 &x) { return Vec3(x.x * (1.0F + kStrain), x.y, x.z); };
    EXPECT_NEAR(springEnergy(columns, rows, weft, wider), expected, 1e-3 * expected);
    Fabric warp = nothing();
    warp.warpStiffness = 700.0F;
    const auto longer = [](const Vec3 &x) { return Vec3(x.x, x.y, x.z * (1.0F + kStrain)); };
    EXPECT_NEAR(springEnergy(columns, rows, warp, longer), expected, 1e-3 * expected);
    EXPECT_LT(springEnergy(columns, rows, warp, wider), 1e-3 * expected);
}

// E = G/2 angle² per area.
TEST_P(AnyResolution, OfASheetShearsAsItsFabricDoes) {
    const auto [columns, rows] = GetParam();
    Fabric fabric = nothing();
    fabric.shearStiffness = 30.0F;
    const auto sheared = [](const Vec3 &x) { return Vec3(x.x + kStrain * x.z, x.y, x.z); };
    const double expected = 0.5 * 30.0 * static_cast<double>(kStrain * kStrain) * kArea;
    EXPECT_NEAR(springEnergy(columns, rows, fabric, sheared), expected, 5e-3 * expected);
}

// Folded along one column at the angle where a flexion spring and the rigidity it stands for agree: 2 B
// sin²(a/2) for every square cell of the fold, of others times width / length.
TEST_P(AnyResolution, OfASheetFoldsByFortyFiveDegreesAsItsFabricDoes) {
    const auto [columns, rows] = GetParam();
    Fabric fabric = nothing();
    fabric.bendingRigidity = 1e-3F;
    const double angle = 4.0 * std::atan(std::sqrt(4.0 * static_cast<double>(kFlexionShare)));
    ASSERT_NEAR(angle, glm::radians(45.0), 0.01);
    const float cell = kWidth / static_cast<float>(columns - 1);
    const float column = 0.5F * kWidth - cell;
    const auto folded = [&](const Vec3 &x) {
        const float beyond = std::max(x.x - column, 0.0F);
        const auto a = static_cast<float>(angle);
        return Vec3(std::min(x.x, column) + beyond * std::cos(a), beyond * std::sin(a), x.z);
    };
    const double half = std::sin(0.5 * angle);
    const double expected =
        2.0 * 1e-3 * half * half * static_cast<double>(kHeight) / static_cast<double>(cell);
    EXPECT_NEAR(springEnergy(columns, rows, fabric, folded), expected, 1e-2 * expected);
}

INSTANTIATE_TEST_SUITE_P(Grids, AnyResolution,
                         testing::Values(Particles{3, 4}, Particles{9, 13}, Particles{33, 49},
                                         Particles{17, 49}, Particles{25, 13}),
                         [](const auto &row) {
                             return std::to_string(row.param.columns) + "x" + std::to_string(row.param.rows);
                         });

TEST(SpringLayout, OfThePapersGivesEverySpringOfAKindTheStatedConstant) {
    Fabric fabric;
    setSpringConstants(fabric, {.structural = 800.0F, .shear = 300.0F, .flexion = 20.0F}, 0.1F);
    const Cloth cloth = makeGridCloth({11, 8, 1.0F, 1.0F, SpringLayout::Papers}, fabric, Pose{});
    for (const Spring &spring : springsOf(*cloth.topology)) {
        const float expected = isStructural(spring.kind)          ? 800.0F
                               : spring.kind == SpringKind::Shear ? 300.0F
                                                                  : 20.0F;
        EXPECT_NEAR(springStiffness(fabric, spring), expected, 1e-5F * expected);
    }
}

TEST(SpringLayout, OfThePapersBendsAsItsRigidityDoesWhereADrapedSheetsLinksMeet) {
    Fabric fabric;
    setSpringConstants(fabric, {.structural = 800.0F, .shear = 300.0F, .flexion = 20.0F}, 0.1F);
    const double a = 0.143;
    const double moment = 20.0 * 0.2 * 0.2 / 2.0 * (1.0 - std::cos(a / 2.0)) * std::sin(a / 2.0);
    EXPECT_NEAR(static_cast<double>(fabric.bendingRigidity) * std::sin(a), moment, 0.01 * moment);
}

TEST(SpringLayout, OfTheMaterialAgreesWithThePapersInsideSquareCells) {
    Fabric fabric;
    setSpringConstants(fabric, {.structural = 800.0F, .shear = 300.0F, .flexion = 20.0F}, 0.125F);
    const Cloth papers = makeGridCloth({9, 9, 1.0F, 1.0F, SpringLayout::Papers}, fabric, Pose{});
    const Cloth material = makeGridCloth({9, 9, 1.0F, 1.0F}, fabric, Pose{});
    const auto onBorder = [](int32_t i) { return i % 9 == 0 || i % 9 == 8 || i / 9 == 0 || i / 9 == 8; };
    const std::vector<Spring> ofPapers = springsOf(*papers.topology);
    const std::vector<Spring> ofMaterial = springsOf(*material.topology);
    for (size_t s = 0; s < ofPapers.size(); ++s) {
        const Spring &spring = ofMaterial[s];
        const bool alongBorder =
            spring.kind != SpringKind::Shear && onBorder(spring.a) && onBorder(spring.b) &&
            (spring.a / 9 == spring.b / 9 ? spring.a / 9 % 8 == 0 : spring.a % 9 % 8 == 0);
        const float share = spring.kind == SpringKind::Flexion ? kPapersFlexionShare / kFlexionShare : 1.0F;
        const float expected = share * springStiffness(fabric, ofPapers[s]);
        EXPECT_NEAR(springStiffness(fabric, spring), alongBorder ? 0.5F * expected : expected,
                    1e-4F * expected);
    }
}

TEST(Fabrics, AreFiveNominalOnesWithNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const Fabric &fabric : fabrics()) {
        names.insert(fabric.name);
        EXPECT_EQ(findFabric(fabric.name), &fabric);
    }
    EXPECT_EQ(names, (std::set<std::string>{"silk", "cotton", "denim", "wool", "jersey"}));
    EXPECT_EQ(findFabric("tweed"), nullptr);
    EXPECT_STREQ(Fabric{}.name, "silk");
}

// What everyone knows about them.
// Springs that are told are those that are listed, with no difference but their way.
TEST(Springs, OfAGridAreToldAsTheyAreListed) {
    const Cloth cloth = makeGridCloth({7, 5, 0.61F, 0.83F}, Fabric{}, Pose{});
    const ClothTopology &grid = *cloth.topology;
    ClothTopology kept = grid;
    kept.keptSprings = springsOf(grid);
    ASSERT_EQ(kept.keptSprings.size(), size_t{6 * 5 + 7 * 4 + 2 * 6 * 4 + 5 * 5 + 7 * 3});
    const auto structural = [](const ClothTopology &topology) {
        std::vector<std::tuple<int32_t, int32_t, float>> list;
        forStructural(topology, [&](int32_t a, int32_t b, float rest) { list.emplace_back(a, b, rest); });
        return list;
    };
    const auto neighbours = [](const ClothTopology &topology) {
        std::vector<std::pair<int32_t, int32_t>> list;
        forNeighbours(topology, [&](int32_t a, int32_t b) { list.emplace_back(a, b); });
        return list;
    };
    EXPECT_EQ(structural(grid), structural(kept));
    EXPECT_EQ(structural(grid).size(), 58U);
    EXPECT_EQ(neighbours(grid), neighbours(kept));
    EXPECT_EQ(neighbours(grid).size(), 106U);
}

TEST(Fabrics, AreOrderedAsExperienceSays) {
    const Fabric &silk = *findFabric("silk");
    const Fabric &cotton = *findFabric("cotton");
    const Fabric &denim = *findFabric("denim");
    const Fabric &wool = *findFabric("wool");
    const Fabric &jersey = *findFabric("jersey");
    EXPECT_LT(silk.arealDensity, cotton.arealDensity);
    EXPECT_LT(wool.arealDensity, denim.arealDensity);
    EXPECT_LT(cotton.bendingRigidity, denim.bendingRigidity);
    EXPECT_LT(silk.bendingRigidity, cotton.bendingRigidity);
    for (const Fabric *woven : {&silk, &cotton, &denim, &wool}) {
        EXPECT_LT(jersey.warpStiffness, woven->warpStiffness);
        EXPECT_GT(jersey.maxStretchWeft, woven->maxStretchWeft);
        EXPECT_LE(woven->maxStretchWarp, woven->maxStretchWeft);
        EXPECT_LE(woven->maxStretchWeft, woven->maxStretchBias);
    }
}

} // namespace
} // namespace selvage
