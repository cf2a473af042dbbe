// selvage-lab run: a scenario without any display, as fast as it goes, with a report.
#pragma once

#include "scenarios/scenario.h"

#include <filesystem>
#include <string>
#include <vector>

namespace selvage {

struct RunOptions {
    std::string scenario;
    double seconds{0.0}; // 0 = the length of the motion
    double dt{0.0};      // s; 0 = the motion file's, else 1/90
    int32_t points{0};
    int32_t threads{1};
    uint64_t seed{1};
    std::string integrator;
    std::filesystem::path motion;      // empty = the scenario's own script
    bool hold{false};                  // the hands hold the cloth from the start
    std::vector<std::string> settings; // key=value
    std::filesystem::path report;
};

int runCommand(const RunOptions &options); // exit code
int listCommand();

} // namespace selvage
