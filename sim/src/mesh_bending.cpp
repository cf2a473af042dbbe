// Hinges, their limits of stability, and the levels' shares.
#include "mesh_bending.h"

#include "lanes.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kStable = 3.2F;      // –, of the 4 at which the explicit form explodes
constexpr float kNegligible = 0.02F; // –, of the stiffness, not worth another level

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// The cotangent of the angle between two sides, opposite a third.
double cotangent(double a, double b, double opposite) {
    const double area = triangleArea(a, b, opposite);
    return (a * a + b * b - opposite * opposite) / (4.0 * std::max(area, 1e-12));
}

// Bergou 2006, Eq. 5 with the coefficient 3 / (A_0 + A_1) inside.
Hinge makeHinge(const IntrinsicMesh &mesh, int32_t h) {
    const auto following = [](int32_t i) { return i % 3 == 2 ? i - 2 : i + 1; };
    const int32_t t = mesh.twin[u(h)];
    const double edge = mesh.length[u(h)];
    const double toEnd0 = mesh.length[u(following(h))];
    const double toStart0 = mesh.length[u(following(following(h)))];
    const double toStart1 = mesh.length[u(following(t))];
    const double toEnd1 = mesh.length[u(following(following(t)))];
    const double area = triangleArea(edge, toStart0, toEnd0) + triangleArea(edge, toStart1, toEnd1);
    const double scale = std::sqrt(3.0 / std::max(area, 1e-12));
    const double start0 = scale * cotangent(edge, toStart0, toEnd0);
    const double end0 = scale * cotangent(edge, toEnd0, toStart0);
    const double start1 = scale * cotangent(edge, toStart1, toEnd1);
    const double end1 = scale * cotangent(edge, toEnd1, toStart1);
    return {{mesh.corner[u(h)], mesh.corner[u(following(h))], mesh.corner[u(following(following(h)))],
             mesh.corner[u(following(following(t)))]},
            {static_cast<float>(end0 + end1), static_cast<float>(start0 + start1),
             static_cast<float>(-start0 - end0), static_cast<float>(-start1 - end1)},
            0.0F};
}

// Row sums of the energy's matrix over the nodes' areas bound its eigenvalues (Gershgorin).
void boundHinges(const MeshLevel &level, std::vector<Hinge> &hinges) {
    std::vector<float> rowSum(u(level.count), 0.0F); // 1/m⁴
    for (const Hinge &hinge : hinges) {
        const float all =
            std::abs(hinge.c[0]) + std::abs(hinge.c[1]) + std::abs(hinge.c[2]) + std::abs(hinge.c[3]);
        for (size_t k = 0; k < 4; ++k) {
            const size_t i = u(hinge.node[k]);
            rowSum[i] += std::abs(hinge.c[k]) * all / level.area[i];
        }
    }
    for (Hinge &hinge : hinges) {
        float largest = 0.0F;
        for (const int32_t node : hinge.node) {
            largest = std::max(largest, rowSum[u(node)]);
        }
        hinge.inverseBound = 1.0F / largest;
    }
}

// Adds the gradients of all hinges, each with at most the share `left` of its stiffness and never more than
// keeps it stable. Returns the mean share.
SELVAGE_INLINE inline float addHinges(std::span<const Hinge> hinges, const Vec4 *x, Vec4 *force, float left,
                                    float stable) {
    float sum = 0.0F;
    for (const Hinge &hinge : hinges) {
        const float share = std::min(left, stable * hinge.inverseBound);
        sum += share;
        const Lanes c0 = spread(hinge.c[0]);
        const Lanes c1 = spread(hinge.c[1]);
        const Lanes c2 = spread(hinge.c[2]);
        const Lanes c3 = spread(hinge.c[3]);
        const Lanes bend = spread(share) * ((c0 * load(x[hinge.node[0]]) + c1 * load(x[hinge.node[1]])) +
                                            (c2 * load(x[hinge.node[2]]) + c3 * load(x[hinge.node[3]])));
        store(force[hinge.node[0]], load(force[hinge.node[0]]) + c0 * bend);
        store(force[hinge.node[1]], load(force[hinge.node[1]]) + c1 * bend);
        store(force[hinge.node[2]], load(force[hinge.node[2]]) + c2 * bend);
        store(force[hinge.node[3]], load(force[hinge.node[3]]) + c3 * bend);
    }
    return sum / static_cast<float>(hinges.size());
}

// The gradient becomes what it moves.
SELVAGE_INLINE inline void moveByForce(const MeshLevel &level, float factor, Vec4 *force) {
    for (int32_t i = 0; i < level.count; ++i) {
        const float scale = level.w[u(i)] > 0.0F ? factor / level.area[u(i)] : 0.0F;
        store(force[i], spread(scale) * load(force[i]));
    }
}

// Full weighting: each coarse node has the mean of what is interpolated from it, by area.
SELVAGE_INLINE inline void restrictAhead(const MeshLevel &fine, const Vec4 *from, const MeshLevel &coarse,
                                       Vec4 *to) {
    std::fill(to, to + coarse.count, Vec4(0.0F));
    for (int32_t i = 0; i < fine.count; ++i) {
        const Parents &p = fine.parents[u(i)];
        const Lanes value = spread(fine.area[u(i)]) * load(from[i]);
        for (size_t k = 0; k < 3; ++k) {
            Vec4 &sum = to[p.node[k]];
            store(sum, load(sum) + spread(p.weight[k]) * value);
        }
    }
    for (int32_t c = 0; c < coarse.count; ++c) {
        store(to[c], load(to[c]) / spread(coarse.area[u(c)]));
    }
}

SELVAGE_INLINE inline void addProlonged(const MeshLevel &fine, const Vec4 *coarse, Vec4 *out) {
    for (int32_t i = 0; i < fine.count; ++i) {
        const Parents &p = fine.parents[u(i)];
        store(out[i], load(out[i]) + (load(coarse[p.node[0]]) * spread(p.weight[0]) +
                                      load(coarse[p.node[1]]) * spread(p.weight[1]) +
                                      load(coarse[p.node[2]]) * spread(p.weight[2])));
    }
}

SELVAGE_INLINE inline void lookAhead(std::span<const Vec4> previous, const Vec4 *x, float lead, Vec4 *ahead,
                                   Vec4 *force, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        const Lanes start = load(previous[u(i)]);
        store(ahead[i], start + spread(lead) * (load(x[i]) - start));
        store(force[i], spread(0.0F));
    }
}

SELVAGE_INLINE inline void moveBack(const MeshLevel &level, const Vec4 *by, Vec4 *x) {
    for (int32_t i = 0; i < level.count; ++i) {
        store(x[i], level.w[u(i)] > 0.0F ? load(x[i]) - load(by[i]) : load(x[i]));
    }
}

} // namespace

BendingLevel makeBendingLevel(const IntrinsicMesh &mesh, const MeshLevel &level) {
    BendingLevel bending;
    for (int32_t h = 0; h < static_cast<int32_t>(mesh.corner.size()); ++h) {
        if (mesh.twin[u(h)] > h) {
            bending.hinges.push_back(makeHinge(mesh, h));
        }
    }
    boundHinges(level, bending.hinges);
    bending.ahead.assign(level.x.size(), Vec4(0.0F));
    bending.force.assign(level.x.size(), Vec4(0.0F));
    return bending;
}

namespace {

SELVAGE_INLINE inline void bendLevels(std::span<MeshLevel> levels, std::span<BendingLevel> bending,
                                      std::span<const Vec4> previous, const BendingStep &step) {
    MeshLevel &fine = levels.front();
    BendingLevel &finest = bending.front();
    const float stable = kStable / ((2.0F * step.lead + 1.0F) * std::max(step.factor, 1e-30F));
    lookAhead(previous, fine.x.data(), step.lead, finest.ahead.data(), finest.force.data(), fine.count);
    float left = 1.0F;
    size_t used = 0;
    while (used < levels.size() && left > kNegligible && !bending[used].hinges.empty()) {
        BendingLevel &here = bending[used];
        if (used > 0) {
            restrictAhead(levels[used - 1], bending[used - 1].ahead.data(), levels[used], here.ahead.data());
            std::fill(here.force.begin(), here.force.end(), Vec4(0.0F));
        }
        left -= addHinges(here.hinges, here.ahead.data(), here.force.data(), left, stable);
        moveByForce(levels[used], step.factor, here.force.data());
        ++used;
    }
    for (size_t l = used; l > 1; --l) {
        addProlonged(levels[l - 2], bending[l - 1].force.data(), bending[l - 2].force.data());
    }
    moveBack(fine, finest.force.data(), fine.x.data());
}

} // namespace

void bendMesh(std::span<MeshLevel> levels, std::span<BendingLevel> bending, std::span<const Vec4> previous,
              const BendingStep &step) {
    runWide([&]() SELVAGE_INLINE { bendLevels(levels, bending, previous, step); });
}

} // namespace selvage
