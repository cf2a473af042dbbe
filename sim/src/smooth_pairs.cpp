// One pass over the patches and one over the pairs, both wide.
#include "smooth_pairs.h"

#include "lane_maths.h"
#include "maths/index.h"
#include "wide.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace selvage {

namespace {

constexpr float kSameWay = 0.7F;      // cosine of the angle between patches that are one smooth piece
constexpr float kTurned = 0.9945F;    // cosine: of 6 degrees, by which a patch may turn unheeded
constexpr float kWatched = 0.8387F;   // cosine: of 33 degrees, and both may turn by 6 before it is kSameWay
constexpr float kMovesLittle = 0.15F; // –, of the patches' size
// A patch whose opposite corners are nearer, or whose corner is nearer to its diagonal, may touch itself.
constexpr float kFolded = 0.81F;   // –, of what it is in the flat cloth
constexpr float kFlattened = 0.7F; // –, the same

SELVAGE_INLINE inline void shapeLanes(const FourLanes &lanes, const Patches &patches, int32_t count,
                                      size_t first, PatchShapes &out) {
    const int32_t *parts = patches.parts.data() + first;
    const float *flatAcross = patches.across.data() + first;
    const float *flatHeight = patches.height.data() + first;

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
        const float opposite = std::min(dot(d3, d3), dot(e, e));
        // Heights of the outer corners over the diagonal; twice the same for a single triangle.
        const float diagonal = across ? dot(d3, d3) : dot(e, e);
        const V d12 = cross(d1, d2);
        const V d13 = cross(d1, d3);
        const V d32 = cross(d3, d2);
        const V far{d13.x + d32.x - d12.x, d13.y + d32.y - d12.y, d13.z + d32.z - d12.z};
        const float area0 = across ? dot(d13, d13) : dot(d12, d12);
        const float area1 = single ? area0 : across ? dot(d32, d32) : dot(far, far);
        const float height = std::min(area0, area1) / std::max(diagonal, 1e-30F);
        const float leastAcross = kFolded * flatAcross[k];
        const float leastHeight = kFlattened * flatHeight[k];
        folded[k] = ((opposite < leastAcross * leastAcross) | (height < leastHeight * leastHeight)) ? 1 : 0;
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

V normalOf(const std::array<std::vector<float>, 3> &normal, int32_t p) {
    return {normal[0][u(p)], normal[1][u(p)], normal[2][u(p)]};
}

// Finds the patches that have turned since their pairs were looked through.
SELVAGE_INLINE inline void findTurned(SmoothPairs &smooth, const PatchShapes &shapes) {
    const auto &n = shapes.normal;
    const auto &f = smooth.faced;
    smooth.turned.clear();
    const auto count = static_cast<int32_t>(smooth.closed.size());
    for (int32_t first = 0; first < count; first += kWideLanes) {
        const int32_t lanes = std::min(kWideLanes, count - first);
        int32_t turned[kWideLanes];
        int32_t any = 0;
        for (int32_t k = 0; k < lanes; ++k) {
            const size_t p = u(first + k);
            turned[k] = dot({n[0][p], n[1][p], n[2][p]}, {f[0][p], f[1][p], f[2][p]}) > kTurned ? 0 : 1;
            any |= turned[k];
        }
        for (int32_t k = 0; any != 0 && k < lanes; ++k) {
            if (turned[k] != 0) {
                smooth.turned.push_back(first + k);
            }
        }
    }
}

// Looks through the pairs of those that have turned.
void watchPairs(SmoothPairs &smooth, const PatchShapes &shapes) {
    for (const int32_t p : smooth.turned) {
        for (size_t axis = 0; axis < 3; ++axis) {
            smooth.faced[axis][u(p)] = shapes.normal[axis][u(p)];
        }
    }
    for (const int32_t p : smooth.turned) {
        for (int32_t k = smooth.start[u(p)]; k < smooth.start[u(p) + 1]; ++k) {
            const int32_t at = smooth.of[u(k)];
            const auto &[a, b] = smooth.pairs[u(at)];
            const bool differ =
                a != b && !(dot(normalOf(smooth.faced, a), normalOf(smooth.faced, b)) > kWatched);
            if (differ && smooth.isWatched[u(at)] == 0) {
                smooth.isWatched[u(at)] = 1;
                smooth.watched.push_back(at);
            }
        }
    }
}

// Marks the patches that do not face nearly the same way as all that are close to them in the flat cloth. Two
// that do face the same way may have a fold and its way back between them: then both are marked.
void findCreases(SmoothPairs &smooth, const PatchShapes &shapes) {
    std::fill(smooth.creased.begin(), smooth.creased.end(), 0);
    size_t kept = 0;
    for (const int32_t at : smooth.watched) {
        const auto &[a, b] = smooth.pairs[u(at)];
        if (dot(normalOf(smooth.faced, a), normalOf(smooth.faced, b)) > kWatched) {
            smooth.isWatched[u(at)] = 0;
            continue;
        }
        smooth.watched[kept++] = at;
        if (!(dot(normalOf(shapes.normal, a), normalOf(shapes.normal, b)) > kSameWay)) {
            smooth.creased[u(a)] = 1;
            smooth.creased[u(b)] = 1;
        }
    }
    smooth.watched.resize(kept);
}

// Opens those of a patch's pairs that are not smooth.
void openPairsOf(SmoothPairs &smooth, const PatchShapes &shapes, int32_t p) {
    for (int32_t k = smooth.start[u(p)]; k < smooth.start[u(p) + 1]; ++k) {
        const size_t at = u(smooth.of[u(k)]);
        const auto &[a, b] = smooth.pairs[at];
        const bool little = shapes.motion[u(a)] + shapes.motion[u(b)] < smooth.most[at];
        const int32_t bent = shapes.folded[u(a)] | shapes.folded[u(b)] |
                             (a == b ? 0 : smooth.creased[u(a)] & smooth.creased[u(b)]);
        if (smooth.open[at] != 0 || (little && bent == 0)) {
            continue;
        }
        smooth.open[at] = 1;
        --smooth.closed[u(a)];
        smooth.closed[u(b)] -= a == b ? 0 : 1;
        smooth.found.push_back(static_cast<int32_t>(at));
    }
}

// Appends what was found in the pairs' order, in which contact goes from one to the next.
int64_t handOut(SmoothPairs &smooth, std::vector<PatchPair> &out) {
    std::sort(smooth.found.begin(), smooth.found.end());
    const size_t fit = std::min(smooth.found.size(), out.capacity() - out.size());
    for (size_t k = 0; k < fit; ++k) {
        out.push_back(smooth.pairs[u(smooth.found[k])]);
    }
    return static_cast<int64_t>(smooth.found.size());
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
            shapeLanes(lanes, patches, count, u(first), shapes);
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

namespace {

// Calls body(patch) for both of a pair, once for a patch with itself.
template <typename Body> void forBoth(const PatchPair &pair, const Body &body) {
    body(u(pair.a));
    if (pair.b != pair.a) {
        body(u(pair.b));
    }
}

void sortByPatch(SmoothPairs &smooth, size_t patches) {
    smooth.start.assign(patches + 1, 0);
    for (const PatchPair &pair : smooth.pairs) {
        forBoth(pair, [&](size_t p) { ++smooth.start[p + 1]; });
    }
    for (size_t p = 0; p < patches; ++p) {
        smooth.start[p + 1] += smooth.start[p];
    }
    smooth.of.resize(u(smooth.start.back()));
    std::vector<int32_t> next(smooth.start.begin(), smooth.start.end() - 1);
    for (size_t k = 0; k < smooth.pairs.size(); ++k) {
        forBoth(smooth.pairs[k], [&](size_t p) { smooth.of[u(next[p]++)] = static_cast<int32_t>(k); });
    }
}

void makeRoom(SmoothPairs &smooth, const Patches &patches) {
    const auto count = u(patches.count);
    sortByPatch(smooth, count);
    smooth.open.resize(smooth.pairs.size());
    smooth.isWatched.resize(smooth.pairs.size());
    smooth.watched.reserve(smooth.pairs.size());
    smooth.found.reserve(2 * smooth.pairs.size());
    smooth.closed.resize(count);
    smooth.creased.resize(count);
    smooth.turned.reserve(count);
    for (auto &axis : smooth.faced) {
        axis.resize(count); // no way yet, so that all have turned
    }
    std::transform(patches.size.begin(), patches.size.end(), std::back_inserter(smooth.free),
                   [](float size) { return 0.5F * kMovesLittle * size; });
    smooth.close();
}

} // namespace

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
    makeRoom(smooth, patches);
    return smooth;
}

int64_t findOpen(SmoothPairs &smooth, std::span<const int32_t> some, std::vector<PatchPair> &out) {
    smooth.found.clear();
    for (const int32_t p : some) {
        for (int32_t k = smooth.start[u(p)]; k < smooth.start[u(p) + 1]; ++k) {
            const int32_t at = smooth.of[u(k)];
            if (smooth.open[u(at)] == 1) {
                smooth.open[u(at)] = 2; // is found
                smooth.found.push_back(at);
            }
        }
    }
    for (const int32_t at : smooth.found) {
        smooth.open[u(at)] = 1;
    }
    return handOut(smooth, out);
}

int64_t openPairs(SmoothPairs &smooth, const PatchShapes &shapes, std::vector<PatchPair> &out) {
    runWide([&]() SELVAGE_INLINE { findTurned(smooth, shapes); });
    watchPairs(smooth, shapes);
    findCreases(smooth, shapes);
    smooth.found.clear();
    const auto count = static_cast<int32_t>(smooth.closed.size());
    for (int32_t p = 0; p < count; ++p) {
        const bool calm =
            (shapes.folded[u(p)] | smooth.creased[u(p)]) == 0 && shapes.motion[u(p)] < smooth.free[u(p)];
        if (!calm && smooth.closed[u(p)] > 0) {
            openPairsOf(smooth, shapes, p);
        }
    }
    return handOut(smooth, out);
}

void SmoothPairs::close() {
    std::fill(open.begin(), open.end(), 0);
    for (size_t p = 0; p < closed.size(); ++p) {
        closed[p] = start[p + 1] - start[p];
    }
}

} // namespace selvage
