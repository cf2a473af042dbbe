// Ours beside Bullet: reading off how long Bullet takes for the stretch that ours reaches.
#pragma once

#include "jobs.h"

namespace selvage {

// Bullet's time over ours at equal stretch, read off Bullet's curve of time against stretch.
struct SpeedRatio {
    enum class Bound {
        Exact,   // the curve passes our stretch
        AtLeast, // no setting of Bullet's stretches so little: its least stretching is taken
        AtMost   // even its fastest stretches less
    };
    double value{0.0};
    Bound bound{Bound::Exact};
};

// `peers`: results of one job and size, at least one, in any order. `stretch` says which figure is compared.
SpeedRatio speedRatio(const JobResult &ours, const std::vector<JobResult> &peers, double JobResult::*stretch);

struct Comparison {
    JobResult ours;
    SpeedRatio atP99;
    SpeedRatio atWorst;
};

// One for each of our results that has peers.
std::vector<Comparison> compareJobs(const std::vector<JobResult> &results);

void printJobs(const std::vector<JobResult> &results);
void printComparisons(const std::vector<Comparison> &comparisons);

} // namespace selvage
