// Every row of the integrator table against theory: order of convergence, free fall, explosion, equilibrium,
// and what the printed formulas do.
#include "integrator_names.h"
#include "measure/methods.h"
#include "reference/reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>

namespace selvage {
namespace {

const Integrator &integratorOf(const char *name) {
    const Integrator *integrator = findIntegrator(name);
    EXPECT_NE(integrator, nullptr) << name;
    return integrator != nullptr ? *integrator : integrators().front();
}

void select(World &world, const char *name) {
    const auto selected = selectIntegrator(world, integratorOf(name));
    ASSERT_TRUE(selected) << (selected ? "" : selected.error().message);
}

// ---- Order of convergence ----

struct Order {
    const char *integrator;
    double order;
};

class ConvergenceOrder : public testing::TestWithParam<Order> {};

TEST_P(ConvergenceOrder, OfAnOscillatorIsThatOfTheory) {
    const Order expected = GetParam();
    const double duration = 0.32; // s, a bit more than a period
    const double coarse = errorOfOscillator(expected.integrator, 80, duration);
    const double fine = errorOfOscillator(expected.integrator, 160, duration);
    EXPECT_NEAR(std::log2(coarse / fine), expected.order, 0.3) << coarse << " -> " << fine;
}

std::string integratorName(const testing::TestParamInfo<Order> &info) {
    std::string name = info.param.integrator;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Integrators, ConvergenceOrder,
                         testing::Values(Order{"euler", 1.0}, Order{"midpoint", 2.0},
                                         Order{"symplectic", 1.0}, Order{"implicit-cg", 1.0},
                                         Order{"desbrun", 1.0}, Order{"desbrun-dense", 1.0},
                                         Order{"kang-cho", 1.0}),
                         integratorName);

// ---- Free fall ----

// The explicit ones let rounding errors grow at any stiffness worth the name.
float fallStiffness(const std::string &integrator) {
    return integrator == "euler" || integrator == "midpoint" ? 0.1F : 1000.0F;
}

// m/s, 1e-4 of g: thousands of single-precision additions to 10 m/s, each off by half a millionth at most.
constexpr float kFallTolerance = 1e-3F;

class EveryIntegrator : public testing::TestWithParam<const char *> {};

TEST_P(EveryIntegrator, FallsFreelyWithGravityExactly) {
    World world = sheetWorld(17, fallStiffness(GetParam()));
    world.cloths[0].fabric.springDamping = 2e-5F * world.cloths[0].fabric.weftStiffness;
    prepareWorld(world, 1);
    select(world, GetParam());
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
    }
    for (const Vec3 &v : world.cloths[0].velocity) {
        EXPECT_NEAR(v.y, -kGravity, kFallTolerance);
        EXPECT_NEAR(glm::length(Vec2(v.x, v.z)), 0.0F, kFallTolerance);
    }
}

TEST_P(EveryIntegrator, LeavesPinnedParticlesWhereTheyAre) {
    World world = sheetWorld(13, 500.0F);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    select(world, GetParam());
    const Vec3 a = world.cloths[0].position[0];
    const Vec3 b = world.cloths[0].position[12];
    for (int s = 0; s < 60; ++s) {
        step(world, emptyInput());
        ASSERT_TRUE(allFinite(world.cloths[0]));
    }
    EXPECT_EQ(world.cloths[0].position[0], a);
    EXPECT_EQ(world.cloths[0].position[12], b);
}

// Swinging cloth, any integrator to any other: nothing jumps.
TEST_P(EveryIntegrator, CanBeSwitchedToInMidSwing) {
    World world = sheetWorld(13, 50.0F);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    for (int s = 0; s < 20; ++s) {
        step(world, emptyInput());
    }
    const float before = fastest(world.cloths[0]);
    select(world, GetParam());
    step(world, emptyInput(1.0F / 1000.0F));
    EXPECT_TRUE(allFinite(world.cloths[0]));
    EXPECT_LT(fastest(world.cloths[0]), before + 2.0F);
    select(world, "desbrun");
    for (int s = 0; s < 20; ++s) {
        step(world, emptyInput());
    }
    EXPECT_LT(fastest(world.cloths[0]), 12.0F);
}

INSTANTIATE_TEST_SUITE_P(Integrators, EveryIntegrator, integratorNames(), testNameOf);

// ---- Explosion (Chung, Yen 2004, §3) ----

// With h * omega near 1, where both still crawl: at larger steps both are gone within a few.
TEST(Explosion, ComesToEulerFirstToMidpointLaterToImplicitNever) {
    const float stiffness = 60.0F; // N/m
    const int32_t euler = stepOfExplosion("euler", stiffness, 3000);
    const int32_t midpoint = stepOfExplosion("midpoint", stiffness, 3000);
    RecordProperty("euler", euler);
    RecordProperty("midpoint", midpoint);
    std::printf("first step faster than 50 m/s: euler %d, midpoint %d\n", euler, midpoint);
    EXPECT_GT(euler, 0);
    EXPECT_GT(midpoint, euler);
    for (const float stiff : {stiffness, 1e4F}) {
        for (const char *never : {"implicit-cg", "desbrun", "kang-cho", "bilayered", "selvage"}) {
            EXPECT_EQ(stepOfExplosion(never, stiff, 1000), 0) << never << ", k = " << stiff;
        }
    }
}

TEST(Explosion, NeverComesToSymplecticEulerBelowItsLimit) {
    EXPECT_EQ(stepOfExplosion("symplectic", 60.0F, 2000), 0);
    EXPECT_GT(stepOfExplosion("symplectic", 1000.0F, 2000), 0);
}

// ---- Implicit Euler ----

TEST(ImplicitCg, HangsAsTheReferenceDoes) {
    World world = sheetWorld(9, 300.0F);
    pinTwoCorners(world);
    world.cloths[0].fabric.springDamping = 0.05F;
    prepareWorld(world, 1);
    select(world, "implicit-cg");
    Cloth &cloth = world.cloths[0];
    reference::State state = reference::fromCloth(cloth);
    reference::advance(state, 20.0, 40000, 2.0);
    cloth.fabric.damping = 2.0F;
    for (int s = 0; s < 1800; ++s) {
        step(world, emptyInput());
    }
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        EXPECT_LT(glm::distance(reference::Vec3d(cloth.position[i]), state.position[i]), 2e-3) << i;
    }
}

TEST(ImplicitCg, KeepsItsIterationsWithinTheLimitAndCountsThem) {
    World world = sheetWorld(17, 1e5F);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    select(world, "implicit-cg");
    world.settings.substeps = 1;
    StepReport report;
    for (int s = 0; s < 20; ++s) {
        report = step(world, emptyInput());
    }
    EXPECT_GT(report.iterationCount, 20U);
    EXPECT_LE(report.iterationCount, 20U * 200U);
}

// ---- Dense filter ----

TEST(DesbrunDense, MovesAsTheSparseFactorDoes) {
    World sparse = sheetWorld(13, 500.0F, "desbrun");
    World dense = sheetWorld(13, 500.0F);
    for (World *world : {&sparse, &dense}) {
        pinTwoCorners(*world);
        prepareWorld(*world, 1);
    }
    select(dense, "desbrun-dense");
    for (int s = 0; s < 45; ++s) {
        step(sparse, emptyInput());
        step(dense, emptyInput());
    }
    EXPECT_NE(stateHash(sparse), stateHash(dense)) << "the dense filter was not used";
    for (size_t i = 0; i < sparse.cloths[0].position.size(); ++i) {
        EXPECT_LT(glm::distance(sparse.cloths[0].position[i], dense.cloths[0].position[i]), 1e-3F);
    }
}

TEST(DesbrunDense, RefusesALargeClothAndLeavesTheWorldAsItIs) {
    World world = sheetWorld(50, 500.0F, "desbrun");
    prepareWorld(world, 1);
    const auto selected = selectIntegrator(world, integratorOf("desbrun-dense"));
    ASSERT_FALSE(selected);
    EXPECT_NE(selected.error().message.find("2000"), std::string::npos) << selected.error().message;
    EXPECT_STREQ(world.settings.integrator->name, "desbrun");
}

// ---- Kang and Cho ----

// Eq. 6 for equal masses and stiffness sums S leaves 1 - (S h² / (m + S h²))² of gravity. Two particles: S =
// k.
TEST(KangChoAsPrinted, SuppressesGravityAsTheFormulaSays) {
    for (const double ratio : {1.33, 13.3, 133.0, 1330.0}) {
        const double share = ratio / (1.0 + ratio);
        const double expected = 1.0 - share * share;
        EXPECT_NEAR(fallShareOfTwo("kang-cho-as-printed", ratio), expected, 1e-3 * expected) << ratio;
    }
}

TEST(KangCho, KeepsMomentaThatThePrintedFormLoses) {
    EXPECT_LT(momentumGained("kang-cho"), 1e-6);
    EXPECT_GT(momentumGained("kang-cho-as-printed"), 1e-4);
}

// ---- Kang and Cho, two layers ----

TEST(Bilayered, FallsWithGravityForEveryNumberOfDivisionsAndEveryCoarseIntegrator) {
    for (const char *coarse : {"implicit-cg", "kang-cho", "desbrun", "symplectic", "midpoint"}) {
        for (const int32_t d : {1, 2, 4, 10, 100}) {
            const bool isExplicit = std::string(coarse) == "midpoint" || std::string(coarse) == "symplectic";
            if (isExplicit && d < 10) {
                continue; // beyond their limit of stability
            }
            EXPECT_NEAR(fallShare("bilayered", {.coarseIntegrator = coarse, .divisions = d}), 1.0, 1e-3)
                << coarse << ", d = " << d;
        }
    }
}

// Kang and Cho subtract the first velocity from the average one: (d + 1) / (2 d) of gravity is left.
TEST(BilayeredAsPrinted, FallsTheSlowerTheMoreDivisions) {
    for (const int32_t d : {1, 2, 4, 10, 100}) {
        const double expected = (d + 1.0) / (2.0 * d);
        EXPECT_NEAR(fallShare("bilayered-as-printed", {.divisions = d}), expected, 2e-3) << "d = " << d;
    }
}

TEST(Bilayered, HangsAndSwingsWhereTheDirectUpdateAloneFloats) {
    double height[2] = {};
    int which = 0;
    for (const char *name : {"bilayered", "kang-cho-as-printed"}) {
        World world = sheetWorld(33, 1000.0F);
        pinTwoCorners(world);
        prepareWorld(world, 1);
        select(world, name);
        for (int s = 0; s < 36; ++s) {
            step(world, emptyInput());
        }
        height[which++] = static_cast<double>(centreOfMass(world.cloths[0]).y);
    }
    EXPECT_NEAR(height[0], -0.45, 0.12); // the reference: -0.46
    EXPECT_GT(height[1], -0.05);
}

TEST(Bilayered, StaysBoundedWhileACornerIsShakenAtAnyStiffness) {
    for (const float k : {0.0F, 1e2F, 1e4F, 1e6F}) {
        World world = sheetWorld(17, k);
        prepareWorld(world, 1);
        select(world, "bilayered");
        const Vec3 corner = world.cloths[0].position[0];
        StepInput input = emptyInput();
        for (int s = 0; s < 270; ++s) {
            const float phase = static_cast<float>(s) / 90.0F * 5.0F / 0.3F; // 5 m/s
            input.tracked.hand(Hand::Right) =
                handAt(corner + 0.3F * Vec3(std::sin(phase), 0.3F * std::sin(1.7F * phase), 0.0F), 1.0F);
            ASSERT_EQ(step(world, input).nonFinite, 0) << k;
            ASSERT_LT(fastest(world.cloths[0]), 100.0F) << k << ", step " << s;
        }
        EXPECT_TRUE(world.hands[1].holding());
    }
}

constexpr float kMass = 0.1F; // kg

TEST(Bilayered, RefusesANetworkThatIsNoGrid) {
    const Vec3 ends[] = {Vec3(-0.5F, 0.0F, 0.0F), Vec3(0.5F, 0.0F, 0.0F)};
    World world;
    world.cloths.push_back(makeNetwork(ends, kMass, {{0, 1, 1.0F, SpringKind::Weft}}, Fabric{}));
    prepareWorld(world, 1);
    EXPECT_FALSE(selectIntegrator(world, integratorOf("bilayered")));
}

// ---- Contraction resistance (Kang, Cho 2002, §4.2) ----

constexpr float kSpring = 40.0F; // N/m

TEST(ContractionResistance, ScalesTheForceOfAContractedSpringOnly) {
    for (const float length : {0.8F, 1.2F}) {
        double speeds[2] = {};
        for (const int32_t resisting : {0, 1}) {
            Fabric fabric;
            fabric.weftStiffness = kSpring;
            fabric.contractionResistance = resisting != 0 ? 1.0F : 0.1F;
            fabric.damping = 0.0F;
            const Vec3 ends[] = {Vec3(0.0F), Vec3(length, 0.0F, 0.0F)};
            World world =
                networkWorld(makeNetwork(ends, kMass, {{0, 1, 1.0F, SpringKind::Weft}}, fabric), "euler", 1);
            world.settings.gravity = Vec3(0.0F);
            step(world, emptyInput(kDtMin));
            speeds[resisting] = static_cast<double>(world.cloths[0].velocity[1].x);
        }
        EXPECT_NEAR(speeds[0] / speeds[1], length < 1.0F ? 0.1 : 1.0, 1e-4);
    }
}

// ---- Any network ----

// Desbrun 1999, §6: a volume is a network too. A cube of 4 x 4 x 4 particles, one face fixed, sags and holds.
TEST(AnyNetwork, AVolumeHangsFromItsFixedFace) {
    std::vector<Vec3> points;
    points.reserve(64);
    for (int i = 0; i < 64; ++i) {
        const int row = i / 4 % 4;
        const int layer = i / 16;
        points.push_back(0.1F * Vec3(glm::ivec3(i % 4, row, layer)));
    }
    std::vector<Spring> springs;
    for (int32_t a = 0; a < 64; ++a) {
        for (int32_t b = a + 1; b < 64; ++b) {
            const float length =
                glm::distance(points[static_cast<size_t>(a)], points[static_cast<size_t>(b)]);
            if (length < 0.18F) {
                springs.push_back({a, b, length, SpringKind::Weft});
            }
        }
    }
    Fabric fabric;
    fabric.weftStiffness = 100.0F;
    fabric.damping = 1.0F;
    for (const char *name : {"desbrun", "implicit-cg", "kang-cho"}) {
        World world;
        world.cloths.push_back(makeNetwork(points, 0.005F, springs, fabric));
        for (int32_t i = 0; i < 64; i += 4) {
            world.pins.push_back({0, i}); // the face x = 0
        }
        prepareWorld(world, 1);
        select(world, name);
        for (int s = 0; s < 270; ++s) {
            step(world, emptyInput());
        }
        const float sag = points[63].y - world.cloths[0].position[63].y;
        EXPECT_GT(sag, 1e-4F) << name;
        EXPECT_LT(sag, 0.08F) << name;
        EXPECT_LT(fastest(world.cloths[0]), 0.3F) << name;
    }
}

} // namespace
} // namespace selvage
