// Obstacles that throw back what hits them, against theory: Newton's restitution, relative to the surface.
#include "thin_obstacles.h"

#include <gtest/gtest.h>
#include <string>

namespace selvage {
namespace {

constexpr float kHeight = 0.4F; // m, from which a level sheet falls, all of it at once like a drop

// The sheet above a plane that throws back.
World sheetOverPlane(const char *integrator, float restitution) {
    World world = sheetAt(false, Vec3(0.0F, kHeight, 0.0F));
    world.settings.integrator = findIntegrator(integrator);
    world.cloths[0].fabric.damping = 0.0F;
    Collider plane;
    plane.restitution = restitution;
    place(plane, Vec3(0.0F, -world.cloths[0].fabric.thickness, 0.0F));
    world.colliders = {plane};
    prepareWorld(world, 1);
    return world;
}

Vec3 meanVelocity(const Cloth &cloth) {
    Vec3 sum(0.0F);
    for (const Vec3 &v : cloth.velocity) {
        sum += v;
    }
    return sum / static_cast<float>(cloth.velocity.size());
}

struct Bounce {
    float speed{0.0F};   // m/s, upwards, as it was right after the bounce
    float impulse{0.0F}; // N s per kg, that it was given
};

// Of the first bounce, at the time `met` (s), from the plane that rises at `rising` (m/s).
Bounce firstBounce(const char *integrator, float restitution, float rising, float met) {
    World world = sheetOverPlane(integrator, restitution);
    Bounce bounce;
    float time = 0.0F;
    for (int s = 1; time < met + 0.04F; ++s) {
        Collider &plane = world.colliders[0];
        plane.previousPose = plane.pose;
        plane.pose.position.y += rising / 90.0F;
        const StepReport report = step(world, emptyInput());
        bounce.impulse += report.contactImpulse.y;
        time = static_cast<float>(s) / 90.0F;
    }
    float mass = 0.0F;
    for (const float m : world.cloths[0].mass) {
        mass += m;
    }
    bounce.impulse /= mass;
    bounce.speed = meanVelocity(world.cloths[0]).y + kGravity * (time - met);
    return bounce;
}

// Both methods of contact, with the plane at rest, rising and sinking.
TEST(Restitution, ThrowsBackByItsShareOfTheSpeedRelativeToTheSurface) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        for (const float restitution : {0.3F, 0.7F, 1.0F}) {
            for (const float rising : {-0.5F, 0.0F, 0.8F}) {
                // h - g t² / 2 = u t
                const float met =
                    (std::sqrt(rising * rising + 2.0F * kGravity * kHeight) - rising) / kGravity;
                const float speed = kGravity * met; // m/s, downwards
                const float expected = rising + restitution * (speed + rising);
                const Bounce bounce = firstBounce(integrator, restitution, rising, met);
                const std::string name = std::string(integrator) + ", " + std::to_string(restitution) +
                                         ", rising at " + std::to_string(rising);
                EXPECT_NEAR(bounce.speed, expected, 0.02F * speed) << name;
                EXPECT_NEAR(bounce.impulse, expected + speed, 0.02F * speed) << name;
            }
        }
    }
}

TEST(Restitution, IsNoneWhereNoneIsSet) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        World world = sheetOverPlane(integrator, 0.0F);
        float highest = -kHeight;
        for (int s = 0; s < 90; ++s) {
            step(world, emptyInput());
            highest = s > 30 ? std::max(highest, centreOfMass(world.cloths[0]).y) : highest;
        }
        EXPECT_LT(highest, 1e-4F) << integrator;
    }
}

// Bounces of 0.4 m, times 0.25 each, end after (1 + 2 * 0.5 / (1 - 0.5)) sqrt(2 h / g) = 0.86 s.
TEST(Restitution, ComesToRest) {
    for (const char *integrator : {"selvage", "desbrun"}) {
        World world = sheetOverPlane(integrator, 0.5F);
        for (int s = 0; s < 180; ++s) {
            step(world, emptyInput());
        }
        EXPECT_NEAR(centreOfMass(world.cloths[0]).y, 0.0F, 1e-4F) << integrator;
        EXPECT_LT(rmsSpeed(world.cloths[0]), 1e-3) << integrator;
    }
}

} // namespace
} // namespace selvage
