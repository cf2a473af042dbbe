// A counting sort by bin, then each box against the ranges of boxes after it, many at a time.
#include "patch_pairs.h"

#include "maths/index.h"
#include "maths/pose.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kLanes = 16;
constexpr int32_t kBinsPerPatch = 16;

bool boxesOverlap(const PatchBoxes &boxes, size_t i, size_t j) {
    return boxes.low[0][i] <= boxes.high[0][j] && boxes.low[0][j] <= boxes.high[0][i] &&
           boxes.low[1][i] <= boxes.high[1][j] && boxes.low[1][j] <= boxes.high[1][i] &&
           boxes.low[2][i] <= boxes.high[2][j] && boxes.low[2][j] <= boxes.high[2][i];
}

bool areClose(const PatchBoxes &boxes, size_t i, size_t j) {
    const float du = boxes.placeU[i] - boxes.placeU[j];
    const float dv = boxes.placeV[i] - boxes.placeV[j];
    const float close = std::max(boxes.close[i], boxes.close[j]);
    return du * du + dv * dv < close * close;
}

// Counts all, keeps what fits.
class PairList {
public:
    explicit PairList(std::vector<PatchPair> &pairs) : pairs_(pairs) {}
    void add(int32_t i, int32_t j) {
        waiting_[waitingCount_++] = {std::min(i, j), std::max(i, j)};
        if (waitingCount_ > kWaiting) {
            flush();
        }
    }
    // i with those of the j that are hit.
    SELVAGE_INLINE void addHits(int32_t i, const int32_t *j, const int32_t (&hit)[kLanes]) {
        for (size_t k = 0; k < kLanes; ++k) {
            waiting_[waitingCount_] = {std::min(i, j[k]), std::max(i, j[k])};
            waitingCount_ += hit[k] != 0 ? 1 : 0;
        }
        if (waitingCount_ > kWaiting) {
            flush();
        }
    }
    void flush() {
        count_ += static_cast<int64_t>(waitingCount_);
        const size_t fit = std::min(waitingCount_, pairs_.capacity() - pairs_.size());
        pairs_.insert(pairs_.end(), waiting_, waiting_ + fit);
        waitingCount_ = 0;
    }
    int64_t count() const { return count_; }

private:
    static constexpr size_t kWaiting = 1024;
    std::vector<PatchPair> &pairs_;
    PatchPair waiting_[kWaiting + kLanes + 1];
    size_t waitingCount_{0};
    int64_t count_{0};
};

} // namespace

void PatchBoxes::resize(int32_t count) {
    for (size_t axis = 0; axis < 3; ++axis) {
        low[axis].resize(u(count));
        high[axis].resize(u(count));
    }
    placeU.resize(u(count));
    placeV.resize(u(count));
    close.resize(u(count));
}

SortedBins::SortedBins(int32_t count) {
    binStart_.resize(u(kBinsPerPatch * (count + kLanes)) + 1);
    bin_.resize(u(count));
    order_.resize(u(count + kLanes));
    sortedBin_.resize(u(count));
    sorted_.resize(count + kLanes);
    for (size_t axis = 0; axis < 3; ++axis) {
        sorted_.low[axis].assign(u(count + kLanes), 1e30F);
        sorted_.high[axis].assign(u(count + kLanes), -1e30F);
    }
}

// As wide as the widest box, or wider where there is no room for so many.
void SortedBins::chooseBins(const PatchBoxes &boxes) {
    float width = 1e-6F;
    std::array<float, 3> extent{};
    for (size_t axis = 0; axis < 3; ++axis) {
        float low = 1e30F;
        float high = -1e30F;
        const float *l = boxes.low[axis].data();
        const float *h = boxes.high[axis].data();
        for (size_t i = 0; i < boxes.low[axis].size(); ++i) {
            width = std::max(width, h[i] - l[i]);
            low = std::min(low, l[i] + h[i]);
            high = std::max(high, l[i] + h[i]);
        }
        origin_[axis] = 0.5F * low;
        extent[axis] = 0.5F * (high - low);
    }
    for (;; width *= 1.25F) {
        perMetre_ = 1.0F / width;
        std::array<float, 3> bins{};
        for (size_t axis = 0; axis < 3; ++axis) {
            bins[axis] = std::floor(extent[axis] * perMetre_) + 3.0F;
        }
        if (bins[0] * bins[1] * bins[2] < static_cast<float>(binStart_.size())) {
            rowStep_ = static_cast<int32_t>(bins[0]);
            layerStep_ = rowStep_ * static_cast<int32_t>(bins[1]);
            binCount_ = layerStep_ * static_cast<int32_t>(bins[2]);
            return;
        }
    }
}

void SortedBins::sort(const PatchBoxes &boxes) {
    const auto count = u(boxes.count());
    std::fill_n(binStart_.begin(), binCount_ + 1, 0);
    const auto binOf = [&](size_t axis, size_t i) {
        const float middle = 0.5F * (boxes.low[axis][i] + boxes.high[axis][i]);
        return static_cast<int32_t>((middle - origin_[axis]) * perMetre_) + 1;
    };
    for (size_t i = 0; i < count; ++i) {
        bin_[i] = binOf(0, i) + rowStep_ * binOf(1, i) + layerStep_ * binOf(2, i);
    }
    for (size_t i = 0; i < count; ++i) {
        ++binStart_[u(bin_[i])];
    }
    int32_t sum = 0;
    for (size_t b = 0; b < u(binCount_) + 1; ++b) {
        sum += binStart_[b];
        binStart_[b] = sum;
    }
    for (size_t i = count; i-- > 0;) { // to the front of its bin, so that they stay in order
        order_[u(--binStart_[u(bin_[i])])] = static_cast<int32_t>(i);
    }
    for (size_t k = 0; k < count; ++k) {
        const size_t i = u(order_[k]);
        sortedBin_[k] = bin_[i];
        for (size_t axis = 0; axis < 3; ++axis) {
            sorted_.low[axis][k] = boxes.low[axis][i];
            sorted_.high[axis][k] = boxes.high[axis][i];
        }
        sorted_.placeU[k] = boxes.placeU[i];
        sorted_.placeV[k] = boxes.placeV[i];
        sorted_.close[k] = boxes.close[i];
    }
}

namespace {

// Adds those of the sorted boxes [begin, end) that overlap the one at `i`.
SELVAGE_INLINE inline void pairWithRange(const PatchBoxes &boxes, const int32_t *order, int32_t i,
                                         int32_t begin, int32_t end, PairList &list) {
    const size_t at = u(i);
    const float lowX = boxes.low[0][at];
    const float lowY = boxes.low[1][at];
    const float lowZ = boxes.low[2][at];
    const float highX = boxes.high[0][at];
    const float highY = boxes.high[1][at];
    const float highZ = boxes.high[2][at];
    const float placeU = boxes.placeU[at];
    const float placeV = boxes.placeV[at];
    const float close = boxes.close[at];
    for (int32_t first = begin; first < end; first += kLanes) {
        const float *lx = boxes.low[0].data() + first;
        const float *ly = boxes.low[1].data() + first;
        const float *lz = boxes.low[2].data() + first;
        const float *hx = boxes.high[0].data() + first;
        const float *hy = boxes.high[1].data() + first;
        const float *hz = boxes.high[2].data() + first;
        const float *pu = boxes.placeU.data() + first;
        const float *pv = boxes.placeV.data() + first;
        const float *pc = boxes.close.data() + first;
        int32_t hit[kLanes];
        int32_t any = 0;
        for (int32_t k = 0; k < kLanes; ++k) {
            const float du = pu[k] - placeU;
            const float dv = pv[k] - placeV;
            const float nearest = std::max(pc[k], close);
            hit[k] = (du * du + dv * dv < nearest * nearest ? 0 : 1) & (lowX <= hx[k] ? 1 : 0) &
                     (lx[k] <= highX ? 1 : 0) & (lowY <= hy[k] ? 1 : 0) & (ly[k] <= highY ? 1 : 0) &
                     (lowZ <= hz[k] ? 1 : 0) & (lz[k] <= highZ ? 1 : 0) & (first + k < end ? 1 : 0);
            any |= hit[k];
        }
        if (any != 0) {
            list.addHits(order[at], order + first, hit);
        }
    }
}

using Ends = std::array<std::vector<float>, 3>; // of boxes

struct Box {
    Vec3 low, high;
};

// Which of `count` boxes from `first` on overlap this one, and whether any does.
SELVAGE_INLINE inline bool findOverlaps(const Ends &low, const Ends &high, size_t first, int32_t count,
                                        const Box &box, int32_t (&hit)[kLanes]) {
    const float *lx = low[0].data() + first;
    const float *ly = low[1].data() + first;
    const float *lz = low[2].data() + first;
    const float *hx = high[0].data() + first;
    const float *hy = high[1].data() + first;
    const float *hz = high[2].data() + first;
    int32_t any = 0;
    for (int32_t k = 0; k < count; ++k) {
        hit[k] = (box.low.x <= hx[k] ? 1 : 0) & (lx[k] <= box.high.x ? 1 : 0) & (box.low.y <= hy[k] ? 1 : 0) &
                 (ly[k] <= box.high.y ? 1 : 0) & (box.low.z <= hz[k] ? 1 : 0) & (lz[k] <= box.high.z ? 1 : 0);
        any |= hit[k];
    }
    return any != 0;
}

} // namespace

int64_t SortedBins::findPairs(const PatchBoxes &boxes, std::vector<PatchPair> &pairs) {
    pairs.clear();
    tests_ = 0;
    chooseBins(boxes);
    sort(boxes);
    PairList list(pairs);
    const int32_t count = boxes.count();
    runWide([&]() SELVAGE_INLINE {
        for (int32_t i = 0; i < count; ++i) {
            const int32_t bin = sortedBin_[u(i)];
            tests_ += binStart_[u(bin + 2)] - (i + 1);
            pairWithRange(sorted_, order_.data(), i, i + 1, binStart_[u(bin + 2)], list);
            for (const int32_t row : {bin + rowStep_, bin + layerStep_ - rowStep_, bin + layerStep_,
                                      bin + layerStep_ + rowStep_}) {
                const int32_t begin = binStart_[u(row - 1)];
                const int32_t end = binStart_[u(row + 2)];
                tests_ += end - begin;
                pairWithRange(sorted_, order_.data(), i, begin, end, list);
            }
        }
    });
    list.flush();
    return list.count();
}

GroupedBoxes::GroupedBoxes(int32_t count) {
    const int32_t groups = (count + kLanes - 1) / kLanes;
    for (size_t axis = 0; axis < 3; ++axis) {
        low_[axis].assign(u(groups + kLanes), 1e30F);
        high_[axis].assign(u(groups + kLanes), -1e30F);
    }
}

int64_t GroupedBoxes::findPairsOf(std::span<const int32_t> some, std::span<const uint8_t> marks,
                                  const PatchBoxes &boxes, std::vector<PatchPair> &pairs) {
    PairList list(pairs);
    const auto count = u(boxes.count());
    const size_t groups = (count + kLanes - 1) / kLanes;
    for (size_t axis = 0; axis < 3; ++axis) {
        for (size_t g = 0; g < groups; ++g) {
            const auto begin = static_cast<ptrdiff_t>(g * kLanes);
            const auto end = static_cast<ptrdiff_t>(std::min(count, (g + 1) * kLanes));
            const auto &low = boxes.low[axis];
            const auto &high = boxes.high[axis];
            low_[axis][g] = *std::min_element(low.begin() + begin, low.begin() + end);
            high_[axis][g] = *std::max_element(high.begin() + begin, high.begin() + end);
        }
    }
    const auto pairWithGroup = [&](int32_t i, const Box &box, size_t begin) SELVAGE_INLINE {
        const auto lanes = static_cast<int32_t>(std::min<size_t>(kLanes, count - begin));
        int32_t hit[kLanes];
        if (!findOverlaps(boxes.low, boxes.high, begin, lanes, box, hit)) {
            return;
        }
        for (int32_t k = 0; k < lanes; ++k) {
            const int32_t j = static_cast<int32_t>(begin) + k;
            const bool hasCome = marks[u(j)] != 0 && j <= i;
            if (hit[k] != 0 && !hasCome && !areClose(boxes, u(i), u(j))) {
                list.add(i, j);
            }
        }
    };
    runWide([&]() SELVAGE_INLINE {
        for (const int32_t i : some) {
            const Box box{{boxes.low[0][u(i)], boxes.low[1][u(i)], boxes.low[2][u(i)]},
                          {boxes.high[0][u(i)], boxes.high[1][u(i)], boxes.high[2][u(i)]}};
            for (size_t first = 0; first < groups; first += kLanes) {
                int32_t near[kLanes];
                findOverlaps(low_, high_, first, kLanes, box, near);
                for (size_t k = 0; k < kLanes; ++k) {
                    if (near[k] != 0) {
                        pairWithGroup(i, box, (first + k) * kLanes);
                    }
                }
            }
        }
    });
    list.flush();
    return list.count();
}

int64_t findPairsByForce(const PatchBoxes &boxes, std::vector<PatchPair> &pairs) {
    pairs.clear();
    PairList list(pairs);
    for (int32_t i = 0; i < boxes.count(); ++i) {
        for (int32_t j = i + 1; j < boxes.count(); ++j) {
            if (boxesOverlap(boxes, u(i), u(j)) && !areClose(boxes, u(i), u(j))) {
                list.add(i, j);
            }
        }
    }
    list.flush();
    return list.count();
}

} // namespace selvage
