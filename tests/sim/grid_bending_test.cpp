// The implicit bending of a grid against dense linear algebra, and what makes it bending.
#include "grid_bending.h"
#include "sim/workers.h"
#include "wide.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <random>

namespace selvage {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr float kWeft = 0.7F;
constexpr float kWarp = 0.4F;
constexpr float kAhead = 3.0F;

std::vector<float> coordinates(int32_t count) {
    std::vector<float> at;
    at.reserve(static_cast<size_t>(count));
    for (int32_t i = 0; i < count; ++i) {
        at.push_back(static_cast<float>(i) * 0.1F);
    }
    return at;
}

struct Sheet {
    GridLevel level;
    Axes previous;
};

// A crumpled sheet with some fixed nodes and light borders.
Sheet makeCrumpled(int32_t columns, int32_t rows) {
    Sheet sheet{makeGridLevel(coordinates(columns), coordinates(rows)), {}};
    std::mt19937 random(7);
    std::uniform_real_distribution<float> noise(-0.03F, 0.03F);
    for (auto &values : sheet.previous) {
        values.assign(sheet.level.x.size(), 0.0F);
    }
    for (int32_t r = 0; r < rows; ++r) {
        for (int32_t c = 0; c < columns; ++c) {
            const int32_t s = sheet.level.slot(c, r);
            const Vec3 at(static_cast<float>(c) * 0.1F, static_cast<float>(r) * 0.1F, 0.0F);
            sheet.level.put(s, at + Vec3(noise(random), noise(random), noise(random)));
            for (int axis = 0; axis < 3; ++axis) {
                sheet.previous[static_cast<size_t>(axis)][static_cast<size_t>(s)] = at[axis] + noise(random);
            }
            const bool border = r == 0 || r == rows - 1 || c == 0 || c == columns - 1;
            const bool fixed = (c == 2 && r == 1) || (c == 0 && r == rows - 1);
            sheet.level.w[static_cast<size_t>(s)] = fixed ? 0.0F : border ? 2.0F : 1.0F;
        }
    }
    return sheet;
}

// Sum over lines of strip * D^T D, D the second difference, in the order of slots.
Matrix bendMatrix(const GridLevel &level, bool alongRows) {
    Matrix q = Matrix::Zero(level.slotCount(), level.slotCount());
    const int32_t lines = alongRows ? level.rows : level.columns;
    const int32_t n = alongRows ? level.columns : level.rows;
    for (int32_t line = 0; line < lines; ++line) {
        const double strip = line == 0 || line == lines - 1 ? 0.5 : 1.0;
        for (int32_t i = 1; i + 1 < n; ++i) {
            Eigen::VectorXd d = Eigen::VectorXd::Zero(level.slotCount());
            for (int32_t k = -1; k <= 1; ++k) {
                d[alongRows ? level.slot(i + k, line) : level.slot(line, i + k)] = k == 0 ? -2.0 : 1.0;
            }
            q += strip * d * d.transpose();
        }
    }
    return q;
}

// The same with the fixed nodes left out.
Matrix onFree(Matrix m, const GridLevel &level) {
    for (int32_t s = 0; s < level.slotCount(); ++s) {
        if (level.w[static_cast<size_t>(s)] == 0.0F) {
            m.row(s).setZero();
            m.col(s).setZero();
            m(s, s) = 1.0;
        }
    }
    return m;
}

Matrix expectedChange(const Sheet &sheet) {
    const GridLevel &level = sheet.level;
    const int32_t n = level.slotCount();
    Matrix b(n, 3);
    Matrix heft = Matrix::Zero(n, n);
    for (int32_t s = 0; s < n; ++s) {
        const auto i = static_cast<size_t>(s);
        const Vec3 x = level.at(s);
        for (int axis = 0; axis < 3; ++axis) {
            const double p = static_cast<double>(sheet.previous[static_cast<size_t>(axis)][i]);
            b(s, axis) = p + static_cast<double>(kAhead) * (static_cast<double>(x[axis]) - p);
        }
        heft(s, s) = level.w[i] > 0.0F ? 1.0 / static_cast<double>(level.w[i]) : 0.0;
    }
    const Matrix weft = static_cast<double>(kWeft) * bendMatrix(level, true);
    const Matrix warp = static_cast<double>(kWarp) * bendMatrix(level, false);
    Matrix residual = -(weft + warp) * b;
    for (int32_t s = 0; s < n; ++s) {
        if (heft(s, s) == 0.0) {
            residual.row(s).setZero();
        }
    }
    const double a = static_cast<double>(kAhead);
    const Matrix along = onFree(heft + a * weft, level).lu().solve(residual);
    return onFree(heft + a * warp, level).lu().solve(heft * along);
}

class GridBendingSizes : public testing::TestWithParam<std::pair<int32_t, int32_t>> {};

TEST_P(GridBendingSizes, MovesByTheSolutionOfTheSplitSystem) {
    const auto [columns, rows] = GetParam();
    Sheet sheet = makeCrumpled(columns, rows);
    const Matrix expected = expectedChange(sheet);
    const GridLevel before = sheet.level;
    GridBending bending = makeGridBending(sheet.level);
    Workers workers(1);
    prepareBending(bending, sheet.level, kWeft, kWarp, kAhead, true);
    bend(bending, sheet.level, sheet.previous, workers);
    for (int32_t s = 0; s < sheet.level.slotCount(); ++s) {
        const Vec3 moved = sheet.level.at(s) - before.at(s);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(moved[axis], expected(s, axis), 2e-6) << "slot " << s << " axis " << axis;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, GridBendingSizes,
                         testing::Values(std::pair{3, 3}, std::pair{5, 4}, std::pair{4, 9}, std::pair{17, 16},
                                         std::pair{20, 11}));

TEST(GridBending, IsTheSameForEveryWidthAndWorkerCount) {
    std::vector<GridLevel> results;
    results.reserve(6);
    for (const WideLevel level : {WideLevel::Plain, WideLevel::Avx2, WideLevel::Avx512}) {
        for (const int32_t threads : {1, 3}) {
            limitWideLevel(level);
            Sheet sheet = makeCrumpled(83, 37);
            GridBending bending = makeGridBending(sheet.level);
            Workers workers(threads);
            prepareBending(bending, sheet.level, kWeft, kWarp, kAhead, true);
            bend(bending, sheet.level, sheet.previous, workers);
            results.push_back(sheet.level);
        }
    }
    limitWideLevel(WideLevel::Avx512);
    for (const GridLevel &result : results) {
        EXPECT_EQ(result.x, results.front().x);
        EXPECT_EQ(result.y, results.front().y);
        EXPECT_EQ(result.z, results.front().z);
    }
}

} // namespace
} // namespace selvage
