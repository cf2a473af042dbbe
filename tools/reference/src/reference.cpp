// The reference's forces, contact and time stepping.
#include "reference/reference.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>

namespace selvage::reference {

namespace {

void addSpringForces(State &state) {
    for (const Spring &spring : state.springs) {
        const auto k = static_cast<double>(springStiffness(state.cloth.fabric, spring));
        const Vec3d d = state.position[u(spring.b)] - state.position[u(spring.a)];
        const double length = glm::length(d);
        const Vec3d f = d * (k * (1.0 - static_cast<double>(spring.restLength) / length));
        state.force[u(spring.a)] += f;
        state.force[u(spring.b)] -= f;
    }
}

struct SurfacePoint {
    double distance; // m, negative inside
    Vec3d normal;    // unit, outward
};

// Spheres and planes in double: at these substeps a push is some 1e-8 m, which float does not see. Boxes as
// the simulation has them.
SurfacePoint sampleSurface(const Collider &collider, const Vec3d &point) {
    const Vec3d d = point - Vec3d(collider.pose.position);
    if (collider.shape == ColliderShape::Sphere) {
        const double r = glm::length(d);
        return {r - static_cast<double>(collider.radius), d / r};
    }
    if (collider.shape == ColliderShape::Plane) {
        const Vec3d normal = glm::dquat(collider.pose.orientation) * Vec3d(0.0, 1.0, 0.0);
        return {glm::dot(d, normal), normal};
    }
    const SurfaceSample sample = sampleCollider(collider, collider.pose, Vec3(point));
    return {static_cast<double>(sample.distance), Vec3d(sample.normal)};
}

// Projects a particle out along the normal and takes Coulomb's share of its sliding. Both as changes of
// velocity over dt, which is what keeps the contact plastic and resting things at rest.
void projectOut(const State &state, double dt, Vec3d &x, Vec3d &v) {
    const Fabric &fabric = state.cloth.fabric;
    for (const Collider &collider : state.colliders) {
        const SurfacePoint surface = sampleSurface(collider, x);
        const double depth = static_cast<double>(fabric.thickness) - surface.distance;
        if (depth <= 0.0) {
            continue;
        }
        const double mu = static_cast<double>(fabric.friction) * static_cast<double>(collider.frictionScale);
        const Vec3d slide = dt * (v - glm::dot(v, surface.normal) * surface.normal);
        const double sliding = glm::length(slide);
        const double stopped = sliding > 0.0 ? std::min(1.0, mu * depth / sliding) : 0.0;
        const Vec3d correction = depth * surface.normal - stopped * slide;
        x += correction;
        v += correction / dt;
        // A particle leaves a surface no faster than it came: the push itself must not throw it.
        const double leaving = glm::dot(v, surface.normal);
        v -= std::max(0.0, leaving) * surface.normal;
    }
}

void moveParticles(State &state, double dt, double keep) {
    for (size_t i = 0; i < state.force.size(); ++i) {
        if (state.cloth.fixed[i] != 0) {
            continue;
        }
        Vec3d &v = state.velocity[i];
        v = keep * v + state.force[i] * (dt / static_cast<double>(state.cloth.mass[i])) + dt * state.gravity;
        state.position[i] += dt * v;
        projectOut(state, dt, state.position[i], v);
    }
}

// The angle between two segments; 0 where one has no length.
double jointAngle(const Vec3d &before, const Vec3d &joint, const Vec3d &after) {
    const Vec3d a = joint - before;
    const Vec3d b = after - joint;
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

} // namespace

State fromCloth(const Cloth &cloth) {
    State state;
    state.cloth = cloth;
    state.springs = springsOf(*cloth.topology);
    state.position.assign(cloth.position.begin(), cloth.position.end());
    state.velocity.assign(cloth.velocity.begin(), cloth.velocity.end());
    state.force.resize(cloth.position.size());
    return state;
}

State fromWorld(const World &world) {
    State state = fromCloth(world.cloths.front());
    state.colliders = world.colliders;
    state.gravity = Vec3d(world.settings.gravity);
    const ClothTopology &topology = *state.cloth.topology;
    setSpringConstants(state.cloth.fabric, {kStiffness, 0.5F * kStiffness, 0.1F * kStiffness},
                       topology.restUv[1].x - topology.restUv[0].x);
    return state;
}

void advance(State &state, double duration, int substeps, double damping) {
    const double dt = duration / substeps;
    const double keep = std::exp(-damping * dt);
    for (int s = 0; s < substeps; ++s) {
        std::fill(state.force.begin(), state.force.end(), Vec3d(0.0));
        addSpringForces(state);
        moveParticles(state, dt, keep);
    }
}

double centreHeight(const State &state) {
    double sum = 0.0;
    double mass = 0.0;
    for (size_t i = 0; i < state.position.size(); ++i) {
        sum += state.position[i].y * static_cast<double>(state.cloth.mass[i]);
        mass += static_cast<double>(state.cloth.mass[i]);
    }
    return sum / mass;
}

double energy(const State &state) {
    double sum = 0.0;
    for (size_t i = 0; i < state.position.size(); ++i) {
        const Vec3d &v = state.velocity[i];
        sum += static_cast<double>(state.cloth.mass[i]) *
               (0.5 * glm::dot(v, v) - glm::dot(state.gravity, state.position[i]));
    }
    for (const Spring &spring : state.springs) {
        const double length = glm::distance(state.position[u(spring.a)], state.position[u(spring.b)]);
        const double extension = length - static_cast<double>(spring.restLength);
        sum += 0.5 * static_cast<double>(springStiffness(state.cloth.fabric, spring)) * extension * extension;
    }
    return sum;
}

double foldRms(std::span<const Vec3d> position, int32_t columns, int32_t rows, int32_t stride) {
    double sum = 0.0;
    int64_t count = 0;
    const auto add = [&](int32_t i, int32_t step) {
        const double angle = jointAngle(position[u(i - step)], position[u(i)], position[u(i + step)]);
        sum += angle * angle;
        ++count;
    };
    for (int32_t row = 0; row < rows; ++row) {
        for (int32_t column = 0; column < columns; ++column) {
            const int32_t i = row * columns + column;
            if (column >= stride && column + stride < columns) {
                add(i, stride);
            }
            if (row >= stride && row + stride < rows) {
                add(i, stride * columns);
            }
        }
    }
    return count > 0 ? std::sqrt(sum / static_cast<double>(count)) : 0.0;
}

} // namespace selvage::reference
