// Garments from GarmentCode's files put on a body of 1.72 m, both under ../shared/data, which is not part of
// the project.
#include "io/pattern_file.h"
#include "io/triangle_mesh.h"
#include "measure/borders.h"
#include "scenarios/fitting.h"
#include "sim/crossings.h"
#include "sim/diagnostics.h"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const std::filesystem::path kData = std::filesystem::path(SELVAGE_SOURCE_DIR) / "../shared/data";

constexpr int32_t kRate = 90;     // steps a second
constexpr float kClosed = 0.002F; // m

class GarmentCode : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kData)) {
            GTEST_SKIP() << "../shared/data is not there";
        }
    }
};

PlainMesh body() {
    auto mesh = readTriangleMesh(kData / "bodies/mean_all.obj", {});
    EXPECT_TRUE(mesh) << (mesh ? "" : mesh.error().message);
    return mesh ? PlainMesh{std::move(mesh->position), std::move(mesh->triangles)} : PlainMesh{};
}

Fitting fitted(const std::string &name, bool keepsOut = false, float thickness = 0.0024F) {
    auto pattern = readPattern(kData / "patterns/garmentcode" / (name + "_specification.json"), {});
    EXPECT_TRUE(pattern) << (pattern ? "" : pattern.error().message);
    FittingOptions options;
    options.fabric = *findFabric("cotton");
    options.fabric.friction = 0.4F;
    options.fabric.damping = 1.0F;
    options.fabric.thickness = thickness;
    options.dressing.waistHeight = 1.088F; // of the body's list of measures: height - head - waist line
    auto made = makeFitting(pattern->pattern, body(), options, {});
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    made->world.settings.selfContact.enabled = keepsOut;
    EXPECT_TRUE(finishWorld(made->world, {}));
    return std::move(*made);
}

int32_t framesUntilSewn(World &world, int32_t most) {
    int32_t frames = 0;
    while (world.sewings[0]->state == SewingState::Closing && frames < most) {
        EXPECT_EQ(step(world, {}).nonFinite, 0);
        ++frames;
    }
    return frames;
}

void run(World &world, int32_t steps) {
    for (int32_t s = 0; s < steps; ++s) {
        EXPECT_EQ(step(world, {}).nonFinite, 0);
    }
}

constexpr int32_t kHead = 1;
constexpr int32_t kLeftArm = 2;
constexpr int32_t kRightArm = 4;
constexpr int32_t kLegs = 8 + 16;

TEST_F(GarmentCode, TheBodysWaistIsWhereItsMeasuresHaveIt) {
    const PlainMesh mesh = body();
    const BodyMeasures measures = measureBody(mesh.position, mesh.triangles);
    EXPECT_NEAR(measures.height, 1.7199F, 0.005F);
    EXPECT_NEAR(measures.waistHeight, 1.088F, 0.03F);
    EXPECT_NEAR(measures.waistGirth, 0.843F, 0.01F);
    EXPECT_NEAR(measures.hipGirth, 1.035F, 0.01F);
    for (const std::vector<Vec3> &axis : measures.axis) {
        EXPECT_GE(axis.size(), 4U);
    }
}

void expectWorn(Fitting &fitting, const std::vector<int32_t> &borders, double stretchMax) {
    World &world = fitting.world;
    ASSERT_EQ(world.sewings[0]->state, SewingState::Belted) << world.sewings[0]->gap << " m open";
    EXPECT_LT(world.sewings[0]->gap, kClosed);
    run(world, 2 * kRate);
    const Vec3 before = centreOfMass(world.cloths[0]);
    run(world, 3 * kRate);
    EXPECT_LT(glm::distance(centreOfMass(world.cloths[0]), before), 0.002F);
    const MeshPenetration depth = meshPenetration(world);
    EXPECT_LE(depth.particles, 0.0F);
    EXPECT_LE(depth.edgeCentres, 0.0F);
    EXPECT_LE(depth.faceCentres, 0.0F);
    std::vector<float> stretch;
    appendStretch(world.cloths[0], stretch);
    EXPECT_LE(quantile(stretch, 0.99), stretchMax);
    EXPECT_EQ(limbsInBorders(world.cloths[0], fitting.measures), borders);
}

// Against the body's list of measures.
TEST_F(GarmentCode, TheBodysGirthsAreThoseOfItsList) {
    const PlainMesh mesh = body();
    const BodyMeasures measures = measureBody(mesh.position, mesh.triangles);
    EXPECT_NEAR(measures.bustGirth, 0.9984F, 0.01F);
    EXPECT_NEAR(measures.waistGirth, 0.8433F, 0.01F);
    EXPECT_NEAR(measures.hipGirth, 1.0348F, 0.01F);
}

TEST_F(GarmentCode, TheDressIsSewnRoundTheBodyAndStaysOn) {
    Fitting fitting = fitted("dress_pencil");
    EXPECT_LE(framesUntilSewn(fitting.world, 400), 40);
    expectWorn(fitting, {kHead, kLeftArm, kRightArm, kLegs}, 0.035);
}

TEST_F(GarmentCode, TheShirtIsSewnRoundTheBodyAndStaysOn) {
    Fitting fitting = fitted("shirt_mean");
    EXPECT_LE(framesUntilSewn(fitting.world, 400), 160);
    expectWorn(fitting, {kHead, kLeftArm, kRightArm, kLegs}, 0.075);
}

// A garment that keeps 6 mm from the body all round is 38 mm tighter. Its seams close nearer to the body;
// then it keeps its distance, and what is taut is stretched.
void expectWornAfar(Fitting &fitting) {
    EXPECT_LE(framesUntilSewn(fitting.world, 400), 40);
    expectWorn(fitting, {kHead, kLeftArm, kRightArm, kLegs}, 0.1);
    const Collider &form = fitting.world.colliders[0];
    std::vector<float> distance;
    for (const Vec3 &x : fitting.world.cloths[0].position) {
        distance.push_back(sampleCollider(form, form.pose, x).distance);
    }
    EXPECT_GT(quantile(distance, 0.05), 0.0055F) << "of most: in an armpit there is less room";
}

TEST_F(GarmentCode, TheDressIsSewnThoughItKeepsSixMillimetresOff) {
    Fitting fitting = fitted("dress_pencil", false, 0.006F);
    expectWornAfar(fitting);
}

TEST_F(GarmentCode, TheShirtIsSewnThoughItKeepsSixMillimetresOff) {
    Fitting fitting = fitted("shirt_mean", false, 0.006F);
    expectWornAfar(fitting);
}

TEST_F(GarmentCode, TheDressThatKeepsOutOfItselfIsWornWithoutACrossing) {
    Fitting fitting = fitted("dress_pencil", true);
    EXPECT_LE(framesUntilSewn(fitting.world, 400), 40);
    expectWorn(fitting, {kHead, kLeftArm, kRightArm, kLegs}, 0.035);
    EXPECT_EQ(findCrossings(fitting.world.cloths).size(), 0U);
}

TEST_F(GarmentCode, TheShirtThatKeepsOutOfItselfIsWornWithoutACrossing) {
    Fitting fitting = fitted("shirt_mean", true);
    EXPECT_LE(framesUntilSewn(fitting.world, 400), 160);
    expectWorn(fitting, {kHead, kLeftArm, kRightArm, kLegs}, 0.075);
    EXPECT_EQ(findCrossings(fitting.world.cloths).size(), 0U);
}

} // namespace
} // namespace selvage
