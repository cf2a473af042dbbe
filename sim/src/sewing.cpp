// Stages of seams, and the step in which the sewn cloth takes over.
#include "sim/sewing.h"

#include "maths/index.h"
#include "mesh_solver.h"
#include "sim/world.h"

#include <algorithm>

namespace selvage {

namespace {

int32_t stageOf(const SewingSettings &settings, size_t seam) {
    return seam < settings.stage.size() ? settings.stage[seam] : 0;
}

int32_t lastStage(const SewingSettings &settings) {
    return settings.stage.empty() ? 0 : *std::max_element(settings.stage.begin(), settings.stage.end());
}

// The pairs of all stages up to this one. The array has room for all.
void takeTurn(Sewing &sewing) {
    sewing.pulls.pairs.clear();
    for (size_t s = 0; s < sewing.garment.seams.size(); ++s) {
        if (stageOf(sewing.settings, s) <= sewing.stage) {
            const std::vector<ParticlePair> &seam = sewing.garment.seams[s];
            sewing.pulls.pairs.insert(sewing.pulls.pairs.end(), seam.begin(), seam.end());
        }
    }
    sewing.stageTime = 0.0F;
}

SeamPulls pullsOf(const Garment &garment, const SewingSettings &settings) {
    SeamPulls pulls;
    size_t count = 0;
    for (const std::vector<ParticlePair> &seam : garment.seams) {
        count += seam.size();
    }
    pulls.pairs.reserve(count);
    pulls.belt = settings.belt;
    pulls.beltHeight = settings.beltHeight;
    pulls.speed = settings.speed;
    pulls.passMax = settings.passMax;
    pulls.damping = settings.damping;
    pulls.friction = settings.friction;
    pulls.panels = settings.weightless;
    return pulls;
}

float gapOf(const std::vector<ParticlePair> &pairs, const std::vector<Vec3> &position) {
    float widest = 0.0F;
    for (const ParticlePair &pair : pairs) {
        widest = std::max(widest, glm::distance(position[u(pair.a)], position[u(pair.b)]));
    }
    return widest;
}

// Whoever holds the panels holds the sewn cloth where they were.
void passHolds(World &world, Sewing &sewing, const Cloth &from) {
    const std::vector<int32_t> &now = sewing.garment.sewnParticle;
    Cloth &sewn = sewing.other;
    std::fill(sewn.fixed.begin(), sewn.fixed.end(), uint8_t{0});
    for (size_t i = 0; i < now.size(); ++i) {
        if (from.fixed[i] != 0) {
            sewn.fixed[u(now[i])] = from.fixed[i];
            sewn.position[u(now[i])] = from.position[i];
            sewn.velocity[u(now[i])] = from.velocity[i];
        }
    }
    for (Pin &pin : world.pins) {
        pin.particle = pin.cloth == sewing.cloth ? now[u(pin.particle)] : pin.particle;
    }
    for (HandState &hand : world.hands) {
        if (hand.cloth != sewing.cloth) {
            continue;
        }
        for (HeldParticle &held : hand.held) {
            held.particle = now[u(held.particle)];
        }
        std::copy_n(hand.follow.begin(), now.size(), sewing.follow.begin());
        std::fill(hand.follow.begin(), hand.follow.end(), 0.0F);
        for (size_t i = 0; i < now.size(); ++i) {
            hand.follow[u(now[i])] = std::max(hand.follow[u(now[i])], sewing.follow[i]);
        }
    }
}

void takeOver(World &world, Sewing &sewing) {
    const size_t c = u(sewing.cloth);
    Cloth &panels = world.cloths[c];
    Cloth &sewn = sewing.other;
    sewnMeans(sewing.garment, panels.position, sewn.position);
    sewnMeans(sewing.garment, panels.velocity, sewn.velocity);
    std::fill(sewing.wetness.begin(), sewing.wetness.end(), 0.0F);
    for (size_t i = 0; i < panels.position.size(); ++i) {
        float &wet = sewing.wetness[u(sewing.garment.sewnParticle[i])];
        wet += sewing.garment.share[i] * world.water.wetness[c][i];
    }
    sewn.fabric = panels.fabric; // which may have been changed
    updateMasses(sewn);
    passHolds(world, sewing, panels);
    sewn.fixedTarget = sewn.position;
    std::swap(panels, sewn);
    std::swap(world.solvers[c], sewing.solver);
    std::swap(world.air[c], sewing.air);
    std::swap(world.water.wetness[c], sewing.wetness);
    world.solvers[c].filterValid = false;
    for (int32_t &particle : sewing.pulls.belt) {
        particle = sewing.garment.sewnParticle[u(particle)];
    }
    sewing.pulls.pairs.clear();
    sewing.pulls.panels = false;
    sewing.state = SewingState::Belted;
    sewing.time = 0.0F;
}

void closeFurther(World &world, Sewing &sewing, float dt) {
    const std::vector<Vec3> &position = world.cloths[u(sewing.cloth)].position;
    sewing.gap = widestGap(sewing.garment, position);
    if (sewing.gap < sewing.settings.closed) {
        takeOver(world, sewing);
        return;
    }
    sewing.stageTime += dt;
    if (sewing.stage < lastStage(sewing.settings) &&
        (sewing.stageTime > sewing.settings.stageTime ||
         gapOf(sewing.pulls.pairs, position) < 1.5F * sewing.settings.closed)) {
        ++sewing.stage;
        takeTurn(sewing);
    }
}

} // namespace

Result<void> addGarment(World &world, Garment garment, const Fabric &fabric, SewingSettings settings) {
    auto panels = makeMeshCloth(garment.shape, fabric, {});
    if (!panels) {
        return panels.error();
    }
    auto sewn = makeMeshCloth(sewnShape(garment, garment.shape.position), fabric, {});
    if (!sewn) {
        return Error{"the sewn garment: " + sewn.error().message};
    }
    auto sewing = std::make_unique<Sewing>();
    sewing->cloth = static_cast<int32_t>(world.cloths.size());
    sewing->garment = std::move(garment);
    sewing->settings = std::move(settings);
    sewing->other = std::move(*sewn);
    world.cloths.push_back(std::move(*panels));
    world.sewings.push_back(std::move(sewing));
    return {};
}

void prepareSewing(World &world) {
    for (const std::unique_ptr<Sewing> &sewing : world.sewings) {
        if (sewing->state != SewingState::Closing) {
            continue;
        }
        const size_t c = u(sewing->cloth);
        sewing->pulls = pullsOf(sewing->garment, sewing->settings);
        takeTurn(*sewing);
        sewing->gap = widestGap(sewing->garment, world.cloths[c].position);
        sewing->follow.assign(sewing->garment.sewnParticle.size(), 0.0F);
        sewing->wetness.assign(u(sewing->garment.sewnCount), 0.0F);
        prepareSolver(sewing->other, sewing->solver);
        static_cast<void>(methodOf(world, c).prepare(sewing->other, sewing->solver));
        prepareAir(sewing->other, sewing->air);
        for (ClothSolver *solver : {&world.solvers[c], &sewing->solver}) {
            if (solver->mesh != nullptr) {
                solver->mesh->pulls = &sewing->pulls;
            }
        }
    }
}

void advanceSewing(World &world, float dt) {
    for (const std::unique_ptr<Sewing> &sewing : world.sewings) {
        sewing->time += dt;
        switch (sewing->state) {
        case SewingState::Closing:
            closeFurther(world, *sewing, dt);
            break;
        case SewingState::Belted:
            if (sewing->time >= sewing->settings.beltTime) {
                sewing->pulls.belt.clear();
                sewing->state = SewingState::Done;
            }
            break;
        case SewingState::Done:
            break;
        }
    }
}

bool isSewing(const World &world) {
    return std::any_of(world.sewings.begin(), world.sewings.end(),
                       [](const auto &sewing) { return sewing->state == SewingState::Closing; });
}

std::span<const int32_t> vertexParticles(const World &world, size_t cloth) {
    for (const std::unique_ptr<Sewing> &sewing : world.sewings) {
        if (u(sewing->cloth) == cloth && sewing->state != SewingState::Closing) {
            return sewing->garment.sewnParticle;
        }
    }
    return {};
}

} // namespace selvage
