// Up-looking sparse Cholesky (Davis 2006, "Direct Methods for Sparse Linear Systems", ch. 4): row k of the
// factor is a sparse triangular solve whose pattern is read off the elimination tree.
#include "sim/sparse_cholesky.h"

#include "maths/index.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace selvage {

void SparseCholesky::analyse(int32_t n, std::span<const Edge> edges) {
    n_ = n;
    order(edges);
    findFactorPattern();
}

void SparseCholesky::order(std::span<const Edge> edges) {
    std::vector<Eigen::Triplet<double, int>> entries;
    entries.reserve(edges.size() * 2 + u(n_));
    for (const Edge &e : edges) {
        assert(e.a != e.b);
        entries.emplace_back(e.a, e.b, 1.0);
        entries.emplace_back(e.b, e.a, 1.0);
    }
    for (int32_t i = 0; i < n_; ++i) {
        entries.emplace_back(i, i, 1.0);
    }
    Eigen::SparseMatrix<double, Eigen::ColMajor, int> pattern(n_, n_);
    pattern.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> inverseOrder;
    Eigen::AMDOrdering<int>()(pattern, inverseOrder);
    newIndex_.resize(u(n_));
    for (int32_t i = 0; i < n_; ++i) {
        newIndex_[u(inverseOrder.indices()[i])] = i;
    }

    // Columns of the permuted upper triangle; repeated edges share a slot.
    std::vector<std::pair<int64_t, int32_t>> sorted; // (column * n + row, edge)
    sorted.reserve(edges.size());
    for (size_t e = 0; e < edges.size(); ++e) {
        const int32_t p = newIndex_[u(edges[e].a)];
        const int32_t q = newIndex_[u(edges[e].b)];
        const int64_t key = static_cast<int64_t>(std::max(p, q)) * n_ + std::min(p, q);
        sorted.emplace_back(key, static_cast<int32_t>(e));
    }
    std::sort(sorted.begin(), sorted.end());
    upperStart_.assign(u(n_) + 1, 0);
    upperRow_.clear();
    edgeSlot_.resize(edges.size());
    int64_t last = -1;
    for (const auto &[key, edge] : sorted) {
        if (key != last) {
            upperRow_.push_back(static_cast<int32_t>(key % n_));
            ++upperStart_[static_cast<size_t>(key / n_) + 1];
            last = key;
        }
        edgeSlot_[u(edge)] = static_cast<int32_t>(upperRow_.size()) - 1;
    }
    std::partial_sum(upperStart_.begin(), upperStart_.end(), upperStart_.begin());
    upperValue_.assign(upperRow_.size(), 0.0);
    permutedDiagonal_.assign(u(n_), 0.0);
}

void SparseCholesky::findFactorPattern() {
    parent_.assign(u(n_), -1);
    std::vector<int32_t> ancestor(u(n_), -1);
    for (int32_t k = 0; k < n_; ++k) {
        for (int32_t p = upperStart_[u(k)]; p < upperStart_[u(k) + 1]; ++p) {
            for (int32_t i = upperRow_[u(p)]; i != -1 && i < k;) {
                const int32_t next = ancestor[u(i)];
                ancestor[u(i)] = k;
                if (next == -1) {
                    parent_[u(i)] = k;
                }
                i = next;
            }
        }
    }
    stack_.assign(u(n_), 0);
    mark_.assign(u(n_), -1);
    columnFill_.assign(u(n_), 0);
    std::vector<int32_t> count(u(n_), 0);
    for (int32_t k = 0; k < n_; ++k) {
        for (int32_t p = reach(k); p < n_; ++p) {
            ++count[u(stack_[u(p)])];
        }
    }
    columnStart_.assign(u(n_) + 1, 0);
    std::partial_sum(count.begin(), count.end(), columnStart_.begin() + 1);
    const auto entryCount = u(columnStart_.back());
    rowIndex_.assign(entryCount, 0);
    value_.assign(entryCount, 0.0);
    valueF_.assign(entryCount, 0.0F);
    diagonal_.assign(u(n_), 1.0);
    inverseDiagonalF_.assign(u(n_), 1.0F);
    work_.assign(u(n_), 0.0);
    permuted_.assign(u(n_), Vec4(0.0F));
}

int32_t SparseCholesky::reach(int32_t row) {
    int32_t top = n_;
    mark_[u(row)] = row;
    for (int32_t p = upperStart_[u(row)]; p < upperStart_[u(row) + 1]; ++p) {
        int32_t length = 0;
        for (int32_t i = upperRow_[u(p)]; mark_[u(i)] != row; i = parent_[u(i)]) {
            stack_[u(length++)] = i;
            mark_[u(i)] = row;
        }
        while (length > 0) {
            stack_[u(--top)] = stack_[u(--length)];
        }
    }
    return top;
}

bool SparseCholesky::factorise(std::span<const double> diagonal, std::span<const double> offDiagonal) {
    assert(diagonal.size() == u(n_) && offDiagonal.size() == edgeSlot_.size());
    std::fill(upperValue_.begin(), upperValue_.end(), 0.0);
    for (size_t e = 0; e < offDiagonal.size(); ++e) {
        upperValue_[u(edgeSlot_[e])] += offDiagonal[e];
    }
    for (int32_t i = 0; i < n_; ++i) {
        permutedDiagonal_[u(newIndex_[u(i)])] = diagonal[u(i)];
    }
    std::fill(mark_.begin(), mark_.end(), -1);
    std::copy(columnStart_.begin(), columnStart_.end() - 1, columnFill_.begin());
    for (int32_t k = 0; k < n_; ++k) {
        const int32_t top = reach(k);
        for (int32_t p = upperStart_[u(k)]; p < upperStart_[u(k) + 1]; ++p) {
            work_[u(upperRow_[u(p)])] = upperValue_[u(p)];
        }
        double d = permutedDiagonal_[u(k)];
        for (int32_t p = top; p < n_; ++p) {
            const int32_t i = stack_[u(p)];
            const double lki = work_[u(i)] / diagonal_[u(i)];
            work_[u(i)] = 0.0;
            for (int32_t q = columnStart_[u(i)]; q < columnFill_[u(i)]; ++q) {
                work_[u(rowIndex_[u(q)])] -= value_[u(q)] * lki;
            }
            d -= lki * lki;
            const int32_t slot = columnFill_[u(i)]++;
            rowIndex_[u(slot)] = k;
            value_[u(slot)] = lki;
        }
        if (!(d > 0.0)) {
            std::fill(work_.begin(), work_.end(), 0.0);
            return false;
        }
        diagonal_[u(k)] = std::sqrt(d);
    }
    std::transform(value_.begin(), value_.end(), valueF_.begin(),
                   [](double v) { return static_cast<float>(v); });
    std::transform(diagonal_.begin(), diagonal_.end(), inverseDiagonalF_.begin(),
                   [](double v) { return static_cast<float>(1.0 / v); });
    return true;
}

void SparseCholesky::solve(std::span<Vec4> b) {
    assert(b.size() == u(n_));
    for (size_t i = 0; i < b.size(); ++i) {
        permuted_[u(newIndex_[i])] = b[i];
    }
    for (int32_t j = 0; j < n_; ++j) {
        const Vec4 y = permuted_[u(j)] * inverseDiagonalF_[u(j)];
        permuted_[u(j)] = y;
        for (int32_t p = columnStart_[u(j)]; p < columnStart_[u(j) + 1]; ++p) {
            permuted_[u(rowIndex_[u(p)])] -= valueF_[u(p)] * y;
        }
    }
    for (int32_t j = n_ - 1; j >= 0; --j) {
        Vec4 y = permuted_[u(j)];
        for (int32_t p = columnStart_[u(j)]; p < columnStart_[u(j) + 1]; ++p) {
            y -= valueF_[u(p)] * permuted_[u(rowIndex_[u(p)])];
        }
        permuted_[u(j)] = y * inverseDiagonalF_[u(j)];
    }
    for (size_t i = 0; i < b.size(); ++i) {
        b[i] = permuted_[u(newIndex_[i])];
    }
}

} // namespace selvage
