// One step: for every substep predict, bend, touch, tether, limit strain from the coarsest level to the
// finest, touch again, and turn the result into velocities.
//
// Contact is on the finest level only: a frictionless push on a coarse level would take the normal force away
// from the friction cone, and the cloth would slide off what it should rest on. Mass-weighted coarse nodes
// make the corrections keep the linear momentum; where a level has few, they are means, so that what it
// corrects does no work in a circle (grid_transfer.h).
#include "selvage_solver.h"

#include "grid_transfer.h"
#include "maths/index.h"
#include "mesh_solver.h"
#include "sim/momentum.h"
#include "sim/workers.h"
#include "step_limits.h"
#include "wide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace selvage {

namespace {

constexpr int32_t kCoarsest = 3; // nodes along the shorter side
// Sweeps of a coarse level, there and back in turn. More of those with few nodes would hold layers together
// that are tangled.
constexpr int32_t kCoarseSweeps = 6;
constexpr int32_t kFewSweeps = 2;
// Nodes along the coarsest level's longer side for which the finest one is swept there and back once more.
constexpr int32_t kBandNodes = 12;
constexpr int32_t kBandTimes = 8; // at most
// s, in which the first fine sweeps take all but 1/e of a compression out: weak, so that folds live.
constexpr float kCompressionTime = 0.0264F;
constexpr float kBendingTime = 0.003F;  // s, of the damping that goes with bending
constexpr float kTighteningTime = 0.2F; // s, in which a granted elongation falls to 1/e
constexpr float kTight = 1e-4F;         // –, less is none
constexpr int32_t kHoldersMax = 64;
constexpr float kUnbounded = 1e30F; // m²
constexpr int32_t kRowsAtOnce = 8;  // for one worker

GridParticles particlesOf(GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    return {{&fine.x, &fine.y, &fine.z}, &grid.previous, &grid.velocity, &fine.w, fine.slotCount()};
}

// Calls body(particle, slot) for the particles of some rows in turn.
template <typename Body>
void forParticlesOf(const GridLevel &fine, int32_t rowBegin, int32_t rowEnd, const Body &body) {
    size_t particle = u(rowBegin * fine.columns);
    for (int32_t r = rowBegin; r < rowEnd; ++r) {
        for (int32_t c = 0; c < fine.columns; ++c) {
            body(particle++, u(fine.slot(c, r)));
        }
    }
}

// Calls body(particle, slot) for all particles in turn.
template <typename Body> void forParticles(const GridLevel &fine, const Body &body) {
    forParticlesOf(fine, 0, fine.rows, body);
}

template <typename Body>
void forParticlesInParallel(const GridLevel &fine, Workers &workers, const Body &body) {
    workers.forBlocks(fine.rows, kRowsAtOnce,
                      [&](int32_t begin, int32_t end) { forParticlesOf(fine, begin, end, body); });
}

void load(const Cloth &cloth, GridSolver &grid, Workers &workers) {
    GridLevel &fine = grid.levels.front();
    forParticlesInParallel(fine, workers, [&](size_t i, size_t s) {
        fine.x[s] = cloth.position[i].x;
        fine.y[s] = cloth.position[i].y;
        fine.z[s] = cloth.position[i].z;
        grid.velocity[0][s] = cloth.velocity[i].x;
        grid.velocity[1][s] = cloth.velocity[i].y;
        grid.velocity[2][s] = cloth.velocity[i].z;
    });
}

bool isGridSane(const GridSolver &grid) {
    const GridLevel &fine = grid.levels.front();
    return areSane(fine.x) && areSane(fine.y) && areSane(fine.z) && areSane(grid.velocity[0]) &&
           areSane(grid.velocity[1]) && areSane(grid.velocity[2]);
}

// Particles that are nowhere stay where the step began, at rest. Returns how many.
int32_t storeEach(Cloth &cloth, const GridSolver &grid) {
    int32_t lost = 0;
    forParticles(grid.levels.front(), [&](size_t i, size_t s) {
        const Vec3 p = grid.levels.front().at(static_cast<int32_t>(s));
        const Vec3 v(grid.velocity[0][s], grid.velocity[1][s], grid.velocity[2][s]);
        lost += storeSane(cloth, i, p, v) ? 1 : 0;
    });
    return lost;
}

void store(Cloth &cloth, const GridSolver &grid, Workers &workers) {
    const GridLevel &fine = grid.levels.front();
    forParticlesInParallel(fine, workers, [&](size_t i, size_t s) {
        cloth.position[i] = {fine.x[s], fine.y[s], fine.z[s]};
        cloth.velocity[i] = {grid.velocity[0][s], grid.velocity[1][s], grid.velocity[2][s]};
    });
}

int32_t slotOf(const Cloth &cloth, const GridSolver &grid, int32_t particle) {
    const int32_t columns = cloth.topology->columnCount;
    return grid.levels.front().slot(particle % columns, particle / columns);
}

// Masses of the coarse nodes: what each really moves when its displacement is interpolated.
void weighLevels(const Cloth &cloth, GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    std::fill(fine.w.begin(), fine.w.end(), 0.0F);
    double total = 0.0;
    for (const float m : cloth.mass) {
        total += static_cast<double>(m);
    }
    // The inside of the cloth is to have weight one: borders carry half, corners a quarter of its mass.
    grid.unitMass = static_cast<float>(total / static_cast<double>((fine.columns - 1) * (fine.rows - 1)));
    forParticles(fine, [&](size_t i, size_t s) {
        fine.w[s] = cloth.fixed[i] != 0 ? 0.0F : grid.unitMass / cloth.mass[i];
    });
    for (size_t l = 1; l < grid.levels.size(); ++l) {
        weighCoarser(grid.levels[l - 1], grid.levels[l]);
    }
}

void holdAllFixed(const Cloth &cloth, GridSolver &grid) {
    const int32_t columns = cloth.topology->columnCount;
    const GridLevel &finest = grid.levels.front();
    for (size_t l = 1; l < grid.levels.size(); ++l) {
        forgetFixed(grid.levels[l]);
        for (int32_t i = 0; i < cloth.particleCount(); ++i) {
            if (cloth.fixed[u(i)] != 0) {
                holdFixed(i % columns, i / columns, grid.levels[l]);
            }
        }
        placeMeans(finest, grid.levels[l - 1], grid.levels[l]);
    }
}

// A few particles that stand for everything fixed: spread out, the first one found first.
void chooseHolders(const Cloth &cloth, GridSolver &grid) {
    const auto &uv = cloth.topology->restUv;
    grid.holders.clear();
    for (int32_t i = 0; i < cloth.particleCount(); ++i) {
        if (cloth.fixed[u(i)] == 0 || grid.holders.size() >= u(kHoldersMax)) {
            continue;
        }
        const bool isNear = std::any_of(grid.holders.begin(), grid.holders.end(), [&](int32_t other) {
            return glm::distance(uv[u(i)], uv[u(other)]) < 2.0F * kPivotTolerance;
        });
        if (!isNear) {
            grid.holders.push_back(i);
        }
    }
}

// Two tethers for every particle, to two places that hold the cloth: it can be no farther from them than in
// the flat fabric (exact for a convex outline).
void tieTethers(const Cloth &cloth, GridSolver &grid) {
    const auto &uv = cloth.topology->restUv;
    grid.tetherCount = std::min<int>(2, static_cast<int>(grid.holders.size()));
    for (int k = 0; k < grid.tetherCount; ++k) {
        const int32_t holder = k == 0 ? grid.holders.front() : grid.holders.back();
        grid.tetherHolder[k] = slotOf(cloth, grid, holder);
        forParticles(grid.levels.front(), [&](size_t i, size_t s) {
            const Vec2 d = uv[i] - uv[u(holder)];
            // Whatever is fixed stays where it is told to be.
            grid.tetherReach[k][s] = cloth.fixed[i] != 0 ? kUnbounded : glm::dot(d, d);
        });
    }
}

// Whatever depends on masses and on what is fixed.
void refresh(const Cloth &cloth, GridSolver &grid) {
    grid.arealDensity = cloth.fabric.arealDensity;
    grid.weightsChanged = true;
    weighLevels(cloth, grid);
    if (grid.elastic) {
        weighElastic(*grid.elastic, grid.levels.front());
    }
    holdAllFixed(cloth, grid);
    chooseHolders(cloth, grid);
    tieTethers(cloth, grid);
}

void moveFixed(const Cloth &cloth, GridSolver &grid) {
    GridLevel &fine = grid.levels.front();
    forFixed(cloth, [&](int32_t i) { fine.put(slotOf(cloth, grid, i), cloth.fixedTarget[u(i)]); });
}

// The bending's dimensionless numbers from the material; see grid_bending.h.
void aimBending(const Cloth &cloth, GridSolver &grid, float d) {
    const auto &topology = *cloth.topology;
    const float dx = topology.restUv[1].x - topology.restUv[0].x;
    const float dy = topology.restUv[u(topology.columnCount)].y - topology.restUv[0].y;
    const float impulse = d * d * cloth.fabric.bendingRigidity / grid.unitMass;
    prepareBending(grid.bending, grid.levels.front(), impulse * dy / (dx * dx * dx),
                   impulse * dx / (dy * dy * dy), 1.0F + kBendingTime / d, grid.weightsChanged);
    grid.weightsChanged = false;
}

// The stiffness that acts over d seconds; see grid_elastic.h.
ElasticStep elasticStep(const Fabric &fabric, float unitMass, float d) {
    const float impulse = d * d / unitMass;
    return {impulse * fabric.warpStiffness, impulse * fabric.weftStiffness, impulse * fabric.shearStiffness,
            fabric.contractionResistance};
}

bool isElastic(const Elongation &allowed) {
    return allowed.warp > 0.0F || allowed.weft > 0.0F || allowed.bias > 0.0F;
}

// Grants what the fabric may stretch at once, and takes it back bit by bit: a limit that strikes all of a
// sudden would hurl the cloth together.
void allowElongation(const Fabric &fabric, float d, Elongation &allowed) {
    const float keep = std::exp(-d / kTighteningTime);
    const auto follow = [&](float maxStretch, float &value) {
        const float most = fabric.elastic ? maxStretch : 0.0F;
        const float left = value * keep > kTight ? value * keep : 0.0F;
        value = std::max(most, left);
    };
    follow(fabric.maxStretchWarp, allowed.warp);
    follow(fabric.maxStretchWeft, allowed.weft);
    follow(fabric.maxStretchBias, allowed.bias);
}

StretchLimit limitOf(const Elongation &allowed) {
    const auto squared = [](float elongation) { return (1.0F + elongation) * (1.0F + elongation); };
    StretchLimit limit;
    limit.weft = squared(allowed.weft);
    limit.warp = squared(allowed.warp);
    limit.bias = squared(allowed.bias);
    return limit;
}

// Brings every slot within the given distance, times a factor, of one holder.
SELVAGE_INLINE inline void pullTowards(const Vec3 &holder, const float *flat, float stretched,
                                       GridLevel &level, int32_t begin, int32_t end) {
    float *x = level.x.data();
    float *y = level.y.data();
    float *z = level.z.data();
    SELVAGE_INDEPENDENT
    for (int32_t i = begin; i < end; ++i) {
        const float dx = x[i] - holder.x;
        const float dy = y[i] - holder.y;
        const float dz = z[i] - holder.z;
        const float squared = std::max(dx * dx + dy * dy + dz * dz, 1e-12F);
        const float reach = flat[i] * stretched;
        const bool beyond = squared > reach; // else not moved by as much as a rounding
        const float scale = std::sqrt(reach / squared);
        x[i] = beyond ? holder.x + dx * scale : x[i];
        y[i] = beyond ? holder.y + dy * scale : y[i];
        z[i] = beyond ? holder.z + dz * scale : z[i];
    }
}

// `limit`: the longest way along tethers is the one that the most yielding direction has.
void pullTethers(GridSolver &grid, const StretchLimit &limit, Workers &workers) {
    const float stretched = std::max({limit.warp, limit.weft, limit.bias});
    GridLevel &fine = grid.levels.front();
    if (grid.tetherCount == 0) {
        return;
    }
    // Holders lie among the particles that the workers write.
    const std::array<Vec3, 2> holders{fine.at(grid.tetherHolder[0]), fine.at(grid.tetherHolder[1])};
    workers.forBlocks(fine.slotCount(), kSlotBlock * kBlocksAtOnce, [&](int32_t begin, int32_t end) {
        runWide([&]() SELVAGE_INLINE {
            for (size_t k = 0; k < static_cast<size_t>(grid.tetherCount); ++k) {
                pullTowards(holders[k], grid.tetherReach[k].data(), stretched, fine, begin, end);
            }
        });
    });
}

// Whether cloth has got to both sides of something, or is drawn like nothing that a fabric bears: then a node
// picked from it shows how far, and a mean does not.
bool isTorn(const GridSolver &grid, const StretchLimit &limit, Workers &workers) {
    constexpr float kTorn = 1.5F * 1.5F; // –, squared
    return exceedsLimit(grid.levels.front(), {kTorn * limit.weft, kTorn * limit.warp, kTorn * limit.bias},
                        workers);
}

void limitCoarse(GridSolver &grid, const StretchLimit &limit, Workers &workers) {
    const bool means = !isTorn(grid, limit, workers);
    for (size_t l = 1; l < grid.levels.size(); ++l) {
        restrictPositions(grid.levels.front(), grid.levels[l - 1], grid.levels[l], means, workers);
    }
    for (size_t l = grid.levels.size() - 1; l >= 1; --l) {
        GridLevel &level = grid.levels[l];
        const int32_t sweeps = level.few ? kFewSweeps : kCoarseSweeps;
        for (int32_t sweep = 0; sweep < sweeps; ++sweep) {
            sweepLevel(level, limit, sweep % 2 == 1, workers);
            if (!level.means) {
                holdAnchors(level);
            }
        }
        prolongDisplacement(level, grid.levels[l - 1], workers);
    }
}

// A band has no level whose few nodes reach from end to end, and where it bends round something small those
// that it has are slack.
void limitBand(GridSolver &grid, const StretchLimit &limit, Workers &workers) {
    const GridLevel &coarsest = grid.levels.back();
    const int32_t times = std::min(std::max(coarsest.columns, coarsest.rows) / kBandNodes, kBandTimes);
    for (int32_t time = 0; time < times; ++time) {
        sweepLevel(grid.levels.front(), limit, false, workers);
        sweepLevel(grid.levels.front(), limit, true, workers);
    }
}

Workers &workersOf(const Cloth &cloth, GridSolver &grid, const StepSettings &settings) {
    return cloth.particleCount() < kSharedSize ? grid.alone : *settings.workers;
}

void begin(Cloth &cloth, ClothSolver &solver, const StepSettings &settings) {
    GridSolver &grid = *solver.grid;
    load(cloth, grid, workersOf(cloth, grid, settings));
    forgetNear(grid.contacts.features);
    // When time is up the bending keeps the numbers of a short substep: too soft for once, but stable.
    aimBending(cloth, grid, settings.dt / static_cast<float>(settings.substeps));
}

void limitFirst(Cloth &cloth, GridSolver &grid, const StepSettings &settings, const ContactScene &scene) {
    GridLevel &fine = grid.levels.front();
    Workers &workers = workersOf(cloth, grid, settings);
    const GridParticles particles = particlesOf(grid);
    allowElongation(cloth.fabric, scene.dt, grid.allowed);
    const bool elastic = isElastic(grid.allowed);
    const StretchLimit oneSided = limitOf(grid.allowed);
    StretchLimit twoSided = oneSided;
    twoSided.compression = elastic ? 0.0F : 1.0F - std::exp(-scene.dt / kCompressionTime);
    clearContacts(grid.contacts, workers);
    predictPositions(settings.gravity, std::exp(-cloth.fabric.damping * scene.dt), scene.dt, particles,
                     workers);
    moveFixed(cloth, grid);
    if (elastic) {
        stretch(*grid.elastic, elasticStep(cloth.fabric, grid.unitMass, scene.dt), fine, workers);
    }
    bend(grid.bending, fine, grid.previous, workers);
    touchColliders(cloth.fabric, scene, particles, grid.contacts, workers);
    pullTethers(grid, oneSided, workers);
    if (!elastic || exceedsLimit(fine, oneSided, workers)) {
        limitCoarse(grid, oneSided, workers);
        limitBand(grid, oneSided, workers);
        sweepLevel(fine, twoSided, false, workers);
    }
    touchColliders(cloth.fabric, scene, particles, grid.contacts, workers);
}

void limitLast(Cloth &cloth, GridSolver &grid, const StepSettings &settings, const ContactScene &scene) {
    GridLevel &fine = grid.levels.front();
    Workers &workers = workersOf(cloth, grid, settings);
    const GridParticles particles = particlesOf(grid);
    const StretchLimit oneSided = limitOf(grid.allowed);
    if (!isElastic(grid.allowed) || exceedsLimit(fine, oneSided, workers)) {
        sweepLevel(fine, oneSided, true, workers);
    }
    touchColliders(cloth.fabric, scene, particles, grid.contacts, workers);
    keepFeaturesOut(cloth.fabric, scene, particles, grid.contacts);
    calmRecovered(scene, particles, grid.contacts, workers);
    if (!grid.contacts.any && grid.holders.empty()) {
        keepMomentum(particles, grid.contacts, scene.dt);
    }
}

void constrain(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
               int32_t part, StageReport &report) {
    if (part == 0) {
        limitFirst(cloth, *solver.grid, settings, scene);
    } else {
        limitLast(cloth, *solver.grid, settings, scene);
    }
    ++report.sweeps;
}

void finish(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
            StageReport &report) {
    GridSolver &grid = *solver.grid;
    finishVelocities(scene, particlesOf(grid), grid.contacts, workersOf(cloth, grid, settings));
    if (grid.contacts.any) {
        report.contactImpulse += impulseOf(grid.contacts, grid.unitMass, scene.dt);
        report.contacts += countContacts(grid.contacts);
    }
}

void end(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, StageReport &report) {
    GridSolver &grid = *solver.grid;
    if (isGridSane(grid)) {
        store(cloth, grid, workersOf(cloth, grid, settings));
    } else {
        report.nonFinite += storeEach(cloth, grid);
    }
}

void read(const Cloth &, const ClothSolver &solver, std::span<Vec4> position, std::span<Vec4> velocity) {
    const GridSolver &grid = *solver.grid;
    const GridLevel &fine = grid.levels.front();
    forParticles(fine, [&](size_t i, size_t s) {
        position[i] = {fine.x[s], fine.y[s], fine.z[s], giveToCloth(grid.contacts, fine.w[s], s)};
    });
    if (!velocity.empty()) {
        forParticles(fine, [&](size_t i, size_t s) {
            velocity[i] = {grid.velocity[0][s], grid.velocity[1][s], grid.velocity[2][s], 0.0F};
        });
    }
}

void write(Cloth &, ClothSolver &solver, std::span<const Vec4> position) {
    GridLevel &fine = solver.grid->levels.front();
    forParticles(fine, [&](size_t i, size_t s) { fine.put(static_cast<int32_t>(s), Vec3(position[i])); });
}

constexpr Stages kGridStages{begin, constrain, finish, end, read, write};

const Stages &stagesOf(const ClothSolver &solver) {
    return solver.mesh ? kMeshStages : kGridStages;
}

// kg/m², that the weights were made for.
float densityOf(const ClothSolver &solver) {
    return solver.mesh ? solver.mesh->arealDensity : solver.grid->arealDensity;
}

void beginAny(Cloth &cloth, ClothSolver &solver, const StepSettings &settings) {
    if (!solver.filterValid || solver.filterOwner == nullptr || solver.filterOwner->stages != &kMultilevel ||
        densityOf(solver) != cloth.fabric.arealDensity) {
        solver.mesh ? refreshMeshSolver(cloth, *solver.mesh) : refresh(cloth, *solver.grid);
        solver.filterOwner = settings.integrator;
        solver.filterValid = true;
    }
    if (settings.accelerationMax > 0.0F) {
        std::copy(cloth.velocity.begin(), cloth.velocity.end(), solver.velocityBefore.begin());
    }
    stagesOf(solver).begin(cloth, solver, settings);
}

void endAny(Cloth &cloth, ClothSolver &solver, const StepSettings &settings, StageReport &report) {
    stagesOf(solver).end(cloth, solver, settings, report);
    if (settings.accelerationMax > 0.0F) {
        limitAcceleration(cloth, solver, settings.accelerationMax, settings.dt);
    }
}

} // namespace

std::shared_ptr<GridSolver> makeGridSolver(const Cloth &cloth) {
    auto grid = std::make_shared<GridSolver>();
    const ClothTopology &topology = *cloth.topology;
    auto [columnAt, rowAt] = gridLines(topology);
    grid->levels.push_back(makeGridLevel(std::move(columnAt), std::move(rowAt)));
    while (std::min(grid->levels.back().columns, grid->levels.back().rows) > kCoarsest) {
        grid->levels.push_back(makeCoarserLevel(grid->levels.back()));
    }
    grid->levels.shrink_to_fit();
    const GridLevel &fine = grid->levels.front();
    for (size_t axis = 0; axis < 3; ++axis) {
        grid->velocity[axis].assign(fine.x.size(), 0.0F);
        grid->previous[axis].assign(fine.x.size(), 0.0F);
    }
    grid->contacts = makeGridContacts(topology, fine.x.size());
    grid->bending = makeGridBending(fine);
    for (auto &reach : grid->tetherReach) {
        reach.assign(fine.x.size(), kUnbounded);
    }
    grid->holders.reserve(u(kHoldersMax));
    return grid;
}

void completeGridSolver(const Cloth &cloth, std::span<const Collider> colliders, GridSolver &grid) {
    const GridLevel &fine = grid.levels.front();
    if (cloth.fabric.elastic && !grid.elastic) {
        grid.elastic = std::make_unique<GridElastic>(makeGridElastic(*cloth.topology));
        weighElastic(*grid.elastic, fine);
    }
    if (!grid.contacts.features.listed() && needsFeatures(grid.contacts, cloth.fabric, colliders)) {
        std::vector<int32_t> slots;
        slots.reserve(u(cloth.particleCount()));
        forParticles(fine, [&](size_t, size_t s) { slots.push_back(static_cast<int32_t>(s)); });
        grid.contacts.features = makeClothFeatures(*cloth.topology, fine.x.size(), slots);
    }
}

Result<void> prepareSelvage(const Cloth &, ClothSolver &solver) {
    if (!solver.grid && !solver.mesh) {
        return Error{"the integrator selvage: expected a cloth with triangles"};
    }
    return {};
}

const Stages kMultilevel{
    beginAny,
    [](Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
       int32_t part,
       StageReport &report) { stagesOf(solver).constrain(cloth, solver, settings, scene, part, report); },
    [](Cloth &cloth, ClothSolver &solver, const StepSettings &settings, const ContactScene &scene,
       StageReport &report) { stagesOf(solver).finish(cloth, solver, settings, scene, report); },
    endAny,
    [](const Cloth &cloth, const ClothSolver &solver, std::span<Vec4> position, std::span<Vec4> velocity) {
        stagesOf(solver).read(cloth, solver, position, velocity);
    },
    [](Cloth &cloth, ClothSolver &solver, std::span<const Vec4> position) {
        stagesOf(solver).write(cloth, solver, position);
    }};

} // namespace selvage
