// Running and scoring of the comparison jobs.
#include "jobs.h"

#include "reference/reference_run.h"
#include "sim/diagnostics.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace selvage {

namespace {

constexpr double kScoredSeconds = 2.0; // s, at the end of a job
constexpr double kQuantile = 0.99;

double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// Stretch of the structural edges of a square metre of side x side particles.
void appendGridStretch(const std::vector<Vec3> &x, int32_t side, std::vector<float> &out) {
    const float rest = 1.0F / static_cast<float>(side - 1);
    const auto n = static_cast<size_t>(side);
    for (size_t row = 0; row < n; ++row) {
        for (size_t column = 0; column < n; ++column) {
            const size_t i = row * n + column;
            if (column + 1 < n) {
                out.push_back(glm::distance(x[i], x[i + 1]) / rest - 1.0F);
            }
            if (row + 1 < n) {
                out.push_back(glm::distance(x[i], x[i + n]) / rest - 1.0F);
            }
        }
    }
}

double meanHeight(const std::vector<Vec3> &positions) {
    double sum = 0.0;
    for (const Vec3 &x : positions) {
        sum += static_cast<double>(x.y);
    }
    return sum / static_cast<double>(positions.size());
}

} // namespace

double jobSeconds(const std::string &job) {
    return findScenario(job)->script().duration();
}

std::vector<double> referenceHeights(const std::string &job, int32_t side) {
    ScenarioOptions options;
    options.points = side * side;
    auto world = findScenario(job)->build(options);
    return reference::cachedRun(job, *world, reference::cacheFolder(), {}).centreHeight;
}

JobResult runJob(const std::string &job, const std::string &solver, int32_t side, const JobRunner &runner) {
    const double seconds = jobSeconds(job);
    const auto steps = static_cast<int>(std::lround(seconds / kJobDt));
    const auto scoredFrom = static_cast<int>(std::lround((seconds - kScoredSeconds) / kJobDt));
    std::vector<Vec3> positions;
    std::vector<float> ms;
    std::vector<float> stretch;
    std::vector<float> scored;
    JobResult result;
    const std::vector<double> heights = referenceHeights(job, side);
    double squares = 0.0;
    for (int s = 1; s <= steps; ++s) {
        const double before = threadMs();
        runner.step();
        ms.push_back(static_cast<float>(threadMs() - before));
        runner.positions(positions);
        stretch.clear();
        appendGridStretch(positions, side, stretch);
        if (s > scoredFrom) {
            scored.insert(scored.end(), stretch.begin(), stretch.end());
        }
        if (const auto frame = static_cast<size_t>(s); frame < heights.size()) {
            const double off = meanHeight(positions) - heights[frame];
            squares += off * off / static_cast<double>(heights.size() - 1);
        }
        result.stretchWorst = std::max(result.stretchWorst, quantile(stretch, kQuantile));
    }
    result.job = job;
    result.solver = solver;
    result.side = side;
    result.frameMs = quantile(ms, 0.5);
    result.stretchP99 = quantile(scored, kQuantile);
    result.centreHeight = meanHeight(positions);
    result.motionError = std::sqrt(squares);
    return result;
}

JobResult runOurs(const std::string &job, int32_t side, const Integrator &integrator) {
    ScenarioOptions options;
    options.points = side * side;
    options.integrator = integrator.name;
    auto world = findScenario(job)->build(options);
    const JobRunner runner{[&] { step(*world, {}); },
                           [&](std::vector<Vec3> &out) {
                               const auto &x = world->cloths[0].position;
                               out.assign(x.begin(), x.end());
                           }};
    JobResult result = runJob(job, integrator.name, side, runner);
    result.settings = "default";
    result.ours = true;
    return result;
}

} // namespace selvage
