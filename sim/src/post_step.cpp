// Gauss–Seidel sweeps of Provot's rule with contacts in the same loop.
#include "sim/post_step.h"

#include "wide.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

SELVAGE_INLINE inline float shorten(Vec3 &a, Vec3 &b, const SpringLimit &limit) {
    const Vec3 d = b - a;
    const float beyond = glm::dot(d, d) - limit.longest * limit.longest;
    const float sum = limit.inverseMassA + limit.inverseMassB;
    if (beyond <= 0.0F || sum <= 0.0F) {
        return 0.0F; // short enough, or both ends are fixed: nothing may move
    }
    const float length = glm::length(d);
    // The smaller t of |d - t along|² = longest².
    const float along = glm::dot(d, limit.along);
    const float discriminant = along * along - glm::dot(limit.along, limit.along) * beyond;
    const Vec3 change = along > 0.0F && discriminant > 0.0F
                            ? limit.along * (beyond / (along + std::sqrt(discriminant)))
                            : d * ((length - limit.longest) / length);
    a += limit.inverseMassA / sum * change;
    b -= limit.inverseMassB / sum * change;
    return (length - limit.longest) / limit.restLength;
}

// Calls body(index) for the springs that can stretch the fabric. Flexion springs are skipped: along a row
// they are bounded by the structural springs they bridge. Alternate sweeps run backwards, so that a
// correction travels both ways.
template <typename Body>
void forStretchable(std::span<const Spring> springs, bool backwards, const Body &body) {
    const size_t n = springs.size();
    for (size_t k = 0; k < n; ++k) {
        const size_t s = backwards ? n - 1 - k : k;
        if (springs[s].kind != SpringKind::Flexion) {
            body(s);
        }
    }
}

struct Sweep {
    StrainCurve curve;
    StrainDirection direction;
    bool backwards;
};

// One pass that shortens every spring to at most longest(spring index).
template <StrainDirection direction, typename Longest>
float sweepAlong(const PostStepState &state, bool backwards, const Longest &longest) {
    float worst = 0.0F;
    forStretchable(state.springs, backwards, [&](size_t s) {
        const Spring &spring = state.springs[s];
        const auto a = static_cast<size_t>(spring.a);
        const auto b = static_cast<size_t>(spring.b);
        SpringLimit limit{state.inverseMass[a], state.inverseMass[b], longest(s), spring.restLength};
        if constexpr (direction == StrainDirection::AtStart) {
            limit.along = state.start[b] - state.start[a];
        }
        worst = std::max(worst, shorten(state.now[a], state.now[b], limit));
    });
    return worst;
}

template <typename Longest>
float sweepSprings(const PostStepState &state, const Sweep &sweep, const Longest &longest) {
    switch (sweep.direction) {
    case StrainDirection::Now:
        return sweepAlong<StrainDirection::Now>(state, sweep.backwards, longest);
    case StrainDirection::AtStart:
        return sweepAlong<StrainDirection::AtStart>(state, sweep.backwards, longest);
    }
    return 0.0F;
}

// Applied in every sweep the curve is not idempotent (0.1 becomes 0.064, 0.034 after five sweeps, 0.014 after
// thirty): stiffness would depend on the number of sweeps and on the frame rate. So the lengths that it asks
// for are fixed once, from the elongations before the post-step, and the sweeps only work towards them.
void askForLengths(const Cloth &cloth, const PostStepState &state) {
    forStretchable(state.springs, false, [&](size_t s) {
        const Spring &spring = state.springs[s];
        const float length =
            glm::distance(state.now[static_cast<size_t>(spring.a)], state.now[static_cast<size_t>(spring.b)]);
        const float elongation = std::max(length - spring.restLength, 0.0F);
        state.longest[s] = spring.restLength + arctangentElongation(elongation, spring.restLength,
                                                                    maxStretch(cloth.fabric, spring.kind));
    });
}

// As printed: both ways, so that a contracted spring is pushed apart and no fold can form.
float sweepAsPrinted(const Cloth &cloth, const PostStepState &state, bool backwards) {
    float worst = 0.0F;
    forStretchable(state.springs, backwards, [&](size_t s) {
        const Spring &spring = state.springs[s];
        Vec3 &a = state.now[static_cast<size_t>(spring.a)];
        Vec3 &b = state.now[static_cast<size_t>(spring.b)];
        const float inverseA = state.inverseMass[static_cast<size_t>(spring.a)];
        const float inverseB = state.inverseMass[static_cast<size_t>(spring.b)];
        const float length = glm::distance(a, b);
        if (inverseA + inverseB <= 0.0F || length < 1e-9F) {
            return;
        }
        const float elongation = length - spring.restLength;
        const float excess = elongation - arctangentElongation(elongation, spring.restLength,
                                                               maxStretch(cloth.fabric, spring.kind));
        const Vec3 correction = (b - a) * (excess / (length * (inverseA + inverseB)));
        a += inverseA * correction;
        b -= inverseB * correction;
        worst = std::max(worst, std::abs(excess) / spring.restLength);
    });
    return worst;
}

float sweepCloth(const Cloth &cloth, const PostStepState &state, const Sweep &sweep) {
    const float factor[] = {1.0F + cloth.fabric.maxStretchWeft, 1.0F + cloth.fabric.maxStretchWarp,
                            1.0F + cloth.fabric.maxStretchBias}; // in the order of SpringKind
    switch (sweep.curve) {
    case StrainCurve::Limit:
        return sweepSprings(state, sweep, [&](size_t s) {
            const Spring &spring = state.springs[s];
            return factor[static_cast<size_t>(spring.kind)] * spring.restLength;
        });
    case StrainCurve::Arctangent:
        return sweepSprings(state, sweep, [&](size_t s) { return state.longest[s]; });
    case StrainCurve::ArctangentAsPrinted:
        return sweepAsPrinted(cloth, state, sweep.backwards);
    }
    return 0.0F;
}

} // namespace

float shortenSpring(Vec3 &a, Vec3 &b, const SpringLimit &limit) {
    return shorten(a, b, limit);
}

float arctangentElongation(float elongation, float restLength, float maxStretch) {
    const float scale = 2.0F * std::max(maxStretch, 1e-6F) * restLength * glm::one_over_pi<float>();
    return scale * std::atan(elongation / scale);
}

PostStepReport runPostStep(const Cloth &cloth, const ContactScene &scene, const PostStepOptions &options,
                           const PostStepState &state) {
    PostStepReport report;
    report.stop = StopRule::SweepCount;
    std::fill(state.contacts.begin(), state.contacts.end(), ContactState{});
    if (state.limitsStretch && options.strainCurve == StrainCurve::Arctangent) {
        askForLengths(cloth, state);
    }
    while (report.sweeps < options.sweepMax) {
        if (state.limitsStretch) {
            report.worstExcess = sweepCloth(
                cloth, state, {options.strainCurve, options.strainDirection, report.sweeps % 2 == 1});
        }
        applyContacts(cloth, scene, state.start, state.now, state.contacts);
        ++report.sweeps;
        if (report.worstExcess < options.tolerance) {
            report.stop = StopRule::Converged;
            break;
        }
        if (options.timeIsUp && options.timeIsUp()) {
            report.stop = StopRule::TimeIsUp;
            break;
        }
    }
    report.contacts = static_cast<int32_t>(
        std::count_if(state.contacts.begin(), state.contacts.end(),
                      [](const ContactState &contact) { return contact.collider >= 0; }));
    return report;
}

} // namespace selvage
