// Hinges, their limits of stability, and the levels' shares.
#include "mesh_bending.h"

#include "lanes.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

// –, of the 4 at which the explicit form explodes. What is left to the coarser levels moves the cloth more
// smoothly and stretches it less: hanging at 65 x 65, 2.2 % with 0.4, 3.5 % with 3.2.
constexpr float kStable = 0.3F;
constexpr int32_t kRows = 4; // of the matrix, at a time
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

// Gives each hinge at most the share `left` of its stiffness and no more than is stable. Returns the mean
// share.
float assemble(BendingLevel &level, float left, float stable) {
    std::fill(level.value.begin(), level.value.end(), 0.0F);
    float sum = 0.0F;
    for (const Hinge &hinge : level.hinges) {
        const float share = std::min(left, stable * hinge.inverseBound);
        sum += share;
        for (size_t r = 0; r < 4; ++r) {
            const int32_t node = hinge.node[r];
            float *row = &level.value[u(level.groupStart[u(node / kRows)] + node % kRows)];
            for (size_t k = 0; k < 4; ++k) {
                row[kRows * hinge.place[r][k]] += share * hinge.c[r] * hinge.c[k];
            }
        }
    }
    return sum / static_cast<float>(level.hinges.size());
}

void assembleLevels(MeshBending &bending, float stable) {
    bending.stable = stable;
    bending.used = 0;
    float left = 1.0F;
    while (bending.used < bending.levels.size() && left > kNegligible &&
           !bending.levels[bending.used].hinges.empty()) {
        left -= assemble(bending.levels[bending.used], left, stable);
        ++bending.used;
    }
}

// What the gradient moves each node by.
SELVAGE_INLINE inline void multiply(const BendingLevel &bending, const MeshLevel &level, float factor,
                                    Vec4 *moved) {
    const Vec4 *x = bending.ahead.data();
    const int32_t *column = bending.column.data();
    const float *value = bending.value.data();
    for (int32_t i = 0; i < level.count; i += kRows) {
        Lanes sum[kRows] = {};
        const int32_t end = bending.groupStart[u(i / kRows) + 1];
        for (int32_t k = bending.groupStart[u(i / kRows)]; k < end; k += kRows) {
            sum[0] += spread(value[k]) * load(x[column[k]]);
            sum[1] += spread(value[k + 1]) * load(x[column[k + 1]]);
            sum[2] += spread(value[k + 2]) * load(x[column[k + 2]]);
            sum[3] += spread(value[k + 3]) * load(x[column[k + 3]]);
        }
        for (int32_t r = 0; r < kRows; ++r) { // the arrays have room
            const bool moves = level.w[u(i + r)] > 0.0F && level.area[u(i + r)] > 0.0F;
            store(moved[i + r], spread(moves ? factor / level.area[u(i + r)] : 0.0F) * sum[r]);
        }
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

SELVAGE_INLINE inline void lookAhead(const MeshLevel &fine, float lead, Vec4 *ahead) {
    for (size_t i = 0; i < u(fine.count); ++i) {
        const Lanes start = load(fine.start[i]);
        store(ahead[i], start + spread(lead) * (load(fine.x[i]) - start));
    }
}

SELVAGE_INLINE inline void moveBack(const MeshLevel &level, const Vec4 *by, Vec4 *x) {
    for (int32_t i = 0; i < level.count; ++i) {
        store(x[i], level.w[u(i)] > 0.0F ? load(x[i]) - load(by[i]) : load(x[i]));
    }
}

SELVAGE_INLINE inline void bendLevels(std::span<const MeshLevel> levels, MeshBending &bending,
                                      const BendingStep &step) {
    lookAhead(levels.front(), step.lead, bending.levels.front().ahead.data());
    for (size_t l = 0; l < bending.used; ++l) {
        BendingLevel &here = bending.levels[l];
        if (l > 0) {
            restrictAhead(levels[l - 1], bending.levels[l - 1].ahead.data(), levels[l], here.ahead.data());
        }
        multiply(here, levels[l], step.factor, here.moved.data());
    }
    for (size_t l = bending.used; l > 1; --l) {
        addProlonged(levels[l - 2], bending.levels[l - 1].moved.data(), bending.levels[l - 2].moved.data());
    }
}

// The pattern of the matrix, and where each hinge's products go.
void makeRows(int32_t count, BendingLevel &bending) {
    std::vector<std::vector<int32_t>> rows(u(count));
    for (Hinge &hinge : bending.hinges) {
        for (size_t r = 0; r < 4; ++r) {
            std::vector<int32_t> &row = rows[u(hinge.node[r])];
            for (size_t k = 0; k < 4; ++k) {
                const auto at = std::find(row.begin(), row.end(), hinge.node[k]);
                hinge.place[r][k] = static_cast<uint8_t>(at - row.begin());
                if (at == row.end()) {
                    row.push_back(hinge.node[k]);
                }
            }
        }
    }
    for (size_t first = 0; first < rows.size(); first += kRows) {
        bending.groupStart.push_back(static_cast<int32_t>(bending.column.size()));
        size_t longest = 0;
        for (size_t r = first; r < std::min(first + kRows, rows.size()); ++r) {
            longest = std::max(longest, rows[r].size());
        }
        for (size_t k = 0; k < longest; ++k) {
            for (size_t r = first; r < first + kRows; ++r) {
                const bool filled = r < rows.size() && k < rows[r].size();
                bending.column.push_back(filled ? rows[r][k] : 0);
            }
        }
    }
    bending.groupStart.push_back(static_cast<int32_t>(bending.column.size()));
    bending.value.assign(bending.column.size(), 0.0F);
}

} // namespace

BendingLevel makeBendingLevel(const IntrinsicMesh &mesh, const MeshLevel &level) {
    constexpr int32_t kDegreeMax = 60; // of a node, so that a place in its row fits a byte
    BendingLevel bending;
    std::vector<int32_t> degree(u(level.count), 0);
    for (int32_t h = 0; h < static_cast<int32_t>(mesh.corner.size()); ++h) {
        if (mesh.twin[u(h)] > h) {
            const Hinge hinge = makeHinge(mesh, h);
            const bool fits = std::all_of(std::begin(hinge.node), std::end(hinge.node),
                                          [&](int32_t node) { return ++degree[u(node)] <= kDegreeMax; });
            if (fits) {
                bending.hinges.push_back(hinge);
            }
        }
    }
    boundHinges(level, bending.hinges);
    makeRows(level.count, bending);
    bending.ahead.assign(level.x.size(), Vec4(0.0F));
    bending.moved.assign(level.x.size(), Vec4(0.0F));
    return bending;
}

void measureBending(std::span<const MeshLevel> levels, MeshBending &bending, const BendingStep &step) {
    const float stable = kStable / ((2.0F * step.lead + 1.0F) * std::max(step.factor, 1e-30F));
    if (stable != bending.stable) {
        assembleLevels(bending, stable);
    }
    runWide([&]() SELVAGE_INLINE { bendLevels(levels, bending, step); });
}

void moveByBending(const MeshBending &bending, MeshLevel &fine) {
    if (bending.used > 0) {
        runWide([&]() SELVAGE_INLINE { moveBack(fine, bending.levels.front().moved.data(), fine.x.data()); });
    }
}

} // namespace selvage
