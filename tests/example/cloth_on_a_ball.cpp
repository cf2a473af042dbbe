// A square metre of silk falls on a ball and stays on it for three seconds.
#include "sim/world.h"

#include <cstdio>

int main() {
    using namespace selvage;
    World world;
    const Pose above{.position = {0.02F, 0.5F, 0.0F}};
    world.cloths.push_back(makeGridCloth({.columns = 33, .rows = 33}, *findFabric("silk"), above));
    world.colliders.push_back({.shape = ColliderShape::Sphere, .radius = 0.25F});
    if (const Result<void> checked = checkWorld(world); !checked) {
        std::fprintf(stderr, "%s\n", checked.error().message.c_str());
        return 1;
    }
    prepareWorld(world, 1);
    StepReport report;
    for (int frame = 0; frame < 270; ++frame) { // 90 Hz
        report = step(world, {});
    }
    std::printf("%d of %d particles lie on the ball\n", report.contacts, world.cloths[0].particleCount());
    return report.contacts > 0 ? 0 : 1;
}
