// A counting sort by hashed cell, then runs of equal cells.
#include "patch_pairs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace selvage {

namespace {

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// The cells after a cell: with itself half of the 27 around it.
constexpr int32_t kForward[13][3] = {{1, 0, 0},  {-1, 1, 0}, {0, 1, 0},  {1, 1, 0}, {-1, -1, 1},
                                     {0, -1, 1}, {1, -1, 1}, {-1, 0, 1}, {0, 0, 1}, {1, 0, 1},
                                     {-1, 1, 1}, {0, 1, 1},  {1, 1, 1}};

float largestExtent(const PatchBoxes &boxes) {
    float largest = 1e-6F;
    for (size_t axis = 0; axis < 3; ++axis) {
        for (size_t i = 0; i < boxes.low[axis].size(); ++i) {
            largest = std::max(largest, boxes.high[axis][i] - boxes.low[axis][i]);
        }
    }
    return largest;
}

bool boxesOverlap(const PatchBoxes &boxes, size_t i, size_t j) {
    return boxes.low[0][i] <= boxes.high[0][j] && boxes.low[0][j] <= boxes.high[0][i] &&
           boxes.low[1][i] <= boxes.high[1][j] && boxes.low[1][j] <= boxes.high[1][i] &&
           boxes.low[2][i] <= boxes.high[2][j] && boxes.low[2][j] <= boxes.high[2][i];
}

// Counts all, keeps what fits.
class PairList {
public:
    explicit PairList(std::vector<PatchPair> &pairs) : pairs_(pairs) { pairs_.clear(); }
    void add(int32_t i, int32_t j) {
        ++count_;
        if (pairs_.size() < pairs_.capacity()) {
            pairs_.push_back({std::min(i, j), std::max(i, j)});
        }
    }
    int64_t count() const { return count_; }

private:
    std::vector<PatchPair> &pairs_;
    int64_t count_{0};
};

} // namespace

void PatchBoxes::resize(int32_t count) {
    for (size_t axis = 0; axis < 3; ++axis) {
        low[axis].resize(u(count));
        high[axis].resize(u(count));
    }
}

SortedBins::SortedBins(int32_t count) {
    const uint32_t buckets = std::bit_ceil(static_cast<uint32_t>(std::max(count, 1)) * 2);
    mask_ = buckets - 1;
    bucketStart_.resize(buckets + 1);
    firstRun_.resize(buckets + 1);
    cell_.resize(u(count));
    sortedCell_.resize(u(count));
    order_.resize(u(count));
    sorted_.resize(count);
    runs_.reserve(u(count));
}

uint32_t SortedBins::bucketOf(const Cell &cell) const {
    const uint32_t hash = static_cast<uint32_t>(cell.x) * 0x8da6b343U +
                          static_cast<uint32_t>(cell.y) * 0xd8163841U +
                          static_cast<uint32_t>(cell.z) * 0xcb1ab31fU;
    return (hash ^ hash >> 15U) & mask_;
}

void SortedBins::sort(const PatchBoxes &boxes) {
    const float perMetre = 1.0F / largestExtent(boxes);
    const auto binOf = [&](size_t axis, size_t i) {
        const float middle = 0.5F * (boxes.low[axis][i] + boxes.high[axis][i]);
        return static_cast<int32_t>(std::floor(middle * perMetre));
    };
    std::fill(bucketStart_.begin(), bucketStart_.end(), 0);
    const auto count = u(boxes.count());
    for (size_t i = 0; i < count; ++i) {
        cell_[i] = {binOf(0, i), binOf(1, i), binOf(2, i)};
        ++bucketStart_[bucketOf(cell_[i]) + 1];
    }
    for (size_t b = 0; b < mask_ + 1; ++b) {
        bucketStart_[b + 1] += bucketStart_[b];
        firstRun_[b] = bucketStart_[b]; // for now where the next one goes
    }
    for (size_t i = 0; i < count; ++i) {
        order_[u(firstRun_[bucketOf(cell_[i])]++)] = static_cast<int32_t>(i);
    }
    // Few cells share a bucket: by cell within each, in the order of the patches.
    for (size_t b = 0; b < mask_ + 1; ++b) {
        const auto begin = order_.begin() + bucketStart_[b];
        const auto end = order_.begin() + bucketStart_[b + 1];
        const auto before = [&](int32_t i, int32_t j) {
            const Cell &p = cell_[u(i)];
            const Cell &q = cell_[u(j)];
            return std::tie(p.x, p.y, p.z, i) < std::tie(q.x, q.y, q.z, j);
        };
        if (end - begin > 1 &&
            std::any_of(begin, end, [&](int32_t i) { return !(cell_[u(i)] == cell_[u(*begin)]); })) {
            std::sort(begin, end, before);
        }
    }
    for (size_t k = 0; k < count; ++k) {
        const size_t i = u(order_[k]);
        sortedCell_[k] = cell_[i];
        for (size_t axis = 0; axis < 3; ++axis) {
            sorted_.low[axis][k] = boxes.low[axis][i];
            sorted_.high[axis][k] = boxes.high[axis][i];
        }
    }
}

void SortedBins::makeRuns() {
    runs_.clear();
    for (size_t b = 0; b < mask_ + 1; ++b) {
        firstRun_[b] = static_cast<int32_t>(runs_.size());
        for (int32_t k = bucketStart_[b]; k < bucketStart_[b + 1]; ++k) {
            if (k == bucketStart_[b] || !(sortedCell_[u(k)] == runs_.back().cell)) {
                runs_.push_back({sortedCell_[u(k)], k, k});
            }
            ++runs_.back().end;
        }
    }
    firstRun_[mask_ + 1] = static_cast<int32_t>(runs_.size());
}

const SortedBins::Run *SortedBins::find(const Cell &cell) const {
    const uint32_t bucket = bucketOf(cell);
    for (int32_t r = firstRun_[bucket]; r < firstRun_[bucket + 1]; ++r) {
        if (runs_[u(r)].cell == cell) {
            return &runs_[u(r)];
        }
    }
    return nullptr;
}

bool SortedBins::overlap(int32_t i, int32_t j) const {
    return boxesOverlap(sorted_, u(i), u(j));
}

int64_t SortedBins::findPairs(const PatchBoxes &boxes, std::vector<PatchPair> &pairs) {
    sort(boxes);
    makeRuns();
    PairList list(pairs);
    for (const Run &run : runs_) {
        for (int32_t i = run.begin; i < run.end; ++i) {
            for (int32_t j = i + 1; j < run.end; ++j) {
                if (overlap(i, j)) {
                    list.add(order_[u(i)], order_[u(j)]);
                }
            }
        }
        for (const auto &step : kForward) {
            const Run *other = find({run.cell.x + step[0], run.cell.y + step[1], run.cell.z + step[2]});
            if (other == nullptr) {
                continue;
            }
            for (int32_t i = run.begin; i < run.end; ++i) {
                for (int32_t j = other->begin; j < other->end; ++j) {
                    if (overlap(i, j)) {
                        list.add(order_[u(i)], order_[u(j)]);
                    }
                }
            }
        }
    }
    return list.count();
}

int64_t findPairsByForce(const PatchBoxes &boxes, std::vector<PatchPair> &pairs) {
    PairList list(pairs);
    for (int32_t i = 0; i < boxes.count(); ++i) {
        for (int32_t j = i + 1; j < boxes.count(); ++j) {
            if (boxesOverlap(boxes, u(i), u(j))) {
                list.add(i, j);
            }
        }
    }
    return list.count();
}

} // namespace selvage
