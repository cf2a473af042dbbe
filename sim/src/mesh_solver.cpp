// One step on an irregular mesh: the same substep as on a grid (selvage_solver.cpp), over the mesh's levels.
#include "mesh_solver.h"

#include "contact_kernel.h"
#include "lanes.h"
#include "sim/momentum.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kCompression = 0.1F;     // –, share of a compression that the first fine sweep takes out
constexpr float kBendingTime = 0.02F;    // s, of the damping that goes with bending
constexpr float kBendingAheadMax = 4.0F; // substeps

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

Vec4 wide(const Vec3 &v) {
    return {v.x, v.y, v.z, 0.0F};
}

void loadCloth(const Cloth &cloth, MeshSolver &mesh) {
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        mesh.levels.front().x[i] = wide(cloth.position[i]);
        mesh.velocity[i] = wide(cloth.velocity[i]);
    }
}

void storeCloth(Cloth &cloth, const MeshSolver &mesh) {
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        cloth.position[i] = Vec3(mesh.levels.front().x[i]);
        cloth.velocity[i] = Vec3(mesh.velocity[i]);
    }
}

SELVAGE_INLINE inline void predict(MeshSolver &mesh, float keep, const Vec4 &fall, float d) {
    Vec4 *x = mesh.levels.front().x.data();
    Vec4 *v = mesh.velocity.data();
    Vec4 *previous = mesh.previous.data();
    Vec4 *target = mesh.target.data();
    const Lanes gain = load(fall);
    for (size_t i = 0; i < mesh.contacts.size(); ++i) {
        const Lanes start = load(x[i]);
        const Lanes speed = spread(keep) * load(v[i]) + gain;
        const Lanes goal = start + spread(d) * speed;
        store(previous[i], start);
        store(v[i], speed);
        store(x[i], goal);
        store(target[i], goal);
    }
}

void moveFixed(const Cloth &cloth, MeshSolver &mesh) {
    if (mesh.fixedCount == 0) {
        return;
    }
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        if (cloth.fixed[i] != 0) {
            mesh.levels.front().x[i] = wide(cloth.fixedTarget[i]);
        }
    }
}

void bendCloth(const Cloth &cloth, MeshSolver &mesh, float d) {
    BendingStep step;
    step.factor = d * d * cloth.fabric.bendingRigidity / cloth.fabric.arealDensity;
    step.lead = std::min(kBendingTime / d, kBendingAheadMax);
    bendMesh(mesh.levels, mesh.bending, mesh.previous, step);
}

template <ColliderShape shape>
void touchOne(const Cloth &cloth, const ContactScene &scene, int32_t index, MeshSolver &mesh) {
    MeshLevel &fine = mesh.levels.front();
    const ContactFrame frame = makeContactFrame(cloth.fabric, scene, index);
    for (size_t i = 0; i < mesh.contacts.size(); ++i) {
        Vec3 now(fine.x[i]);
        const Vec3 local = frame.toLocal * (now - frame.pose.position);
        if (isFarFrom<shape>(*frame.collider, frame.thickness, local) || fine.w[i] == 0.0F) {
            continue;
        }
        touchParticle<shape>(frame, scene, Vec3(mesh.previous[i]), now, mesh.contacts[i]);
        fine.x[i] = wide(now);
    }
}

void touchColliders(const Cloth &cloth, const ContactScene &scene, MeshSolver &mesh) {
    for (int32_t c = 0; c < static_cast<int32_t>(scene.colliders.size()); ++c) {
        switch (scene.colliders[u(c)].shape) {
        case ColliderShape::Plane:
            touchOne<ColliderShape::Plane>(cloth, scene, c, mesh);
            break;
        case ColliderShape::Sphere:
            touchOne<ColliderShape::Sphere>(cloth, scene, c, mesh);
            break;
        case ColliderShape::Box:
            touchOne<ColliderShape::Box>(cloth, scene, c, mesh);
            break;
        }
    }
}

// Brings every particle within its reach (m², squared) of the holder; four at a time, the arrays have room.
SELVAGE_INLINE inline void pullTowards(const Vec4 &holder, const float *reach, Vec4 *x, size_t count) {
    const Lanes to = load(holder);
    for (size_t i = 0; i < count; i += 4) {
        const Lanes d0 = load(x[i]) - to;
        const Lanes d1 = load(x[i + 1]) - to;
        const Lanes d2 = load(x[i + 2]) - to;
        const Lanes d3 = load(x[i + 3]) - to;
        const Columns d = transpose(d0, d1, d2, d3);
        const Lanes squared = d.x * d.x + d.y * d.y + d.z * d.z;
        const Lanes rest = load4(reach + i);
        const Lanes pull = squared > rest ? (squared - rest) / (squared + rest) : spread(0.0F);
        store(x[i], load(x[i]) - d0 * spread(pull[0]));
        store(x[i + 1], load(x[i + 1]) - d1 * spread(pull[1]));
        store(x[i + 2], load(x[i + 2]) - d2 * spread(pull[2]));
        store(x[i + 3], load(x[i + 3]) - d3 * spread(pull[3]));
    }
}

void pullTethers(MeshSolver &mesh) {
    MeshLevel &fine = mesh.levels.front();
    for (int32_t k = 0; k < mesh.tetherCount; ++k) {
        const Vec4 holder = fine.x[u(mesh.tetherHolder[k])];
        runWide([&]() SELVAGE_INLINE {
            pullTowards(holder, mesh.tetherReach[k].data(), fine.x.data(), mesh.contacts.size());
        });
    }
}

void limitCoarse(MeshSolver &mesh) {
    for (size_t l = 1; l < mesh.levels.size(); ++l) {
        injectPositions(mesh.levels[l - 1], mesh.levels[l]);
    }
    for (size_t l = mesh.levels.size() - 1; l >= 1; --l) {
        for (const bool backwards : {false, true}) {
            sweepLevel(mesh.levels[l], 0.0F, backwards);
            holdAnchors(mesh.levels[l]);
        }
        prolongDisplacement(mesh.levels[l], mesh.levels[l - 1]);
    }
}

// Without pins and contacts the corrections must not change the angular momentum.
void keepMomentum(Cloth &cloth, ClothSolver &solver, float d) {
    MeshSolver &mesh = *solver.mesh;
    MeshLevel &fine = mesh.levels.front();
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        solver.start[i] = Vec3(mesh.previous[i]);
        solver.change[i] = Vec3(fine.x[i] - mesh.target[i]) / d;
        solver.correction[i] = Vec3(0.0F);
    }
    Pivot pivot;
    correctMomentum(pivot, {solver.start, cloth.mass, cloth.fixed, solver.change}, solver.correction);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        fine.x[i] += wide(d * solver.correction[i]);
    }
}

// v += (x - target) / d.
SELVAGE_INLINE inline void updateVelocities(MeshSolver &mesh, float d) {
    const MeshLevel &fine = mesh.levels.front();
    const Lanes rate = spread(1.0F / d);
    for (size_t i = 0; i < mesh.contacts.size(); ++i) {
        const Lanes x = load(fine.x[i]);
        const Lanes before = load(mesh.velocity[i]);
        store(mesh.predicted[i], before);
        store(mesh.velocity[i], fine.w[i] > 0.0F ? before + (x - load(mesh.target[i])) * rate
                                                 : (x - load(mesh.previous[i])) * rate);
    }
}

// A particle pushed out of a solid does not fly off it.
void stayOnSurfaces(const ContactScene &scene, MeshSolver &mesh, float d) {
    for (size_t i = 0; i < mesh.contacts.size(); ++i) {
        const ContactState &contact = mesh.contacts[i];
        if (contact.collider < 0) {
            continue;
        }
        const Collider &collider = scene.colliders[u(contact.collider)];
        const Vec3 surface = surfaceMotion(collider, scene, Vec3(mesh.levels.front().x[i])) / d;
        const float leaving = glm::dot(Vec3(mesh.velocity[i]) - surface, contact.normal);
        const float allowed = std::max(0.0F, glm::dot(Vec3(mesh.predicted[i]) - surface, contact.normal));
        mesh.velocity[i] -= wide(std::max(0.0F, leaving - allowed) * contact.normal);
    }
}

void substep(Cloth &cloth, ClothSolver &solver, const ContactScene &scene, const Vec3 &gravity,
             AdvanceReport &report) {
    MeshSolver &mesh = *solver.mesh;
    MeshLevel &fine = mesh.levels.front();
    std::fill(mesh.contacts.begin(), mesh.contacts.end(), ContactState{});
    const float keep = std::exp(-cloth.fabric.damping * scene.dt);
    runWide([&]() SELVAGE_INLINE { predict(mesh, keep, wide(gravity * scene.dt), scene.dt); });
    moveFixed(cloth, mesh);
    bendCloth(cloth, mesh, scene.dt);
    touchColliders(cloth, scene, mesh);
    pullTethers(mesh);
    limitCoarse(mesh);
    sweepLevel(fine, kCompression, false);
    touchColliders(cloth, scene, mesh);
    sweepLevel(fine, 0.0F, true);
    touchColliders(cloth, scene, mesh);
    report.contacts = static_cast<int32_t>(std::count_if(
        mesh.contacts.begin(), mesh.contacts.end(), [](const ContactState &c) { return c.collider >= 0; }));
    report.sweeps += 2;
    if (report.contacts > 0) {
        report.contactImpulse += contactImpulse(cloth, mesh.contacts, scene.dt);
    }
    if (report.contacts == 0 && mesh.fixedCount == 0) {
        keepMomentum(cloth, solver, scene.dt);
    }
    runWide([&]() SELVAGE_INLINE { updateVelocities(mesh, scene.dt); });
    stayOnSurfaces(scene, mesh, scene.dt);
}

} // namespace

void advanceMesh(Cloth &cloth, ClothSolver &solver, const AdvanceSettings &settings, AdvanceReport &report) {
    MeshSolver &mesh = *solver.mesh;
    loadCloth(cloth, mesh);
    const auto count = static_cast<float>(settings.substeps);
    for (int32_t s = 0; s < settings.substeps; ++s) {
        const ContactScene scene{settings.colliders, static_cast<float>(s) / count,
                                 static_cast<float>(s + 1) / count, settings.dt / count};
        settings.aimFixed(settings.context, scene.substepEnd, scene.dt);
        substep(cloth, solver, scene, settings.gravity, report);
    }
    storeCloth(cloth, mesh);
}

} // namespace selvage
