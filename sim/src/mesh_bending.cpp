// The energy's matrix from the mesh, and what it does to the particles.
#include "mesh_bending.h"

#include "lanes.h"
#include "maths/index.h"
#include "wide.h"

#include <Eigen/Dense>
#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kNodesMax = 1400; // of the level that is bent; a solve takes 0.06 ms and factoring 1 ms
constexpr int32_t kRows = 4;        // of the matrix, at a time
// –, of a triangle's equations: without it some triangles, with their neighbours' corners on a conic, resist
// far too much. More makes all of them too soft.
constexpr double kRegular = 0.002;
// –, on a regular mesh the energy is exact; on an irregular one particles settle out of the way and leave it
// up to 16 % too soft: in between.
constexpr double kSettled = 1.12;

// –, of a side, the height of a triangle over it: one without any would be infinitely stiff.
constexpr double kLowest = 0.01;

// A triangle with its neighbours, laid flat: its corners, then across each side the neighbour's.
struct Patch {
    std::array<int32_t, 6> node{-1, -1, -1, -1, -1, -1}; // -1 = none
    std::array<Eigen::Vector2d, 6> at;                   // m
};

// The third corner of a triangle over the base from a to b, on its right.
Eigen::Vector2d cornerBeside(const Eigen::Vector2d &a, const Eigen::Vector2d &b, double toA, double toB) {
    const double base = (b - a).norm();
    const Eigen::Vector2d along = (b - a) / base;
    const double x = (toA * toA - toB * toB + base * base) / (2.0 * base);
    const double y = std::sqrt(std::max(0.0, toA * toA - x * x));
    return a + x * along + y * Eigen::Vector2d(along.y(), -along.x());
}

Patch layOut(const IntrinsicMesh &mesh, int32_t triangle) {
    Patch patch;
    const int32_t h = 3 * triangle;
    const auto length = [&](int32_t side) { return mesh.length[u(side)]; };
    patch.at[0] = Eigen::Vector2d(length(h), 0.0);
    patch.at[1] = Eigen::Vector2d(0.0, 0.0);
    patch.at[2] = cornerBeside(patch.at[1], patch.at[0], length(h + 1), length(h + 2));
    // It turns counter-clockwise: its neighbours are to the right of its sides.
    for (int32_t k = 0; k < 3; ++k) {
        patch.node[u(k)] = mesh.corner[u(h + k)];
        const int32_t twin = mesh.twin[u(h + k)];
        if (twin >= 0) {
            const int32_t ahead = nextHalf(twin);
            patch.node[u(3 + k)] = mesh.corner[u(nextHalf(ahead))];
            patch.at[u(3 + k)] = cornerBeside(patch.at[u(k)], patch.at[u((k + 1) % 3)], length(ahead),
                                              length(nextHalf(ahead)));
        }
    }
    return patch;
}

using Row = Eigen::Matrix<double, 1, 6>;

// How much steeper a function of the corners is beyond a side than before it (1/m). Zero for a plane.
Row slopeJump(const Patch &patch, size_t side) {
    const size_t start = side;
    const size_t end = (side + 1) % 3;
    const Eigen::Vector2d &from = patch.at[start];
    const Eigen::Vector2d way = patch.at[end] - from;
    Row jump = Row::Zero();
    for (const size_t corner : {(side + 2) % 3, side + 3}) {
        const Eigen::Vector2d d = patch.at[corner] - from;
        const double along = d.dot(way) / way.squaredNorm();
        const double height =
            std::max(std::abs(way.x() * d.y() - way.y() * d.x()) / way.norm(), kLowest * way.norm());
        jump[static_cast<Eigen::Index>(corner)] += 1.0 / height;
        jump[static_cast<Eigen::Index>(start)] -= (1.0 - along) / height;
        jump[static_cast<Eigen::Index>(end)] -= along / height;
    }
    return jump;
}

// Second derivatives xx, yy and sqrt(2) xy of a function from its values at the corners, exact for quadratic
// ones; the smallest that fit where sides have no neighbour. (The angle at each edge alone, as in Bergou et
// al. 2006, depends so much on the mesh that the same cloth is up to three times as stiff.)
Eigen::Matrix<double, 3, 6> secondDerivatives(const Patch &patch) {
    Eigen::Matrix<double, 3, 6> jumps = Eigen::Matrix<double, 3, 6>::Zero();
    for (size_t side = 0; side < 3; ++side) {
        if (patch.node[side + 3] >= 0) {
            jumps.row(static_cast<Eigen::Index>(side)) = slopeJump(patch, side);
        }
    }
    Eigen::Matrix<double, 6, 3> quadratic = Eigen::Matrix<double, 6, 3>::Zero();
    for (size_t i = 0; i < 6; ++i) {
        if (patch.node[i] >= 0) {
            const Eigen::Vector2d &p = patch.at[i];
            quadratic.row(static_cast<Eigen::Index>(i)) << 0.5 * p.x() * p.x(), 0.5 * p.y() * p.y(),
                p.x() * p.y() / std::sqrt(2.0);
        }
    }
    const Eigen::Matrix3d ofQuadratic = jumps * quadratic;
    const Eigen::Matrix3d normal = ofQuadratic.transpose() * ofQuadratic;
    const Eigen::Matrix3d regular =
        normal + std::max(kRegular * normal.trace() / 3.0, 1e-30) * Eigen::Matrix3d::Identity();
    return regular.ldlt().solve(ofQuadratic.transpose() * jumps);
}

Eigen::SparseMatrix<double> makeEnergy(const IntrinsicMesh &mesh) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(mesh.corner.size() * 12);
    for (int32_t t = 0; t < static_cast<int32_t>(mesh.corner.size()) / 3; ++t) {
        const Patch patch = layOut(mesh, t);
        const Eigen::Matrix<double, 3, 6> h = secondDerivatives(patch);
        const double area =
            triangleArea(mesh.length[u(3 * t)], mesh.length[u(3 * t + 1)], mesh.length[u(3 * t + 2)]);
        const Eigen::Matrix<double, 6, 6> energy = kSettled * area * h.transpose() * h;
        for (int r = 0; r < 6; ++r) {
            for (int k = 0; k < 6; ++k) {
                if (patch.node[u(r)] >= 0 && patch.node[u(k)] >= 0) {
                    entries.emplace_back(patch.node[u(r)], patch.node[u(k)], energy(r, k));
                }
            }
        }
    }
    Eigen::SparseMatrix<double> matrix(mesh.vertexCount, mesh.vertexCount);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

// Four rows side by side; it is symmetric, so its columns are its rows.
void fillRows(const Eigen::SparseMatrix<double> &energy, BendingMatrix &matrix) {
    using Entries = Eigen::SparseMatrix<double>::InnerIterator;
    const auto count = static_cast<int32_t>(energy.cols());
    for (int32_t first = 0; first < count; first += kRows) {
        matrix.groupStart.push_back(static_cast<int32_t>(matrix.column.size()));
        int32_t longest = 0;
        for (int32_t r = first; r < std::min(first + kRows, count); ++r) {
            longest = std::max(longest, static_cast<int32_t>(energy.col(r).nonZeros()));
        }
        const size_t start = matrix.column.size();
        matrix.column.resize(start + u(kRows * longest), 0);
        matrix.value.resize(start + u(kRows * longest), 0.0F);
        for (int32_t r = first; r < std::min(first + kRows, count); ++r) {
            size_t at = start + u(r - first);
            for (Entries entry(energy, r); entry; ++entry, at += u(kRows)) {
                matrix.column[at] = static_cast<int32_t>(entry.row());
                matrix.value[at] = static_cast<float>(entry.value());
            }
        }
    }
    matrix.groupStart.push_back(static_cast<int32_t>(matrix.column.size()));
}

void fillPairs(const Eigen::SparseMatrix<double> &energy, BendingMatrix &matrix) {
    matrix.diagonal.assign(static_cast<size_t>(energy.cols()), 0.0);
    for (int32_t c = 0; c < static_cast<int32_t>(energy.cols()); ++c) {
        for (Eigen::SparseMatrix<double>::InnerIterator entry(energy, c); entry; ++entry) {
            if (entry.row() == c) {
                matrix.diagonal[u(c)] = entry.value();
            } else if (entry.row() < c) {
                matrix.pairs.push_back({static_cast<int32_t>(entry.row()), c});
                matrix.pairValue.push_back(entry.value());
            }
        }
    }
    matrix.solver.analyse(static_cast<int32_t>(energy.cols()), matrix.pairs);
    matrix.solverDiagonal.assign(matrix.diagonal.size(), 0.0);
    matrix.solverPairValue.assign(matrix.pairs.size(), 0.0);
}

// M + stiffness K without the fixed nodes; `stiffness`: m⁴.
void factor(const MeshLevel &level, double stiffness, BendingMatrix &matrix) {
    for (size_t i = 0; i < u(level.count); ++i) {
        const double mass = static_cast<double>(level.area[i] > 0.0F ? level.area[i] : 1.0F);
        matrix.solverDiagonal[i] = mass + (level.w[i] > 0.0F ? stiffness * matrix.diagonal[i] : 0.0);
    }
    for (size_t p = 0; p < matrix.pairs.size(); ++p) {
        const auto &[a, b] = matrix.pairs[p];
        const bool bothFree = level.w[u(a)] > 0.0F && level.w[u(b)] > 0.0F;
        matrix.solverPairValue[p] = bothFree ? stiffness * matrix.pairValue[p] : 0.0;
    }
    matrix.solver.factorise(matrix.solverDiagonal, matrix.solverPairValue);
}

// out = factor K x at the free nodes, zero at the fixed ones. Differences first, since the rows' sums are
// zero: the rounding of large coordinates would bend the cloth.
SELVAGE_INLINE inline void multiply(const BendingMatrix &matrix, const MeshLevel &level, float factor,
                                    const Vec4 *x, Vec4 *out) {
    const int32_t *column = matrix.column.data();
    const float *value = matrix.value.data();
    for (int32_t i = 0; i < level.count; i += kRows) { // the arrays have room
        const Lanes own[kRows] = {load(x[i]), load(x[i + 1]), load(x[i + 2]), load(x[i + 3])};
        Lanes sum[kRows] = {};
        const int32_t end = matrix.groupStart[u(i / kRows) + 1];
        for (int32_t k = matrix.groupStart[u(i / kRows)]; k < end; k += kRows) {
            sum[0] += spread(value[k]) * (load(x[column[k]]) - own[0]);
            sum[1] += spread(value[k + 1]) * (load(x[column[k + 1]]) - own[1]);
            sum[2] += spread(value[k + 2]) * (load(x[column[k + 2]]) - own[2]);
            sum[3] += spread(value[k + 3]) * (load(x[column[k + 3]]) - own[3]);
        }
        for (int32_t r = 0; r < kRows; ++r) {
            store(out[i + r], spread(level.w[u(i + r)] > 0.0F ? factor : 0.0F) * sum[r]);
        }
    }
}

// What both levels have.
SELVAGE_INLINE inline void inject(const Vec4 *from, const MeshLevel &coarse, Vec4 *to) {
    for (size_t c = 0; c < u(coarse.count); ++c) {
        to[c] = from[u(coarse.source[c])];
    }
}

SELVAGE_INLINE inline void prolong(const MeshLevel &fine, const Vec4 *coarse, Vec4 *out) {
    for (int32_t i = 0; i < fine.count; ++i) {
        const Parents &p = fine.parents[u(i)];
        store(out[i], load(coarse[p.node[0]]) * spread(p.weight[0]) +
                          load(coarse[p.node[1]]) * spread(p.weight[1]) +
                          load(coarse[p.node[2]]) * spread(p.weight[2]));
    }
}

SELVAGE_INLINE inline void lookAhead(const MeshLevel &fine, const BendingStep &step, Vec4 *ahead) {
    const Lanes fall{step.fall.x, step.fall.y, step.fall.z, 0.0F};
    for (size_t i = 0; i < u(fine.count); ++i) {
        const Lanes start = load(fine.start[i]);
        const Lanes way = load(fine.x[i]) - start + (fine.w[i] > 0.0F ? fall : spread(0.0F));
        store(ahead[i], start + spread(step.lead) * way);
    }
}

SELVAGE_INLINE inline void moveBack(const MeshLevel &level, const Vec4 *by, Vec4 *x) {
    for (int32_t i = 0; i < level.count; ++i) {
        store(x[i], level.w[u(i)] > 0.0F ? load(x[i]) - load(by[i]) : load(x[i]));
    }
}

} // namespace

bool isTooFineToBend(const MeshLevel &level) {
    return level.count > kNodesMax;
}

void makeMeshBending(const IntrinsicMesh &mesh, std::span<const MeshLevel> levels, MeshBending &bending) {
    bending.level = levels.size() - 1;
    const Eigen::SparseMatrix<double> energy = makeEnergy(mesh);
    fillRows(energy, bending.matrix);
    fillPairs(energy, bending.matrix);
    for (const MeshLevel &level : levels) {
        bending.ahead.emplace_back(level.x.size(), Vec4(0.0F));
        bending.moved.emplace_back(level.x.size(), Vec4(0.0F));
    }
}

void measureBending(std::span<const MeshLevel> levels, MeshBending &bending, const BendingStep &step) {
    const MeshLevel &level = levels[bending.level];
    if (step.factor != bending.madeForFactor || step.response != bending.madeForResponse) {
        factor(level, static_cast<double>(step.response * step.factor), bending.matrix);
        bending.madeForFactor = step.factor;
        bending.madeForResponse = step.response;
    }
    std::vector<Vec4> &result = bending.moved[bending.level];
    runWide([&]() SELVAGE_INLINE {
        lookAhead(levels.front(), step, bending.ahead.front().data());
        for (size_t l = 1; l <= bending.level; ++l) {
            inject(bending.ahead[l - 1].data(), levels[l], bending.ahead[l].data());
        }
        multiply(bending.matrix, level, step.factor, bending.ahead[bending.level].data(), result.data());
    });
    bending.matrix.solver.solve(std::span(result).first(u(level.count)));
    runWide([&]() SELVAGE_INLINE {
        for (size_t l = bending.level; l > 0; --l) {
            prolong(levels[l - 1], bending.moved[l].data(), bending.moved[l - 1].data());
        }
    });
}

void moveByBending(const MeshBending &bending, MeshLevel &fine) {
    runWide([&]() SELVAGE_INLINE { moveBack(fine, bending.moved.front().data(), fine.x.data()); });
}

} // namespace selvage
