// What a world must be like before it may be stepped. A step trusts its world, so whatever comes from outside
// (files, settings, code that builds a scene) is looked at once, here; the first fault is named.
#include "sim/world.h"

#include "maths/index.h"
#include "sim/springs.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace selvage {

namespace {

bool isPositive(float value) {
    return std::isfinite(value) && value > 0.0F;
}

bool isNotNegative(float value) {
    return std::isfinite(value) && value >= 0.0F;
}

std::string text(const Vec3 &v) {
    std::string text = "(";
    text += std::to_string(v.x) + ", ";
    text += std::to_string(v.y) + ", ";
    return text + std::to_string(v.z) + ")";
}

Error fault(const std::string &where, const std::string &what) {
    return Error{where + ": " + what};
}

std::string particleText(const std::string &where, size_t i) {
    return where + ", particle " + std::to_string(i);
}

struct FabricRow {
    const char *name;
    float Fabric::*member;
};

constexpr FabricRow kFabricRows[] = {
    {"stiffness along the warp", &Fabric::warpStiffness},
    {"stiffness along the weft", &Fabric::weftStiffness},
    {"shear stiffness", &Fabric::shearStiffness},
    {"bending rigidity", &Fabric::bendingRigidity},
    {"damping along springs", &Fabric::springDamping},
    {"contraction resistance", &Fabric::contractionResistance},
    {"critical elongation of the warp", &Fabric::maxStretchWarp},
    {"critical elongation of the weft", &Fabric::maxStretchWeft},
    {"critical elongation of the bias", &Fabric::maxStretchBias},
    {"damping", &Fabric::damping},
    {"friction", &Fabric::friction},
    {"thickness", &Fabric::thickness},
};

Result<void> checkFabric(const std::string &where, const Fabric &fabric) {
    if (!isPositive(fabric.arealDensity)) {
        return fault(where, "an areal density of " + std::to_string(fabric.arealDensity) +
                                " kg/m², expected more than 0");
    }
    for (const FabricRow &row : kFabricRows) {
        if (const float value = fabric.*row.member; !isNotNegative(value)) {
            return fault(where, std::string(row.name) + " is " + std::to_string(value) +
                                    ", expected a finite number, not below 0");
        }
    }
    return {};
}

Result<void> checkParticles(const std::string &where, const Cloth &cloth) {
    const auto count = u(cloth.particleCount());
    if (cloth.position.size() != count || cloth.velocity.size() != count || cloth.mass.size() != count ||
        cloth.fixed.size() != count || cloth.fixedTarget.size() != count) {
        return fault(where, "expected positions, velocities, masses and fixed flags of all " +
                                std::to_string(count) + " particles");
    }
    for (size_t i = 0; i < count; ++i) {
        if (!isFinite(cloth.position[i]) || !isFinite(cloth.velocity[i])) {
            return fault(particleText(where, i), "position " + text(cloth.position[i]) + " m, velocity " +
                                                     text(cloth.velocity[i]) +
                                                     " m/s, expected finite numbers");
        }
        if (!isPositive(cloth.mass[i])) {
            return fault(particleText(where, i), "a mass of " + std::to_string(cloth.mass[i]) +
                                                     " kg, expected more than 0 (is it in no triangle?)");
        }
    }
    return {};
}

Result<void> checkSprings(const std::string &where, const ClothTopology &topology) {
    const std::vector<Spring> springs = springsOf(topology);
    for (size_t s = 0; s < springs.size(); ++s) {
        const Spring &spring = springs[s];
        const auto isParticle = [&](int32_t i) { return i >= 0 && i < topology.particleCount; };
        if (!isParticle(spring.a) || !isParticle(spring.b) || spring.a == spring.b) {
            return fault(where + ", spring " + std::to_string(s),
                         "from particle " + std::to_string(spring.a) + " to " + std::to_string(spring.b) +
                             ", expected two of " + std::to_string(topology.particleCount));
        }
        if (!isPositive(spring.restLength)) {
            return fault(where + ", spring " + std::to_string(s), "a rest length of " +
                                                                      std::to_string(spring.restLength) +
                                                                      " m, expected more than 0");
        }
    }
    return {};
}

Result<void> checkPins(const World &world) {
    std::vector<std::vector<uint8_t>> pinned(world.cloths.size());
    for (size_t p = 0; p < world.pins.size(); ++p) {
        const Pin &pin = world.pins[p];
        const std::string where = "pin " + std::to_string(p);
        if (pin.cloth < 0 || u(pin.cloth) >= world.cloths.size()) {
            return fault(where, "cloth " + std::to_string(pin.cloth) + ", expected one of " +
                                    std::to_string(world.cloths.size()));
        }
        const int32_t count = world.cloths[u(pin.cloth)].particleCount();
        if (pin.particle < 0 || pin.particle >= count) {
            return fault(where, "particle " + std::to_string(pin.particle) + ", expected one of " +
                                    std::to_string(count));
        }
        if (pin.collider < -1 || pin.collider >= static_cast<int32_t>(world.colliders.size())) {
            return fault(where, "obstacle " + std::to_string(pin.collider) + ", expected -1 or one of " +
                                    std::to_string(world.colliders.size()));
        }
        pinned[u(pin.cloth)].resize(u(count), 0);
        pinned[u(pin.cloth)][u(pin.particle)] = 1;
    }
    for (size_t c = 0; c < pinned.size(); ++c) {
        if (!pinned[c].empty() && std::count(pinned[c].begin(), pinned[c].end(), 0) == 0) {
            return fault("cloth " + std::to_string(c),
                         "all particles are pinned, expected at least one that can move");
        }
    }
    return {};
}

Result<void> checkCollider(const std::string &where, const Collider &collider) {
    for (const Pose *pose : {&collider.pose, &collider.previousPose}) {
        const float turn = glm::dot(pose->orientation, pose->orientation);
        if (!isFinite(pose->position) || !(std::abs(turn - 1.0F) < 1e-3F)) {
            return fault(where, "expected a pose of finite numbers with a unit quaternion");
        }
    }
    const bool round = collider.shape == ColliderShape::Sphere;
    if (round ? !isPositive(collider.radius) : !isNotNegative(collider.radius)) {
        return fault(where, "a radius of " + std::to_string(collider.radius) + " m, expected " +
                                (round ? "more than 0" : "a rounding not below 0"));
    }
    const Vec3 &half = collider.halfExtents;
    if (collider.shape == ColliderShape::Box &&
        !(isPositive(half.x) && isPositive(half.y) && isPositive(half.z))) {
        return fault(where, "half extents of " + text(half) + " m, expected more than 0");
    }
    if (!isNotNegative(collider.frictionScale)) {
        return fault(where, "a friction scale of " + std::to_string(collider.frictionScale) +
                                ", expected a finite number, not below 0");
    }
    if (!(collider.restitution >= 0.0F && collider.restitution <= 1.0F)) {
        return fault(where, "a restitution of " + std::to_string(collider.restitution) + ", expected 0 to 1");
    }
    return {};
}

// Only what comes before may carry: so one pass moves all, and nothing carries itself.
Result<void> checkCarrier(const std::string &where, const Collider &collider, size_t index) {
    if (collider.carrier < -1 || collider.carrier >= static_cast<int32_t>(index)) {
        return fault(where, "carried by obstacle " + std::to_string(collider.carrier) +
                                ", expected -1 or one before it");
    }
    const Pose &pose = collider.onCarrier;
    const float turn = glm::dot(pose.orientation, pose.orientation);
    if (!isFinite(pose.position) || !(std::abs(turn - 1.0F) < 1e-3F)) {
        return fault(where, "expected a pose on its carrier of finite numbers with a unit quaternion");
    }
    return {};
}

Result<void> checkTracks(const World &world) {
    for (size_t t = 0; t < world.tracks.size(); ++t) {
        const Track &track = world.tracks[t];
        const std::string where = "track " + std::to_string(t);
        if (track.collider < 0 || u(track.collider) >= world.colliders.size()) {
            return fault(where, "obstacle " + std::to_string(track.collider) + ", expected one of " +
                                    std::to_string(world.colliders.size()));
        }
        const bool ordered =
            std::is_sorted(track.keys.begin(), track.keys.end(),
                           [](const TrackKey &a, const TrackKey &b) { return a.time < b.time; });
        if (track.keys.empty() || !ordered) {
            return fault(where, "expected at least one key, in order of time");
        }
    }
    return {};
}

Result<void> checkMethods(const World &world) {
    const auto &methods = world.methods;
    if (!methods.empty() && methods.size() != world.cloths.size()) {
        return fault("methods", std::to_string(methods.size()) +
                                    " integrators, expected none or one for each of " +
                                    std::to_string(world.cloths.size()) + " cloths");
    }
    if (std::count(methods.begin(), methods.end(), nullptr) > 0) {
        return fault("methods", "an integrator is missing, expected one for each cloth");
    }
    const Integrator *integrator = world.settings.integrator;
    if (isSewing(world) && integrator != nullptr &&
        std::string_view(integrator->name) != kDefaultIntegrator) {
        return fault("integrator", std::string(integrator->name) + ", expected " + kDefaultIntegrator +
                                       ": it alone sews garments");
    }
    if (!methods.empty() && world.settings.selfContact.enabled) {
        return fault("methods", "self-contact joins all cloths, expected one integrator for all");
    }
    for (size_t t = 0; t < world.tools.size(); ++t) {
        const int32_t collider = world.tools[t].collider;
        if (collider < 0 || u(collider) >= world.colliders.size()) {
            return fault("tool " + std::to_string(t), "obstacle " + std::to_string(collider) +
                                                          ", expected one of " +
                                                          std::to_string(world.colliders.size()));
        }
    }
    return {};
}

Result<void> checkAir(const SolverSettings &settings, const Wind &wind) {
    const AirSettings &air = settings.air;
    for (const float value : {air.density, air.normal, air.tangential, air.drag, settings.wind.speedMax,
                              settings.wind.gusts, wind.speed}) {
        if (!isNotNegative(value)) {
            return fault("air", std::to_string(value) + ", expected finite numbers not below 0");
        }
    }
    if (!(std::abs(glm::length(wind.direction) - 1.0F) < 1e-3F)) {
        return fault("wind", "a direction of " + text(wind.direction) + ", expected one of length 1");
    }
    if (!isPositive(settings.wind.shelterEdge) || !isPositive(settings.wind.shelterReach)) {
        return fault("wind", "expected a shelter's edge and reach of more than 0 m");
    }
    return {};
}

Result<void> checkWater(const WaterSettings &water) {
    for (const float value :
         {water.density, water.waves, water.speed, water.normal, water.tangential, water.soak}) {
        if (!isNotNegative(value)) {
            return fault("water", std::to_string(value) + ", expected finite numbers not below 0");
        }
    }
    for (const float value : {water.halfWidth, water.depth, water.fibre, water.wetTime, water.dryTime}) {
        if (!isPositive(value)) {
            return fault("water", std::to_string(value) +
                                      ", expected a width, depth, fibre density and times of more than 0");
        }
    }
    return {};
}

Result<void> checkSettings(const SolverSettings &settings) {
    if (!isFinite(settings.gravity)) {
        return fault("gravity", text(settings.gravity) + " m/s², expected finite numbers");
    }
    if (settings.substeps < 0 || settings.postStep.sweepMax < 0 || !isNotNegative(settings.accelerationMax) ||
        !isNotNegative(settings.resetBeyond)) {
        return fault("solver",
                     "expected substeps, sweeps, a limit of acceleration and of distance not below 0");
    }
    return {};
}

} // namespace

Result<void> checkWorld(const World &world) {
    for (size_t c = 0; c < world.cloths.size(); ++c) {
        const std::string where = "cloth " + std::to_string(c);
        const Cloth &cloth = world.cloths[c];
        if (auto checked = checkFabric(where, cloth.fabric); !checked) {
            return checked;
        }
        if (auto checked = checkParticles(where, cloth); !checked) {
            return checked;
        }
        if (auto checked = checkSprings(where, *cloth.topology); !checked) {
            return checked;
        }
    }
    for (size_t c = 0; c < world.colliders.size(); ++c) {
        const std::string where = "obstacle " + std::to_string(c);
        if (auto checked = checkCollider(where, world.colliders[c]); !checked) {
            return checked;
        }
        if (auto checked = checkCarrier(where, world.colliders[c], c); !checked) {
            return checked;
        }
    }
    if (auto checked = checkPins(world); !checked) {
        return checked;
    }
    if (auto checked = checkMethods(world); !checked) {
        return checked;
    }
    if (auto checked = checkTracks(world); !checked) {
        return checked;
    }
    if (auto checked = checkAir(world.settings, world.wind); !checked) {
        return checked;
    }
    if (auto checked = checkWater(world.settings.water); !checked) {
        return checked;
    }
    return checkSettings(world.settings);
}

} // namespace selvage
