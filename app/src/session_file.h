// A recording as a report of what happened. Its header has all that a step depends on beside its inputs, and
// its rows the state before each step and where steps were cut short, so that a replay does the same on any
// machine, or tells at which step it first differs.
//
// Header, beside what motion_csv.h says: build (version and the linker's identifier of the program),
// scenario, seed, integrator (empty: the scene's own), dt (s), set.KEY for each --set, settings (KEY=VALUE,
// separated by spaces: parameters changed before the recording began, in their order), and project (file), if
// any.
#pragma once

#include "io/motion_csv.h"
#include "live_settings.h"
#include "scenarios/scenario.h"

#include <filesystem>
#include <map>
#include <string>

namespace selvage {

struct RecordedSession {
    MotionFile file;
    std::string scenario;
    ScenarioOptions options; // seed, integrator and settings
    LiveSettings live;
    double dt{1.0 / 90.0}; // s
    std::filesystem::path project;
    std::string build;
};

// What a replay has found.
struct ReplayResult {
    uint64_t steps{0};           // in the recording
    uint64_t played{0};          // steps
    bool differs{false};         // from the recording
    uint64_t firstDifference{0}; // the first step that came out otherwise; 0: the scene began otherwise
};

// Of this program.
std::string thisBuild();

std::map<std::string, std::string> sessionProperties(const std::string &scenario,
                                                     const ScenarioOptions &options, const LiveSettings &live,
                                                     double dt);

// Fails naming the file and what was expected of a recording.
Result<RecordedSession> readSession(const std::filesystem::path &path);

// In one sentence.
std::string describe(const ReplayResult &result, double dt);

} // namespace selvage
