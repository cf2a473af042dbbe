// Boxes and slabs in lanes sort out nearly all; what is left is decided one by one.
#include "tangles.h"

#include "maths/index.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace selvage {

namespace {

constexpr size_t kPairsPerPatch = 40;
constexpr float kFlat = 1e-6F; // m; far above the rounding of positions
constexpr size_t kTanglesPerVertex = 8;
constexpr float kLeastSlope = 0.1F; // –, sine of the angle between edge and triangle
constexpr float kGentle = 0.1F;     // –, of a contour's way: what is less is gone more slowly
constexpr int32_t kRings =
    1; // of patches around what is tangled that neither push nor hold: with more it spreads

Vec3 at(std::span<const Vec4> vertices, int32_t v) {
    return Vec3(vertices[u(v)]);
}

float volume(const Vec3 &a, const Vec3 &b, const Vec3 &c, const Vec3 &d) {
    return glm::dot(glm::cross(b - a, c - a), d - a);
}

std::array<int32_t, 2> sorted(std::array<int32_t, 2> edge) {
    return {std::min(edge[0], edge[1]), std::max(edge[0], edge[1])};
}

std::array<std::array<int32_t, 2>, kEdgesPerPatch> edgesOf(const Four &v, int32_t parts) {
    const auto diagonal = diagonalOf(parts);
    return {{{v[0], v[1]}, {v[0], v[2]}, {v[diagonal[0]], v[diagonal[1]]}}};
}

std::array<std::array<int32_t, 3>, 2> trianglesOf(const Four &v, int32_t parts) {
    const auto diagonal = diagonalOf(parts);
    return {{{v[0], v[1], v[diagonal[1]]}, {v[diagonal[0]], v[3], v[2]}}};
}

// Where an edge must go against the triangle that it pierces for the contour along which the cloths meet to
// become shorter, at most one long, less where that helps little: the gradient of its length, of each
// triangle at the edge R - 2 (E R) / (E N) N (Volino and Magnenat-Thalmann 2006) with the edge's direction E,
// the pierced triangle's normal N and the contour's direction R from the edge into the triangle.
Vec3 shorterContour(const Tangle &tangle, const Vec3 &normal, std::span<const Vec4> vertices) {
    const Vec3 start = at(vertices, tangle.vertex[0]);
    const Vec3 edge = at(vertices, tangle.vertex[1]) - start;
    const float length = std::max(glm::length(edge), 1e-9F);
    const Vec3 along = edge / length;
    Vec3 way(0.0F);
    for (const int32_t opposite : tangle.opposite) {
        if (opposite < 0) {
            continue;
        }
        const Vec3 across = at(vertices, opposite) - start;
        const Vec3 into = across - glm::dot(across, along) * along;
        Vec3 contour = glm::cross(glm::cross(edge, across), normal);
        contour *= (glm::dot(contour, into) < 0.0F ? -1.0F : 1.0F) / std::max(glm::length(contour), 1e-20F);
        const float slope = glm::dot(along, normal);
        const float steep = std::abs(slope) < kLeastSlope ? std::copysign(kLeastSlope, slope) : slope;
        way += contour - 2.0F * glm::dot(along, contour) / steep * normal;
    }
    return way / std::sqrt(glm::dot(way, way) + kGentle);
}

} // namespace

Tangles::Tangles(const Patches &patches)
    : bins_(patches.count), boxes_(makePatchBoxes(patches)), smooth_(makeSmoothPairs(patches)) {
    const auto vertices = u(patches.vertexCount);
    shapes_.resize(patches.count);
    records_.resize(u(patches.count));
    pairs_.reserve(kPairsPerPatch * u(patches.count) + smooth_.pairs.size());
    places_.resize(vertices);
    tangles_.reserve(kTanglesPerVertex * vertices);
    pierced_.reserve(kTanglesPerVertex * vertices);
    piece_.resize(vertices);
    pieceSize_.resize(vertices);
    queue_.resize(vertices);
    tangled_.resize(vertices);
    edgeStart_.assign(vertices + 1, 0);
    std::vector<std::array<int32_t, 2>> edges;
    for (size_t p = 0; p < u(patches.count); ++p) {
        for (size_t e = 0; e < kEdgesPerPatch; ++e) {
            if ((patches.parts[p] & kOwnEdge << e) != 0) {
                const auto edge = edgesOf(patches.corners[p], patches.parts[p])[e];
                edges.push_back(edge);
                edges.push_back({edge[1], edge[0]});
            }
        }
    }
    findOpposites(patches);
    std::sort(edges.begin(), edges.end());
    for (const auto &edge : edges) {
        ++edgeStart_[u(edge[0]) + 1];
        edgeEnd_.push_back(edge[1]);
    }
    for (size_t v = 0; v < vertices; ++v) {
        edgeStart_[v + 1] += edgeStart_[v];
    }
}

void Tangles::findOpposites(const Patches &patches) {
    std::map<std::array<int32_t, 2>, std::array<int32_t, 2>> oppositeOf;
    for (size_t p = 0; p < u(patches.count); ++p) {
        for (size_t t = 0; t < 2; ++t) {
            if ((patches.parts[p] & kTriangle << t) == 0) {
                continue;
            }
            const auto v = trianglesOf(patches.corners[p], patches.parts[p])[t];
            for (size_t k = 0; k < 3; ++k) {
                auto &both =
                    oppositeOf.try_emplace(sorted({v[k], v[(k + 1) % 3]}), std::array{-1, -1}).first->second;
                both[both[0] < 0 ? 0 : 1] = v[(k + 2) % 3];
            }
        }
    }
    opposite_.resize(u(patches.count));
    for (size_t p = 0; p < u(patches.count); ++p) {
        for (size_t e = 0; e < kEdgesPerPatch; ++e) {
            if ((patches.parts[p] & kOwnEdge << e) != 0) {
                opposite_[p][e] = oppositeOf[sorted(edgesOf(patches.corners[p], patches.parts[p])[e])];
            }
        }
    }
}

void Tangles::test(std::array<int32_t, 2> edge, std::array<int32_t, 2> opposite,
                   std::array<int32_t, 3> triangle, std::span<const Vec4> vertices) {
    const Vec3 p = at(vertices, edge[0]);
    const Vec3 q = at(vertices, edge[1]);
    const Vec3 a = at(vertices, triangle[0]);
    const Vec3 b = at(vertices, triangle[1]);
    const Vec3 c = at(vertices, triangle[2]);
    const float before = volume(a, b, c, p);
    const float behind = volume(a, b, c, q);
    if ((before > 0.0F) == (behind > 0.0F)) {
        return;
    }
    const float flat = kFlat * glm::length(glm::cross(b - a, c - a));
    if (std::min(std::abs(before), std::abs(behind)) < flat) {
        return; // lies in one plane with it, but for rounding
    }
    const float overC = volume(p, q, a, b);
    const float overA = volume(p, q, b, c);
    const float overB = volume(p, q, c, a);
    if ((overC > 0.0F) != (overA > 0.0F) || (overA > 0.0F) != (overB > 0.0F)) {
        return;
    }
    for (const int32_t v : triangle) {
        if (v == edge[0] || v == edge[1]) {
            return;
        }
    }
    ++count_;
    if (tangles_.size() == tangles_.capacity()) {
        return;
    }
    const float s = before / (before - behind);
    const float sum = overA + overB + overC;
    const float share = std::abs(sum) > 0.0F ? 1.0F / sum : 0.0F;
    tangles_.push_back({{edge[0], edge[1], triangle[0], triangle[1], triangle[2]},
                        {1.0F - s, s, -share * overA, -share * overB, -share * overC},
                        opposite});
    pierced_.push_back(sorted(edge));
}

void Tangles::findIn(const Patches &patches, const PatchPair &pair, std::span<const Vec4> vertices) {
    for (const auto &[a, b] : {std::array{pair.a, pair.b}, std::array{pair.b, pair.a}}) {
        const int32_t partsA = patches.parts[u(a)];
        const int32_t partsB = patches.parts[u(b)];
        const auto edges = edgesOf(patches.corners[u(a)], partsA);
        const auto triangles = trianglesOf(patches.corners[u(b)], partsB);
        for (size_t e = 0; e < edges.size(); ++e) {
            for (size_t t = 0; t < triangles.size(); ++t) {
                if ((partsA & kOwnEdge << e) != 0 && (partsB & kTriangle << t) != 0) {
                    test(edges[e], opposite_[u(a)][e], triangles[t], vertices);
                }
            }
        }
        if (pair.a == pair.b) {
            return;
        }
    }
}

// Vertices joined by edges that pierce nothing are one piece. Tangles whose edges join two know their way,
// from the smaller one to the larger one.
void Tangles::findPieces() {
    std::sort(pierced_.begin(), pierced_.end());
    std::fill(piece_.begin(), piece_.end(), -1);
    int32_t pieces = 0;
    for (size_t first = 0; first < piece_.size(); ++first) {
        if (piece_[first] >= 0) {
            continue;
        }
        size_t count = 0;
        queue_[count++] = static_cast<int32_t>(first);
        piece_[first] = pieces;
        for (size_t next = 0; next < count; ++next) {
            const int32_t v = queue_[next];
            for (int32_t e = edgeStart_[u(v)]; e < edgeStart_[u(v) + 1]; ++e) {
                const int32_t other = edgeEnd_[u(e)];
                if (piece_[u(other)] < 0 &&
                    !std::binary_search(pierced_.begin(), pierced_.end(), sorted({v, other}))) {
                    piece_[u(other)] = pieces;
                    queue_[count++] = other;
                }
            }
        }
        pieceSize_[u(pieces++)] = static_cast<int32_t>(count);
    }
    for (Tangle &tangle : tangles_) {
        tangle.knowsWay = piece_[u(tangle.vertex[0])] != piece_[u(tangle.vertex[1])];
        const int32_t a = piece_[u(tangle.vertex[0])];
        const int32_t b = piece_[u(tangle.vertex[1])];
        if (pieceSize_[u(a)] > pieceSize_[u(b)] || (pieceSize_[u(a)] == pieceSize_[u(b)] && a > b)) {
            std::swap(tangle.vertex[0], tangle.vertex[1]);
            std::swap(tangle.weight[0], tangle.weight[1]);
        }
    }
}

void Tangles::markAround(const Patches &patches) {
    std::fill(tangled_.begin(), tangled_.end(), uint8_t{0});
    for (const Tangle &tangle : tangles_) {
        for (const int32_t v : tangle.vertex) {
            tangled_[u(v)] = 1;
        }
    }
    for (uint8_t ring = 1; ring <= kRings; ++ring) {
        for (const Four &v : patches.corners) {
            const auto isMarked = [&](int32_t i) { return tangled_[u(i)] != 0 && tangled_[u(i)] <= ring; };
            if (std::any_of(v.begin(), v.end(), isMarked)) {
                for (const int32_t i : v) {
                    tangled_[u(i)] = tangled_[u(i)] != 0 ? tangled_[u(i)] : static_cast<uint8_t>(ring + 1);
                }
            }
        }
    }
}

void Tangles::find(const Patches &patches, std::span<const Vec4> vertices) {
    std::transform(vertices.begin(), vertices.end(), places_.begin(),
                   [](const Vec4 &x) { return Vec4(Vec3(x), 0.0F); });
    shapePatches(patches, places_, shapes_);
    boxPatches(patches, places_, boxes_);
    recordPatches(patches, shapes_, places_, records_);
    int64_t found = bins_.findPairs(boxes_, pairs_);
    smooth_.close();
    found += openPairs(smooth_, shapes_, pairs_);
    count_ = found - static_cast<int64_t>(pairs_.size()); // what there is no room for may cross
    dropPairsApart(records_, pairs_);
    tangles_.clear();
    pierced_.clear();
    for (const PatchPair &pair : pairs_) {
        findIn(patches, pair, places_);
    }
    if (count_ > 0) {
        markAround(patches);
        findPieces();
    }
}

bool Tangles::areTangled(const NearFeatures &near) const {
    bool first = false;
    bool second = false;
    for (int32_t k = 0; k < 4; ++k) {
        (k < near.firstCount ? first : second) |= tangled_[u(near.vertex[k])] != 0;
    }
    return first && second;
}

void Tangles::drawBack(float most, std::span<const Vec4> from, std::span<Vec4> vertices) const {
    for (const Tangle &tangle : tangles_) {
        const auto &v = tangle.vertex;
        Vec3 way(0.0F);
        Give give;
        for (size_t k = 0; k < 5; ++k) {
            const Vec4 &x = vertices[u(v[k])];
            way += tangle.weight[k] * (Vec3(x) - Vec3(from[u(v[k])]));
            give.add(tangle.weight[k], x.w);
        }
        const Vec3 back = at(vertices, v[1]) - at(vertices, v[0]);
        Vec3 n = glm::cross(at(vertices, v[3]) - at(vertices, v[2]), at(vertices, v[4]) - at(vertices, v[2]));
        n *= (glm::dot(n, back) < 0.0F ? -1.0F : 1.0F) / std::max(glm::length(n), 1e-20F);
        if (!tangle.knowsWay) {
            n = shorterContour(tangle, n, vertices);
        }
        const float lacking = std::min(most - glm::dot(way, n), most);
        if (lacking <= 0.0F || !give.any()) {
            continue;
        }
        for (size_t k = 0; k < 5; ++k) {
            Vec4 &x = vertices[u(v[k])];
            x += Vec4((tangle.weight[k] * x.w * lacking / give.all()) * n, 0.0F);
        }
    }
}

} // namespace selvage
