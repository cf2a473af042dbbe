// The loop over a step's substeps, the same for all methods that advance a whole step.
#pragma once

#include "sim/integrator.h"

namespace selvage {

// Calls body(substep, scene) for each with the fixed particles aimed at its end. When time is up, one substep
// that is as long as all that is left ends the step: report.timeIsUp.
template <typename Body>
void forSubsteps(const AdvanceSettings &settings, AdvanceReport &report, const Body &body) {
    const auto count = static_cast<float>(settings.substeps);
    for (int32_t done = 0; done < settings.substeps;) {
        report.timeIsUp = done > 0 && settings.timeIsUp != nullptr && (*settings.timeIsUp)();
        const int32_t next = report.timeIsUp ? settings.substeps : done + 1;
        const ContactScene scene{settings.colliders, static_cast<float>(done) / count,
                                 static_cast<float>(next) / count,
                                 settings.dt * static_cast<float>(next - done) / count};
        settings.aimFixed(settings.context, scene.substepEnd, scene.dt);
        body(done, scene);
        done = next;
    }
}

} // namespace selvage
