// One step on an irregular mesh: the same substep as on a grid (selvage_solver.cpp). What treats all
// particles alike is shared with it; the limiter, the bending and the tethers have the particles' coordinates
// side by side.
#include "mesh_solver.h"

#include "grid_motion.h"
#include "lanes.h"
#include "maths/index.h"
#include "seam_pull.h"
#include "sim/workers.h"
#include "step_limits.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kExtension = 1.4F; // –, share that the first fine sweep takes out: leaves less to the end
// s, in which those sweeps take all but 1/e of a compression out: weak, so that folds live.
constexpr float kCompressionTime = 0.054F;
constexpr float kBendingTime = 0.02F; // s, of the damping that goes with bending
constexpr int32_t kBendingSpan =
    4; // substeps with one bending's force: all of a step, where there are no more

void loadCloth(const Cloth &cloth, MeshSolver &mesh) {
    for (size_t axis = 0; axis < 3; ++axis) {
        for (size_t i = 0; i < cloth.position.size(); ++i) {
            mesh.position[axis][i] = cloth.position[i][static_cast<int>(axis)];
            mesh.velocity[axis][i] = cloth.velocity[i][static_cast<int>(axis)];
        }
    }
}

// Particles that are nowhere stay where the step began, at rest. Returns how many.
int32_t storeCloth(Cloth &cloth, const MeshSolver &mesh) {
    int32_t lost = 0;
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const Vec3 p(mesh.position[0][i], mesh.position[1][i], mesh.position[2][i]);
        const Vec3 v(mesh.velocity[0][i], mesh.velocity[1][i], mesh.velocity[2][i]);
        lost += storeSane(cloth, i, p, v) ? 1 : 0;
    }
    return lost;
}

bool isOfPanels(const MeshSolver &mesh) {
    return mesh.pulls != nullptr && mesh.pulls->panels;
}

Vec3 gravityOf(const MeshSolver &mesh, const StepSettings &settings) {
    return isOfPanels(mesh) ? Vec3(0.0F) : settings.gravity;
}

float dampingOf(const Cloth &cloth, const MeshSolver &mesh) {
    return isOfPanels(mesh) ? mesh.pulls->damping : cloth.fabric.damping;
}

// As it meets obstacles.
Fabric fabricOf(const Cloth &cloth, const MeshSolver &mesh) {
    Fabric fabric = cloth.fabric;
    if (isOfPanels(mesh)) {
        fabric.friction = mesh.pulls->friction;
        fabric.thickness = std::min(fabric.thickness, mesh.pulls->thickness);
    }
    return fabric;
}

void pullSeams(MeshSolver &mesh, float dt) {
    if (mesh.pulls != nullptr) {
        pullSeams(*mesh.pulls, mesh.previous, dt, mesh.levels.front());
    }
}

void moveFixed(const Cloth &cloth, MeshSolver &mesh) {
    for (const int32_t i : mesh.fixed) {
        for (size_t axis = 0; axis < 3; ++axis) {
            mesh.position[axis][u(i)] = cloth.fixedTarget[u(i)][static_cast<int>(axis)];
        }
    }
}

// For substeps of d seconds, measured every `span` of them.
BendingStep bendingStep(const Cloth &cloth, const Vec3 &gravity, float d, int32_t span) {
    const auto n = static_cast<float>(span);
    BendingStep step;
    step.factor = d * d * cloth.fabric.bendingRigidity / cloth.fabric.arealDensity;
    step.lead = n + kBendingTime / d;
    step.response = n * step.lead;
    step.fall = (n - 1.0F) * d * d * gravity;
    return step;
}

// Brings every particle within its reach (m², squared) of the holder; four at a time, the arrays have room.
SELVAGE_INLINE inline void pullTowards(const Vec4 &holder, const float *reach, std::vector<Vec4> &x) {
    const Lanes to = load(holder);
    for (size_t i = 0; i < x.size(); i += 4) {
        const Lanes p0 = load(x[i]);
        const Lanes p1 = load(x[i + 1]);
        const Lanes p2 = load(x[i + 2]);
        const Lanes p3 = load(x[i + 3]);
        const Columns d = transpose(p0 - to, p1 - to, p2 - to, p3 - to);
        const Lanes squared = d.x * d.x + d.y * d.y + d.z * d.z;
        const Lanes rest = load4(reach + i);
        // The same without a root as in a sweep, with the holder fixed.
        const Lanes pull = squared > rest ? (squared - rest) / (squared + rest) : spread(0.0F);
        store(x[i], p0 - (p0 - to) * spread(pull[0]));
        store(x[i + 1], p1 - (p1 - to) * spread(pull[1]));
        store(x[i + 2], p2 - (p2 - to) * spread(pull[2]));
        store(x[i + 3], p3 - (p3 - to) * spread(pull[3]));
    }
}

void pullTethers(MeshSolver &mesh) {
    MeshLevel &fine = mesh.levels.front();
    runWide([&]() SELVAGE_INLINE {
        for (int32_t k = 0; k < mesh.tetherCount; ++k) {
            pullTowards(fine.x[u(mesh.tetherHolder[k])], mesh.tetherReach[k].data(), fine.x);
        }
    });
}

void limitCoarse(MeshSolver &mesh) {
    for (size_t l = 1; l < mesh.levels.size(); ++l) {
        injectPositions(mesh.levels[l - 1], mesh.levels[l]);
    }
    for (size_t l = mesh.levels.size() - 1; l >= 1; --l) {
        for (const bool backwards : {false, true}) {
            sweepLevel(mesh.levels[l], {.backwards = backwards});
            holdAnchors(mesh.levels[l]);
        }
        prolongDisplacement(mesh.levels[l], mesh.levels[l - 1]);
    }
}

GridParticles particlesOf(MeshSolver &mesh) {
    return {{&mesh.position[0], &mesh.position[1], &mesh.position[2]},
            &mesh.previous,
            &mesh.velocity,
            &mesh.levels.front().w,
            mesh.particleCount};
}

Workers &workersOf(MeshSolver &mesh, const StepSettings &settings) {
    return mesh.particleCount < kSharedSize ? mesh.alone : *settings.workers;
}

// Contact treats x, y and z apart.
void touch(const Cloth &cloth, MeshSolver &mesh, const StepSettings &settings, const ContactScene &scene) {
    if (scene.colliders.empty()) {
        return;
    }
    MeshLevel &fine = mesh.levels.front();
    pullSeams(mesh, scene.dt);
    unpackPositions(fine.x, mesh.position);
    touchColliders(fabricOf(cloth, mesh), scene, particlesOf(mesh), mesh.contacts, workersOf(mesh, settings));
    packPositions(mesh.position, fine.x);
}

void begin(Cloth &cloth, ClothSolver &solver, const StepSettings &settings) {
    MeshSolver &mesh = *solver.mesh;
    loadCloth(cloth, mesh);
    forgetNear(mesh.contacts.features);
    const float d = settings.dt / static_cast<float>(settings.substeps);
    mesh.bendingSpan = std::min(kBendingSpan, settings.substeps);
    mesh.bendingStep = bendingStep(cloth, gravityOf(mesh, settings), d, mesh.bendingSpan);
    mesh.substep = 0;
}

// Ends with x, y and z apart, like the last part.
void limitFirst(Cloth &cloth, MeshSolver &mesh, const StepSettings &settings, const ContactScene &scene) {
    Workers &workers = workersOf(mesh, settings);
    MeshLevel &fine = mesh.levels.front();
    clearContacts(mesh.contacts, workers);
    predictPositions(gravityOf(mesh, settings), std::exp(-dampingOf(cloth, mesh) * scene.dt), scene.dt,
                     particlesOf(mesh), workers);
    moveFixed(cloth, mesh);
    packPositions(mesh.position, fine.x);
    packPositions(mesh.previous, fine.start);
    // In a hurry the last short substep's bending serves the long one: too soft for once, but stable.
    const bool isLong = scene.dt > 1.5F * settings.dt / static_cast<float>(settings.substeps);
    if (mesh.substep % mesh.bendingSpan == 0 && !isLong) {
        measureBending(mesh.levels, mesh.bending, mesh.bendingStep);
    }
    ++mesh.substep;
    moveByBending(mesh.bending, fine);
    pullSeams(mesh, scene.dt);
    touch(cloth, mesh, settings, scene);
    pullTethers(mesh);
    limitCoarse(mesh);
    sweepLevel(fine, {.extension = kExtension, .compression = 1.0F - std::exp(-scene.dt / kCompressionTime)});
    touch(cloth, mesh, settings, scene);
    unpackPositions(fine.x, mesh.position);
}

void limitLast(Cloth &cloth, MeshSolver &mesh, const StepSettings &settings, const ContactScene &scene) {
    MeshLevel &fine = mesh.levels.front();
    packPositions(mesh.position, fine.x);
    sweepLevel(fine, {.backwards = true});
    sweepLevel(fine, {}); // no contact between two sweeps that only shorten: 0.02 ms each at 65 x 65
    pullSeams(mesh, scene.dt);
    unpackPositions(fine.x, mesh.position);
    touchColliders(fabricOf(cloth, mesh), scene, particlesOf(mesh), mesh.contacts, workersOf(mesh, settings));
    keepFeaturesOut(fabricOf(cloth, mesh), scene, particlesOf(mesh), mesh.contacts);
    calmRecovered(scene, particlesOf(mesh), mesh.contacts, workersOf(mesh, settings));
    if (!mesh.contacts.any && mesh.fixed.empty()) {
        keepMomentum(particlesOf(mesh), mesh.contacts, scene.dt);
    }
}

void constrain(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
               int32_t part, StageReport &report) {
    if (part == 0) {
        limitFirst(cloth, *solver.mesh, settings, scene);
        ++report.sweeps;
    } else {
        limitLast(cloth, *solver.mesh, settings, scene);
        report.sweeps += 2;
    }
}

void finish(Cloth &, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
            StageReport &report) {
    MeshSolver &mesh = *solver.mesh;
    finishVelocities(scene, particlesOf(mesh), mesh.contacts, workersOf(mesh, settings));
    if (mesh.contacts.any) {
        report.contactImpulse += impulseOf(mesh.contacts, mesh.unitMass, scene.dt);
        report.contacts += countContacts(mesh.contacts);
    }
}

void end(Cloth &cloth, ClothSolver &solver, const StepSettings &, StageReport &report) {
    report.nonFinite += storeCloth(cloth, *solver.mesh);
}

void read(const Cloth &, const ClothSolver &solver, std::span<Vec4> position, std::span<Vec4> velocity) {
    const MeshSolver &mesh = *solver.mesh;
    const std::vector<float> &w = mesh.levels.front().w;
    for (size_t i = 0; i < position.size(); ++i) {
        position[i] = {mesh.position[0][i], mesh.position[1][i], mesh.position[2][i],
                       giveToCloth(mesh.contacts, w[i], i)};
    }
    for (size_t i = 0; i < velocity.size(); ++i) {
        velocity[i] = {mesh.velocity[0][i], mesh.velocity[1][i], mesh.velocity[2][i], 0.0F};
    }
}

void write(Cloth &, ClothSolver &solver, std::span<const Vec4> position) {
    auto &[x, y, z] = solver.mesh->position;
    float *const to[3] = {x.data(), y.data(), z.data()};
    for (size_t i = 0; i < position.size(); ++i) {
        const Vec4 p = position[i];
        to[0][i] = p.x;
        to[1][i] = p.y;
        to[2][i] = p.z;
    }
}

} // namespace

const Stages kMeshStages{begin, constrain, finish, end, read, write};

} // namespace selvage
