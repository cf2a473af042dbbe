// The table of broad phases, and those that are short.
#include "sim/broad_phase.h"

#include "broad_phase_data.h"
#include "maths/index.h"
#include "sim/cloth.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr size_t kPairsPerTriangle = 100;

// On which side of the plane through a, b and c d is: 1, -1, or 0 where rounding does not tell.
int32_t sideOf(const glm::dvec3 &a, const glm::dvec3 &b, const glm::dvec3 &c, const glm::dvec3 &d) {
    constexpr double kRounding = 1e-14; // –
    const double volume = glm::dot(glm::cross(b - a, c - a), d - a);
    const double sure = kRounding * glm::length(b - a) * glm::length(c - a) * glm::length(d - a);
    return volume > sure ? 1 : volume < -sure ? -1 : 0;
}

bool pierces(const glm::dvec3 &p, const glm::dvec3 &q, const std::array<glm::dvec3, 3> &t) {
    if (sideOf(t[0], t[1], t[2], p) * sideOf(t[0], t[1], t[2], q) >= 0) {
        return false;
    }
    const int32_t first = sideOf(p, q, t[0], t[1]);
    return first != 0 && first == sideOf(p, q, t[1], t[2]) && first == sideOf(p, q, t[2], t[0]);
}

void growBoxes(BroadPhaseData &data) {
    for (size_t t = 0; t < data.triangles.size(); ++t) {
        Box box;
        for (const int32_t v : data.triangles[t]) {
            box.add(data.vertices[u(v)]);
        }
        data.boxes[t] = {box.low - Vec3(data.margin), box.high + Vec3(data.margin)};
    }
}

std::vector<Triangle> trianglesOf(std::span<const Cloth> cloths) {
    std::vector<Triangle> triangles;
    const std::vector<int32_t> offsets = vertexOffsets(cloths);
    for (size_t c = 0; c < cloths.size(); ++c) {
        const auto &t = cloths[c].topology->triangles;
        for (size_t k = 0; k + 2 < t.size(); k += 3) {
            triangles.push_back({t[k] + offsets[c], t[k + 1] + offsets[c], t[k + 2] + offsets[c]});
        }
    }
    return triangles;
}

void buildNothing(BroadPhaseData &, std::span<const Cloth>) {}

int64_t findByForce(BroadPhaseData &data) {
    growBoxes(data);
    const auto count = static_cast<int32_t>(data.boxes.size());
    for (int32_t a = 0; a < count; ++a) {
        for (int32_t b = a + 1; b < count; ++b) {
            if (data.boxes[u(a)].overlaps(data.boxes[u(b)])) {
                data.sink.add(a, b);
            }
        }
    }
    return static_cast<int64_t>(count) * (count - 1) / 2;
}

void buildGrid(BroadPhaseData &data, std::span<const Cloth> cloths) {
    data.grid = TriangleGrid(data.triangles.size(), meanEdge(cloths));
}

int64_t findByGrid(BroadPhaseData &data) {
    growBoxes(data);
    return data.grid.findPairs(data.boxes, data.sink);
}

void buildTree(BroadPhaseData &data, std::span<const Cloth> cloths) {
    std::vector<Vec3> vertices;
    for (const Cloth &cloth : cloths) {
        vertices.insert(vertices.end(), cloth.position.begin(), cloth.position.end());
    }
    data.vertices = vertices;
    growBoxes(data);
    data.vertices = {};
    data.tree = TriangleTree(data.boxes);
}

int64_t findByTree(BroadPhaseData &data) {
    growBoxes(data);
    data.tree.refit(data.boxes);
    return data.tree.findPairs(nullptr, data.sink);
}

void buildTreeAndCones(BroadPhaseData &data, std::span<const Cloth> cloths) {
    buildTree(data, cloths);
    data.cones = ZoneCones(data.tree.nodes(), data.triangles);
}

int64_t findByTreeAndCones(BroadPhaseData &data) {
    growBoxes(data);
    data.tree.refit(data.boxes);
    data.cones.refit(data.tree.nodes(), data.triangles, data.vertices);
    return data.tree.findPairs(&data.cones, data.sink);
}

// The boxes of triangles lie nowhere in the flat cloth: none are close there.
void buildBins(BroadPhaseData &data, std::span<const Cloth>) {
    const auto count = static_cast<int32_t>(data.triangles.size());
    data.bins = SortedBins(count);
    data.binBoxes.resize(count);
    data.binPairs.reserve(2 * kPairsPerTriangle * data.triangles.size());
}

int64_t findByBins(BroadPhaseData &data) {
    for (size_t t = 0; t < data.triangles.size(); ++t) {
        const Triangle &v = data.triangles[t];
        const Vec3 &a = data.vertices[u(v[0])];
        const Vec3 &b = data.vertices[u(v[1])];
        const Vec3 &c = data.vertices[u(v[2])];
        for (int axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<size_t>(axis);
            data.binBoxes.low[k][t] = std::min({a[axis], b[axis], c[axis]}) - data.margin;
            data.binBoxes.high[k][t] = std::max({a[axis], b[axis], c[axis]}) + data.margin;
        }
    }
    const int64_t found = data.bins.findPairs(data.binBoxes, data.binPairs);
    for (const PatchPair &pair : data.binPairs) {
        data.sink.add(pair.a, pair.b);
    }
    data.sink.leftOut += found - static_cast<int64_t>(data.binPairs.size());
    return data.bins.tests();
}

void buildPatches(BroadPhaseData &data, std::span<const Cloth> cloths) {
    data.patches = makePatches(cloths);
    data.bins = SortedBins(data.patches.count);
    data.binBoxes = makePatchBoxes(data.patches);
    data.binPairs.reserve(kPairsPerTriangle * u(data.patches.count));
    data.reach.resize(u(data.patches.vertexCount));
}

int64_t findByPatches(BroadPhaseData &data) {
    std::transform(data.vertices.begin(), data.vertices.end(), data.reach.begin(),
                   [&](const Vec3 &x) { return Vec4(x, data.margin); });
    boxPatches(data.patches, data.reach, data.binBoxes);
    const int64_t found = data.bins.findPairs(data.binBoxes, data.binPairs);
    for (const PatchPair &pair : data.binPairs) {
        data.sink.keep(pair.a, pair.b);
    }
    data.sink.leftOut += found - static_cast<int64_t>(data.binPairs.size());
    return data.bins.tests();
}

constexpr BroadPhase kBroadPhases[] = {
    {"brute-force", "every triangle against every other one", PairKind::Overlapping, buildNothing,
     findByForce},
    {"grid", "Chung, Yen 2004, §4.1, corrected", PairKind::Overlapping, buildGrid, findByGrid},
    {"aabb-tree", "Liu, Li 2006, §5, corrected", PairKind::Overlapping, buildTree, findByTree},
    {"aabb-tree-cones", "Liu, Li 2006, §6, with the contours of Volino, Magnenat-Thalmann 1994",
     PairKind::MayIntersect, buildTreeAndCones, findByTreeAndCones},
    {"sorted-bins", "ours, on triangles", PairKind::Overlapping, buildBins, findByBins},
    {"patches", "ours, as self-contact uses it", PairKind::Patches, buildPatches, findByPatches},
};

} // namespace

std::span<const BroadPhase> broadPhases() {
    return kBroadPhases;
}

const BroadPhase *findBroadPhase(std::string_view name) {
    const auto *const found = std::find_if(std::begin(kBroadPhases), std::end(kBroadPhases),
                                           [&](const BroadPhase &phase) { return name == phase.name; });
    return found != std::end(kBroadPhases) ? found : nullptr;
}

PairSearch::PairSearch(const BroadPhase &phase, std::span<const Cloth> cloths)
    : phase_(phase), data_(std::make_unique<BroadPhaseData>()) {
    data_->triangles = trianglesOf(cloths);
    data_->boxes.resize(data_->triangles.size());
    data_->sink.triangles = data_->triangles;
    data_->sink.pairs.reserve(kPairsPerTriangle * data_->triangles.size());
    phase.build(*data_, cloths);
}

PairSearch::~PairSearch() = default;

PairCount PairSearch::find(std::span<const Vec3> vertices, float margin) {
    data_->vertices = vertices;
    data_->margin = margin;
    data_->sink.pairs.clear();
    data_->sink.leftOut = 0;
    const int64_t tests = phase_.find(*data_);
    data_->vertices = {};
    return {tests, data_->sink.leftOut};
}

std::span<const TrianglePair> PairSearch::pairs() const {
    return data_->sink.pairs;
}

std::span<const Triangle> PairSearch::triangles() const {
    return data_->triangles;
}

size_t PairSearch::room() const {
    return data_->sink.pairs.capacity();
}

bool trianglesIntersect(std::span<const Vec3> vertices, const Triangle &a, const Triangle &b) {
    std::array<glm::dvec3, 3> p;
    std::array<glm::dvec3, 3> q;
    for (size_t k = 0; k < 3; ++k) {
        p[k] = vertices[u(a[k])];
        q[k] = vertices[u(b[k])];
    }
    for (size_t k = 0; k < 3; ++k) {
        const size_t next = (k + 1) % 3;
        if (pierces(p[k], p[next], q) || pierces(q[k], q[next], p)) {
            return true;
        }
    }
    return false;
}

} // namespace selvage
