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
    pulls.thickness = settings.thickness;
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

void takeOver(World &world, Sewing &sewing) {
    exchangeCloth(world, u(sewing.cloth), sewing.exchange);
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
    for (size_t i = 0; i < sewing->garment.share.size(); ++i) {
        sewing->exchange.parts.push_back(
            {static_cast<int32_t>(i), sewing->garment.sewnParticle[i], sewing->garment.share[i]});
    }
    sewing->exchange.other = std::move(*sewn);
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
        prepareExchange(sewing->exchange, methodOf(world, c), world.hands[0].follow.size(),
                        world.pins.size());
        for (ClothSolver *solver : {&world.solvers[c], &sewing->exchange.solver}) {
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
    if (world.bench != nullptr && world.bench->closing.active) {
        return true;
    }
    return std::any_of(world.sewings.begin(), world.sewings.end(),
                       [](const auto &sewing) { return sewing->state == SewingState::Closing; });
}

std::span<const int32_t> vertexParticles(const World &world, size_t cloth) {
    for (const std::unique_ptr<Sewing> &sewing : world.sewings) {
        if (u(sewing->cloth) == cloth && sewing->state != SewingState::Closing) {
            return sewing->garment.sewnParticle;
        }
    }
    if (world.bench != nullptr && u(world.bench->cloth) == cloth) {
        return world.bench->shape.garment.sewnParticle;
    }
    return {};
}

} // namespace selvage
