// Within the search a particle's way is straight, as in a step of explicit Euler (§4.2).
#include "sim/velocity_reversal.h"

#include "maths/index.h"
#include "patches.h"
#include "sim/broad_phase.h"
#include "sim/integrator.h"
#include "sim/self_contact.h"

#include <algorithm>

namespace selvage {

namespace {

constexpr size_t kFew = 4; // pairs of triangles: the search goes on while so many intersect
constexpr float kWhole = 1.0F;

} // namespace

struct VelocityReversal::State {
    explicit State(std::span<const Cloth> cloths)
        : search(*findBroadPhase("grid"), cloths), offsets(vertexOffsets(cloths)), start(u(offsets.back())),
          end(start.size()), now(start.size()), isCrossed(start.size()) {
        found.reserve(search.room());
        crossed.reserve(search.room());
    }

    PairSearch search;
    std::vector<int32_t> offsets; // of each cloth's vertices
    std::vector<Vec3> start, end; // m, of the substep
    std::vector<Vec3> now;        // m, at the time that is looked at
    std::vector<TrianglePair> found;
    std::vector<TrianglePair> crossed; // at the earliest time known at which some intersect
    std::vector<uint8_t> isCrossed;    // per vertex: belongs to one of those
};

VelocityReversal::VelocityReversal(std::span<const Cloth> cloths) : state_(std::make_unique<State>(cloths)) {}

VelocityReversal::~VelocityReversal() = default;

// Fails where the cloths are no longer those that this was made for.
bool VelocityReversal::gather(std::span<const Cloth> cloths, std::span<const ClothSolver> solvers) {
    State &s = *state_;
    if (s.offsets.size() != cloths.size() + 1) {
        return false;
    }
    for (size_t c = 0; c < cloths.size(); ++c) {
        if (cloths[c].particleCount() != s.offsets[c + 1] - s.offsets[c]) {
            return false;
        }
        std::copy(solvers[c].start.begin(), solvers[c].start.end(), s.start.begin() + s.offsets[c]);
        std::copy(cloths[c].position.begin(), cloths[c].position.end(), s.end.begin() + s.offsets[c]);
    }
    return true;
}

// How many pairs of triangles intersect after this share (–) of the substep.
size_t VelocityReversal::crossedAt(float share, SelfContactReport &report) {
    State &s = *state_;
    for (size_t i = 0; i < s.now.size(); ++i) {
        s.now[i] = s.start[i] + share * (s.end[i] - s.start[i]);
    }
    report.leftOut += s.search.find(s.now, 0.0F).leftOut;
    report.triangleTests += static_cast<int64_t>(s.search.pairs().size());
    s.found.clear();
    for (const TrianglePair &pair : s.search.pairs()) {
        if (trianglesIntersect(s.now, s.search.triangles()[u(pair.a)], s.search.triangles()[u(pair.b)])) {
            s.found.push_back(pair);
        }
    }
    if (!s.found.empty()) {
        std::swap(s.found, s.crossed);
        return s.crossed.size();
    }
    return 0;
}

// Returns the share of the substep at the instant before: the latest known at which nothing intersects.
float VelocityReversal::goBack(SelfContactReport &report) {
    float before = 0.0F;
    float after = kWhole;
    size_t count = state_->crossed.size();
    for (int32_t k = 0; k < kHalvingsMax && (count >= kFew || before <= 0.0F); ++k) {
        const float middle = 0.5F * (before + after);
        const size_t crossed = crossedAt(middle, report);
        ++report.halvings;
        if (crossed == 0) {
            before = middle;
        } else {
            after = middle;
            count = crossed;
        }
    }
    return before;
}

void VelocityReversal::markCrossed() {
    State &s = *state_;
    std::fill(s.isCrossed.begin(), s.isCrossed.end(), uint8_t{0});
    for (const TrianglePair &pair : s.crossed) {
        for (const int32_t t : {pair.a, pair.b}) {
            for (const int32_t v : s.search.triangles()[u(t)]) {
                s.isCrossed[u(v)] = 1;
            }
        }
    }
}

void VelocityReversal::respond(std::span<Cloth> cloths, std::span<const ClothSolver> solvers, float dt,
                               SelfContactReport &report) {
    if (!gather(cloths, solvers) || crossedAt(kWhole, report) == 0) {
        return;
    }
    const State &s = *state_;
    const float share = goBack(report);
    markCrossed();
    report.timeLost += (kWhole - share) * dt;
    for (size_t c = 0; c < cloths.size(); ++c) {
        Cloth &cloth = cloths[c];
        for (size_t i = 0; i < cloth.position.size(); ++i) {
            const size_t v = u(s.offsets[c]) + i;
            cloth.position[i] = s.start[v] + share * (s.end[v] - s.start[v]);
            const Vec3 old = solvers[c].velocityBefore[i];
            cloth.velocity[i] =
                s.isCrossed[v] != 0 ? -cloth.fabric.friction * old : old + share * (cloth.velocity[i] - old);
        }
    }
}

} // namespace selvage
