// The comparison jobs `hang` and `drape` as the benchmark runs them, with any solver: how long a frame takes
// and how far the cloth stretches.
#pragma once

#include "scenarios/scenario.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace selvage {

inline constexpr double kJobDt = 1.0 / 90.0; // s

struct JobResult {
    std::string job;
    std::string solver;
    std::string settings;
    int32_t side{0};          // particles along one side
    double frameMs{0.0};      // median processor time of a step
    double stretchP99{0.0};   // –, 99th percentile of structural stretch over the last 2 s
    double stretchWorst{0.0}; // –, the same of the worst frame of the whole run
    double centreHeight{0.0}; // m, at the end: whether it is still on the ball
    // m, the centre's height against that of the reference, RMS over the first second: whether it moves.
    double motionError{0.0};
    bool ours{false};
};

// A solver in the middle of a job.
struct JobRunner {
    std::function<void()> step;                                  // one frame
    std::function<void(std::vector<Vec3> &positions)> positions; // row by row, columns in each
};

double jobSeconds(const std::string &job);

// m, the centre's height in the reference at every frame, from the release on. Computed once for each job and
// side, and kept in the user's cache.
std::vector<double> referenceHeights(const std::string &job, int32_t side);

// Runs the whole job, timing `step` alone by the processor time of this thread.
JobResult runJob(const std::string &job, const std::string &solver, int32_t side, const JobRunner &runner);

JobResult runOurs(const std::string &job, int32_t side, const Integrator &integrator);

// Bullet's soft body with so many substeps a frame and position iterations a substep.
struct BulletSettings {
    int substeps;
    int iterations;
};
JobResult runBullet(const std::string &job, int32_t side, const BulletSettings &settings);

} // namespace selvage
