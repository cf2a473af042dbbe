// What the scenes must show, each played by its own script.
#include "measure/play.h"
#include "measure/wind.h"

#include "sim/body_measure.h"
#include "sim/diagnostics.h"
#include "sim/springs.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace selvage {
namespace {

Vec3 middle(const Cloth &cloth) {
    Vec3 sum(0.0F);
    for (const Vec3 &position : cloth.position) {
        sum += position;
    }
    return sum / static_cast<float>(cloth.position.size());
}

// m, how far a scarf's middle is aside of what it hangs from.
double blownBy(const Cloth &cloth) {
    const auto last = static_cast<size_t>(cloth.topology->columnCount - 1);
    const Vec3 blown = middle(cloth) - 0.5F * (cloth.position[0] + cloth.position[last]);
    return static_cast<double>(std::hypot(blown.x, blown.z));
}

TEST(WindScene, TheScarfBehindTheBallHangsStillAndFliesWhenTheWindTurns) {
    double open[2] = {0.0, 0.0};
    double sheltered[2] = {0.0, 0.0};
    play("wind", 9.0, {}, [&](const World &world, const StepReport &report) {
        EXPECT_EQ(report.nonFinite, 0);
        const bool before = world.time > 1.0 && world.time < 3.0;
        const bool after = world.time > 8.0;
        if (before || after) {
            open[after ? 1 : 0] += blownBy(world.cloths[0]);
            sheltered[after ? 1 : 0] += blownBy(world.cloths[1]);
        }
    });
    EXPECT_LT(sheltered[0], 0.2 * open[0]);
    EXPECT_GT(sheltered[1], 0.8 * open[1]);
}

// f is of the order of U/L and goes with U (Raynaud, Mulleners 2026; Argentina, Mahadevan 2005).
TEST(FlagScene, FlapsFasterInTheFasterWind) {
    const double slow = flappingAt(5.0).frequency;
    const double fast = flappingAt(10.0).frequency;
    RecordProperty("slow_mHz", static_cast<int>(1e3 * slow));
    RecordProperty("fast_mHz", static_cast<int>(1e3 * fast));
    EXPECT_GT(fast / slow, 1.5);
    EXPECT_LT(fast / slow, 2.5);
}

TEST(FlagScene, IsHoistedAndStaysOnItsPole) {
    const World world = play("flag", 7.0);
    const Cloth &flag = world.cloths[0];
    const int32_t columns = flag.topology->columnCount;
    for (int32_t r = 0; r < flag.topology->rowCount; ++r) {
        const Vec3 &hoist = flag.position[static_cast<size_t>(r * columns)];
        EXPECT_NEAR(hoist.x, flag.position[0].x, 1e-5F);
        EXPECT_NEAR(hoist.y,
                    flag.position[0].y +
                        static_cast<float>(r) *
                            (flag.position[static_cast<size_t>(columns)].y - flag.position[0].y),
                    1e-3F);
    }
    EXPECT_GT(middle(flag).y, 2.0F);
}

TEST(HeroScene, TheCapeFollowsTheSprintWithinItsStretchLimit) {
    std::vector<float> strain;
    play("hero", 12.5, {}, [&](const World &world, const StepReport &report) {
        EXPECT_EQ(report.nonFinite, 0);
        const Cloth &cape = world.cloths[0];
        for (const Spring &spring : springsOf(*cape.topology)) {
            if (world.time > 9.5 && isStructural(spring.kind)) {
                strain.push_back(glm::distance(cape.position[static_cast<size_t>(spring.a)],
                                               cape.position[static_cast<size_t>(spring.b)]) /
                                     spring.restLength -
                                 1.0F);
            }
        }
        const Pose &chest = world.colliders[2].pose;
        ASSERT_LT(glm::distance(cape.position[0], transformPoint(chest, world.pins[0].offset)), 1e-4F);
    });
    const auto p99 = strain.begin() + static_cast<long>(strain.size() * 99 / 100);
    std::nth_element(strain.begin(), p99, strain.end());
    EXPECT_LT(*p99, Fabric{}.maxStretchWarp);
}

TEST(DressScene, TheFormHasTheMeasuresItIsMadeOf) {
    auto world = findScenario("dress")->build({});
    ASSERT_TRUE(world);
    const MeshSolid &form = *(*world).colliders[0].mesh;
    const auto girth = [&](float height) {
        return sectionsOf(form.position, form.triangles, 1, height)[0].girth;
    };
    constexpr float kTolerance = 0.01F; // m, of rings a centimetre apart
    EXPECT_NEAR(girth(1.06F), 0.70F, kTolerance) << "waist";
    EXPECT_NEAR(girth(1.06F - 0.20F), 0.96F, kTolerance) << "hip";
    EXPECT_NEAR(girth(1.06F + 0.17F), 0.90F, kTolerance) << "bust";
}

TEST(DressScene, TheDressIsSewnWithinASecondAndStaysOnInTheWind) {
    float sewnAt = 0.0F;
    Vec3 still(0.0F);
    float blown = 0.0F;
    const Playing standing{.settings = {{"pose", "stand"}}};
    const World world = play("dress", 12.0, standing, [&](const World &now, const StepReport &report) {
        EXPECT_EQ(report.nonFinite, 0);
        const Cloth &dress = now.cloths[0];
        if (now.sewings[0]->state == SewingState::Closing) {
            sewnAt = static_cast<float>(now.time);
        }
        still = now.time < 3.5 ? middle(dress) : still;
        blown = std::max(blown, now.time > 4.0 ? glm::distance(middle(dress), still) : 0.0F);
    });
    EXPECT_LT(sewnAt, 1.0F);
    EXPECT_GT(blown, 0.01F);
    EXPECT_NEAR(middle(world.cloths[0]).y, still.y, 0.03F);
    std::vector<float> depth;
    appendPenetration(world, world.cloths[0], depth);
    EXPECT_LT(*std::max_element(depth.begin(), depth.end()), 0.001F);
}

} // namespace
} // namespace selvage
