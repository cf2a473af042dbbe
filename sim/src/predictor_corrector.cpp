// The papers' way through a substep: an integrator predicts, the post-step corrects, and the velocities
// follow from where the particles ended up (Desbrun et al. 1999, Fig. 6).
#include "maths/index.h"
#include "sim/post_step.h"
#include "step_limits.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

// Without pins and contacts nothing outside acted, so what the post-step did to the momenta is an error too.
void correctPostStep(Cloth &cloth, ClothSolver &solver, float dt) {
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.change[u(i)] = (cloth.position[u(i)] - solver.predicted[u(i)]) / dt;
        solver.correction[u(i)] = Vec3(0.0F);
    }
    correctMomentum(solver.pivot, {solver.start, cloth.mass, cloth.fixed, solver.change}, solver.correction);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        cloth.position[u(i)] += dt * solver.correction[u(i)]; // finish() turns this into velocity
    }
}

void predict(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
             StageReport &report) {
    const Integrator &integrator = *settings.integrator;
    const float keep = std::exp(-cloth.fabric.damping * scene.dt);
    std::copy(cloth.position.begin(), cloth.position.end(), solver.start.begin());
    std::copy(cloth.velocity.begin(), cloth.velocity.end(), solver.velocityBefore.begin());
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const bool fixed = cloth.fixed[u(i)] != 0;
        solver.inverseMass[u(i)] = fixed ? 0.0F : 1.0F / cloth.mass[u(i)];
        cloth.velocity[u(i)] *= fixed ? 1.0F : keep;
    }
    solver.pivot = findPivot(solver.start, cloth.velocity, cloth.fixed);
    solver.pivot.isolated = solver.pivot.kind == Pivot::Kind::Free && !solver.touching;
    integrator.predict(cloth, solver, {scene.dt, settings.gravity}, *settings.workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        cloth.position[u(i)] = cloth.fixed[u(i)] != 0 ? cloth.fixedTarget[u(i)] : solver.predicted[u(i)];
    }
    const PostStepState state{.inverseMass = solver.inverseMass,
                              .start = solver.start,
                              .now = cloth.position,
                              .contacts = solver.contacts,
                              .springs = solver.springs,
                              .limitsStretch = integrator.limitsStretch,
                              .longest = solver.longest};
    const PostStepReport post = runPostStep(cloth, scene, *settings.postStep, state);
    solver.touching = post.contacts > 0;
    report.sweeps += post.sweeps;
    report.timeUpCount += post.stop == StopRule::TimeIsUp ? 1 : 0;
}

void constrain(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
               int32_t part, StageReport &report) {
    if (part == 0) {
        predict(cloth, solver, settings, scene, report);
    } else if (settings.integrator->correctAfterPostStep && solver.pivot.isolated && !solver.touching) {
        correctPostStep(cloth, solver, scene.dt);
    }
}

// v += (x - x_predicted) / dt rather than (x - x_start) / dt: the same number, without the rounding of a
// small difference of large floats. A particle pushed out of a solid does not fly off it (plastic contact,
// Desbrun §6) but by the solid's restitution (Meyer et al. 2000, §4.2.2), relative to its surface.
void finish(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
            StageReport &report) {
    const float dt = scene.dt;
    Vec3 bounced(0.0F); // N s
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] != 0) {
            continue;
        }
        Vec3 &v = cloth.velocity[u(i)];
        const ContactState &contact = solver.contacts[u(i)];
        const Vec3 predicted = v;
        v += (cloth.position[u(i)] - solver.predicted[u(i)]) / dt;
        if (contact.collider >= 0) {
            const Collider &collider = scene.colliders[u(contact.collider)];
            const Vec3 surface = surfaceMotion(collider, scene, cloth.position[u(i)]) / dt;
            const float leaving = glm::dot(v - surface, contact.normal);
            const float coming = glm::dot(predicted - surface, contact.normal);
            const bool bounces = collider.restitution > 0.0F && coming < -kBounceSpeed;
            const float allowed = bounces ? -collider.restitution * coming : std::max(0.0F, coming);
            const float change = bounces ? allowed - leaving : std::min(0.0F, allowed - leaving);
            v += change * contact.normal;
            bounced += std::max(0.0F, change) * cloth.mass[u(i)] * contact.normal;
        }
    }
    if (settings.accelerationMax > 0.0F) {
        limitAcceleration(cloth, solver, settings.accelerationMax, dt);
    }
    report.nonFinite += restoreNonFinite(cloth, solver);
    if (solver.touching) {
        report.contactImpulse += contactImpulse(cloth, solver.contacts, dt) + bounced;
        report.contacts += static_cast<int32_t>(
            std::count_if(solver.contacts.begin(), solver.contacts.end(),
                          [](const ContactState &contact) { return contact.collider >= 0; }));
    }
}

void begin(Cloth &, ClothSolver &, const StepSettings &) {}

void end(Cloth &, ClothSolver &, const StepSettings &, StageReport &) {}

void readState(const Cloth &cloth, const ClothSolver &, std::span<Vec4> position, std::span<Vec4> velocity) {
    for (size_t i = 0; i < position.size(); ++i) {
        position[i] = Vec4(cloth.position[i], cloth.fixed[i] != 0 ? 0.0F : 1.0F / cloth.mass[i]);
    }
    for (size_t i = 0; i < velocity.size(); ++i) {
        velocity[i] = Vec4(cloth.velocity[i], 0.0F);
    }
}

void writePositions(Cloth &cloth, ClothSolver &, std::span<const Vec4> position) {
    for (size_t i = 0; i < position.size(); ++i) {
        cloth.position[i] = Vec3(position[i]);
    }
}

} // namespace

const Stages kPredictorCorrector{begin, constrain, finish, end, readState, writePositions};

} // namespace selvage
