// selvage-bench: how fast the integrators and their kernels are, and how the comparison jobs fare beside
// Bullet's soft body. Plain tables on standard output, and JSON where asked for.
#include "command_line/command_line.h"
#include "comparison.h"
#include "kernels.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>

namespace {

using namespace selvage;
using Json = nlohmann::ordered_json;

constexpr int32_t kSmallestCompared = 33;
constexpr int32_t kLargestCompared = 129; // Bullet takes minutes beyond

struct Options {
    std::string out;
    std::vector<int32_t> sides{17, 33, 65};
    bool large{false};
    bool jobsOnly{false};
    bool benchmarksOnly{false};
    bool brief{false};
};

// What Google Benchmark prints, kept for the JSON as well.
class KeepingReporter : public benchmark::ConsoleReporter {
public:
    KeepingReporter() : ConsoleReporter(OO_Tabular) {}
    void ReportRuns(const std::vector<Run> &runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run &run : runs) {
            runs_.push_back({{"name", run.benchmark_name()},
                             {"cpu_time", run.GetAdjustedCPUTime()},
                             {"real_time", run.GetAdjustedRealTime()},
                             {"unit", benchmark::GetTimeUnitString(run.time_unit)}});
        }
    }
    const Json &runs() const { return runs_; }

private:
    Json runs_ = Json::array();
};

std::vector<JobResult> runJobs(const std::vector<int32_t> &sides, bool brief) {
    constexpr BulletSettings kBullet[] = {{4, 3}, {8, 3}, {16, 3}, {32, 3}, {64, 3}, {16, 10}};
    const std::span<const BulletSettings> wanted(kBullet, brief ? 2 : std::size(kBullet));
    std::vector<JobResult> results;
    for (const char *job : {"hang", "drape"}) {
        for (const int32_t side : sides) {
            if (side < kSmallestCompared || side > kLargestCompared) {
                continue;
            }
            std::fprintf(stderr, "selvage-bench: %s, %d x %d, ours and Bullet ...\n", job, side, side);
            results.push_back(runOurs(job, side, *findIntegrator(kDefaultIntegrator)));
            for (const BulletSettings &settings : wanted) {
                results.push_back(runBullet(job, side, settings));
            }
        }
    }
    return results;
}

Json toJson(const SpeedRatio &ratio) {
    constexpr const char *kBounds[] = {"exact", "at least", "at most"};
    return {{"value", ratio.value}, {"bound", kBounds[static_cast<size_t>(ratio.bound)]}};
}

Json toJson(const std::vector<JobResult> &results, const std::vector<Comparison> &comparisons) {
    Json json;
    json["jobs"] = Json::array();
    for (const JobResult &r : results) {
        json["jobs"].push_back({{"job", r.job},
                                {"side", r.side},
                                {"solver", r.solver},
                                {"settings", r.settings},
                                {"frame_ms", r.frameMs},
                                {"stretch_p99", r.stretchP99},
                                {"stretch_worst_frame", r.stretchWorst},
                                {"mean_height_m", r.centreHeight},
                                {"motion_error_m", r.motionError}});
    }
    json["times_faster_than_bullet"] = Json::array();
    for (const Comparison &c : comparisons) {
        json["times_faster_than_bullet"].push_back({{"job", c.ours.job},
                                                    {"side", c.ours.side},
                                                    {"solver", c.ours.solver},
                                                    {"at_equal_p99", toJson(c.atP99)},
                                                    {"at_equal_worst_frame", toJson(c.atWorst)}});
    }
    return json;
}

int run(const Options &options) {
    KeepingReporter reporter;
    if (!options.jobsOnly) {
        registerBenchmarks(options.sides);
        benchmark::RunSpecifiedBenchmarks(&reporter);
    }
    std::vector<JobResult> results;
    std::vector<Comparison> comparisons;
    if (!options.benchmarksOnly) {
        results = runJobs(options.sides, options.brief);
        comparisons = compareJobs(results);
        printJobs(results);
        printComparisons(comparisons);
    }
    if (!options.out.empty()) {
        Json json = toJson(results, comparisons);
        json["benchmarks"] = reporter.runs();
        std::ofstream file(options.out);
        file << json.dump(2) << "\n";
        file.close();
        if (!file) {
            std::fprintf(stderr, "selvage-bench: cannot write %s: expected a file that can be created\n",
                         options.out.c_str());
            return kFailed;
        }
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv); // takes its own options, --benchmark_..., out of the list
    Options options;
    CLI::App app{"Benchmarks of Selvage's integrators and kernels, and of the jobs hang and drape beside "
                 "Bullet. Takes "
                 "Google Benchmark's options, too, e.g. --benchmark_filter=hang.",
                 "selvage-bench"};
    app.add_option("--out", options.out, "Also write all results to this file, as JSON");
    app.add_option("--sides", options.sides, "Particles along a side of the sheet (default: 17,33,65)")
        ->delimiter(',')
        ->check(between(5, 513));
    app.add_flag("--large", options.large, "Also 129 and 257 particles along a side: takes many minutes");
    app.add_flag("--brief", options.brief, "Only the two fastest settings of Bullet");
    auto *jobs = app.add_flag("--jobs-only", options.jobsOnly, "Only the jobs beside Bullet");
    app.add_flag("--benchmarks-only", options.benchmarksOnly, "Only the benchmarks")->excludes(jobs);
    if (const auto ended = parseCommandLine(app, argc, argv)) {
        return *ended;
    }
    if (options.large) {
        options.sides.insert(options.sides.end(), {129, 257});
    }
    return run(options);
}
