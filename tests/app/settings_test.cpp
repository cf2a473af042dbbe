// --set key=value, as all scenarios understand it.
#include "scenarios/parameters.h"
#include "scenarios/scenario.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace selvage {
namespace {

Result<World> scarfWith(const std::map<std::string, std::string> &settings) {
    ScenarioOptions options;
    options.points = 50;
    options.settings = settings;
    return findScenario("scarf")->build(options);
}

std::string complaintAbout(const std::map<std::string, std::string> &settings) {
    auto world = scarfWith(settings);
    return world ? "" : world.error().message;
}

TEST(Settings, TakeAFabricByItsName) {
    auto world = scarfWith({{"fabric", "denim"}});
    ASSERT_TRUE(world);
    const Cloth &cloth = world->cloths[0];
    EXPECT_STREQ(cloth.fabric.name, "denim");
    float mass = 0.0F;
    for (const float m : cloth.mass) {
        mass += m;
    }
    EXPECT_NEAR(mass, 0.4F * 1.6F * findFabric("denim")->arealDensity, 1e-3F);
}

TEST(Settings, ChangeTheFabricWhateverTheirOrder) {
    auto world = scarfWith({{"bending", "1e-4"}, {"density", "0.5"}, {"fabric", "wool"}});
    ASSERT_TRUE(world);
    const Fabric &fabric = world->cloths[0].fabric;
    EXPECT_STREQ(fabric.name, "wool");
    EXPECT_EQ(fabric.bendingRigidity, 1e-4F);
    EXPECT_EQ(fabric.arealDensity, 0.5F);
}

TEST(Settings, OfOneDirectionWinOverThoseOfAll) {
    auto world = scarfWith(
        {{"max-stretch-weft", "0.2"}, {"max-stretch", "0.1"}, {"stretch", "500"}, {"stretch-warp", "900"}});
    ASSERT_TRUE(world);
    const Fabric &fabric = world->cloths[0].fabric;
    EXPECT_EQ(fabric.maxStretchWeft, 0.2F);
    EXPECT_EQ(fabric.maxStretchWarp, 0.1F);
    EXPECT_EQ(fabric.maxStretchBias, 0.1F);
    EXPECT_EQ(fabric.warpStiffness, 900.0F);
    EXPECT_EQ(fabric.weftStiffness, 500.0F);
}

TEST(Settings, SayWhatTheyExpected) {
    EXPECT_NE(complaintAbout({{"fabric", "tweed"}}).find("expected one of silk, cotton"), std::string::npos);
    EXPECT_NE(complaintAbout({{"colour", "red"}}).find("expected one of fabric, density"), std::string::npos);
    EXPECT_NE(complaintAbout({{"bending", "soft"}}).find("expected a number"), std::string::npos);
    EXPECT_NE(complaintAbout({{"density", "-1"}}).find("expected a number"), std::string::npos);
}

// ---- Every number, with fuzz ----

// All keys but `fabric`, from what the program says of itself.
std::vector<std::string> numericKeys() {
    const std::string complaint = complaintAbout({{"nosuch", "1"}});
    std::istringstream list(complaint.substr(complaint.find("fabric, ") + 8));
    std::vector<std::string> keys;
    for (std::string key; std::getline(list >> std::ws, key, ',');) {
        keys.push_back(key);
    }
    return keys;
}

struct Range {
    double minimum{0.0};
    double maximum{0.0};
};

Range rangeOf(const std::string &key) {
    const std::string complaint = complaintAbout({{key, "x"}});
    const size_t from = complaint.find("from ") + 5;
    const size_t to = complaint.find(" to ", from) + 4;
    return {std::atof(complaint.c_str() + from), std::atof(complaint.c_str() + to)};
}

std::string exactText(double value) {
    std::ostringstream text;
    text.precision(9);
    text << value;
    return text.str();
}

// A moment of a small scarf; false where anything is not a number.
bool runs(const std::map<std::string, std::string> &settings) {
    auto world = scarfWith(settings);
    if (!world) {
        ADD_FAILURE() << world.error().message;
        return false;
    }
    int32_t nonFinite = 0;
    for (int s = 0; s < 20; ++s) {
        nonFinite += step(*world, StepInput{}).nonFinite;
    }
    for (const Vec3 &x : world->cloths[0].position) {
        nonFinite += isFinite(x) ? 0 : 1;
    }
    return nonFinite == 0;
}

TEST(Settings, AtBothEndsOfEveryRangeRun) {
    ASSERT_GT(numericKeys().size(), 15U);
    for (const std::string &key : numericKeys()) {
        const Range range = rangeOf(key);
        ASSERT_LT(range.minimum, range.maximum) << key;
        for (const double value : {range.minimum, range.maximum}) {
            EXPECT_TRUE(runs({{key, exactText(value)}})) << key << "=" << value;
        }
    }
}

TEST(Settings, BeyondEveryRangeAreRefusedWithTheKeyAndTheRange) {
    for (const std::string &key : numericKeys()) {
        const Range range = rangeOf(key);
        const double beyond = 1e-3 * (range.maximum - range.minimum);
        for (const std::string &text :
             {exactText(range.minimum - beyond), exactText(range.maximum + beyond), std::string("nan"),
              std::string("inf"), std::string("-inf"), std::string("1e39"), std::string(), std::string("1,5"),
              std::string("0x10"), std::string("1 "), std::string("--1"), std::string("1e")}) {
            const std::string complaint = complaintAbout({{key, text}});
            EXPECT_EQ(complaint.rfind("--set " + key + "=", 0), 0U)
                << key << "=" << text << ": " << complaint;
            EXPECT_NE(complaint.find(": expected a number from "), std::string::npos) << complaint;
        }
    }
}

// Grams for kilograms, millimetres for metres, per cent for ratios.
TEST(Settings, InTheWrongUnitAreRefusedWithTheRightOne) {
    EXPECT_NE(complaintAbout({{"density", "60"}}).find("kg/m²"), std::string::npos);
    EXPECT_NE(complaintAbout({{"thickness", "0.4"}}).find(" m"), std::string::npos);
    EXPECT_NE(complaintAbout({{"friction", "30"}}), "");
    EXPECT_NE(complaintAbout({{"contraction", "40"}}), "");
}

TEST(SelfContact, IsSwitchedOnAndOffWhileTheSceneRuns) {
    auto world = findScenario("scarf")->build({});
    const Parameter &parameter = *findParameter("self-contact");
    StepInput input;
    for (const float wanted : {0.0F, 1.0F, 1.0F, 0.0F}) {
        parameter.apply(*world, wanted);
        EXPECT_EQ(parameter.read(*world), wanted);
        StepReport report;
        for (int s = 0; s < 5; ++s) {
            report = step(*world, input);
            EXPECT_EQ(report.nonFinite, 0);
        }
        EXPECT_EQ(report.selfContact.tests > 0, wanted > 0.0F);
    }
}

TEST(SelfContact, ChangesItsResponseWhileTheSceneRuns) {
    ScenarioOptions options;
    options.integrator = "desbrun";
    options.points = 200;
    auto world = findScenario("scarf")->build(options);
    ASSERT_TRUE(world);
    const Parameter &parameter = *findParameter("self-contact-response");
    for (const float wanted : {0.0F, 1.0F, 0.0F}) {
        parameter.apply(*world, wanted);
        EXPECT_EQ(parameter.read(*world), wanted);
        EXPECT_EQ(world->reversal != nullptr, wanted > 0.0F);
        const StepReport report = step(*world, {});
        EXPECT_EQ(report.selfContact.lists > 0, wanted == 0.0F);
    }
    findParameter("self-contact")->apply(*world, 0.0F);
    parameter.apply(*world, 1.0F);
    EXPECT_EQ(world->reversal, nullptr);
}

TEST(SelfContact, StaysOffWhereEveryClothHasAMethodOfItsOwn) {
    auto world = findScenario("integrators")->build({});
    findParameter("self-contact")->apply(*world, 1.0F);
    EXPECT_EQ(findParameter("self-contact")->read(*world), 0.0F);
    EXPECT_TRUE(checkWorld(*world));
}

} // namespace
} // namespace selvage
