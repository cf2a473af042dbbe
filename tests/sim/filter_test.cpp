// Desbrun's filter and the sparse factor behind it.
#include "measure/sheet.h"
#include "sim/integrator.h"
#include "sim/sparse_cholesky.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace selvage {
namespace {

constexpr float kDt = 1.0F / 90.0F;

void prepareFor(const Cloth &cloth, ClothSolver &solver) {
    prepareSolver(cloth, solver);
    ASSERT_TRUE(findIntegrator("desbrun-as-printed")->prepare(cloth, solver));
}

TEST(Filter, RowsSumToOneForEveryStiffness) {
    for (const float k : {1.0F, 1e3F, 1e6F}) {
        const Cloth cloth = sheetCloth(9, k);
        ClothSolver solver;
        prepareFor(cloth, solver);
        std::vector<double> column(81);
        for (const int32_t i : {0, 4, 40, 80}) {
            filterColumnAsPrinted(cloth, solver, kDt, i, column);
            // Float solve: the error grows with the condition number, but the sum is kept to the last digits.
            EXPECT_NEAR(std::accumulate(column.begin(), column.end(), 0.0), 1.0, 2e-3) << "k = " << k;
        }
    }
}

TEST(Filter, IsSymmetric) {
    const Cloth cloth = sheetCloth(7, 1000.0F);
    ClothSolver solver;
    prepareFor(cloth, solver);
    std::vector<double> a(49);
    std::vector<double> b(49);
    filterColumnAsPrinted(cloth, solver, kDt, 3, a);
    filterColumnAsPrinted(cloth, solver, kDt, 30, b);
    EXPECT_NEAR(a[30], b[3], 1e-6);
}

TEST(Filter, OfASoftClothIsADiracAndOfAStiffOneIsConstant) {
    ClothSolver solver;
    std::vector<double> column(81);
    const Cloth soft = sheetCloth(9, 1e-4F);
    prepareFor(soft, solver);
    filterColumnAsPrinted(soft, solver, kDt, 40, column);
    EXPECT_GT(column[40], 0.99);
    const Cloth stiff = sheetCloth(9, 1e6F);
    prepareFor(stiff, solver);
    filterColumnAsPrinted(stiff, solver, kDt, 40, column);
    for (const double w : column) {
        EXPECT_NEAR(w, 1.0 / 81.0, 0.1 / 81.0);
    }
}

struct RandomSystem {
    int32_t n;
    std::vector<SparseCholesky::Edge> edges;
    std::vector<double> diagonal;
    std::vector<double> offDiagonal;
    Eigen::MatrixXd dense;
};

RandomSystem randomSystem(int32_t n, int32_t edgeCount, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(0.1, 2.0);
    RandomSystem s{n, {}, std::vector<double>(static_cast<size_t>(n), 0.5), {}, Eigen::MatrixXd::Zero(n, n)};
    for (int32_t e = 0; e < edgeCount; ++e) {
        const auto a = static_cast<int32_t>(random() % static_cast<unsigned>(n));
        const auto b = static_cast<int32_t>(random() % static_cast<unsigned>(n));
        if (a == b) {
            continue;
        }
        const double k = value(random);
        s.edges.push_back({a, b}); // repeats are wanted: they must add up
        s.offDiagonal.push_back(-k);
        s.diagonal[static_cast<size_t>(a)] += k;
        s.diagonal[static_cast<size_t>(b)] += k;
        s.dense(a, b) -= k;
        s.dense(b, a) -= k;
    }
    for (int32_t i = 0; i < n; ++i) {
        s.dense(i, i) = s.diagonal[static_cast<size_t>(i)];
    }
    return s;
}

TEST(SparseCholesky, SolveEqualsADenseInverse) {
    for (const unsigned seed : {1U, 2U, 3U}) {
        const RandomSystem s = randomSystem(60, 200, seed);
        SparseCholesky factor;
        factor.analyse(s.n, s.edges);
        ASSERT_TRUE(factor.factorise(s.diagonal, s.offDiagonal));
        const Eigen::MatrixXd inverse = s.dense.inverse();
        for (const int32_t i : {0, 17, 59}) {
            std::vector<Vec4> b(60, Vec4(0.0F));
            b[static_cast<size_t>(i)] = Vec4(1.0F, -2.0F, 0.5F, 0.0F);
            factor.solve(b);
            for (int32_t k = 0; k < s.n; ++k) {
                const Vec4 &x = b[static_cast<size_t>(k)];
                EXPECT_NEAR(x.x, inverse(k, i), 1e-5);
                EXPECT_NEAR(x.y, -2.0 * inverse(k, i), 2e-5);
                EXPECT_NEAR(x.z, 0.5 * inverse(k, i), 1e-5);
            }
        }
    }
}

TEST(SparseCholesky, FactorisesAnewWithoutANewAnalysis) {
    RandomSystem s = randomSystem(40, 120, 7U);
    SparseCholesky factor;
    factor.analyse(s.n, s.edges);
    ASSERT_TRUE(factor.factorise(s.diagonal, s.offDiagonal));
    for (double &d : s.diagonal) {
        d *= 3.0;
    }
    s.dense.diagonal() *= 3.0;
    ASSERT_TRUE(factor.factorise(s.diagonal, s.offDiagonal));
    std::vector<Vec4> b(40, Vec4(1.0F));
    factor.solve(b);
    const Eigen::VectorXd x = s.dense.ldlt().solve(Eigen::VectorXd::Ones(40));
    for (int32_t i = 0; i < s.n; ++i) {
        EXPECT_NEAR(b[static_cast<size_t>(i)].x, x(i), 1e-5);
    }
}

TEST(SparseCholesky, RefusesAnIndefiniteMatrix) {
    SparseCholesky factor;
    const std::vector<SparseCholesky::Edge> edges{{0, 1}};
    factor.analyse(2, edges);
    EXPECT_FALSE(factor.factorise(std::vector<double>{1.0, 1.0}, std::vector<double>{-2.0}));
    EXPECT_TRUE(factor.factorise(std::vector<double>{3.0, 3.0}, std::vector<double>{-2.0}));
}

} // namespace
} // namespace selvage
