// A soft organ (Desbrun et al. 1999, §6): a volume of masses and springs, fixed below, that a person presses
// with a tool and pinches with the fingers; let go, it takes its shape again.
#include "scenario_table.h"
#include "solids.h"

#include "scenarios/script.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kLayers = 9;                 // particles along each axis
constexpr Vec3 kHalf(0.19F, 0.095F, 0.125F);   // m, semi-axes
constexpr Vec3 kMiddle(0.0F, 0.997F, -0.62F);  // m
constexpr float kBed = 0.945F;                 // m, it lies flat on the tray
constexpr float kMass = 1.2F;                  // kg, of the whole
constexpr float kFixedBelow = -0.95F;          // of the cube's coordinate -1…1: lower layers are fixed
constexpr float kNear = 900.0F;                // N/m, springs to the 26 neighbours
constexpr float kFar = 260.0F;                 // N/m, springs to the next but one, against folding over
constexpr Vec3 kTrayHalf(0.26F, 0.02F, 0.18F); // m
constexpr float kTip = 0.032F;                 // m, radius of the tool's ball
constexpr float kShaft = 0.007F;               // m
constexpr float kReach = 0.17F;                // m, from the hand to the ball's middle
constexpr int32_t kBallCollider = 4;
constexpr int32_t kShaftCollider = 5;
constexpr Vec3 kSteel(0.52F, 0.54F, 0.56F);
constexpr std::array<Vec3, 6> kColours = {
    Vec3(0.5F), Vec3(0.35F, 0.37F, 0.38F), Vec3(0.60F, 0.62F, 0.63F), Vec3(0.30F, 0.31F, 0.32F), kSteel,
    kSteel};

int32_t indexOf(int32_t layers, int32_t x, int32_t y, int32_t z) {
    return (z * layers + y) * layers + x;
}

// -1…1 along each axis, for an index of the lattice.
Vec3 cubePoint(int32_t layers, int32_t i) {
    const float step = 2.0F / static_cast<float>(layers - 1);
    const Vec3 at(i % layers, (i / layers) % layers, i / (layers * layers));
    return at * step - 1.0F;
}

// A cube of side 2 to the unit ball, smooth and nearly even.
Vec3 ballPoint(const Vec3 &c) {
    const Vec3 s = c * c;
    return {c.x * std::sqrt(1.0F - 0.5F * (s.y + s.z) + s.y * s.z / 3.0F),
            c.y * std::sqrt(1.0F - 0.5F * (s.z + s.x) + s.z * s.x / 3.0F),
            c.z * std::sqrt(1.0F - 0.5F * (s.x + s.y) + s.x * s.y / 3.0F)};
}

// A ball to a liver: thick on the right, thin on the left, hollow below, with a notch in front.
Vec3 organPoint(const Vec3 &ball) {
    Vec3 p = ball * kHalf;
    p.y *= 0.95F + 0.38F * ball.x;
    p.z *= 0.92F + 0.20F * ball.x;
    p.z -= 0.030F * std::exp(-14.0F * (ball.x + 0.15F) * (ball.x + 0.15F)) * std::max(0.0F, ball.z);
    p.y += 0.008F * (1.0F - ball.x * ball.x);
    p += kMiddle;
    p.y = p.y < kBed ? kBed + 0.15F * (p.y - kBed) : p.y;
    return p;
}

void addSprings(int32_t layers, const std::vector<Vec3> &position, const Vec3 &step, SpringKind kind,
                std::vector<Spring> &springs) {
    const glm::ivec3 d(step);
    for (int32_t i = 0; i < static_cast<int32_t>(position.size()); ++i) {
        const glm::ivec3 at(i % layers, (i / layers) % layers, i / (layers * layers));
        const glm::ivec3 to = at + d;
        if (glm::any(glm::lessThan(to, glm::ivec3(0))) ||
            glm::any(glm::greaterThanEqual(to, glm::ivec3(layers)))) {
            continue;
        }
        const int32_t other = indexOf(layers, to.x, to.y, to.z);
        const float length =
            glm::distance(position[static_cast<size_t>(i)], position[static_cast<size_t>(other)]);
        springs.push_back({i, other, length, kind});
    }
}

// To the 26 neighbours (each pair once) and to the next but one along the axes.
std::vector<Spring> springsOf(int32_t layers, const std::vector<Vec3> &position) {
    std::vector<Spring> springs;
    for (int32_t n = 14; n < 27; ++n) { // the half of the neighbourhood after its middle
        const Vec3 step(n % 3 - 1, (n / 3) % 3 - 1, n / 9 - 1);
        addSprings(layers, position, step, glm::dot(step, step) > 1.5F ? SpringKind::Shear : SpringKind::Weft,
                   springs);
    }
    for (const Vec3 &step : {Vec3(2, 0, 0), Vec3(0, 2, 0), Vec3(0, 0, 2)}) {
        addSprings(layers, position, step, SpringKind::Flexion, springs);
    }
    return springs;
}

// The six faces of the lattice, counter-clockwise seen from outside.
std::vector<int32_t> surfaceOf(int32_t layers) {
    std::vector<int32_t> triangles;
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t side = 0; side < 2; ++side) {
            for (int32_t cell = 0; cell < (layers - 1) * (layers - 1); ++cell) {
                const auto corner = [&](int32_t du, int32_t dv) {
                    glm::ivec3 at(0);
                    at[axis] = side * (layers - 1);
                    at[(axis + 1) % 3] = cell % (layers - 1) + du;
                    at[(axis + 2) % 3] = cell / (layers - 1) + dv;
                    return indexOf(layers, at.x, at.y, at.z);
                };
                const int32_t a = corner(0, 0);
                const int32_t b = side == 1 ? corner(1, 0) : corner(0, 1);
                const int32_t c = corner(1, 1);
                const int32_t d = side == 1 ? corner(0, 1) : corner(1, 0);
                triangles.insert(triangles.end(), {a, b, c, a, c, d});
            }
        }
    }
    return triangles;
}

Fabric tissue() {
    Fabric fabric;
    fabric.name = "tissue";
    fabric.warpStiffness = kNear;
    fabric.weftStiffness = kNear;
    fabric.shearStiffness = kNear;
    fabric.bendingRigidity = kFar;
    setMaxStretch(fabric, 0.5F);
    fabric.damping = 3.0F;
    fabric.friction = 0.15F;
    fabric.thickness = 0.003F;
    return fabric;
}

void addTool(World &world) {
    const Quat lying = glm::angleAxis(glm::half_pi<float>(), Vec3(1.0F, 0.0F, 0.0F)); // the capsule's y to z
    Collider shaft;
    shaft.shape = ColliderShape::Capsule;
    shaft.radius = kShaft;
    shaft.halfExtents = Vec3(kShaft, 0.5F * kReach, kShaft);
    shaft.pose = {lying, Vec3(0.38F, 0.97F, -0.5F)};
    shaft.previousPose = shaft.pose;
    world.colliders.push_back(makeBall(Vec3(0.38F, 0.99F, -0.6F), kTip));
    world.colliders.push_back(shaft);
    world.tools = {{kBallCollider, Hand::Right, placedAt(Vec3(0.0F, 0.0F, -kReach))},
                   {kShaftCollider, Hand::Right, {lying, Vec3(0.0F, 0.0F, -0.5F * kReach)}}};
}

} // namespace

Result<World> buildOrgan(const ScenarioOptions &options) {
    World world;
    const int32_t layers =
        options.points > 0
            ? std::clamp(static_cast<int32_t>(std::lround(std::cbrt(static_cast<double>(options.points)))), 4,
                         20)
            : kLayers;
    std::vector<Vec3> position;
    position.reserve(static_cast<size_t>(layers * layers * layers));
    for (int32_t i = 0; i < layers * layers * layers; ++i) {
        position.push_back(organPoint(ballPoint(cubePoint(layers, i))));
    }
    const float each = kMass / static_cast<float>(position.size());
    world.cloths.push_back(
        makeNetwork(position, each, springsOf(layers, position), tissue(), surfaceOf(layers)));
    for (int32_t i = 0; i < static_cast<int32_t>(position.size()); ++i) {
        if (cubePoint(layers, i).y < kFixedBelow) {
            world.pins.push_back({0, i});
        }
    }
    world.colliders = {makeFloorSolid(),
                       makeBlock(Vec3(0.0F, 0.45F, kMiddle.z), Vec3(0.20F, 0.45F, 0.15F), 0.02F),
                       makeBlock(Vec3(0.0F, 0.92F, kMiddle.z), kTrayHalf, 0.015F),
                       makeBlock(Vec3(0.0F, 0.015F, kMiddle.z), Vec3(0.27F, 0.015F, 0.20F), 0.01F)};
    addTool(world);
    world.settings.integrator = findIntegrator("desbrun");
    if (const auto finished = finishWorld(world, options); !finished) {
        return finished.error();
    }
    return world;
}

// What a person would do: press with the tool in the right hand, let it spring back, pinch and pull with the
// left hand, let go.
Motion scriptOrgan() {
    constexpr Vec3 kDown(-65.0F, 20.0F, 0.0F); // degrees: the tool points down and away
    constexpr Vec3 kForward(100.0F, -10.0F, 0.0F);
    const Vec3 eye(0.0F, 1.50F, -0.02F);
    ScriptKeys keys;
    keys.head = {{0.0, eye, {0.0F, 1.0F, -0.62F}}, {12.0, eye, {0.0F, 1.0F, -0.62F}}};
    const Vec3 above(0.12F, 1.40F, -0.52F);
    const Vec3 pressed(0.12F, 1.235F, -0.56F);
    const Vec3 aside(0.42F, 1.25F, -0.35F);
    keys.right = {{0.0, aside, 0.0F, kDown},   {1.5, above, 0.0F, kDown}, {2.5, pressed, 0.0F, kDown},
                  {4.0, pressed, 0.0F, kDown}, {5.0, above, 0.0F, kDown}, {6.0, aside, 0.0F, kDown},
                  {12.0, aside, 0.0F, kDown}};
    const Vec3 rest(-0.35F, 1.05F, -0.30F);
    const Vec3 pinch(-0.11F, 1.075F, -0.57F);
    const Vec3 pulled(-0.17F, 1.17F, -0.51F);
    keys.left = {{0.0, rest, 0.0F, kForward},   {5.5, rest, 0.0F, kForward},   {6.5, pinch, 0.0F, kForward},
                 {6.7, pinch, 1.0F, kForward},  {7.7, pulled, 1.0F, kForward}, {8.8, pulled, 1.0F, kForward},
                 {9.0, pulled, 0.0F, kForward}, {9.8, rest, 0.0F, kForward},   {12.0, rest, 0.0F, kForward}};
    return makeScript(keys, 90.0);
}

std::vector<double> picturesOrgan() {
    return {1.0, 3.9, 6.0, 8.7, 12.0};
}

SceneLook lookOrgan() {
    SceneLook look;
    look.cloth = Vec3(0.36F, 0.065F, 0.05F);
    look.solids = kColours;
    return look;
}

} // namespace selvage
