// Every parameter can be changed between any two steps, acts on the next one, and brings no energy.
#include "integrator_names.h"
#include "swinging_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace selvage {
namespace {

struct Change {
    const char *name;
    void (*apply)(World &world, StepInput &input);
    const char *deafTo; // integrators that do not use it, between blanks
};

template <float Fabric::*Member> void scale(World &world, StepInput &) {
    world.cloths[0].fabric.*Member *= 1.5F;
    updateMasses(world.cloths[0]);
}

// The default method limits strain instead of following a stiffness.
constexpr const char *kSpringless = " selvage ";
constexpr const char *kUnlimited = " euler midpoint symplectic implicit-cg selvage ";
constexpr const char *kWithoutFabricsViscosity = " desbrun desbrun-dense kang-cho selvage bilayered ";

constexpr Change kChanges[] = {
    {"warp stiffness", scale<&Fabric::warpStiffness>, kSpringless},
    {"weft stiffness", scale<&Fabric::weftStiffness>, kSpringless},
    {"shear stiffness", scale<&Fabric::shearStiffness>, kSpringless},
    {"bending", scale<&Fabric::bendingRigidity>, ""},
    {"spring damping", scale<&Fabric::springDamping>, kWithoutFabricsViscosity},
    {"contraction", [](World &w, StepInput &) { w.cloths[0].fabric.contractionResistance = 0.1F; },
     kSpringless},
    {"density", scale<&Fabric::arealDensity>, ""},
    {"damping", scale<&Fabric::damping>, ""},
    {"friction", scale<&Fabric::friction>, ""},
    {"max stretch", [](World &w, StepInput &) { setMaxStretch(w.cloths[0].fabric, 0.01F); }, kUnlimited},
    {"gravity", [](World &w, StepInput &) { w.settings.gravity = Vec3(0.0F, -5.0F, 0.0F); }, ""},
    {"dt", [](World &, StepInput &input) { input.dt = 1.0F / 60.0F; }, ""},
    {"acceleration limit", [](World &w, StepInput &) { w.settings.accelerationMax = 1.0F; }, ""},
};

bool isDeaf(const std::string &integrators, const char *name) {
    std::string word(" ");
    word += name;
    word += ' ';
    return integrators.find(word) != std::string::npos;
}

class LiveParameters : public testing::TestWithParam<const char *> {};

TEST_P(LiveParameters, ActOnTheNextStep) {
    World same = swingingSheet(GetParam());
    const uint64_t before = stateHash(same);
    step(same, emptyInput());
    for (const Change &change : kChanges) {
        if (isDeaf(change.deafTo, GetParam())) {
            continue;
        }
        World other = swingingSheet(GetParam());
        ASSERT_EQ(stateHash(other), before);
        StepInput input = emptyInput();
        change.apply(other, input);
        const StepReport report = step(other, input);
        EXPECT_NE(stateHash(same), stateHash(other)) << change.name;
        EXPECT_GT(report.contacts, 0) << "the floor is not in use";
    }
}

// J. The default method lets cloth fold where other springs resist contraction: none stores energy by it.
double energyIn(const World &world) {
    Cloth cloth = world.cloths[0];
    if (std::string(world.settings.integrator->name) == "selvage") {
        cloth.fabric.contractionResistance = 0.0F;
    }
    return energyOf(cloth, world.settings.gravity);
}

// J: how far the energy, with the parameters as they are after the change, rises within some steps.
double energyGained(World &world, const StepInput &input) {
    const double before = energyIn(world);
    double most = before;
    for (int s = 0; s < 20; ++s) {
        step(world, input);
        most = std::max(most, energyIn(world));
    }
    return most - before;
}

// Explicit Euler brings energy of its own. The limit of acceleration is one that strikes now and then, not
// one that holds the sheet in the air: that would be a force from outside.
TEST_P(LiveParameters, BringNoEnergy) {
    if (std::string(GetParam()) == "euler") {
        return;
    }
    const double fall = 0.2 * static_cast<double>(kGravity) * 0.5; // J, of the sheet by half its height
    World unchanged = swingingSheet(GetParam());
    const double usual = energyGained(unchanged, emptyInput());
    double worst = 0.0;
    for (const Change &change : kChanges) {
        World world = swingingSheet(GetParam());
        StepInput input = emptyInput();
        change.apply(world, input);
        world.settings.accelerationMax *= 500.0F;
        const double gained = energyGained(world, input) - usual;
        worst = std::max(worst, gained);
        EXPECT_LT(gained, 0.02 * fall) << change.name;
    }
    std::printf("%s: a change brings at most %.1f %% of the energy of the fall, no change %.1f %%\n",
                GetParam(), 100.0 * worst / fall, 100.0 * usual / fall);
}

INSTANTIATE_TEST_SUITE_P(Integrators, LiveParameters, integratorNames(), testNameOf);

// ---- Limit of acceleration ----

TEST(AccelerationLimit, HoldsBackAFallWithEveryKindOfIntegrator) {
    for (const char *name : {"selvage", "desbrun", "symplectic"}) {
        World world = sheetWorld(9, 100.0F, name);
        world.settings.accelerationMax = 2.0F;
        prepareWorld(world, 1);
        for (int s = 0; s < 90; ++s) {
            step(world, emptyInput());
        }
        for (const Vec3 &v : world.cloths[0].velocity) {
            EXPECT_NEAR(v.y, -2.0F, 2e-3F) << name;
        }
    }
}

} // namespace
} // namespace selvage
