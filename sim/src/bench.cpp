// The table of tools, what hands press, pins and picking.
#include "sim/bench.h"

#include "bench_tools.h"
#include "maths/index.h"
#include "sim/body_measure.h"
#include "sim/mesh_cloth.h"
#include "sim/panel_cloth.h"
#include "sim/world.h"
#include "waistband.h"

#include <algorithm>
#include <numeric>

namespace selvage {

namespace {

constexpr size_t kPinsMax = 256; // beside those of the scene
constexpr size_t kBandsMax = 8;
constexpr size_t kLineMax = 2000;   // points of a line to cut along
constexpr float kLineStep = 0.008F; // m, between its points
constexpr float kDartStep = 0.003F; // m, the same of a dart, whose tip is one of them
constexpr float kPulled = 0.6F;     // –, of the trigger
constexpr float kReleased = 0.4F;   // –

struct Use {
    World &world;
    BenchHand &hand;
    HandState &holder;
    float pull{0.0F}; // –, of the trigger
    float dt{0.0F};   // s
};

Vec3 placeOf(const Use &use) {
    return use.holder.anchor.position;
}

// Whatever a tool does is felt as taking hold and letting go are.
void tellDone(const Use &use) {
    ++use.holder.grabCount;
}

void refixed(World &world, int32_t cloth) {
    world.solvers[u(cloth)].filterValid = false;
}

// Whether the hand holds nothing, or holds the cloth around the pin: what it wraps may lie over another pin.
bool isMeant(const Use &use, const Pin &pin) {
    if (use.holder.cloth != pin.cloth) {
        return true;
    }
    const std::vector<Vec2> &uv = use.world.cloths[u(pin.cloth)].topology->restUv;
    return std::any_of(use.holder.held.begin(), use.holder.held.end(), [&](const HeldParticle &held) {
        return glm::distance(uv[u(held.particle)], uv[u(pin.particle)]) < use.world.bench->settings.reach;
    });
}

// The pin nearest to a hand within reach; the number of pins where there is none.
size_t pinInReach(const Use &use) {
    const World &world = use.world;
    float nearest = world.bench->settings.reach;
    size_t found = world.pins.size();
    for (size_t p = 0; p < world.pins.size(); ++p) {
        const Pin &pin = world.pins[p];
        const float distance =
            glm::distance(world.cloths[u(pin.cloth)].position[u(pin.particle)], placeOf(use));
        if (pin.cloth == world.bench->cloth && distance < nearest && isMeant(use, pin)) {
            nearest = distance;
            found = p;
        }
    }
    return found;
}

void takeOut(Use &use, size_t p) {
    World &world = use.world;
    const Pin pin = world.pins[p];
    const auto index = static_cast<std::ptrdiff_t>(p);
    world.pins.erase(world.pins.begin() + index);
    record(world.bench->history,
           {.kind = BenchAct::Kind::Unpinned, .pin = pin, .index = static_cast<int32_t>(index)});
    Cloth &cloth = world.cloths[u(pin.cloth)];
    cloth.fixed[u(pin.particle)] = 0;
    std::vector<HeldParticle> &held = use.holder.held;
    if (use.holder.cloth == pin.cloth && held.size() < held.capacity()) { // it goes with the cloth around it
        cloth.fixed[u(pin.particle)] = kHeld;
        held.push_back(
            {pin.particle, inverseTransformPoint(use.holder.anchor, cloth.position[u(pin.particle)])});
    }
    refixed(world, pin.cloth);
    ++use.holder.releaseCount;
}

// The particle to be pinned: of those held by this hand, else of all, whether the other hand holds them or
// not. -1: none is near.
int32_t particleToPin(const Use &use) {
    const Bench &bench = *use.world.bench;
    const std::vector<Vec3> &position = use.world.cloths[u(bench.cloth)].position;
    const bool holds = use.holder.cloth == bench.cloth;
    float nearest = holds ? 1e9F : bench.settings.reach;
    int32_t found = -1;
    const auto look = [&](int32_t i) {
        const float distance = glm::distance(position[u(i)], placeOf(use));
        if (distance < nearest) {
            nearest = distance;
            found = i;
        }
    };
    if (holds) {
        std::for_each(use.holder.held.begin(), use.holder.held.end(),
                      [&](const HeldParticle &held) { look(held.particle); });
        return found;
    }
    for (int32_t i = 0; i < static_cast<int32_t>(position.size()); ++i) {
        if (use.world.cloths[u(bench.cloth)].fixed[u(i)] != kPinned) {
            look(i);
        }
    }
    return found;
}

void pressPin(Use &use) {
    World &world = use.world;
    if (const Bench &bench = *world.bench;
        bench.wait.active || (bench.closing.active && bench.closing.isDart)) {
        say(*world.bench, BenchNote::Busy);
        return;
    }
    if (const size_t old = pinInReach(use); old < world.pins.size()) {
        takeOut(use, old);
        return;
    }
    const int32_t particle = particleToPin(use);
    if (particle < 0 || world.pins.size() == world.pins.capacity()) {
        return;
    }
    for (HandState &hand : world.hands) {
        if (hand.cloth == world.bench->cloth) {
            std::erase_if(hand.held, [&](const HeldParticle &held) { return held.particle == particle; });
        }
    }
    world.cloths[u(world.bench->cloth)].fixed[u(particle)] = kPinned;
    world.pins.push_back({.cloth = world.bench->cloth, .particle = particle});
    record(world.bench->history, {.kind = BenchAct::Kind::Pinned,
                                  .pin = world.pins.back(),
                                  .index = static_cast<int32_t>(world.pins.size()) - 1});
    refixed(world, world.bench->cloth);
    tellDone(use);
}

void pressWaistband(Use &use) {
    beginWaistband(use.world, use.hand, placeOf(use));
}

void holdWaistband(Use &use) {
    pullWaistband(use.world, use.hand, use.pull, use.dt);
}

void releaseWaistband(Use &use) {
    if (use.hand.band >= 0) {
        endWaistband(use.world, use.hand);
        tellDone(use);
    }
}

void pressSeam(Use &use) {
    Bench &bench = *use.world.bench;
    if (isBusy(bench)) {
        say(bench, BenchNote::Busy);
        return;
    }
    const EdgePick pick = nearestEdge(use.world, placeOf(use), use.hand.picked);
    if (pick.distance > bench.settings.edgeReach) {
        return;
    }
    tellDone(use);
    const EdgeOfPanel first = use.hand.picked;
    use.hand.picked = pick.edge;
    if (first.panel < 0) {
        return;
    }
    use.hand.picked = {-1, -1};
    const std::vector<int32_t> &a = verticesOf(bench, first);
    const std::vector<int32_t> &b = verticesOf(bench, pick.edge);
    const bool sameWay = liesSameWay(use.world, a, b);
    bench.closing.isHook = false;
    bench.closing.isDart = false;
    bench.closing.seam = {first, pick.edge, sameWay};
    beginClosing(use.world, a, b, sameWay);
}

void pressUnpick(Use &use) {
    pressUnpick(use.world, placeOf(use));
    tellDone(use);
}

void holdCut(Use &use) {
    drawCut(use.world, use.hand, placeOf(use), kLineStep);
}

void releaseCut(Use &use) {
    endCut(use.world, use.hand, placeOf(use));
    tellDone(use);
}

void pressHem(Use &use) {
    pressHem(use.world, use.hand, placeOf(use));
}

void holdHem(Use &use) {
    moveHem(use.world, use.hand, placeOf(use));
}

void releaseHem(Use &use) {
    if (!use.hand.line.empty()) {
        endHem(use.world, use.hand);
        tellDone(use);
    }
}

void holdDart(Use &use) {
    drawCut(use.world, use.hand, placeOf(use), kDartStep);
}

void releaseDart(Use &use) {
    endDart(use.world, use.hand, placeOf(use));
    tellDone(use);
}

// Adding a tool is a value of BenchTool and a row.
struct ToolRow {
    std::string_view name;
    void (*press)(Use &);
    void (*hold)(Use &); // every step from the press on
    void (*release)(Use &);
};
constexpr ToolRow kTools[] = {{"wind", nullptr, nullptr, nullptr},
                              {"pin", pressPin, nullptr, nullptr},
                              {"waistband", pressWaistband, holdWaistband, releaseWaistband},
                              {"seam", pressSeam, nullptr, nullptr},
                              {"unpick", pressUnpick, nullptr, nullptr},
                              {"cut", nullptr, holdCut, releaseCut},
                              {"hem", pressHem, holdHem, releaseHem},
                              {"dart", nullptr, holdDart, releaseDart}};

void call(void (*function)(Use &), Use &use) {
    if (function != nullptr) {
        function(use);
    }
}

void useTool(Use &use) {
    const ToolRow &row = kTools[static_cast<size_t>(use.hand.tool)];
    const bool was = use.hand.trigger;
    use.hand.trigger = use.pull >= (was ? kReleased : kPulled);
    if (use.hand.trigger && !was) {
        call(row.press, use);
    }
    if (use.hand.trigger) {
        call(row.hold, use);
    } else if (was) {
        call(row.release, use);
    }
}

// What the hand has begun with its tool ends; what it has only picked or drawn is left out.
void endTool(Use &use) {
    use.hand.picked = {-1, -1};
    use.hand.line.clear();
    if (use.hand.trigger && use.hand.tool == BenchTool::Waistband) {
        releaseWaistband(use);
    }
}

void takeTool(Use &use, size_t tool) {
    endTool(use);
    use.hand.tool = static_cast<BenchTool>(tool);
}

// The tool's button takes the next one, a wish any; each once while it lasts.
void changeTool(Use &use, const HandInput &input) {
    const bool toolWasDown = use.hand.toolDown;
    const uint8_t wishBefore = use.hand.wish;
    if (input.tool && !toolWasDown) {
        takeTool(use, (static_cast<size_t>(use.hand.tool) + 1) % std::size(kTools));
    }
    if (input.toolWish != wishBefore && input.toolWish > 0 && input.toolWish <= std::size(kTools)) {
        takeTool(use, size_t{input.toolWish} - 1);
    }
    use.hand.toolDown = input.tool;
    use.hand.wish = input.toolWish;
}

float distanceToEdge(const World &world, const EdgeOfPanel &edge, const Vec3 &at) {
    const Bench &bench = *world.bench;
    const std::vector<Vec3> &position = world.cloths[u(bench.cloth)].position;
    const std::vector<int32_t> &vertices = verticesOf(bench, edge);
    float nearest = 1e9F;
    for (size_t k = 0; k + 1 < vertices.size(); ++k) {
        nearest = std::min(
            nearest, distanceToSegment(at, position[u(bench.shape.garment.sewnParticle[u(vertices[k])])],
                                       position[u(bench.shape.garment.sewnParticle[u(vertices[k + 1])])]));
    }
    return nearest;
}

// Where uv 0 of each panel lies, from its first corner.
std::vector<DVec2> originsOf(const SewingPattern &pattern, const Garment &garment) {
    std::vector<DVec2> origins;
    for (size_t p = 0; p < pattern.panels.size(); ++p) {
        const Panel &panel = pattern.panels[p];
        const DVec2 start = panel.outline.front().start;
        const DVec2 weft = weftOf(panel);
        const Vec2 uv = garment.shape.uv[u(garment.edges[p].front().front())];
        origins.push_back(DVec2(glm::dot(start, weft), glm::dot(start, panel.grain)) - DVec2(uv));
    }
    return origins;
}

// Presses of both hands' buttons; either hand's counts.
void undoAndRedo(World &world, const TrackedInput &tracked) {
    Bench &bench = *world.bench;
    bool undo = false;
    bool redo = false;
    for (const HandInput &hand : tracked.hands) {
        undo = undo || (hand.active && hand.undo);
        redo = redo || (hand.active && hand.redo);
    }
    if (undo && !bench.undoDown) {
        undoAct(world, false);
    }
    if (redo && !bench.redoDown) {
        undoAct(world, true);
    }
    bench.undoDown = undo;
    bench.redoDown = redo;
}

} // namespace

Bench::Bench() = default;
Bench::~Bench() = default;

std::string_view nameOf(BenchTool tool) {
    return kTools[static_cast<size_t>(tool)].name;
}

size_t benchToolCount() {
    return std::size(kTools);
}

float distanceToSegment(const Vec3 &p, const Vec3 &a, const Vec3 &b) {
    const Vec3 way = b - a;
    const float squared = glm::dot(way, way);
    const float t = squared > 0.0F ? std::clamp(glm::dot(p - a, way) / squared, 0.0F, 1.0F) : 0.0F;
    return glm::distance(p, a + t * way);
}

bool isSame(const EdgeOfPanel &a, const EdgeOfPanel &b) {
    return a.panel == b.panel && a.edge == b.edge;
}

bool isSewn(const SewingPattern &pattern, const EdgeOfPanel &edge) {
    const auto has = [&](const std::vector<EdgeOfPanel> &side) {
        return std::any_of(side.begin(), side.end(), [&](const EdgeOfPanel &e) { return isSame(e, edge); });
    };
    return std::any_of(pattern.seams.begin(), pattern.seams.end(),
                       [&](const Seam &seam) { return has(seam.a) || has(seam.b); });
}

const std::vector<int32_t> &verticesOf(const Bench &bench, const EdgeOfPanel &edge) {
    return bench.shape.garment.edges[u(edge.panel)][u(edge.edge)];
}

EdgePick nearestEdge(const World &world, const Vec3 &at, const EdgeOfPanel &but) {
    const Bench &bench = *world.bench;
    EdgePick pick;
    for (size_t p = 0; p < bench.shape.garment.edges.size(); ++p) {
        for (size_t e = 0; e < bench.shape.garment.edges[p].size(); ++e) {
            const EdgeOfPanel edge{static_cast<int32_t>(p), static_cast<int32_t>(e)};
            if (isSame(edge, but) || isSewn(bench.shape.pattern, edge)) {
                continue;
            }
            if (const float distance = distanceToEdge(world, edge, at); distance < pick.distance) {
                pick = {edge, distance};
            }
        }
    }
    return pick;
}

Result<void> addBench(World &world, SewingPattern pattern, const PanelMeshOptions &options,
                      const Fabric &fabric) {
    pattern.seams.clear();
    auto garment = makeGarment(pattern, options);
    if (!garment) {
        return garment.error();
    }
    auto panels = makeMeshCloth(garment->shape, fabric, {});
    if (!panels) {
        return panels.error();
    }
    world.bench = std::make_unique<Bench>();
    world.bench->cloth = static_cast<int32_t>(world.cloths.size());
    BenchShape &shape = world.bench->shape;
    shape.origin = originsOf(pattern, *garment);
    shape.pattern = std::move(pattern);
    shape.garment = std::move(*garment);
    shape.drawn = panels->topology;
    world.cloths.push_back(std::move(*panels));
    return {};
}

void measureGirths(std::span<const Vec3> position, std::span<const int32_t> triangles, const Vec3 &place,
                   Bench &bench) {
    float low = 1e9F;
    float high = -1e9F;
    for (const Vec3 &p : position) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
    }
    bench.bodyPlace = place;
    bench.girthLow = low + place.y;
    bench.girths.clear();
    for (float y = low; y <= high; y += kGirthStep) {
        const std::vector<BodySection> sections = sectionsOf(position, triangles, 1, y);
        bench.girths.push_back(sections.empty() ? 0.0F : sections.front().girth);
    }
}

void prepareBench(World &world) {
    if (world.bench == nullptr) {
        return;
    }
    Bench &bench = *world.bench;
    const size_t vertices = bench.shape.garment.shape.uv.size();
    world.pins.reserve(world.pins.size() + kPinsMax);
    bench.bands.reserve(kBandsMax);
    bench.closing.joined.reserve(vertices);
    bench.closing.pulls.pairs.reserve(vertices);
    bench.closing.pulls.panels = false;
    bench.depth.assign(vertices, 0.0F);
    bench.kept = std::make_shared<const BenchShape>(bench.shape);
    bench.history.acts.reserve(kBenchActsMax);
    bench.history.gone.reserve(kBenchActsMax);
    bench.wait.line.reserve(kLineMax);
    bench.wait.hang.place.reserve(vertices);
    bench.wait.hang.fixed.reserve(vertices);
    for (BenchHand &hand : bench.hands) {
        hand.line.reserve(kLineMax);
    }
    bench.planner = std::make_unique<BenchPlanner>(world.cloths);
    if (const auto &mesh = world.solvers[u(bench.cloth)].mesh; mesh != nullptr) {
        reserveBands(*mesh);
        mesh->pulls = &bench.closing.pulls;
    }
}

void useBench(World &world, const TrackedInput &tracked, float dt) {
    if (world.bench == nullptr) {
        return;
    }
    undoAndRedo(world, tracked);
    for (size_t h = 0; h < world.hands.size(); ++h) {
        Use use{world, world.bench->hands[h], world.hands[h], tracked.hands[h].trigger, dt};
        if (!tracked.hands[h].active) {
            endTool(use);
            use.hand.trigger = false;
            use.hand.toolDown = false;
            use.hand.wish = 0;
            continue;
        }
        changeTool(use, tracked.hands[h]);
        if (use.holder.tracked) {
            useTool(use);
        }
    }
}

void advanceBench(World &world, float dt) {
    if (world.bench == nullptr) {
        return;
    }
    if (world.bench->closing.active) {
        advanceClosing(world, dt);
    }
    advanceWait(world);
}

} // namespace selvage
