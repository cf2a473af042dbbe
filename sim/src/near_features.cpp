// 16 pairs of patches at a time: every stage is a loop without branches, so that it runs in wide vectors.
#include "near_features.h"

#include "lane_maths.h"
#include "maths/index.h"
#include "wide.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace selvage {

namespace {

// One patch in each lane: what the records say beside the corners.
struct QuickLanes {
    alignas(64) float row[8][kWideLanes];

    SELVAGE_INLINE V normal(int32_t k) const { return {row[0][k], row[1][k], row[2][k]}; }
    SELVAGE_INLINE float low(int32_t k) const { return row[3][k]; }
    SELVAGE_INLINE float high(int32_t k) const { return row[4][k]; }
    SELVAGE_INLINE float reach(int32_t k) const { return row[5][k]; }
    SELVAGE_INLINE int32_t parts(int32_t k) const { return std::bit_cast<int32_t>(row[6][k]); }
};

// One patch in each lane: the corners, and the diagonals' ends as corners 4 and 5.
struct CornerLanes {
    alignas(64) float row[24][kWideLanes];

    SELVAGE_INLINE V position(size_t corner, int32_t k) const {
        return {row[4 * corner][k], row[4 * corner + 1][k], row[4 * corner + 2][k]};
    }
    SELVAGE_INLINE int32_t vertex(size_t corner, int32_t k) const {
        return std::bit_cast<int32_t>(row[4 * corner + 3][k]);
    }
    SELVAGE_INLINE void addDiagonals(const QuickLanes &quick) {
        using Flags8 = int32_t __attribute__((vector_size(32)));
        const auto eight = [&](size_t r, size_t half) SELVAGE_INLINE -> Eight & {
            return *reinterpret_cast<Eight *>(&row[r][half]);
        };
        for (size_t half = 0; half < kWideLanes; half += 8) {
            Flags8 parts;
            std::memcpy(&parts, &quick.row[6][half], sizeof(parts));
            const Flags8 across = (parts & kAcross) != 0;
            for (size_t r = 0; r < 4; ++r) {
                eight(16 + r, half).v = across ? eight(r, half).v : eight(4 + r, half).v;
                eight(20 + r, half).v = across ? eight(12 + r, half).v : eight(8 + r, half).v;
            }
        }
    }
};

// Corners of a patch's edges and triangles.
constexpr size_t kEdgeCorner[kEdgesPerPatch][2] = {{0, 1}, {0, 2}, {4, 5}};
constexpr size_t kTriangleCorner[2][3] = {{0, 1, 5}, {4, 3, 2}};

// Eight floats of each lane turned into one row each.
SELVAGE_INLINE inline void turnEight(const float *const *from, float (*row)[kWideLanes]) {
    for (int32_t half = 0; half < kWideLanes; half += 8) {
        Lanes8 r[8];
        for (int32_t k = 0; k < 8; ++k) {
            r[k] = reinterpret_cast<const Eight *>(from[half + k])->v;
        }
        transpose(r);
        for (int32_t k = 0; k < 8; ++k) {
            reinterpret_cast<Eight *>(&row[k][half])->v = r[k];
        }
    }
}

// A patch's record in each lane.
struct RecordLanes {
    QuickLanes quick;
    CornerLanes corners;

    // Lanes past the end repeat the last pair.
    SELVAGE_INLINE void load(const std::vector<PatchRecord> &records, const std::vector<PatchPair> &pairs,
                             int32_t PatchPair::*side, size_t first) {
        const float *from[kWideLanes];
        for (size_t k = 0; k < kWideLanes; ++k) {
            from[k] = records[u(pairs[std::min(first + k, pairs.size() - 1)].*side)].values;
        }
        turnEight(from, quick.row);
        for (int32_t half = 0; half < 16; half += 8) {
            for (auto &f : from) {
                f += 8;
            }
            turnEight(from, corners.row + half);
        }
    }
};

// Whether b's corners all lie farther than `reach` from a's slab.
SELVAGE_INLINE inline bool isBeyondSlab(const QuickLanes &a, const CornerLanes &b, int32_t k, float reach) {
    const V n = a.normal(k);
    float low = 1e30F;
    float high = -1e30F;
    for (size_t c = 0; c < 4; ++c) {
        const float h = dot(n, b.position(c, k));
        low = std::min(low, h);
        high = std::max(high, h);
    }
    const int32_t above = low > a.high(k) + reach ? 1 : 0;
    const int32_t below = high < a.low(k) - reach ? 1 : 0;
    return (above | below) != 0;
}

// Whether some plane across the line between the middles keeps them apart.
SELVAGE_INLINE inline bool isApartAlongMiddles(const CornerLanes &a, const CornerLanes &b, int32_t k,
                                               float reach) {
    V d{0.0F, 0.0F, 0.0F};
    for (size_t c = 0; c < 4; ++c) {
        const V step = sub(b.position(c, k), a.position(c, k));
        d = {d.x + step.x, d.y + step.y, d.z + step.z};
    }
    float highA = -1e30F;
    float lowB = 1e30F;
    for (size_t c = 0; c < 4; ++c) {
        highA = std::max(highA, dot(d, a.position(c, k)));
        lowB = std::min(lowB, dot(d, b.position(c, k)));
    }
    const float gap = lowB - highA;
    return (gap > 0.0F) & (gap * gap > reach * reach * dot(d, d));
}

// The closest points of a vertex and a triangle.
struct VertexTriangle {
    V apart;        // m, from the triangle to the vertex
    float b, c;     // barycentric coordinates of the second and the third corner
    int32_t inside; // of the triangle
};

// Where on a segment from a along d the point p is closest.
SELVAGE_INLINE inline float placeOnSegment(const V &p, const V &a, const V &d) {
    return clamp01(dot(sub(p, a), d) / std::max(dot(d, d), 1e-30F));
}

SELVAGE_INLINE inline VertexTriangle vertexToTriangle(const V &p, const V &a, const V &b, const V &c) {
    const V ab = sub(b, a);
    const V ac = sub(c, a);
    const V ap = sub(p, a);
    // Interior: the barycentric coordinates of the foot of the perpendicular.
    const float d00 = dot(ab, ab);
    const float d01 = dot(ab, ac);
    const float d11 = dot(ac, ac);
    const float d20 = dot(ap, ab);
    const float d21 = dot(ap, ac);
    const float area = d00 * d11 - d01 * d01;
    const float inverse = 1.0F / std::max(area, 1e-30F);
    const float v = (d11 * d20 - d01 * d21) * inverse;
    const float w = (d00 * d21 - d01 * d20) * inverse;
    const bool inside = (v > 0.0F) & (w > 0.0F) & (v + w < 1.0F) & (area > 1e-6F * d00 * d11);
    // Else the nearest of three edges.
    const V bc = sub(c, b);
    const float s0 = placeOnSegment(p, a, ab);
    const float s1 = placeOnSegment(p, a, ac);
    const float s2 = placeOnSegment(p, b, bc);
    const V e0 = sub(p, along(a, s0, ab));
    const V e1 = sub(p, along(a, s1, ac));
    const V e2 = sub(p, along(b, s2, bc));
    const float q0 = dot(e0, e0);
    const float q1 = dot(e1, e1);
    const float q2 = dot(e2, e2);
    float wb = s0;
    float wc = 0.0F;
    const bool second = q1 < q0;
    wb = second ? 0.0F : wb;
    wc = second ? s1 : wc;
    const bool third = q2 < std::min(q0, q1);
    wb = third ? 1.0F - s2 : wb;
    wc = third ? s2 : wc;
    wb = inside ? v : wb;
    wc = inside ? w : wc;
    return {sub(ap, {fused(wb, ab.x, wc * ac.x), fused(wb, ab.y, wc * ac.y), fused(wb, ab.z, wc * ac.z)}), wb,
            wc, inside ? 1 : 0};
}

// The closest points of two edges, wherever on them: the plane between them must part all of both.
struct EdgeEdge {
    V apart; // m, from the second to the first
    float s, t;
    int32_t inside; // of both
};

// Exact except for nearly parallel ones, where one of many nearly equal pairs of points comes out.
SELVAGE_INLINE inline EdgeEdge edgeToEdge(const V &p, const V &p1, const V &q, const V &q1) {
    const V d1 = sub(p1, p);
    const V d2 = sub(q1, q);
    const V r = sub(p, q);
    const float a = std::max(dot(d1, d1), 1e-30F);
    const float e = std::max(dot(d2, d2), 1e-30F);
    const float b = dot(d1, d2);
    const float c = dot(d1, r);
    const float f = dot(d2, r);
    const float det = a * e - b * b;
    const float freeS = b * f - c * e; // both times det
    const float freeT = a * f - b * c;
    const bool inside =
        (freeS > 0.0F) & (freeS < det) & (freeT > 0.0F) & (freeT < det) & (det > 1e-5F * a * e);
    const float s0 = clamp01(freeS / std::max(det, 1e-30F));
    const float t = clamp01((b * s0 + f) / e);
    const float s = clamp01((b * t - c) / a);
    return {sub(along(r, s, d1), {t * d2.x, t * d2.y, t * d2.z}), s, t, inside ? 1 : 0};
}

// One bit of each lane.
SELVAGE_INLINE inline uint32_t bitsOf(const int32_t (&is)[kWideLanes]) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < kWideLanes; ++k) {
        bits |= static_cast<uint32_t>(is[k]) << k;
    }
    return bits;
}

SELVAGE_INLINE inline uint32_t lowBits(size_t count) {
    return count < 32 ? (1U << count) - 1 : ~0U;
}

bool isMarked(const Four &pair, std::span<const uint8_t> marks) {
    return (marks[u(pair[0])] | marks[u(pair[1])] | marks[u(pair[2])] | marks[u(pair[3])]) != 0;
}

// Goes from pairs of patches to pairs of features.
class Lister {
public:
    Lister(const std::vector<PatchRecord> &records, std::span<const uint8_t> marks, FeatureList &out)
        : records_(records), marks_(marks), out_(out) {}

    // Leaves those whose patches are near each other.
    SELVAGE_INLINE void dropPairsApart(std::vector<PatchPair> &pairs) {
        size_t n = 0;
        for (size_t first = 0; first < pairs.size(); first += kWideLanes) {
            a_.load(records_, pairs, &PatchPair::a, first);
            b_.load(records_, pairs, &PatchPair::b, first);
            int32_t keep[kWideLanes];
            SELVAGE_INDEPENDENT
            for (int32_t k = 0; k < kWideLanes; ++k) {
                const float reach = a_.quick.reach(k) + b_.quick.reach(k);
                const int32_t apart = (isBeyondSlab(a_.quick, b_.corners, k, reach) ? 1 : 0) |
                                      (isBeyondSlab(b_.quick, a_.corners, k, reach) ? 1 : 0) |
                                      (isApartAlongMiddles(a_.corners, b_.corners, k, reach) ? 1 : 0);
                keep[k] = apart ^ 1;
            }
            n = copyKept(pairs, first, keep, pairs, n);
        }
        pairs.resize(n);
    }

    SELVAGE_INLINE void test(const std::vector<PatchPair> &pairs, SearchCount &result) {
        for (size_t first = 0; first < pairs.size(); first += kWideLanes) {
            a_.load(records_, pairs, &PatchPair::a, first);
            b_.load(records_, pairs, &PatchPair::b, first);
            a_.corners.addDiagonals(a_.quick);
            b_.corners.addDiagonals(b_.quick);
            SELVAGE_INDEPENDENT
            for (int32_t k = 0; k < kWideLanes; ++k) {
                const float reach = a_.quick.reach(k) + b_.quick.reach(k);
                nearer_[k] = first + u(k) < pairs.size() ? reach * reach : -1.0F;
            }
            testVertex(a_, b_, result);
            testVertex(b_, a_, result);
            testEdges(result);
        }
    }

private:
    SELVAGE_INLINE static size_t copyKept(const std::vector<PatchPair> &from, size_t first,
                                          const int32_t (&keep)[kWideLanes], std::vector<PatchPair> &to,
                                          size_t n) {
        const size_t count = std::min<size_t>(kWideLanes, from.size() - first);
        for (size_t k = 0; k < count; ++k) {
            to[n] = from[first + k];
            n += keep[k] != 0 ? 1 : 0;
        }
        return n;
    }

    // a's own vertex against b's triangles.
    SELVAGE_INLINE void testVertex(const RecordLanes &first, const RecordLanes &second, SearchCount &result) {
        const CornerLanes &a = first.corners;
        const CornerLanes &b = second.corners;
        for (int32_t t = 0; t < 2; ++t) {
            const auto &c = kTriangleCorner[t];
            int32_t hit[kWideLanes];
            SELVAGE_INDEPENDENT
            for (int32_t k = 0; k < kWideLanes; ++k) {
                const VertexTriangle closest = vertexToTriangle(a.position(0, k), b.position(c[0], k),
                                                                b.position(c[1], k), b.position(c[2], k));
                const int32_t there =
                    (first.quick.parts(k) & kOwnVertex) != 0 && (second.quick.parts(k) & kTriangle << t) != 0
                        ? 1
                        : 0;
                const int32_t v = a.vertex(0, k);
                const int32_t shared = (v == b.vertex(c[0], k) ? 1 : 0) | (v == b.vertex(c[1], k) ? 1 : 0) |
                                       (v == b.vertex(c[2], k) ? 1 : 0);
                hit[k] = there & (shared ^ 1) & (dot(closest.apart, closest.apart) < nearer_[k] ? 1 : 0);
            }
            result.tests += kWideLanes;
            for (uint32_t hits = bitsOf(hit); hits != 0; hits &= hits - 1) {
                const int32_t k = std::countr_zero(hits);
                add(out_.vertexTriangle,
                    {a.vertex(0, k), b.vertex(c[0], k), b.vertex(c[1], k), b.vertex(c[2], k)}, result);
            }
        }
    }

    SELVAGE_INLINE void testEdges(SearchCount &result) {
        const CornerLanes &a = a_.corners;
        const CornerLanes &b = b_.corners;
        for (size_t i = 0; i < kEdgesPerPatch; ++i) {
            for (size_t j = 0; j < kEdgesPerPatch; ++j) {
                const auto &p = kEdgeCorner[i];
                const auto &q = kEdgeCorner[j];
                int32_t hit[kWideLanes];
                SELVAGE_INDEPENDENT
                for (int32_t k = 0; k < kWideLanes; ++k) {
                    const V apart = edgeToEdge(a.position(p[0], k), a.position(p[1], k), b.position(q[0], k),
                                               b.position(q[1], k))
                                        .apart;
                    const int32_t there =
                        (a_.quick.parts(k) & kOwnEdge << i) != 0 && (b_.quick.parts(k) & kOwnEdge << j) != 0
                            ? 1
                            : 0;
                    const int32_t a0 = a.vertex(p[0], k);
                    const int32_t a1 = a.vertex(p[1], k);
                    const int32_t b0 = b.vertex(q[0], k);
                    const int32_t b1 = b.vertex(q[1], k);
                    const bool shared = (a0 == b0) | (a0 == b1) | (a1 == b0) | (a1 == b1);
                    hit[k] = there & (shared ? 0 : 1) & (dot(apart, apart) < nearer_[k] ? 1 : 0);
                }
                result.tests += kWideLanes;
                for (uint32_t hits = bitsOf(hit); hits != 0; hits &= hits - 1) {
                    const int32_t k = std::countr_zero(hits);
                    add(out_.edgeEdge,
                        {a.vertex(p[0], k), a.vertex(p[1], k), b.vertex(q[0], k), b.vertex(q[1], k)}, result);
                }
            }
        }
    }

    void add(std::vector<Four> &list, const Four &pair, SearchCount &result) const {
        if (!marks_.empty() && !isMarked(pair, marks_)) {
            return;
        }
        if (list.size() < list.capacity()) {
            list.push_back(pair);
        } else {
            ++result.leftOut;
        }
    }

    const std::vector<PatchRecord> &records_;
    std::span<const uint8_t> marks_;
    FeatureList &out_;
    RecordLanes a_;
    RecordLanes b_;
    float nearer_[kWideLanes]; // m², squared reach; -1: no pair in this lane
};

// Closest points in each lane.
struct ClosestLanes {
    float weight[4][kWideLanes];
    float normal[3][kWideLanes]; // unit
    float distance[kWideLanes];
    float middle[kWideLanes]; // m, along the normal
    int32_t mayTouch[kWideLanes];
    int32_t hit[kWideLanes];
    int32_t gone[kWideLanes]; // a vertex has been searched for again
};

// How far a vertex may move, m.
SELVAGE_INLINE inline float wayOf(const FourLanes &lanes, size_t vertex, int32_t k) {
    return std::abs(lanes.w(vertex, k));
}

SELVAGE_INLINE inline int32_t isGone(const FourLanes &lanes, int32_t k) {
    int32_t sign = 0;
    for (size_t i = 0; i < 4; ++i) {
        sign |= std::bit_cast<int32_t>(lanes.w(i, k));
    }
    return sign < 0 ? 1 : 0;
}

// What both kinds have in common.
struct Meeting {
    V apart;  // m, from the second to the first
    V second; // m, the closest point on the second
    int32_t inside;
};

SELVAGE_INLINE inline void finishLane(const Meeting &at, float motions, float thickness, int32_t k,
                                      ClosestLanes &out) {
    const V &apart = at.apart;
    const float squared = dot(apart, apart);
    const float distance = std::sqrt(squared);
    const float inverse = 1.0F / std::max(distance, 1e-9F);
    const V n{inverse * apart.x, inverse * apart.y, inverse * apart.z};
    out.normal[0][k] = n.x;
    out.normal[1][k] = n.y;
    out.normal[2][k] = n.z;
    out.distance[k] = distance;
    out.middle[k] = fused(0.5F, distance, dot(n, at.second));
    out.mayTouch[k] = at.inside & (distance < std::max(1.1F * thickness, motions) ? 1 : 0);
    out.hit[k] = out.mayTouch[k] | (distance < motions ? 1 : 0);
}

SELVAGE_INLINE inline void closestVertexTriangle(const FourLanes &lanes, float thickness, ClosestLanes &out) {
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kWideLanes; ++k) {
        const V a = lanes.position(1, k);
        const V b = lanes.position(2, k);
        const V c = lanes.position(3, k);
        const VertexTriangle at = vertexToTriangle(lanes.position(0, k), a, b, c);
        out.weight[0][k] = 1.0F;
        out.weight[1][k] = at.b + at.c - 1.0F;
        out.weight[2][k] = -at.b;
        out.weight[3][k] = -at.c;
        const float motions = wayOf(lanes, 0, k) +
                              std::max(wayOf(lanes, 1, k), std::max(wayOf(lanes, 2, k), wayOf(lanes, 3, k)));
        finishLane({at.apart, sub(lanes.position(0, k), at.apart), at.inside}, motions, thickness, k, out);
        out.gone[k] = isGone(lanes, k);
    }
}

SELVAGE_INLINE inline void closestEdges(const FourLanes &lanes, float thickness, ClosestLanes &out) {
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kWideLanes; ++k) {
        const V p = lanes.position(2, k);
        const V q = lanes.position(3, k);
        const EdgeEdge at = edgeToEdge(lanes.position(0, k), lanes.position(1, k), p, q);
        out.weight[0][k] = 1.0F - at.s;
        out.weight[1][k] = at.s;
        out.weight[2][k] = at.t - 1.0F;
        out.weight[3][k] = -at.t;
        const float motions = std::max(wayOf(lanes, 0, k), wayOf(lanes, 1, k)) +
                              std::max(wayOf(lanes, 2, k), wayOf(lanes, 3, k));
        finishLane({at.apart, along(p, at.t, sub(q, p)), at.inside}, motions, thickness, k, out);
        out.gone[k] = isGone(lanes, k);
    }
}

NearFeatures featureOf(const ClosestLanes &closest, const Four &pair, int16_t firstCount, size_t k) {
    NearFeatures near;
    for (size_t i = 0; i < 4; ++i) {
        near.vertex[i] = pair[i];
        near.weight[i] = closest.weight[i][k];
    }
    near.normal = Vec3(closest.normal[0][k], closest.normal[1][k], closest.normal[2][k]);
    near.distance = closest.distance[k];
    near.middle = closest.middle[k];
    near.firstCount = firstCount;
    near.mayTouch = closest.mayTouch[k] != 0;
    return near;
}

// Moves those of `count` pairs that stay to behind the `kept` ones; returns how many are kept then.
SELVAGE_INLINE inline size_t keep(std::vector<Four> &pairs, size_t first, size_t count, uint32_t stay,
                                  size_t kept) {
    if (kept == first && stay == lowBits(count)) {
        return kept + count;
    }
    for (size_t k = 0; k < count; ++k) { // without a branch
        pairs[kept] = pairs[first + k];
        kept += stay >> k & 1U;
    }
    return kept;
}

// Drops what is gone of the first `old`. Returns how many are near.
SELVAGE_INLINE inline int64_t findNear(std::vector<Four> &pairs, size_t old, std::span<const Vec4> vertices,
                                       float thickness, int16_t firstCount, std::vector<NearFeatures> &out) {
    int64_t found = 0;
    size_t kept = 0;
    FourLanes lanes;
    ClosestLanes closest;
    for (size_t first = 0; first < pairs.size(); first += kWideLanes) {
        const size_t count = std::min<size_t>(kWideLanes, pairs.size() - first);
        loadFours(&pairs[first], count - 1, vertices, lanes);
        if (firstCount == 1) {
            closestVertexTriangle(lanes, thickness, closest);
        } else {
            closestEdges(lanes, thickness, closest);
        }
        const uint32_t gone = first < old ? bitsOf(closest.gone) & lowBits(old - first) : 0;
        const uint32_t stay = lowBits(count) & ~gone;
        for (uint32_t hit = bitsOf(closest.hit) & stay; hit != 0; hit &= hit - 1) {
            const auto k = u(std::countr_zero(hit));
            ++found;
            if (out.size() < out.capacity()) {
                out.push_back(featureOf(closest, pairs[first + k], firstCount, k));
            }
        }
        kept = keep(pairs, first, count, stay, kept);
    }
    pairs.resize(kept);
    return found;
}

SELVAGE_INLINE inline void recordPatch(const Patches &patches, const PatchShapes &shapes,
                                       std::span<const Vec4> reach, size_t p, PatchRecord &record) {
    const V n{shapes.normal[0][p], shapes.normal[1][p], shapes.normal[2][p]};
    float low = 1e30F;
    float high = -1e30F;
    float most = 0.0F;
    float *corner = record.values + 8;
    for (const int32_t v : patches.corners[p]) {
        const Vec4 &at = reach[u(v)];
        const float h = dot(n, {at.x, at.y, at.z});
        low = std::min(low, h);
        high = std::max(high, h);
        most = std::max(most, at.w);
        corner[0] = at.x;
        corner[1] = at.y;
        corner[2] = at.z;
        corner[3] = std::bit_cast<float>(v);
        corner += 4;
    }
    float *quick = record.values;
    quick[0] = n.x;
    quick[1] = n.y;
    quick[2] = n.z;
    quick[3] = low;
    quick[4] = high;
    quick[5] = most;
    quick[6] = std::bit_cast<float>(patches.parts[p]);
}

void boxPatch(const Patches &patches, std::span<const Vec4> reach, size_t p, PatchBoxes &boxes) {
    const Four &v = patches.corners[p];
    const Vec4 low =
        glm::min(glm::min(reach[u(v[0])], reach[u(v[1])]), glm::min(reach[u(v[2])], reach[u(v[3])]));
    const Vec4 high =
        glm::max(glm::max(reach[u(v[0])], reach[u(v[1])]), glm::max(reach[u(v[2])], reach[u(v[3])]));
    for (int axis = 0; axis < 3; ++axis) {
        boxes.low[static_cast<size_t>(axis)][p] = low[axis] - high.w;
        boxes.high[static_cast<size_t>(axis)][p] = high[axis] + high.w;
    }
}

} // namespace

void recordPatches(const Patches &patches, const PatchShapes &shapes, std::span<const Vec4> reach,
                   std::vector<PatchRecord> &records) {
    runWide([&]() SELVAGE_INLINE {
        for (size_t p = 0; p < records.size(); ++p) {
            recordPatch(patches, shapes, reach, p, records[p]);
        }
    });
}

void boxPatches(const Patches &patches, std::span<const Vec4> reach, PatchBoxes &boxes) {
    for (size_t p = 0; p < u(patches.count); ++p) {
        boxPatch(patches, reach, p, boxes);
    }
}

void placeSome(const Patches &patches, std::span<const int32_t> some, const PatchShapes &shapes,
               std::span<const Vec4> reach, std::vector<PatchRecord> &records, PatchBoxes &boxes) {
    for (const int32_t p : some) {
        recordPatch(patches, shapes, reach, u(p), records[u(p)]);
        boxPatch(patches, reach, u(p), boxes);
    }
}

void dropPairsApart(const std::vector<PatchRecord> &records, std::vector<PatchPair> &pairs) {
    FeatureList none;
    Lister lister(records, {}, none);
    runWide([&]() SELVAGE_INLINE { lister.dropPairsApart(pairs); });
}

SearchCount listFeatures(const std::vector<PatchRecord> &records, std::vector<PatchPair> &pairs,
                         std::span<const uint8_t> marks, FeatureList &out) {
    SearchCount result;
    Lister lister(records, marks, out);
    runWide([&]() SELVAGE_INLINE {
        lister.dropPairsApart(pairs);
        result.kept = static_cast<int64_t>(pairs.size());
        lister.test(pairs, result);
    });
    return result;
}

int64_t findNearFeatures(FeatureList &list, std::span<const Vec4> vertices, float thickness,
                         std::vector<NearFeatures> &out) {
    int64_t found = 0;
    out.clear();
    runWide([&]() SELVAGE_INLINE {
        found = findNear(list.vertexTriangle, list.oldVertexTriangles, vertices, thickness, 1, out);
        found += findNear(list.edgeEdge, list.oldEdges, vertices, thickness, 2, out);
    });
    list.oldVertexTriangles = 0;
    list.oldEdges = 0;
    return found;
}

} // namespace selvage
