// The figures of the comparison jobs, against cases small enough to reckon by hand.
#include "report/run_report.h"
#include "scenarios/scenario.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

constexpr double kDt = 1.0 / 90.0; // s

Result<World> buildJob(const char *job, int32_t points) {
    ScenarioOptions options;
    options.points = points;
    return findScenario(job)->build(options);
}

// A reference in which the centre is at `height` and the particles at `position` all the time.
reference::Run stillReference(double height, const std::vector<Vec3> &position) {
    reference::Run run;
    run.centreHeight.assign(reference::kFrames + 1, height);
    run.restFold1 = 0.1;
    run.restFold2 = 0.2;
    run.positionAtOneSecond.assign(position.begin(), position.end());
    return run;
}

void moveAll(Cloth &cloth, const Vec3 &shift) {
    for (Vec3 &x : cloth.position) {
        x += shift;
    }
}

TEST(FallTime, IsInterpolatedBetweenSteps) {
    const auto time = fallTimeOf({1.0, 0.9, 0.8, 0.7}, 0.1); // 0.25 m: halfway between 0.2 and 0.3 s
    ASSERT_TRUE(time);
    EXPECT_NEAR(*time, 0.25, 1e-12);
}

TEST(FallTime, IsAbsentWhereNothingFallsSoFar) {
    EXPECT_FALSE(fallTimeOf({1.0, 0.9, 0.76, 0.9}, 0.1));
    EXPECT_FALSE(fallTimeOf({}, 0.1));
}

TEST(MotionRecord, MeasuresErrorsOfAClothThatOnlyRises) {
    auto world = buildJob("hang", 25);
    Cloth &cloth = world->cloths[0];
    const reference::Run run = stillReference(static_cast<double>(cloth.position[0].y), cloth.position);
    MotionRecord record(*world, kDt, 90);
    moveAll(cloth, {0.3F, 0.4F, 0.0F});
    for (int s = 0; s < 90; ++s) {
        record.addStep(*world, {});
    }
    const MotionFigures figures = record.compare(*world, run);
    EXPECT_NEAR(figures.comRmse.value(), 0.4, 1e-6);
    EXPECT_NEAR(figures.vertexRmse.value(), 0.5, 1e-6);
    EXPECT_NEAR(figures.maxCentreHeight.value(), 0.4, 1e-6);
    EXPECT_FALSE(figures.fallTime);
    EXPECT_EQ(figures.referenceFold1, 0.1);
    EXPECT_EQ(figures.fold1.value(), 0.0);
}

TEST(MotionRecord, ContactForceIsTheMeanOfTheLastSecondOverTheWeight) {
    auto world = buildJob("drape", 25);
    const double weight = 0.2 * static_cast<double>(kGravity); // N
    MotionRecord record(*world, kDt, 180);
    StepReport step;
    step.contactImpulse.y = 100.0F; // the first second must not count
    for (int s = 0; s < 180; ++s) {
        if (s >= 90) {
            step.contactImpulse.y = static_cast<float>(weight * kDt * (s % 2 == 0 ? 0.5 : 1.5));
        }
        record.addStep(*world, step);
    }
    const reference::Run run = stillReference(1.0, world->cloths[0].position);
    EXPECT_NEAR(record.compare(*world, run).contactForceRatio, 1.0, 1e-5);
}

TEST(ContactImpulse, OfASheetAtRestIsItsWeight) {
    World world;
    world.cloths.push_back(makeGridCloth({9, 9, 1.0F, 1.0F}, Fabric{}, Pose{}));
    world.colliders.emplace_back();
    moveAll(world.cloths[0], {0.0F, world.cloths[0].fabric.thickness, 0.0F});
    prepareWorld(world, 1);
    double sum = 0.0;
    for (int s = 0; s < 90; ++s) {
        sum += static_cast<double>(step(world, {}).contactImpulse.y);
    }
    const double weight = static_cast<double>(Fabric{}.arealDensity * kGravity); // N, of a square metre
    EXPECT_NEAR(sum, weight * 1.0, 0.01 * weight);
}

TEST(Report, StretchIsLengthOverRestLengthOfTheStructuralSprings) {
    World world;
    world.cloths.push_back(makeGridCloth({2, 2, 1.0F, 1.0F}, Fabric{}, Pose{}));
    prepareWorld(world, 1);
    for (Vec3 &x : world.cloths[0].position) {
        x.x *= 1.5F; // of the four structural springs two are longer by half
    }
    RunReport report({"tiny", "none", 1, 1, kDt}, 1);
    report.addStep(world, {}, 0.0);
    const auto json = nlohmann::json::parse(report.toJson(world));
    EXPECT_NEAR(json["stretch"]["max"].get<double>(), 0.5, 1e-6);
    EXPECT_NEAR(json["stretch"]["p99"].get<double>(), 0.5, 1e-6);
    EXPECT_FALSE(json.contains("com_rmse_m"));
}

TEST(ComparisonJobs, ReportEveryKey) {
    for (const char *job : {"hang", "drape"}) {
        auto world = buildJob(job, 9 * 9);
        ASSERT_TRUE(world);
        ASSERT_EQ(world->cloths[0].particleCount(), 81);
        const reference::Run run = reference::computeRun(*world, {});
        MotionRecord record(*world, kDt, 100);
        RunReport report({job, "desbrun", 1, 1, kDt}, 100);
        for (int s = 0; s < 100; ++s) {
            const StepReport stepReport = step(*world, {});
            record.addStep(*world, stepReport);
            report.addStep(*world, stepReport, 0.0);
        }
        report.setMotion(record.compare(*world, run));
        const auto json = nlohmann::json::parse(report.toJson(*world));
        for (const char *key :
             {"com_rmse_m", "vertex_rmse_m", "fall_time_s", "max_com_height_m", "contact_force_ratio",
              "rest_speed_mm_s", "fold_rms_1", "fold_rms_2", "stretch_worst_frame"}) {
            ASSERT_TRUE(json.contains(key)) << job << ": " << key;
            EXPECT_TRUE(json[key].is_number()) << job << ": " << key;
        }
        EXPECT_LT(json["com_rmse_m"].get<double>(), 0.1) << job;
        EXPECT_NEAR(json["fall_time_s"].get<double>(), json["reference"]["fall_time_s"].get<double>(), 0.02)
            << job;
    }
}

TEST(ComparisonJobs, AreASquareMetreOfAFifthOfAKilogramWhateverTheResolution) {
    for (const int32_t side : {17, 33}) {
        auto world = buildJob("hang", side * side);
        const Cloth &cloth = world->cloths[0];
        EXPECT_EQ(cloth.topology->columnCount, side);
        EXPECT_EQ(cloth.topology->rowCount, side);
        float mass = 0.0F;
        for (const float m : cloth.mass) {
            mass += m;
        }
        EXPECT_NEAR(mass, 0.2F, 1e-5F);
        EXPECT_NEAR(glm::distance(cloth.position[0], cloth.position[static_cast<size_t>(side - 1)]), 1.0F,
                    1e-5F);
    }
}

TEST(ComparisonJobs, TheSheetFallsBesideTheAxisOfTheBall) {
    auto world = buildJob("drape", 25);
    const Vec3 offset = centreOfMass(world->cloths[0]) - world->colliders[0].pose.position;
    EXPECT_NEAR(std::hypot(offset.x, offset.z), 0.05F, 1e-5F);
    EXPECT_NEAR(offset.y, 0.6F, 1e-5F); // radius and drop
}

} // namespace
} // namespace selvage
