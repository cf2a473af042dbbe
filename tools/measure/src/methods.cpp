// See methods.h.
#include "measure/methods.h"
#include "sim/springs.h"

namespace selvage {

namespace {

constexpr float kSpring = 40.0F; // N/m
constexpr float kMass = 0.1F;    // kg
constexpr float kPull = 0.1F;    // m

} // namespace

World networkWorld(Cloth cloth, const char *integrator, int32_t substeps) {
    World world;
    world.cloths.push_back(std::move(cloth));
    world.settings.substeps = substeps;
    prepareWorld(world, 1);
    if (!selectIntegrator(world, *findIntegrator(integrator))) {
        world.cloths.clear();
    }
    return world;
}

// Each swings by cos(omega t), omega² = 2 k / m.
double errorOfOscillator(const char *integrator, int32_t steps, double duration) {
    Fabric fabric;
    fabric.weftStiffness = kSpring;
    fabric.damping = 0.0F;
    setMaxStretch(fabric, 10.0F);
    const Vec3 ends[] = {Vec3(-0.5F - kPull, 0.0F, 0.0F), Vec3(0.5F + kPull, 0.0F, 0.0F)};
    World world =
        networkWorld(makeNetwork(ends, kMass, {{0, 1, 1.0F, SpringKind::Weft}}, fabric), integrator, 1);
    world.settings.gravity = Vec3(0.0F);
    const double dt = duration / steps;
    for (int32_t s = 0; s < steps; ++s) {
        step(world, emptyInput(static_cast<float>(dt)));
    }
    const double omega = std::sqrt(2.0 * static_cast<double>(kSpring) / static_cast<double>(kMass));
    const double exact = 0.5 + static_cast<double>(kPull) * std::cos(omega * duration);
    return std::abs(static_cast<double>(world.cloths[0].position[1].x) - exact);
}

std::vector<float> fastestOfHanging(const char *integrator, float stiffness, int32_t steps) {
    World world = sheetWorld(17, stiffness);
    pinTwoCorners(world);
    prepareWorld(world, 1);
    std::vector<float> speeds;
    if (!selectIntegrator(world, *findIntegrator(integrator))) {
        return speeds;
    }
    world.settings.substeps = 1;
    world.settings.postStep.sweepMax = 0;
    for (int32_t s = 1; s <= steps && (speeds.empty() || speeds.back() <= kExploded); ++s) {
        step(world, emptyInput(kDtMin));
        speeds.push_back(fastest(world.cloths[0]));
    }
    return speeds;
}

int32_t stepOfExplosion(const char *integrator, float stiffness, int32_t steps) {
    const std::vector<float> speeds = fastestOfHanging(integrator, stiffness, steps);
    return !speeds.empty() && speeds.back() > kExploded ? static_cast<int32_t>(speeds.size()) : 0;
}

double fallShareOfTwo(const char *integrator, double ratio) {
    const double h = 1.0 / 100.0;
    Fabric fabric;
    fabric.weftStiffness = static_cast<float>(ratio * static_cast<double>(kMass) / (h * h));
    fabric.damping = 0.0F;
    const Vec3 ends[] = {Vec3(-0.5F, 0.0F, 0.0F), Vec3(0.5F, 0.0F, 0.0F)};
    World world =
        networkWorld(makeNetwork(ends, kMass, {{0, 1, 1.0F, SpringKind::Weft}}, fabric), integrator, 1);
    for (int s = 0; s < 100; ++s) {
        step(world, emptyInput(static_cast<float>(h)));
    }
    return -static_cast<double>(world.cloths[0].velocity[0].y) / static_cast<double>(kGravity);
}

double fallShare(const char *integrator, const BilayerSettings &settings) {
    World world = sheetWorld(17, 1000.0F);
    prepareWorld(world, 1);
    if (!prepareBilayer(world.cloths[0], world.solvers[0], settings) ||
        !selectIntegrator(world, *findIntegrator(integrator))) { // keeps the settings
        return 0.0;
    }
    for (int s = 0; s < 90; ++s) {
        step(world, emptyInput());
    }
    return -momentumOf(world.cloths[0]).linear[1] / (0.2 * static_cast<double>(kGravity));
}

double momentumGained(const char *integrator) {
    World world = sheetWorld(13, 1000.0F, integrator);
    world.settings.gravity = Vec3(0.0F);
    prepareWorld(world, 1);
    Cloth &cloth = world.cloths[0];
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        const float x = cloth.position[i].x;
        cloth.velocity[i] = Vec3(0.3F * x * x * x, 0.5F * x * x, 0.1F);
    }
    const Momentum before = momentumOf(cloth);
    for (int s = 0; s < 10; ++s) {
        step(world, emptyInput());
    }
    return std::abs(momentumOf(cloth).linear[1] - before.linear[1]);
}

float lengthAfter(StrainCurve curve, float stretch, int32_t sweeps) {
    Fabric fabric;
    setMaxStretch(fabric, 0.1F);
    const Vec3 ends[] = {Vec3(0.0F), Vec3(1.0F + stretch, 0.0F, 0.0F)};
    Cloth chain = makeNetwork(ends, 0.1F, {{0, 1, 1.0F, SpringKind::Weft}}, fabric);
    const std::vector<float> inverseMass(2, 10.0F);
    const std::vector<Vec3> start = chain.position;
    std::vector<ContactState> contacts(2);
    std::vector<float> longest(1);
    PostStepOptions options;
    options.strainCurve = curve;
    options.sweepMax = sweeps;
    options.tolerance = 0.0F;
    runPostStep(chain, {}, options,
                {inverseMass, start, chain.position, contacts, chain.topology->keptSprings, true, longest});
    return glm::distance(chain.position[0], chain.position[1]);
}

double spinLeft(StrainDirection direction) {
    Cloth cloth = sheetCloth(9, 0.0F);
    setMaxStretch(cloth.fabric, 0.0F);
    for (size_t i = 0; i < cloth.position.size(); ++i) {
        cloth.velocity[i] = glm::cross(Vec3(0.0F, 6.0F, 0.0F), cloth.position[i]);
    }
    PostStepOptions options{20, 0.0F, {}};
    options.strainDirection = direction;
    std::vector<float> inverseMass;
    for (const float m : cloth.mass) {
        inverseMass.push_back(1.0F / m);
    }
    std::vector<ContactState> contacts(cloth.position.size());
    const double before = momentumOf(cloth).angular[1];
    const float dt = 1.0F / 90.0F;
    for (int s = 0; s < 180; ++s) {
        const std::vector<Vec3> start = cloth.position;
        for (size_t i = 0; i < start.size(); ++i) {
            cloth.position[i] += dt * cloth.velocity[i];
        }
        runPostStep(cloth, {}, options,
                    {inverseMass, start, cloth.position, contacts, springsOf(*cloth.topology)});
        for (size_t i = 0; i < start.size(); ++i) {
            cloth.velocity[i] = (cloth.position[i] - start[i]) / dt;
        }
    }
    return momentumOf(cloth).angular[1] / before;
}

Collider inclinedPlane(float degrees) {
    Collider plane;
    plane.pose.orientation = glm::angleAxis(glm::radians(degrees), Vec3(0.0F, 0.0F, 1.0F));
    plane.previousPose = plane.pose;
    return plane;
}

float slideOnIncline(float friction, float degrees, float seconds) {
    World world;
    Fabric fabric = sheetFabric(1000.0F, 0.5F / 12.0F);
    fabric.friction = friction;
    const Collider plane = inclinedPlane(degrees);
    Pose pose = plane.pose;
    pose.position = plane.pose.orientation * Vec3(0.0F, fabric.thickness, 0.0F);
    world.cloths.push_back(makeGridCloth({13, 13, 0.5F, 0.5F}, fabric, pose));
    world.colliders.push_back(plane);
    prepareWorld(world, 1);
    const Vec3 start = centreOfMass(world.cloths[0]);
    for (int s = 0; s < static_cast<int>(seconds * 90.0F); ++s) {
        step(world, emptyInput());
    }
    return glm::distance(centreOfMass(world.cloths[0]), start);
}

World threeSheets(SelfContactResponse response, const char *integrator) {
    constexpr int32_t kSide = 7;  // particles
    constexpr float kSize = 0.3F; // m
    World world;
    Fabric fabric;
    fabric.arealDensity = 0.2F;
    fabric.damping = 0.0F;
    fabric.friction = 0.3F;
    setSpringConstants(fabric, {20.0F, 10.0F, 1.0F}, kSize / (kSide - 1));
    const GridSize size{kSide, kSide, kSize, kSize, SpringLayout::Papers};
    const Quat aslant = glm::angleAxis(0.2F, glm::normalize(Vec3(1.0F, 0.0F, 0.4F)));
    world.cloths.push_back(makeGridCloth(size, fabric, Pose{}));
    world.cloths.push_back(makeGridCloth(size, fabric, {aslant, {0.013F, 0.06F, 0.007F}}));
    world.cloths.push_back(makeGridCloth(size, fabric, {aslant, {2.0F, 0.06F, 0.0F}}));
    for (int32_t i = 0; i < kSide * kSide; ++i) {
        const int32_t column = i % kSide;
        const int32_t row = i / kSide;
        if (column == 0 || row == 0 || column == kSide - 1 || row == kSide - 1) {
            world.pins.push_back({0, i});
        }
    }
    world.settings.integrator = findIntegrator(integrator);
    world.settings.substeps = 4;
    world.settings.selfContact.enabled = true;
    world.settings.selfContact.response = response;
    prepareWorld(world, 1);
    return world;
}

} // namespace selvage
