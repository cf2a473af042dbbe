// See step_limits.h.
#include "step_limits.h"

#include "maths/index.h"
#include "wide.h"

#include <cmath>

namespace selvage {

namespace {

std::span<const float> numbersOf(const std::vector<Vec3> &values) {
    return {&values.data()->x, 3 * values.size()};
}

} // namespace

bool areSane(std::span<const float> values) {
    int32_t wild = 0;
    runWide([&]() SELVAGE_INLINE {
        const float *v = values.data();
        const size_t count = values.size();
        for (size_t i = 0; i < count; ++i) {
            wild |= std::abs(v[i]) < kFarthest ? 0 : 1;
        }
    });
    return wild == 0;
}

void limitAcceleration(Cloth &cloth, const ClothSolver &solver, float accelerationMax, float dt) {
    const float largest = accelerationMax * dt;
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const Vec3 change = cloth.velocity[u(i)] - solver.velocityBefore[u(i)];
        const float size = glm::length(change);
        if (cloth.fixed[u(i)] == 0 && size > largest) {
            cloth.velocity[u(i)] = solver.velocityBefore[u(i)] + change * (largest / size);
        }
    }
}

int32_t restoreNonFinite(Cloth &cloth, const ClothSolver &solver) {
    int32_t count = 0;
    if (areSane(numbersOf(cloth.position)) && areSane(numbersOf(cloth.velocity))) {
        return count;
    }
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (!isSane(cloth.position[u(i)]) || !isSane(cloth.velocity[u(i)])) {
            cloth.position[u(i)] = solver.start[u(i)];
            cloth.velocity[u(i)] = Vec3(0.0F);
            ++count;
        }
    }
    return count;
}

} // namespace selvage
