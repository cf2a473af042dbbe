// From edge to edge over the two legs between them.
#include "edge_run.h"

#include "bench_tools.h"
#include "maths/index.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr float kStraight = 0.8F; // –, cosine of the angle between what is one edge over a dart

// The way of a row of vertices at its start or end.
Vec2 directionOf(const Garment &garment, const std::vector<int32_t> &row, bool atStart) {
    const size_t at = atStart ? 0 : row.size() - 2;
    return glm::normalize(garment.shape.uv[u(row[at + 1])] - garment.shape.uv[u(row[at])]);
}

// Whether two edges are sewn to each other, and to nothing else.
bool areLegs(const SewingPattern &pattern, const EdgeOfPanel &a, const EdgeOfPanel &b) {
    return std::any_of(pattern.seams.begin(), pattern.seams.end(), [&](const Seam &seam) {
        return seam.a.size() == 1 && seam.b.size() == 1 &&
               ((isSame(seam.a[0], a) && isSame(seam.b[0], b)) ||
                (isSame(seam.a[0], b) && isSame(seam.b[0], a)));
    });
}

// The edge beyond the dart that begins where an edge ends, or ends where it starts (`step` -1); -1: none goes
// straight on there.
int32_t beyondDart(const BenchShape &shape, const EdgeOfPanel &edge, int32_t step) {
    const auto &edges = shape.garment.edges[u(edge.panel)];
    const auto count = static_cast<int32_t>(edges.size());
    const auto at = [&](int32_t steps) { return (edge.edge + steps * step + 3 * count) % count; };
    const int32_t beyond = at(3);
    const std::vector<int32_t> &here = edges[u(edge.edge)];
    const std::vector<int32_t> &there = edges[u(beyond)];
    if (count < 4 || here.size() < 2 || there.size() < 2 ||
        !areLegs(shape.pattern, {edge.panel, at(1)}, {edge.panel, at(2)})) {
        return -1;
    }
    const Vec2 before = directionOf(shape.garment, here, step < 0);
    const Vec2 after = directionOf(shape.garment, there, step > 0);
    return glm::dot(before, after) > kStraight ? beyond : -1;
}

} // namespace

EdgeRun runOf(const BenchShape &shape, const EdgeOfPanel &edge) {
    EdgeRun run{edge.panel, edge.edge, edge.edge};
    for (int32_t e = beyondDart(shape, edge, -1); e >= 0 && e != edge.edge;
         e = beyondDart(shape, {edge.panel, e}, -1)) {
        run.first = e;
    }
    for (int32_t e = beyondDart(shape, edge, 1); e >= 0 && e != run.first;
         e = beyondDart(shape, {edge.panel, e}, 1)) {
        run.last = e;
    }
    return run;
}

int32_t nextOfRun(const BenchShape &shape, const EdgeRun &run, int32_t edge) {
    return edge == run.last ? -1 : beyondDart(shape, {run.panel, edge}, 1);
}

} // namespace selvage
