// Pairs are few compared with vertices, so they are gone through one by one in their order.
#include "sim/self_contact.h"

#include "common_motion.h"
#include "contact_list.h"
#include "lanes.h"
#include "maths/index.h"
#include "near_features.h"
#include "sim/cloth.h"
#include "tangles.h"
#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

constexpr float kAhead = 1.2F;         // –, of the way that the velocity predicts
constexpr float kSlack = 0.03F;        // –, of a mean edge: way allowed beyond that
constexpr float kBall = 0.95F;         // –, of its allowed way that a vertex may use
constexpr float kToPlane = 0.9F;       // –, of its distance to a plane
constexpr int32_t kTurns = 2;          // passes over the planes
constexpr float kKeptGap = 0.05F;      // –, of the gap to what is held, that the other side keeps
constexpr float kTurned = 0.8F;        // –, of that distance that they leave
constexpr float kWishMost = 0.25F;     // –, of a mean edge: wishes beyond are cut
constexpr float kLeastGap = 2e-5F;     // m, from a plane; far above the rounding of positions
constexpr float kThicknessMax = 0.45F; // –, of a mean edge: neighbours must not push each other
constexpr float kLeastReach = 0.55F;   // –, of the thickness
constexpr float kLagMost = 0.5F;       // –, of a mean edge, that what is held may be kept back
constexpr float kApart = 0.12F;        // m/s, of what is too near: faster would hurl it away
constexpr float kDrawBack = 0.3F;      // m/s, of what is tangled
constexpr int32_t kLookAgain = 4;      // substeps, between looks for tangles while there are some
constexpr int32_t kLookLoose = 16;     // substeps, while there are too many
constexpr int32_t kLookAnyway = 64;    // substeps, while there should be none
constexpr int32_t kStoppedMost = 8;    // substeps
constexpr int64_t kLetLoose = 2;       // crossings per vertex: more than that is no cloth any more
constexpr size_t kNearPerVertex = 100;

Vec3 xyz(const Vec4 &v) {
    return Vec3(v);
}

// What is the same of all its vertices, in a register.
Lanes lanesOf(const Vec3 &v) {
    return Lanes{v.x, v.y, v.z, 0.0F};
}

Vec3 vectorOf(Lanes v) {
    return Vec3(v[0], v[1], v[2]);
}

// Sum of the weights times the vertices; w of no meaning.
Lanes apartOf(const NearFeatures &near, const std::vector<Vec4> &vertices) {
    Lanes sum = spread(0.0F);
    for (size_t k = 0; k < 4; ++k) {
        sum += spread(near.weight[k]) * load(vertices[u(near.vertex[k])]);
    }
    return sum;
}

// How far each of its vertices goes towards the plane between them, and how far it may: rounding must not
// take it across, m.
struct Ways {
    Lanes goes, may;

    bool anyBeyond(float share) const {
        using Halves = int64_t __attribute__((vector_size(16)));
        const auto beyond = reinterpret_cast<Halves>(goes > spread(share) * may);
        return (beyond[0] | beyond[1]) != 0;
    }
};

inline Ways waysOf(const NearFeatures &near, const std::vector<Vec4> &from, const std::vector<Vec4> &to) {
    Lanes start[4];
    Lanes way[4];
    for (size_t k = 0; k < 4; ++k) {
        start[k] = load(from[u(near.vertex[k])]);
        way[k] = load(to[u(near.vertex[k])]) - start[k];
    }
    const Columns at = transpose(start[0], start[1], start[2], start[3]);
    const Columns by = transpose(way[0], way[1], way[2], way[3]);
    const Lanes x = spread(near.normal.x);
    const Lanes y = spread(near.normal.y);
    const Lanes z = spread(near.normal.z);
    const Lanes side{1.0F, near.firstCount == 1 ? -1.0F : 1.0F, -1.0F, -1.0F};
    const Lanes had = side * (x * at.x + y * at.y + z * at.z - spread(near.middle));
    const Lanes part = spread(kToPlane) * had;
    const Lanes gap = had - spread(kLeastGap);
    const Lanes may = gap < part ? gap : part;
    return {-side * (x * by.x + y * by.y + z * by.z), may > 0.0F ? may : spread(0.0F)};
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
    std::unique_ptr<CommonMotion> motion;
    std::unique_ptr<ContactList> list;
    std::unique_ptr<Tangles> tangles;
    std::vector<NearFeatures> near;
    std::vector<Push> pushes;
    std::vector<Vec4> now; // m and inverse mass
    std::vector<Vec4> velocity;
    std::vector<Vec4>
        gathered; // m: where the common motion takes the vertices, and how far they may go from there
    std::vector<float> share;       // of its way, per vertex
    std::vector<float> wish;        // m, of its way at the end of the last substep before it was shortened
    bool complete{true};            // every pair that may cross is among the near ones
    int32_t stopped{0};             // substeps one after the other in which that was not so
    int32_t sinceLook{kLookAnyway}; // substeps since crossings were looked for
    bool loose{false};              // nothing is done until less is crossed
    bool doubtful{true};            // something may have crossed since then
    float drawBack{0.0F};           // m, in this substep, of tangles
    float apart{0.0F};     // m, most that contact parts what is nearer than the thickness, in this substep
    float edge{0.0F};      // m, mean
    float thickness{0.0F}; // m
    float friction{0.0F};  // –
};

SelfContact::SelfContact(std::span<const Cloth> cloths) : state_(std::make_unique<State>()) {
    State &s = *state_;
    s.offsets = vertexOffsets(cloths);
    s.patches = makePatches(cloths);
    const auto vertices = u(s.patches.vertexCount);
    s.near.reserve(kNearPerVertex * vertices);
    s.pushes.reserve(kNearPerVertex * vertices);
    for (auto *values : {&s.now, &s.velocity, &s.gathered}) {
        values->resize(vertices);
    }
    s.share.resize(vertices);
    s.wish.resize(vertices);
    s.thickness = 1.0F;
    for (const Cloth &cloth : cloths) {
        s.thickness = std::min(s.thickness, cloth.fabric.thickness);
        s.friction = std::max(s.friction, cloth.fabric.friction);
    }
    s.edge = meanEdge(cloths);
    s.thickness = std::min(s.thickness, kThicknessMax * s.edge);
    s.motion = std::make_unique<CommonMotion>(vertices, s.edge);
    s.tangles = std::make_unique<Tangles>(s.patches);
    s.list = std::make_unique<ContactList>(s.patches, kLeastReach * s.thickness, s.edge);
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

void SelfContact::lookForTangles(SelfContactReport &report) {
    State &s = *state_;
    const int32_t pause = s.loose                                ? kLookLoose
                          : s.doubtful || s.tangles->count() > 0 ? kLookAgain
                                                                 : kLookAnyway;
    if (++s.sinceLook >= pause) {
        s.tangles->find(s.patches, s.now);
        s.sinceLook = 0;
        s.doubtful = false;
        const auto vertices = static_cast<int64_t>(s.now.size());
        s.loose = s.tangles->count() > (s.loose ? vertices : vertices * kLetLoose);
    }
    report.crossings = static_cast<int32_t>(std::min<int64_t>(s.tangles->count(), INT32_MAX));
}

// Where the vertices are without what they do beside the common motion, and how far that may take them.
void SelfContact::gather(const SelfContactSettings &settings, const ContactScene &scene) {
    State &s = *state_;
    s.motion->estimate(s.now, s.velocity, scene);
    const std::span<const Vec4> shift = s.motion->shift();
    const float most = settings.wayMax * s.edge;
    for (size_t i = 0; i < s.now.size(); ++i) {
        const float beside = glm::length(scene.dt * xyz(s.velocity[i]) - xyz(shift[i]));
        const float way = std::max({beside, shift[i].w, std::min(s.wish[i], kWishMost * s.edge)});
        s.gathered[i] = Vec4(xyz(s.now[i]) + xyz(shift[i]), std::min(kAhead * way + kSlack * s.edge, most));
    }
}

void SelfContact::beginSubstep(const SelfContactSettings &settings, const ContactScene &scene,
                               SelfContactReport &report) {
    State &s = *state_;
    lookForTangles(report);
    s.apart = kApart * scene.dt;
    s.drawBack = kDrawBack * scene.dt;
    report.near = 0;
    s.near.clear();
    if (s.loose) {
        ++report.loose;
        return;
    }
    gather(settings, scene);
    s.list->update(s.patches, s.gathered, *s.motion, report);
    const int64_t found = s.list->findNear(s.gathered, s.thickness, s.near);
    const int64_t leftOut = found - static_cast<int64_t>(s.near.size());
    if (s.tangles->count() > 0) {
        std::erase_if(s.near, [&](const NearFeatures &near) { return s.tangles->areTangled(near); });
    }
    s.pushes.assign(s.near.size(), Push{});
    report.near = static_cast<int32_t>(s.near.size());
    report.leftOut += leftOut;
    s.complete = s.list->complete() && leftOut == 0;
    s.stopped = s.complete ? 0 : s.stopped + 1;
    s.loose = s.stopped > kStoppedMost;
    report.stopped += s.complete || s.loose ? 0 : 1;
    report.loose += s.loose ? 1 : 0;
}

void SelfContact::push(SelfContactReport &report) {
    State &s = *state_;
    report.touching = 0;
    if (s.loose) {
        return;
    }
    if (s.tangles->count() > 0) {
        s.tangles->drawBack(s.drawBack, s.gathered, s.now);
    }
    for (size_t p = 0; p < s.near.size(); ++p) {
        const NearFeatures &near = s.near[p];
        if (!near.mayTouch) {
            continue;
        }
        const Lanes apart = apartOf(near, s.now);
        const float depth =
            std::min(s.thickness, near.distance + s.apart) - glm::dot(vectorOf(apart), near.normal);
        if (depth <= 0.0F) {
            continue;
        }
        Give give;
        for (size_t k = 0; k < 4; ++k) {
            give.add(near.weight[k], s.now[u(near.vertex[k])].w);
        }
        if (!give.any()) {
            continue;
        }
        ++report.touching;
        Push &push = s.pushes[p];
        push.pushed += depth;
        Vec3 slide = vectorOf(apart - apartOf(near, s.gathered));
        slide -= glm::dot(slide, near.normal) * near.normal;
        Vec3 wanted = push.friction - slide;
        const float size = glm::length(wanted);
        const float limit = s.friction * push.pushed;
        wanted *= size > limit ? limit / size : 1.0F;
        const Lanes change = lanesOf((depth * near.normal + wanted - push.friction) / give.all());
        push.friction = wanted;
        for (size_t k = 0; k < 4; ++k) {
            Vec4 &x = s.now[u(near.vertex[k])];
            store(x, load(x) + spread(near.weight[k] * x.w) * change);
        }
    }
}

// Moves the plane between two features, one of which is held, as far towards the other as what is held has to
// go: a hand does not wait for what lies in its way to have moved.
void SelfContact::makeRoomForHeld() {
    State &s = *state_;
    for (NearFeatures &near : s.near) {
        const auto isHeld = [&](int32_t v) { return s.now[u(v)].w == 0.0F; };
        if (std::none_of(near.vertex, near.vertex + 4, isHeld)) {
            continue;
        }
        float low = -INFINITY; // m along the normal: the features' facing ends at the start
        float high = INFINITY;
        float plane = near.middle;
        for (size_t k = 0; k < 4; ++k) {
            const size_t i = u(near.vertex[k]);
            const bool isFirst = static_cast<int32_t>(k) < near.firstCount;
            const float from = glm::dot(near.normal, xyz(s.gathered[i]));
            high = isFirst ? std::min(high, from) : high;
            low = isFirst ? low : std::max(low, from);
            const float way = glm::dot(near.normal, xyz(s.now[i])) - from;
            if (s.now[i].w == 0.0F && (isFirst ? way < 0.0F : way > 0.0F)) {
                const float end = from + way / kToPlane;
                plane = isFirst ? std::min(plane, end - kLeastGap) : std::max(plane, end + kLeastGap);
            }
        }
        const float kept = kKeptGap * (high - low);
        near.middle =
            std::clamp(plane, std::min(near.middle, low + kept), std::max(near.middle, high - kept));
    }
}

// Takes out of the ways what would cross planes, so that little is left to shorten: what is pressed against
// others can still slide along them.
void SelfContact::turnAlong() {
    State &s = *state_;
    for (const NearFeatures &near : s.near) {
        const Ways ways = waysOf(near, s.gathered, s.now);
        if (!ways.anyBeyond(kTurned)) {
            continue;
        }
        for (int k = 0; k < 4; ++k) {
            Vec4 &x = s.now[u(near.vertex[k])];
            const float side = k < near.firstCount ? 1.0F : -1.0F;
            const float beyond = ways.goes[k] - kTurned * ways.may[k];
            if (beyond > 0.0F && x.w > 0.0F) {
                x += Vec4(beyond * side * near.normal, 0.0F);
            }
        }
    }
}

void SelfContact::cut(SelfContactReport &report) {
    State &s = *state_;
    if (s.loose) {
        return;
    }
    const auto count = s.now.size();
    const auto gatheredAt = [&](size_t i) { return xyz(s.gathered[i]); };
    for (size_t i = 0; i < count; ++i) {
        s.wish[i] = glm::length(xyz(s.now[i]) - gatheredAt(i));
    }
    makeRoomForHeld();
    for (int32_t t = 0; s.complete && t < kTurns; ++t) {
        turnAlong();
    }
    for (size_t i = 0; i < count; ++i) {
        const float length = glm::length(xyz(s.now[i]) - gatheredAt(i));
        const float most = kBall * s.gathered[i].w;
        s.share[i] = !s.complete ? 0.0F : length > most ? most / length : 1.0F;
    }
    for (const NearFeatures &near : s.near) {
        const Ways ways = waysOf(near, s.gathered, s.now);
        if (!ways.anyBeyond(1.0F)) {
            continue;
        }
        for (int k = 0; k < 4; ++k) {
            if (ways.goes[k] > ways.may[k]) {
                float &share = s.share[u(near.vertex[k])];
                share = std::min(share, ways.may[k] / ways.goes[k]);
            }
        }
    }
    int64_t shortened = 0;
    for (size_t i = 0; i < count; ++i) {
        const bool lags = s.now[i].w == 0.0F && (1.0F - s.share[i]) * s.wish[i] > kLagMost * s.edge;
        s.doubtful |= lags;
        if (s.share[i] < 1.0F && !lags) {
            const Vec3 from = gatheredAt(i);
            s.now[i] = Vec4(from + s.share[i] * (xyz(s.now[i]) - from), s.now[i].w);
            ++shortened;
        }
    }
    report.cut += shortened;
}

} // namespace selvage
