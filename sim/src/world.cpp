// One step: hands, then substeps of predict -> post-step -> velocities.
#include "sim/world.h"

#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

constexpr float kFarthest = 1e4F; // m; positions beyond are treated as an explosion

bool isSane(const Vec3 &v) {
    return std::abs(v.x) < kFarthest && std::abs(v.y) < kFarthest &&
           std::abs(v.z) < kFarthest; // false for NaN
}

void carryCloth(Cloth &cloth, const Pose &motion) {
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        cloth.position[u(i)] = transformPoint(motion, cloth.position[u(i)]);
        cloth.velocity[u(i)] = motion.orientation * cloth.velocity[u(i)];
    }
}

void openHand(World &world, HandState &hand) {
    const auto clothIndex = u(hand.cloth);
    releaseParticles(hand, world.cloths[clothIndex]);
    world.solvers[clothIndex].filterValid = false;
}

void closeHand(World &world, HandState &hand) {
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        if (grabParticles(hand, static_cast<int32_t>(c), world.cloths[c])) {
            world.solvers[c].filterValid = false;
            return;
        }
    }
}

void updateHands(World &world, const StepInput &input, float dt) {
    world.sinceRecentre = input.tracked.originMoved ? 0.0F : world.sinceRecentre + dt;
    bool carried = false;
    for (size_t h = 0; h < world.hands.size(); ++h) {
        HandState &hand = world.hands[h];
        const HandInput &handInput = input.tracked.hands[h];
        const Pose jump = moveAnchor(hand, handInput, world.handSettings, dt, world.sinceRecentre);
        const bool jumped = jump.position != Vec3(0.0F);
        if (jumped && hand.holding() && !carried) {
            carryCloth(world.cloths[u(hand.cloth)], jump);
            carried = true;
        }
        const bool grab = wantsToGrab(hand, handInput, world.handSettings, dt);
        if (wantsToRelease(hand, world.handSettings)) {
            openHand(world, hand);
        } else if (grab) {
            closeHand(world, hand);
        }
    }
}

// Where held particles must be at the end of a substep, and the velocity that takes them there.
void aimFixed(World &world, float fraction, float dt) {
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        Cloth &cloth = world.cloths[c];
        forFixed(cloth, [&](int32_t i) { cloth.fixedTarget[u(i)] = cloth.position[u(i)]; });
        for (const HandState &hand : world.hands) {
            if (hand.cloth != static_cast<int32_t>(c)) {
                continue;
            }
            const Pose pose = interpolate(hand.previousAnchor, hand.anchor, fraction);
            for (const HeldParticle &h : hand.held) {
                cloth.fixedTarget[u(h.particle)] = transformPoint(pose, h.offset);
            }
        }
        forFixed(cloth, [&](int32_t i) {
            cloth.velocity[u(i)] = (cloth.fixedTarget[u(i)] - cloth.position[u(i)]) / dt;
        });
    }
}

// v += (x - x_predicted) / dt rather than (x - x_start) / dt: the same number, without the rounding of a
// small difference of large floats. A particle pushed out of a solid does not fly off it (plastic contact,
// Desbrun §6).
void finishVelocities(const World &world, Cloth &cloth, const ClothSolver &solver, const ContactScene &scene,
                      float dt) {
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] != 0) {
            continue;
        }
        Vec3 &v = cloth.velocity[u(i)];
        const ContactState &contact = solver.contacts[u(i)];
        const Vec3 predicted = v;
        v += (cloth.position[u(i)] - solver.predicted[u(i)]) / dt;
        if (contact.collider >= 0) {
            const Collider &collider = world.colliders[u(contact.collider)];
            const Vec3 surface = surfaceMotion(collider, scene, cloth.position[u(i)]) / dt;
            const float leaving = glm::dot(v - surface, contact.normal);
            const float allowed = std::max(0.0F, glm::dot(predicted - surface, contact.normal));
            if (leaving > allowed) {
                v -= (leaving - allowed) * contact.normal;
            }
        }
    }
}

// Without pins and contacts nothing outside acted, so what the post-step did to the momenta is an error too.
void correctPostStep(Cloth &cloth, ClothSolver &solver, float dt) {
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        solver.change[u(i)] = (cloth.position[u(i)] - solver.predicted[u(i)]) / dt;
        solver.correction[u(i)] = Vec3(0.0F);
    }
    correctMomentum(solver.pivot, {solver.start, cloth.mass, cloth.fixed, solver.change}, solver.correction);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        cloth.position[u(i)] += dt * solver.correction[u(i)]; // finishVelocities turns this into velocity
    }
}

// No free particle's velocity changes by more than this over dt: what bounces hard is calmed.
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

bool allSane(const std::vector<Vec3> &values) {
    int32_t wild = 0;
    runWide([&]() SELVAGE_INLINE {
        const float *v = &values.data()->x;
        const size_t count = 3 * values.size();
        for (size_t i = 0; i < count; ++i) {
            wild |= std::abs(v[i]) < kFarthest ? 0 : 1;
        }
    });
    return wild == 0;
}

int32_t restoreNonFinite(Cloth &cloth, const ClothSolver &solver) {
    int32_t count = 0;
    if (allSane(cloth.position) && allSane(cloth.velocity)) {
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

void substepCloth(World &world, size_t c, const SubstepSettings &settings, const ContactScene &scene,
                  StepReport &report) {
    Cloth &cloth = world.cloths[c];
    ClothSolver &solver = world.solvers[c];
    const Integrator &integrator = *world.settings.integrator;
    const float keep = std::exp(-cloth.fabric.damping * settings.dt);
    std::copy(cloth.position.begin(), cloth.position.end(), solver.start.begin());
    std::copy(cloth.velocity.begin(), cloth.velocity.end(), solver.velocityBefore.begin());
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        const bool fixed = cloth.fixed[u(i)] != 0;
        solver.inverseMass[u(i)] = fixed ? 0.0F : 1.0F / cloth.mass[u(i)];
        cloth.velocity[u(i)] *= fixed ? 1.0F : keep;
    }
    solver.pivot = findPivot(solver.start, cloth.velocity, cloth.fixed);
    solver.pivot.isolated = solver.pivot.kind == Pivot::Kind::Free && !solver.touching;
    integrator.predict(cloth, solver, settings, *world.workers);
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        cloth.position[u(i)] = cloth.fixed[u(i)] != 0 ? cloth.fixedTarget[u(i)] : solver.predicted[u(i)];
    }
    const PostStepState state{.inverseMass = solver.inverseMass,
                              .start = solver.start,
                              .now = cloth.position,
                              .contacts = solver.contacts,
                              .limitsStretch = integrator.limitsStretch,
                              .longest = solver.longest};
    const PostStepReport post = runPostStep(cloth, scene, world.settings.postStep, state);
    solver.touching = post.contacts > 0;
    if (integrator.correctAfterPostStep && solver.pivot.isolated && !solver.touching) {
        correctPostStep(cloth, solver, settings.dt);
    }
    finishVelocities(world, cloth, solver, scene, settings.dt);
    if (world.settings.accelerationMax > 0.0F) {
        limitAcceleration(cloth, solver, world.settings.accelerationMax, settings.dt);
    }
    report.nonFinite += restoreNonFinite(cloth, solver);
    report.sweeps += post.sweeps;
    report.contacts += post.contacts;
    if (post.contacts > 0) {
        report.contactImpulse += contactImpulse(cloth, solver.contacts, settings.dt);
    }
    report.timeUpCount += post.stop == StopRule::TimeIsUp ? 1 : 0;
}

void advanceCloth(World &world, size_t c, float dt, int32_t substeps, StepReport &report) {
    Cloth &cloth = world.cloths[c];
    ClothSolver &solver = world.solvers[c];
    std::copy(cloth.position.begin(), cloth.position.end(), solver.start.begin());
    if (world.settings.accelerationMax > 0.0F) {
        std::copy(cloth.velocity.begin(), cloth.velocity.end(), solver.velocityBefore.begin());
    }
    AdvanceSettings settings;
    settings.dt = dt;
    settings.substeps = substeps;
    settings.gravity = world.settings.gravity;
    settings.colliders = world.colliders;
    settings.workers = world.workers.get();
    settings.context = &world;
    settings.aimFixed = [](void *opaque, float fraction, float substepDt) {
        aimFixed(*static_cast<World *>(opaque), fraction, substepDt);
    };
    const std::function<bool()> &timeIsUp = world.settings.postStep.timeIsUp;
    settings.timeIsUp = timeIsUp ? &timeIsUp : nullptr;
    AdvanceReport advanced;
    world.settings.integrator->advance(cloth, solver, settings, advanced);
    if (world.settings.accelerationMax > 0.0F) {
        limitAcceleration(cloth, solver, world.settings.accelerationMax, dt);
    }
    report.nonFinite += restoreNonFinite(cloth, solver);
    report.sweeps += advanced.sweeps;
    report.contacts += advanced.contacts;
    report.contactImpulse += advanced.contactImpulse;
    report.timeUpCount += advanced.timeIsUp ? 1 : 0;
}

void runSubsteps(World &world, float dt, int32_t substeps, StepReport &report) {
    const auto count = static_cast<float>(substeps);
    const SubstepSettings settings{dt / count, world.settings.gravity};
    for (int32_t s = 0; s < substeps; ++s) {
        const ContactScene scene{world.colliders, static_cast<float>(s) / count,
                                 static_cast<float>(s + 1) / count, settings.dt};
        aimFixed(world, scene.substepEnd, settings.dt);
        report.contacts = 0;
        for (size_t c = 0; c < world.cloths.size(); ++c) {
            substepCloth(world, c, settings, scene, report);
        }
    }
}

void reportHands(const World &world, StepReport &report) {
    for (const HandState &hand : world.hands) {
        if (!hand.holding()) {
            continue;
        }
        const Cloth &cloth = world.cloths[u(hand.cloth)];
        report.heldCount += static_cast<int32_t>(hand.held.size());
        for (const HeldParticle &h : hand.held) {
            const Vec3 wanted = transformPoint(hand.tracking, h.offset);
            report.grabError =
                std::max(report.grabError, glm::distance(wanted, cloth.position[u(h.particle)]));
        }
    }
}

} // namespace

void prepareWorld(World &world, int32_t threadCount) {
    world.workers = std::make_unique<Workers>(std::max(1, threadCount));
    world.solvers.resize(world.cloths.size());
    int32_t particleMax = 0;
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        prepareSolver(world.cloths[c], world.solvers[c]);
        particleMax = std::max(particleMax, world.cloths[c].particleCount());
    }
    if (world.settings.integrator == nullptr) {
        const bool allGrids = std::all_of(world.solvers.begin(), world.solvers.end(),
                                          [](const ClothSolver &solver) { return solver.grid != nullptr; });
        world.settings.integrator = findIntegrator(allGrids ? kDefaultIntegrator : "desbrun");
    }
    for (size_t c = 0; c < world.cloths.size() && world.settings.integrator->prepare != nullptr; ++c) {
        // Where it cannot serve the cloth it falls back by itself; selectIntegrator() says so beforehand.
        static_cast<void>(world.settings.integrator->prepare(world.cloths[c], world.solvers[c]));
    }
    for (HandState &hand : world.hands) {
        prepareHand(hand, particleMax);
    }
    for (const Pin &pin : world.pins) {
        world.cloths[u(pin.cloth)].fixed[u(pin.particle)] = kPinned;
    }
}

int32_t substepCount(const SolverSettings &settings) {
    const Integrator &integrator =
        settings.integrator != nullptr ? *settings.integrator : integrators().front();
    return settings.substeps > 0 ? settings.substeps : integrator.substeps;
}

Result<void> selectIntegrator(World &world, const Integrator &integrator) {
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        if (integrator.prepare == nullptr) {
            continue;
        }
        if (auto prepared = integrator.prepare(world.cloths[c], world.solvers[c]); !prepared) {
            return prepared;
        }
    }
    world.settings.integrator = &integrator;
    return {};
}

StepReport step(World &world, const StepInput &input) {
    StepReport report;
    const float dt = std::clamp(input.dt, kDtMin, kDtMax);
    updateHands(world, input, dt);
    const int32_t substeps = substepCount(world.settings);
    if (world.settings.integrator->advance != nullptr) {
        for (size_t c = 0; c < world.cloths.size(); ++c) {
            advanceCloth(world, c, dt, substeps, report);
        }
    } else {
        runSubsteps(world, dt, substeps, report);
    }
    reportHands(world, report);
    for (const ClothSolver &solver : world.solvers) {
        report.refactorCount += solver.filter.refactorCount;
        report.iterationCount += solver.gradients.iterationCount;
    }
    world.time += static_cast<double>(dt);
    ++world.stepCount;
    return report;
}

void holdWithHands(World &world, const TrackedInput &tracked) {
    for (size_t h = 0; h < world.hands.size(); ++h) {
        HandState &hand = world.hands[h];
        moveAnchor(hand, tracked.hands[h], world.handSettings, kDtMax, world.sinceRecentre);
        if (hand.present && !hand.holding()) {
            hand.radius = world.handSettings.grabRadius;
            hand.closed = true;
            closeHand(world, hand);
        }
    }
}

} // namespace selvage
