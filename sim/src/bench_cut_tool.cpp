// Scissors, the unpicker, the hem's marker and the dart's chalk in the hand: the line that is drawn on the
// cloth, the seam in reach, the height.
#include "bench_planner.h"
#include "bench_tools.h"
#include "maths/index.h"
#include "sim/mesh_distance.h"
#include "sim/world.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr float kEndStep = 0.001F; // m, before a line's last point

struct OnCloth {
    MeshPoint point;
    Vec3 place{0.0F}; // m
    float distance{1e9F};
};

// –, of a triangle's corners, of a place in it.
Vec3 sharesOf(const MeshTree::Triangle &triangle, const Vec3 &place) {
    const Vec3 ab = triangle.b - triangle.a;
    const Vec3 ac = triangle.c - triangle.a;
    const Vec3 ap = place - triangle.a;
    const float d = glm::dot(ab, ab) * glm::dot(ac, ac) - glm::dot(ab, ac) * glm::dot(ab, ac);
    if (d <= 0.0F) {
        return {1.0F, 0.0F, 0.0F};
    }
    const float b = (glm::dot(ac, ac) * glm::dot(ap, ab) - glm::dot(ab, ac) * glm::dot(ap, ac)) / d;
    const float c = (glm::dot(ab, ab) * glm::dot(ap, ac) - glm::dot(ab, ac) * glm::dot(ap, ab)) / d;
    const Vec3 share = glm::clamp(Vec3(1.0F - b - c, b, c), 0.0F, 1.0F);
    return share / (share.x + share.y + share.z);
}

OnCloth nearestOn(const Cloth &cloth, const Vec3 &at) {
    OnCloth nearest;
    const std::vector<int32_t> &corners = cloth.topology->triangles;
    for (size_t t = 0; t < corners.size() / 3; ++t) {
        const MeshTree::Triangle triangle{cloth.position[u(corners[3 * t])],
                                          cloth.position[u(corners[3 * t + 1])],
                                          cloth.position[u(corners[3 * t + 2])]};
        const Vec3 place = closestPoint(triangle, at);
        const float distance = glm::distance(place, at);
        if (distance < nearest.distance) {
            nearest = {{static_cast<int32_t>(t), sharesOf(triangle, place)}, place, distance};
        }
    }
    return nearest;
}

struct LeastLine {
    size_t points{0};
    BenchNote note{BenchNote::None}; // where it has fewer
};

// Ends a line, which is to be worked along now; false where that cannot be, and why is said.
bool takeLine(World &world, BenchHand &hand, const Vec3 &at, const LeastLine &least) {
    Bench &bench = *world.bench;
    drawCut(world, hand, at, kEndStep);
    const bool isTaken = !isBusy(bench) && hand.line.size() >= least.points;
    if (isTaken) {
        bench.wait.line.swap(hand.line);
    } else {
        say(bench, isBusy(bench) ? BenchNote::Busy : least.note);
    }
    hand.line.clear();
    return isTaken;
}

} // namespace

Vec3 placeOf(const Cloth &cloth, const MeshPoint &point) {
    const int32_t *corners = &cloth.topology->triangles[3 * u(point.triangle)];
    return point.share.x * cloth.position[u(corners[0])] + point.share.y * cloth.position[u(corners[1])] +
           point.share.z * cloth.position[u(corners[2])];
}

SeamPick nearestSeam(const World &world, const Vec3 &at) {
    const Bench &bench = *world.bench;
    const Garment &garment = bench.shape.garment;
    const std::vector<Vec3> &position = world.cloths[u(bench.cloth)].position;
    const auto isSewn = [&](int32_t v) { return garment.share[u(v)] < 0.75F; };
    SeamPick pick;
    for (size_t p = 0; p < garment.edges.size(); ++p) {
        for (size_t e = 0; e < garment.edges[p].size(); ++e) {
            const std::vector<int32_t> &edge = garment.edges[p][e];
            for (size_t k = 0; k + 1 < edge.size(); ++k) {
                const int32_t a = garment.sewnParticle[u(edge[k])];
                const int32_t b = garment.sewnParticle[u(edge[k + 1])];
                if (!isSewn(edge[k]) || !isSewn(edge[k + 1]) || a == b) {
                    continue;
                }
                const float distance = distanceToSegment(at, position[u(a)], position[u(b)]);
                if (distance < pick.distance) {
                    pick = {{static_cast<int32_t>(p), static_cast<int32_t>(e)}, {a, b}, distance};
                }
            }
        }
    }
    return pick;
}

void pressUnpick(World &world, const Vec3 &at) {
    Bench &bench = *world.bench;
    const SeamPick pick = nearestSeam(world, at);
    if (isBusy(bench) || pick.distance > bench.settings.edgeReach) {
        say(bench, isBusy(bench) ? BenchNote::Busy : BenchNote::NoSeam);
        return;
    }
    BenchOrder order = orderFor(world, BenchWork::Unpick);
    order.edge = pick.particles;
    beginWait(world, order, false);
}

void drawCut(World &world, BenchHand &hand, const Vec3 &at, float step) {
    const Bench &bench = *world.bench;
    const Cloth &cloth = world.cloths[u(bench.cloth)];
    const OnCloth nearest = nearestOn(cloth, at);
    const bool isFarther =
        hand.line.empty() || glm::distance(placeOf(cloth, hand.line.back()), nearest.place) > step;
    if (nearest.distance <= bench.settings.reach && isFarther && hand.line.size() < hand.line.capacity()) {
        hand.line.push_back(nearest.point);
    }
}

void endCut(World &world, BenchHand &hand, const Vec3 &at) {
    if (takeLine(world, hand, at, {2, BenchNote::ShortCut})) {
        BenchOrder order = orderFor(world, BenchWork::Cut);
        order.line = world.bench->wait.line;
        beginWait(world, order, false);
    }
}

void endDart(World &world, BenchHand &hand, const Vec3 &at) {
    if (takeLine(world, hand, at, {3, BenchNote::ShortDart})) {
        BenchWait &wait = world.bench->wait;
        const Cloth &cloth = world.cloths[u(world.bench->cloth)];
        wait.hang.fixed.assign(cloth.fixed.begin(), cloth.fixed.end());
        BenchOrder order = orderFor(world, BenchWork::Dart);
        order.line = wait.line;
        order.fixed = wait.hang.fixed;
        beginWait(world, order, false);
    }
}

void moveHem(World &world, BenchHand &hand, const Vec3 &at) {
    const Bench &bench = *world.bench;
    const OnCloth nearest = nearestOn(world.cloths[u(bench.cloth)], at);
    if (!hand.line.empty() && nearest.distance <= bench.settings.reach) {
        hand.line.front() = nearest.point;
    }
}

void pressHem(World &world, BenchHand &hand, const Vec3 &at) {
    Bench &bench = *world.bench;
    const OnCloth nearest = nearestOn(world.cloths[u(bench.cloth)], at);
    hand.line.clear();
    if (nearest.distance > bench.settings.reach) {
        say(bench, BenchNote::NoHemHere);
        return;
    }
    hand.line.push_back(nearest.point);
}

void endHem(World &world, BenchHand &hand) {
    Bench &bench = *world.bench;
    if (isBusy(bench)) {
        say(bench, BenchNote::Busy);
        hand.line.clear();
        return;
    }
    const Cloth &cloth = world.cloths[u(bench.cloth)];
    BenchWait &wait = bench.wait;
    wait.line.swap(hand.line);
    hand.line.clear();
    wait.hang.place.assign(cloth.position.begin(), cloth.position.end());
    wait.hang.fixed.assign(cloth.fixed.begin(), cloth.fixed.end());
    BenchOrder order = orderFor(world, BenchWork::Hem);
    order.hem = {wait.line.front().triangle, placeOf(cloth, wait.line.front()).y, wait.hang.place,
                 wait.hang.fixed};
    beginWait(world, order, false);
}

} // namespace selvage
