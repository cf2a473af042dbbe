// Waistbands and seams of the bench.
#include "bench_tools.h"
#include "edge_run.h"
#include "maths/index.h"
#include "sim/world.h"
#include "waistband.h"

#include <algorithm>

namespace selvage {

namespace {

// Steps from a seam's beginning to the one that may first have the sewn cloth. A plan takes some milliseconds
// a thousand particles.
constexpr int32_t kPlanSteps = 45;
// s and 1/s: a seam that is not closed by then is drawn with a force and speed that grow: what is taut, like
// a waistband, resists the first one for ever.
constexpr float kPatience = 0.35F;
constexpr float kHurry = 12.0F;
constexpr float kShareMin = 0.2F; // –, of a waistband's length in the flat fabric

float flatDistance(const Bench &bench, int32_t v, int32_t w) {
    return glm::distance(bench.shape.garment.shape.uv[u(v)], bench.shape.garment.shape.uv[u(w)]);
}

Vec3 placeOf(const World &world, int32_t vertex) {
    const Bench &bench = *world.bench;
    return world.cloths[u(bench.cloth)].position[u(bench.shape.garment.sewnParticle[u(vertex)])];
}

float girthAt(const Bench &bench, float height) {
    if (bench.girths.empty()) {
        return 0.0F;
    }
    const float last = static_cast<float>(bench.girths.size() - 1);
    const float place = std::clamp((height - bench.girthLow) / kGirthStep, 0.0F, last);
    const auto i = static_cast<size_t>(place);
    const size_t next = std::min(i + 1, bench.girths.size() - 1);
    return glm::mix(bench.girths[i], bench.girths[next], place - static_cast<float>(i));
}

// –, of the edge's length in the flat fabric, that goes around the body at the height of the edge's highest
// particle: between pins it sags until it is tight.
float goalOf(const World &world, const EdgeOfPanel &edge) {
    const Bench &bench = *world.bench;
    const EdgeRun run = runOf(bench.shape, edge);
    float height = placeOf(world, verticesOf(bench, edge).front()).y;
    float length = 0.0F;
    for (int32_t e = run.first; e >= 0; e = nextOfRun(bench.shape, run, e)) {
        const std::vector<int32_t> &vertices = verticesOf(bench, {run.panel, e});
        length += flatLength(bench, vertices);
        for (const int32_t v : vertices) {
            height = std::max(height, placeOf(world, v).y);
        }
    }
    const float girth = girthAt(bench, height);
    if (girth <= 0.0F || length <= 0.0F) {
        return bench.settings.bandRatio;
    }
    const float around = girth + glm::two_pi<float>() * world.cloths[u(bench.cloth)].fabric.thickness;
    return std::clamp(bench.settings.bandRatio * around / length, kShareMin, 1.0F);
}

// m, from a place in the flat panel to a row of its vertices.
float depthBelow(const Bench &bench, const std::vector<int32_t> &row, const Vec2 &at) {
    float nearest = 1e9F;
    for (size_t k = 0; k + 1 < row.size(); ++k) {
        const Vec2 a = bench.shape.garment.shape.uv[u(row[k])];
        const Vec2 way = bench.shape.garment.shape.uv[u(row[k + 1])] - a;
        const float t = std::clamp(glm::dot(at - a, way) / glm::dot(way, way), 0.0F, 1.0F);
        nearest = std::min(nearest, glm::distance(at, a + t * way));
    }
    return nearest;
}

// The vertices of an edge from one end as far as the waistband is deep.
std::span<const int32_t> bandEnd(const Bench &bench, const std::vector<int32_t> &edge, bool fromStart) {
    float length = 0.0F;
    size_t count = 1;
    while (count < edge.size()) {
        const size_t at = fromStart ? count : edge.size() - 1 - count;
        length += flatDistance(bench, edge[at], edge[fromStart ? at - 1 : at + 1]);
        if (length > 1.01F * bench.settings.bandDepth) {
            break;
        }
        ++count;
    }
    return std::span(edge).subspan(fromStart ? 0 : edge.size() - count, count);
}

// Hooks the band's ends to each other: the vertices along both neighbours of its edges.
void hookEnds(World &world, Waistband &band) {
    Bench &bench = *world.bench;
    const auto &edges = bench.shape.garment.edges[u(band.edge.panel)];
    const auto count = static_cast<int32_t>(edges.size());
    const EdgeRun run = runOf(bench.shape, band.edge);
    const auto after = bandEnd(bench, edges[u((run.last + 1) % count)], true);
    const auto before = bandEnd(bench, edges[u((run.first + count - 1) % count)], false);
    const float apart = glm::distance(placeOf(world, after.front()), placeOf(world, before.back()));
    if (isBusy(bench) || apart > bench.settings.hookReach) {
        return;
    }
    bench.closing.isHook = true;
    bench.closing.isDart = false;
    beginClosing(world, after, before, false);
    band.hooked = bench.closing.active;
}

float gapOf(const World &world) {
    const Bench &bench = *world.bench;
    const Cloth &cloth = world.cloths[u(bench.cloth)];
    float widest = 0.0F;
    for (const ParticlePair &pair : bench.closing.pulls.pairs) {
        const bool isHeldApart = cloth.fixed[u(pair.a)] != 0 && cloth.fixed[u(pair.b)] != 0;
        if (!isHeldApart) {
            widest = std::max(widest, glm::distance(cloth.position[u(pair.a)], cloth.position[u(pair.b)]));
        }
    }
    return widest;
}

void endClosing(Bench &bench) {
    bench.closing.active = false;
    bench.closing.pulls.pairs.clear();
}

} // namespace

float flatLength(const Bench &bench, std::span<const int32_t> vertices) {
    float length = 0.0F;
    for (size_t k = 0; k + 1 < vertices.size(); ++k) {
        length += flatDistance(bench, vertices[k], vertices[k + 1]);
    }
    return length;
}

void pickBand(const World &world, size_t band, ClothSolver &solver) {
    Bench &bench = *world.bench;
    if (solver.mesh == nullptr) {
        return;
    }
    const EdgeOfPanel &edge = bench.bands[band].edge;
    const EdgeRun run = runOf(bench.shape, edge);
    std::fill(bench.depth.begin(), bench.depth.end(), 1e9F);
    const auto first = u(bench.shape.garment.firstParticle[u(edge.panel)]);
    const auto last = u(bench.shape.garment.firstParticle[u(edge.panel) + 1]);
    for (size_t v = first; v < last; ++v) {
        float &depth = bench.depth[u(bench.shape.garment.sewnParticle[v])];
        for (int32_t e = run.first; e >= 0; e = nextOfRun(bench.shape, run, e)) {
            const std::vector<int32_t> &row = verticesOf(bench, {run.panel, e});
            depth = std::min(depth, depthBelow(bench, row, bench.shape.garment.shape.uv[v]));
        }
    }
    const auto index = static_cast<int32_t>(band);
    pickBand(bench.depth, 1.01F * bench.settings.bandDepth, index, *solver.mesh);
    setBand(bench.bands[band].share, index, *solver.mesh);
}

void pickBands(const World &world, ClothSolver &solver) {
    for (size_t band = 0; band < world.bench->bands.size(); ++band) {
        pickBand(world, band, solver);
    }
}

void beginWaistband(World &world, BenchHand &hand, const Vec3 &at) {
    Bench &bench = *world.bench;
    if (isBusy(bench)) {
        say(bench, BenchNote::Busy);
        return;
    }
    const EdgePick pick = nearestEdge(world, at, {-1, -1});
    if (pick.distance > bench.settings.edgeReach) {
        return;
    }
    const int32_t first = runOf(bench.shape, pick.edge).first;
    const auto old = std::find_if(bench.bands.begin(), bench.bands.end(), [&](const Waistband &band) {
        return band.edge.panel == pick.edge.panel && runOf(bench.shape, band.edge).first == first;
    });
    if (old == bench.bands.end() && bench.bands.size() == bench.bands.capacity()) {
        return;
    }
    const bool isNew = old == bench.bands.end();
    hand.band = static_cast<int32_t>(old - bench.bands.begin());
    if (isNew) {
        bench.bands.push_back({.edge = pick.edge, .goal = goalOf(world, pick.edge)});
        pickBand(world, u(hand.band), world.solvers[u(bench.cloth)]);
    }
    hand.bandBefore = bench.bands[u(hand.band)];
    hand.bandIsNew = isNew;
}

void pullWaistband(World &world, BenchHand &hand, float pull, float dt) {
    Bench &bench = *world.bench;
    const auto &mesh = world.solvers[u(bench.cloth)].mesh;
    if (hand.band < 0 || mesh == nullptr) {
        return;
    }
    Waistband &band = bench.bands[u(hand.band)];
    const float speed = (1.0F - band.goal) / bench.settings.bandTime;
    band.share = std::max(band.goal, band.share - speed * pull * dt);
    setBand(band.share, hand.band, *mesh);
}

void endWaistband(World &world, BenchHand &hand) {
    Bench &bench = *world.bench;
    Waistband &band = bench.bands[u(hand.band)];
    record(bench.history, {.kind = BenchAct::Kind::Tightened,
                           .index = hand.band,
                           .band = hand.bandBefore,
                           .isNew = hand.bandIsNew});
    hand.band = -1;
    if (!band.hooked) {
        hookEnds(world, band);
    }
}

void readHooks(Bench &bench) {
    for (Waistband &band : bench.bands) {
        const EdgeRun run = runOf(bench.shape, band.edge);
        const int32_t start = verticesOf(bench, {run.panel, run.first}).front();
        const int32_t end = verticesOf(bench, {run.panel, run.last}).back();
        const std::vector<int32_t> &particle = bench.shape.garment.sewnParticle;
        band.hooked = particle[u(start)] == particle[u(end)];
    }
}

bool liesSameWay(const World &world, std::span<const int32_t> a, std::span<const int32_t> b) {
    const auto sum = [&](int32_t bStart, int32_t bEnd) {
        return glm::distance(placeOf(world, a.front()), placeOf(world, bStart)) +
               glm::distance(placeOf(world, a.back()), placeOf(world, bEnd));
    };
    return sum(b.front(), b.back()) < sum(b.back(), b.front());
}

void beginClosing(World &world, std::span<const int32_t> a, std::span<const int32_t> b, bool sameWay) {
    Bench &bench = *world.bench;
    BenchClosing &closing = bench.closing;
    const bool aIsLonger = a.size() >= b.size();
    const std::span<const int32_t> more = aIsLonger ? a : b;
    const std::span<const int32_t> less = aIsLonger ? b : a;
    if (isBusy(bench) || more.size() > closing.joined.capacity()) {
        say(bench, BenchNote::Busy);
        return;
    }
    closing.joined.clear();
    const auto other = [&](size_t k) { return less[sameWay ? k : less.size() - 1 - k]; };
    const float moreLength = flatLength(bench, more);
    const float lessLength = flatLength(bench, less);
    float alongMore = 0.0F;
    float alongLess = 0.0F;
    size_t at = 0;
    for (size_t k = 0; k < more.size(); ++k) {
        alongMore += k > 0 ? flatDistance(bench, more[k - 1], more[k]) : 0.0F;
        while (at + 1 < less.size()) {
            const float step = flatDistance(bench, other(at), other(at + 1));
            const bool isNearer = alongMore * lessLength > (alongLess + 0.5F * step) * moreLength;
            if (more.size() == less.size() ? at == k : !isNearer) {
                break;
            }
            alongLess += step;
            ++at;
        }
        closing.joined.push_back({more[k], other(at)});
    }
    closing.pulls.pairs.clear();
    const std::vector<int32_t> &particle = bench.shape.garment.sewnParticle;
    for (const ParticlePair &vertices : closing.joined) {
        const ParticlePair pair{particle[u(vertices.a)], particle[u(vertices.b)]};
        if (pair.a != pair.b) {
            closing.pulls.pairs.push_back(pair);
        }
    }
    closing.pulls.speed = bench.settings.seamSpeed;
    closing.pulls.passMax = bench.settings.seamPassMax;
    closing.active = true;
    closing.time = 0.0F;
    closing.steps = 0;
    closing.gap = gapOf(world);
    closing.dropped = false;
    BenchOrder order = orderFor(world, BenchWork::Join);
    order.joined = &closing.joined;
    order.seam = closing.isHook ? BenchSeam{} : closing.seam;
    if (closing.isDart) {
        order.past = bench.history.acts[bench.history.done - 1].past;
    }
    bench.planner->begin(order, bench.history.gone);
}

void beginDart(World &world, const std::array<EdgeOfPanel, 2> &legs) {
    BenchClosing &closing = world.bench->closing;
    closing.isHook = false;
    closing.isDart = true;
    closing.seam = {legs[0], legs[1], false};
    beginClosing(world, verticesOf(*world.bench, legs[0]), verticesOf(*world.bench, legs[1]), false);
}

void advanceClosing(World &world, float dt) {
    Bench &bench = *world.bench;
    BenchClosing &closing = bench.closing;
    closing.time += dt;
    ++closing.steps;
    const float hurry = 1.0F + kHurry * std::max(0.0F, closing.time - kPatience);
    closing.pulls.speed = hurry * bench.settings.seamSpeed;
    closing.pulls.passMax = hurry * bench.settings.seamPassMax;
    closing.gap = gapOf(world);
    const bool isLate = closing.time > bench.settings.seamTimeMax;
    if (closing.steps < kPlanSteps || (closing.gap >= bench.settings.seamClosed && !isLate)) {
        return;
    }
    BenchPlan &plan = bench.planner->wait();
    endClosing(bench);
    if (closing.dropped && closing.isDart) {
        undoLatest(world);
    } else if (closing.dropped) {
        readHooks(bench);
    } else if (isLate || plan.note != BenchNote::None) {
        say(bench, isLate ? BenchNote::NotClosed : plan.note);
        readHooks(bench);
    } else {
        takeOver(world, plan, BenchWork::Join);
    }
}

} // namespace selvage
