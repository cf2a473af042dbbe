// Curves of time against stretch, and the tables.
#include "comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

const char *signOf(SpeedRatio::Bound bound) {
    switch (bound) {
    case SpeedRatio::Bound::Exact:
        return " ";
    case SpeedRatio::Bound::AtLeast:
        return ">";
    case SpeedRatio::Bound::AtMost:
        return "<";
    }
    return "";
}

// The time at which a line between two results, both axes logarithmic, has the wanted stretch.
double timeBetween(const JobResult &a, const JobResult &b, double wanted, double JobResult::*stretch) {
    const double part = std::log(a.*stretch / wanted) / std::log(a.*stretch / b.*stretch);
    return a.frameMs * std::pow(b.frameMs / a.frameMs, part);
}

// Bullet's curve: by time, without the settings that take longer than another and stretch more.
std::vector<JobResult> curveOf(std::vector<JobResult> peers, double JobResult::*stretch) {
    std::sort(peers.begin(), peers.end(),
              [](const JobResult &a, const JobResult &b) { return a.frameMs < b.frameMs; });
    std::vector<JobResult> curve;
    for (const JobResult &peer : peers) {
        if (curve.empty() || peer.*stretch < curve.back().*stretch) {
            curve.push_back(peer);
        }
    }
    return curve;
}

} // namespace

SpeedRatio speedRatio(const JobResult &ours, const std::vector<JobResult> &peers,
                      double JobResult::*stretch) {
    const std::vector<JobResult> curve = curveOf(peers, stretch);
    const double wanted = ours.*stretch;
    if (curve.front().*stretch <= wanted) {
        return {curve.front().frameMs / ours.frameMs, SpeedRatio::Bound::AtMost};
    }
    for (size_t i = 1; i < curve.size(); ++i) {
        if (curve[i].*stretch <= wanted) {
            return {timeBetween(curve[i - 1], curve[i], wanted, stretch) / ours.frameMs,
                    SpeedRatio::Bound::Exact};
        }
    }
    return {curve.back().frameMs / ours.frameMs, SpeedRatio::Bound::AtLeast};
}

std::vector<Comparison> compareJobs(const std::vector<JobResult> &results) {
    std::vector<Comparison> comparisons;
    for (const JobResult &ours : results) {
        std::vector<JobResult> peers;
        std::copy_if(results.begin(), results.end(), std::back_inserter(peers), [&](const JobResult &other) {
            return ours.ours && !other.ours && other.job == ours.job && other.side == ours.side;
        });
        if (!peers.empty()) {
            comparisons.push_back({ours, speedRatio(ours, peers, &JobResult::stretchP99),
                                   speedRatio(ours, peers, &JobResult::stretchWorst)});
        }
    }
    return comparisons;
}

void printJobs(const std::vector<JobResult> &results) {
    std::printf("\n%-7s %5s  %-20s %-10s %12s %12s %12s %10s %10s\n", "job", "side", "solver", "settings",
                "ms/frame", "p99 %", "worst p99 %", "height m", "motion mm");
    for (const JobResult &r : results) {
        std::printf("%-7s %5d  %-20s %-10s %12.3f %12.3f %12.3f %10.3f %10.2f\n", r.job.c_str(), r.side,
                    r.solver.c_str(), r.settings.c_str(), r.frameMs, 100.0 * r.stretchP99,
                    100.0 * r.stretchWorst, r.centreHeight, 1e3 * r.motionError);
    }
    std::printf(
        "ms/frame: median processor time of one thread. p99: of the structural stretch, last 2 s; worst: "
        "of the worst frame.\nsettings of Bullet: substeps a frame x iterations a substep. height: "
        "mean of the particles at the end.\nmotion: RMS of the mean height against the reference in the "
        "first second.\n");
}

void printComparisons(const std::vector<Comparison> &comparisons) {
    std::printf("\n%-7s %5s  %-20s %22s %22s\n", "job", "side", "solver", "x Bullet at equal p99",
                "at equal worst p99");
    for (const Comparison &c : comparisons) {
        std::printf("%-7s %5d  %-20s %20s%.2f %20s%.2f\n", c.ours.job.c_str(), c.ours.side,
                    c.ours.solver.c_str(), signOf(c.atP99.bound), c.atP99.value, signOf(c.atWorst.bound),
                    c.atWorst.value);
    }
    std::printf("Bullet's time over ours. >: no setting of Bullet's stretches so little, its least "
                "stretching is taken; "
                "<: its fastest\nstretches less.\n");
}

} // namespace selvage
