// One step: hands, then substeps of predict -> post-step -> velocities.
#include "sim/world.h"

#include "hand_feel.h"
#include "maths/index.h"
#include "selvage_solver.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace selvage {

namespace {

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

// On a controller the trigger is the pinch as well: where it uses a tool of the bench it takes no cloth.
HandInput withoutPinchOfTool(const World &world, size_t hand, HandInput input) {
    const bool hasTool = world.bench != nullptr && world.bench->hands[hand].tool != BenchTool::Wind;
    if (hasTool && !world.hands[hand].holding() && input.trigger >= world.handSettings.releaseThreshold) {
        input.pinch = 0.0F;
    }
    return input;
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
    }
    keepHandsOutside(world, dt);
    for (size_t h = 0; h < world.hands.size(); ++h) {
        HandState &hand = world.hands[h];
        const HandInput handInput = withoutPinchOfTool(world, h, input.tracked.hands[h]);
        const bool grab = wantsToGrab(hand, handInput, world.handSettings, dt);
        const bool slips = hand.holding() && glm::length(hand.yield) > world.handSettings.slipReach;
        if (slips || wantsToRelease(hand, world.handSettings)) {
            hand.slipCount += slips ? 1 : 0;
            openHand(world, hand);
        } else if (grab) {
            closeHand(world, hand);
        }
    }
}

// Neighbouring cloths that one method steps together.
struct Group {
    size_t first{0};
    size_t end{0}; // one past the last
};

// Where held particles must be at the end of a substep, and the velocity that takes them there.
void aimFixed(World &world, const Group &group, float fraction, float dt) {
    for (size_t c = group.first; c < group.end; ++c) {
        Cloth &cloth = world.cloths[c];
        forFixed(cloth, [&](int32_t i) { cloth.fixedTarget[u(i)] = cloth.position[u(i)]; });
        for (const Pin &pin : world.pins) {
            if (pin.collider >= 0 && pin.cloth == static_cast<int32_t>(c)) {
                const Collider &holder = world.colliders[u(pin.collider)];
                cloth.fixedTarget[u(pin.particle)] =
                    transformPoint(interpolate(holder.previousPose, holder.pose, fraction), pin.offset);
            }
        }
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

void readState(const World &world, const Stages &stages, bool velocities) {
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        stages.read(world.cloths[c], world.solvers[c], world.selfContact->positions(c),
                    velocities ? world.selfContact->velocities(c) : std::span<Vec4>());
    }
}

// What is held moves as it will in this substep.
void readState(const World &world, const Stages &stages, float dt) {
    readState(world, stages, true);
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        const Cloth &cloth = world.cloths[c];
        const std::span<const Vec4> position = world.selfContact->positions(c);
        const std::span<Vec4> velocity = world.selfContact->velocities(c);
        forFixed(cloth, [&](int32_t i) {
            velocity[u(i)] = Vec4((cloth.fixedTarget[u(i)] - Vec3(position[u(i)])) / dt, 0.0F);
        });
    }
}

// Cloth off cloth, after a part of a substep.
void separate(World &world, const Stages &stages, bool last, StepReport &report) {
    readState(world, stages, false);
    world.selfContact->push(report.selfContact);
    if (last) {
        world.selfContact->cut(report.selfContact);
    }
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        stages.write(world.cloths[c], world.solvers[c], world.selfContact->positions(c));
    }
}

// One substep. Returns how many particles touch something.
int32_t runSubstep(World &world, const Group &group, const StepSettings &settings, const ContactScene &scene,
                   StepReport &report) {
    const Stages &stages = *settings.integrator->stages;
    StageReport staged;
    aimFixed(world, group, scene.substepEnd, scene.dt);
    const bool meets = world.selfContact != nullptr && !isSewing(world); // seams' sides come together
    const bool reverses = meets && world.reversal != nullptr && &stages == &kPredictorCorrector;
    const bool apart = meets && !reverses;
    if (apart) {
        readState(world, stages, scene.dt);
        world.selfContact->beginSubstep(world.settings.selfContact, scene, report.selfContact);
    }
    for (int32_t part = 0; part < kStageParts; ++part) {
        for (size_t c = group.first; c < group.end; ++c) {
            stages.constrain(world.cloths[c], world.solvers[c], settings, scene, part, staged);
        }
        if (apart) {
            separate(world, stages, part + 1 == kStageParts, report);
        }
    }
    for (size_t c = group.first; c < group.end; ++c) {
        stages.finish(world.cloths[c], world.solvers[c], settings, scene, staged);
    }
    if (reverses) {
        world.reversal->respond(world.cloths, world.solvers, scene.dt, report.selfContact);
    }
    report.sweeps += staged.sweeps;
    report.nonFinite += staged.nonFinite;
    report.timeUpCount += staged.timeUpCount;
    report.contactImpulse += staged.contactImpulse;
    return staged.contacts;
}

// What a hand carries is where the hand is.
void moveTools(World &world, const TrackedInput &tracked) {
    for (const HandTool &tool : world.tools) {
        Collider &collider = world.colliders[u(tool.collider)];
        const HandInput &hand = tracked.hand(tool.hand);
        collider.previousPose = collider.pose;
        if (!hand.active || !hand.tracked || !isUsable(hand.grip)) {
            continue;
        }
        collider.pose = compose(hand.grip, tool.offset);
        collider.pose.orientation = glm::normalize(collider.pose.orientation);
    }
}

// What is carried moves as one with its carrier, which comes before it.
void moveCarried(World &world) {
    for (Collider &collider : world.colliders) {
        if (collider.carrier >= 0) {
            const Collider &carrier = world.colliders[u(collider.carrier)];
            collider.previousPose = compose(carrier.previousPose, collider.onCarrier);
            collider.pose = compose(carrier.pose, collider.onCarrier);
        }
    }
}

// An obstacle that would have to be faster than anything a hand swings has jumped: it sweeps nothing along.
void findJumps(World &world, float dt) {
    constexpr float kFastest = 30.0F; // m/s
    for (Collider &collider : world.colliders) {
        if (glm::distance(collider.pose.position, collider.previousPose.position) > kFastest * dt) {
            collider.previousPose = collider.pose;
        }
    }
}

void moveColliders(World &world, const TrackedInput &tracked, float dt) {
    moveTools(world, tracked);
    for (const Track &track : world.tracks) {
        Collider &collider = world.colliders[u(track.collider)];
        collider.previousPose = collider.pose;
        collider.pose = poseAt(track, world.time + static_cast<double>(dt));
    }
    findJumps(world, dt);
    moveCarried(world);
}

// Holds nothing, and no tool of the bench.
bool isFree(const World &world, size_t hand) {
    return !world.hands[hand].holding() &&
           (world.bench == nullptr || world.bench->hands[hand].tool == BenchTool::Wind);
}

void blowOnCloths(World &world, const StepInput &input, float dt) {
    const SolverSettings &settings = world.settings;
    steerWind(world.wind, settings.wind, input.tracked, {isFree(world, 0), isFree(world, 1)}, dt);
    const bool wet = settings.water.density > 0.0F;
    if (settings.air.density <= 0.0F && !wet) {
        return;
    }
    if (wet) {
        moveWater(settings.water, world.water, dt);
    }
    updateGusts(world.wind, settings.wind, world.time + 0.5 * static_cast<double>(dt));
    // The state is taken at the ends of substeps: of n that speed up evenly, the mean is (n + 1) / 2n of the
    // last.
    const float lead = 0.5F - 0.5F / static_cast<float>(substepCount(settings));
    AirScene scene{.settings = settings.air,
                   .windSettings = settings.wind,
                   .wind = world.wind,
                   .colliders = world.colliders,
                   .lead = lead * dt * settings.gravity,
                   .waterSettings = &settings.water,
                   .water = wet ? &world.water : nullptr,
                   .gravity = settings.gravity,
                   .wetness = {}};
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        std::vector<float> &wetness = world.water.wetness[c];
        if (wet && soakCloth(settings.water, world.water, wetness, world.cloths[c], dt)) {
            world.solvers[c].filterValid = false;
        }
        scene.wetness = wet ? std::span<const float>(wetness) : std::span<const float>();
        blow(world.cloths[c], world.air[c], scene, dt, *world.workers);
    }
}

// A cloth that exploded begins anew, out of any hand.
void resetExploded(World &world, const Group &group, bool wild, StepReport &report) {
    const float farthest = world.settings.resetBeyond * world.settings.resetBeyond;
    for (size_t c = group.first; c < group.end && farthest > 0.0F && c < world.starts.size(); ++c) {
        Cloth &cloth = world.cloths[c];
        const std::vector<Vec3> &start = world.starts[c];
        if (start.size() != cloth.position.size()) {
            continue; // cut or sewn since
        }
        bool exploded = wild;
        for (size_t i = 0; i < start.size(); ++i) {
            const Vec3 moved = cloth.position[i] - start[i];
            exploded |= !(glm::dot(moved, moved) <= farthest); // true for NaN
        }
        if (!exploded) {
            continue;
        }
        for (HandState &hand : world.hands) {
            if (hand.cloth == static_cast<int32_t>(c)) {
                openHand(world, hand);
            }
        }
        std::copy(start.begin(), start.end(), cloth.position.begin());
        std::fill(cloth.velocity.begin(), cloth.velocity.end(), Vec3(0.0F));
        world.solvers[c].touching = false;
        ++world.resetCounts[c];
        ++report.resetCount;
    }
}

void runSubsteps(World &world, const Group &group, float dt, StepReport &report) {
    const Integrator &integrator = methodOf(world, group.first);
    const int32_t substeps = world.settings.substeps > 0 ? world.settings.substeps : integrator.substeps;
    const int32_t wildBefore = report.nonFinite;
    const StepSettings settings{.dt = dt,
                                .substeps = substeps,
                                .gravity = world.settings.gravity,
                                .accelerationMax = world.settings.accelerationMax,
                                .integrator = &integrator,
                                .postStep = &world.settings.postStep,
                                .workers = world.workers.get()};
    for (size_t c = group.first; c < group.end; ++c) {
        integrator.stages->begin(world.cloths[c], world.solvers[c], settings);
    }
    const auto count = static_cast<float>(substeps);
    const auto &timeIsUp = world.settings.postStep.timeIsUp;
    int32_t contacts = 0;
    for (int32_t done = 0; done < substeps;) {
        const bool hurry = done > 0 && integrator.makesUpSteps && timeIsUp && timeIsUp();
        const int32_t next = hurry ? substeps : done + 1;
        const ContactScene scene{world.colliders, static_cast<float>(done) / count,
                                 static_cast<float>(next) / count,
                                 dt * static_cast<float>(next - done) / count};
        contacts = runSubstep(world, group, settings, scene, report);
        report.timeUpCount += hurry ? 1 : 0;
        done = next;
    }
    StageReport ended;
    for (size_t c = group.first; c < group.end; ++c) {
        integrator.stages->end(world.cloths[c], world.solvers[c], settings, ended);
    }
    report.nonFinite += ended.nonFinite;
    report.contacts += contacts;
    resetExploded(world, group, report.nonFinite > wildBefore, report);
}

void reportHands(const World &world, StepReport &report) {
    for (const HandState &hand : world.hands) {
        if (!hand.holding()) {
            continue;
        }
        const Cloth &cloth = world.cloths[u(hand.cloth)];
        report.heldCount += static_cast<int32_t>(hand.held.size());
        for (const HeldParticle &h : hand.held) {
            const Vec3 wanted = transformPoint(hand.tracking, h.offset) + hand.outside;
            report.grabError =
                std::max(report.grabError, glm::distance(wanted, cloth.position[u(h.particle)]));
        }
    }
}

void preparePins(World &world) {
    for (Pin &pin : world.pins) {
        Cloth &cloth = world.cloths[u(pin.cloth)];
        cloth.fixed[u(pin.particle)] = kPinned;
        if (pin.collider >= 0) {
            pin.offset =
                inverseTransformPoint(world.colliders[u(pin.collider)].pose, cloth.position[u(pin.particle)]);
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
        const bool haveLevels =
            std::all_of(world.solvers.begin(), world.solvers.end(), [](const ClothSolver &solver) {
                return solver.grid != nullptr || solver.mesh != nullptr;
            });
        world.settings.integrator = findIntegrator(haveLevels ? kDefaultIntegrator : "desbrun");
    }
    world.starts.clear();
    world.resetCounts.assign(world.cloths.size(), 0);
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        // Where it cannot serve the cloth it falls back by itself; selectIntegrator() says so beforehand.
        static_cast<void>(methodOf(world, c).prepare(world.cloths[c], world.solvers[c]));
        if (world.settings.resetBeyond > 0.0F) {
            world.starts.push_back(world.cloths[c].position);
        }
    }
    for (HandState &hand : world.hands) {
        prepareHand(hand, particleMax);
    }
    prepareSelfContact(world);
    for (const Track &track : world.tracks) {
        Collider &collider = world.colliders[u(track.collider)];
        collider.pose = poseAt(track, world.time);
        collider.previousPose = collider.pose;
    }
    moveCarried(world);
    preparePins(world);
    world.air.resize(world.cloths.size());
    world.water.wetness.resize(world.cloths.size());
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        world.air[c] = ClothAir{};
        world.water.wetness[c].assign(world.cloths[c].position.size(), 0.0F);
    }
    prepareSewing(world);
    prepareBench(world);
    prepareWind(world.wind, world.settings.wind);
    completeWorld(world);
}

void completeWorld(World &world) {
    const SolverSettings &settings = world.settings;
    const bool flows = settings.air.density > 0.0F || settings.water.density > 0.0F;
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        const Cloth &cloth = world.cloths[c];
        ClothSolver &solver = world.solvers[c];
        if (solver.grid) {
            completeGridSolver(cloth, world.colliders, *solver.grid);
        }
        if (settings.accelerationMax > 0.0F) {
            solver.velocityBefore.resize(cloth.velocity.size());
        }
        if (flows && world.air[c].triangleStart.empty()) {
            prepareAir(cloth, world.air[c]);
        }
    }
}

int32_t substepCount(const SolverSettings &settings) {
    const Integrator &integrator =
        settings.integrator != nullptr ? *settings.integrator : integrators().front();
    return settings.substeps > 0 ? settings.substeps : integrator.substeps;
}

const Integrator &methodOf(const World &world, size_t cloth) {
    return world.methods.empty() ? *world.settings.integrator : *world.methods[cloth];
}

void prepareSelfContact(World &world) {
    world.selfContact = nullptr;
    world.reversal = nullptr;
    if (!world.settings.selfContact.enabled) {
        return;
    }
    std::vector<Cloth> cloths = world.cloths;
    for (const std::unique_ptr<Sewing> &sewing : world.sewings) {
        if (sewing->state == SewingState::Closing) {
            cloths[u(sewing->cloth)] = sewing->exchange.other;
        }
    }
    world.selfContact = std::make_unique<SelfContact>(cloths);
    if (world.settings.selfContact.response == SelfContactResponse::ReverseAsPrinted) {
        world.reversal = std::make_unique<VelocityReversal>(cloths);
    }
}

Result<void> selectIntegrator(World &world, const Integrator &integrator) {
    if (isSewing(world)) {
        return std::string_view(integrator.name) == kDefaultIntegrator
                   ? Result<void>()
                   : Error{std::string("a garment is being sewn, which ") + kDefaultIntegrator +
                           " alone does: " + integrator.name + " has to wait"};
    }
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        if (auto prepared = integrator.prepare(world.cloths[c], world.solvers[c]); !prepared) {
            return prepared;
        }
    }
    world.settings.integrator = &integrator;
    world.methods.clear();
    return {};
}

StepReport step(World &world, const StepInput &input) {
    StepReport report;
    const float dt = std::clamp(input.dt, kDtMin, kDtMax);
    completeWorld(world);
    moveColliders(world, input.tracked, dt);
    updateHands(world, input, dt);
    useBench(world, input.tracked, dt);
    blowOnCloths(world, input, dt);
    const size_t together = world.methods.empty() ? std::max<size_t>(1, world.cloths.size()) : 1;
    for (size_t c = 0; c < world.cloths.size(); c += together) {
        runSubsteps(world, {c, c + together}, dt, report);
    }
    reportHands(world, report);
    feelCloth(world, report.timeUpCount > 0, dt);
    advanceSewing(world, dt);
    advanceBench(world, dt);
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
