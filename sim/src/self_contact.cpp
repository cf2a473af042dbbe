// Pairs are few compared with vertices, so they are gone through one by one in their order.
#include "sim/self_contact.h"

#include "near_features.h"
#include "sim/cloth.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kAhead = 1.2F;         // –, of the way that the velocity predicts
constexpr float kSlack = 0.03F;        // –, of a mean edge: way allowed beyond that
constexpr float kBall = 0.95F;         // –, of its allowed way that a vertex may use
constexpr float kToPlane = 0.9F;       // –, of its distance to a plane
constexpr float kThicknessMax = 0.45F; // –, of a mean edge: neighbours must not push each other
constexpr float kMargin = 0.3F; // –, of a mean edge, that a list of patches near each other has in reserve
constexpr size_t kPairsPerPatch = 60;
constexpr size_t kNearPerVertex = 40;

size_t u(int32_t i) {
    return static_cast<size_t>(i);
}

Vec3 xyz(const Vec4 &v) {
    return Vec3(v);
}

Vec3 meanOf(const std::vector<Vec4> &values) {
    Vec4 sum(0.0F);
    for (const Vec4 &value : values) {
        sum += value;
    }
    return xyz(sum) / static_cast<float>(values.size());
}

// What one pair has done so far in this substep.
struct Push {
    Vec3 friction{0.0F}; // m, inside the cone
    float pushed{0.0F};  // m
};

} // namespace

struct SelfContact::State {
    std::vector<int32_t> offsets; // of each cloth's vertices
    Patches patches;
    PatchShapes shapes;
    SortedBins bins;
    PatchBoxes boxes;
    std::vector<PatchPair> pairs;
    int64_t pairCount{0};
    std::vector<PatchPair> kept;
    std::vector<NearFeatures> near;
    std::vector<Push> pushes;
    std::vector<Vec4> now; // m and inverse mass
    std::vector<Vec4> velocity;
    VertexMotion listed;      // when the pairs were found
    VertexMotion gathered;    // at the start of the substep
    std::vector<float> share; // of its way, per vertex
    std::vector<float> wish;  // m, of its way at the end of the last substep before it was shortened
    float edge{0.01F};        // m, mean
    float thickness{0.0F};    // m
    float friction{0.0F};     // –
    bool loose{false};
};

SelfContact::SelfContact(std::span<const Cloth> cloths) : state_(std::make_unique<State>()) {
    State &s = *state_;
    s.offsets = vertexOffsets(cloths);
    s.patches = makePatches(cloths);
    s.shapes.resize(s.patches.count);
    s.bins = SortedBins(s.patches.count);
    const auto vertices = u(s.patches.vertexCount);
    s.pairs.reserve(kPairsPerPatch * u(s.patches.count));
    s.kept.reserve(kPairsPerPatch * u(s.patches.count));
    s.boxes.resize(s.patches.count);
    s.near.reserve(kNearPerVertex * vertices);
    s.pushes.reserve(kNearPerVertex * vertices);
    s.now.resize(vertices);
    s.velocity.resize(vertices);
    for (auto *values :
         {&s.gathered.x, &s.gathered.y, &s.gathered.z, &s.gathered.motion, &s.share, &s.wish}) {
        values->assign(vertices, 0.0F);
    }
    s.listed = s.gathered;
    s.listed.x.assign(vertices, 1e6F); // nowhere yet
    double length = 0.0;
    size_t count = 0;
    s.thickness = 1.0F;
    for (const Cloth &cloth : cloths) {
        for (const Spring &spring : cloth.topology->springs) {
            if (isStructural(spring.kind)) {
                length += static_cast<double>(spring.restLength);
                ++count;
            }
        }
        s.thickness = std::min(s.thickness, cloth.fabric.thickness);
        s.friction = std::max(s.friction, cloth.fabric.friction);
    }
    s.edge = count > 0 ? static_cast<float>(length / static_cast<double>(count)) : s.edge;
    s.thickness = std::min(s.thickness, kThicknessMax * s.edge);
}

SelfContact::~SelfContact() = default;

std::span<Vec4> SelfContact::positions(size_t cloth) {
    const auto begin = u(state_->offsets[cloth]);
    return std::span(state_->now).subspan(begin, u(state_->offsets[cloth + 1]) - begin);
}

std::span<Vec4> SelfContact::velocities(size_t cloth) {
    const auto begin = u(state_->offsets[cloth]);
    return std::span(state_->velocity).subspan(begin, u(state_->offsets[cloth + 1]) - begin);
}

// Whether the listed pairs of patches still hold all that may come near.
bool SelfContact::listHolds() const {
    const State &s = *state_;
    const float margin = kMargin * s.edge;
    const float least = 0.55F * s.thickness;
    int32_t gone = 0;
    runWide([&]() SELVAGE_INLINE {
        for (size_t i = 0; i < s.listed.x.size(); ++i) {
            const float dx = s.gathered.x[i] - s.listed.x[i];
            const float dy = s.gathered.y[i] - s.listed.y[i];
            const float dz = s.gathered.z[i] - s.listed.z[i];
            const float room =
                margin + std::max(s.listed.motion[i], least) - std::max(s.gathered.motion[i], least);
            gone |= ((room < 0.0F) | (dx * dx + dy * dy + dz * dz > room * room)) ? 1 : 0;
        }
    });
    return gone == 0;
}

void SelfContact::beginSubstep(const SelfContactSettings &settings, float dt, bool loose,
                               SelfContactReport &report) {
    State &s = *state_;
    s.loose = loose;
    const Vec3 mean = loose ? meanOf(s.velocity) : Vec3(0.0F);
    const float most = settings.wayMax * s.edge;
    for (size_t i = 0; i < s.now.size(); ++i) {
        s.gathered.x[i] = s.now[i].x;
        s.gathered.y[i] = s.now[i].y;
        s.gathered.z[i] = s.now[i].z;
        const float way = std::max(glm::length(xyz(s.velocity[i]) - mean) * dt, s.wish[i]);
        s.gathered.motion[i] = std::min(kAhead * way + kSlack * s.edge, most);
    }
    if (!listHolds()) {
        s.listed = s.gathered;
        boxPatches(s.patches, s.gathered, s.thickness, kMargin * s.edge, s.boxes);
        s.pairCount = s.bins.findPairs(s.boxes, s.pairs);
        ++report.lists;
    }
    shapePatches(s.patches, s.gathered, s.shapes);
    const SearchCount search =
        findNearFeatures({s.patches, s.shapes, s.gathered, s.thickness}, s.pairs, s.kept, s.near);
    s.pushes.assign(s.near.size(), Push{});
    report.patchPairs += s.pairCount;
    report.tests += search.tests;
    report.near = static_cast<int32_t>(s.near.size());
    report.leftOut += std::max<int64_t>(0, s.pairCount - static_cast<int64_t>(s.pairs.capacity())) +
                      std::max<int64_t>(0, search.found - static_cast<int64_t>(s.near.capacity()));
}

void SelfContact::push(SelfContactReport &report) {
    State &s = *state_;
    const auto gatheredAt = [&](size_t i) { return Vec3(s.gathered.x[i], s.gathered.y[i], s.gathered.z[i]); };
    report.touching = 0;
    for (size_t p = 0; p < s.near.size(); ++p) {
        const NearFeatures &near = s.near[p];
        if (!near.inside) {
            continue;
        }
        Vec3 apart(0.0F);
        float give = 0.0F;
        for (size_t k = 0; k < 4; ++k) {
            const Vec4 &x = s.now[u(near.vertex[k])];
            apart += near.weight[k] * xyz(x);
            give += near.weight[k] * near.weight[k] * x.w;
        }
        const float depth = s.thickness - glm::dot(apart, near.normal);
        if (depth <= 0.0F || give <= 0.0F) {
            continue;
        }
        ++report.touching;
        Push &push = s.pushes[p];
        push.pushed += depth;
        Vec3 before(0.0F);
        for (size_t k = 0; k < 4; ++k) {
            before += near.weight[k] * gatheredAt(u(near.vertex[k]));
        }
        Vec3 slide = apart - before;
        slide -= glm::dot(slide, near.normal) * near.normal;
        Vec3 wanted = push.friction - slide;
        const float size = glm::length(wanted);
        const float limit = s.friction * push.pushed;
        wanted *= size > limit ? limit / size : 1.0F;
        const Vec3 change = (depth * near.normal + wanted - push.friction) / give;
        push.friction = wanted;
        for (size_t k = 0; k < 4; ++k) {
            Vec4 &x = s.now[u(near.vertex[k])];
            x += Vec4(near.weight[k] * x.w * change, 0.0F);
        }
    }
}

void SelfContact::cut(SelfContactReport &report) {
    State &s = *state_;
    const auto count = s.now.size();
    Vec3 shift(0.0F); // the common motion
    const auto gatheredAt = [&](size_t i) { return Vec3(s.gathered.x[i], s.gathered.y[i], s.gathered.z[i]); };
    if (s.loose) {
        for (size_t i = 0; i < count; ++i) {
            shift += xyz(s.now[i]) - gatheredAt(i);
        }
        shift /= static_cast<float>(count);
    }
    for (size_t i = 0; i < count; ++i) {
        const Vec3 way = xyz(s.now[i]) - gatheredAt(i) - shift;
        const float length = glm::length(way);
        const float most = kBall * s.gathered.motion[i];
        s.wish[i] = length;
        s.share[i] = length > most ? most / length : 1.0F;
    }
    for (const NearFeatures &near : s.near) {
        const Vec3 n = near.normal;
        Vec3 first(0.0F);
        Vec3 second(0.0F);
        for (size_t k = 0; k < 4; ++k) {
            (static_cast<int32_t>(k) < near.firstCount ? first : second) +=
                near.weight[k] * gatheredAt(u(near.vertex[k]));
        }
        const float middle = 0.5F * glm::dot(n, first - second);
        for (size_t k = 0; k < 4; ++k) {
            const size_t i = u(near.vertex[k]);
            const float side = static_cast<int32_t>(k) < near.firstCount ? 1.0F : -1.0F;
            const Vec3 from = gatheredAt(i);
            const float had = side * (glm::dot(n, from) - middle);
            const float goes = -side * glm::dot(n, xyz(s.now[i]) - from - shift);
            if (goes > kToPlane * had) {
                s.share[i] = std::min(s.share[i], std::max(0.0F, kToPlane * had / goes));
            }
        }
    }
    int32_t shortened = 0;
    for (size_t i = 0; i < count; ++i) {
        if (s.share[i] < 1.0F && s.now[i].w > 0.0F) {
            const Vec3 from = gatheredAt(i) + shift;
            s.now[i] = Vec4(from + s.share[i] * (xyz(s.now[i]) - from), s.now[i].w);
            ++shortened;
        }
    }
    report.cut += shortened;
}

} // namespace selvage
