// Thin and fast: plates, edges and rods between the particles of a sheet, thrown or swung at up to 20 m/s.
#include "thin_obstacles.h"

#include <gtest/gtest.h>
#include <string>

namespace selvage {
namespace {

constexpr int32_t kSubsteps[] = {1, 4, 20};
constexpr float kSpeeds[] = {5.0F, 20.0F}; // m/s
constexpr float kSeconds = 0.3F;           // of every scene
constexpr float kDeepest = 1e-4F;          // m
constexpr float kHalfTurn = std::numbers::pi_v<float>;

struct Outcome {
    int32_t through{0};  // rows, or steps, that went through
    float deepest{0.0F}; // m
};

// What the sheet moves at, or the obstacle when the sheet rests.
struct Throw {
    float speed{20.0F}; // m/s
    int32_t substeps{4};
    bool irregular{false};
    bool obstacleMoves{false};
    const char *integrator{kDefaultIntegrator};
};

std::string describe(const Throw &t) {
    return std::string(t.irregular ? "irregular, " : "grid, ") + (t.obstacleMoves ? "swung, " : "thrown, ") +
           std::to_string(t.speed) + " m/s, " + std::to_string(t.substeps) + " substeps, " + t.integrator;
}

// A sheet 15 cm above the obstacle, one of them moving towards the other. `count`: rows or particles that are
// on the wrong side now.
template <typename Count> Outcome meet(const Throw &t, const Collider &obstacle, Count count) {
    World world = sheetAt(t.irregular, Vec3(0.0F, 0.15F, 0.0F));
    world.settings.integrator = findIntegrator(t.integrator);
    world.settings.substeps = t.substeps;
    world.colliders = {obstacle};
    Cloth &cloth = world.cloths[0];
    if (t.obstacleMoves) {
        world.settings.gravity = Vec3(0.0F);
    } else {
        std::fill(cloth.velocity.begin(), cloth.velocity.end(), Vec3(0.0F, -t.speed, 0.0F));
    }
    prepareWorld(world, 1);
    Outcome outcome;
    count(cloth, world.colliders[0].pose.position);
    for (int s = 0; s < static_cast<int>(kSeconds * 90.0F); ++s) {
        Collider &moving = world.colliders[0];
        moving.previousPose = moving.pose;
        moving.pose.position.y += t.obstacleMoves ? t.speed / 90.0F : 0.0F;
        EXPECT_EQ(step(world, emptyInput()).nonFinite, 0) << describe(t);
        outcome.deepest = std::max(outcome.deepest, deepestPoint(world));
        outcome.through = std::max(outcome.through, count(cloth, moving.pose.position));
    }
    return outcome;
}

// Counts rows that have gone through a line along z.
struct RowsThrough {
    Vec3 line{0.0F}; // m, from the obstacle's middle
    std::vector<float> before;
    int32_t through{0};

    int32_t operator()(const Cloth &cloth, const Vec3 &at) {
        const std::vector<float> now = windings(cloth, at + line);
        for (size_t r = 0; r < before.size(); ++r) {
            through += std::abs(now[r] - before[r]) > kHalfTurn ? 1 : 0;
        }
        before = now;
        return through;
    }
};

template <typename Try> void forAllThrows(const Try &attempt) {
    for (const bool moves : {false, true}) {
        for (const float speed : kSpeeds) {
            for (const int32_t substeps : kSubsteps) {
                const float own = moves ? 0.5F * speed : speed; // obstacles are swung at up to 10 m/s
                attempt(Throw{own, substeps, false, moves});
            }
        }
        attempt(Throw{moves ? 10.0F : 20.0F, 4, true, moves});
    }
}

void expectNothingThrough(const Throw &t, const Outcome &outcome) {
    EXPECT_EQ(outcome.through, 0) << describe(t);
    EXPECT_LE(outcome.deepest, kDeepest) << describe(t);
}

TEST(ThinAndFast, NothingGoesThroughAPlateOfTwoMillimetres) { // case 30
    const Collider plate = thinBox({0.7F, 0.001F, 0.7F});
    forAllThrows([&](const Throw &t) {
        expectNothingThrough(t, meet(t, plate, [](const Cloth &cloth, const Vec3 &at) {
                                 return static_cast<int32_t>(
                                     std::count_if(cloth.position.begin(), cloth.position.end(),
                                                   [&](const Vec3 &x) { return x.y < at.y; }));
                             }));
    });
}

TEST(ThinAndFast, NothingGoesThroughTheEdgeOfAPlate) { // case 54
    for (const float thickness : {0.001F, 0.002F}) {
        Collider plate = thinBox({0.5F * thickness, 0.2F, 0.7F});
        place(plate, Vec3(kBetween, -0.2F, 0.0F));
        forAllThrows([&](const Throw &t) {
            expectNothingThrough(t,
                                 meet(t, plate, RowsThrough{Vec3(0.0F, 0.2F - 0.5F * thickness, 0.0F), {}}));
        });
    }
}

TEST(ThinAndFast, NothingGoesThroughARodOfOneCentimetreBetweenTheParticles) { // case 18
    Collider bar = rod(0.005F, 0.7F);
    place(bar, Vec3(kBetween, 0.0F, 0.0F));
    forAllThrows([&](const Throw &t) { expectNothingThrough(t, meet(t, bar, RowsThrough{Vec3(0.0F), {}})); });
}

// A hand swings a ball through a sheet that hangs by two corners, with slack between them.
TEST(ThinAndFast, ABallSwungAtTenMetresPerSecondTakesTheHangingSheetAlong) {
    for (const float radius : {0.02F, 0.05F}) {
        for (const int32_t substeps : kSubsteps) {
            World world = sheetAt(false, Vec3(0.0F));
            world.settings.substeps = substeps;
            Cloth &cloth = world.cloths[0];
            for (Vec3 &x : cloth.position) {
                x = Vec3(0.8F * x.x, -x.z, 0.0F);
            }
            pinTwoCorners(world);
            const Vec3 from(kBetween, -0.1F - kBetween, -0.25F);
            world.colliders = {ball(radius)};
            place(world.colliders[0], from);
            prepareWorld(world, 1);
            Outcome outcome;
            for (int s = 0; s < 4; ++s) {
                Collider &moving = world.colliders[0];
                moving.previousPose = moving.pose;
                moving.pose.position.z += 10.0F / 90.0F;
                step(world, emptyInput());
                outcome.deepest = std::max(outcome.deepest, deepestPoint(world));
                outcome.through += crosses(cloth, from, moving.pose.position) ? 1 : 0;
            }
            EXPECT_EQ(outcome.through, 0) << radius << " m, " << substeps << " substeps";
            EXPECT_LE(outcome.deepest, kDeepest) << radius << " m, " << substeps << " substeps";
        }
    }
}

} // namespace
} // namespace selvage
