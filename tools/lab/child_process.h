// Runs another program and waits for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace selvage {

struct ChildResult {
    int exitCode{-1};      // -1: it could not be started, was killed or took too long
    std::string lastWords; // the last line that it said on either of its streams, which go to a file
};

// `arguments` without the program's own name. Killed after `secondsMax`. What it says goes to `log`.
ChildResult runProgram(const std::filesystem::path &program, const std::vector<std::string> &arguments,
                       const std::filesystem::path &log, double secondsMax);

// The folder of the running program.
std::filesystem::path programFolder();

} // namespace selvage
