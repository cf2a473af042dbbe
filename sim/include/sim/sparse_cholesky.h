// Sparse Cholesky factor of a symmetric positive definite matrix whose pattern is a graph: particles and
// springs. Desbrun's filter W = (M - dt²H)^-1 is applied as a solve with this factor instead of a dense
// inverse: the same filter, with O(n log n) entries instead of n².
//
// Factored in double, solved in float (a factor computed in float loses three digits). analyse() allocates;
// factorise() and solve() do not.
#pragma once

#include "maths/pose.h"

#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

class SparseCholesky {
public:
    struct Edge {
        int32_t a;
        int32_t b;
    };

    // Fixes the pattern: n rows, one symmetric off-diagonal entry per edge (edges may repeat; their values
    // add up). Orders by approximate minimum degree and finds the pattern of the factor.
    void analyse(int32_t n, std::span<const Edge> edges);

    // Factors the matrix with these values: diagonal.size() == n, offDiagonal.size() == edge count. Returns
    // false when it is not positive definite.
    bool factorise(std::span<const double> diagonal, std::span<const double> offDiagonal);

    // Solves A x = b for three right-hand sides at once (the components of each vector; w is carried along
    // unused), in place. b.size() == n.
    void solve(std::span<Vec4> b);

    int64_t factorEntryCount() const { return static_cast<int64_t>(rowIndex_.size()) + n_; }

private:
    void order(std::span<const Edge> edges);
    void findFactorPattern();
    int32_t reach(int32_t row); // pattern of one row of the factor into stack_[result..n)

    int32_t n_{0};
    std::vector<int32_t> newIndex_; // old index -> position in the elimination order
    // Upper triangle of the permuted matrix, by columns.
    std::vector<int32_t> upperStart_;
    std::vector<int32_t> upperRow_;
    std::vector<double> upperValue_;
    std::vector<int32_t> edgeSlot_; // where each edge's value goes in upperValue_
    std::vector<double> permutedDiagonal_;
    // Factor L by columns, without the diagonal.
    std::vector<int32_t> parent_; // elimination tree
    std::vector<int32_t> columnStart_;
    std::vector<int32_t> rowIndex_;
    std::vector<double> value_;
    std::vector<double> diagonal_;
    std::vector<float> valueF_;
    std::vector<float> inverseDiagonalF_;
    // Scratch.
    std::vector<int32_t> stack_;
    std::vector<int32_t> mark_;
    std::vector<int32_t> columnFill_;
    std::vector<double> work_;
    std::vector<Vec4> permuted_;
};

} // namespace selvage
