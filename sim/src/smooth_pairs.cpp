// One pass over the patches and one over the pairs, both wide.
#include "smooth_pairs.h"

#include "lane_maths.h"
#include "maths/index.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kSameWay = 0.7F;      // cosine of the angle between patches that are one smooth piece
constexpr float kMovesLittle = 0.15F; // –, of the patches' size
// A patch whose opposite corners are nearer, or whose corner is nearer to its diagonal, may touch itself.
constexpr float kFolded = 1.15F;   // –, of its size
constexpr float kFlattened = 0.5F; // –, of its size

SELVAGE_INLINE inline void shapeLanes(const FourLanes &lanes, const int32_t *parts, const float *size,
                                      int32_t count, size_t first, PatchShapes &out) {
    float *nx = out.normal[0].data() + first;
    float *ny = out.normal[1].data() + first;
    float *nz = out.normal[2].data() + first;
    float *motion = out.motion.data() + first;
    int32_t *folded = out.folded.data() + first;
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < count; ++k) {
        motion[k] = std::max(std::max(lanes.w(0, k), lanes.w(1, k)), std::max(lanes.w(2, k), lanes.w(3, k)));
        const V p0 = lanes.position(0, k);
        const V d1 = sub(lanes.position(1, k), p0);
        const V d2 = sub(lanes.position(2, k), p0);
        const V d3 = sub(lanes.position(3, k), p0);
        const V e = sub(d2, d1);
        const bool single = (parts[k] & kSingle) != 0;
        const bool across = (parts[k] & kAcross) != 0;
        const float opposite = single ? 1e30F : std::min(dot(d3, d3), dot(e, e));
        // Heights of the outer corners over the diagonal; twice the same for a single triangle.
        const float diagonal = across ? dot(d3, d3) : dot(e, e);
        const V d12 = cross(d1, d2);
        const V d13 = cross(d1, d3);
        const V d32 = cross(d3, d2);
        const V far{d13.x + d32.x - d12.x, d13.y + d32.y - d12.y, d13.z + d32.z - d12.z};
        const float area0 = across ? dot(d13, d13) : dot(d12, d12);
        const float area1 = single ? area0 : across ? dot(d32, d32) : dot(far, far);
        const float height = std::min(area0, area1) / std::max(diagonal, 1e-30F);
        const float own = size[k] * size[k];
        folded[k] = ((opposite < kFolded * kFolded * own) | (height < kFlattened * kFlattened * own)) ? 1 : 0;
        const V d{single ? d1.x : d3.x, single ? d1.y : d3.y, single ? d1.z : d3.z};
        const V g{single ? d2.x : e.x, single ? d2.y : e.y, single ? d2.z : e.z};
        const V n = cross(d, g);
        const float length = std::sqrt(dot(n, n));
        const float inverse = length > 1e-15F ? 1.0F / length : 0.0F;
        nx[k] = n.x * inverse;
        ny[k] = n.y * inverse;
        nz[k] = n.z * inverse;
    }
}

// Marks the patches that do not face nearly the same way as all that are close to them in the flat cloth. Two
// that do face the same way may have a fold and its way back between them: then both are marked.
SELVAGE_INLINE inline void findCreases(SmoothPairs &smooth, const PatchShapes &shapes) {
    const float *nx = shapes.normal[0].data();
    const float *ny = shapes.normal[1].data();
    const float *nz = shapes.normal[2].data();
    std::fill(smooth.creased.begin(), smooth.creased.end(), 0);
    for (size_t first = 0; first < smooth.pairs.size(); first += kWideLanes) {
        const size_t count = std::min<size_t>(kWideLanes, smooth.pairs.size() - first);
        const PatchPair *pairs = &smooth.pairs[first];
        int32_t turned[kWideLanes];
        int32_t any = 0;
        for (size_t k = 0; k < count; ++k) {
            const int32_t a = pairs[k].a;
            const int32_t b = pairs[k].b;
            const float sameWay = dot({nx[a], ny[a], nz[a]}, {nx[b], ny[b], nz[b]});
            turned[k] = (a == b ? 0 : 1) & (sameWay > kSameWay ? 0 : 1);
            any |= turned[k];
        }
        for (size_t k = 0; any != 0 && k < count; ++k) {
            if (turned[k] != 0) {
                smooth.creased[u(pairs[k].a)] = 1;
                smooth.creased[u(pairs[k].b)] = 1;
            }
        }
    }
}

} // namespace

void PatchShapes::resize(int32_t count) {
    for (auto &axis : normal) {
        axis.resize(u(count));
    }
    motion.resize(u(count));
    folded.resize(u(count));
}

void shapePatches(const Patches &patches, std::span<const Vec4> vertices, PatchShapes &shapes) {
    runWide([&]() SELVAGE_INLINE {
        FourLanes lanes;
        for (int32_t first = 0; first < patches.count; first += kWideLanes) {
            const int32_t count = std::min(kWideLanes, patches.count - first);
            loadFours(&patches.corners[u(first)], u(count - 1), vertices, lanes);
            shapeLanes(lanes, &patches.parts[u(first)], &patches.size[u(first)], count, u(first), shapes);
        }
    });
}

PatchBoxes makePatchBoxes(const Patches &patches) {
    PatchBoxes boxes;
    boxes.resize(patches.count);
    boxes.placeU = patches.restU;
    boxes.placeV = patches.restV;
    std::transform(patches.size.begin(), patches.size.end(), boxes.close.begin(),
                   [](float size) { return kCloseBy * size; });
    return boxes;
}

SmoothPairs makeSmoothPairs(const Patches &patches) {
    PatchBoxes boxes;
    boxes.resize(patches.count);
    for (size_t p = 0; p < u(patches.count); ++p) {
        const float close = kCloseBy * patches.size[p];
        boxes.low[0][p] = patches.restU[p] - close;
        boxes.high[0][p] = patches.restU[p] + close;
        boxes.low[1][p] = patches.restV[p] - close;
        boxes.high[1][p] = patches.restV[p] + close;
    }
    std::vector<PatchPair> pairs(1);
    SortedBins bins(patches.count);
    pairs.reserve(static_cast<size_t>(bins.findPairs(boxes, pairs)));
    bins.findPairs(boxes, pairs);
    SmoothPairs smooth;
    const auto add = [&](int32_t a, int32_t b) {
        smooth.pairs.push_back({a, b});
        smooth.most.push_back(kMovesLittle * std::max(patches.size[u(a)], patches.size[u(b)]));
    };
    for (int32_t p = 0; p < patches.count; ++p) {
        add(p, p);
    }
    for (const PatchPair &pair : pairs) {
        const float du = patches.restU[u(pair.a)] - patches.restU[u(pair.b)];
        const float dv = patches.restV[u(pair.a)] - patches.restV[u(pair.b)];
        const float close = kCloseBy * std::max(patches.size[u(pair.a)], patches.size[u(pair.b)]);
        if (du * du + dv * dv < close * close) {
            add(pair.a, pair.b);
        }
    }
    smooth.open.resize(smooth.pairs.size());
    smooth.creased.resize(u(patches.count));
    return smooth;
}

int64_t findOpen(const SmoothPairs &smooth, std::span<const uint8_t> marks, std::vector<PatchPair> &out) {
    int64_t found = 0;
    for (size_t k = 0; k < smooth.pairs.size(); ++k) {
        const PatchPair &pair = smooth.pairs[k];
        if (smooth.open[k] != 0 && (marks[u(pair.a)] | marks[u(pair.b)]) != 0) {
            ++found;
            if (out.size() < out.capacity()) {
                out.push_back(pair);
            }
        }
    }
    return found;
}

int64_t openPairs(SmoothPairs &smooth, const PatchShapes &shapes, std::vector<PatchPair> &out) {
    int64_t found = 0;
    runWide([&]() SELVAGE_INLINE {
        findCreases(smooth, shapes);
        const float *motion = shapes.motion.data();
        const int32_t *folded = shapes.folded.data();
        const int32_t *creased = smooth.creased.data();
        for (size_t first = 0; first < smooth.pairs.size(); first += kWideLanes) {
            const size_t count = std::min<size_t>(kWideLanes, smooth.pairs.size() - first);
            const PatchPair *pairs = &smooth.pairs[first];
            const float *most = &smooth.most[first];
            int32_t *open = &smooth.open[first];
            int32_t opens[kWideLanes];
            int32_t any = 0;
            for (size_t k = 0; k < count; ++k) {
                const int32_t a = pairs[k].a;
                const int32_t b = pairs[k].b;
                const int32_t little = motion[a] + motion[b] < most[k] ? 1 : 0;
                const int32_t bent = folded[a] | folded[b] | (a == b ? 0 : creased[a] & creased[b]);
                opens[k] = ((little & (bent ^ 1)) ^ 1) & (open[k] ^ 1);
                any |= opens[k];
            }
            for (size_t k = 0; any != 0 && k < count; ++k) {
                if (opens[k] != 0) {
                    open[k] = 1;
                    ++found;
                    if (out.size() < out.capacity()) {
                        out.push_back(pairs[k]);
                    }
                }
            }
        }
    });
    return found;
}

} // namespace selvage
