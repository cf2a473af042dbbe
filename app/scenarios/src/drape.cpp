// The job `drape`: a level sheet falls 0.3 m onto a ball, its middle 5 cm beside the ball's axis (a centred
// ball hides faults of friction), folds and comes to rest.
#include "scenario_table.h"
#include "sheet.h"

namespace selvage {

namespace {

constexpr float kBallRadius = 0.3F;            // m
constexpr Vec3 kBallCentre(0.0F, 0.9F, -1.3F); // m
constexpr float kDrop = 0.3F;                  // m, from the sheet to the top of the ball
constexpr Vec3 kOffCentre(0.04F, 0.0F, 0.03F); // 5 cm, along no line of symmetry
constexpr double kLength = 6.0;                // s

} // namespace

Result<World> buildDrape(const ScenarioOptions &options) {
    World world;
    const Vec3 middle = kBallCentre + kOffCentre + Vec3(0.0F, kBallRadius + kDrop, 0.0F);
    auto sheet = makeSheet(options, middle);
    if (!sheet) {
        return sheet.error();
    }
    world.cloths.push_back(std::move(*sheet));
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = kBallRadius;
    ball.pose.position = kBallCentre;
    ball.previousPose = ball.pose;
    world.colliders.push_back(ball);
    if (const auto finished = finishSheet(world, options); !finished) {
        return finished.error();
    }
    return world;
}

Motion scriptDrape() {
    return watch({0.35F, 1.5F, -0.2F}, {0.0F, 0.95F, -1.3F}, kLength);
}

std::vector<double> picturesDrape() {
    return {0.2, 0.35, 0.5, 0.8, 1.2, 2.0, 4.0, 6.0};
}

} // namespace selvage
