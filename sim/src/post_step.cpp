// Gauss–Seidel sweeps of Provot's rule with contacts in the same loop.
#include "sim/post_step.h"

#include <algorithm>
#include <cmath>

namespace selvage {

namespace {

// One pass over all springs that can stretch the fabric. Flexion springs are skipped: along a row they are
// bounded by the structural springs they bridge. Alternate sweeps run backwards, so that a correction travels
// both ways.
float sweepSprings(const Cloth &cloth, std::span<const float> inverseMass, std::span<Vec3> now,
                   bool backwards) {
    const auto &springs = cloth.topology->springs;
    const float factor = 1.0F + cloth.fabric.maxStretch;
    float worst = 0.0F;
    const size_t n = springs.size();
    for (size_t k = 0; k < n; ++k) {
        const Spring &spring = springs[backwards ? n - 1 - k : k];
        if (spring.kind == SpringKind::Flexion) {
            continue;
        }
        const auto a = static_cast<size_t>(spring.a);
        const auto b = static_cast<size_t>(spring.b);
        const float excess = shortenSpring(now[a], now[b], inverseMass[a], inverseMass[b],
                                           factor * spring.restLength, spring.restLength);
        worst = std::max(worst, excess);
    }
    return worst;
}

} // namespace

float shortenSpring(Vec3 &a, Vec3 &b, float inverseMassA, float inverseMassB, float longest,
                    float restLength) {
    const Vec3 d = b - a;
    const float squared = glm::dot(d, d);
    if (squared <= longest * longest) {
        return 0.0F;
    }
    const float sum = inverseMassA + inverseMassB;
    if (sum <= 0.0F) {
        return 0.0F; // both ends are fixed: nothing may move
    }
    const float length = std::sqrt(squared);
    const Vec3 correction = d * ((length - longest) / (length * sum));
    a += inverseMassA * correction;
    b -= inverseMassB * correction;
    return (length - longest) / restLength;
}

PostStepReport runPostStep(const Cloth &cloth, const ContactScene &scene, const PostStepOptions &options,
                           const PostStepState &state) {
    PostStepReport report;
    report.stop = StopRule::SweepCount;
    std::fill(state.contacts.begin(), state.contacts.end(), ContactState{});
    while (report.sweeps < options.sweepMax) {
        if (state.limitsStretch) {
            report.worstExcess = sweepSprings(cloth, state.inverseMass, state.now, report.sweeps % 2 == 1);
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
