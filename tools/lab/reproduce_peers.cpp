// The jobs hang and drape beside another engine: selvage-bench runs them as a child process, where it was
// built.
#include "child_process.h"
#include "reproduce_experiments.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace selvage {

namespace {

constexpr double kLongest = 900.0; // s

struct JobPlots {
    Plot stretch;
    Plot motion;
};

JobPlots plotsOf(const nlohmann::json &results, const std::string &job) {
    const PlotAxis time{"processor time of a frame (ms)", true};
    JobPlots plots{{time, {"stretch, 99 in 100 threads (%)", true}, {}},
                   {time, {"motion error in the first second (mm)", true}, {}}};
    std::vector<std::string> names;
    for (const auto &result : results) {
        if (result.at("job") != job) {
            continue;
        }
        const std::string side = std::to_string(result.at("side").get<int>());
        std::string name = result.at("solver").get<std::string>();
        name.append(", ").append(side).append(" × ").append(side);
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
            plots.stretch.series.push_back(pointsOf(name));
            plots.motion.series.push_back(pointsOf(name));
        }
        const auto at = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        const double ms = result.at("frame_ms");
        append(plots.stretch.series[at], ms, 100.0 * result.at("stretch_p99").get<double>());
        append(plots.motion.series[at], ms, 1e3 * result.at("motion_error_m").get<double>());
    }
    return plots;
}

HtmlTable tableOf(const nlohmann::json &results) {
    HtmlTable table{{"job", "side", "solver", "substeps × iterations", "ms a frame", "stretch", "worst frame",
                     "motion error (mm)"},
                    {}};
    for (const auto &result : results) {
        table.rows.push_back({result.at("job"), std::to_string(result.at("side").get<int>()),
                              result.at("solver"), result.at("settings"), figureText(result.at("frame_ms")),
                              figureText(100.0 * result.at("stretch_p99").get<double>()) + " %",
                              figureText(100.0 * result.at("stretch_worst_frame").get<double>()) + " %",
                              figureText(1e3 * result.at("motion_error_m").get<double>())});
    }
    return table;
}

// Where it could not run.
Finding withoutBench(const std::string &why) {
    Finding finding;
    finding.criteria = {{"results of another engine", 0.0, Bound::AtLeast, 1.0}};
    finding.exhibits.push_back(
        {"tools/test builds selvage-bench where libbullet-dev and libbenchmark-dev are installed.",
         "<p class=\"faint\">The comparison did not run: " + escapeHtml(why) + ".</p>"});
    return finding;
}

} // namespace

Finding measurePeers(const Laboratory &laboratory) {
    const std::filesystem::path path = laboratory.scratch / "peers.json";
    std::vector<std::string> arguments = {"--jobs-only", "--out", path.string(), "--sides",
                                          laboratory.quick ? "33" : "33,65"};
    if (laboratory.quick) {
        arguments.emplace_back("--brief");
    }
    const std::filesystem::path program = laboratory.programs / "selvage-bench";
    if (!std::filesystem::exists(program)) {
        return withoutBench("selvage-bench was not built");
    }
    const ChildResult run = runProgram(program, arguments, laboratory.scratch / "peers.log", kLongest);
    std::ifstream file(path);
    const auto json = nlohmann::json::parse(file, nullptr, false);
    if (run.exitCode != 0 || json.is_discarded() || !json.contains("jobs")) {
        return withoutBench(run.lastWords);
    }
    Finding finding;
    double peers = 0.0;
    for (const auto &result : json.at("jobs")) {
        peers += result.at("solver") == "bullet" ? 1.0 : 0.0;
    }
    finding.criteria = {{"results of Bullet", peers, Bound::AtLeast, 1.0}};
    for (const auto &ratio : json.at("times_faster_than_bullet")) {
        const std::string job = ratio.at("job");
        const std::string side = std::to_string(ratio.at("side").get<int>());
        const auto &equal = ratio.at("at_equal_p99");
        std::string name = "Bullet's time over ours at equal stretch, ";
        name.append(job).append(", ").append(side).append(" × ").append(side);
        name.append(equal.at("bound") == "at least" ? " (or more)" : "");
        finding.criteria.push_back({name, equal.at("value"), Bound::AtLeast, 1.0});
    }
    for (const char *job : {"hang", "drape"}) {
        const JobPlots plots = plotsOf(json.at("jobs"), job);
        finding.exhibits.push_back(
            plotExhibit(std::string(job) + ": left and low is better.", plots.stretch));
        finding.exhibits.push_back(plotExhibit(
            std::string(job) + ": how far the centre's height is from a converged solution.", plots.motion));
    }
    finding.exhibits.push_back(tableExhibit("Every run.", tableOf(json.at("jobs"))));
    return finding;
}

} // namespace selvage
