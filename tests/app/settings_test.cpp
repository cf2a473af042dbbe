// --set key=value, as all scenarios understand it.
#include "scenarios/scenario.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace selvage
