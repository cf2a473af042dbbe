// 16 pairs of patches at a time: every stage is a loop without branches, so that it runs in wide vectors.
#include "near_features.h"

#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr int32_t kLanes = 16;
// Patches close to each other in the flat cloth do not touch within a substep while the angle between them is
// less than 60 degrees and they move by less than a fraction of their size.
constexpr float kSameWay = 0.7F; // cosine
constexpr float kCloseBy = 1.6F; // –, of the patches' size
// A patch whose opposite corners are nearer, or whose corner is nearer to its diagonal, may touch itself.
constexpr float kFolded = 1.15F;      // –, of its size
constexpr float kFlattened = 0.5F;    // –, of its size
constexpr float kMovesLittle = 0.15F; // –, of the patches' size

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

// One vector in each lane.
struct Vectors {
    float x[kLanes];
    float y[kLanes];
    float z[kLanes];
};

struct Indices {
    int32_t i[kLanes];
};

struct V {
    float x;
    float y;
    float z;
};

SELVAGE_INLINE inline V at(const Vectors &v, int32_t k) {
    return {v.x[k], v.y[k], v.z[k]};
}
SELVAGE_INLINE inline V sub(const V &a, const V &b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SELVAGE_INLINE inline float dot(const V &a, const V &b) {
    return fused(a.z, b.z, fused(a.y, b.y, a.x * b.x));
}
SELVAGE_INLINE inline V cross(const V &a, const V &b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SELVAGE_INLINE inline V along(const V &a, float s, const V &d) {
    return {fused(s, d.x, a.x), fused(s, d.y, a.y), fused(s, d.z, a.z)};
}
SELVAGE_INLINE inline float clamp01(float t) {
    return std::min(std::max(t, 0.0F), 1.0F);
}

SELVAGE_INLINE inline void gatherIndices(const std::vector<int32_t> &from, const Indices &patch,
                                         Indices &out) {
    const int32_t *f = from.data();
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kLanes; ++k) {
        out.i[k] = f[patch.i[k]];
    }
}

SELVAGE_INLINE inline void gatherFloats(const std::vector<float> &from, const Indices &at, float *out) {
    const float *f = from.data();
    SELVAGE_INDEPENDENT
    for (int32_t k = 0; k < kLanes; ++k) {
        out[k] = f[at.i[k]];
    }
}

SELVAGE_INLINE inline void gatherPositions(const VertexMotion &vertices, const Indices &at, Vectors &out) {
    gatherFloats(vertices.x, at, out.x);
    gatherFloats(vertices.y, at, out.y);
    gatherFloats(vertices.z, at, out.z);
}

// One patch in each lane.
struct PatchLanes {
    Indices patch;
    Indices corner[4];
    Vectors position[4];
    Vectors normal;
    float slabLow[kLanes];
    float slabHigh[kLanes];
    float motion[kLanes];
};

SELVAGE_INLINE inline void gatherPatch(const Patches &patches, const PatchShapes &shapes,
                                       const VertexMotion &vertices, PatchLanes &lanes) {
    for (size_t c = 0; c < 4; ++c) {
        gatherIndices(patches.corner[c], lanes.patch, lanes.corner[c]);
        gatherPositions(vertices, lanes.corner[c], lanes.position[c]);
    }
    gatherFloats(shapes.normal[0], lanes.patch, lanes.normal.x);
    gatherFloats(shapes.normal[1], lanes.patch, lanes.normal.y);
    gatherFloats(shapes.normal[2], lanes.patch, lanes.normal.z);
    gatherFloats(shapes.slabLow, lanes.patch, lanes.slabLow);
    gatherFloats(shapes.slabHigh, lanes.patch, lanes.slabHigh);
    gatherFloats(shapes.motion, lanes.patch, lanes.motion);
}

// Whether b's corners all lie farther than `reach` from a's slab.
SELVAGE_INLINE inline bool isBeyondSlab(const PatchLanes &a, const PatchLanes &b, int32_t k, float reach) {
    const V n = at(a.normal, k);
    const V origin = at(a.position[0], k);
    float low = 1e30F;
    float high = -1e30F;
    for (const Vectors &corner : b.position) {
        const float h = dot(n, sub(at(corner, k), origin));
        low = std::min(low, h);
        high = std::max(high, h);
    }
    return (low > a.slabHigh[k] + reach) | (high < a.slabLow[k] - reach);
}

// What tells whether two patches are one smooth piece of cloth.
struct PlaceLanes {
    float u[kLanes];
    float v[kLanes];
    float size[kLanes];
    Indices cloth;
    Indices folded;
    Vectors normal;
    float motion[kLanes];
};

SELVAGE_INLINE inline void gatherPlaces(const Patches &patches, const PatchShapes &shapes,
                                        const Indices &patch, PlaceLanes &lanes) {
    gatherFloats(patches.restU, patch, lanes.u);
    gatherFloats(patches.restV, patch, lanes.v);
    gatherFloats(patches.size, patch, lanes.size);
    gatherIndices(patches.cloth, patch, lanes.cloth);
    gatherIndices(shapes.folded, patch, lanes.folded);
    gatherFloats(shapes.normal[0], patch, lanes.normal.x);
    gatherFloats(shapes.normal[1], patch, lanes.normal.y);
    gatherFloats(shapes.normal[2], patch, lanes.normal.z);
    gatherFloats(shapes.motion, patch, lanes.motion);
}

SELVAGE_INLINE inline void dropSmooth(const PlaceLanes &a, const PlaceLanes &b, int32_t *keep) {
    for (int32_t k = 0; k < kLanes; ++k) {
        const float du = a.u[k] - b.u[k];
        const float dv = a.v[k] - b.v[k];
        const float size = std::max(a.size[k], b.size[k]);
        const float close = kCloseBy * size;
        const int32_t isClose =
            (a.cloth.i[k] == b.cloth.i[k] ? 1 : 0) & (du * du + dv * dv < close * close ? 1 : 0);
        const int32_t sameWay = dot(at(a.normal, k), at(b.normal, k)) > kSameWay ? 1 : 0;
        const int32_t little = a.motion[k] + b.motion[k] < kMovesLittle * size ? 1 : 0;
        const int32_t folded = a.folded.i[k] | b.folded.i[k];
        keep[k] = (isClose & sameWay & little & (folded ^ 1)) ^ 1;
    }
}

SELVAGE_INLINE inline void dropApart(const PatchLanes &a, const PatchLanes &b, float thickness,
                                     int32_t *keep) {
    for (int32_t k = 0; k < kLanes; ++k) {
        const float reach = reachOf(thickness, a.motion[k], b.motion[k]);
        keep[k] = ((isBeyondSlab(a, b, k, reach) ? 1 : 0) | (isBeyondSlab(b, a, k, reach) ? 1 : 0)) ^ 1;
    }
}

// Closest points of a kind of features in each lane.
struct Closest {
    float squared[kLanes]; // m²
    float weight[4][kLanes];
    Vectors apart; // m, from the second to the first
    int32_t inside[kLanes];
};

// Where on a segment from a along d the point p is closest.
SELVAGE_INLINE inline float placeOnSegment(const V &p, const V &a, const V &d) {
    return clamp01(dot(sub(p, a), d) / std::max(dot(d, d), 1e-30F));
}

SELVAGE_INLINE inline void vertexToTriangle(const Vectors &point, const Vectors &c0, const Vectors &c1,
                                            const Vectors &c2, Closest &out) {
    for (int32_t k = 0; k < kLanes; ++k) {
        const V p = at(point, k);
        const V a = at(c0, k);
        const V b = at(c1, k);
        const V c = at(c2, k);
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
        const V n =
            sub(ap, {fused(wb, ab.x, wc * ac.x), fused(wb, ab.y, wc * ac.y), fused(wb, ab.z, wc * ac.z)});
        out.squared[k] = dot(n, n);
        out.weight[0][k] = 1.0F;
        out.weight[1][k] = wb + wc - 1.0F;
        out.weight[2][k] = -wb;
        out.weight[3][k] = -wc;
        out.apart.x[k] = n.x;
        out.apart.y[k] = n.y;
        out.apart.z[k] = n.z;
        out.inside[k] = inside ? 1 : 0;
    }
}

// Only where both closest points are inside the edges: else a vertex and a triangle are closest.
SELVAGE_INLINE inline void edgeToEdge(const Vectors &a0, const Vectors &a1, const Vectors &b0,
                                      const Vectors &b1, Closest &out) {
    for (int32_t k = 0; k < kLanes; ++k) {
        const V p = at(a0, k);
        const V q = at(b0, k);
        const V d1 = sub(at(a1, k), p);
        const V d2 = sub(at(b1, k), q);
        const V r = sub(p, q);
        const float a = dot(d1, d1);
        const float e = dot(d2, d2);
        const float b = dot(d1, d2);
        const float c = dot(d1, r);
        const float f = dot(d2, r);
        const float det = a * e - b * b;
        const float inverse = 1.0F / std::max(det, 1e-30F);
        const float s = (b * f - c * e) * inverse;
        const float t = (a * f - b * c) * inverse;
        const bool inside = (s > 0.0F) & (s < 1.0F) & (t > 0.0F) & (t < 1.0F) & (det > 1e-5F * a * e);
        const V n = sub(along(r, s, d1), {t * d2.x, t * d2.y, t * d2.z});
        out.squared[k] = inside ? dot(n, n) : 1e30F;
        out.weight[0][k] = 1.0F - s;
        out.weight[1][k] = s;
        out.weight[2][k] = t - 1.0F;
        out.weight[3][k] = -t;
        out.apart.x[k] = n.x;
        out.apart.y[k] = n.y;
        out.apart.z[k] = n.z;
        out.inside[k] = 1;
    }
}

class Finder {
public:
    Finder(const FeatureSearch &search, std::vector<NearFeatures> &out)
        : patches_(search.patches), shapes_(search.shapes), vertices_(search.vertices),
          thickness_(search.thickness), out_(out) {}

    // Copies the pairs that are no smooth piece of cloth.
    SELVAGE_INLINE void dropSmoothPairs(const std::vector<PatchPair> &pairs, std::vector<PatchPair> &kept) {
        kept.resize(pairs.size());
        size_t n = 0;
        for (size_t first = 0; first < pairs.size(); first += kLanes) {
            const size_t count = std::min<size_t>(kLanes, pairs.size() - first);
            loadPatches(pairs, first, count);
            PlaceLanes a;
            PlaceLanes b;
            gatherPlaces(patches_, shapes_, a_.patch, a);
            gatherPlaces(patches_, shapes_, b_.patch, b);
            int32_t keep[kLanes];
            dropSmooth(a, b, keep);
            for (size_t k = 0; k < count; ++k) {
                kept[n] = pairs[first + k];
                n += keep[k] != 0 ? 1 : 0;
            }
        }
        kept.resize(n);
        for (int32_t p = 0; p < patches_.count; ++p) {
            if (shapes_.folded[u(p)] != 0 && kept.size() < kept.capacity()) {
                kept.push_back({p, p});
            }
        }
    }

    // Leaves those whose patches are near each other.
    SELVAGE_INLINE void dropPairsApart(std::vector<PatchPair> &pairs) {
        size_t n = 0;
        for (size_t first = 0; first < pairs.size(); first += kLanes) {
            const size_t count = std::min<size_t>(kLanes, pairs.size() - first);
            loadPatches(pairs, first, count);
            gatherPatch(patches_, shapes_, vertices_, a_);
            gatherPatch(patches_, shapes_, vertices_, b_);
            int32_t keep[kLanes];
            dropApart(a_, b_, thickness_, keep);
            for (size_t k = 0; k < count; ++k) {
                pairs[n] = pairs[first + k];
                n += keep[k] != 0 ? 1 : 0;
            }
        }
        pairs.resize(n);
    }

    SELVAGE_INLINE void test(const std::vector<PatchPair> &pairs, SearchCount &result) {
        for (size_t first = 0; first < pairs.size(); first += kLanes) {
            const size_t count = std::min<size_t>(kLanes, pairs.size() - first);
            loadPatches(pairs, first, count);
            gatherPatch(patches_, shapes_, vertices_, a_);
            gatherPatch(patches_, shapes_, vertices_, b_);
            for (int32_t k = 0; k < kLanes; ++k) {
                const float reach = reachOf(thickness_, a_.motion[k], b_.motion[k]);
                nearer_[k] = u(k) < count ? reach * reach : -1.0F;
            }
            testVertices(a_, b_, result);
            testVertices(b_, a_, result);
            testEdges(result);
        }
    }

private:
    SELVAGE_INLINE void loadPatches(const std::vector<PatchPair> &pairs, size_t first, size_t count) {
        for (size_t k = 0; k < kLanes; ++k) {
            const PatchPair &pair = pairs[first + std::min(k, count - 1)];
            a_.patch.i[k] = pair.a;
            b_.patch.i[k] = pair.b;
        }
    }

    // a's own vertex against b's triangles.
    SELVAGE_INLINE void testVertices(const PatchLanes &a, const PatchLanes &b, SearchCount &result) {
        Indices own;
        Vectors point;
        Indices partsA;
        Indices partsB;
        gatherIndices(patches_.ownVertex, a.patch, own);
        gatherPositions(vertices_, own, point);
        gatherIndices(patches_.parts, a.patch, partsA);
        gatherIndices(patches_.parts, b.patch, partsB);
        constexpr size_t kCorner[2][3] = {{0, 1, 2}, {1, 3, 2}};
        for (int32_t t = 0; t < 2; ++t) {
            const auto &c = kCorner[t];
            Closest closest;
            vertexToTriangle(point, b.position[c[0]], b.position[c[1]], b.position[c[2]], closest);
            const Indices *ids[4] = {&own, &b.corner[c[0]], &b.corner[c[1]], &b.corner[c[2]]};
            int32_t hit[kLanes];
            for (int32_t k = 0; k < kLanes; ++k) {
                const int32_t there =
                    (partsA.i[k] & kOwnVertex) != 0 && (partsB.i[k] & kTriangle << t) != 0 ? 1 : 0;
                const int32_t v = own.i[k];
                const bool shared = (v == ids[1]->i[k]) | (v == ids[2]->i[k]) | (v == ids[3]->i[k]);
                hit[k] = there & (shared ? 0 : 1) & (closest.squared[k] < nearer_[k] ? 1 : 0);
            }
            append(closest, ids, 1, hit, result);
        }
    }

    SELVAGE_INLINE void testEdges(SearchCount &result) {
        Indices partsA;
        Indices partsB;
        gatherIndices(patches_.parts, a_.patch, partsA);
        gatherIndices(patches_.parts, b_.patch, partsB);
        Indices endA[kEdgesPerPatch][2];
        Indices endB[kEdgesPerPatch][2];
        Vectors atA[kEdgesPerPatch][2];
        Vectors atB[kEdgesPerPatch][2];
        for (size_t e = 0; e < kEdgesPerPatch; ++e) {
            gatherIndices(patches_.edgeA[e], a_.patch, endA[e][0]);
            gatherIndices(patches_.edgeB[e], a_.patch, endA[e][1]);
            gatherIndices(patches_.edgeA[e], b_.patch, endB[e][0]);
            gatherIndices(patches_.edgeB[e], b_.patch, endB[e][1]);
            for (size_t end = 0; end < 2; ++end) {
                gatherPositions(vertices_, endA[e][end], atA[e][end]);
                gatherPositions(vertices_, endB[e][end], atB[e][end]);
            }
        }
        for (size_t i = 0; i < kEdgesPerPatch; ++i) {
            for (size_t j = 0; j < kEdgesPerPatch; ++j) {
                Closest closest;
                edgeToEdge(atA[i][0], atA[i][1], atB[j][0], atB[j][1], closest);
                const Indices *ids[4] = {&endA[i][0], &endA[i][1], &endB[j][0], &endB[j][1]};
                int32_t hit[kLanes];
                for (int32_t k = 0; k < kLanes; ++k) {
                    const int32_t there =
                        (partsA.i[k] & kOwnEdge << i) != 0 && (partsB.i[k] & kOwnEdge << j) != 0 ? 1 : 0;
                    const bool shared = (ids[0]->i[k] == ids[2]->i[k]) | (ids[0]->i[k] == ids[3]->i[k]) |
                                        (ids[1]->i[k] == ids[2]->i[k]) | (ids[1]->i[k] == ids[3]->i[k]);
                    hit[k] = there & (shared ? 0 : 1) & (closest.squared[k] < nearer_[k] ? 1 : 0);
                }
                append(closest, ids, 2, hit, result);
            }
        }
    }

    SELVAGE_INLINE void append(const Closest &closest, const Indices *const (&ids)[4], int32_t firstCount,
                               const int32_t *hit, SearchCount &result) {
        int32_t any = 0;
        for (int32_t k = 0; k < kLanes; ++k) {
            any |= hit[k];
        }
        result.tests += kLanes;
        for (int32_t k = 0; any != 0 && k < kLanes; ++k) {
            if (hit[k] == 0) {
                continue;
            }
            ++result.found;
            if (out_.size() < out_.capacity()) {
                out_.push_back(featureOf(closest, ids, firstCount, k));
            }
        }
    }

    static NearFeatures featureOf(const Closest &closest, const Indices *const (&ids)[4], int32_t firstCount,
                                  int32_t k) {
        NearFeatures near;
        for (size_t i = 0; i < 4; ++i) {
            near.vertex[i] = ids[i]->i[k];
            near.weight[i] = closest.weight[i][k];
        }
        near.distance = std::sqrt(closest.squared[k]);
        const float inverse = 1.0F / std::max(near.distance, 1e-9F);
        near.normal = inverse * Vec3(closest.apart.x[k], closest.apart.y[k], closest.apart.z[k]);
        near.firstCount = firstCount;
        near.inside = closest.inside[k] != 0;
        return near;
    }

    const Patches &patches_;
    const PatchShapes &shapes_;
    const VertexMotion &vertices_;
    float thickness_;
    std::vector<NearFeatures> &out_;
    PatchLanes a_;
    PatchLanes b_;
    float nearer_[kLanes]; // m², squared reach; -1: no pair in this lane
};

SELVAGE_INLINE inline void shapeRange(const Patches &patches, const VertexMotion &vertices,
                                      PatchShapes &shapes, int32_t count) {
    const float *x = vertices.x.data();
    const float *y = vertices.y.data();
    const float *z = vertices.z.data();
    const float *motion = vertices.motion.data();
    const int32_t *c0 = patches.corner[0].data();
    const int32_t *c1 = patches.corner[1].data();
    const int32_t *c2 = patches.corner[2].data();
    const int32_t *c3 = patches.corner[3].data();
    float *nx = shapes.normal[0].data();
    float *ny = shapes.normal[1].data();
    float *nz = shapes.normal[2].data();
    float *slabLow = shapes.slabLow.data();
    float *slabHigh = shapes.slabHigh.data();
    float *patchMotion = shapes.motion.data();
    int32_t *folded = shapes.folded.data();
    const float *size = patches.size.data();
    SELVAGE_INDEPENDENT
    for (int32_t i = 0; i < count; ++i) {
        const int32_t v0 = c0[i];
        const int32_t v1 = c1[i];
        const int32_t v2 = c2[i];
        const int32_t v3 = c3[i];
        patchMotion[i] = std::max(std::max(motion[v0], motion[v1]), std::max(motion[v2], motion[v3]));
        const V p0{x[v0], y[v0], z[v0]};
        const V d1 = sub({x[v1], y[v1], z[v1]}, p0);
        const V d2 = sub({x[v2], y[v2], z[v2]}, p0);
        const V d3 = sub({x[v3], y[v3], z[v3]}, p0);
        const V e = sub(d2, d1);
        const bool single = v3 == v0;
        const float opposite = single ? 1e30F : std::min(dot(d3, d3), dot(e, e));
        const V n0 = cross(d1, d2);
        const V n1 = single ? n0 : cross(sub(d3, d1), e);
        const float height = std::min(dot(n0, n0), dot(n1, n1)) / std::max(dot(e, e), 1e-30F);
        const float own = size[i] * size[i];
        folded[i] = ((opposite < kFolded * kFolded * own) | (height < kFlattened * kFlattened * own)) ? 1 : 0;
        // Of both triangles; the fourth corner of a single one is its first.
        const V f = single ? d1 : d3;
        const V g = single ? d2 : e;
        const V n = cross(f, g);
        const float length = std::sqrt(dot(n, n));
        const float inverse = length > 1e-15F ? 1.0F / length : 0.0F;
        const V unit{n.x * inverse, n.y * inverse, n.z * inverse};
        nx[i] = unit.x;
        ny[i] = unit.y;
        nz[i] = unit.z;
        const float h1 = dot(unit, d1);
        const float h2 = dot(unit, d2);
        const float h3 = dot(unit, d3);
        slabLow[i] = std::min(std::min(0.0F, h1), std::min(h2, h3));
        slabHigh[i] = std::max(std::max(0.0F, h1), std::max(h2, h3));
    }
}

} // namespace

void PatchShapes::resize(int32_t count) {
    for (auto &axis : normal) {
        axis.resize(u(count));
    }
    slabLow.resize(u(count));
    slabHigh.resize(u(count));
    folded.resize(u(count));
    motion.resize(u(count));
}

void shapePatches(const Patches &patches, const VertexMotion &vertices, PatchShapes &shapes) {
    runWide([&]() SELVAGE_INLINE { shapeRange(patches, vertices, shapes, patches.count); });
}

void boxPatches(const Patches &patches, const VertexMotion &vertices, float thickness, float margin,
                PatchBoxes &boxes) {
    const std::vector<float> *axes[3] = {&vertices.x, &vertices.y, &vertices.z};
    runWide([&]() SELVAGE_INLINE {
        const int32_t *c0 = patches.corner[0].data();
        const int32_t *c1 = patches.corner[1].data();
        const int32_t *c2 = patches.corner[2].data();
        const int32_t *c3 = patches.corner[3].data();
        const float *m = vertices.motion.data();
        for (size_t axis = 0; axis < 3; ++axis) {
            const float *x = axes[axis]->data();
            float *low = boxes.low[axis].data();
            float *high = boxes.high[axis].data();
            SELVAGE_INDEPENDENT
            for (int32_t i = 0; i < patches.count; ++i) {
                const float moves = std::max(std::max(m[c0[i]], m[c1[i]]), std::max(m[c2[i]], m[c3[i]]));
                const float grow = std::max(0.55F * thickness, moves) + margin;
                const float x0 = x[c0[i]];
                const float x1 = x[c1[i]];
                const float x2 = x[c2[i]];
                const float x3 = x[c3[i]];
                low[i] = std::min(std::min(x0, x1), std::min(x2, x3)) - grow;
                high[i] = std::max(std::max(x0, x1), std::max(x2, x3)) + grow;
            }
        }
    });
}

SearchCount findNearFeatures(const FeatureSearch &search, const std::vector<PatchPair> &pairs,
                             std::vector<PatchPair> &scratch, std::vector<NearFeatures> &out) {
    SearchCount result;
    out.clear();
    Finder finder(search, out);
    runWide([&]() SELVAGE_INLINE {
        finder.dropSmoothPairs(pairs, scratch);
        finder.dropPairsApart(scratch);
        result.kept = static_cast<int64_t>(scratch.size());
        finder.test(scratch, result);
    });
    return result;
}

} // namespace selvage
